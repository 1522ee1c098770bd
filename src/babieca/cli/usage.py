"""`babieca usage BOARD`: how many tours use each move."""

from __future__ import annotations

from typing import Annotated

from babieca.cli.printing import aligned, show, what_was_written
from babieca.cli.progress import note, progress_line
from babieca.cli.words import (
    Json,
    Output,
    QuestionWords,
    Roomy,
    Scratch,
    asking,
    method,
    refuse,
    tours_of,
)
from babieca.drawing import draw_usage
from babieca.drawing.picture import picture_format
from babieca.errors import BadInputError
from babieca.formats import answers
from babieca.verbs.usage import METHODS


class UsageWords(Roomy, total=False):
    """What `usage` takes besides the question."""

    method: Annotated[str, method(METHODS)]
    scratch: Scratch


def usage(
    asked: QuestionWords,
    words: UsageWords,
    square: Annotated[str | None, asking("SQUARE", "Pairs of moves at it instead.")] = None,
    as_json: Json = False,
    output: Output | None = None,
) -> None:
    """Print, for each move of the board, how many tours use it, the most used first.

    With --square: for each two moves at that square, how many closed tours use both. With
    --output: a heat map of the moves, as .svg, .pdf, .png, .gif or .webp.

    Examples:
    - `babieca usage 6x6`
    - `babieca usage 6x6 --square c3`
    - `babieca usage 6x6 -o usage.svg`
    - `babieca usage 7x8 --path --memory 800M --threads 2 --scratch /tmp`
    """
    if square is not None:
        refuse(asked, "--square", "start", "end")
        refuse(words, "--square", "method")
        asked["start"] = square
    tours = tours_of(asked)
    board = tours.question.board
    if output is not None:
        if square is not None or as_json or board is None:
            raise BadInputError("--output draws moves of a board: leave --square and --json out")
        # Before the count, which may take long: what cannot be drawn is refused at once.
        picture_format(output)
    with progress_line() as progress:
        if square is None:
            table = tours.usage(**words, progress=progress)
        else:
            table = tours.count_by("edge-pair", **words, progress=progress)
    if output is not None and board is not None:
        draw_usage(board, table).save(output)
        note(what_was_written(output))
        return
    text = aligned(answers.named(tours.question, answers.most_first(table)))
    show(answers.used(tours.question, table), text, as_json)
