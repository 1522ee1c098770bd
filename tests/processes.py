"""Processes of their own, for tests that kill, interrupt or starve one."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 600.0
"""Seconds that a test waits for another process; only a fault takes longer, however busy it is."""


def start(
    program: str, *arguments: str | Path, inside: Sequence[str] = (), **environment: str
) -> subprocess.Popen[str]:
    """Start a Python program; `inside` is a command prefix, such as `ip netns exec NAME`."""
    return subprocess.Popen(
        [*inside, sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def answer(program: str, *arguments: str | Path, **environment: str) -> str:
    """Run a Python program that must succeed, and return its output."""
    with start(program, *arguments, **environment) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return output


def installed(packages: Sequence[str | Path], *where: str | Path) -> bool:
    """Install packages by uv, or by pip if uv fails; return whether one of them succeeded.

    `where` is an option of both tools with its value: `--python` or `--target`, and a path.
    """
    uv = [sys.executable, "-m", "uv", "pip", "install"]
    pip = [sys.executable, "-m", "pip", *(where if "--python" in where else ()), "install"]
    targeted = where if "--target" in where else ()
    for command in ([*uv, *where], [*pip, *targeted]):
        words = [*command, "--quiet", "--only-binary", ":all:", *packages]
        if subprocess.run(words, capture_output=True).returncode == 0:
            return True
    return False


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, which other load does not change."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(happened: Callable[[], object], process: subprocess.Popen[Any]) -> None:
    """Wait until a condition holds; fail if the process ends before."""
    while not happened():
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.002)


LIMITED = """
import resource, pathlib

def limit(megabytes):
    '''Let this process have so much more memory than it has.'''
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
"""
