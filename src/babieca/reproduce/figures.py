"""The papers' figures, drawn from the tables of the experiments."""

from __future__ import annotations

import numpy as np

from babieca.boards import Board
from babieca.drawing import charts, draw_degrees, draw_tour
from babieca.formats import parse
from babieca.reproduce.banon_2 import FITTED
from babieca.reproduce.experiments import Cell, Figure, Table


def growth(tables: list[Table]) -> list[Figure]:
    """Draw figure 2 as printed and with all jumps; and figure 3, the W table."""
    rates = {
        _whole(row["jump"]): float(row["growth"])
        for row in tables[0].records()
        if row["growth"] is not None
    }
    his = {jump: rate for jump, rate in rates.items() if jump <= FITTED} | {62: 1.0, 63: 1.0}
    parabola = charts.growth_chart(list(his), list(his.values()))
    probed = charts.growth_chart(list(rates), list(rates.values()), fit=False)
    return [
        _figure("Figure 2: growth up to jump 16, and the parabola through it", parabola),
        _figure("The growth at every jump, by random probes after the exact ones", probed),
        Figure("Figure 3: the W table before the first jump", draw_degrees(Board(8, 8)).svg()),
    ]


def fractions(caption: str, tables: list[Table]) -> list[Figure]:
    """Draw one bar per fraction."""
    rows = [row for row in tables[0].records() if row["squares"] != "together"]
    if len(rows) < 2:
        return []  # one bar is no comparison
    labels = [str(row["squares"]) for row in rows]
    chart = charts.fractions_chart(labels, [_whole(row["ours"]) for row in rows], title=caption)
    return [_figure(caption, chart)]


def success(tables: list[Table]) -> list[Figure]:
    """Draw the success rates of each table of boards."""
    figures = []
    for table in tables:
        rows = table.records()
        if not rows or not {"board", "found", "starts tried"} <= rows[0].keys():
            continue
        chart = charts.success_chart(
            [str(row["board"]) for row in rows],
            [_whole(row["found"]) for row in rows],
            [_whole(row["starts tried"]) for row in rows],
            title=table.title,
        )
        figures.append(
            _figure(f"{table.title}: share of starts from which a path was found", chart)
        )
    return figures


def tours(tables: list[Table]) -> list[Figure]:
    """Draw the tables that are grids of step numbers."""
    figures = []
    for table in tables:
        if len(table.rows) != 8 or len(table.columns) != 9:
            continue
        grid = np.array([[_whole(cell) for cell in row[1:]] for row in table.rows])
        tour = parse("\n".join(" ".join(map(str, row)) for row in grid))[0]
        figures.append(Figure(table.title, draw_tour(tour).svg()))
    return figures


def _whole(cell: Cell) -> int:
    return int(cell or 0)


def _figure(caption: str, chart: charts.Chart) -> Figure:
    """Return the chart without the XML head, for use inside a page."""
    text = chart.svg()
    return Figure(caption, text[text.index("<svg") :])
