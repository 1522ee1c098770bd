"""The command line: parse, call, print. One file per verb, registered here.

Exit codes: 0 yes, 1 no (proved impossible, or a check failed), 2 bad input, 3 not decided within
the limits given, 130 interrupted.
"""

from __future__ import annotations

import sys

from babieca.errors import BabiecaError, BadInputError, NotFoundError, NoTourError


def main() -> None:
    """Run the command `babieca` and exit."""
    try:
        from babieca.cli.app import app
    except ModuleNotFoundError as error:
        missing = f"the command line needs {error.name}: pip install 'babieca[cli]'"
        sys.exit(_complain(missing, 2))
    from typer.exceptions import Abort, TyperException

    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False, prog_name="babieca")
    except BadInputError as error:
        code = _complain(str(error), 2)
    except NoTourError as error:
        code = _complain(str(error), 1)
    except NotFoundError as error:
        code = _complain(str(error), 3)
    except BabiecaError as error:
        code = _complain(str(error), 2)
    except TyperException as error:
        code = _complain(f"{error.format_message()} (try --help)", 2)
    except (KeyboardInterrupt, Abort):
        code = _complain("interrupted", 130)
    except MemoryError:
        code = _complain("there is not enough memory for this", 2)
    sys.exit(code)


def _complain(message: str, code: int) -> int:
    print(f"babieca: {' '.join(message.split())}", file=sys.stderr)
    return code
