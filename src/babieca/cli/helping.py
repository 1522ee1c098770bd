"""How help looks: names in place of types, one order of groups, `--help` with the output."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

PANELS = ("The question", "The board", "Limits", "The method", "The page", "Output")
"""The groups of words, in the order of every help; what has no group comes before them."""


def place(word: Any) -> int:
    """Return which group of words one belongs to, the first before all groups."""
    panel = word.rich_help_panel
    return 0 if panel is None else 1 + PANELS.index(panel)


def _tidy(word: Any) -> Any:
    """Say what a word stands for: of a flag nothing, of a choice what there is, of a number N."""
    kind = word.type_descriptor
    if word.param_type_name == "argument":
        word.display_type_rich = lambda ctx: None  # its name is what is shown
    elif word.is_flag:
        word.metavar = ""
    elif word.metavar is None:
        word.metavar = "|".join(map(str, kind.choices)) if kind.is_choice else "N"
    return word


class _Plain:
    """A command that names its words as they are typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the words of the command and `--help`."""
        return [_tidy(word) for word in super().get_params(ctx)]  # type: ignore[misc]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name of the command: what must be there without braces."""
        pieces = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.strip("{}") for piece in pieces]


class Command(_Plain, TyperCommand):
    """A verb, its words in groups."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the words of the verb group by group, `--help` last."""
        *words, last = super().get_params(ctx)
        last.rich_help_panel = "Output"
        return [*sorted(words, key=place), last]


class Group(_Plain, TyperGroup):
    """A command of several verbs."""
