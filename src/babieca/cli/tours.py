"""Commands that print tours or number them: `find`, `list`, `sample`, `unrank`, `rank`, `atlas`."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Required, TypedDict

from babieca.asking import UnrankOptions, tour_number
from babieca.board_text import wrap_text
from babieca.boards import Board
from babieca.checking import Indices, Kind, cells, check_rows
from babieca.cli.printing import format_of, is_drawn, look_of, print_tours, read_tours, show, wrote
from babieca.cli.progress import note, progress_line, progress_of
from babieca.cli.words import AtlasFolder, JsonWords, OutputFile, TourFile, ToursOut, refuse
from babieca.drawing.saving import save_drawing
from babieca.engines.atlas import read_manifest
from babieca.errors import BadInputError
from babieca.formats import answers
from babieca.formats.answer_texts import facts
from babieca.formats.json_lines import to_json
from babieca.memory import human_bytes
from babieca.public import Tours
from babieca.questions import KINDS, Question
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.verbs.find import FindWords, LimitedListWords, empty_list
from babieca.verbs.numbers import AtlasWords, LimitedSampleWords, NumberWords, use_atlas
from babieca.words import Word

# The most squares of a tour that is printed as numbers, and of one that is drawn in a terminal.
LARGEST_PRINTED, LARGEST_DRAWN = 100_000, 10_000_000


def find(tours: Tours, words: FindWords, written: ToursOut) -> None:
    """Find a tour: on plain rectangles always, and from any square to any other.

    A terminal shows the tour drawn; a pipe or --format takes plain text, and the statistics of the
    method go to standard error. Exit code 1: proved that there is none; 3: neither found nor
    disproved within the limits.

    Examples:
    - `babieca find 8x8`
    - `babieca find 8x8 --path --start a1 --end h1`
    - `babieca find 10000x10000 -o tour.npy`
    - `babieca find 8x8 --seed 7 -o tour.png --style line`
    - `babieca find 12x12 --path --magic semi`
    - `babieca find 8x8 --most slope:2`
    - `babieca find 6x6 --cheapest weights.txt`
    - `babieca find 5x5 --longest`
    - `babieca find graph.hcp -o cycle.tour`
    """
    look, output = look_of(written), written.get("output")
    squares = len(tours.question.graph.toured)
    if output is None and squares > (LARGEST_DRAWN if is_drawn(written) else LARGEST_PRINTED):
        raise BadInputError("not_printed", count=squares)
    format_of(written, "grid")
    what = Reason("finding", question=tours.question)
    with progress_of(words, written.get("json", False), what, words.get("timeout")) as progress:
        words["progress"] = progress
        report = tours.find_report(**words)
    tour = report.found()
    summary = ", ".join([f"{report.method}: {report.seconds:.3f} s", *report.counted()])
    summary = summary if report.optimum is None else f"{report.optimum}; {summary}"
    if output is not None:
        save_drawing([tour], output, look)
        note(f"{summary}; {wrote(output)}{hint(output, tour.board)}")
        return
    if "json" in written:
        show(answers.found(report), "", written)
    else:
        print_tours([tour], written, summary, _seed_of(words))
    if not is_drawn(written):
        note(summary)


def _seed_of(words: Mapping[str, Any]) -> str:
    return Reason("with_seed", seed=words["seed"]) if "seed" in words else ""


def hint(path: Path, board: Board | None) -> str:
    """Say how to check a file that does not name its board.

    >>> hint(Path("tour.npy"), Board(5, 6, wrap="1", holes="c3"))
    "; check it with: babieca check tour.npy --board 5x6 --wrap 1 --holes '(2,2)'"
    """
    if path.suffix.lower() != ".npy" or board is None:
        return ""
    words = {
        "board": board.name,
        "leaper": ",".join(map(str, board.leaper)) if board.leaper != (1, 2) else "",
        "wrap": wrap_text(board.wrap),
        "holes": ",".join(map(str, board.holes)).replace(" ", ""),
    }
    typed = [part for name, value in words.items() if value for part in (f"--{name}", value)]
    command = Reason("check_it", command=shlex.join(["babieca", "check", str(path), *typed]))
    return f"; {command}"


def list_(tours: Tours, words: LimitedListWords, written: ToursOut) -> None:
    """List every tour as JSON Lines, each as soon as it is found; a terminal shows them drawn.

    Each tour is listed once; with --directed, once per direction. --path --start lists all paths
    from that square. --output writes the tours to a file; a picture is a sheet of all of them.

    Examples:
    - `babieca list 6x6 --limit 3`
    - `babieca list 5x5 --path --start c3`
    - `babieca list 6x6 --up-to symmetry --limit 3`
    - `babieca list 8x8 --symmetry half-turn --limit 1 | babieca check -`
    - `babieca list 5x6 -o all.svg`
    """
    look_of(written)
    output = written.get("output")
    lines = format_of(written, "json") == "json" and not is_drawn(written)
    method = words.get("method", "search" if tours.question.symmetry is None else "fold")
    taken = _time_since(method, time.perf_counter())
    with progress_of(words, written.get("json", False)) as told:
        # On a terminal the tours themselves show the progress.
        words["progress"] = None if output is None and sys.stdout.isatty() else told
        if lines and output is None:
            printed = _print_lines(tours.batches(**words), tours.question)
        else:
            printed = print_tours(tours.list(**words), written, taken)
    if printed == 0 and words.get("limit") != 0:
        raise empty_list(tours.question)


def _print_lines(found: Iterator[Indices], question: Question) -> int:
    """Print rows of indices as JSON lines, without an object per tour; return how many."""
    printed, graph, names = 0, question.graph.toured, [""]
    heads: dict[Kind, str] = {}
    for rows in found:
        kinds = check_rows(graph.board or graph, rows, "closed" if question.closed else "path")
        if not printed:
            record = to_json(Tour(graph, rows[0], kind=kinds[0]))
            known = dict(zip(rows[0].tolist(), map(json.dumps, record["squares"]), strict=True))
            names = [known.get(index, "") for index in range(cells(graph.board or graph))]
            heads = {
                kind: json.dumps(record | {"kind": kind, "squares": []}).removesuffix("]}")
                for kind in KINDS
            }
        lines = (
            f"{heads[kind]}{', '.join([names[index] for index in row])}]}}\n"
            for kind, row in zip(kinds, rows.tolist(), strict=True)
        )
        sys.stdout.write("".join(lines))
        sys.stdout.flush()
        printed += len(rows)
    return printed


def sample(tours: Tours, words: LimitedSampleWords, source: AtlasFolder, written: ToursOut) -> None:
    """Draw tours uniformly: every tour is exactly as likely as any other. One by default.

    With --up-to symmetry, every class is as likely as any other. The tour shown stands for it.
    --output writes the tours to a file; a picture is a sheet of all of them.

    Examples:
    - `babieca sample 6x6 -n 5 --seed 7`
    - `babieca sample 6x6 -n 5 --up-to symmetry`
    - `babieca sample 5x8 --through a1-b3`
    - `babieca sample 5x5 --path --start a1 --format moves`
    - `babieca sample 6x6 -n 12 -o sheet.png --theme night`
    """
    look_of(written)
    format_of(written, "grid")
    if source:
        refuse(words, "atlas", "cluster", "checkpoint")
    numbered = _numbered(tours, words, source)
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        # A cluster must stay connected until the last tour is printed.
        elsewhere = "cluster" in words
        words["progress"] = stack.enter_context(progress_of(words, written.get("json", False)))
        words["say"] = note
        drawn = numbered.sample(**words)
        if not elsewhere:
            stack.close()
        method = words.get("method", "cluster")
        taken = _time_since(method, began) if elsewhere else _taken(numbered, words, began)
        print_tours(drawn, written, Reason("uniformly"), taken, _seed_of(words))


def unrank(tours: Tours, words: UnrankOptions, source: AtlasFolder, written: ToursOut) -> None:
    """Print the tour with a number, in the order that `babieca rank` counts in.

    Examples:
    - `babieca unrank 6x6 4321`
    - `babieca unrank 5x5 0 --path --start a1`
    - `babieca unrank 6x6 4321 -o tour.svg`
    """
    look_of(written)
    format_of(written, "grid")
    others: Any = dict(words)
    number = tour_number(others.pop("number"))
    numbered = _numbered(tours, words, source)
    began = time.perf_counter()
    with progress_line() as progress:
        tour = numbered.unrank(number, **others, progress=progress, say=note)
    print_tours([tour], written, Reason("number_of", number=number), _taken(numbered, words, began))


def rank(
    tours: Tours, file: TourFile, words: NumberWords, source: AtlasFolder, written: JsonWords
) -> None:
    """Print the number of every tour in a file, counted from 0 among all tours of the question.

    Options such as --through restrict the question. `babieca unrank` returns a tour by its number.

    Examples:
    - `babieca sample 6x6 | babieca rank 6x6`
    - `babieca rank 5x5 paths.txt --path --start a1`
    """
    graph = tours.question.graph.toured
    read = read_tours({"file": file.get("file", "-")}, graph.board or graph)
    numbered = _numbered(tours, words, source)
    with progress_line() as progress:
        words["progress"], words["say"] = progress, note
        numbers = numbered.rank_all(read, **words)
    for number in numbers:
        show(answers.ranked(numbered, number), number, written)


def _time_since(method: str, began: float) -> Callable[[], str]:
    return lambda: f"{method}: {time.perf_counter() - began:.3f} s"


def _taken(tours: Tours, words: Mapping[str, Any], began: float) -> Callable[[], str]:
    # Open tours are drawn as paths until one is open; they and classes have no numbers.
    usual = "rejection" if tours.numbering is None else tours.numbering.method
    return _time_since(words.get("method", usual), began)


def _numbered(tours: Tours, words: Mapping[str, Any], source: AtlasFolder) -> Tours:
    """Return the same tours with the numbers of an atlas, if one is named."""
    if not source:
        return tours
    refuse(words, "atlas", "method", "scratch")
    stored = Tours.load(source["atlas"])
    if not use_atlas(tours, stored):
        raise BadInputError("atlas_of_other", own=stored.question, other=tours.question)
    return tours


def build(tours: Tours, words: AtlasWords, target: OutputFile, written: JsonWords) -> None:
    """Sweep a board once and store the counts in a directory; print the size before that.

    Examples:
    - `babieca atlas build 8x8 -o atlas8`
    - `babieca unrank 8x8 0 --atlas atlas8`
    """
    with progress_line() as progress:
        words["progress"], words["say"] = progress, note
        tours.save(target["output"], **words)
    record = answers.stored(tours.question, read_manifest(target["output"]))
    stored = Reason("counted_tours", count=int(record["tours"]))
    told = {"size": human_bytes(record["bytes"]), "directory": target["output"]}
    show(record, Reason("stored_in", tours=stored, **told), written)


class StoredAtlas(TypedDict):
    directory: Required[
        Annotated[Path, Word("Directory that atlas build wrote.", metavar="DIR", argument=True)]
    ]


def info(stored: StoredAtlas, written: JsonWords) -> None:
    """Say which tours an atlas numbers, after checking its files.

    Example:
    - `babieca atlas info atlas8`
    """
    tours = Tours.load(stored["directory"])
    record = answers.stored(tours.question, read_manifest(stored["directory"]))
    told = [(name, record[name]) for name in ("tours", "layers", "bytes")]
    show(record, "\n".join(facts([("question", tours.question), *told], 9)), written)
