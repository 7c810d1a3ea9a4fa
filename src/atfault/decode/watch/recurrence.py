"""Whether what is read time and again comes back to what it was: what looks like work goes round.

    readings        1   2   3   4   5   6   7   8
    job             a   b   a   c   b   a   c   b     comes back: a, b and c reach over one another
    candidate      17  18  20  21  22  24  25  26     does not: each reading brings something new
    chapter         1   1   1   1 | 1   2   2   2     does not: between 5 and 6 it has left what it
                                                      was for good
    found           0   0   0   0   0   0   0 | 1     neither

An address in a text is none of what a variable holds.
"""

import re
from collections import Counter
from collections.abc import Collection

from atfault.decode.watch.counters import without

SELDOM = 8
"""Readings of a variable: of fewer, as of a function that is mostly over, one repetition is enough,
and of two none is needed."""
_ADDRESS = re.compile(r"0x[0-9a-f]+")


class Recurrence:
    """What several variables were seen to hold."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        """How often each was read."""
        self._spans: dict[str, dict[str, tuple[int, int]]] = {}
        """Of each, text → the first and the last of its readings that brought it."""

    def note(self, name: str, text: str) -> None:
        """One more reading."""
        self._times[name] = now = self._times[name] + 1
        spans, text = self._spans.setdefault(name, {}), _ADDRESS.sub("", text)
        spans[text] = spans.get(text, (now, now))[0], now

    @property
    def readings(self) -> int:
        """How often the variable that was read most often was."""
        return max(self._times.values(), default=0)

    def comes_back(self, counters: Collection[str] = ()) -> bool:
        """Whether each variable does: at no time had it left all that it was before for good.
        counters: names of variables, and of attributes in their texts, that do not count."""
        return all(
            _is_joined(spans) or len(spans) < self._times[name] < SELDOM or self._times[name] == 2
            for name, every in self._spans.items()
            if name not in counters
            for spans in [_merged(every, counters)]
        )


def _merged(
    spans: dict[str, tuple[int, int]], counters: Collection[str]
) -> dict[str, tuple[int, int]]:
    """Those of the texts without their counters."""
    if not counters:
        return spans
    found: dict[str, tuple[int, int]] = {}
    for text, (first, last) in spans.items():
        text = without(text, counters)
        before = found.get(text, (first, last))
        found[text] = before[0], max(before[1], last)
    return found


def _is_joined(spans: dict[str, tuple[int, int]]) -> bool:
    reach = 1
    for first, last in spans.values():  # in the order of their first
        if first > reach:
            return False
        reach = max(reach, last)
    return True
