"""Which addresses an entry is about, and which unit an address belongs to.

    DW_AT_low_pc, DW_AT_high_pc     one range
    DW_AT_ranges                    several, as a list (`dwarf_lists`)
    .debug_aranges                  of all units, where the compiler wrote it (section 6.1.2)

A linker that leaves a function out puts 0 (or 1) where its address would be: see `linked`.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from atfault.formats.dwarf_forms import ADDRESS_SIZE
from atfault.formats.dwarf_info import DebugInfo, Die
from atfault.formats.dwarf_lists import entries
from atfault.formats.dwarf_names import At

Range = tuple[int, int]
"""[start, end)"""
_PAIR = struct.Struct("<QQ")


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
