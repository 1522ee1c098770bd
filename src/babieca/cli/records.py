"""Commands that print records: with `--json` as they are, without it as text.

Commands without a function here are made from the table of verbs.
"""

from __future__ import annotations

import csv
import inspect
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Required

from babieca.asking import VERBS, CountOptions, FractionsOptions, Lines, NoWords, Verb
from babieca.boards import Board
from babieca.cli import words as typed
from babieca.cli.printing import read_entries, read_tours, show, wrote
from babieca.cli.progress import note, progress_of
from babieca.cli.words import (
    AskingWords,
    FileWords,
    JsonWords,
    KindFlags,
    PictureWords,
    TablePictureWords,
    TableWords,
    refuse,
)
from babieca.drawing import draw_usage, draw_values
from babieca.drawing.charts import FORMATS as CHART_FORMATS
from babieca.drawing.charts import totals_chart
from babieca.drawing.picture import Picture, picture_format
from babieca.engines.costs import grid_text
from babieca.engines.optima import NAMES
from babieca.engines.refuter import advice_on
from babieca.engines.statistics import is_statistic
from babieca.errors import BadInputError
from babieca.errors import shown as quoted
from babieca.formats import answer_texts, answers
from babieca.formats.answer_texts import aligned, facts, in_columns
from babieca.formats.answers import Record
from babieca.formats.judging import judge
from babieca.graphs import Graph
from babieca.limits import ClusterWords, SeedWords, TimeWords
from babieca.public import Tours
from babieca.questions import Kind, QuestionWords
from babieca.reasons import Reason, spoken
from babieca.reproduce import EXPERIMENTS, Settings, reproduce_all
from babieca.reproduce import reproduce as run
from babieca.showing import Totals
from babieca.verbs.asked import DeviceWords
from babieca.verbs.tables import By, UsageWords
from babieca.words import Word, one_of, split_words

EXIT_CODES = {"yes": 0, "no": 1, "undecided": 3}
LARGEST_TABLE = 26
_limit = partial(Word, panel="Limits")


def plain(verb: Verb) -> typed.Function:
    def command(tours: Tours, words: Any, shown: Any) -> None:
        _answer(verb, tours, words, shown)

    command.__name__, command.__doc__ = verb.name, inspect.cleandoc(verb.help)
    output = JsonWords if verb.table is None else TableWords
    command.__annotations__ |= {"words": verb.words, "shown": output}
    return command


def _answer(
    verb: Verb, tours: Tours, words: Any, shown: Mapping[str, Any], lines: Lines | None = None
) -> None:
    as_json = shown.get("json", False)
    if as_json and "csv" in shown:
        raise BadInputError("different_formats", one="json", other="csv")
    with progress_of(words, as_json) as progress:
        answer = verb.answer(tours, {**words} if verb.silent else {**words, "progress": progress})
        records = [answer] if isinstance(answer, dict) else answer
        if "csv" in shown and verb.table is not None:
            csv.writer(sys.stdout, lineterminator="\n").writerows(verb.table(records))
            return
        for line in map(json.dumps, records) if as_json else (lines or verb.lines)(records):
            print(line)


def exists(tours: Tours, words: NoWords, shown: JsonWords) -> int:
    """Say from theorems alone whether there is such a tour, and why.

    Examples:
    - `babieca exists 4x8`
    - `babieca exists 5x5 --path --start a2`
    """
    verdict = tours.exists()
    _answer(VERBS["exists"], tours, words, shown, lambda records: [str(verdict)])
    return EXIT_CODES[verdict.answer]


def info(graph: Graph, shown: JsonWords) -> None:
    """Describe a board or graph: squares, moves, colours, symmetries, what theory says of tours.

    On small boards in two dimensions it draws the W table: how many moves each square has.

    Examples:
    - `babieca info 8x8`
    - `babieca info 5x5 --wrap all --leaper zebra`
    - `babieca info graph.hcp`
    """
    record, board = answers.described(graph), graph.board
    if shown.get("json"):
        print(json.dumps(record))
        return
    colours = record["colours"]
    told: dict[str, object] = {
        "graph" if board is None else "board": graph,
        **{name: record[name] for name in ("squares", "vertices") if name in record},
        **({} if board is None else {"leaper": ",".join(map(str, board.leaper))}),
        "moves": record["moves"],
        "degrees": ", ".join(
            Reason("count_of", count=count, what=degree) for degree, count in record["degrees"]
        ),
        "colours": Reason("one_and_other", one=colours[0], other=colours[1])
        if colours
        else Reason("none"),
        "connected": Reason("yes" if record["connected"] else "no"),
        **({} if board is None else {"symmetries": ", ".join(map(spoken, record["symmetries"]))}),
        "closed_tour": record["closed"],
        "path": record["path"],
    }
    for line in facts(told.items(), 13):
        print(line)
    if board is not None and board.dimensions == 2 and max(board.sides) <= LARGEST_TABLE:
        degrees = dict(zip(board, map(str, graph.degrees), strict=True))
        print(f"\n{Reason('w_table')}\n{grid_text(board, degrees)}")


