"""Call frame information made by hand, and a small target to unwind.

cfi = CfiBuilder(base=0x7000)
cfi.function(0x1000, 0x1100, advance(1) + def_cfa_offset(16) + offset(6, 16))
sections = cfi.build()                  # {address: bytes} of .eh_frame_hdr and .eh_frame
"""

from __future__ import annotations

import struct

from atfault.arch.base import Architecture
from atfault.arch.x86_64 import X86_64
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Module, ProcessInfo, Registers, Thread
from atfault.snapshot.protocol import Memory

RAX, RDX, RBX, RBP, RSP, R12, RIP = 0, 1, 3, 6, 7, 12, 16


def uleb(value: int) -> bytes:
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if not value:
            return bytes([*out, byte])
        out.append(byte | 0x80)


def sleb(value: int) -> bytes:
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40):
            return bytes([*out, byte])
        out.append(byte | 0x80)


def advance(delta: int) -> bytes:
    return bytes([0x40 | delta])


def def_cfa(register: int, at: int) -> bytes:
    return b"\x0c" + uleb(register) + uleb(at)


def def_cfa_offset(at: int) -> bytes:
    return b"\x0e" + uleb(at)


def def_cfa_register(register: int) -> bytes:
    return b"\x0d" + uleb(register)


def def_cfa_expression(expression: bytes) -> bytes:
    return b"\x0f" + uleb(len(expression)) + expression


def offset(register: int, below_cfa: int) -> bytes:
    """The register is saved at CFA - below_cfa."""
    return bytes([0x80 | register]) + uleb(below_cfa // 8)


def undefined(register: int) -> bytes:
    return b"\x07" + uleb(register)


INITIAL = def_cfa(RSP, 8) + offset(RIP, 8)


def record(body: bytes) -> bytes:
    body += bytes(-len(body) % 4)
    return struct.pack("<I", len(body)) + body


def cie(augmentation: bytes = b"zR", data: bytes = b"\x1b", initial: bytes = INITIAL) -> bytes:
    """Version 1, code align 1, data align -8, return address in column 16."""
    head = b"\0\0\0\0\1" + augmentation + b"\0" + uleb(1) + sleb(-8) + bytes([RIP])
    return record(head + (uleb(len(data)) + data if augmentation[:1] == b"z" else b"") + initial)


class CfiBuilder:
    """.eh_frame_hdr at `base`, .eh_frame 64 KiB behind it; pc-relative 4-byte pointers."""

    def __init__(self, base: int, cie_bytes: bytes | None = None) -> None:
        self.base = base
        self.section = base + 0x10000
        self._data = bytearray()
        self._cies: dict[bytes, int] = {}
        self._fdes: list[tuple[int, int]] = []
        self._default = cie_bytes if cie_bytes is not None else cie()

    def function(
        self, start: int, end: int, program: bytes = b"", cie_bytes: bytes | None = None
    ) -> int:
        """Adds an FDE; returns its run-time address."""
        head = cie_bytes if cie_bytes is not None else self._default
        if head not in self._cies:
            self._cies[head] = len(self._data)
            self._data += head
        at = len(self._data)
        relative = start - (self.section + at + 8)
        body = struct.pack("<IiI", at + 4 - self._cies[head], relative, end - start)
        self._data += record(body + b"\0" + program)
        self._fdes.append((start, self.section + at))
        return self.section + at

    def build(self, *, table: bool = True, shuffled: bool = False) -> dict[int, bytes]:
        """{address: bytes}; table: with the search table; shuffled: with it in a wrong order."""
        pointer = struct.pack("<i", self.section - (self.base + 4))
        if not table:
            header = b"\x01\x1b\xff\xff" + pointer
        else:
            fdes = sorted(self._fdes, reverse=shuffled)
            header = b"\x01\x1b\x03\x3b" + pointer + struct.pack("<I", len(fdes))
            for start, fde in fdes:
                header += struct.pack("<ii", start - self.base, fde - self.base)
        return {self.base: header, self.section: bytes(self._data) + bytes(4)}


class Segments(Memory):
    """Memory of a few runs of bytes."""

    def __init__(self, segments: dict[int, bytes]) -> None:
        self.segments = dict(segments)
        self.reads = 0

    def read_upto(self, address: int, size: int) -> bytes:
        self.reads += 1
        for start, data in self.segments.items():
            if start <= address < start + len(data):
                return data[address - start : address - start + size]
        return b""

    def read(self, address: int, size: int) -> bytes:
        data = self.read_upto(address, size)
        if len(data) != size:
            raise MemoryFault(address, size)
        return data


class Modules:
    """Stands in for native.modules.ModuleMap."""

    def __init__(self, *modules: Module) -> None:
        self.modules = modules

    def find(self, address: int) -> Module | None:
        return next((m for m in self.modules if m.start <= address < m.end), None)

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.modules)


class Target:
    """A snapshot of one thread. code: (start, end) of its executable mappings."""

    kind = "core"
    arch: Architecture = X86_64

    def __init__(self, segments: dict[int, bytes], code: list[tuple[int, int]]) -> None:
        self.memory = Segments(segments)
        self.mappings = tuple(
            MemoryMapping(start, end, 0, True, False, True, "/lib/libx.so") for start, end in code
        )
        self.threads: tuple[Thread, ...] = ()
        self.signal = Absent("none")
        self.process = ProcessInfo(1)
        self.auxv: dict[int, int] = {}
        self.warnings: list[str] = []


def thread(pc: int, sp: int, **registers: int) -> Thread:
    """Other registers by name: rbp=…, rbx=…"""
    numbers = {"rax": RAX, "rbx": RBX, "rbp": RBP, "r12": R12}
    general: list[int | None] = [0] * 17
    general[RIP], general[RSP] = pc, sp
    for name, value in registers.items():
        general[numbers[name]] = value
    return Thread(1, "t", Registers(tuple(general)))


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}Q", *values)
