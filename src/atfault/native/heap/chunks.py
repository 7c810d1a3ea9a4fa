"""Blocks of the C library's malloc (glibc): is the one that starts at an address free?

    mem - 16   size of the chunk before, when that is free
    mem - 8    size of this chunk; bit 0: the chunk before is in use, bit 1: mmapped, 2: arena
    mem        the program's bytes; of a free chunk: links of the list that it is on
    mem + size - 8   size of the next chunk, whose bit 0 tells of this one

Small chunks wait in lists of one thread or one size (tcache, fastbins), and there the next chunk
does not know of it. Their link is the next one's address, since 2.32 mixed with the place it lies
at: (mem >> 12) ^ next. malloc/malloc.c of glibc.

The first damaged record of glibc's main heap: who wrote past its end lies right before it.

    [heap]   chunk, chunk, … top          each begins where the one before it ends (malloc/malloc.c)
    chunk    +0   u64 size of the chunk before, where that is free; else its last 8 bytes
             +8   u64 size | 1 the one before is in use | 2 mapped by itself | 4 of another arena
             +16  what malloc returned

A write past the end of a block meets the size of the chunk behind it first. So the walk goes from
chunk to chunk, from the start of the heap, until a size makes no sense. Sound heaps end exactly
at the end of the mapping, with the top chunk.

What glibc's free has given back to the kernel.

malloc has the kernel map a large block by itself, and free unmaps it. Nothing is left there, but
for its size: freeing the largest one so far raises the size from which on blocks are mapped
(malloc/malloc.c, __libc_free; those of more than 32 MB do not), and the most bytes that such blocks
ever had are kept, in the C library's own data:

    mp_   +0  u64 trim_threshold    twice mmap_threshold, once that was raised
          +8  u64 top_pad           131072
         +16  u64 mmap_threshold    size of that block, its record included: whole pages
         +24  u64 arena_test        8
         +32  u64 arena_max         0, or as the program's environment has it
              …                     large pages: from 2.35 on
              i32 n_mmaps           blocks that are mapped now
              i32 n_mmaps_max       65536
              i32 max_n_mmaps       most at once
              i32 no_dyn_threshold  0
              u64 mmapped_mem       bytes of those that are mapped now
              u64 max_mmapped_mem   most at once

A block below that size lies in the heap, whose top free gives back, too, where that has become
larger than trim_threshold. The heap's own record has how far it has reached (malloc/malloc.c,
malloc_state; these distances are the same from 2.23 on):

    main_arena   …
             +0  u64 top             the last chunk of the heap: its address
          +2088  u64 system_mem      bytes of the heap: those of its mapping
          +2096  u64 max_system_mem  most at once
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedChunk
from atfault.model.process import MemoryMapping
from atfault.model.roles import is_libc
from atfault.model.state import Returned
from atfault.snapshot.protocol import Memory

MAX_CHUNKS = 500_000
MAX_AWAY = 1 << 28
WINDOW = 1 << 20
_FLAGS = 7
_MIN, _MAX = 32, 1 << 30
_LARGEST_CACHED, _LARGEST_FAST = 1040, 128
_SIZE = struct.Struct("<Q")
MAX_WALKED = 2_000_000
MAX_HEAP = 1 << 30
MIN_CHUNK = 32
FENCEPOST = 16
FIRST_CHUNKS = (0x291, 0x251)
"""Size of the first chunk, tcache_perthread_struct, with its flags: glibc 2.30 on, 2.26 on."""
_FOREIGN = 6
"""Flags that no chunk of the main heap has."""
_HEADER = struct.Struct("<QQ")
UNTIL = 128 * 1024
"""From this size on blocks are mapped by themselves, where nothing has raised it."""
LARGEST = 32 * 1024 * 1024
PAGE = 4096
_MAX_DATA = 1 << 18
_ARENA_TEST, _BEFORE_TEST = struct.pack("<Q", 8), 24
"""The one field that hardly anybody sets, and where it stands."""
_MOST_ARENAS = 1 << 16
_PARAMETERS = struct.Struct("<5Q")
_COUNTS, _BYTES = struct.Struct("<4i"), struct.Struct("<2Q")
_MOST_BLOCKS = 65536
FARTHEST_TOP = 1 << 40
_SYSTEM_MEM, _MAX_SYSTEM_MEM = 2088 // 8, 2096 // 8
"""Words from an arena's `top`."""
_LARGE_PAGES = 20
"""Bytes of fields about large pages, from 2.35 on."""


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
    """Its mappings: more than one, end to end, where a part was given other properties, as numpy
    asks for huge pages. In a core, which does not name it, it begins with the cache of its
    thread."""
    named = [mapping for mapping in mappings if mapping.path == "[heap]"]
    if named:
        return named
    found: list[MemoryMapping] = []
    for mapping in mappings:
        if mapping.path or not mapping.writable or mapping.shared:
            continue
        is_next = found and mapping.start == found[-1].end
        if is_next or (not found and _is_first(memory, mapping.start)):
            found.append(mapping)
    return found


