"""Entries of .debug_info (DIEs), and the units that they stand in (DWARF 5, section 7.5).

    unit header       length, version, kind (from 5 on), address size, offset into .debug_abbrev
    DIE               a code of .debug_abbrev, then its attributes' values
      DIE …           its children, if it has any, up to a zero
    DIE …

Nothing is read before it is asked for: units are found by their headers' lengths, and the value of
an attribute is read when its name is looked up. A unit's bytes are copied as it is opened, so that
a file of gigabytes costs what is looked at.

Whatever the bytes are, a method returns or raises FormatError or IndexError (cut short); `checked`
makes one of both.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.dwarf_abbrev import Abbrev, AbbrevTable, Spec
from atfault.formats.dwarf_forms import (
    ADDRESS_SIZE,
    BLOCKS,
    INDEXED_ADDRESSES,
    INDEXED_STRINGS,
    LOCAL_REFERENCES,
    NUMBER,
    SUPPLEMENT_REFERENCES,
    Form,
    behind,
    block,
    number,
    size_of,
)
from atfault.formats.dwarf_names import At, Tag, UnitKind
from atfault.formats.elf import SHF_COMPRESSED, SHT_NOBITS, ElfFile
from atfault.formats.leb128 import uleb

MAX_STRING = 1 << 16
MAX_UNITS = 1 << 22
_PIECE = 256
_64_BIT, _RESERVED = 0xFFFF_FFFF, 0xFFFF_FFF0


@contextmanager
def checked() -> Iterator[None]:
    """Debug information that is cut short is damaged."""
    try:
        yield
    except (IndexError, struct.error):
        raise FormatError("the debug information is cut short") from None


class UnitHeader(NamedTuple):
    offset: int
    """In .debug_info."""
    end: int
    version: int
    kind: int
    """DW_UT_*"""
    offset_size: int
    address_size: int
    abbrevs: int
    """Offset in .debug_abbrev."""
    first: int
    """Of its first DIE, from `offset`."""

    @property
    def is_readable(self) -> bool:
        return 2 <= self.version <= 5 and self.address_size == ADDRESS_SIZE


class DebugInfo:
    """The .debug_* sections of a file."""

    def __init__(self, elf: ElfFile, supplement: DebugInfo | None = None) -> None:
        """supplement: of the file that this one shares entries with (dwz, .gnu_debugaltlink)."""
        self.supplement = supplement
        self.problem = ""
        """Why units are missing, once `headers` were read."""
        self._elf = elf
        self._sections: dict[str, memoryview] = {}
        self._abbrevs: dict[tuple[int, int, int], AbbrevTable] = {}
        self._units: dict[int, Unit] = {}

    def section(self, name: str) -> memoryview:
        """Its contents, unpacked; empty where there is none. Raises FormatError."""
        known = self._sections.get(name)
        if known is None:
            known = self._sections[name] = self._open(name)
        return known

    def _open(self, name: str) -> memoryview:
        section = self._elf.section(name)
        if section is None or section.type == SHT_NOBITS:
            return memoryview(b"")
        if section.flags & SHF_COMPRESSED:
            return memoryview(self._elf.section_bytes(section))
        end = section.offset + section.size
        if end > self._elf.size:
            raise FormatError(f"section {name} is cut off", section.offset)
        return memoryview(self._elf.data)[section.offset : end]

    @cached_property
    def headers(self) -> list[UnitHeader]:
        """Of all units, by offset; up to one that is damaged, which `problem` says."""
        data = self.section(".debug_info")
        found: list[UnitHeader] = []
        at = 0
        while at < len(data) and len(found) < MAX_UNITS:
            try:
                header = _header(data, at)
            except (FormatError, IndexError, struct.error) as error:
                self.problem = str(error)
                break
            found.append(header)
            at = header.end
        return found

    @cached_property
    def _offsets(self) -> list[int]:
        return [header.offset for header in self.headers]

    def header_holding(self, offset: int) -> UnitHeader:
        """Of the unit that `offset` of .debug_info lies in. Raises FormatError."""
        index = bisect_right(self._offsets, offset) - 1
        if index < 0 or offset >= self.headers[index].end:
            raise FormatError(f"no unit of debug information holds {offset:#x}")
        return self.headers[index]

    def unit(self, header: UnitHeader) -> Unit:
        """Raises FormatError where it is of no version that is read."""
        known = self._units.get(header.offset)
        if known is None:
            if not header.is_readable:
                raise FormatError(f"debug information of DWARF version {header.version}")
            known = self._units[header.offset] = Unit(self, header)
        return known

    def die(self, offset: int) -> Die:
        """The entry at an offset of .debug_info."""
        unit = self.unit(self.header_holding(offset))
        found = unit.die_at(offset - unit.header.offset)
        if found is None:
            raise FormatError(f"no entry of debug information at {offset:#x}")
        return found

    @cached_property
    def _abbrev_data(self) -> bytes:
        return bytes(self.section(".debug_abbrev"))

    def abbrevs(self, header: UnitHeader) -> AbbrevTable:
        # DWARF 2 has addresses where later versions have offsets.
        reference_size = ADDRESS_SIZE if header.version == 2 else header.offset_size
        key = header.abbrevs, header.offset_size, reference_size
        table = self._abbrevs.get(key)
        if table is None:
            table = self._abbrevs[key] = AbbrevTable(self._abbrev_data, *key)
        return table

    def string(self, section: str, offset: int) -> str:
        """The zero-terminated string at an offset of a section; of a long one its start."""
        data = self.section(section)
        if offset >= len(data):
            raise FormatError(f"no string at {offset:#x} of {section}")
        size = _PIECE
        while True:
            piece = bytes(data[offset : offset + size])
            end = piece.find(0)
            if end >= 0 or size >= MAX_STRING or len(piece) < size:
                return piece[: end if end >= 0 else None].decode("utf-8", "backslashreplace")
            size *= 16

    def word(self, section: str, offset: int, size: int) -> int:
        """A number in a section."""
        raw = self.section(section)[offset : offset + size]
        if offset < 0 or len(raw) < size:
            raise FormatError(f"{section} is cut short")
        return int.from_bytes(raw, "little")


def _header(data: memoryview, offset: int) -> UnitHeader:
    (length,) = struct.unpack_from("<I", data, offset)
    pos, size = offset + 4, 4
    if length == _64_BIT:
        (length,) = struct.unpack_from("<Q", data, pos)
        pos, size = pos + 8, 8
    elif length >= _RESERVED:
        raise FormatError("a unit of debug information of a reserved length", offset)
    end = pos + length
    if end > len(data) or length < 7:
        raise FormatError("a unit of debug information is cut off", offset)
    (version,) = struct.unpack_from("<H", data, pos)
    pos += 2
    kind: int = UnitKind.COMPILE
    word = "<I" if size == 4 else "<Q"
    if version >= 5:
        kind, address_size = data[pos], data[pos + 1]
        (abbrevs,) = struct.unpack_from(word, data, pos + 2)
        pos += 2 + size
        if kind in (UnitKind.SKELETON, UnitKind.SPLIT_COMPILE):
            pos += 8
        elif kind in (UnitKind.TYPE, UnitKind.SPLIT_TYPE):
            pos += 8 + size
    else:
        (abbrevs,) = struct.unpack_from(word, data, pos)
        address_size = data[pos + size]
        pos += size + 1
    return UnitHeader(offset, end, version, kind, size, address_size, abbrevs, pos - offset)


class Unit:
    """One unit of .debug_info."""

    def __init__(self, info: DebugInfo, header: UnitHeader) -> None:
        self.info = info
        self.header = header
        self.data = bytes(info.section(".debug_info")[header.offset : header.end])
        self.abbrevs = info.abbrevs(header)

    def die_at(self, pos: int) -> Die | None:
        """The entry at data[pos:]; None for the zero that ends a list of children."""
        code, behind_code = uleb(self.data, pos)
        if not code:
            return None
        return Die(self, pos, self.abbrevs.find(code), behind_code)

    @cached_property
    def top(self) -> Die:
        """The entry of the unit itself."""
        found = self.die_at(self.header.first)
        if found is None:
            raise FormatError("a unit of debug information is empty", self.header.offset)
        return found

    @cached_property
    def base(self) -> int:
        """What the ranges and locations in it count from."""
        return self.top.address(At.LOW_PC) or 0

    @property
    def is_split(self) -> bool:
        """Whether what it describes is in a file of its own (.dwo)."""
        names = self.top.abbrev.names
        is_skeleton = self.header.kind == UnitKind.SKELETON
        return is_skeleton or At.DWO_NAME in names or At.GNU_DWO_NAME in names

    def indexed(self, section: str, base: At, index: int, size: int) -> int:
        """An entry of a table of numbers; base: the attribute that says where the unit's begins."""
        start = self.top.number(base)
        if start is None:
            raise FormatError(f"a unit of debug information without its place in {section}")
        return self.info.word(section, start + index * size, size)

    def behind(self, steps: tuple[int, ...], pos: int) -> int:
        """The position behind the values that `steps` (of an `Abbrev`) are of."""
        data = self.data
        for step in steps:
            if step >= 0:
                pos += step
            elif step == NUMBER:
                while data[pos] & 0x80:
                    pos += 1
                pos += 1
            else:
                pos = behind(step, data, pos, self.header.offset_size)
        return pos

    def sibling(self, abbrev: Abbrev, pos: int) -> int:
        """Where the next entry begins that is none of the children of this one, whose attributes
        begin at `pos`; 0 where it does not say."""
        if abbrev.sibling is None:
            return 0
        at = self.behind(abbrev.sibling, pos)
        following = int.from_bytes(self.data[at : at + 4], "little")
        if not at < following <= len(self.data):
            raise FormatError("entries of debug information out of order", self.header.offset)
        return following

    def functions(self, into: frozenset[int] | None = frozenset()) -> Iterator[Die]:
        """The DW_TAG_subprogram entries that have code, in the order of the file.

        Children of other entries are passed over where that takes one step (DW_AT_sibling), but
        those of the tags in `into`; of all where it is None.
        """
        data, known, find = self.data, self.abbrevs.known, self.abbrevs.find
        pos, end = self.top.end, len(self.data)
        while pos < end:
            start = pos
            code = data[pos]
            pos += 1
            if not code:
                continue
            if code & 0x80:
                code, pos = uleb(data, start)
            abbrev = known.get(code) or find(code)
            if abbrev.has_code and abbrev.tag == Tag.SUBPROGRAM:
                yield Die(self, start, abbrev, pos)
            following = 0
            if abbrev.has_children and into is not None and abbrev.tag not in into:
                following = self.sibling(abbrev, pos)
            if following:
                pos = following
            elif abbrev.size >= 0:
                pos += abbrev.size
            else:
                pos = self.behind(abbrev.steps, pos)


