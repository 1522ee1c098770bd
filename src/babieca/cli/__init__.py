"""The command line: parse, call, print.

Everything else is imported by `run`, so that `babieca --version` is quick and Ctrl-C during the
imports is handled.
"""

import _thread
import os
import signal
import sys
import threading
from functools import partial
from typing import NoReturn

from babieca.errors import BAD_INPUT, FAULT, YES, BabiecaError, BadInputError, half_character, shown
from babieca.reasons import LANGUAGES, Reason, speak

INTERRUPTED, TERMINATED = 130, 143
_LONGEST_PART, _LONGEST_TYPED = 60, 200


class TerminatedError(BaseException):
    """The system asks the process to end. Raised by the signal, so that the program cleans up."""


def main() -> None:
    signal.signal(signal.SIGINT, _leave_at_once)
    sys.unraisablehook = _raise_again
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
    if code in (INTERRUPTED, TERMINATED):
        os._exit(code)  # all files are closed; threads of Dask that end later print tracebacks
    sys.exit(code)


def run(arguments: list[str]) -> int:
    try:
        arguments = _in_language(arguments)
        code = _answer(arguments)
    except BabiecaError as error:
        return _complain(str(error), error.code)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except TerminatedError:
        return _complain(Reason("terminated"), TERMINATED)
    except MemoryError:
        return _complain(Reason("not_enough_memory"))
    except OSError as error:
        return _not_written(error, YES)
    except SystemExit as stop:
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
        return _not_written(stop.__context__, YES)
    except Exception as error:
        if hasattr(error, "format_message"):  # every error of typer about its arguments has it
            from babieca.cli.advice import advised
            from babieca.cli.app import options

            return _complain(advised(error, arguments, options()))
        if isinstance(error, UnicodeEncodeError) and error.encoding == "utf-8":
            return _complain(half_character(error))
        if sys.flags.dev_mode:
            raise
        fault = f"{type(error).__name__}: {error}"
        return _complain(Reason("please_report", error=_shortened(fault)), FAULT)
    return _complain(Reason("interrupted"), INTERRUPTED) if code == INTERRUPTED else code or YES


def _in_language(arguments: list[str]) -> list[str]:
    """Speak the language of `--lang`, else of BABIECA_LANG; return the other arguments."""
    named, left, rest = os.environ.get("BABIECA_LANG") or LANGUAGES[0], list[str](), iter(arguments)
    for each in rest:
        if each == "--lang" or each.startswith("--lang="):
            named = next(rest, "") if each == "--lang" else each.removeprefix("--lang=")
        else:
            left.append(each)
    try:
        speak(named)
    except ValueError as error:
        raise BadInputError(*error.args) from None
    return left or ["--help"]


def _answer(arguments: list[str]) -> int | None:
    if arguments == ["--version"]:
        from babieca import __version__

        print(f"babieca {__version__}")
        return YES
    import typer

    from babieca.cli.app import make_app

    if signal.getsignal(signal.SIGINT) is _leave_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return make_app(arguments[0])(arguments, standalone_mode=False, prog_name="babieca")  # type: ignore[no-any-return]
    except typer.Abort:
        return INTERRUPTED


def _leave_at_once(number: int, frame: object) -> NoReturn:
    """End the process on Ctrl-C while modules are imported: nothing is open yet."""
    os.write(2, b"babieca: interrupted\n")
    os._exit(INTERRUPTED)


def _raise_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat an interrupt that Python ignored, because it hit a destructor or a callback."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    again = partial(os.kill, os.getpid(), signal.SIGINT)  # also wakes a main thread that waits
    threading.Timer(0.02, _thread.interrupt_main if sys.platform == "win32" else again).start()


def _terminate(number: int, frame: object) -> NoReturn:
    raise TerminatedError


def _not_written(error: OSError, code: int) -> int:
    """Return the exit code if standard output takes no more; a reader that left is no error."""
    if isinstance(error, BrokenPipeError):
        return code
    what = shown(error.filename) if error.filename else Reason("cannot_write_output")
    return _complain(f"{what}: {error.strerror or error}")


def _complain(message: str, code: int = BAD_INPUT) -> int:
    from babieca.cli.progress import note

    line = " ".join(message.split())
    note("babieca: " + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))
    return code


def _shortened(message: str) -> str:
    """Return a message with long parts cut short, and all of it if it is long.

    >>> len(_shortened("No such option: --" + "x" * 5000))
    76
    """
    text = " ".join(
        part if len(part) <= _LONGEST_PART else f"{part[: _LONGEST_PART - 1]}…"
        for part in message.split()
    )
    return text if len(text) <= _LONGEST_TYPED else f"{text[: _LONGEST_TYPED - 1]}…"


def _open_standard_streams() -> None:
    """Replace closed standard streams, so that no other file takes their place.

    Reading finds nothing; writing to standard output is an error that says so.
    """
    for name, mode in (("stdin", "r"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