def _is_first(memory: Memory, start: int) -> bool:
    try:
        return memory.u64(start + 8) in FIRST_CHUNKS
    except MemoryFault:
        return False


def _walk(memory: Memory, start: int, end: int) -> DamagedChunk | Absent:
    before = 0
    at = start
    base, window = 0, b""
    unpack = _HEADER.unpack_from
    for _ in range(MAX_WALKED):
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


def returned_blocks(memory: Memory, mappings: Sequence[MemoryMapping]) -> Returned:
    for mapping in mappings:
        if not mapping.writable or not is_libc(mapping.path.rpartition("/")[2]):
            continue
        data = memory.read_upto(mapping.start, min(mapping.end - mapping.start, _MAX_DATA))
        at = data.find(_ARENA_TEST, _BEFORE_TEST)
        while at >= 0:
            found = _returned(data, at - _BEFORE_TEST)
            if found is not None:
                return found._replace(unused=_unused(data, main_heap(memory, mappings)))
            at = data.find(_ARENA_TEST, at + 1)
    return Returned()


def _unused(data: bytes, heap: Sequence[MemoryMapping]) -> tuple[int, int]:
    """`Returned.unused`. data: of the C library, from the start of a page."""
    if not heap:
        return 0, 0
    start, end = heap[0].start, heap[-1].end
    words = memoryview(data[: len(data) & -8]).cast("Q")
    for at, top in enumerate(words[:-_MAX_SYSTEM_MEM]):
        if start < top < end and words[at + _SYSTEM_MEM] == end - start:
            farthest = start + words[at + _MAX_SYSTEM_MEM]
            if end < farthest < end + FARTHEST_TOP:
                return top + _HEADER.size, farthest
    return 0, 0


def _returned(data: bytes, at: int) -> Returned | None:
    """What the parameters at that offset tell; None where they are none. Those that the program's
    environment set (MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_, …) are known by the counts behind."""
    if at % 8 or at + _PARAMETERS.size > len(data):
        return None
    trim, pad, size, _, most = _PARAMETERS.unpack_from(data, at)
    fewer = _fewer(data, at + _PARAMETERS.size)
    is_usual = pad == UNTIL and most == 0 and not size % PAGE and size <= LARGEST + PAGE
    if most > _MOST_ARENAS or (fewer is None and not is_usual):
        return None
    if trim == 2 * size and size > UNTIL and size % PAGE == 0:
        return Returned(size, fewer or 0)
    is_known = fewer is not None or trim == size == UNTIL
    return Returned(0, fewer or 0) if is_known else None


def _fewer(data: bytes, start: int) -> int | None:
    """By how many bytes the blocks that are mapped are fewer than there were at once; None where no
    counts stand there."""
    for at in (start, start + _LARGE_PAGES):
        bytes_at = -(-(at + _COUNTS.size) // 8) * 8
        if bytes_at + _BYTES.size > len(data):
            break
        blocks, limit, most, _ = _COUNTS.unpack_from(data, at)
        now, peak = _BYTES.unpack_from(data, bytes_at)
        fits = limit == _MOST_BLOCKS and 0 <= blocks <= most and not (now % PAGE or peak % PAGE)
        if fits and now <= peak:
            return int(peak - now)
    return None
