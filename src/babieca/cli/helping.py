"""How help looks: a flag has no type, and `--help` stands with the words of the output."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption


def _tidied(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if isinstance(parameter, TyperOption) and parameter.is_flag:
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A verb, its words in groups."""

    def get_params(self, context: Any) -> list[Any]:
        """Return the words of the verb and `--help`."""
        *words, last = _tidied(super().get_params(context))
        last.rich_help_panel = "Output"
        return [*words, last]


class Group(TyperGroup):
    """A command of several verbs."""

    def get_params(self, context: Any) -> list[Any]:
        """Return the options before the verb."""
        return _tidied(super().get_params(context))
