"""The command line: parse, call, print.

Exit codes: 0 yes, 1 no (proved impossible, or a check failed), 2 bad input or nowhere to write, 3
not decided within the limits given, 4 two ways to one number disagree, 70 another fault of the
program (`python -X dev -m babieca` shows where), 130 interrupted, 143 terminated.

Everything else is imported by `run`, so that `babieca --version` is quick and Ctrl-C during the
imports is handled.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from babieca.errors import BAD_INPUT, FAULT, YES, BabiecaError, shown

INTERRUPTED, TERMINATED = 130, 143
_LONGEST_WORD, _LONGEST_TYPED = 60, 200


class TerminatedError(BaseException):
    """The system asks the process to end. Raised by the signal, so that the program cleans up."""


def main() -> None:
    """Run the command `babieca` and exit."""
    signal.signal(signal.SIGINT, _leave_at_once)
    _open_standard_streams()
    signal.signal(signal.SIGTERM, _terminate)
    sys.set_int_max_str_digits(0)  # counts have as many digits as they have
    code = run(sys.argv[1:] or ["--help"])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if stream is sys.stdout and code != BAD_INPUT:
                code = _not_written(error, code)
            # Drop the text that could not be written, so that the exit does not try again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command in this process and return its exit code."""
    try:
        code = _answer(arguments)
    except BabiecaError as error:
        return _complain(str(error), error.code)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except TerminatedError:
        return _complain("terminated", TERMINATED)
    except MemoryError:
        return _complain("there is not enough memory for this")
    except OSError as error:
        return _not_written(error, YES)
    except SystemExit as stop:
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
        return _not_written(stop.__context__, YES)
    except Exception as error:
        if hasattr(error, "format_message"):  # every error of typer about its arguments has it
            return _complain(f"{_shortened(error.format_message())} (try --help)")
        if sys.flags.dev_mode:
            raise
        fault = f"{type(error).__name__}: {error}"
        return _complain(f"a fault of the program, please report it: {_shortened(fault)}", FAULT)
    return _complain("interrupted", INTERRUPTED) if code == INTERRUPTED else code or YES


def _answer(arguments: list[str]) -> int | None:
    if arguments == ["--version"]:
        from babieca import __version__

        print(f"babieca {__version__}")
        return YES
    import typer

    from babieca.cli.app import app

    if signal.getsignal(signal.SIGINT) is _leave_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code: int | None = app(arguments, standalone_mode=False, prog_name="babieca")
    except typer.Abort:
        return INTERRUPTED
    return code


def _leave_at_once(number: int, frame: object) -> NoReturn:
    """End the process on Ctrl-C while modules are imported: nothing is open yet."""
    os.write(2, b"babieca: interrupted\n")
    os._exit(INTERRUPTED)


def _terminate(number: int, frame: object) -> NoReturn:
    raise TerminatedError


def _not_written(error: OSError, code: int) -> int:
    """Return the exit code if standard output takes no more; a reader that left is no error."""
    if isinstance(error, BrokenPipeError):
        return code
    what = shown(error.filename) if error.filename else "cannot write to standard output"
    return _complain(f"{what}: {error.strerror or error}")


def _complain(message: str, code: int = BAD_INPUT) -> int:
    from babieca.cli.progress import note

    words = " ".join(message.split())
    note("babieca: " + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words))
    return code


def _shortened(message: str) -> str:
    """Return a message with long words and long texts cut short.

    >>> len(_shortened("No such option: --" + "x" * 5000))
    76
    """
    text = " ".join(
        word if len(word) <= _LONGEST_WORD else f"{word[: _LONGEST_WORD - 1]}…"
        for word in message.replace("Value error, ", "").split()
    )
    return text if len(text) <= _LONGEST_TYPED else f"{text[: _LONGEST_TYPED - 1]}…"


def _open_standard_streams() -> None:
    """Replace closed standard streams, so that no other file takes their place.

    Reading finds nothing; writing to standard output is an error that says so.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
