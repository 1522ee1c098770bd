"""`babieca plan`: what each verb and method would take, as text."""

from __future__ import annotations

from collections.abc import Iterator

from babieca.cli.printing import show
from babieca.cli.words import JsonWords
from babieca.engines.costs import OnGpu, Plan
from babieca.engines.protocol import Estimate
from babieca.errors import quantity
from babieca.formats import answers
from babieca.formats.answers import name_of
from babieca.memory import human_bytes
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.verbs.plan import PlanWords

_NAMES_SHOWN = 40


def plan(tours: Tours, words: PlanWords, shown: JsonWords) -> None:
    """Show what each verb and method would take, and the sweep in detail; count nothing.

    Examples:
    - `babieca plan 8x8`
    - `babieca plan 8x32 --path --memory 8G`
    - `babieca plan 9x10 --scratch /tmp`
    - `babieca plan 9x10 --device cuda`
    - `babieca plan 8x8 --by slope:2`
    """
    found = tours.plan(**words)
    show(answers.planned(found), "\n".join(_plan_lines(found)), shown)


def _plan_lines(found: Plan) -> Iterator[str]:
    names = [name_of(found.question, square) for square in found.order]
    yield f"question    {found.question}"
    if found.refutation is not None:
        yield f"answer      0: {found.refutation}"
        return
    yield f"order       {' '.join(names[:_NAMES_SHOWN])}{' …' if len(names) > _NAMES_SHOWN else ''}"
    yield f"slots       {found.slots}"
    if found.counters is None:
        yield "counters    too wide for blocks; the sparse method keeps only states reached"
    else:
        yield f"counters    {found.total_counters:,} in all, {found.peak_counters:,} at the peak"
        if found.mirrored:
            yield "mirror      half of each layer is kept, in mirrored pairs of squares"
        for bits in found.usable_bits:
            one = human_bytes(found.bytes_needed(counter_bits=bits) or 0)
            time = human_seconds(found.estimated_seconds(counter_bits=bits) or 0.0)
            yield f"memory      {one} with counters of up to {bits} bits, about {time}"
        for bits in found.usable_bits:
            through = found.through_scratch(counter_bits=bits)
            if through is not None:
                yield (
                    f"scratch     {human_bytes(through.disk_bytes)} of disk and "
                    f"{human_bytes(through.memory_bytes)} of memory with counters of up to {bits} "
                    f"bits, about {human_seconds(through.estimated_seconds)}"
                )
        yield f"sweeps      {found.sweeps} with counters of up to {found.counter_bits} bits"
    if found.gpu is not None:
        yield f"GPU         {_on_gpu(found.gpu)}"
    if (table := found.table) is not None:
        sweeps = quantity(table.evaluations * table.primes, "weighted sweep")
        cost = Estimate(table.bytes or None, table.seconds, disk_bytes=table.disk_bytes or None)
        yield f"table       at most {sweeps}: {_sentence(cost)}"
    yield "\nverb    method         takes"
    for verb, methods in found.estimates.items():
        for method, estimate in methods.items():
            yield f"{verb:<7} {method:<14} {_sentence(estimate)}"
    yield "\nstep  retires    slots  bytes  counters"
    widths = found.widths
    for step, name in enumerate(names, start=1):
        size = width = ""
        if found.counters is not None and widths is not None and found.stored is not None:
            passed = "" if found.stored[step] else " passed through"
            size, width = f"{found.counters[step]:,}{passed}", str(widths[step])
        yield f"{step:>4}  {name:<9}  {found.occupied[step]:>5}  {width:>5}  {size}".rstrip()
    if found.question.board is not None and found.question.board.dimensions == 2:
        yield "\nthe widest frontier (# retired, letters and digits: slots, . not yet met):"
        yield found.picture()


def _on_gpu(cost: OnGpu | str) -> str:
    if isinstance(cost, str):
        return f"refused: {cost}"
    host = f" and {human_bytes(cost.host_bytes)} of the host" if cost.host_bytes else ""
    time = cost.estimated_seconds
    speed = "" if time is None else f", about {human_seconds(time)} at the speed of an H200"
    return (
        f"{cost.device}: {human_bytes(cost.gpu_bytes)}{host} with counters of {cost.counter_bits} "
        f"bits, {cost.together} of {quantity(len(cost.moduli), 'modulus', 'moduli')} at once{speed}"
    )


def _sentence(estimate: Estimate) -> str:
    if estimate.refusal:
        return f"refused: {estimate.refusal}"
    size, disk, time = estimate.bytes, estimate.disk_bytes, estimate.seconds
    parts = [] if size is None else [human_bytes(size)]
    parts += [] if disk is None else [f"{human_bytes(disk)} of disk"]
    parts += [] if time is None else [f"about {human_seconds(time)}"]
    return ", ".join(parts) or "not known beforehand"
