"""Refusals if no plan fits: the needs of a count, and the plans that would fit other machines."""

from dataclasses import replace
from typing import Any

from babieca import _core
from babieca.engines.sweep.count_plan import CountPlan, Machine, Place, bits_for
from babieca.engines.sweep.gpu.gpus import Gpu
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.plans import BYTES_PER_STATE, fewest_states, gpu_plans, plans
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError, quantity
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, human_bytes
from babieca.progress import human_seconds
from babieca.questions import Question

H200 = Gpu(EmulatedMachine, 150_000_000_000, name="an H200")
"""The GPU that a refusal offers."""


def refusal(question: Question, limits: Limits, machine: Machine, **choices: Any) -> BadInputError:
    ready = prepare(question, limits, choices.get("order"), mirror=choices.get("mirror"))
    if ready.plan is None:
        least = fewest_states(question) * BYTES_PER_STATE
        if least > limits.budget:
            return BadInputError(
                f"a sweep of {question.graph} needs at least {human_bytes(least)} of memory; the "
                f"budget is {human_bytes(limits.budget)}; a shorter side of at most "
                f"{_core.usual_block_slots // 2} needs less: plan estimates it"
            )
        return BadInputError(f"no plan counts {question}")
    if machine.gpu is not None:
        bits = choices.get("counter_bits") or 8
        if moduli := choices.get("moduli"):
            bits = max(bits_for(modulus, gpu=True) for modulus in moduli)
        return BadInputError(machine.gpu.refusal(ready.plan, bits))

    def others(place: Place = "memory", **changed: Any) -> list[CountPlan]:
        other = replace(machine, **{"disk": None, "begun": frozenset(), **changed})
        found = plans(question, limits, other, method="blocks")
        found = [plan for plan in found if plan.place in (place, "cluster")]
        return sorted(found, key=lambda plan: -plan.counter_bits)

    on_disk = others("scratch", disk=MOST_BYTES)
    if machine.disk is not None and on_disk:
        return BadInputError(
            f"{human_bytes(on_disk[-1].disk_bytes)} of disk are needed in {limits.scratch}; "
            f"{human_bytes(machine.disk)} are free"
        )
    unlimited, alone = others(memory=MOST_BYTES), others(memory=MOST_BYTES, threads=1)
    bits = choices.get("counter_bits") or unlimited[-1].counter_bits
    needed = next(plan for plan in unlimited if plan.counter_bits == bits)
    fitting = others() + (others(threads=1) if machine.threads > 1 else [])
    fitting.sort(key=lambda plan: -plan.counter_bits)
    text = (
        f"counting by blocks needs {human_bytes(needed.bytes)} with {bits}-bit counters; the "
        f"budget is {human_bytes(machine.memory)}; "
        f"{'what would fit' if fitting else 'the least is'}: "
        + ", or ".join(_described(plan) for plan in fitting[:2] or alone[-1:])
    )
    if machine.disk is None:
        on_disk = on_disk or others("scratch", disk=MOST_BYTES, threads=1)
    else:
        on_disk = others("scratch", disk=MOST_BYTES, memory=MOST_BYTES, threads=1)[-1:]
    for plan in on_disk[:1]:
        text += f", or with scratch: {human_bytes(plan.disk_bytes)} of disk and {_described(plan)}"
        text += " plus the time of the disk" if limits.scratch is None else ""
    for plan in list(gpu_plans(ready, machine, H200))[-1:]:
        text += (
            f", or device cuda: {human_bytes(plan.bytes)} with {plan.counter_bits}-bit counters, "
            f"about {human_seconds(plan.seconds())} on {H200.name}"
        )
    if not machine.cluster:
        seconds = unlimited[0].seconds(quickly=True) / unlimited[0].sweeps
        text += (
            f", or cluster: {human_bytes(unlimited[0].bytes)} of each machine, about "
            f"{human_seconds(seconds)} a sweep"
        )
    return BadInputError(text)


def _described(plan: CountPlan) -> str:
    threads = quantity(plan.threads, "thread")
    return (
        f"{human_bytes(plan.bytes)} with {plan.counter_bits}-bit counters and {threads}, about "
        f"{human_seconds(plan.seconds(quickly=True))}"
    )
