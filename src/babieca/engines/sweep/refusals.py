"""Refusals if no plan fits: the needs of a count, and the plans that would fit other machines."""

import functools
from dataclasses import replace
from typing import Any

from babieca import _core
from babieca.engines.sweep.count_plan import CountPlan, Machine, Place
from babieca.engines.sweep.gpu.gpus import Gpu
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.plans import fewest_states, plans
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, human_bytes
from babieca.progress import human_seconds
from babieca.questions import Question
from babieca.reasons import Reason

H200 = Gpu(EmulatedMachine, 150_000_000_000, name="an H200")
"""The GPU that a refusal offers."""


def refusal(question: Question, limits: Limits, machine: Machine, **choices: Any) -> BadInputError:
    ready = prepare(question, limits, choices.get("order"), mirror=choices.get("mirror"))
    if ready.plan is None:
        least = fewest_states(question) * _core.bytes_per_state
        if least > limits.budget:
            return BadInputError(
                "sweep_needs",
                graph=question.graph,
                least=human_bytes(least),
                budget=human_bytes(limits.budget),
                side=_core.usual_block_slots // 2,
            )
        return BadInputError("no_plan", question=question)
    if machine.gpu is not None:
        bits = choices.get("counter_bits") or 8
        if moduli := choices.get("moduli"):
            bits = max(_core.bits_for(modulus % 2**64, gpu=True) for modulus in moduli)
        return BadInputError(machine.gpu.refusal(ready.plan, bits))

    def others(place: Place = "memory", **changed: Any) -> list[CountPlan]:
        other = replace(machine, **{"disk": None, "begun": frozenset(), **changed})
        found = plans(question, limits, other, method="blocks")
        found = [plan for plan in found if plan.place in (place, "cluster")]
        return sorted(found, key=lambda plan: -plan.counter_bits)

    on_disk = others("scratch", disk=MOST_BYTES)
    if machine.disk is not None and on_disk:
        return BadInputError(
            "needs_disk",
            bytes=human_bytes(on_disk[-1].disk_bytes),
            directory=limits.scratch,
            free=human_bytes(machine.disk),
        )
    unlimited, alone = others(memory=MOST_BYTES), others(memory=MOST_BYTES, threads=1)
    bits = choices.get("counter_bits") or unlimited[-1].counter_bits
    needed = next(plan for plan in unlimited if plan.counter_bits == bits)
    fitting = others() + (others(threads=1) if machine.threads > 1 else [])
    fitting.sort(key=lambda plan: -plan.counter_bits)
    offers = [_described(plan) for plan in fitting[:2] or alone[-1:]]
    if machine.disk is None:
        on_disk = on_disk or others("scratch", disk=MOST_BYTES, threads=1)
    else:
        on_disk = others("scratch", disk=MOST_BYTES, memory=MOST_BYTES, threads=1)[-1:]
    for plan in on_disk[:1]:
        offer = Reason("scratch_offer", disk=human_bytes(plan.disk_bytes), plan=_described(plan))
        offers.append(Reason("plus_disk_time", plan=offer) if limits.scratch is None else offer)
    layout: dict[str, Any] = {name: choices.get(name) for name in ("order", "mirror")}
    for plan in plans(question, limits, replace(machine, gpu=H200), **layout)[-1:]:
        told: Any = {"bytes": human_bytes(plan.bytes), "bits": plan.counter_bits}
        time = human_seconds(plan.seconds())
        offers.append(Reason("gpu_offer", **told, time=time, name=H200.name))
    if not machine.cluster:
        seconds = unlimited[0].seconds(quickly=True) / unlimited[0].sweeps
        share = human_bytes(unlimited[0].bytes)
        offers.append(Reason("cluster_offer", bytes=share, time=human_seconds(seconds)))
    return BadInputError(
        "blocks_need" if fitting else "blocks_need_least",
        bytes=human_bytes(needed.bytes),
        bits=bits,
        budget=human_bytes(machine.memory),
        offers=functools.reduce(
            lambda rest, first: Reason("either", first=first, rest=rest), offers[::-1]
        ),
    )


def _described(plan: CountPlan) -> Reason:
    return Reason(
        "plan_offer",
        bytes=human_bytes(plan.bytes),
        bits=plan.counter_bits,
        threads=plan.threads,
        time=human_seconds(plan.seconds(quickly=True)),
    )