class Die:
    """An entry. Its attributes are found when the first of them is asked for."""

    __slots__ = ("_attributes", "_end", "_start", "abbrev", "pos", "unit")

    def __init__(self, unit: Unit, pos: int, abbrev: Abbrev, start: int) -> None:
        """start: where its attributes begin, which is `pos` and its code."""
        self.unit = unit
        self.pos = pos
        """In unit.data."""
        self.abbrev = abbrev
        self._start = start
        self._attributes: dict[int, tuple[Spec, int]] | None = None
        self._end = 0

    @property
    def tag(self) -> int:
        return self.abbrev.tag

    @property
    def offset(self) -> int:
        """In .debug_info."""
        return self.unit.header.offset + self.pos

    @property
    def end(self) -> int:
        """Behind its attributes."""
        if not self._end:
            self._end = self.unit.behind(self.abbrev.steps, self._start)
        return self._end

    def children(self) -> Iterator[Die]:
        if not self.abbrev.has_children:
            return
        unit, pos = self.unit, self.end
        while (child := unit.die_at(pos)) is not None:
            yield child
            pos = child.behind()

    def behind(self) -> int:
        """Where the next entry begins that is none of its children."""
        if not self.abbrev.has_children:
            return self.end
        return self.unit.sibling(self.abbrev, self._start) or self._behind_children()

    def _behind_children(self) -> int:
        unit, data = self.unit, self.unit.data
        pos, depth = self.end, 1
        while depth:
            code, pos = uleb(data, pos)
            if not code:
                depth -= 1
                continue
            abbrev = unit.abbrevs.find(code)
            following = unit.sibling(abbrev, pos) if abbrev.has_children else 0
            depth += abbrev.has_children and not following
            pos = following or unit.behind(abbrev.steps, pos)
        return pos

    # -- attributes -----------------------------------------------------------------------------

    def _find(self, name: int) -> tuple[Spec, int] | None:
        """(its form, where its value is) of an attribute."""
        if name not in self.abbrev.names:
            return None
        if self._attributes is None:
            self._attributes = self._places()
        return self._attributes[name]

    def _places(self) -> dict[int, tuple[Spec, int]]:
        unit, pos = self.unit, self._start
        found: dict[int, tuple[Spec, int]] = {}
        for spec in self.abbrev.specs:
            at, kind = pos, spec.size
            pos = unit.behind((kind,), pos)
            if spec.form == Form.INDIRECT:
                form, at = uleb(unit.data, at)
                spec = Spec(spec.name, form, size_of(form, unit.header.offset_size), 0)
            found.setdefault(spec.name, (spec, at))
        return found

    def number(self, name: int) -> int | None:
        """A constant, a flag, or an offset into another section; None for anything else."""
        found = self._find(name)
        if found is None:
            return None
        spec, pos = found
        if spec.form == Form.IMPLICIT_CONST:
            return spec.constant
        if spec.form == Form.FLAG_PRESENT:
            return 1
        if spec.form == Form.STRING or spec.size in BLOCKS or spec.form == Form.ADDR:
            return None
        return number(spec.form, self.unit.data, pos, spec.size)

    def form(self, name: int) -> int | None:
        found = self._find(name)
        return None if found is None else found[0].form

    def block(self, name: int) -> bytes | None:
        """The bytes of a block or an expression; None for anything else."""
        found = self._find(name)
        if found is None or found[0].size not in BLOCKS:
            return None
        return block(found[0].size, self.unit.data, found[1])

    def address(self, name: int) -> int | None:
        """None where it is none, but a distance for example."""
        found = self._find(name)
        if found is None:
            return None
        (_, form, size, _), pos = found
        if form == Form.ADDR:
            return int.from_bytes(self.unit.data[pos : pos + size], "little")
        if form in INDEXED_ADDRESSES:
            index = number(form, self.unit.data, pos, size)
            return self.unit.indexed(".debug_addr", At.ADDR_BASE, index, ADDRESS_SIZE)
        return None

    def text(self, name: int) -> str:
        """ "" where there is none, or it is not here."""
        found = self._find(name)
        if found is None:
            return ""
        (_, form, size, _), pos = found
        data, info = self.unit.data, self.unit.info
        if form == Form.STRING:
            return data[pos : behind(size, data, pos, 4) - 1].decode("utf-8", "backslashreplace")
        value = number(form, data, pos, size)
        if form == Form.STRP:
            return info.string(".debug_str", value)
        if form == Form.LINE_STRP:
            return info.string(".debug_line_str", value)
        if form in INDEXED_STRINGS:
            width = self.unit.header.offset_size
            base = At.STR_OFFSETS_BASE
            at = self.unit.indexed(".debug_str_offsets", base, value, width)
            return info.string(".debug_str", at)
        if form in (Form.GNU_STRP_ALT, Form.STRP_SUP) and info.supplement is not None:
            return info.supplement.string(".debug_str", value)
        return ""

    def reference(self, name: int) -> Die | None:
        """The entry that an attribute leads to; None where there is none, or it is not here."""
        found = self._find(name)
        if found is None:
            return None
        (_, form, size, _), pos = found
        value = number(form, self.unit.data, pos, size)
        if form in LOCAL_REFERENCES:
            return self.unit.die_at(value)
        if form == Form.REF_ADDR:
            return self.unit.info.die(value)
        if form in SUPPLEMENT_REFERENCES and self.unit.info.supplement is not None:
            return self.unit.info.supplement.die(value)
        return None

    def described(self, name: int) -> Die:
        """The entry that has the attribute: this one, or what it is an instance or the definition
        of; this one where none has it."""
        die: Die | None = self
        for _ in range(8):
            if die is None:
                break
            if name in die.abbrev.names:
                return die
            die = die.reference(At.ABSTRACT_ORIGIN) or die.reference(At.SPECIFICATION)
        return self
