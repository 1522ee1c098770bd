"""Progress of long work, as a share of the whole.

Engines report in their own units (counters, steps, squares entered). A `Meter` converts each report
into a share of the whole question, which never decreases, and enforces the time limit.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta

from babieca.errors import NotFoundError
from babieca.reasons import Reason


@dataclass(frozen=True, slots=True)
class Progress:
    """The share of the work that is done, from 0 to 1; None if the whole is not known.

    `seconds_left` is extrapolated from the speed so far; None if there is no speed yet. `text`
    names the current part of the work.

    >>> told = Progress(share=0.25, seconds=10.0, seconds_left=30.0, text="modulus 1")
    >>> f"{told.share:.0%}, {told.seconds_left:g} s left"
    '25%, 30 s left'
    """

    share: float | None
    seconds: float
    seconds_left: float | None
    text: str


Listener = Callable[[Progress], object]
"""A function that is called several times a second."""

Listening = Listener | bool | None
"""A listener, or True for a line on standard error."""

Report = Callable[[int, int], None]
"""A report of the core: (done, total) in its own units; total is 0 if it is not known."""

_BETWEEN = 0.2
_BAR = 24


def at_intervals(seconds: float, listener: Listener) -> Listener:
    """Return a listener that passes on only reports that come `seconds` after the last one.

    >>> tell = at_intervals(60.0, lambda progress: print(progress.text))
    >>> for text in ("one", "two"):
    ...     tell(Progress(None, 0.0, None, text))
    one
    """
    last = -seconds

    def tell(progress: Progress) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= seconds:
            last = now
            listener(progress)

    return tell


def human_seconds(seconds: float) -> str:
    """Write a time for people.

    >>> human_seconds(0.0713), human_seconds(75), human_seconds(200_000)
    ('0.071 s', '0:01:15', '2 days, 7:33:20')
    """
    if seconds < 60:
        return f"{seconds:.2g} s"
    days, rest = divmod(round(seconds), 24 * 60 * 60)
    time = str(timedelta(seconds=rest))
    return Reason("days_and_time", days=days, time=time) if days else time


def describe(progress: Progress) -> str:
    """Return share, text and time left; if the share is not known, text and time so far.

    If the share is not known, `seconds_left` is the time until the timeout.

    >>> describe(Progress(0.25, 10.0, 30.0, "modulus 1"))
    '[######------------------]  25%  modulus 1, 30 s left'
    >>> describe(Progress(None, 75.0, None, "5,000 so far"))
    '5,000 so far, after 0:01:15'
    >>> describe(Progress(None, 3.0, 57.0, "5,000 so far"))
    '5,000 so far, after 3 s of 0:01:00'
    """
    left, time_told = progress.seconds_left, ""
    if progress.share is None:
        bar = ""
        time_told = Reason("after_time", time=human_seconds(progress.seconds))
        if left is not None:
            most = human_seconds(progress.seconds + left)
            time_told = Reason("of_time", text=time_told, most=most)
    else:
        bar = f"[{'#' * int(_BAR * progress.share):-<{_BAR}}] {progress.share:4.0%}  "
        if left is not None:
            time_told = Reason("time_left", time=human_seconds(left))
    return bar + ", ".join(filter(None, (progress.text, time_told)))


class Line:
    """The listener of `progress=True`: a line on standard error that is overwritten.

    It uses carriage returns, which work in terminals and notebooks. It erases itself when it is
    deleted. Work of less than 0.2 s shows no line.

    >>> Line()(Progress(0.5, 1.0, 1.0, ""))
    """

    def __init__(self) -> None:
        self._shown, self._last = time.monotonic(), ""

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._shown >= _BETWEEN:
            self._write(describe(progress))
            self._shown = now

    def __del__(self) -> None:
        if self._last:
            self._write("")

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r{line:<{len(self._last)}}" + ("" if line else "\r"))
        sys.stderr.flush()
        self._last = line


class Meter:
    """Converts the reports of the engines that work on one question.

    >>> seen = []
    >>> meter = Meter(seen.append)
    >>> for report in (meter.part(0.0, 0.5, "one"), meter.part(0.5, 1.0, "two")):
    ...     report(1, 4)
    ...     report(4, 4)
    >>> [told.share for told in seen]
    [0.125, 0.5, 0.625, 1.0]
    """

    def __init__(
        self, listener: Listener | None = None, timeout: float | None = None, began: float = 0.0
    ) -> None:
        self._listener = listener
        self._timeout = timeout
        self._began = began or time.monotonic()
        self._share = 0.0
        self._first: tuple[float, float] | None = None  # share and time of the first report

    def part(self, begin: float, end: float, text: str = "", *, timed: bool = True) -> Report:
        """Return the function that an engine reports to during the work between two shares.

        With `timed=False` the engine keeps the time limit itself.
        """

        def report(done: int, total: int) -> None:
            share = begin + (end - begin) * min(done / total, 1.0) if total > 0 else None
            so_far = text
            if total <= 0:
                so_far = Reason("number_done", text=text or None, count=f"{done:,}")
            self._tell(share, so_far, timed)

        return report

    def _tell(self, share: float | None, text: str, timed: bool) -> None:
        now = time.monotonic()
        if share is not None:
            self._share = max(self._share, share)
        if timed and self._timeout is not None and now - self._began > self._timeout:
            reached: str = text or Reason("nothing_reached")
            if share is not None:
                reached = Reason("share_done", share=round(100 * self._share))
            seconds = f"{self._timeout:g}"
            raise NotFoundError("not_decided", seconds=seconds, reached=reached)
        if self._listener is None:
            return
        left = None
        if share is not None:
            if self._first is None:
                self._first = (self._share, now)
            gained, spent = self._share - self._first[0], now - self._first[1]
            if gained > 0 and spent > 0:
                left = (1.0 - self._share) * spent / gained
        known = None if share is None else self._share
        self._listener(Progress(known, now - self._began, left, text))


_STOP: ContextVar[Report | None] = ContextVar("stop", default=None)


@contextlib.contextmanager
def stopped_by(report: Report) -> Iterator[None]:
    """Let the core call `report` several times a second in this thread until the block ends.

    Ctrl-C reaches only the main thread. In other threads an exception that `report` raises stops
    the work, even work without progress, such as the search for a retirement order.

    >>> with stopped_by(print):
    ...     stop_report() is print
    True
    >>> stop_report() is None
    True
    """
    before = _STOP.set(report)
    try:
        yield
    finally:
        _STOP.reset(before)


def stop_report() -> Report | None:
    """Return the function that the core calls in this thread; None in the main thread."""
    return _STOP.get()
