"""`babieca plan`: what each verb and method would take, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babieca.cli.printing import show
from babieca.cli.words import JsonWords
from babieca.engines.costs import OnGpu, Plan
from babieca.engines.protocol import Estimate
from babieca.formats import answers
from babieca.formats.answer_texts import facts, in_columns
from babieca.formats.answers import name_of
from babieca.memory import human_bytes
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.reasons import Reason, spoken
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
    yield from facts(_plan_facts(found, names))
    if found.refutation is not None:
        return
    takes: list[tuple[str, ...]] = [(spoken("verb"), spoken("method"), spoken("takes"))]
    for verb, methods in found.estimates.items():
        takes += [(verb, method, _sentence(estimate)) for method, estimate in methods.items()]
    yield f"\n{in_columns(takes, '<<<')}"
    steps = [tuple(map(spoken, ("step", "retires", "slots", "bytes", "counters")))]
    widths = found.widths
    for step, name in enumerate(names, start=1):
        size = width = ""
        if found.counters is not None and widths is not None and found.stored is not None:
            size, width = f"{found.counters[step]:,}", str(widths[step])
            size = size if found.stored[step] else Reason("passed_through", count=size)
        steps.append((str(step), name, str(found.occupied[step]), width, size))
    yield f"\n{in_columns(steps, '><>><')}"
    if found.question.board is not None and found.question.board.dimensions == 2:
        yield f"\n{Reason('widest_frontier')}"
        yield found.picture()


def _plan_facts(found: Plan, names: list[str]) -> Iterator[tuple[str, object]]:
    yield "question", found.question
    if found.refutation is not None:
        yield "answer", f"0: {found.refutation}"
        return
    yield "order", " ".join([*names[:_NAMES_SHOWN], *["…"] * (len(names) > _NAMES_SHOWN)])
    yield "slots", found.slots
    if found.counters is None:
        yield "counters", Reason("counters_too_wide")
    else:
        whole, peak = f"{found.total_counters:,}", f"{found.peak_counters:,}"
        yield "counters", Reason("counters_in_all", all=whole, peak=peak)
        if found.mirrored:
            yield "mirror", Reason("half_of_layers")
        for bits in found.usable_bits:
            memory = human_bytes(found.bytes_needed(counter_bits=bits) or 0)
            time = found.estimated_seconds(counter_bits=bits) or 0.0
            yield "memory", _timed(Reason("with_counters", cost=memory, bits=bits), time)
        for bits in found.usable_bits:
            through = found.through_scratch(counter_bits=bits)
            if through is not None:
                disk, memory = human_bytes(through.disk_bytes), human_bytes(through.memory_bytes)
                cost = Reason("disk_and_memory", disk=disk, bytes=memory)
                counters = Reason("with_counters", cost=cost, bits=bits)
                yield "scratch", _timed(counters, through.estimated_seconds)
        yield "sweeps", Reason("with_counters", cost=found.sweeps, bits=found.counter_bits)
    if found.gpu is not None:
        yield "GPU", _on_gpu(found.gpu)
    if (table := found.table) is not None:
        disk_bytes, sweeps = table.disk_bytes or None, table.evaluations * table.primes
        one = _sentence(Estimate(table.bytes or None, table.seconds, disk_bytes=disk_bytes))
        yield "table", Reason("weighted_sweeps", count=sweeps, cost=one)


def _on_gpu(cost: OnGpu | Reason) -> str:
    if isinstance(cost, Reason):
        return Reason("refused", reason=cost)
    bytes = human_bytes(cost.gpu_bytes)
    if cost.host_bytes:
        bytes = Reason("gpu_and_host", bytes=bytes, host=human_bytes(cost.host_bytes))
    told: Any = {"device": cost.device, "bytes": bytes, "bits": cost.counter_bits}
    text = Reason("gpu_cost", **told, together=cost.together, moduli=len(cost.moduli))
    if cost.estimated_seconds is None:
        return text
    return Reason("speed_of_h200", time=_timed(text, cost.estimated_seconds))


def _timed(text: str, seconds: float) -> str:
    return f"{text}, {Reason('about_time', time=human_seconds(seconds))}"


def _sentence(estimate: Estimate) -> str:
    if estimate.refusal:
        return Reason("refused", reason=estimate.refusal)
    size, disk, time = estimate.bytes, estimate.disk_bytes, estimate.seconds
    parts = [] if size is None else [human_bytes(size)]
    parts += [] if disk is None else [Reason("of_disk", bytes=human_bytes(disk))]
    parts += [] if time is None else [Reason("about_time", time=human_seconds(time))]
    return ", ".join(parts) or Reason("not_known_beforehand")
