"""A shared object as the dynamic loader sees it: what it needs, has, and lacks.

Versions of symbols (gABI's GNU extension, <elf.h>):

    DT_VERSYM    a u16 for each dynamic symbol: the number of its version
    DT_VERNEED   versions that are wanted, by library   Verneed → Vernaux → Vernaux …
    DT_VERDEF    versions that are defined              Verdef → Verdaux
"""

import re
import struct
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from atfault.errors import AtfaultError, FormatError
from atfault.formats.dynamic import (
    DT_FLAGS_1,
    DT_GNU_HASH,
    SHN_UNDEF,
    STB_LOCAL,
    STB_WEAK,
    DynamicSymbols,
)
from atfault.formats.elf import (
    PF_X,
    PT_DYNAMIC,
    PT_GNU_STACK,
    PT_TLS,
    SHT_DYNSYM,
    Buffer,
    ElfFile,
    Section,
)
from atfault.formats.file_kind import MACHINES

DT_STRTAB, DT_STRSZ, DT_SYMTAB = 5, 10, 6
DT_VERSYM, DT_VERDEF, DT_VERDEFNUM = 0x6FFF_FFF0, 0x6FFF_FFFC, 0x6FFF_FFFD
DT_VERNEED, DT_VERNEEDNUM = 0x6FFF_FFFE, 0x6FFF_FFFF
DT_PLTRELSZ, DT_RELA, DT_RELASZ, DT_JMPREL, DT_FLAGS = 2, 7, 8, 23, 30
VER_FLG_WEAK = 2
DF_STATIC_TLS, DF_1_NODEFLIB = 0x10, 0x800
MAX_SYMBOLS = 1 << 20
MAX_VERSIONS = 4096
MAX_HITS = 4096
MAX_RELOCATIONS = 1 << 23
MAX_COMMENT = 1 << 16
_STRAY = 20
"""One symbol in so many says nothing: another library's header, a name that looks alike."""
_MAX_STRINGS = 1 << 28
_SYMBOL = struct.Struct("<IBBHQQ")
_OLD_STRING = re.compile(rb"_ZNK?Ss\d|(?:RK|E)Ss(?=[ES_\d\0bcijlmxyPRK])")
"""A method of a std::string of the old kind, or one among the arguments of another function."""
_NEED, _NEED_AUX = struct.Struct("<HHIII"), struct.Struct("<IHHII")
_RELOCATION, _HASH_HEAD = struct.Struct("<QQq"), struct.Struct("<4I")
_DEFINITION, _DEFINITION_AUX = struct.Struct("<HHHHIII"), struct.Struct("<II")


class Wanted(NamedTuple):
    """A symbol that an object wants from others."""

    name: str
    is_weak: bool
    version: str = ""
    library: str = ""
    """That the version is of."""


