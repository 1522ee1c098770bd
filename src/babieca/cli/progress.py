"""A line on standard error that shows how far long work is; nothing where nobody looks."""

from __future__ import annotations

import bisect
import contextlib
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Sequence


@contextlib.contextmanager
def progress_line(
    sizes: Sequence[int] | None = None,
) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function to call with (done, total), or None when standard error is no terminal.

    `sizes` are the counters of each layer: they tell which step a number of counters belongs to.
    """
    if not sys.stderr.isatty():
        yield None
        return
    ends = list(itertools.accumulate(sizes or []))
    began = time.monotonic()
    shown = 0.0

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < 0.2 or now - began < 0.5:
            return
        shown = now
        line = describe(done, total, now - began)
        if ends and ends[-1] == total:
            line = f"step {min(bisect.bisect(ends, done), len(ends) - 1)}/{len(ends) - 1} {line}"
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def describe(done: int, total: int, seconds: float) -> str:
    """Return share, rate and time left as text; without a total, what is done and how fast.

    >>> describe(25_000_000, 100_000_000, 10.0)
    '[######------------------]  25%  2.5e+06/s  30 s left'
    >>> describe(5000, 0, 2.0)
    '5,000 so far  2.5e+03/s'
    """
    rate = done / seconds if seconds else 0.0
    if not total:
        return f"{done:,} so far  {rate:.1e}/s"
    share = min(done / total, 1.0)
    bar = "#" * int(24 * share)
    left = f"{(total - done) / rate:.0f} s left" if rate else "starting"
    return f"[{bar:-<24}] {share:4.0%}  {rate:.1e}/s  {left}"
