"""Memory put together from pieces of files: what a core dumped, and the mapped files for the rest.

    core file    |hdr|notes|██ heap ██|█|██ stack ██|          libfoo.so |█ text █|data|
                              │        │                            │
    address space ......|██ heap ██|...|█|░░ text (not dumped) ░░|..………read from the file, after
                                        first page, with the build id   its build id was compared

A `Piece` is one contiguous run of the target's memory that lies contiguously in one file. Finding
the piece of an address is one bisect, and none when the last piece serves again.
"""

import struct
from bisect import bisect_right
from collections.abc import Callable
from mmap import mmap
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.snapshot.protocol import MASK64, Memory

Buffer = bytes | mmap
Resolver = Callable[[int], "tuple[Buffer | None, int, str]"]

_U64 = struct.Struct("<Q").unpack_from
_I64 = struct.Struct("<q").unpack_from
_U32 = struct.Struct("<I").unpack_from
_I32 = struct.Struct("<i").unpack_from

# No single read needs more; it keeps a corrupt length field from turning into gigabytes.
MAX_READ = 1 << 28

NO_FILE = -1
NOT_MAPPED = "not mapped"
"""Why an address cannot be read that is none of the target's."""


class Piece(NamedTuple):
    """[start, end) of the target is `buffer[offset : offset + end - start]`.

    buffer is None until `PiecewiseMemory` asks its resolver for it, with the number `source`.
    """

    start: int
    end: int
    offset: int
    buffer: Buffer | None
    source: int = NO_FILE


class PiecewiseMemory(Memory):
    """Memory over sorted, disjoint pieces.

    resolve(source) is called once per source on its first use and returns (buffer, usable bytes,
    why it is None). It must not read this memory through undumped pages.
    explain(address) says why an address that no piece covers cannot be read.
    """

    __slots__ = (
        "_buffer",
        "_delta",
        "_ends",
        "_explain",
        "_high",
        "_low",
        "_pieces",
        "_resolve",
        "_resolved",
        "_starts",
        "without_text",
    )

    def __init__(
        self,
        pieces: list[Piece],
        resolve: Resolver | None = None,
        explain: Callable[[int], str] | None = None,
    ) -> None:
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]
        self._resolve = resolve
        self._resolved: dict[int, tuple[Buffer | None, int, str]] = {}
        self._explain = explain
        self.without_text = False
        # The piece that served last: addresses [_low, _high) lie in _buffer at address - _delta.
        self._low = self._high = self._delta = 0
        self._buffer: Buffer = b""

    # The methods below repeat one line of address arithmetic instead of sharing it: they are the
    # innermost loop of every walk, and a Python call costs more than the read itself.

    def read(self, address: int, size: int) -> bytes:
        if self._low <= address and address + size <= self._high and 0 <= size <= MAX_READ:
            at = address - self._delta
            return self._buffer[at : at + size]
        return self._read_slow(address, size)

    skim = read

    def u8(self, address: int) -> int:
        if self._low <= address < self._high:
            return self._buffer[address - self._delta]
        return self._read_slow(address, 1)[0]

    def u32(self, address: int) -> int:
        if self._low <= address <= self._high - 4:
            value: int = _U32(self._buffer, address - self._delta)[0]
        else:
            value = _U32(self._read_slow(address, 4))[0]
        return value

    def i32(self, address: int) -> int:
        if self._low <= address <= self._high - 4:
            value: int = _I32(self._buffer, address - self._delta)[0]
        else:
            value = _I32(self._read_slow(address, 4))[0]
        return value

    def u64(self, address: int) -> int:
        if self._low <= address <= self._high - 8:
            value: int = _U64(self._buffer, address - self._delta)[0]
        else:
            value = _U64(self._read_slow(address, 8))[0]
        return value

    def i64(self, address: int) -> int:
        if self._low <= address <= self._high - 8:
            value: int = _I64(self._buffer, address - self._delta)[0]
        else:
            value = _I64(self._read_slow(address, 8))[0]
        return value

    def u64s(self, address: int, count: int) -> tuple[int, ...]:
        end = address + 8 * count
        if self._low <= address and end <= self._high and 0 <= count <= MAX_READ // 8:
            return struct.unpack_from(f"<{count}Q", self._buffer, address - self._delta)
        return struct.unpack(f"<{count}Q", self._read_slow(address, 8 * count))

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        if not self._low <= address < self._high and not self._seek(address & MASK64):
            raise self._fault(address, 1)
        address &= MASK64
        at = address - self._delta
        end = self._buffer.find(b"\0", at, min(at + limit, self._high - self._delta))
        if end >= 0:
            return self._buffer[at:end]
        return Memory.cstring(self, address, limit)

    def read_upto(self, address: int, size: int) -> bytes:
        address &= MASK64
        size = min(size, MAX_READ)
        parts = []
        while size > 0 and (self._low <= address < self._high or self._seek(address)):
            step = min(size, self._high - address)
            at = address - self._delta
            parts.append(self._buffer[at : at + step])
            address += step
            size -= step
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _read_slow(self, address: int, size: int) -> bytes:
        """A read outside the last piece, or across pieces."""
        address &= MASK64
        if size <= 0:
            if size == 0:
                return b""
            raise MemoryFault(address, size, "negative size")
        if size > MAX_READ:
            raise MemoryFault(address, size, "more than is ever read at once")
        if not self._seek(address):
            raise self._fault(address, size)
        if address + size <= self._high:
            at = address - self._delta
            return self._buffer[at : at + size]
        content = self.read_upto(address, size)
        if len(content) < size:
            raise self._fault(address + len(content), size - len(content))
        return content

    def _seek(self, address: int) -> bool:
        """Make the piece that holds `address` the last one. False when there is none."""
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return False
        piece = self._pieces[index]
        end = piece.end
        if address >= end:
            return False
        buffer = piece.buffer
        if buffer is None:
            buffer, usable, _ = self._source(piece.source)
            if buffer is None:
                return False
            end = min(end, piece.start + usable - piece.offset)
            if address >= end:
                return False
        self._low = piece.start
        self._high = end
        self._delta = piece.start - piece.offset
        self._buffer = buffer
        return True

    def _source(self, source: int) -> tuple[Buffer | None, int, str]:
        if source not in self._resolved:
            if self._resolve is None:
                return None, 0, "not in the core"
            self._resolved[source] = None, 0, "being opened"
            self._resolved[source] = self._resolve(source)
        return self._resolved[source]

    def _fault(self, address: int, size: int) -> MemoryFault:
        why = self._why(address)
        return MemoryFault(address, size, why, lacking=why != NOT_MAPPED)

    def _why(self, address: int) -> str:
        """Why `address` cannot be read, as a clause."""
        address &= MASK64
        index = bisect_right(self._starts, address) - 1
        if index >= 0 and address < self._pieces[index].end:
            piece = self._pieces[index]
            if piece.buffer is None:
                reason = self._source(piece.source)[2]
                return reason or "past the end of the mapped file"
        return self._explain(address) if self._explain is not None else NOT_MAPPED

    def close(self) -> None:
        """Let go of all buffers; every later read is a fault."""
        self._pieces = []
        self._starts = []
        self._resolved = {}
        self._low = self._high = self._delta = 0
        self._buffer = b""
