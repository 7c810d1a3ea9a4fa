"""/etc/ld.so.cache: where ldconfig found which library (glibc, sysdeps/generic/dl-cache.h).

    0                    20      24          28 … 48
    +--------------------+-------+-----------+---------+----------------------------+
    | "glibc-ld.so.cache1.1"| count | len strings | …    | count entries of 24 bytes  |
    +--------------------+-------+-----------+---------+----------------------------+
    entry: i32 flags, u32 name, u32 path (both offsets in the file), u32 osversion, u64 hwcap

Older glibc writes the same behind a table of an older format, which begins with "ld.so-1.7.0"; the
offsets then count from the newer magic.
"""

from __future__ import annotations

import struct

MAGIC = b"glibc-ld.so.cache1.1"
MAX_ENTRIES = 1 << 18
_ENTRY = struct.Struct("<iIIIQ")
_HEADER_SIZE = 48


def parse(data: bytes) -> dict[str, tuple[str, ...]]:
    """Library name → paths, the preferred first; {} for what is no such cache."""
    start = data.find(MAGIC)
    if start < 0 or len(data) < start + _HEADER_SIZE:
        return {}
    (count,) = struct.unpack_from("<I", data, start + len(MAGIC))
    room = (len(data) - start - _HEADER_SIZE) // _ENTRY.size
    found: dict[str, list[str]] = {}
    for number in range(min(count, room, MAX_ENTRIES)):
        at = start + _HEADER_SIZE + number * _ENTRY.size
        _, name, path, _, _ = _ENTRY.unpack_from(data, at)
        key, value = _string(data, start + name), _string(data, start + path)
        if key and value:
            found.setdefault(key, []).append(value)
    return {key: tuple(paths) for key, paths in found.items()}


def _string(data: bytes, at: int) -> str:
    end = data.find(b"\0", at, at + 4096)
    return data[at:end].decode("utf-8", "surrogateescape") if 0 <= at < end else ""
