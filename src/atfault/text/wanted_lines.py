"""Which lines of a text may matter: those with the words that such lines have, and what is round
them.

A line with one of the strong words is wanted with its neighbours, one with a weak one alone.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

BEFORE, AFTER = 40, 60
"""Lines kept round a strong word."""
STRONG = tuple(
    (
        b"fail|fatal|not |no such|cannot|can't|killed|undefined|unresolved|unable|"
        b"traceback (|multiple definition|duplicate symbol|no space|exhausted|exception|"
        b"sanitizer: |no module named|segfault|traps: |= invalid |most recent call first|"
        b"require|quota exceeded|no rule to make|panicked|out of memory|missing|"
        b"doesn't exist|connection|timed out|incompatible|mismatch|network"
    ).split(b"|")
)
"""In lower case."""
_ERROR = re.compile(rb"error(?<!-error)(?<!-werror)")
"""One of them, too, where it is no option like -Werror."""
WEAK = tuple(
    word.encode()
    for word in (
        *("ing directory", "successfully", "building wheel for", "collecting ", "build succe"),
        *("built target", "build files have", "finished ", "no work to do"),
    )
)
"""Of lines that are kept alone."""
_STRUCTURE = re.compile(rb":\d{1,7}:\d{1,5}: (?!warning|note|Warnung|Anmerkung)")
"""A compiler's diagnostic in any language."""
_FOREIGN = tuple(
    word.encode()
    for word in ("错误", "錯誤", "エラー", "ошибка", "Fehler", "erreur", "фатальн", "错误", "fel:")
    + ("未定义", "未定義", "找不到", "不到")
)

_Find = Callable[[int, int], int]
"""(from, to) → where something is, -1 for nowhere."""


def wanted_lines(block: bytes, before: bytes, after: bytes) -> bytes:
    """For each line of a block 1 where it may matter, else 0. before, after: the lines round it,
    BEFORE and AFTER of them at least."""
    text = before + block + after
    lines = text.split(b"\n")
    lines.pop()
    starts = list(accumulate(map((1).__add__, map(len, lines)), initial=0))
    begin, own = before.count(b"\n"), block.count(b"\n")
    wanted = bytearray(b"\1" * len(lines))  # of the lines round it nothing is asked
    wanted[begin : begin + own] = bytes(own)
    low = text.lower()
    for first, last in _strong(text, low):
        _mark(wanted, starts, first, last, BEFORE, AFTER)
    for word in WEAK:
        _mark(wanted, starts, *_finds(low, word), 0, 0)
    return bytes(wanted[begin : begin + own])


def _mark(
    wanted: bytearray, starts: list[int], first: _Find, last: _Find, before: int, after: int
) -> None:
    """Mark the lines that something is in, with so many before and after each. It is looked for
    only where there are lines left that it could mark.

    first, last: where it is first and last.
    """
    at = 0
    while (begin := wanted.find(0, at)) >= 0:
        end = wanted.find(1, begin)
        end = len(wanted) if end < 0 else end
        found = last(starts[max(0, begin - after)], starts[begin])
        if found < 0:
            found = first(starts[begin], starts[min(len(wanted), end + before)])
        if found < 0:
            at = end
            continue
        index = bisect_right(starts, found) - 1
        low, at = max(0, index - before), min(len(wanted), index + after + 1)
        wanted[low:at] = b"\1" * (at - low)


def _strong(text: bytes, low: bytes) -> Iterator[tuple[_Find, _Find]]:
    """How each of what a strong line has is found."""
    yield _matches(low, _ERROR)
    for word in STRONG:
        yield _finds(low, word)
    yield _matches(text, _STRUCTURE)
    if not text.isascii():
        for word in _FOREIGN:
            yield _finds(text, word)


def _finds(text: bytes, word: bytes) -> tuple[_Find, _Find]:
    def first(begin: int, end: int) -> int:
        return text.find(word, begin, end)

    def last(begin: int, end: int) -> int:
        return text.rfind(word, begin, end)

    return first, last


def _matches(text: bytes, pattern: re.Pattern[bytes]) -> tuple[_Find, _Find]:
    def first(begin: int, end: int) -> int:
        match = pattern.search(text, begin, end)
        return -1 if match is None else match.start()

    def last(begin: int, end: int) -> int:
        return max((match.start() for match in pattern.finditer(text, begin, end)), default=-1)

    return first, last
