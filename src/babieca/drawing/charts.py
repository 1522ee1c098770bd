"""Charts of plain data with matplotlib: growth, fractions, studies, success rates, benchmarks."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from babieca.drawing.picture import Showable
from babieca.errors import BadInputError, shown
from babieca.palette import PAPER
from babieca.reasons import Reason
from babieca.showing import Totals

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "pdf", "png")
# Fixed, so that the same data gives the same file.
_SETTINGS: Any = {"svg.hashsalt": "babieca", "svg.fonttype": "none", "font.family": "sans-serif"}
_NO_DATES: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


@dataclass(frozen=True)
class Chart(Showable):
    """A finished chart; `figure` is the matplotlib figure, which may be changed."""

    title: str
    figure: Figure = field(repr=False)

    def data(self, format: str) -> bytes:
        import matplotlib

        if format not in FORMATS:
            raise BadInputError("cannot_write_as", format=shown(format), names=[*FORMATS])
        file = io.BytesIO()
        with matplotlib.rc_context(_SETTINGS):
            self.figure.savefig(file, format=format, dpi=150, metadata=_NO_DATES.get(format))
        return file.getvalue()


def growth_chart(
    steps: Sequence[int],
    rates: Sequence[float],
    *,
    title: str = "Growth rate of the number of paths, by move",
    fit: bool = True,
) -> Chart:
    """Draw growth rates by step with the parabola of least squares (figure 2 of Bañón).

    >>> growth_chart([1, 2, 3, 63], [5.0, 4.8, 4.6, 1.0]).title
    'Growth rate of the number of paths, by move'
    """
    _same_length(steps, rates)
    figure, axes = _new(title, "move", "paths of n moves / paths of n − 1 moves")
    if fit and len(set(steps)) >= 3:
        parabola = np.polynomial.Polynomial.fit(np.asarray(steps), np.asarray(rates), 2)
        along = np.linspace(min(steps), max(steps), 200)
        low, middle, high = parabola.convert().coef
        label = f"{low:.3f} {middle:+.4f} n {high:+.6f} n²"
        axes.plot(along, parabola(along), color=_colour(4, 5), linewidth=1.6, label=label)
        axes.legend(frameon=False)
    axes.plot(steps, rates, "o", color=_colour(0, 5), markersize=4.5)
    return Chart(title, figure)


def fractions_chart(
    labels: Sequence[str], counts: Sequence[int], *, title: str = "Closed tours by fraction"
) -> Chart:
    """Draw one bar for each fraction of a count (figures 10 and 11 of Bañón).

    >>> fractions_chart(["1", "2"], [3, 4]).title
    'Closed tours by fraction'
    """
    _same_length(labels, counts)
    figure, axes = _new(title, "fraction", "tours", width=max(6.4, 0.3 * len(labels)))
    values = [float(count) for count in counts]
    most = max(values, default=1.0) or 1.0
    axes.bar(range(len(labels)), values, color=_shades(v / most for v in values), width=0.78)
    axes.set_xticks(range(len(labels)), labels, rotation=90 if len(labels) > 12 else 0)
    return Chart(title, figure)


def totals_chart(table: Totals, *, title: str = "") -> Chart:
    """Draw how many tours have each total, as bars; of several columns, one group for each total.

    >>> from babieca import Tours
    >>> totals_chart(Tours("5x6").count_by("slope:2")).title
    'Closed tours of 5x6 by slope 2'
    """
    rows = table.rows()
    seen = [total for row in rows for total in row[:-1]]
    labels = range(min(seen, default=0), max(seen, default=0) + 1)
    series: dict[str, list[float]] = {name: [0.0] * len(labels) for name in table.columns}
    for *totals, tours in rows:
        for name, total in zip(table.columns, totals, strict=True):
            series[name][total - labels.start] += tours
    text = str(table.question)
    names = [*table.columns]
    if len({name.rpartition(" ")[0] for name in names}) == 1:  # slope 2, -2, …
        names[1:] = [name.rpartition(" ")[2] for name in names[1:]]
    usual = Reason("tours_by", tours=f"{text[:1].upper()}{text[1:]}", names=names)
    return bars_chart([*map(str, labels)], series, title=title or usual, unit=Reason("tours_axis"))


def bars_chart(
    labels: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    title: str,
    unit: str = "",
    logarithmic: bool = False,
) -> Chart:
    """Draw groups of bars, one bar per series.

    >>> bars_chart(["5x5"], {"with": [1], "without": [3]}, title="Nodes").title
    'Nodes'
    """
    _same_length(labels, *series.values())
    count = max(len(series), 1)
    figure, axes = _new(title, "", unit, width=max(6.4, min(0.25 * len(labels) * count, 12.8)))
    for at, (name, values) in enumerate(series.items()):
        positions = np.arange(len(labels)) + (at - (count - 1) / 2) * 0.8 / count
        heights = [float(value) for value in values]
        axes.bar(positions, heights, width=0.8 / count * 0.94, color=_colour(at, count), label=name)
    axes.set_xticks(range(len(labels)), labels, rotation=90 if len(labels) > 16 else 0)
    if logarithmic:
        axes.set_yscale("log")
    if len(series) > 1:
        figure.legend(frameon=False, loc="outside upper right", ncols=len(series))
    return Chart(title, figure)


def success_chart(
    labels: Sequence[str],
    successes: Sequence[int],
    trials: Sequence[int],
    *,
    title: str = "Success rates",
) -> Chart:
    """Draw shares of success with their 95 % intervals (Wilson 1927).

    >>> success_chart(["8x8"], [90], [100]).title
    'Success rates'
    """
    _same_length(labels, successes, trials)
    for won, tried in zip(successes, trials, strict=True):
        if not 0 <= won <= tried or tried == 0:
            raise BadInputError("no_rate", won=won, tried=tried)
    figure, axes = _new(title, "", "share of runs that end in a tour")
    rates = np.array(successes) / np.array(trials)
    bounds = [wilson(won, tried) for won, tried in zip(successes, trials, strict=True)]
    low, high = np.array(bounds).reshape(-1, 2).T
    errors = np.maximum([rates - low, high - rates], 0)
    positions = range(len(labels))
    axes.bar(positions, rates, color=_shades((0.3 + 0.7 * rates).tolist()), width=0.7)
    axes.errorbar(positions, rates, errors, fmt="none", ecolor=PAPER.ink, capsize=3, lw=1)
    axes.set_xticks(positions, labels)
    axes.set_ylim(0, 1.05)
    return Chart(title, figure)


def wilson(successes: int, trials: int, *, z: float = 1.96) -> tuple[float, float]:
    """Return the interval of Wilson for a share.

    >>> [round(bound, 3) for bound in wilson(90, 100)]
    [0.826, 0.945]
    """
    share, square = successes / trials, z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    reach /= 1 + square / trials
    return middle - reach, middle + reach


def _new(title: str, along: str, up: str, *, width: float = 6.4) -> tuple[Figure, Axes]:
    """Return an empty chart without a frame, with a pale grid and the names of its axes."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInputError("needs_package", packages="matplotlib") from None
    figure = Figure(figsize=(min(width, 24.0), 3.8), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(PAPER.frame)
    axes.tick_params(colors=PAPER.ink, labelsize=8, color=PAPER.frame)
    axes.grid(axis="y", color=PAPER.dark_square)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=PAPER.ink, fontsize=11, pad=14)
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    return figure, axes


def _same_length(labels: Sequence[Any], *columns: Sequence[Any]) -> None:
    for values in columns:
        if len(labels) != len(values):
            raise BadInputError("values_for_labels", values=len(values), labels=len(labels))


def _colour(at: int, count: int) -> str:
    steps = max(count - 1, 4)
    return PAPER.colours(steps + 1)[round(at * steps / max(count - 1, 1))]


def _shades(shares: Iterable[float]) -> list[str]:
    """Return a stronger colour for a larger share."""
    ramp = PAPER.colours(64)
    return [ramp[63 - round(min(max(share, 0.0), 1.0) * 63)] for share in shares]
