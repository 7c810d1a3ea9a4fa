"""Exported symbols of a module, looked up in the target's memory through its GNU hash table.

    DT_GNU_HASH   nbuckets symoffset bloom_size bloom_shift | bloom[bloom_size] (8 bytes each)
                  | buckets[nbuckets] | chain[…]                          (4 bytes each)
    bucket = hash % nbuckets → index of its first symbol; chain[index - symoffset] holds that
    symbol's hash with bit 0 replaced by "last of this bucket".
    Elf64_Sym     st_name:4 st_info:1 st_other:1 st_shndx:2 st_value:8 st_size:8

A look-up reads a few dozen bytes and needs no file: a core's undumped pages come from the mapped
file where that is here, and the tables of a live process are in its memory.
"""

from __future__ import annotations

import struct

from atfault.errors import MemoryFault
from atfault.formats.dynamic import gnu_hash
from atfault.model.process import Module
from atfault.snapshot.protocol import Memory

_PT_DYNAMIC = 2
_DT_STRTAB, _DT_SYMTAB, _DT_GNU_HASH = 5, 6, 0x6FFF_FEF5
_MAX_PROGRAM_HEADERS = 64
_MAX_DYNAMIC = 256
_MAX_CHAIN = 4096
_PHDR = struct.Struct("<IIQQQQQQ")
_SYM = struct.Struct("<IBBHQQ")


class DynamicSymbols:
    """The dynamic symbol table of one module. Raises MemoryFault when it cannot be read, and
    ValueError when the module has none that can be searched."""

    def __init__(self, memory: Memory, module: Module) -> None:
        self._memory = memory
        self._bias = module.load_bias
        tags = self._dynamic(module)
        try:
            self._strings = tags[_DT_STRTAB]
            self._symbols = tags[_DT_SYMTAB]
            table = tags[_DT_GNU_HASH]
        except KeyError:
            raise ValueError(f"{module.name} has no GNU hash table") from None
        header = struct.unpack("<4I", memory.read(table, 16))
        self._nbuckets, self._first, bloom_size, _ = header
        if not self._nbuckets:
            raise ValueError(f"{module.name} has an empty hash table")
        self._buckets = table + 16 + 8 * bloom_size
        self._chain = self._buckets + 4 * self._nbuckets

    def _dynamic(self, module: Module) -> dict[int, int]:
        """Tag → value of the dynamic section, addresses relocated."""
        header = self._memory.read(module.start, 64)
        if header[:4] != b"\x7fELF":
            raise ValueError(f"{module.name} does not begin with its ELF header")
        phoff: int = struct.unpack_from("<Q", header, 32)[0]
        count: int = struct.unpack_from("<H", header, 56)[0]
        for i in range(min(count, _MAX_PROGRAM_HEADERS)):
            fields = _PHDR.unpack(self._memory.read(module.start + phoff + i * 56, 56))
            if fields[0] == _PT_DYNAMIC:
                return self._tags(module, self._bias + fields[3], fields[6])
        raise ValueError(f"{module.name} is not dynamic")

    def _tags(self, module: Module, address: int, size: int) -> dict[int, int]:
        count = min(size // 16, _MAX_DYNAMIC)
        words = self._memory.u64s(address, count * 2)
        tags: dict[int, int] = {}
        for tag, value in zip(words[::2], words[1::2]):
            if tag == 0:
                break
            # glibc relocates the pointers in place; musl, and pages from the file, leave them.
            tags.setdefault(tag, value if value >= module.start else value + self._bias)
        return tags

    def find(self, name: str) -> int:
        """Run-time address of the defined symbol `name`; 0 when there is none."""
        wanted = name.encode()
        hashed = gnu_hash(wanted)
        start = self._memory.u32(self._buckets + 4 * (hashed % self._nbuckets))
        if start < self._first:
            return 0
        for index in range(start, start + _MAX_CHAIN):
            entry = self._memory.u32(self._chain + 4 * (index - self._first))
            if entry | 1 == hashed | 1:
                symbol = _SYM.unpack(self._memory.read(self._symbols + 24 * index, 24))
                string = self._memory.cstring(self._strings + symbol[0], len(wanted) + 1)
                if string == wanted and symbol[3]:
                    return self._bias + int(symbol[4])
            if entry & 1:
                break
        return 0


def find_symbols(memory: Memory, module: Module, names: tuple[str, ...]) -> tuple[int, ...]:
    """Run-time address of each name, 0 where it is not exported; all 0 when there is no table.

    Raises MemoryFault when the table cannot be read.
    """
    try:
        table = DynamicSymbols(memory, module)
    except ValueError:
        return (0,) * len(names)
    return tuple(table.find(name) for name in names)


def try_symbols(memory: Memory, module: Module, names: tuple[str, ...]) -> tuple[int, ...]:
    """The same, with 0 for what cannot be read."""
    try:
        return find_symbols(memory, module, names)
    except MemoryFault:
        return (0,) * len(names)
