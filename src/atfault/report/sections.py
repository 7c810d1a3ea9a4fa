"""Sections of a report, each of which may fail on its own."""

from __future__ import annotations

from collections.abc import Callable

from atfault.contained import contained


def section(what: str, lines: Callable[[], list[str]], told: Callable[[str], str]) -> list[str]:
    """The lines; or, where making them failed, one that says so in their place.

    what: as `contained` has it. told: makes that line of plain text.
    """
    losses: list[str] = []
    with contained(what, losses):
        return lines()
    return list(map(told, losses))
