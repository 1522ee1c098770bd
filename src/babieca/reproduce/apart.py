"""An experiment in a process of its own: it tells nobody how far it is, and ends when it must.

The process reads a line of JSON, the name and the settings, and writes what came of it, pickled. It
ends with its standard input, and so with whoever asked for it, whatever it is doing.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, cast

from babieca.errors import BabiecaError
from babieca.reproduce.experiments import Experiment, Settings, Table

PROGRAM = "from babieca.reproduce.apart import main; main()"
SECONDS_BETWEEN = 0.2
"""Two looks whether the experiment is still wanted."""


def run_apart(name: str, settings: Mapping[str, Any], look: Callable[[], object]) -> list[Table]:
    """Run an experiment elsewhere on this machine; `look` ends it by raising anything."""
    answer: list[bytes] = []
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        output = process.stdout
        reading = threading.Thread(target=lambda: answer.append(output.read()), daemon=True)
        try:
            process.stdin.write(json.dumps({"name": name, **settings}).encode() + b"\n")
            process.stdin.flush()
            reading.start()
            while reading.is_alive():
                reading.join(SECONDS_BETWEEN)
                look()
        finally:
            process.kill()
    if not answer or not answer[0]:
        raise BabiecaError(f"the process of experiment {name} died")
    found = pickle.loads(answer[0])
    if isinstance(found, BabiecaError):
        raise found
    return cast(list[Table], found)


def main() -> None:
    """Answer one question, inside the process."""
    from babieca.reproduce import EXPERIMENTS

    # Whatever else is printed must not be taken for an answer.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    experiment: Experiment = EXPERIMENTS[asked.pop("name")]
    try:
        found: object = experiment(Settings(**asked))
    except BabiecaError as error:
        found = error
    with answer:
        pickle.dump(found, answer)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)
