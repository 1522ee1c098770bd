"""The command `babieca`, also as `python -m babieca`."""

import signal

# Ctrl-C ends the process without a traceback until `main` has its own answer to it.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from babieca.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
