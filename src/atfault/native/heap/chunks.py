"""Blocks of the C library's malloc (glibc): is the one that starts at an address free?

    mem - 16   size of the chunk before, when that is free
    mem - 8    size of this chunk; bit 0: the chunk before is in use, bit 1: mmapped, 2: arena
    mem        the program's bytes; of a free chunk: links of the list that it is on
    mem + size - 8   size of the next chunk, whose bit 0 tells of this one

Small chunks wait in lists of one thread or one size (tcache, fastbins), and there the next chunk
does not know of it. Their link is the next one's address, since 2.32 mixed with the place it lies
at: (mem >> 12) ^ next. malloc/malloc.c of glibc.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.snapshot.protocol import Memory

MAX_CHUNKS = 500_000
MAX_AWAY = 1 << 28
WINDOW = 1 << 20
_FLAGS = 7
_MIN, _MAX = 32, 1 << 30
_LARGEST_CACHED, _LARGEST_FAST = 1040, 128
_SIZE = struct.Struct("<Q")


def is_chunk(memory: Memory, mem: int) -> bool:
    """Whether `mem` may be what malloc returned: the sizes of its chunk and of the next one fit."""
    return size_of(memory, mem) > 0


def is_free(memory: Memory, mem: int) -> bool:
    """Whether the memory at `mem`, as malloc returned it, is proven to have been freed."""
    size = size_of(memory, mem)
    if not size:
        return False
    try:
        behind, follower = memory.u64s(mem + size - 16, 2)
        if not follower & 1 and behind == size:
            return True
        return size <= _LARGEST_CACHED and _is_cached(memory, mem, size)
    except MemoryFault:
        return False


def chunk_around(memory: Memory, mappings: Sequence[MemoryMapping], address: int) -> int:
    """Start of the memory of the chunk of the main heap that `address` lies in, as malloc returned
    it; `address` itself where the heap cannot be walked from its start to there."""
    heap = next((m for m in mappings if m.start <= address < m.end), None)
    if heap is None or not heap.writable or address - heap.start > MAX_AWAY:
        return address
    if is_free(memory, address):
        return address
    at, base, window = heap.start, 0, b""
    for _ in range(MAX_CHUNKS):
        if not 0 <= at - base <= len(window) - 16:
            base, window = at, memory.read_upto(at, min(WINDOW, heap.end - at))
            if len(window) < 16:
                return address
        size = _SIZE.unpack_from(window, at - base + 8)[0] & ~_FLAGS
        if size < _MIN or size % 16 or size > heap.end - at:
            return address
        if address < at + size + 8:
            return max(at + 16, 0) if address >= at + 16 else address
        at += size
    return address


def linked_by(memory: Memory, heap: Sequence[MemoryMapping], word: int) -> int:
    """Memory of the free chunk whose mixed link is `word`: whoever has that for a pointer read it
    there. 0 for none, and where it stands in other places, too: what malloc gives out again, still
    has such a word in it."""
    found: list[int] = []
    for mapping in heap:
        if mapping.end - mapping.start > MAX_AWAY or not _may_be_link(mapping, word):
            continue
        for base in range(mapping.start, mapping.end, WINDOW):
            window = memory.read_upto(base, min(WINDOW, mapping.end - base))
            at = window.find(_SIZE.pack(word))
            while at >= 0:
                found.append(base + at)
                at = window.find(_SIZE.pack(word), at + 1)
    return found[0] if len(found) == 1 and is_free(memory, found[0]) else 0


def _may_be_link(heap: MemoryMapping, word: int) -> bool:
    """Mixing leaves the upper bits of the next one's address; the last one has none."""
    return word >> 36 == heap.start >> 36 or heap.start >> 12 <= word <= heap.end >> 12


def size_of(memory: Memory, mem: int) -> int:
    """Size of the chunk whose memory starts at `mem`, its own record included; 0 when there is
    none."""
    if mem % 16 or mem < 4096:
        return 0
    try:
        own = memory.u64(mem - 8)
        size = own & ~_FLAGS
        if not _is_size(own) or own & 2 or not _is_size(memory.u64(mem + size - 8)):
            return 0
    except MemoryFault:
        return 0
    return size


def _is_size(word: int) -> bool:
    return _MIN <= word & ~_FLAGS < _MAX and not word & 8


def _is_cached(memory: Memory, mem: int, size: int) -> bool:
    """Whether its first word links it to another chunk of this size, as the mixed form does: a
    thread's own list to the memory of that, a fastbin to its record."""
    word = memory.u64(mem)
    following = word ^ mem >> 12
    if not following:
        return True
    if following % 16 or following == mem or abs(following - mem) > 1 << 36:
        return False
    places = (following - 8, following + 8) if size <= _LARGEST_FAST else (following - 8,)
    others = [memory.u64(at) for at in places]
    return any(other & ~_FLAGS == size and not other & 2 for other in others)
