"""Integers inside of arrays that, used as an index of another array, lead to the failed access.

    total += values[index[i]]        address = values + 8 * 900000000
                                     index[500] is 900000000

Most indices that code goes wrong by are in no variable, but in an array of indices. All arrays of
integers at hand are searched for those numbers that would lead there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.model.state import ArrayIndex, NamedBuffer
from atfault.model.values import Buffer, unraveled
from atfault.snapshot.protocol import Memory

_INTEGERS = {"int32": 4, "int64": 8, "uint32": 4, "uint64": 8}
_MAX_ARRAYS = 64
_MAX_BYTES = 64 << 20
"""Of all arrays that are searched."""
_MAX_FOUND = 8
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
    found: list[ArrayIndex] = []
    left = _MAX_BYTES
    seen: set[tuple[int, int]] = set()
    for one in named[:_MAX_ARRAYS]:
        buffer = one.buffer
        size = _INTEGERS.get(buffer.dtype)
        key = (buffer.low, buffer.high)
        if size is None or key in seen or not _is_plain(buffer, size) or key[1] - key[0] > left:
            continue
        seen.add(key)
        left -= buffer.high - buffer.low
        raw = memory.read_upto(buffer.low, buffer.high - buffer.low)
        for value in wanted:
            at = _place(raw, value, size, buffer.dtype.startswith("u"))
            if at is not None and len(found) < _MAX_FOUND:
                places = unraveled(at, buffer.shape or (1,)) or ()
                name = f"{one.expression}[{', '.join(map(str, places))}]"
                found.append(ArrayIndex(value, name, one.tid, one.frame_index))
    return tuple(found)


def _leading_to(buffer: Buffer, address: int) -> Iterator[int]:
    """The numbers that lead from the array to `address`: of its first axis, of its elements."""
    offset = address - buffer.address
    item = max(buffer.itemsize, 1)
    for step in {item, *(abs(stride) for stride in buffer.strides[:1])} - {0}:
        yield offset // step


def _is_plain(buffer: Buffer, size: int) -> bool:
    """Whether its elements lie one behind the other."""
    count = 1
    for length in buffer.shape:
        count *= length
    return buffer.itemsize == size and buffer.high - buffer.low == count * size


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
