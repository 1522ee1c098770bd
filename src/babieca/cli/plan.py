"""`babieca plan BOARD`: what a count will take."""

from __future__ import annotations

from typing import Any

from babieca import counting
from babieca.cli.common import (
    BoardText,
    End,
    Holes,
    Json,
    Leaper,
    Start,
    Wrap,
    build_board,
    print_json,
)
from babieca.cli.count import Avoiding, Kind, Threads, Through
from babieca.counting import SweepPlan
from babieca.memory import human_bytes


def plan(
    board: BoardText,
    kind: Kind = "closed",
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    threads: Threads = None,
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Show the order of retirement, slots, counters, bytes and estimated time; count nothing.

    Example: `babieca plan 8x8 --kind path`.
    """
    place = build_board(board, leaper, wrap, holes)
    found = counting.plan(
        place, kind, start=start, end=end, through=through, avoiding=avoiding, threads=threads
    )
    record = _record(found)
    if as_json:
        print_json(record)
        return
    names = [place.name_of(square) for square in found.order]
    print(f"board       {place}, {kind}")
    print(f"order       {' '.join(names[:40])}{' …' if len(names) > 40 else ''}")
    print(f"slots       {found.slots}")
    if found.counters is None:
        print("counters    too wide for blocks; the sparse method keeps only states reached")
    else:
        print(f"counters    {found.total_counters:,} in all, {found.peak_counters:,} at the peak")
        for bits in (64, 32):
            one = human_bytes(found.bytes_needed(counter_bits=bits) or 0)
            two = human_bytes(found.bytes_needed(counter_bits=bits, in_place=False) or 0)
            print(f"memory      {one} with {bits}-bit counters ({two} if not in place)")
        print(f"time        about {found.estimated_seconds():.2g} s per modulus")
    print("\nstep  retires    slots  counters")
    for step, name in enumerate(names):
        size = "" if found.counters is None else f"{found.counters[step + 1]:,}"
        print(f"{step + 1:>4}  {name:<9}  {found.occupied[step + 1]:>5}  {size}")
    if place.dimensions == 2:
        print("\nthe widest frontier (# retired, letters and digits: slots, . not yet met):")
        print(found.picture())


def _record(found: SweepPlan) -> dict[str, Any]:
    return {
        "board": str(found.graph.board),
        "kind": found.kind,
        "order": [list(square) for square in found.order],
        "slots": found.slots,
        "occupied": found.occupied,
        "counters": found.counters,
        "total_counters": found.total_counters,
        "peak_counters": found.peak_counters,
        "bytes": found.bytes_needed(),
        "estimated_seconds": found.estimated_seconds(),
    }
