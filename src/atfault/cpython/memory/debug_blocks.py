"""The block whose damaged fence ended the process (PYTHONMALLOC=debug, Objects/obmalloc.c).

    p-16   u64, big-endian   the size n that was asked for
    p-8    char              "r", "m" or "o": PyMem_RawMalloc, PyMem_Malloc, PyObject_Malloc
    p-7    7 × 0xFD
    p      n bytes
    p+n    8 × 0xFD          a write past the end shows here
    p+n+8  u64, big-endian   serial number; in debug builds alone

The interpreter prints p and the bytes to standard error, and keeps neither. But p is an argument of
the functions that check the block, so it lies in their frames on the stack, near the abort: each
word there is tried. Few words are pointers to memory with such a header, and a header with one
fence whole and the other damaged is not found by chance.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock
from atfault.model.process import MemoryMapping, Thread
from atfault.model.stacks import NativeStack
from atfault.snapshot.protocol import Memory

FENCE = 0xFD
APIS = b"rmo"
S = 8
MAX_STACK = 32 << 10
"""Bytes of stack that are searched, from the stack pointer up."""
MAX_FRAMES = 24
MAX_SIZE = 1 << 40
_HEADER = struct.Struct(">Q")
_CALLEE_SAVED = (3, 6, 12, 13, 14, 15)
"""rbx, rbp, r12 … r15, by DWARF number."""


def damaged_block(
    memory: Memory, thread: Thread, stack: NativeStack, mappings: Sequence[MemoryMapping]
) -> DamagedBlock | Absent:
    """The block that the checks of the thread's innermost frames were about."""
    writable = [m for m in mappings if m.writable]
    starts = [m.start for m in writable]
    seen = set()
    for word in _words(memory, thread, stack):
        if word % S or word in seen:
            continue
        seen.add(word)
        index = bisect_right(starts, word) - 1
        if index < 0 or word >= writable[index].end:
            continue
        try:
            block = _block_at(memory, word)
        except MemoryFault:
            continue
        if block is not None:
            return block
    return Absent("the damaged block was not found on the stack")


def _words(memory: Memory, thread: Thread, stack: NativeStack) -> Iterator[int]:
    general = thread.registers.general
    for number in _CALLEE_SAVED:
        value = general[number] if number < len(general) else None
        if value is not None:
            yield value
    frames = stack.frames[:MAX_FRAMES]
    if not frames:
        return
    start = frames[0].sp & -8
    end = min(max(frame.cfa for frame in frames), start + MAX_STACK)
    size = max(end - start, 0) & -8
    try:
        raw = memory.read(start, size)
    except MemoryFault:
        return
    yield from struct.unpack(f"<{size // 8}Q", raw)


def _block_at(memory: Memory, address: int) -> DamagedBlock | None:
    """The block at `address`, if there is one with just one of its fences damaged."""
    head = memory.read(address - 2 * S, 2 * S)
    (size,) = _HEADER.unpack_from(head)
    if head[S] not in APIS or not 0 <= size <= MAX_SIZE:
        return None
    front, tail = head[S + 1 :], memory.read(address + size, S)
    spoiled_front = [i for i, byte in enumerate(front) if byte != FENCE]
    spoiled_tail = [i for i, byte in enumerate(tail) if byte != FENCE]
    if bool(spoiled_front) == bool(spoiled_tail):
        return None
    if spoiled_tail:
        first, last = spoiled_tail[0], spoiled_tail[-1]
        base, found = address + size, tail[first : last + 1]
    else:
        if len(spoiled_front) == len(front):
            return None  # nothing of the fence is left to know it by
        first, last = spoiled_front[0], spoiled_front[-1]
        base, found = address - S + 1, front[first : last + 1]
    return DamagedBlock(address, size, chr(head[S]), base + first, base + last, found)
