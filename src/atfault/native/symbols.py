"""Addresses → linkage names, by one pass over an ELF symbol table and without sorting it.

Elf64_Sym (gABI chapter 4), 24 bytes, little-endian:

    0         4     5      6        8           16          24
    +---------+-----+------+--------+-----------+-----------+
    | st_name |info |other | shndx  | st_value  | st_size   |
    +---------+-----+------+--------+-----------+-----------+
      u32      u8    u8     u16      u64         u64

A slice with a step of 24 picks one byte of every st_value in C. Each such plane is turned into a
mask (1 where the byte is that of a wanted address), the masks are joined as two large integers,
and only the symbols that are left, a few thousand, are unpacked:

    st_value  1040 2f40 2f60 5040      wanted 2f60
    byte 1      10   2f   2f   50      mask 0 1 1 0    (and likewise byte 2)

libtorch_cpu has 530,000 symbols: 5 ms for any number of addresses.
"""

from __future__ import annotations

import struct
from bisect import bisect_left

from atfault.errors import FormatError
from atfault.formats.elf import SHF_COMPRESSED, SHT_DYNSYM, SHT_NOBITS, SHT_SYMTAB
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import TypeAlias

    from atfault.formats.elf import Buffer, ElfFile, Section

    _Symbol: TypeAlias = tuple[int, int, int, int, int, int]
    """st_name, st_info, st_other, st_shndx, st_value, st_size."""
    _Rank: TypeAlias = tuple[object, ...]

SYMBOL_SIZE = 24
_SYMBOL = struct.Struct("<IBBHQQ")
_STT_NOTYPE, _STT_FUNC, _STT_GNU_IFUNC = 0, 2, 10
_STB_LOCAL = 0
_MAX_TABLE = 1 << 30
_MAX_NAME = 1 << 16
_MAX_CANDIDATES = 1 << 20
_VALUE = 8
_RUN = 1 << 14
# Functions without unwind information are looked for this far back, in steps of 64 KiB.
_WINDOWS_BACK = 4


class FoundSymbol(NamedTuple):
    """A function's symbol."""

    start: int
    """ELF virtual address."""
    size: int
    name: str
    """Linkage name, without a symbol version."""


class SymbolTable:
    """One symbol table of a file and its strings.

    Raises FormatError when the section's contents are cut off or damaged.
    """

    def __init__(self, elf: ElfFile, section: Section) -> None:
        self._elf = elf
        size = section.size
        if section.flags & SHF_COMPRESSED:
            self.data: Buffer = elf.section_bytes(section, _MAX_TABLE)
            self.start, size = 0, len(self.data)
        elif section.type == SHT_NOBITS or section.offset + size > elf.size or size > _MAX_TABLE:
            raise FormatError(f"section {section.name} is cut off", section.offset)
        else:
            self.data, self.start = elf.data, section.offset
        self.count = size // SYMBOL_SIZE
        sections = elf.sections
        if section.link >= len(sections):
            raise FormatError(f"section {section.name} names no string table", section.offset)
        strings = sections[section.link]
        if strings.type == SHT_NOBITS:
            raise FormatError(f"string table of {section.name} is empty", strings.offset)
        if strings.flags & SHF_COMPRESSED:
            self._strings: Buffer = elf.section_bytes(strings, _MAX_TABLE)
            self._first, self._end = 0, len(self._strings)
        else:
            self._strings = elf.data
            self._first = strings.offset
            self._end = min(strings.offset + strings.size, elf.size)

    def name(self, offset: int) -> str:
        """The string at `offset` of the string table, its version cut off; "" when out of range."""
        start = self._first + offset
        if start >= self._end:
            return ""
        piece, end = b"", -1
        for length in (256, _MAX_NAME):
            piece = bytes(self._strings[start : min(start + length, self._end)])
            end = piece.find(b"\0")
            if end >= 0:
                break
        text = piece[: end if end >= 0 else None].decode("utf-8", "backslashreplace")
        at = text.find("@", 1)
        return text[:at] if at > 0 else text

    def covering(self, addresses: Collection[int]) -> dict[int, FoundSymbol]:
        """The functions whose [st_value, st_value + st_size) holds the given ELF addresses."""
        return self.search((), addresses)[1]

    def search(
        self, starts: Collection[int], inside: Collection[int]
    ) -> tuple[dict[int, FoundSymbol], dict[int, FoundSymbol]]:
        """(the functions that begin exactly at the first addresses, `covering` of the second), in
        one pass."""
        begin, cover = _Beginning(starts), _Covering(inside)
        for symbol in self._matching([s.planes() for s in (begin, cover) if s.wanted]):
            _, info, _, shndx, value, _ = symbol
            if shndx == 0:
                continue
            if value in begin.wanted and info & 15 in (_STT_FUNC, _STT_GNU_IFUNC, _STT_NOTYPE):
                begin.take(symbol, self.name)
            if value <= cover.last and info & 15 in (_STT_FUNC, _STT_GNU_IFUNC):
                cover.take(symbol, self.name)
        return begin.found(), cover.found()

    def _matching(self, searches: list[list[tuple[int, set[int]]]]) -> Iterator[_Symbol]:
        """The symbols that some search may want: whose st_value has, at each of its places, one of
        the bytes given there.

        A run of symbols at a time, so that the planes stay in the processor's cache.
        """
        data, unpack = self.data, _SYMBOL.unpack_from
        masks = [[(place, _mask(wanted)) for place, wanted in planes] for planes in searches]
        places = sorted({place for planes in searches for place, _ in planes})
        for first in range(0, self.count, _RUN):
            start = self.start + first * SYMBOL_SIZE
            count = min(_RUN, self.count - first)
            end = start + count * SYMBOL_SIZE
            runs = {p: bytes(data[start + _VALUE + p : end : SYMBOL_SIZE]) for p in places}
            either = 0
            for planes in masks:
                joined = -1
                for place, mask in planes:
                    joined &= int.from_bytes(runs[place].translate(mask), "little")
                either |= joined
            marks = either.to_bytes(count, "little")
            index = marks.find(1)
            while index >= 0:
                yield unpack(data, start + index * SYMBOL_SIZE)
                index = marks.find(1, index + 1)


