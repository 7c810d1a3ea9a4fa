"""Python's own allocator of small blocks: is the block around an address in use or free?

Blocks of up to 512 bytes come from pools, which hold blocks of one size. The free ones of a pool
are linked through their first word; those that were never handed out lie at its end.

    pool = address & ~(pool size - 1)          4 KiB in 3.8 and 3.9, 16 KiB from 3.10 on
    ├ 0   count of blocks in use    8  freeblock → first free block → … → 0
    ├ 16  nextpool  24 prevpool    32  arenaindex  36 szidx: blocks of (szidx + 1) * 16 bytes
    ├ 40  nextoffset: the next block never handed out   44  maxnextoffset: pool size - block size
    └ 48  block 0, block 1, …

Nothing marks a page as a pool, so its header has to fit in itself: `maxnextoffset` follows from
`szidx`, `nextoffset` is at a block, the counts add up. Structure pool_header: Objects/obmalloc.c,
later Include/internal/pycore_obmalloc.h; the same from 3.8 to 3.15. (Free-threaded builds use
mimalloc instead; there is no pool then, and `block_at` says None.)

The block whose damaged fence ended the process (PYTHONMALLOC=debug, Objects/obmalloc.c).

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

import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock
from atfault.model.process import MemoryMapping, Thread
from atfault.model.stacks import NativeStack
from atfault.snapshot.protocol import Memory

BEFORE = (0, 16, 32)
"""Bytes between the start of a block and the Python object in it."""
OVERHEAD = 48
_ALIGNMENT = 16
_SIZES = 32
_HEADER = struct.Struct("<QQQQIIII")
_U64 = struct.Struct("<Q")
FENCE = 0xFD
APIS = b"rmo"
S = 8
MAX_STACK = 32 << 10
"""Bytes of stack that are searched, from the stack pointer up."""
MAX_FRAMES = 24
MAX_SIZE = 1 << 40
_DEBUG_SIZE = struct.Struct(">Q")


class Block(NamedTuple):
    """A block of a pool."""

    start: int
    size: int
    free: bool | None
    """None when the list of free blocks is damaged, so that it cannot be told."""
    broken_at: int = 0
    """The free block whose link leads to no block: somebody wrote to it after it was freed."""


class Pool(NamedTuple):
    """A pool that fits in itself."""

    start: int
    end: int
    size: int
    """Of a block, in bytes."""
    used: int
    free: frozenset[int]
    """Addresses of the blocks on the list of free ones."""
    fresh: int
    """Address of the first block that was never handed out."""
    broken_at: int

    def block(self, address: int) -> Block | None:
        """The block around `address`; None for the header, or the rest behind the last block."""
        index = (address - self.start - OVERHEAD) // self.size
        start = self.start + OVERHEAD + index * self.size
        if address < self.start + OVERHEAD or start + self.size > self.end:
            return None
        free: bool | None = start in self.free or start >= self.fresh or not self.used
        if not free and self.broken_at:
            free = None
        return Block(start, self.size, free, self.broken_at)


def pool_size(minor: int) -> int:
    return 4096 if minor < 10 else 16384


class Pools:
    """The pools met so far. Memory is taken as unchanging: what was read is kept."""

    def __init__(self, memory: Memory, minor: int) -> None:
        self._memory = memory
        self._size = pool_size(minor)
        self._known: dict[int, Pool | None] = {}

    def block_at(self, address: int) -> Block | None:
        """The block around `address`; None when it lies in no pool."""
        pool = self.pool_at(address)
        return pool.block(address) if pool is not None else None

    def pool_at(self, address: int) -> Pool | None:
        """The pool around `address`; None for none."""
        start = address & ~(self._size - 1)
        try:
            pool = self._known[start]
        except KeyError:
            pool = self._known[start] = self._read(start)
        return pool

    def _read(self, start: int) -> Pool | None:
        try:
            raw = self._memory.read(start, self._size)
        except MemoryFault:
            return None
        used, first, _, _, _, szidx, fresh, last = _HEADER.unpack_from(raw)
        used &= 0xFFFF_FFFF
        size = (szidx + 1) * _ALIGNMENT
        blocks = (self._size - OVERHEAD) // size if szidx < _SIZES else 0
        if not blocks or last != self._size - size or used > blocks:
            return None
        if not OVERHEAD <= fresh <= last + size or (fresh - OVERHEAD) % size:
            return None
        free, broken = _free_blocks(raw, start, first, size, fresh)
        handed_out = (fresh - OVERHEAD) // size
        if not broken and used and len(free) + used != handed_out:
            return None
        return Pool(start, start + self._size, size, used, frozenset(free), start + fresh, broken)


def _free_blocks(raw: bytes, start: int, first: int, size: int, fresh: int) -> tuple[set[int], int]:
    """(the blocks on the list that begins with `first`, the one whose link is none or 0)."""
    found: set[int] = set()
    at, previous = first, 0
    while at:
        offset = at - start
        if not OVERHEAD <= offset < fresh or (offset - OVERHEAD) % size or at in found:
            return found, previous or start
        found.add(at)
        previous = at
        at = _U64.unpack_from(raw, offset)[0]
    return found, 0


def damaged_block(
    memory: Memory,
    thread: Thread,
    stack: NativeStack,
    mappings: Sequence[MemoryMapping],
    callee_saved: Sequence[int],
) -> DamagedBlock | Absent:
    """The block that the checks of the thread's innermost frames were about. callee_saved: the
    registers that may keep it, by DWARF number."""
    writable = [m for m in mappings if m.writable]
    starts = [m.start for m in writable]
    seen = set()
    for word in _words(memory, thread, stack, callee_saved):
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


def _words(
    memory: Memory, thread: Thread, stack: NativeStack, callee_saved: Sequence[int]
) -> Iterator[int]:
    general = thread.registers.general
    for number in callee_saved:
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
    (size,) = _DEBUG_SIZE.unpack_from(head)
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
