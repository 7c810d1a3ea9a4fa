"""Lists of what holds at which addresses: ranges of code, and places of a variable.

    DWARF 2 to 4      .debug_ranges, .debug_loc (sections 2.17.3 and 2.6.2 of DWARF 4): pairs of
                      addresses that count from the unit's; (-1, x) has them count from x,
                      (0, 0) ends it
    DWARF 5           .debug_rnglists, .debug_loclists (sections 2.17.3 and 2.6.2): a byte that says
                      what follows

        05 40 11 00 00 00 00 00 00    base address 0x1140        (of ranges; 06 of locations)
        04 08 1f                      0x1148 to 0x115f           offset pair
        00                            the end

Behind each entry of a list of locations stands an expression (`dwarf_location`).

Which addresses an entry is about, and which unit an address belongs to.

    DW_AT_low_pc, DW_AT_high_pc     one range
    DW_AT_ranges                    several, as a list (`dwarf_lists`)
    .debug_aranges                  of all units, where the compiler wrote it (section 6.1.2)

A linker that leaves a function out puts 0 (or 1) where its address would be: see `linked`.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.dwarf_forms import ADDRESS_SIZE, Form
from atfault.formats.dwarf_info import DebugInfo, Die, Unit
from atfault.formats.dwarf_names import At
from atfault.formats.leb128 import uleb

MAX_LIST = 1 << 24
"""Bytes of one list."""
_BASE_SELECTION = (1 << 64) - 1
_PAIR = struct.Struct("<QQ")
Entry = tuple[int, int, bytes]
"""[start, end) of addresses, and the expression that holds there; b"" of ranges."""
Range = tuple[int, int]
"""[start, end)"""


class _Kind(Enum):
    """DW_RLE_* and DW_LLE_*"""

    END_OF_LIST = auto()
    BASE_ADDRESSX = auto()
    STARTX_ENDX = auto()
    STARTX_LENGTH = auto()
    OFFSET_PAIR = auto()
    DEFAULT_LOCATION = auto()
    BASE_ADDRESS = auto()
    START_END = auto()
    START_LENGTH = auto()


_DIRECT = (_Kind.BASE_ADDRESS, _Kind.START_END, _Kind.START_LENGTH)
_INDEXED = (_Kind.BASE_ADDRESSX, _Kind.STARTX_ENDX, _Kind.STARTX_LENGTH)


class _Form(NamedTuple):
    old_section: str
    section: str
    base: At
    indexed: Form
    kinds: tuple[_Kind, ...]
    """By number."""
    has_expressions: bool


_FORMS = {
    At.RANGES: _Form(
        ".debug_ranges",
        ".debug_rnglists",
        At.RNGLISTS_BASE,
        Form.RNGLISTX,
        tuple(kind for kind in _Kind if kind is not _Kind.DEFAULT_LOCATION),
        False,
    ),
    At.LOCATION: _Form(
        ".debug_loc",
        ".debug_loclists",
        At.LOCLISTS_BASE,
        Form.LOCLISTX,
        tuple(_Kind),
        True,
    ),
}


def entries(die: Die, name: At) -> Iterator[Entry]:
    """The list that the attribute leads to, RANGES or LOCATION. Raises FormatError, IndexError."""
    form, unit, value = _FORMS[name], die.unit, die.number(name)
    if value is None:
        return iter(())
    if unit.header.version < 5:
        return _old_list(unit, form, value)
    if die.form(name) == form.indexed:
        value = unit.indexed(form.section, form.base, value, unit.header.offset_size)
        value += unit.top.number(form.base) or 0
    return _new_list(unit, form, value)


def expression_at(die: Die, pc: int) -> bytes:
    """Of its DW_AT_location; b"" where it has none at `pc`."""
    whole = die.block(At.LOCATION)
    if whole is not None:
        return whole
    for start, end, expression in entries(die, At.LOCATION):
        if start <= pc < end:
            return expression
    return b""


def _old_list(unit: Unit, form: _Form, offset: int) -> Iterator[Entry]:
    data = bytes(unit.info.section(form.old_section)[offset : offset + MAX_LIST])
    base, at = unit.base, 0
    while at + _PAIR.size <= len(data):
        start, end = _PAIR.unpack_from(data, at)
        at += _PAIR.size
        if start == _BASE_SELECTION:
            base = end
            continue
        if not start and not end:
            return
        expression = b""
        if form.has_expressions:
            size = int.from_bytes(data[at : at + 2], "little")
            expression, at = data[at + 2 : at + 2 + size], at + 2 + size
        yield base + start, base + end, expression
    raise FormatError(f"a list of {form.old_section} does not end", offset)


def _new_list(unit: Unit, form: _Form, offset: int) -> Iterator[Entry]:
    data = bytes(unit.info.section(form.section)[offset : offset + MAX_LIST])
    base, at = unit.base, 0
    default = b""
    while True:
        number, at = data[at], at + 1
        if number >= len(form.kinds):
            raise FormatError(f"an entry of kind {number} in {form.section}", offset)
        kind = form.kinds[number]
        if kind is _Kind.END_OF_LIST:
            break
        start = end = 0
        if kind is not _Kind.DEFAULT_LOCATION:
            start, at = _operand(unit, data, at, kind in _DIRECT, kind in _INDEXED)
        if kind in (_Kind.BASE_ADDRESS, _Kind.BASE_ADDRESSX):
            base = start
            continue
        if kind is not _Kind.DEFAULT_LOCATION:
            is_direct, is_indexed = kind is _Kind.START_END, kind is _Kind.STARTX_ENDX
            end, at = _operand(unit, data, at, is_direct, is_indexed)
        if kind is _Kind.OFFSET_PAIR:
            start, end = base + start, base + end
        elif kind in (_Kind.STARTX_LENGTH, _Kind.START_LENGTH):
            end += start
        expression = b""
        if form.has_expressions:
            size, at = uleb(data, at)
            expression, at = data[at : at + size], at + size
        if kind is _Kind.DEFAULT_LOCATION:
            default = expression
        else:
            yield start, end, expression
    if default:  # where no other entry holds
        yield 0, 1 << 64, default


def _operand(
    unit: Unit, data: bytes, at: int, is_direct: bool, is_indexed: bool
) -> tuple[int, int]:
    """(an address or a number, the position behind it)"""
    if is_direct:
        return int.from_bytes(data[at : at + ADDRESS_SIZE], "little"), at + ADDRESS_SIZE
    value, at = uleb(data, at)
    if is_indexed:
        value = unit.indexed(".debug_addr", At.ADDR_BASE, value, ADDRESS_SIZE)
    return value, at


def ranges_of(die: Die) -> list[Range]:
    """Where the code of an entry lies; [] where it does not say."""
    low = die.address(At.LOW_PC)
    if low is not None and At.HIGH_PC in die.abbrev.names:
        high = die.address(At.HIGH_PC)
        if high is None:
            high = low + (die.number(At.HIGH_PC) or 0)
        return [(low, high)] if low < high else []
    return [(start, end) for start, end, _ in entries(die, At.RANGES) if start < end]


def holds(ranges: Iterable[Range], address: int) -> bool:
    return any(start <= address < end for start, end in ranges)


def linked(ranges: Iterable[Range]) -> list[Range]:
    """Those that are in the file: what the linker left out has 0 or 1 for its address."""
    return [one for one in ranges if one[0] > 1]


def units_of(info: DebugInfo, addresses: Iterable[int]) -> dict[int, list[int]]:
    """Offset of a unit → those of the addresses that it has code at.

    By .debug_aranges; what is not in there is looked for in the units that it leaves out, as each
    compiler writes it or not. Raises FormatError, IndexError.
    """
    found: dict[int, list[int]] = {}
    missing = sorted(set(addresses))
    listed: set[int] = set()
    for unit, start, end in _listed(info):
        listed.add(unit)
        _take(found, missing, unit, start, end)
    for header in info.headers:
        if not missing:
            break
        if header.offset not in listed and header.is_readable:
            for start, end in linked(ranges_of(info.unit(header).top)):
                _take(found, missing, header.offset, start, end)
    return found


def _take(found: dict[int, list[int]], missing: list[int], unit: int, start: int, end: int) -> None:
    """Those of the missing addresses that lie in [start, end) are the unit's."""
    first = bisect_left(missing, start)
    if first < len(missing) and missing[first] < end:
        behind = bisect_left(missing, end)
        found.setdefault(unit, []).extend(missing[first:behind])
        del missing[first:behind]


def _listed(info: DebugInfo) -> Iterator[tuple[int, int, int]]:
    """(unit, start, end) of .debug_aranges; ends where that is damaged.

    Each set has a header (length, version, offset of the unit, sizes of addresses and segments),
    then from the next multiple of 16 on, as it counts, pairs of an address and a size.
    """
    data = info.section(".debug_aranges")
    at = 0
    while at + 32 <= len(data):
        (length,) = struct.unpack_from("<I", data, at)
        begin, width = at + 4, 4
        if length == 0xFFFF_FFFF:
            (length,) = struct.unpack_from("<Q", data, begin)
            begin, width = begin + 8, 8
        end = begin + length
        if end > len(data):
            return
        unit = int.from_bytes(data[begin + 2 : begin + 2 + width], "little")
        sizes = data[begin + 2 + width], data[begin + 3 + width]
        first = at + (begin + 4 + width - at + 15) // 16 * 16
        if sizes == (ADDRESS_SIZE, 0) and first < end:
            for start, size in _PAIR.iter_unpack(data[first : end - (end - first) % 16]):
                if start and size:
                    yield unit, start, start + size
        at = end