class StringKinds(NamedTuple):
    """How many of an object's symbols, defined or wanted, speak of std::string, by its kind."""

    old: int
    """That of libstdc++ before 5 and of _GLIBCXX_USE_CXX11_ABI=0: "Ss" in linkage names."""
    new: int
    """std::__cxx11::basic_string."""

    @property
    def kind(self) -> Literal["old", "new", "both", ""]:
        """ "old", "new", "both", or "" where none speaks of it."""
        if not self.old and not self.new:
            return ""
        if min(self.old, self.new) * _STRAY >= max(self.old, self.new):
            return "both"
        return "old" if self.old > self.new else "new"


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
        tags = self._symbols.tags
        self.wants_static_tls = bool(tags.get(DT_FLAGS, 0) & DF_STATIC_TLS)
        """Its thread-local variables lie in the block that a thread gets at its start."""
        self.without_defaults = bool(tags.get(DT_FLAGS_1, 0) & DF_1_NODEFLIB)
        """The loader looks in no default folder for what it needs."""

    def mentions(self, text: bytes) -> bool:
        """Whether these bytes are anywhere in the file."""
        data = self._elf.data
        return (bytes(data) if isinstance(data, memoryview) else data).find(text) >= 0

    @property
    def has_executable_stack(self) -> bool:
        """It asks for stacks whose content may be run (PT_GNU_STACK; where there is none, yes)."""
        stack = next((s for s in self._elf.segments if s.type == PT_GNU_STACK), None)
        return stack is None or bool(stack.flags & PF_X)

    @property
    def tls_size(self) -> int:
        """Bytes of its thread-local variables (PT_TLS)."""
        return sum(s.memsz for s in self._elf.segments if s.type == PT_TLS)

    def defines(self, name: str) -> bool:
        return self._symbols.lookup(name) is not None

    def lacking(self, names: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of the (name, gnu_hash(name)) that it does not define."""
        bloom = self._bloom
        if bloom is None:
            return [one for one in names if not self.defines(one[0])]
        words, shift = bloom
        count = len(words)
        return [
            one
            for one in names
            if not (words[(one[1] >> 6) % count] >> (one[1] & 63))
            & (words[(one[1] >> 6) % count] >> ((one[1] >> shift) & 63))
            & 1
            or not self.defines(one[0])
        ]

    @cached_property
    def _bloom(self) -> tuple[tuple[int, ...], int] | None:
        """(words, shift) of the filter before DT_GNU_HASH's table; None without one."""
        table = self._symbols.tags.get(DT_GNU_HASH)
        try:
            if table is None:
                return None
            _, _, size, shift = _HASH_HEAD.unpack(self._read(table, _HASH_HEAD.size))
            if not 0 < size <= MAX_SYMBOLS:
                return None
            raw = self._read(table + _HASH_HEAD.size, 8 * size)
        except AtfaultError:
            return None
        return struct.unpack(f"<{size}Q", raw), shift & 31

    def used(self, names: Iterable[str]) -> frozenset[str]:
        """Those of the names that a relocation uses: the loader looks for no others."""
        wanted = frozenset(names)
        indices: dict[int, str] = {}
        for index, fields in enumerate(self._all_symbols()):
            text = self._symbols.string(fields[0]) if fields[3] == SHN_UNDEF else ""
            if text in wanted:
                indices[index] = text
        found: set[str] = set()
        tags = self._symbols.tags
        for begin, size in ((DT_JMPREL, DT_PLTRELSZ), (DT_RELA, DT_RELASZ)):
            count = min(tags.get(size, 0) // _RELOCATION.size, MAX_RELOCATIONS)
            try:
                raw = self._read(tags.get(begin, 0), count * _RELOCATION.size) if count else b""
            except AtfaultError:
                return wanted  # packed in another way, or damaged
            for _, info, _ in _RELOCATION.iter_unpack(raw):
                name = indices.get(info >> 32)
                if name is not None:
                    found.add(name)
            if len(found) == len(indices):
                break
        return frozenset(found)

    @cached_property
    def string_kinds(self) -> StringKinds:
        """By the names in its table of strings."""
        strings = self._string_table
        new = strings.count(b"7__cxx1112basic_string")
        return StringKinds(len(_OLD_STRING.findall(strings)), new)

    @property
    def compilers(self) -> tuple[str, ...]:
        """What .comment names: "GCC: (GNU) 11.2.1"; each once."""
        try:
            section = self._elf.section(".comment")
            raw = b"" if section is None else self._elf.section_bytes(section, MAX_COMMENT)
        except AtfaultError:
            return ()
        texts = (part.decode("utf-8", "backslashreplace") for part in raw.split(b"\0") if part)
        return tuple(dict.fromkeys(texts))[:8]

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
            known = versions.get(number, Wanted("", False))
            text = self._symbols.string(name)
            if text:
                found.append(Wanted(text, info >> 4 == STB_WEAK, known.version, known.library))
        return tuple(found)

    def wanted_versions(self) -> tuple[tuple[str, str], ...]:
        """(library, version) that it wants and cannot do without."""
        found = self._wanted_versions().values()
        return tuple((one.library, one.version) for one in found if not one.is_weak)

    def names_beginning(self, prefix: str) -> Iterator[str]:
        """Names of symbols that it defines and that begin so."""
        strings = self._string_table
        needle = b"\0" + prefix.encode("utf-8", "replace")
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

    @cached_property
    def _string_table(self) -> bytes:
        tags = self._symbols.tags
        try:
            return self._read(tags.get(DT_STRTAB, 0), min(tags.get(DT_STRSZ, 0), _MAX_STRINGS))
        except AtfaultError:
            return b""

    def _all_symbols(self) -> Iterator[tuple[int, ...]]:
        """How many there are, the section says; without sections, the table of strings that linkers
        put behind it."""
        section = next((s for s in self._sections if s.type == SHT_DYNSYM), None)
        tags = self._symbols.tags
        at = tags.get(DT_SYMTAB, 0)
        size = tags.get(DT_STRTAB, 0) - at if section is None else section.size
        count = min(max(size, 0) // _SYMBOL.size, MAX_SYMBOLS)
        try:
            raw = self._read(at, count * _SYMBOL.size) if count else b""
        except AtfaultError:
            return
        yield from _SYMBOL.iter_unpack(raw)

    @cached_property
    def _sections(self) -> tuple[Section, ...]:
        """() where they are damaged: the loader does without them."""
        try:
            return self._elf.sections
        except AtfaultError:
            return ()

    def _version_numbers(self) -> tuple[int, ...]:
        at = self._symbols.tags.get(DT_VERSYM)
        count = sum(1 for _ in self._all_symbols())
        if not at or not count:
            return ()
        try:
            raw = self._read(at, 2 * count)
        except AtfaultError:
            return ()
        return struct.unpack(f"<{count}H", raw)

    def _wanted_versions(self) -> dict[int, Wanted]:
        """Number → version and library, without a name."""
        found: dict[int, Wanted] = {}
        for at, head in self._linked(DT_VERNEED, DT_VERNEEDNUM, _NEED, 4):
            library = self._symbols.string(head[2])
            auxiliary = at + head[3]
            for _ in range(min(head[1], MAX_VERSIONS)):
                entry = self._unpack(_NEED_AUX, auxiliary)
                if entry is None or len(found) >= MAX_VERSIONS:
                    break
                version = self._symbols.string(entry[3])
                is_weak = bool(entry[1] & VER_FLG_WEAK)
                found[entry[2] & 0x7FFF] = Wanted("", is_weak, version, library)
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