def count(tours: Tours, words: CountOptions, shown: TablePictureWords) -> None:
    """Count closed tours (or paths, or open tours) exactly.

    Tours are undirected and labelled: a tour and its mirror image are two, a tour and its reversal
    one. With --by start or first-move, --output draws the table as a heat map, for example in svg;
    with --by slope and other sums over the moves, as a chart in svg, pdf or png.

    Examples:
    - `babieca count 8x8`
    - `babieca count 6x6 --path --start a1`
    - `babieca count 3x5 --wrap all`
    - `babieca count 8x8 --symmetry half-turn`
    - `babieca count 8x8 --up-to symmetry`
    - `babieca count 8x8 --by edge-pair --start d4`
    - `babieca count 5x6 --path --by start -o starts.svg`
    - `babieca count 6x6 --by slope`
    - `babieca count 6x6 --by across:c-d -o across.svg`
    - `babieca count 6x6 --fewest slope:2`
    - `babieca count 6x6 --path --start d3 --by first-move --show-first`
    - `babieca count 6x6 --path --begin 'a1 b3 c5' --by first-move`
    - `babieca count 8x9 --checkpoint saved`
    - `babieca count 8x9 --memory 500M --scratch /tmp`
    - `babieca count 9x10 --cluster tcp://scheduler:8786 --checkpoint saved`
    - `babieca count 9x10 --device auto`
    """
    by = words.get("by")
    drawn = by in ("start", "first-move") or is_statistic(by)
    if "output" in shown and (not drawn or len(shown) > 1):
        raise BadInputError("output_draws_tables")
    if "csv" in shown and by is None:
        raise BadInputError("csv_for_tables")
    if "output" in shown:
        refuse(words, "output", "show_first", "counter_bits", "mirror", *NAMES)
    if "output" in shown and is_statistic(by):
        output = shown["output"]
        if output.suffix.lower().removeprefix(".") not in CHART_FORMATS:
            raise BadInputError("cannot_write_as", format=output.suffix, names=[*CHART_FORMATS])
        with progress_of(words) as progress:
            given: Any = {**words, "progress": progress}
            table = tours.count_by(**given)
        assert isinstance(table, Totals)
        totals_chart(table).save(output)
        note(wrote(output))
        return
    if "output" in shown:
        title = f"{tours.question} by {by}"

        def draw(board: Board, by: By, **words: Any) -> Picture:
            table = tours.count_by(by, **words)
            return draw_values(board, table, title=title[:1].upper() + title[1:])

        _draw(tours, words, shown["output"], draw)
        return

    def lines(records: Iterable[Record]) -> Iterator[str]:
        for record in records:
            if "rows" in record:
                yield from answer_texts.first_move_lines([record])
                return
            if record.get("proof"):
                _note_none(tours, record["proof"]["text"])
            if words.get("device") == "auto" and "method" in record:
                note(f"device auto: {record['method']}")
            if "total" in record:
                word = next(name for name in NAMES if name in words)
                note(Reason("optimum_proved", word=word, total=record["total"]))
            if "columns" in record:
                (*columns, _), *rows = answer_texts.count_rows([record], "table")
                yield in_columns([(*columns, spoken("tours")), *rows])
            else:
                yield aligned(record["table"].items()) if by else record["value"]

    _answer(VERBS["count"], tours, words, shown, lines)


def _note_none(tours: Tours, proof: str) -> None:
    """Say why all numbers are 0, and which kind of tours exists instead."""
    advice = advice_on(tours.question)
    note("; ".join(filter(None, (proof, advice))))


def _draw(tours: Tours, words: Any, output: Path, draw: Callable[..., Picture]) -> None:
    """Draw a table into a file; `draw` takes the board and the words."""
    picture_format(output)  # refuse a bad suffix before the count, which may take long
    if tours.question.board is None:
        raise BadInputError("output_of_board")
    with progress_of(words) as progress:
        draw(tours.question.board, **words, progress=progress).save(output)
    note(wrote(output))


def usage(tours: Tours, words: UsageWords, shown: TablePictureWords) -> None:
    """Print, for each move of the board, how many tours use it, the most used first.

    With --output: a heat map of the moves, for example usage.svg. `babieca count --by edge-pair`
    counts the tours for each two moves at a square.

    Examples:
    - `babieca usage 6x6`
    - `babieca usage 6x6 --csv`
    - `babieca usage 6x6 -o usage.svg`
    - `babieca usage 7x8 --path --memory 800M --threads 2 --scratch /tmp`
    """
    if "output" not in shown:
        _answer(VERBS["usage"], tours, words, shown)
        if (verdict := tours.exists()).answer == "no":
            _note_none(tours, verdict.reason.text)
        return
    if len(shown) > 1:
        raise BadInputError("output_draws_moves")

    def draw(board: Board, **words: Any) -> Picture:
        return draw_usage(board, tours.usage(**words))

    _draw(tours, words, shown["output"], draw)


