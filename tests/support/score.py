"""How much of the zoo is explained rightly: noted down by its tests, shown when all have run.

A test notes each program that it runs through the fixture `score`, and how sure the report was: one
that is certain, and wrong, fails the run. The notes travel with the
tests' reports, so that those of every worker process come together. Where a test is run again, its
last notes count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from support.levels import Levels

PROPERTY = "zoo"
CLAIMED = ("cause", "line", "lines", "not surely wrong", "no false alarm")
"""Of what is asked about a program: what a finding claims."""
WANTED = 0.95
"""The part that must be right, of all that could be run here."""


class Score:
    """part of the zoo → program's label → what was asked → whether the answer was right."""

    def __init__(self) -> None:
        self.parts: dict[str, dict[str, dict[str, bool]]] = {}
        self._levels: dict[tuple[str, str], str] = {}
        """(part, label) → confidence of what was found first."""

    def add(self, properties: list[tuple[str, Any]]) -> None:
        """The notes of one test's report."""
        for name, value in properties:
            if name == PROPERTY:
                part, label, right, level = value
                self.parts.setdefault(part, {})[label] = right
                self._levels[part, label] = level

    def lines(self) -> Iterator[str]:
        """The score in words, with the name of each program that was not explained rightly."""
        for part, programs in sorted(self.parts.items()):
            wrong = [
                f"{label}: {', '.join(what for what, good in right.items() if not good)}"
                for label, right in sorted(programs.items())
                if not all(right.values())
            ]
            yield f"{part}: {len(programs) - len(wrong)} of {len(programs)} right"
            yield from (f"    wrong: {text}" for text in wrong)
        yield f"all: {self.right} of {self.total} right, {100 * self.share:.1f} %"
        yield from self.levels.lines()

    @property
    def levels(self) -> Levels:
        """How often each level was right, about the cause and the line."""
        levels = Levels()
        for (part, label), level in self._levels.items():
            right = self.parts[part][label]
            levels.add(level, all(right.get(what, True) for what in CLAIMED), f"{part}: {label}")
        return levels

    @property
    def total(self) -> int:
        return sum(map(len, self.parts.values()))

    @property
    def right(self) -> int:
        return sum(all(p.values()) for programs in self.parts.values() for p in programs.values())

    @property
    def share(self) -> float:
        return self.right / self.total if self.total else 1.0
