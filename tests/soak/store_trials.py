"""A trial of damaged stores: an answer from a damaged file is the right one, or it is refused."""

from __future__ import annotations

import contextlib
import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from babieca import Board, Limits, Tours
from babieca.engines.ledger import append_line, known_from, question_of, read_ledger, residue_lines
from babieca.engines.protocol import Counted
from babieca.engines.search.steps import count_by_steps
from babieca.engines.search.visiting import count_visited
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import Residue, SweepTask
from babieca.errors import BadInputError, ContradictionError, NotFoundError
from babieca.questions import Question
from babieca.reproduce.experiments import Part, Settings, Table
from babieca.reproduce.report import finished_part
from babieca.tasks import TaskLog
from babieca.verbs.sequence import Sequence
from babieca.web.history import History
from tests.soak.damage import changed
from tests.soak.trials import Totals, expect

SIX = Tours(Board(6, 6))


@dataclass(frozen=True)
class Store:
    """How a store is written, and how it is asked; `partial`: it may say less than it knew."""

    write: Callable[[Path], object]
    ask: Callable[[Path], Any]
    partial: bool = False


def _atlas(folder: Path) -> list[Any]:
    loaded = Tours.load(folder)
    return [loaded.question, *(tuple(loaded.unrank(number)) for number in (0, 4000, 9861))]


def _write_residues(folder: Path) -> None:
    moduli = [2**63 - 25, 2**63 - 165, 2**61 - 1]
    for line in residue_lines(question_of("closed 6x6"), moduli, Limits(), None, "0.3"):
        append_line(folder / "residues.jsonl", line)


def _residues(folder: Path) -> dict[str, int]:
    known = known_from(read_ledger(folder / "residues.jsonl"))
    return {one.question: one.value for one in known if one.is_result}


def _search(count: Callable[[Question, Limits], Counted], question: Question) -> Store:
    def ask(folder: Path, seconds: float | None = None) -> int:
        limits = replace(Limits.of(timeout=seconds, threads=1), checkpoint=folder / "all")
        return int(count(question, limits).value)

    def write(folder: Path) -> None:
        seconds = 0.001
        while not (folder / "all").exists():
            with contextlib.suppress(NotFoundError):
                ask(folder, seconds)
            seconds *= 1.5 if seconds < 1 else 0.001

    return Store(write, ask)


def _tasks() -> dict[SweepTask, Residue]:
    plan = CountPlan(Question.ask(Board(6, 6)), tuple(range(36)))
    return {SweepTask(plan, 2**k): Residue(2**k, k, True, 5, 100) for k in (8, 16, 32)}


def _write_log(folder: Path) -> None:
    TaskLog(folder).enter([(task, answer, 1.0, "worker") for task, answer in _tasks().items()])


def _log(folder: Path) -> dict[str, int]:
    return {key: answer.value for key, answer in TaskLog(folder).find([*_tasks()]).items()}


def _write_history(folder: Path) -> None:
    history = History(folder / "history.jsonl")
    for board in ("5x6", "6x6"):
        words = {"question": {"board": board}}
        job = history.add("count", words, f"closed tours of {board}", 2**20, None)
        result = json.dumps({"value": str(Tours(board).count())})
        history.change(job, state="done", ended=job.created + 1, result=result)


def _history(folder: Path) -> dict[str, str]:
    history = History(folder / "history.jsonl")
    results = {job.words["question"]["board"]: history.result(job.id) for job in history.ended()}
    return {board: result for board, result in results.items() if result is not None}


def _report(folder: Path) -> list[Any]:
    part = Part("one", "Paper", lambda settings: [Table("T", ["ours"], [[9862], ["8"]])])
    settings = Settings()
    found = finished_part(part, folder, settings, lambda: part.run(settings), "1")
    return [*found["tables"]]


def _kept(ask: Callable[[Path], Any], **choices: Any) -> Store:
    return Store(ask, ask, **choices)


STORES: dict[str, Store] = {
    "atlas": Store(lambda folder: SIX.save(folder), _atlas),
    "ledger": Store(_write_residues, _residues, partial=True),
    "sequence": _kept(lambda folder: Sequence(4, "path").terms(40, checkpoint=folder).values),
    "table": _kept(lambda folder: dict(Tours("5x6").count_by("slope:2", checkpoint=folder))),
    "search": _search(count_visited, Question.ask(Board(6, 7))),
    "steps": _search(count_by_steps, Question.ask(Board(6, 6), at="c3=9")),
    "task log": Store(_write_log, _log, partial=True),
    "history": Store(_write_history, _history, partial=True),
    "report": _kept(_report),
}


def stores(chance: random.Random, totals: Totals, number: int = 12) -> None:
    """Damage a store in one place: it is refused, or the answer is right."""
    name, store = chance.choice([*STORES.items()])
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        store.write(folder)
        files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files = {path: whole for path, whole in files.items() if whole}
        wanted = store.ask(folder)
        for _ in range(number):
            for path in folder.rglob("*"):
                if path.is_file() and path not in files:
                    path.unlink()
            for path, whole in files.items():
                path.write_bytes(whole)
            path, whole = chance.choice([*files.items()])
            path.write_bytes(new := changed(whole, chance))
            try:
                found = store.ask(folder)
            except (BadInputError, ContradictionError):
                totals[f"{name}: refused"] += 1
                continue
            if store.partial:
                found = wanted | found
            expect(found, wanted, f"{name} with a damaged {path.name}", new[:2000])
            totals[f"{name}: right"] += 1