def fractions(asked: AskingWords, words: FractionsOptions, shown: TableWords) -> None:
    """Divide the closed tours by the two neighbours of the start, and say which parts to count.

    A part is impossible, equal to another part by a symmetry, or to be explored. `babieca count
    --by edge-pair` counts the tours of each part.

    Examples:
    - `babieca fractions 6x6 --start c3`
    - `babieca fractions 8x8 --start 28 --numbering banon`
    - `babieca count 8x8 --start d4 --by edge-pair --device cuda`
    """
    if words.get("numbering") == "banon" and "start" in asked:
        start, cells = str(asked["start"]), typed.board_of(asked).cells
        if not start.isdecimal() or not 1 <= int(start) <= cells:
            told: Any = {"name": "start", "least": 1, "highest": cells, "value": quoted(start)}
            raise BadInputError("name_whole_number_from", **told)
        asked["start"] = str(int(start) - 1)
    _answer(VERBS["fractions"], typed.tours_of(asked), words, shown)


class CheckedAgainst(KindFlags, QuestionWords, TimeWords, total=False):
    kind: Annotated[Kind, Word("Which tours. Default: any kind.", "The question")]


def check(source: FileWords, words: CheckedAgainst, shown: JsonWords) -> int:
    """Check every tour in a file and describe it; say whether a partial tour can be completed.

    Reads JSON Lines, numbered grids (top row first; 0 is not visited yet), move lists (a1 b3 …),
    TSPLIB tours and .npy arrays. Exit code 1 if one is not a tour: the message names the first
    fault, and says whether a tour begins with the squares before it: a closed tour or else a path,
    if no kind is given. With options such as --symmetry, only tours that obey them are valid. A
    grid with gaps is a puzzle: check says whether it has one solution, several or none.

    Examples:
    - `babieca find 6x6 | babieca check`
    - `babieca check tour.npy --board 8x8`
    - `echo a1 b3 c5 | babieca check --board 8x8 --closed`
    """
    kind, restrictions = typed.kind_of(words), split_words(QuestionWords, words)[0]
    valid = True
    for entry in read_entries(source):
        record, sentence = judge(entry, kind, restrictions, words.get("timeout"))
        show(record, sentence, shown)
        valid = valid and record["valid"]
    return 0 if valid else 1


def describe(source: FileWords, shown: JsonWords) -> None:
    """Describe every tour in a file: symmetry, rank, slopes, turns, crossings, area, magic sums, …

    Reads the formats that `babieca check` reads. The page Describing of the documentation defines
    every fact. A fact that is not defined for a tour is left out, with the reason.

    Examples:
    - `babieca find 8x8 | babieca describe`
    - `babieca describe tour.npy --board 8x8 --json`
    """
    for number, tour in enumerate(read_tours(source)):
        found = tour.describe()
        show(found.to_json(), f"\n{found}" if number else found, shown)


class ReproduceWords(TimeWords, ClusterWords, DeviceWords, SeedWords, total=False):
    name: Required[
        Annotated[str, Word(f"all, {', '.join(EXPERIMENTS)}.", metavar="NAME", argument=True)]
    ]
    quick: Annotated[bool, _limit("Run only a few seconds' worth.", names=("--quick",))]
    samples: Annotated[int, _limit("How many starts are tried per board.")]
    largest: Annotated[int, _limit("Leave out boards with longer sides.")]


def reproduce(words: ReproduceWords, shown: PictureWords) -> None:
    """Run a paper's experiment again and print its tables beside ours.

    `all` runs every experiment that is not finished yet, and writes a report, index.html, into the
    directory of --output. --timeout limits each search. Progress goes to standard error.

    Examples:
    - `babieca reproduce all --quick`
    - `babieca reproduce gonzalez --quick`
    - `babieca reproduce costa --largest 500`
    - `babieca reproduce banon-7 --device cuda`
    """
    given: Any = words
    name, output = given.pop("name"), shown.get("output")
    one_of("experiment", name, ("all", *EXPERIMENTS))
    if output is not None and name != "all":
        raise BadInputError("output_of_report")
    with progress_of(words, shown.get("json", False)) as progress:
        settings = Settings(**given, note=note, progress=progress if "cluster" in words else None)
        if name == "all":
            report = reproduce_all(output or "report", settings)
            show({"page": str(report)}, report, shown)
            return
        tables = run(name, settings)
    record = {"experiment": name, "tables": [table.to_json() for table in tables]}
    texts = (f"{table}\n{table.remark}\n" if table.remark else f"{table}\n" for table in tables)
    show(record, "\n".join(texts), shown)
