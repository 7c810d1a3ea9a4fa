"""The first damaged record of glibc's main heap: who wrote past its end lies right before it.

    [heap]   chunk, chunk, … top          each begins where the one before it ends (malloc/malloc.c)
    chunk    +0   u64 size of the chunk before, where that is free; else its last 8 bytes
             +8   u64 size | 1 the one before is in use | 2 mapped by itself | 4 of another arena
             +16  what malloc returned

A write past the end of a block meets the size of the chunk behind it first. So the walk goes from
chunk to chunk, from the start of the heap, until a size makes no sense. Sound heaps end exactly
at the end of the mapping, with the top chunk.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedChunk
from atfault.model.process import MemoryMapping
from atfault.snapshot.protocol import Memory

MAX_CHUNKS = 2_000_000
MAX_HEAP = 1 << 30
WINDOW = 1 << 20
MIN_CHUNK = 32
FENCEPOST = 16
FIRST_CHUNKS = (0x291, 0x251)
"""Size of the first chunk, tcache_perthread_struct, with its flags: glibc 2.30 on, 2.26 on."""
_FLAGS = 7
_FOREIGN = 6
"""Flags that no chunk of the main heap has."""
_HEADER = struct.Struct("<QQ")


def damaged_chunk(memory: Memory, mappings: Sequence[MemoryMapping]) -> DamagedChunk | Absent:
    """The first chunk of the main heap whose size makes no sense."""
    heap = main_heap(memory, mappings)
    if not heap:
        return Absent("the process has no heap of its own")
    start, end = heap[0].start, heap[-1].end
    if end - start > MAX_HEAP or sum([m.end - m.start for m in heap]) != end - start:
        return Absent("the heap is too large to be walked, or in pieces")
    try:
        return _walk(memory, start, end)
    except MemoryFault as fault:
        return Absent(f"the heap cannot be read ({fault})")


def main_heap(memory: Memory, mappings: Sequence[MemoryMapping]) -> list[MemoryMapping]:
    """Its mappings. In a core, which does not name it, it begins with the cache of its thread."""
    named = [mapping for mapping in mappings if mapping.path == "[heap]"]
    if named:
        return named
    for mapping in mappings:
        if not mapping.path and mapping.writable and not mapping.shared:
            try:
                if memory.u64(mapping.start + 8) in FIRST_CHUNKS:
                    return [mapping]
            except MemoryFault:
                continue
    return []


def _walk(memory: Memory, start: int, end: int) -> DamagedChunk | Absent:
    before = 0
    at = start
    base, window = 0, b""
    unpack = _HEADER.unpack_from
    for _ in range(MAX_CHUNKS):
        offset = at - base
        if not 0 <= offset <= len(window) - 16:
            base, window = at, memory.read_upto(at, min(WINDOW, end - at))
            offset = 0
            if len(window) < 16:
                return Absent("the heap ends in the middle of a chunk")
        _, word = unpack(window, offset)
        size = word & ~_FLAGS
        if size == FENCEPOST:
            return Absent("somebody else has taken memory from the middle of the heap")
        if word & _FOREIGN or size < MIN_CHUNK or size % 16 or size > end - at:
            if not before:
                return Absent("the heap does not begin with a chunk of glibc's")
            found = window[offset : offset + 16]
            return DamagedChunk(before + 16, at + 8, found)
        if at + size == end:
            return Absent("all records of the heap are sound")
        before, at = at, at + size
    return Absent("the heap has too many chunks")
