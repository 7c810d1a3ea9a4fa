"""Which addresses an entry is about, over debug information made by hand."""

from __future__ import annotations

import struct

import pytest

from atfault.errors import FormatError
from atfault.formats.dwarf_forms import Form
from atfault.formats.dwarf_info import Die
from atfault.formats.dwarf_lists import expression_at, holds, linked, ranges_of, units_of
from atfault.formats.dwarf_names import At, Tag
from support.cfi_builder import uleb
from support.dwarf_builder import END, abbrevs, debug_info, unit, with_length

BASES = [
    (At.LOW_PC, Form.ADDR),
    (At.ADDR_BASE, Form.SEC_OFFSET),
    (At.RNGLISTS_BASE, Form.SEC_OFFSET),
    (At.LOCLISTS_BASE, Form.SEC_OFFSET),
]
TOP = struct.pack("<QIII", 0x1000, 8, 12, 12)


def entry(version: int, attributes: list[tuple[int, int]], values: bytes, **sections: bytes) -> Die:
    """An entry of a unit whose addresses count from 0x1000."""
    kinds = abbrevs((1, Tag.COMPILE_UNIT, True, BASES), (2, Tag.LEXICAL_BLOCK, False, attributes))
    info = debug_info(
        abbrev=kinds, info=unit(version, b"\x01" + TOP + b"\x02" + values + END), **sections
    )
    (die,) = info.unit(info.headers[0]).top.children()
    return die


@pytest.mark.parametrize("version", [2, 3, 4, 5])
def test_one_range_ends_at_an_address_or_behind_a_number_of_bytes(version: int) -> None:
    low = (At.LOW_PC, Form.ADDR)
    start = struct.pack("<Q", 0x1100)
    by_address = entry(version, [low, (At.HIGH_PC, Form.ADDR)], start + struct.pack("<Q", 0x1180))
    by_size = entry(version, [low, (At.HIGH_PC, Form.DATA4)], start + struct.pack("<I", 0x80))
    assert ranges_of(by_address) == ranges_of(by_size) == [(0x1100, 0x1180)]
    empty = entry(version, [low, (At.HIGH_PC, Form.DATA4)], start + bytes(4))
    assert ranges_of(empty) == []
    assert ranges_of(entry(version, [low], start)) == []


def test_old_lists_count_from_the_unit_or_from_where_they_say() -> None:
    words = (0x10, 0x20, (1 << 64) - 1, 0x5000, 0x1, 0x2, 0x30, 0x30, 0, 0)
    lists = bytes(16) + struct.pack("<10Q", *words)
    die = entry(4, [(At.RANGES, Form.SEC_OFFSET)], struct.pack("<I", 16), ranges=lists)
    assert ranges_of(die) == [(0x1010, 0x1020), (0x5001, 0x5002)]
    endless = entry(4, [(At.RANGES, Form.SEC_OFFSET)], struct.pack("<I", 16), ranges=lists[:-16])
    with pytest.raises(FormatError, match="does not end"):
        ranges_of(endless)


ADDRESSES = bytes(8) + struct.pack("<2Q", 0x7000, 0x7100)


def word(value: int) -> bytes:
    return struct.pack("<Q", value)


def test_new_lists_have_entries_of_each_kind() -> None:
    content = (
        b"\x04" + uleb(0x10) + uleb(0x20)  # an offset pair, from the unit's base
        + b"\x05" + word(0x5000) + b"\x04" + uleb(1) + uleb(2)  # a base, and a pair
        + b"\x01" + uleb(0) + b"\x04" + uleb(1) + uleb(2)  # a base by its index, and a pair
        + b"\x02" + uleb(0) + uleb(1)  # start and end by index
        + b"\x03" + uleb(1) + uleb(5)  # start by index, length
        + b"\x06" + word(0x8000) + word(0x8001)
        + b"\x07" + word(0x9000) + uleb(0x300)
        + b"\x00"
    )  # fmt: skip
    ranges = [
        (0x1010, 0x1020), (0x5001, 0x5002), (0x7001, 0x7002), (0x7000, 0x7100), (0x7100, 0x7105),
        (0x8000, 0x8001), (0x9000, 0x9300),
    ]  # fmt: skip
    sections = {"rnglists": bytes(12) + struct.pack("<I", 4) + content, "addr": ADDRESSES}
    direct = entry(5, [(At.RANGES, Form.SEC_OFFSET)], struct.pack("<I", 16), **sections)
    indexed = entry(5, [(At.RANGES, Form.RNGLISTX)], uleb(0), **sections)
    assert ranges_of(direct) == ranges_of(indexed) == ranges


