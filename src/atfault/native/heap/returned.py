"""What glibc's free has given back to the kernel.

malloc has the kernel map a large block by itself, and free unmaps it. Nothing is left there, but
for its size: freeing the largest one so far raises the size from which on blocks are mapped
(malloc/malloc.c, __libc_free; those of more than 32 MB do not), and the most bytes that such blocks
ever had are kept, in the C library's own data:

    mp_   +0  u64 trim_threshold    twice mmap_threshold, once that was raised
          +8  u64 top_pad           131072
         +16  u64 mmap_threshold    size of that block, its record included: whole pages
         +24  u64 arena_test        8
         +32  u64 arena_max         0
              …                     large pages: from 2.35 on
              i32 n_mmaps           blocks that are mapped now
              i32 n_mmaps_max       65536
              i32 max_n_mmaps       most at once
              i32 no_dyn_threshold  0
              u64 mmapped_mem       bytes of those that are mapped now
              u64 max_mmapped_mem   most at once
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.model.process import MemoryMapping
from atfault.model.roles import is_libc
from atfault.model.state import Returned
from atfault.snapshot.protocol import Memory

UNTIL = 128 * 1024
"""From this size on blocks are mapped by themselves, where nothing has raised it."""
LARGEST = 32 * 1024 * 1024
PAGE = 4096
_MAX_DATA = 1 << 18
_TOP_PAD = struct.pack("<Q", UNTIL)
_PARAMETERS = struct.Struct("<5Q")
_COUNTS, _BYTES = struct.Struct("<4i"), struct.Struct("<2Q")
_MOST_BLOCKS = 65536
_LARGE_PAGES = 20
"""Bytes of fields about large pages, from 2.35 on."""


def returned_blocks(memory: Memory, mappings: Sequence[MemoryMapping]) -> Returned:
    for mapping in mappings:
        if not mapping.writable or not is_libc(mapping.path.rpartition("/")[2]):
            continue
        data = memory.read_upto(mapping.start, min(mapping.end - mapping.start, _MAX_DATA))
        at = data.find(_TOP_PAD, 8)
        while at >= 0:
            found = _returned(data, at - 8)
            if found is not None:
                return found
            at = data.find(_TOP_PAD, at + 1)
    return Returned()


def _returned(data: bytes, at: int) -> Returned | None:
    """What the parameters at that offset tell; None where they are none."""
    if at % 8 or at + _PARAMETERS.size > len(data):
        return None
    trim, _, size, test, most = _PARAMETERS.unpack_from(data, at)
    if (test, most) != (8, 0) or size % PAGE or not UNTIL <= size <= LARGEST + PAGE:
        return None
    if trim == 2 * size and size > UNTIL:
        return Returned(size, _fewer(data, at + _PARAMETERS.size))
    return Returned(0, _fewer(data, at + _PARAMETERS.size)) if trim == size == UNTIL else None


def _fewer(data: bytes, start: int) -> int:
    """By how many bytes the blocks that are mapped are fewer than there were at once."""
    for at in (start, start + _LARGE_PAGES):
        bytes_at = -(-(at + _COUNTS.size) // 8) * 8
        if bytes_at + _BYTES.size > len(data):
            break
        blocks, limit, most, _ = _COUNTS.unpack_from(data, at)
        now, peak = _BYTES.unpack_from(data, bytes_at)
        fits = limit == _MOST_BLOCKS and 0 <= blocks <= most and not (now % PAGE or peak % PAGE)
        if fits and now <= peak:
            return int(peak - now)
    return 0
