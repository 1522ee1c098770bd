"""Weighted sweeps: the sum, over all tours, of the products of the weights of their moves.

Weights are residues of a modulus below 2^63. A `WeightedTask` is a plan, a modulus and the weights;
its answer is the residue of the sum. On a GPU, as many weightings as fit are swept together.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from babieca import _core
from babieca.engines.sweep.count_plan import CountPlan, Machine, within
from babieca.engines.sweep.counting import VERSION, telling
from babieca.engines.sweep.gpu.gpus import Device, residues_on_gpu
from babieca.engines.sweep.plans import SweepMethod, weighted_plans
from babieca.engines.sweep.sweeps import prepare, require_narrow, trivial_answer
from babieca.errors import BadInputError
from babieca.invariants import Image
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.tasks import SMALL, Task, TaskLog, digits

Weights = tuple[int, ...]
"""One weight for each edge of the graph, in the order of `graph.edges()`."""


def weighted_machine(limits: Limits, device: Device | None) -> Machine:
    """Return the machine of weighted sweeps: answers, not layers, are saved, also of a GPU."""
    return Machine.of(replace(limits, checkpoint=None), device)


def weighted_plan(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: SweepMethod = "auto",
    keeps: Callable[[Image], bool] = lambda image: False,
) -> CountPlan:
    """Return the plan of the sweeps of an undirected question; refuse if they do not fit.

    A mirror may be used only if it `keeps` the weights.
    """
    if trivial_answer(question) is not None:
        return CountPlan(question, method="theory")
    require_narrow(question, limits)
    ready = prepare(question, limits, mirror=False if method == "sparse" else None)
    mirror = None
    if ready.mirror and not keeps(np.array(ready.mirror)):
        ready, mirror = prepare(question, limits), False
    if found := weighted_plans(question, limits, machine, method, mirror):
        return found[0]
    layout = ready.block_plan()  # refuses what is too wide
    by_states = method == "sparse" and machine.gpu is None
    needed = _core.fewest_bytes(layout) if by_states else layout.bytes_needed(8, machine.threads)
    sizes = {"needed": human_bytes(needed), "memory": human_bytes(machine.memory)}
    other = None if by_states else "scratch"
    raise BadInputError("weighted_needs", graph=question.graph, other=other, **sizes)


@dataclass(frozen=True)
class WeightedTask(Task[int]):
    """One weighted sweep of a plan modulo one number."""

    plan: CountPlan
    modulus: int
    weights: Weights

    @property
    def key(self) -> str:
        order, weights = (
            hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]
            for numbers in (self.plan.order, self.weights)
        )
        return f"{VERSION}-{self.plan.question.fingerprint}-{order}-{self.modulus:x}-{weights}"

    def bytes_needed(self, limits: Limits) -> int:
        return min(limits.budget, self.plan.bytes or limits.budget, SMALL + self.plan.bytes)

    def weighting(self) -> _core.Weighting:
        """Return the weights as the core takes them."""
        ready = self.plan.ready
        numbers = np.array(self.weights, dtype=np.uint64)
        return _core.Weighting(ready.sweep, ready.question.graph.edges(), numbers, self.modulus)

    def run(self, limits: Limits) -> int:
        """Sweep in memory or through scratch."""
        plan, modulus = self.plan, self.modulus
        if plan.method == "theory":
            return 0
        limits = within("scratch" if plan.place == "scratch" else "memory", limits)
        sweep, weighting, report = plan.ready.sweep, self.weighting(), limits.reporter()
        with telling(plan, limits):
            if plan.method == "sparse":
                found = sweep.count_sparse(modulus, limits.budget, "", 0.0, report, weighting)
                return int(found["residue"])
            record = sweep.count_blocks(
                plan=plan.ready.block_plan(),
                moduli=[modulus],
                threads=limits.workers,
                memory=limits.budget,
                scratch="" if limits.scratch is None else str(limits.scratch),
                weighting=weighting,
                report=report,
            )
            return int(record["residues"][0])

    def to_json(self, answer: int) -> Any:
        return str(answer)

    def from_json(self, record: Any) -> int:
        return digits(record)


def weighted_sums(tasks: Sequence[WeightedTask], limits: Limits, machine: Machine) -> list[int]:
    """Return the answers of tasks with one plan; a checkpoint keeps every answer."""
    log = None if limits.checkpoint is None else TaskLog(limits.checkpoint)
    known = {} if log is None else log.find(tasks)
    left = [task for task in tasks if task.key not in known]
    done = 1 - len(left) / max(1, len(tasks))
    at_once = left[0].plan.together if left and machine.gpu is not None else 1
    groups = [left[begin : begin + at_once] for begin in range(0, len(left), at_once)]

    def work(group: list[WeightedTask], own: Limits) -> list[int]:
        began = time.perf_counter()
        if machine.gpu is None:
            answers = [own.run(task) for task in group]
        else:
            moduli = [task.modulus for task in group]
            weightings = [task.weighting() for task in group]
            ready = group[0].plan.ready
            found = residues_on_gpu(ready, machine.gpu, moduli, 64, own, weightings)
            answers = list(found.residues)
        if log is not None:
            seconds = (time.perf_counter() - began) / len(group)
            log.enter([(*each, seconds, "") for each in zip(group, answers, strict=True)])
        return answers

    found = limits.part(done, 1.0).each(work, groups)
    for group, answers in zip(groups, found, strict=True):
        known |= {task.key: answer for task, answer in zip(group, answers, strict=True)}
    return [known[task.key] for task in tasks]