def test_places_of_a_variable_are_found_by_address() -> None:
    def expression(number: int) -> bytes:
        return uleb(2) + bytes([0x91, number])

    content = (
        b"\x05" + expression(9)  # where nothing else holds
        + b"\x04" + uleb(0x10) + uleb(0x20) + expression(1)
        + b"\x08" + word(0x9000) + uleb(0x10) + expression(2)
        + b"\x00"
    )  # fmt: skip
    sections = {"loclists": bytes(12) + struct.pack("<I", 4) + content}
    for form, value in ((Form.SEC_OFFSET, struct.pack("<I", 16)), (Form.LOCLISTX, uleb(0))):
        die = entry(5, [(At.LOCATION, form)], value, **sections)
        found = {at: expression_at(die, at)[-1:] for at in (0x100F, 0x1010, 0x900F, 0x9010)}
        assert found == {0x100F: b"\x09", 0x1010: b"\1", 0x900F: b"\2", 0x9010: b"\x09"}


def test_old_places_of_a_variable_have_their_sizes() -> None:
    lists = (
        struct.pack("<QQH", 0x10, 0x20, 2) + b"\x91\1"
        + struct.pack("<QQ", (1 << 64) - 1, 0x5000)
        + struct.pack("<QQH", 0x10, 0x20, 1) + b"\x53" + bytes(16)
    )  # fmt: skip
    for version, form in ((3, Form.DATA4), (4, Form.SEC_OFFSET)):
        die = entry(version, [(At.LOCATION, form)], bytes(4), loc=lists)
        assert expression_at(die, 0x1010) == b"\x91\1"
        assert expression_at(die, 0x5010) == b"\x53"
        assert expression_at(die, 0x1030) == b""
    whole = entry(4, [(At.LOCATION, Form.EXPRLOC)], b"\2\x91\1")
    assert expression_at(whole, 1) == b"\x91\1"
    assert expression_at(entry(4, [], b""), 1) == b""


def test_what_the_linker_left_out_is_not_in_the_file() -> None:
    assert linked([(0, 0x40), (1, 1), (0x1000, 0x1040)]) == [(0x1000, 0x1040)]
    assert holds([(0x1000, 0x1040)], 0x103F) and not holds([(0x1000, 0x1040)], 0x1040)


# -- which unit ----------------------------------------------------------------------------------

UNIT = abbrevs(
    (1, Tag.COMPILE_UNIT, False, [(At.LOW_PC, Form.ADDR), (At.HIGH_PC, Form.DATA4)]),
)


def unit_at(start: int, size: int) -> bytes:
    return unit(5, b"\x01" + struct.pack("<QI", start, size))


def aranges(offset: int, *pairs: tuple[int, int]) -> bytes:
    head = struct.pack("<HIBB", 2, offset, 8, 0)
    body = bytes(-(4 + len(head)) % 16)
    for start, size in (*pairs, (0, 0)):
        body += struct.pack("<QQ", start, size)
    return with_length(head + body)


THREE = [unit_at(0x1000, 0x100), unit_at(0x2000, 0x100), unit_at(0, 0x8000)]
SIZE = len(THREE[0])
WANTED = (0x1000, 0x10FF, 0x1100, 0x2080, 0x500)


def units(listed: bytes) -> dict[int, list[int]]:
    info = debug_info(abbrev=UNIT, info=b"".join(THREE), aranges=listed)
    return {offset // SIZE: found for offset, found in units_of(info, WANTED).items()}


EXPECTED = {0: [0x1000, 0x10FF], 1: [0x2080]}


def test_units_are_found_by_the_index_by_themselves_or_by_both() -> None:
    whole = aranges(0, (0x1000, 0x100)) + aranges(SIZE, (0x2000, 0x100))
    assert units(whole) == units(b"") == units(aranges(0, (0x1000, 0x100))) == EXPECTED


def test_a_damaged_index_costs_no_unit() -> None:
    whole = aranges(0, (0x1000, 0x100)) + aranges(SIZE, (0x2000, 0x100))
    assert units(whole[:-20]) == EXPECTED
    assert units(b"\xff" * 64) == EXPECTED
