"""What every back end offers: readable memory, and a `Snapshot` of a process around it."""

from __future__ import annotations

import struct
from typing import Protocol

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, ProcessInfo, SignalInfo, Thread
from atfault.snapshot.target_files import LocalFile, TargetFiles

_U64 = struct.Struct("<Q")
_I64 = struct.Struct("<q")
_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
MASK64 = 0xFFFF_FFFF_FFFF_FFFF


class Memory:
    """Readable memory of a target. Back ends implement `read`, and override the rest for speed.

    Every method raises MemoryFault when the bytes are not there; addresses are taken modulo 2**64.
    """

    without_text = False
    """Whether the contents of texts are not in it, or are not to be read: a str or bytes is told by
    its type and length then, and nothing is read beyond what is needed (`recorded`)."""

    def read(self, address: int, size: int) -> bytes:
        """Exactly `size` bytes at `address`."""
        raise NotImplementedError

    def read_upto(self, address: int, size: int) -> bytes:
        """The longest readable run of at most `size` bytes at `address`; b"" when none."""
        try:
            return self.read(address, size)
        except MemoryFault:
            pass
        page = 4096
        parts = []
        while size > 0:
            step = min(size, page - address % page)
            try:
                parts.append(self.read(address, step))
            except MemoryFault:
                break
            address += step
            size -= step
        return b"".join(parts)

    def skim(self, address: int, size: int) -> bytes:
        """`read`, for what stays the same as long as anything refers to it, such as the text of a
        str, and of which much is looked at to find a little: it may be of a later moment."""
        return self.read(address, size)

    @property
    def has_enough(self) -> bool:
        """Whether what is read from now on is of no use to anybody, so that long lists may as well
        be left; see `FrozenMemory`."""
        return False

    def u8(self, address: int) -> int:
        return self.read(address, 1)[0]

    def u32(self, address: int) -> int:
        value: int = _U32.unpack(self.read(address, 4))[0]
        return value

    def i32(self, address: int) -> int:
        value: int = _I32.unpack(self.read(address, 4))[0]
        return value

    def u64(self, address: int) -> int:
        value: int = _U64.unpack(self.read(address, 8))[0]
        return value

    def i64(self, address: int) -> int:
        value: int = _I64.unpack(self.read(address, 8))[0]
        return value

    def u64s(self, address: int, count: int) -> tuple[int, ...]:
        """`count` consecutive 64-bit words."""
        return struct.unpack(f"<{count}Q", self.read(address, 8 * count))

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """As many of `count` consecutive 64-bit words as can be read."""
        raw = self.read_upto(address, 8 * count)
        return struct.unpack_from(f"<{len(raw) // 8}Q", raw)

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        """The bytes up to a NUL, without it; cut at `limit`."""
        out = b""
        while len(out) < limit:
            chunk = self.read_upto(address + len(out), min(64 - (address + len(out)) % 64, limit))
            if not chunk:
                raise MemoryFault(address + len(out))
            end = chunk.find(b"\0")
            if end >= 0:
                return (out + chunk[:end])[:limit]
            out += chunk
        return out[:limit]


class Snapshot(Protocol):
    """A process at one moment. Close it when done (it is a context manager).

    kind: "core", "traced" (stopped at its fatal signal by `run`) or "live".
    """

    kind: str
    arch: Architecture
    memory: Memory
    mappings: tuple[MemoryMapping, ...]
    """Sorted, disjoint."""
    threads: tuple[Thread, ...]
    """The one that took the signal first."""
    signal: SignalInfo | Absent
    process: ProcessInfo
    auxv: dict[int, int]
    """AT_* tag → value; empty when unknown."""
    warnings: list[str]
    """What could not be read, and why; appended to while reading."""
    lacking: str
    """What the whole input is short of ("the core is cut off: 94 % of its memory is missing"), as a
    clause for the report's headline; "" for nothing."""
    contradiction: str
    """Why not all can be true that the input says of the address space, likewise."""

    @property
    def files(self) -> TargetFiles:
        """Opens what the target names, with its rights."""

    def local_file(self, path: str) -> tuple[LocalFile | None, str]:
        """(the file here that is the target's `path`, "") or (None, why not). For a mapped ELF
        object the build id has been compared with memory; where memory lacks the object's first
        page the file is given with that doubt in place of ""."""

    def close(self) -> None: ...

    def __enter__(self) -> Snapshot: ...

    def __exit__(self, *exc_info: object) -> None: ...
