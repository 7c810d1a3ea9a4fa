"""A shared object as the dynamic loader sees it: what it needs, has, and lacks.

Versions of symbols (gABI's GNU extension, <elf.h>):

    DT_VERSYM    a u16 for each dynamic symbol: the number of its version
    DT_VERNEED   versions that are wanted, by library   Verneed → Vernaux → Vernaux …
    DT_VERDEF    versions that are defined              Verdef → Verdaux
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from atfault.errors import AtfaultError, FormatError
from atfault.formats.dynamic import SHN_UNDEF, STB_LOCAL, STB_WEAK, DynamicSymbols
from atfault.formats.elf import PT_DYNAMIC, SHT_DYNSYM, Buffer, ElfFile

DT_STRTAB, DT_STRSZ, DT_SYMTAB = 5, 10, 6
DT_VERSYM, DT_VERDEF, DT_VERDEFNUM = 0x6FFF_FFF0, 0x6FFF_FFFC, 0x6FFF_FFFD
DT_VERNEED, DT_VERNEEDNUM = 0x6FFF_FFFE, 0x6FFF_FFFF
MACHINES = {3: "i386", 40: "ARM", 62: "x86-64", 183: "AArch64", 243: "RISC-V", 22: "s390x"}
MAX_SYMBOLS = 1 << 20
MAX_VERSIONS = 4096
MAX_HITS = 4096
_MAX_STRINGS = 1 << 28
_SYMBOL = struct.Struct("<IBBHQQ")
_NEED, _NEED_AUX = struct.Struct("<HHIII"), struct.Struct("<IHHII")
_DEFINITION, _DEFINITION_AUX = struct.Struct("<HHHHIII"), struct.Struct("<II")


class Wanted(NamedTuple):
    """A symbol that an object wants from others."""

    name: str
    is_weak: bool
    version: str = ""
    library: str = ""
    """That the version is of."""


class SharedObject:
    """Raises FormatError or UnsupportedInput for what is no 64-bit, dynamically linked object."""

    def __init__(self, data: Buffer) -> None:
        self._elf = ElfFile(data)
        dynamic = next((s for s in self._elf.segments if s.type == PT_DYNAMIC), None)
        if dynamic is None:
            raise FormatError("an ELF file that is not dynamically linked")
        entries = bytes(data[dynamic.offset : dynamic.offset + dynamic.filesz])
        self._symbols = DynamicSymbols(self._read, entries, 0)
        self.machine = MACHINES.get(self._elf.machine, f"machine {self._elf.machine}")
        self.soname = self._symbols.soname
        self.needed = self._symbols.needed
        self.rpath = self._symbols.rpath
        self.runpath = self._symbols.runpath

    def defines(self, name: str) -> bool:
        return self._symbols.lookup(name) is not None

    def versions(self) -> frozenset[str]:
        """Names of the versions that it defines: "GLIBCXX_3.4.32"."""
        found = set()
        for at, head in self._linked(DT_VERDEF, DT_VERDEFNUM, _DEFINITION, 6):
            name = self._unpack(_DEFINITION_AUX, at + head[5])
            if name is not None:
                found.add(self._symbols.string(name[0]))
        return frozenset(found)

    def wanted(self) -> tuple[Wanted, ...]:
        """The symbols that it wants; () when its symbol table cannot be found."""
        versions = self._wanted_versions()
        numbers = self._version_numbers()
        found = []
        for index, (name, info, _, section, _, _) in enumerate(self._all_symbols()):
            if section != SHN_UNDEF or name == 0 or info >> 4 == STB_LOCAL:
                continue
            number = numbers[index] & 0x7FFF if index < len(numbers) else 0
            version, library = versions.get(number, ("", ""))
            text = self._symbols.string(name)
            if text:
                found.append(Wanted(text, info >> 4 == STB_WEAK, version, library))
        return tuple(found)

    def names_beginning(self, prefix: str) -> Iterator[str]:
        """Names of symbols that it defines and that begin so."""
        strings = self._strings()
        needle = b"\0" + prefix.encode()
        at = strings.find(needle)
        for _ in range(MAX_HITS):
            if at < 0:
                return
            end = strings.find(b"\0", at + 1)
            name = strings[at + 1 : end].decode("utf-8", "backslashreplace")
            if self.defines(name):
                yield name
            at = strings.find(needle, end)

    def _read(self, address: int, size: int) -> bytes:
        offset = self._elf.file_offset(address)
        if offset is None or offset + size > self._elf.size:
            raise FormatError(f"no bytes in the file for address {address:#x}")
        return bytes(self._elf.data[offset : offset + size])

    def _unpack(self, layout: struct.Struct, address: int) -> tuple[int, ...] | None:
        try:
            return layout.unpack(self._read(address, layout.size))
        except AtfaultError:
            return None

    def _strings(self) -> bytes:
        tags = self._symbols.tags
        try:
            return self._read(tags.get(DT_STRTAB, 0), min(tags.get(DT_STRSZ, 0), _MAX_STRINGS))
        except AtfaultError:
            return b""

    def _all_symbols(self) -> Iterator[tuple[int, ...]]:
        for section in self._elf.sections:
            if section.type == SHT_DYNSYM:
                count = min(section.size // _SYMBOL.size, MAX_SYMBOLS)
                end = section.offset + count * _SYMBOL.size
                if end <= self._elf.size:
                    yield from _SYMBOL.iter_unpack(self._elf.data[section.offset : end])
                return

    def _version_numbers(self) -> tuple[int, ...]:
        at = self._symbols.tags.get(DT_VERSYM)
        section = next((s for s in self._elf.sections if s.addr == at and at), None)
        if section is None:
            return ()
        count = min(section.size // 2, MAX_SYMBOLS)
        try:
            raw = self._read(section.addr, 2 * count)
        except AtfaultError:
            return ()
        return struct.unpack(f"<{count}H", raw)

    def _wanted_versions(self) -> dict[int, tuple[str, str]]:
        """Number → (version, library)."""
        found: dict[int, tuple[str, str]] = {}
        for at, head in self._linked(DT_VERNEED, DT_VERNEEDNUM, _NEED, 4):
            library = self._symbols.string(head[2])
            auxiliary = at + head[3]
            for _ in range(min(head[1], MAX_VERSIONS)):
                entry = self._unpack(_NEED_AUX, auxiliary)
                if entry is None or len(found) >= MAX_VERSIONS:
                    break
                found[entry[2] & 0x7FFF] = self._symbols.string(entry[3]), library
                if not entry[4]:
                    break
                auxiliary += entry[4]
        return found

    def _linked(
        self, first: int, count: int, layout: struct.Struct, next_field: int
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(address, fields) of the records of a list whose last field leads to the next."""
        at = self._symbols.tags.get(first, 0)
        for _ in range(min(self._symbols.tags.get(count, 0), MAX_VERSIONS)):
            head = self._unpack(layout, at) if at else None
            if head is None:
                return
            yield at, head
            if not head[next_field]:
                return
            at += head[next_field]
