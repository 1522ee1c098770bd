"""An experiment in a process of its own, which can be killed whatever it is computing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from babieca.errors import BabiecaError
from babieca.processes import Caller, Process, ProcessDiedError, RefusedError
from babieca.reproduce.experiments import Settings, Table

SECONDS_BETWEEN_POLLS = 0.2


def run_in_process(
    name: str, settings: Mapping[str, Any], poll: Callable[[], object]
) -> list[Table]:
    """Run an experiment; `poll` is called five times a second and stops it by raising."""
    try:
        records = json.loads(asyncio.run(_ask({"name": name, **settings}, poll)))
    except ProcessDiedError:
        raise BabiecaError(f"the process of experiment {name} died") from None
    except RefusedError as refusal:
        error = BabiecaError(str(refusal))
        error.code = refusal.code
        raise error from None
    return [Table(**record) for record in records]


async def _ask(question: Mapping[str, Any], poll: Callable[[], object]) -> bytes:
    process = await Process.start(__name__)
    try:
        asking = asyncio.create_task(process.ask(question))
        while not asking.done():
            await asyncio.wait([asking], timeout=SECONDS_BETWEEN_POLLS)
            poll()
        return asking.result()
    finally:
        await process.end()


def main() -> None:
    """Run the experiment that the caller asks for."""
    from babieca.reproduce import EXPERIMENTS

    caller = Caller()
    question = caller.question()
    experiment = EXPERIMENTS[question.pop("name")]
    caller.answer(lambda: [asdict(table) for table in experiment(Settings(**question))])


if __name__ == "__main__":
    main()