class _Beginning:
    """A search for the symbols that begin at some addresses."""

    def __init__(self, addresses: Collection[int]) -> None:
        self.wanted = frozenset(addresses)
        self._best: dict[int, tuple[_Rank, FoundSymbol]] = {}

    def planes(self) -> list[tuple[int, set[int]]]:
        return [
            (1, {a >> 8 & 0xFF for a in self.wanted}),
            (2, {a >> 16 & 0xFF for a in self.wanted}),
        ]

    def take(self, symbol: _Symbol, name_at: Callable[[int], str]) -> None:
        """Note a symbol that begins at one of the addresses."""
        name_offset, info, _, _, value, size = symbol
        name = name_at(name_offset)
        if not name or name[0] in "$.":
            return
        rank = _rank(name, info & 15, info >> 4)
        if value not in self._best or rank < self._best[value][0]:
            self._best[value] = rank, FoundSymbol(value, size, name)

    def found(self) -> dict[int, FoundSymbol]:
        return {value: found for value, (_, found) in self._best.items()}


class _Covering:
    """A search for the symbols that some addresses lie in; of several, the one that begins last."""

    def __init__(self, addresses: Collection[int]) -> None:
        self.wanted = sorted(addresses)
        self.last = self.wanted[-1] if self.wanted else -1
        self._best: dict[int, tuple[_Rank, FoundSymbol]] = {}
        self._budget = _MAX_CANDIDATES

    def planes(self) -> list[tuple[int, set[int]]]:
        windows = [(a >> 16) - back for a in self.wanted for back in range(_WINDOWS_BACK)]
        return [(2, {w & 0xFF for w in windows}), (3, {w >> 8 & 0xFF for w in windows})]

    def take(self, symbol: _Symbol, name_at: Callable[[int], str]) -> None:
        """Note a symbol that begins at or before the last of the addresses."""
        name_offset, info, _, _, value, size = symbol
        wanted, best = self.wanted, self._best
        first = bisect_left(wanted, value)
        if wanted[first] >= value + size:
            return
        name = name_at(name_offset)
        if not name or name[0] in "$.":
            return
        rank = (-value, *_rank(name, info & 15, info >> 4))
        while first < len(wanted) and wanted[first] < value + size and self._budget:
            self._budget -= 1
            address = wanted[first]
            if address not in best or rank < best[address][0]:
                best[address] = rank, FoundSymbol(value, size, name)
            first += 1

    def found(self) -> dict[int, FoundSymbol]:
        return {address: found for address, (_, found) in self._best.items()}


def _mask(wanted: set[int]) -> bytes:
    """A table for bytes.translate: 1 for each byte that is wanted."""
    mask = bytearray(256)
    for byte in wanted:
        mask[byte] = 1
    return bytes(mask)


def _rank(name: str, kind: int, binding: int) -> _Rank:
    """Order of several symbols at one address: the first is the name that people know.

    Functions before bare labels, exported before local names, `malloc` before `__libc_malloc`.
    """
    underscores = 0 if name.startswith(("_Z", "_R")) else len(name) - len(name.lstrip("_"))
    return kind == _STT_NOTYPE, binding == _STB_LOCAL, underscores, len(name), name


def open_tables(elf: ElfFile) -> list[SymbolTable]:
    """The file's symbol table: .symtab where there is one (it holds .dynsym's too), else .dynsym.

    Damaged tables are left out. [] when the file has none.
    """
    try:
        sections = elf.sections
    except FormatError:
        return []
    for wanted in (SHT_SYMTAB, SHT_DYNSYM):
        for section in sections:
            if section.type == wanted and section.size >= 2 * SYMBOL_SIZE:
                try:
                    return [SymbolTable(elf, section)]
                except FormatError:
                    continue
    return []


def has_full_table(elf: ElfFile) -> bool:
    """Whether the file holds a .symtab with contents."""
    try:
        return any(s.type == SHT_SYMTAB and s.size >= 2 * SYMBOL_SIZE for s in elf.sections)
    except FormatError:
        return False


def dynamic_symbol(elf: ElfFile, name: str) -> int | None:
    """ELF address of the exported symbol `name`; None when the file does not define it.

    Found from the other side: where the name lies in .dynstr, then which symbol points there.
    """
    try:
        section = next((s for s in elf.sections if s.type == SHT_DYNSYM), None)
        if section is None or section.link >= len(elf.sections):
            return None
        raw = elf.section_bytes(section, _MAX_TABLE)
        strings = elf.section_bytes(elf.sections[section.link], _MAX_TABLE)
    except FormatError:
        return None
    offset = strings.find(b"\0" + name.encode() + b"\0")
    if offset < 0:
        return None
    pattern = (offset + 1).to_bytes(4, "little")
    position = raw.find(pattern)
    for _ in range(_MAX_CANDIDATES):
        if position < 0:
            break
        if position % SYMBOL_SIZE == 0 and position + SYMBOL_SIZE <= len(raw):
            _, _, _, shndx, value, _ = _SYMBOL.unpack_from(raw, position)
            if shndx:
                return int(value)
        position = raw.find(pattern, position + 1)
    return None
