"""Addresses → linkage names, by one pass over an ELF symbol table and without sorting it.

Elf64_Sym (gABI chapter 4), 24 bytes, little-endian:

    0         4     5      6        8           16          24
    +---------+-----+------+--------+-----------+-----------+
    | st_name |info |other | shndx  | st_value  | st_size   |
    +---------+-----+------+--------+-----------+-----------+
      u32      u8    u8     u16      u64         u64

A slice with a step of 24 picks one byte of every st_value in C. Each such plane is translated into
bits, one for each pattern that the byte fits, and the planes are joined as large integers. Only the
symbols that keep a bit, some hundred, are unpacked:

    st_value  1040 2f40 2f60 5040      patterns: 2f60 (bit 0), 10xx (bit 1)
    byte 1      10   2f   2f   50      bits 2 1 1 0
    byte 0      40   40   60   40      bits 2 2 3 2      joined 2 0 1 0

libtorch_cpu has 530,000 symbols: 4 ms for any number of addresses.
"""

import os
import struct
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from atfault.errors import FormatError
from atfault.formats.elf import (
    SHF_COMPRESSED,
    SHT_DYNSYM,
    SHT_NOBITS,
    SHT_SYMTAB,
    Buffer,
    ElfFile,
    Section,
)

_Symbol: TypeAlias = tuple[int, int, int, int, int, int]
"""st_name, st_info, st_other, st_shndx, st_value, st_size."""
_Rank: TypeAlias = tuple[object, ...]
_Pattern: TypeAlias = dict[int, set[int]]
"""Place in st_value (0 is its lowest byte) → the bytes that fit there."""

