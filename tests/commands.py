"""Commands in this process, for tests of their answers."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from babieca import cli


def run(
    *arguments: str, text: str = "", encoding: str = "utf-8", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command with `text` as standard input; return its exit code and its output."""
    # Like the streams of the command, these escape characters that they cannot encode.
    output, errors = (
        io.TextIOWrapper(io.BytesIO(), encoding, errors="backslashreplace") for _ in range(2)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        patch.setattr(sys, "stdout", output)
        patch.setattr(sys, "stderr", errors)
        for name, value in environment.items():
            patch.setenv(name, value)
        digits = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            code = cli.run(list(arguments))
        finally:
            sys.set_int_max_str_digits(digits)
    written = []
    for stream in (output, errors):
        stream.flush()
        stream.seek(0)
        written.append(stream.read())
    return subprocess.CompletedProcess(arguments, code, *written)
