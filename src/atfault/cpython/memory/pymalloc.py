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
"""

import struct
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

OVERHEAD = 48
_ALIGNMENT = 16
_SIZES = 32
_HEADER = struct.Struct("<QQQQIIII")
_U64 = struct.Struct("<Q")


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
        start = address & ~(self._size - 1)
        try:
            pool = self._known[start]
        except KeyError:
            pool = self._known[start] = self._read(start)
        return pool.block(address) if pool is not None else None

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
