"""A count reserves at most the memory of its plan and a stated margin."""

from __future__ import annotations

import subprocess
import sys

import pytest

COUNT = """
import resource, sys
import babieca
babieca.count(babieca.Board(5, 6), method="blocks", threads=1)  # imports what a count needs
kind, plan, margin = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
field = {"RLIMIT_DATA": "VmData", "RLIMIT_AS": "VmSize"}[kind]
status = dict(line.split(":") for line in open("/proc/self/status"))
limit = int(status[field].split()[0]) * 1024 + plan + margin
resource.setrlimit(getattr(resource, kind), (limit, limit))
tours = babieca.Tours(babieca.Board(7, 8))
print(tours.count(counter_bits=64, threads=1))
"""

MARGINS = {
    "RLIMIT_DATA": 48 << 20,  # the tables, a stack and the interpreter's own growth
    "RLIMIT_AS": 112 << 20,  # and the addresses that the C library reserves for each thread
}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("kind", MARGINS)
def test_limits_near_the_plan_suffice(kind: str) -> None:
    import babieca

    plan = babieca.plan(babieca.Board(7, 8), threads=1).bytes_needed()
    assert plan is not None
    arguments = [sys.executable, "-c", COUNT, kind, str(plan), str(MARGINS[kind])]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "34524432316", done.stderr