SYMBOL_SIZE = 24
_SYMBOL = struct.Struct("<IBBHQQ")
_STT_NOTYPE, _STT_OBJECT, _STT_FUNC, _STT_GNU_IFUNC = 0, 1, 2, 10
_STB_LOCAL = 0
_MAX_TABLE = 1 << 30
_MAX_NAME = 1 << 16
_MAX_CANDIDATES = 1 << 20
"""Pairs of a symbol and an address in it."""
_MAX_MATCHING = 1 << 22
"""Symbols of a pass that are looked at one by one, at some 0.7 µs each: a made-up table of ten
million may have all of them at one place."""
_MAX_NAMED = 1 << 14
"""Of those, how many are read by name. Where more functions than that were folded into one, any of
their names is as good as another."""
_VALUE = 8
_RUN = 1 << 13
_STARTS_PATTERNS, _COVERING_PATTERNS = 6, 2
# A function without unwind information is looked for so many bytes back; what lies deeper inside of
# one in a pass of its own.
_NEAR, _FAR = 1 << 12, 1 << 20


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
        one pass, or two where a function of the second is large."""
        begin, cover = _Beginning(starts), _Covering(inside)
        self._pass(begin, cover, [*begin.patterns(), *cover.patterns(_NEAR)])
        left = _Covering(cover.missing())
        if left.wanted:
            self._pass(_Beginning(()), left, left.patterns(_FAR))
        return begin.found(), cover.found() | left.found()

    def _pass(self, begin: "_Beginning", cover: "_Covering", patterns: list[_Pattern]) -> None:
        starts, inside = begin.wanted, cover.wanted
        named = 0
        for symbol in islice(self._matching(patterns), _MAX_MATCHING):
            if named >= _MAX_NAMED:
                break
            _, info, _, shndx, value, size = symbol
            if shndx == 0:
                continue
            if value in starts and info & 15 in (_STT_FUNC, _STT_GNU_IFUNC, _STT_NOTYPE):
                begin.take(symbol, self.name)
                named += 1
            first = bisect_left(inside, value)
            is_inside = first < len(inside) and inside[first] < value + size
            if is_inside and info & 15 in (_STT_FUNC, _STT_GNU_IFUNC):
                cover.take(symbol, first, self.name)
                named += 1

    def _matching(self, patterns: list[_Pattern]) -> Iterator[_Symbol]:
        """The symbols whose st_value fits at least one of up to eight patterns."""
        unpack = _SYMBOL.unpack_from
        places = sorted({place for pattern in patterns for place in pattern})
        tables = [(_VALUE + place, _bits(patterns, place)) for place in places]
        for run, count in self._runs():
            end = count * SYMBOL_SIZE
            joined = -1
            for offset, bits in tables:
                plane = run[offset:end:SYMBOL_SIZE].translate(bits)
                joined &= int.from_bytes(plane, "little")
            if joined <= 0:
                continue
            marks = joined.to_bytes(count, "little").translate(_NONZERO)
            index = marks.find(1)
            while index >= 0:
                yield unpack(run, index * SYMBOL_SIZE)
                index = marks.find(1, index + 1)

    def _runs(self) -> Iterator[tuple[bytes | bytearray, int]]:
        """The table in pieces that fit the processor's cache: (bytes, symbols in them).

        Read where there is a file to read: to map 13 MB in and out again costs more than to copy
        them.
        """
        file = self._elf.file if self.data is self._elf.data else None
        buffer = bytearray(min(_RUN, self.count) * SYMBOL_SIZE)
        for first in range(0, self.count, _RUN):
            start = self.start + first * SYMBOL_SIZE
            count = min(_RUN, self.count - first)
            if file is None:
                yield bytes(self.data[start : start + count * SYMBOL_SIZE]), count
                continue
            with memoryview(buffer) as view:
                if os.preadv(file.fd, [view[: count * SYMBOL_SIZE]], start) < count * SYMBOL_SIZE:
                    raise FormatError("the symbol table was cut off while it was read", start)
            yield buffer, count


class _Beginning:
    """A search for the symbols that begin at some addresses."""

    def __init__(self, addresses: Collection[int]) -> None:
        self.wanted = frozenset(addresses)
        self._best: dict[int, tuple[_Rank, FoundSymbol]] = {}

    def patterns(self) -> list[_Pattern]:
        near = sorted(self.wanted, key=lambda address: address >> 16 & 0xFF)
        return [
            {1: {a >> 8 & 0xFF for a in part}, 2: {a >> 16 & 0xFF for a in part}}
            for part in _parts(near, _STARTS_PATTERNS)
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
        self._best: dict[int, tuple[_Rank, FoundSymbol]] = {}
        self._budget = _MAX_CANDIDATES

    def patterns(self, reach: int) -> list[_Pattern]:
        """Of the symbols that begin up to `reach` bytes before an address."""
        patterns = []
        for part in _parts(self.wanted, _COVERING_PATTERNS):
            starts = [max(a - reach, 0) for a in part]
            windows = {w for a, s in zip(part, starts) for w in range(s >> 16, (a >> 16) + 1)}
            places = {2: {w & 0xFF for w in windows}}
            if reach < 1 << 14:  # else nearly every value of the second byte is in reach
                pages = {p for a, s in zip(part, starts) for p in range(s >> 8, (a >> 8) + 1)}
                places[1] = {p & 0xFF for p in pages}
            else:
                places[3] = {w >> 8 & 0xFF for w in windows}
            patterns.append(places)
        return patterns

    def take(self, symbol: _Symbol, first: int, name_at: Callable[[int], str]) -> None:
        """Note a symbol that holds the address at index `first`, and perhaps those behind it."""
        name_offset, info, _, _, value, size = symbol
        wanted, best = self.wanted, self._best
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

    def missing(self) -> list[int]:
        return [address for address in self.wanted if address not in self._best]

    def found(self) -> dict[int, FoundSymbol]:
        return {address: found for address, (_, found) in self._best.items()}


def _parts(addresses: list[int], most: int) -> list[list[int]]:
    """The addresses in at most so many parts of neighbours: fewer bytes fit a part than fit all."""
    size = max(-(-len(addresses) // most), 1)
    return [addresses[i : i + size] for i in range(0, len(addresses), size)]


def _bits(patterns: list[_Pattern], place: int) -> bytes:
    """A table for bytes.translate: for each byte, the patterns that it fits at a place."""
    bits = bytearray(256)
    for number, pattern in enumerate(patterns):
        for byte in pattern.get(place, range(256)):
            bits[byte] |= 1 << number
    return bytes(bits)


_NONZERO = bytes([0]) + bytes([1]) * 255


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


def variable_at(elf: ElfFile, address: int) -> str:
    """Linkage name of the variable at an ELF address; "" where no symbol tells."""
    for table in open_tables(elf):
        raw = bytes(table.data[table.start : table.start + table.count * SYMBOL_SIZE])
        pattern = address.to_bytes(8, "little")
        position = raw.find(pattern)
        for _ in range(_MAX_CANDIDATES):
            if position < 0:
                break
            if position % SYMBOL_SIZE == _VALUE:
                name, info, _, shndx, _, _ = _SYMBOL.unpack_from(raw, position - _VALUE)
                if shndx and info & 15 == _STT_OBJECT:
                    return table.name(name)
            position = raw.find(pattern, position + 1)
    return ""


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
