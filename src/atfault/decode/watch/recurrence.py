"""Whether what is read time and again comes back to what it was: what looks like work goes round.

    readings        1   2   3   4 | 5   6   7   8
    job             a   b   a   c | b   a   c   b     comes back
    candidate      17  18  20  21 |22  24  25  26     does not: each reading brings something new
    chapter         1   1   1   1 | 1   2   2   2     does not: what is new stays for a while
    self            x   x   y   x | x   x   ?   x     comes back: the program runs while it is read,
                                                      and a single reading may be of what was not

An address in a text is none of what a variable holds.
"""

import re
from collections import Counter
from collections.abc import Iterable

MAX_TEXTS = 16
"""Different ones of one variable that are remembered: one that has more does not come back."""
FEW = 0.15
"""Of the readings: those that bring something once and never again."""
_TORN = ("<a NULL pointer>", "<not a Python object", " is not an address>")
"""In the text of a container whose items are just being replaced."""
_ADDRESS = re.compile(r"0x[0-9a-f]+")


class Recurrence:
    """What several variables were seen to hold."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], int] = {}
        """Variable and text → the reading that brought it first."""
        self._times: Counter[tuple[str, str]] = Counter()
        self._number: Counter[str] = Counter()
        self._beyond: list[int] = []
        """Readings that brought one text too many."""

    def note(self, reading: int, name: str, text: str) -> None:
        """reading: its number, from 1 on."""
        if any(one in text for one in _TORN):
            return
        key = name, _ADDRESS.sub("", text)
        if key in self._first or self._number[name] < MAX_TEXTS:
            self._number[name] += key not in self._first
            self._first.setdefault(key, reading)
            self._times[key] += 1
        else:
            self._beyond.append(reading)

    def late(self, readings: int) -> tuple[int, int]:
        """How many texts came in the second half of the readings alone: again and again, and a
        single time."""
        new = [key for key, first in self._first.items() if 2 * first > readings]
        once = sum(self._times[key] == 1 for key in new)
        beyond = sum(2 * one > readings for one in self._beyond)
        return len(new) - once, once + beyond


def comes_back(found: Iterable[Recurrence], readings: int) -> bool:
    """Whether what they were seen to hold was seen in the first half of the readings, too, but for
    a few single readings."""
    late = [one.late(readings) for one in found]
    return not any(again for again, _ in late) and sum([one for _, one in late]) <= FEW * readings
