"""The process of an experiment on a worker: answer the one question of its caller."""

from dataclasses import asdict

from babieca.processes import Caller
from babieca.reproduce import EXPERIMENTS, Settings

if __name__ == "__main__":
    caller = Caller()
    question = caller.question()
    experiment = EXPERIMENTS[question.pop("name")]
    caller.answer(lambda: [asdict(table) for table in experiment(Settings(**question))])
