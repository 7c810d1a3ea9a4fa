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
from collections.abc import Collection, Iterable

from atfault.decode.watch.counters import without

SELDOM = 8
"""Readings of a variable: of fewer, as of a function that is mostly over, one repetition is enough,
and of two none is needed."""
_PART = re.compile(r"\b(\w+)=|(?<![\w.])(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|([(\[{}\])])")
"""The name of an attribute, a number, or a bracket."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_MAX_TEXT = 4096
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_GIVEN_BACK = "its reference count is"
"""In the text of what was given back while it was read, which no variable ever holds: see
`type_objects`. One such reading in as many as `_MANY` tells nothing."""
_MANY = 6


class Rising:
    """The numbers in the text of one variable."""

    def __init__(self) -> None:
        self._rest: str | None = None
        """The text without them."""
        self._last: list[tuple[str, float]] = []
        self._risen: set[str] = set()
        """The attributes that they are of, as the text names these; "" for none."""
        self._only_rises = True

    def note(self, text: str) -> None:
        """One more reading."""
        rest, numbers = _taken_out(_THOUSANDS.sub("", text))
        if self._rest not in (None, rest) or len(text) > _MAX_TEXT:
            self._only_rises = False
        else:
            for (name, before), (_, now) in zip(self._last, numbers):
                self._only_rises &= now >= before
                self._risen |= {name} if now > before else set()
        self._rest, self._last = rest, numbers

    def counts_alone(self, name: str, counters: Collection[str]) -> bool:
        """Whether they only rise, and those that do are such counters."""
        return self._only_rises and all((one or name) in counters for one in self._risen)


def _taken_out(text: str) -> tuple[str, list[tuple[str, float]]]:
    """The text of a variable without its numbers, and these, with the innermost attribute that each
    is of: 3 of `lines` in `Log(lines=['a', … 3 more], size=4)`."""
    numbers: list[tuple[str, float]] = []
    rest, at, names = "", 0, [""]
    for found in _PART.finditer(text):
        name, number, bracket = found.groups()
        if number:
            numbers.append((names[-1], float(number)))
            rest, at = rest + text[at : found.start()] + "#", found.end()
        elif name:
            names[-1] = name
        elif bracket in "([{":
            names.append(names[-1])
        elif len(names) > 1:
            names.pop()
    return rest + text[at:], numbers


class Recurrence:
    """What several variables were seen to hold."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        """How often each was read."""
        self._spans: dict[str, dict[str, tuple[int, int]]] = {}
        """Of each, text → the first and the last of its readings that brought it."""
        self._rising: dict[str, Rising] = {}
        self._last: dict[str, str] = {}
        self._changes: Counter[str] = Counter()
        """How often a reading differed from the one before."""

    def note(self, name: str, text: str) -> None:
        """One more reading."""
        self._rising.setdefault(name, Rising()).note(text)
        self._times[name] = now = self._times[name] + 1
        spans, text = self._spans.setdefault(name, {}), _ADDRESS.sub("", text)
        self._changes[name] += self._last.setdefault(name, text) != text
        self._last[name] = text
        spans[text] = spans.get(text, (now, now))[0], now

    @property
    def readings(self) -> int:
        """How often the variable that was read most often was."""
        return max(self._times.values(), default=0)

    def most_changes(self, names: Iterable[str]) -> int:
        """How often one of these variables was read as something else than before, of the one of
        which that is so most often."""
        return max((self._changes[one] for one in names), default=0)

    @property
    def is_seldom(self) -> bool:
        """Whether a variable brought something new each time, and was not read often."""
        return any(
            1 < times == len(self._spans[one]) < SELDOM for one, times in self._times.items()
        )

    @property
    def names(self) -> frozenset[str]:
        """Of the variables that were read."""
        return frozenset(self._spans)

    def has_come_back(self, name: str, counters: Collection[str] = ()) -> bool:
        """Whether this variable does, but for the numbers of such attributes."""
        spans, times = _merged(self._spans.get(name, {}), counters), self._times[name]
        if _is_joined(spans) or len(spans) < times < SELDOM or times == 2:
            return True
        return times >= _MANY and _is_joined(_without_torn(spans))

    def counts_alone(self, counters: Collection[str], passed: Collection[str] = ()) -> bool:
        """Whether each variable comes back, or differs in numbers that rise alone, as of what is
        counted or collected. counters: names of variables and attributes that are nothing more.
        passed: variables that do not count."""
        return all(
            self.has_come_back(name, counters) or self._rising[name].counts_alone(name, counters)
            for name in self._spans.keys() - set(passed)
        )

    def comes_back(self, counters: Collection[str] = ()) -> bool:
        """Whether each variable does: at no time had it left all that it was before for good.
        counters: names of variables, and of attributes in their texts, that do not count."""
        return all(
            self.has_come_back(name, counters) for name in self._spans if name not in counters
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


def _without_torn(spans: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Without the one reading that was torn, as if it had not been; all where there are more."""
    torn = [text for text, (first, last) in spans.items() if _GIVEN_BACK in text and first == last]
    if len(torn) != 1:
        return spans
    at, _ = spans[torn[0]]
    return {
        text: (first - (first > at), last - (last > at))
        for text, (first, last) in spans.items()
        if text != torn[0]
    }


def _is_joined(spans: dict[str, tuple[int, int]]) -> bool:
    reach = 1
    for first, last in spans.values():  # in the order of their first
        if first > reach:
            return False
        reach = max(reach, last)
    return True
