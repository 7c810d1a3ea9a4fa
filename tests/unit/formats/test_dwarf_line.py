"""Tables of lines made by hand, of each version."""

from __future__ import annotations

import random

import pytest

from atfault.errors import FormatError
from atfault.formats.dwarf_info import checked
from atfault.formats.dwarf_line import LineProgram, Row
from support.cfi_builder import sleb, uleb
from support.dwarf_builder import debug_info, end_sequence, line_table, set_address, special

VERSIONS = (2, 3, 4, 5)
BODY = (
    set_address(0x1140)
    + b"\x05\x15"  # column 21
    + b"\x03\x04\x01"  # line 5
    + special(8, 1)
    + b"\x04\x02"  # the second file
    + special(0, 3)  # at the same address
    + end_sequence(7)
)


def program(content: bytes, folder: str = "/src", **sections: bytes) -> LineProgram:
    return LineProgram(debug_info(line=content, **sections), 0, folder)


def rows(content: bytes, *addresses: int) -> dict[int, Row]:
    with checked():
        return program(content).rows(addresses)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_row_is_good_up_to_the_next_and_the_last_at_an_address_counts(
    version: int, wide: bool
) -> None:
    table = line_table(version, BODY, wide=wide)
    found = rows(table, 0x113F, 0x1140, 0x1147, 0x1148, 0x114E, 0x114F)
    assert found == {
        0x1140: Row(1, 5, 21),
        0x1147: Row(1, 5, 21),
        0x1148: Row(2, 9, 21),
        0x114E: Row(2, 9, 21),
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_files_have_their_folders(version: int) -> None:
    if version >= 5:
        table = line_table(
            version,
            BODY,
            folders=["/src", "lib", "/usr/include"],
            files=[("x.c", 0), ("x.c", 0), ("y.h", 1), ("z.h", 2), ("/abs.h", 1), ("q.h", 9)],
        )
    else:
        table = line_table(
            version,
            BODY,
            folders=["lib", "/usr/include"],
            files=[("x.c", 0), ("y.h", 1), ("z.h", 2), ("/abs.h", 1), ("q.h", 9)],
        )
    found = program(table)
    names = [found.file(number) for number in range(1, 7)]
    assert names == ["/src/x.c", "lib/y.h", "/usr/include/z.h", "/abs.h", "q.h", ""]
    assert found.file(0) == ("/src/x.c" if version >= 5 else "")


def test_names_may_lie_in_the_sections_of_strings() -> None:
    head = b"\x01\x01\x01" + b"\xfb\x0e\x0d" + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    head += b"\x01" + uleb(1) + uleb(0x1F) + uleb(1) + (4).to_bytes(4, "little")
    # A path (strp), its folder (data1), and an MD5 (data16) that nobody wants.
    head += b"\x03" + uleb(1) + uleb(0x0E) + uleb(2) + uleb(0x0B) + uleb(5) + uleb(0x1E)
    head += uleb(1) + (2).to_bytes(4, "little") + b"\0" + bytes(16)
    content = b"\x05\0\x08\0" + len(head).to_bytes(4, "little") + head
    table = len(content).to_bytes(4, "little") + content
    found = program(table, line_str=b"no\0\0/here\0", str=b"a\0x.c\0")
    assert found.file(0) == "/here/x.c"


def test_rarer_operations_are_followed() -> None:
    body = (
        set_address(0x2000)
        + b"\x03" + sleb(99) + b"\x01"  # line 100
        + b"\x06\x07\x0a\x0b\x0c" + uleb(300)  # statement, block, prologue, epilogue, isa
        + b"\0" + uleb(2) + b"\x04" + uleb(9)  # a discriminator
        + b"\0" + uleb(5) + b"\x80abcd"  # a vendor's own
        + b"\x08" + b"\x03" + sleb(-10) + b"\x01"  # as far as opcode 255: 17
        + b"\x09\x00\x01\x01"  # 0x100 further
        + end_sequence(16)
    )  # fmt: skip
    found = rows(line_table(4, body), 0x2000, 0x2011, 0x2110, 0x2111, 0x2120, 0x2121)
    assert [found[at].line for at in sorted(found)] == [100, 90, 90, 90, 90]
    assert 0x2121 not in found


def test_an_instruction_may_have_several_bytes() -> None:
    body = set_address(0x1000) + b"\x01" + special(2, 1) + end_sequence(3)
    found = rows(line_table(4, body, unit_length=4), 0x1007, 0x1008, 0x1013, 0x1014)
    assert {at: row.line for at, row in found.items()} == {0x1007: 1, 0x1008: 2, 0x1013: 2}


def test_sequences_come_in_any_order_and_what_was_left_out_does_not_count() -> None:
    body = (
        set_address(0) + b"\x03\x0a\x01" + end_sequence(0x4000)  # left out by the linker
        + set_address(0x3000) + b"\x03\x13\x01" + end_sequence(0x10)
        + set_address(0x1000) + b"\x03\x1d\x01" + end_sequence(0x10)
    )  # fmt: skip
    found = rows(line_table(5, body), 0x500, 0x1000, 0x100F, 0x1010, 0x3000, 0x300F, 0x3010)
    assert {at: row.line for at, row in found.items()} == {
        0x1000: 30,
        0x100F: 30,
        0x3000: 20,
        0x300F: 20,
    }


def test_a_line_that_no_file_has_is_none() -> None:
    body = set_address(0x1000) + b"\x03" + sleb(-9) + b"\x01"
    body += b"\x03" + sleb(1 << 40) + special(1, 0) + end_sequence(1)
    assert rows(line_table(4, body), 0x1000, 0x1001) == {
        0x1000: Row(1, 0, 0),
        0x1001: Row(1, 0, 0),
    }


def test_the_program_is_not_run_further_than_to_the_last_address() -> None:
    broken = set_address(0x1000) + b"\x01" + special(8, 1) + b"\x05"  # a column is missing
    assert rows(line_table(4, broken), 0x1000) == {0x1000: Row(1, 1, 0)}
    with pytest.raises(FormatError, match="cut short"):
        rows(line_table(4, broken), 0x1008)


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [(0, b"\xff\xff", "cut off"), (4, b"\x09", "version 9"), (14, b"\0", "damaged header")],
)
def test_a_damaged_header_is_refused(at: int, value: bytes, words: str) -> None:
    table = bytearray(line_table(4, BODY))
    table[at : at + len(value)] = value
    with pytest.raises(FormatError, match=words):
        program(bytes(table))


def test_operations_for_several_instructions_at_once_are_refused() -> None:
    table = bytearray(line_table(4, BODY))
    table[11] = 2
    with pytest.raises(FormatError, match="several operations"):
        program(bytes(table))


def test_any_bytes_end_in_rows_or_in_a_refusal() -> None:
    chance = random.Random(3)
    whole = [line_table(version, BODY * 3) for version in VERSIONS]
    for _ in range(3000):
        table = bytearray(chance.choice(whole))
        for _ in range(chance.randrange(1, 6)):
            table[chance.randrange(len(table))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
        try:
            with checked():
                found = program(bytes(table))
                found.rows((0x1140, 0x1148))
                found.file(1)
        except FormatError:
            continue
