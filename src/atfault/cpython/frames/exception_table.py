"""co_exceptiontable (Objects/exception_handling_notes.txt), 3.11 and later.

Four numbers an entry, each of 6-bit groups, the highest first, bit 6 set on all but the last group;
bit 7 marks the first byte of an entry:

    8a 0a 28 02    from unit 10, 10 units, handler at 40, 2 = depth 1, "lasti" 0

The handler finds `depth` words on the value stack, then, if "lasti" is set, the offset of the
instruction that failed, then the exception.
"""

from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime

_MAX_ENTRIES = 100_000


class Entry(NamedTuple):
    """What covers [start, end); all three in code units."""

    start: int
    end: int
    target: int
    depth: int
    pushes_lasti: bool


def parse(raw: bytes) -> list[Entry]:
    """The entries in order. A damaged table is cut where the damage begins."""
    entries: list[Entry] = []
    numbers: list[int] = []
    value = groups = 0
    for byte in raw:
        value = value << 6 | byte & 63
        groups += 1
        if groups > 6:
            break
        if byte & 64:
            continue
        numbers.append(value)
        value = groups = 0
        if len(numbers) == 4:
            start, length, target, depth = numbers
            entries.append(Entry(start, start + length, target, depth >> 1, bool(depth & 1)))
            numbers = []
            if len(entries) >= _MAX_ENTRIES:
                break
    return entries


def handlers(runtime: PythonRuntime, code: Code) -> list[tuple[int, int, int, int]]:
    """(start, end, target, height of the value stack there) in bytes, of each entry; [] before
    3.11. Raises MemoryFault, or ValueError."""
    if runtime.version[1] <= 10:
        return []
    codes = runtime.codes
    return [
        (2 * entry.start, 2 * entry.end, 2 * entry.target, entry.depth + entry.pushes_lasti + 1)
        for entry in parse(codes.bytes_at(codes.word(code, "co_exceptiontable")))
    ]
