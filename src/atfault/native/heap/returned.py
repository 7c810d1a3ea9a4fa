"""The largest block that glibc's free has given back to the kernel.

malloc has the kernel map a large block by itself, and free unmaps it. Nothing is left there, but
for its size: freeing the largest one so far raises the size from which on blocks are mapped
(malloc/malloc.c, __libc_free), in the C library's own data:

    mp_   +0  u64 trim_threshold    twice mmap_threshold, once that was raised
          +8  u64 top_pad           131072
         +16  u64 mmap_threshold    size of that block, its record included: whole pages
         +24  u64 arena_test        8
         +32  u64 arena_max         0
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.model.process import MemoryMapping
from atfault.model.roles import is_libc
from atfault.snapshot.protocol import Memory

UNTIL = 128 * 1024
"""From this size on blocks are mapped by themselves, where nothing has raised it."""
LARGEST = 32 * 1024 * 1024
PAGE = 4096
_MAX_DATA = 1 << 18
_TOP_PAD = struct.pack("<Q", UNTIL)
_PARAMETERS = struct.Struct("<5Q")


def largest_returned(memory: Memory, mappings: Sequence[MemoryMapping]) -> int:
    """Bytes, a multiple of a page; 0 where there was none, or it is not known. Larger ones than
    LARGEST do not count."""
    for mapping in mappings:
        if not mapping.writable or not is_libc(mapping.path.rpartition("/")[2]):
            continue
        data = memory.read_upto(mapping.start, min(mapping.end - mapping.start, _MAX_DATA))
        at = data.find(_TOP_PAD, 8)
        while at >= 0:
            size = _size(data, at - 8)
            if size:
                return size
            at = data.find(_TOP_PAD, at + 1)
    return 0


def _size(data: bytes, at: int) -> int:
    if at % 8 or at + _PARAMETERS.size > len(data):
        return 0
    trim, _, size, test, most = _PARAMETERS.unpack_from(data, at)
    fits = trim == 2 * size and (test, most) == (8, 0)
    return size if fits and size % PAGE == 0 and UNTIL < size <= LARGEST + PAGE else 0
