"""How much of the zoo is explained rightly: noted down by its tests, shown when all have run.

A test notes each program that it runs through the fixture `score`. The notes travel with the
tests' reports, so that those of every worker process come together. Where a test is run again, its
last notes count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PROPERTY = "zoo"
WANTED = 0.95
"""The part that must be right, of all that could be run here."""


class Score:
    """part of the zoo → program's label → what was asked → whether the answer was right."""

    def __init__(self) -> None:
        self.parts: dict[str, dict[str, dict[str, bool]]] = {}

    def add(self, properties: list[tuple[str, Any]]) -> None:
        """The notes of one test's report."""
        for name, value in properties:
            if name == PROPERTY:
                part, label, right = value
                self.parts.setdefault(part, {})[label] = right

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

    @property
    def total(self) -> int:
        return sum(map(len, self.parts.values()))

    @property
    def right(self) -> int:
        return sum(all(p.values()) for programs in self.parts.values() for p in programs.values())

    @property
    def share(self) -> float:
        return self.right / self.total if self.total else 1.0
