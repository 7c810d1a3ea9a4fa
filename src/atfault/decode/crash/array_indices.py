"""Integers inside of arrays that, as an index, lead to the failed access, or out of all arrays.

    total += values[index[i]]        address = values + 8 * 900000000
                                     index[500] is 900000000

Most indices that code goes wrong by are in no variable, but in an array of indices. All arrays of
integers at hand are searched for those numbers that would lead there. Where the array that was
accessed belongs to native code, nothing leads there; but an index that is more than any array has
elements, among others that are less, is one that no code can have meant.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from atfault.model.buffers import ArrayIndex, FarNumber
from atfault.model.stacks import ThreadState
from atfault.model.state import NamedBuffer
from atfault.model.values import unraveled
from atfault.snapshot.protocol import Memory

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

_INTEGERS = {"int32": "i", "int64": "q", "uint32": "I", "uint64": "Q"}
"""Element type → type code of the module array."""
_MAX_ARRAYS = 64
_MAX_BYTES = 64 << 20
"""Of all arrays that are searched."""
_MAX_FAR_BYTES = 8 << 20
"""The same, where each of them is looked at."""
_MAX_FOUND = 8
_MAX_FRAMES = 64
_DEPTH = 4
_NO_COUNT = 1 << 40
"""Addresses, hashes and times in nanoseconds are above it."""
_FEW = 4
"""Of so many elements one may be far."""
SMALLEST = 256
"""Smaller numbers are in every array."""


def array_indices(
    memory: Memory, buffers: Iterable[NamedBuffer], address: int
) -> tuple[ArrayIndex, ...]:
    """Such integers, the first of each array."""
    named = [one for one in buffers if one.buffer.device == "cpu"]
    wanted = {
        value
        for one in named[:_MAX_ARRAYS]
        for value in _leading_to(one.buffer, address)
        if abs(value) >= SMALLEST
    }
    given = {(one.buffer.low, one.buffer.high) for one in named if one.is_operand}
    found: list[ArrayIndex] = []
    for one, raw in _integer_arrays(memory, named):
        low, high, is_unsigned = one.buffer.low, one.buffer.high, one.buffer.dtype.startswith("u")
        for value in wanted:
            at = _place(raw, value, one.buffer.itemsize, is_unsigned)
            if at is None or len(found) == _MAX_FOUND:
                continue
            is_crowded = (low, high) not in given and all(
                _place(raw, near, one.buffer.itemsize, is_unsigned) is not None
                for near in (value - 1, value + 1)
            )
            name = _name(one, at)
            found.append(ArrayIndex(value, name, one.tid, one.frame_index, is_crowded))
    return tuple(found)


def far_numbers(
    memory: Memory, threads: Collection[ThreadState], buffers: Iterable[NamedBuffer]
) -> tuple[FarNumber, ...]:
    """The largest or smallest number of each array of the threads that is more than any array has
    elements, and than any number of the frames from the innermost one to the user's first; where
    most of that array's are no such numbers. The user's own arrays first."""
    frames = {thread.thread.tid: thread.stack.frames for thread in threads}
    named = [one for one in buffers if one.buffer.device == "cpu" and one.tid in frames]
    named.sort(key=lambda one: not frames[one.tid][one.frame_index].mine)
    if not named:
        return ()
    counts = [_count(one.buffer) for one in named[:_MAX_ARRAYS]]
    near = {abs(number) for thread in threads for number in _numbers_near(thread)}
    most = max((SMALLEST, *counts, *(number for number in near if number < _NO_COUNT)))
    found: list[FarNumber] = []
    for one, raw in _integer_arrays(memory, named, _MAX_FAR_BYTES):
        numbers = array(_INTEGERS[one.buffer.dtype])
        numbers.frombytes(raw[: len(raw) // numbers.itemsize * numbers.itemsize])
        if len(numbers) < _FEW:
            continue
        value = max((max(numbers), min(numbers)), key=abs)
        if abs(value) <= most or len(found) == _MAX_FOUND:
            continue
        if sum(abs(number) > most for number in numbers) > len(numbers) // _FEW:
            continue  # they count something else
        name = _name(one, numbers.index(value))
        found.append(FarNumber(value, name, one.tid, one.frame_index, most))
    return tuple(found)


def _numbers_near(thread: ThreadState) -> set[int]:
    """What counts, sizes and shapes there are near the call that failed."""
    found: set[int] = set()
    for frame in thread.stack.frames[:_MAX_FRAMES]:
        if frame.python is None:
            continue
        level = [value for _, value in frame.python.values]
        for _ in range(_DEPTH):
            found.update(value.number for value in level if isinstance(value.number, int))
            level = [child for value in level if not value.buffer for _, child in value.children]
        if frame.mine:
            break
    return found


def _integer_arrays(
    memory: Memory, named: Iterable[NamedBuffer], left: int = _MAX_BYTES
) -> Iterator[tuple[NamedBuffer, bytes]]:
    """Each array of plain integers once, with its contents; of `left` bytes at most."""
    seen: set[tuple[int, int]] = set()
    for one in list(named)[:_MAX_ARRAYS]:
        buffer = one.buffer
        key = (buffer.low, buffer.high)
        if buffer.dtype not in _INTEGERS or key in seen or not _is_plain(buffer):
            continue
        if not 0 < buffer.high - buffer.low <= left:
            continue
        seen.add(key)
        left -= buffer.high - buffer.low
        yield one, memory.read_upto(buffer.low, buffer.high - buffer.low)


def _name(one: NamedBuffer, at: int) -> str:
    """ "index[3]", "pairs[1, 4]" of the element `at`, counted in C order."""
    places = unraveled(at, one.buffer.shape or (1,)) or ()
    return f"{one.expression}[{', '.join(map(str, places))}]"


def _leading_to(buffer: Buffer, address: int) -> Iterator[int]:
    """The numbers that lead from the array to `address`: of its first axis, of its elements."""
    offset = (address - (1 << 64) if address >> 63 == 1 else address) - buffer.address
    item = max(buffer.itemsize, 1)
    for step in {item, *(abs(stride) for stride in buffer.strides[:1])} - {0}:
        yield offset // step


def _count(buffer: Buffer) -> int:
    count = 1
    for length in buffer.shape:
        count *= length
    return count


def _is_plain(buffer: Buffer) -> bool:
    """Whether its elements lie one behind the other."""
    size = array(_INTEGERS[buffer.dtype]).itemsize
    return buffer.itemsize == size and buffer.high - buffer.low == _count(buffer) * size


def _place(raw: bytes, value: int, size: int, unsigned: bool) -> int | None:
    """Index of the first element that is `value`; None for none."""
    try:
        pattern = value.to_bytes(size, "little", signed=not unsigned)
    except OverflowError:
        return None
    at = raw.find(pattern)
    while at >= 0 and at % size:
        at = raw.find(pattern, at + 1)
    return at // size if at >= 0 else None
