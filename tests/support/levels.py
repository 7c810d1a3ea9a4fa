"""How often each level of confidence was right: what a finding says with "certain" must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

LEVELS = ("certain", "likely", "possible")


class Levels:
    """Counts of first findings."""

    def __init__(self) -> None:
        self._all: Counter[str] = Counter()
        self._right: Counter[str] = Counter()
        self.surely_wrong: list[str] = []
        """Labels of those that were certain, and wrong."""

    def add(self, level: str, is_right: bool, label: str) -> None:
        """level: its confidence; "" where there was no finding."""
        if level:
            self._all[level] += 1
            self._right[level] += is_right
        if level == "certain" and not is_right:
            self.surely_wrong.append(label)

    def lines(self) -> Iterator[str]:
        """ "certain 201 of 201 right (100 %), likely …", then who was certain and wrong."""
        told = [
            f"{level} {self._right[level]} of {self._all[level]} right "
            f"({100 * self._right[level] / self._all[level]:.0f} %)"
            for level in LEVELS
            if self._all[level]
        ]
        yield f"by confidence: {', '.join(told) or 'nothing was found'}"
        yield from (f"    certain, and wrong: {label}" for label in self.surely_wrong)
