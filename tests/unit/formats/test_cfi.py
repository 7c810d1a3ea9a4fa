from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import FormatError, MemoryFault
from atfault.formats import cfi_program as program
from atfault.formats.cfi import FrameTable, encoded_pointer, parse_header
from support.cfi_builder import (
    RBP,
    RBX,
    RIP,
    RSP,
    CfiBuilder,
    Segments,
    advance,
    cie,
    def_cfa_expression,
    def_cfa_offset,
    def_cfa_register,
    offset,
    undefined,
)

BASE = 0x7F0000000000
CODE = BASE - 0x100000


def many_functions(count: int, **options: bool) -> FrameTable:
    cfi = CfiBuilder(BASE)
    for number in range(count):
        cfi.function(CODE + 32 * number, CODE + 32 * number + 24)
    return FrameTable(Segments(cfi.build(**options)), BASE)


def row_of(instructions: bytes, pc: int = 0xFFFF, **options: bytes) -> program.Row:
    cfi = CfiBuilder(BASE, cie(**options) if options else None)
    cfi.function(CODE, CODE + 0x10000, instructions)
    fde = FrameTable(Segments(cfi.build()), BASE).find(CODE + pc)
    assert fde is not None
    return fde.row(CODE + pc)


@pytest.mark.parametrize("count", (1, 2, 700, 2000))
def test_each_function_is_found_and_nothing_between_them(count: int) -> None:
    table = many_functions(count)
    for number in range(0, count, max(count // 97, 1)):
        start = CODE + 32 * number
        for pc in (start, start + 23):
            fde = table.find(pc)
            assert fde is not None and (fde.start, fde.end) == (start, start + 24)
        assert table.find(start + 24) is None
    assert table.find(CODE - 1) is None
    assert table.find(CODE + 32 * count) is None


def test_a_large_table_is_not_read_whole() -> None:
    table = many_functions(3000)
    assert table.find(CODE + 32 * 1234) is not None
    assert table._memory.reads < 12  # type: ignore[attr-defined]


@pytest.mark.parametrize("options", ({"table": False}, {"shuffled": True}))
def test_without_a_sorted_table_the_section_is_walked(options: dict[str, bool]) -> None:
    table = many_functions(50, **options)
    fde = table.find(CODE + 32 * 30 + 5)
    assert fde is not None and fde.start == CODE + 32 * 30
    assert table.find(CODE + 32 * 30 + 25) is None


def test_a_section_without_a_header_is_walked_up_to_its_size() -> None:
    cfi = CfiBuilder(BASE)
    cfi.function(CODE, CODE + 16)
    second = cfi.function(CODE + 16, CODE + 32)
    memory = Segments(cfi.build())
    table = FrameTable(memory, 0, cfi.section, second - cfi.section)
    assert table.find(CODE + 3) is not None
    assert table.find(CODE + 20) is None


def test_the_row_in_force_is_that_of_the_pc() -> None:
    instructions = advance(1) + def_cfa_offset(16) + offset(RBP, 16)
    instructions += advance(3) + def_cfa_register(RBP)
    assert row_of(instructions, 0) == program.Row(RSP, 8, b"", {RIP: (program.OFFSET, -8)})
    assert row_of(instructions, 1).cfa_offset == 16
    assert row_of(instructions, 3).cfa_register == RSP
    assert row_of(instructions, 4).cfa_register == RBP
    assert row_of(instructions, 4).rules[RBP] == (program.OFFSET, -16)


def test_a_restored_state_brings_back_rules_and_cfa() -> None:
    instructions = def_cfa_offset(16) + offset(RBX, 16) + b"\x0a"
    instructions += advance(8) + def_cfa_offset(8) + bytes([0xC0 | RBX])
    instructions += advance(1) + b"\x0b"
    early = row_of(instructions, 8)
    assert early.cfa_offset == 8 and RBX not in early.rules
    late = row_of(instructions, 9)
    assert late.cfa_offset == 16 and late.rules[RBX] == (program.OFFSET, -16)


@pytest.mark.parametrize(
    ("instructions", "rule"),
    [
        (b"\x05\x03\x04", (program.OFFSET, -32)),
        (b"\x11\x03\x7e", (program.OFFSET, 16)),
        (b"\x2f\x03\x02", (program.OFFSET, 16)),
        (b"\x14\x03\x02", (program.VAL_OFFSET, -16)),
        (b"\x15\x03\x7e", (program.VAL_OFFSET, 16)),
        (b"\x09\x03\x06", (program.REGISTER, 6)),
        (b"\x08\x03", (program.SAME_VALUE, 0)),
        (b"\x10\x03\x02\x77\x00", (program.EXPRESSION, b"\x77\x00")),
        (b"\x16\x03\x02\x77\x00", (program.VAL_EXPRESSION, b"\x77\x00")),
        (undefined(RBX), (program.UNDEFINED, 0)),
        (b"\x2e\x10" + offset(RBX, 16), (program.OFFSET, -16)),
    ],
)
def test_register_rules(instructions: bytes, rule: tuple[int, object]) -> None:
    assert row_of(instructions).rules[RBX] == rule


def test_restore_extended_brings_back_the_initial_rule() -> None:
    assert row_of(undefined(RIP) + b"\x06\x10").rules[RIP] == (program.OFFSET, -8)


def test_a_cfa_expression_and_back() -> None:
    row = row_of(def_cfa_expression(b"\x77\x08"))
    assert (row.cfa_register, row.cfa_expression) == (-1, b"\x77\x08")
    row = row_of(def_cfa_expression(b"\x77\x08") + b"\x0c\x06\x10")
    assert (row.cfa_register, row.cfa_offset, row.cfa_expression) == (RBP, 16, b"")
    row = row_of(b"\x12\x06\x7e\x13\x7f")
    assert (row.cfa_register, row.cfa_offset) == (RBP, 8)


@pytest.mark.parametrize("op", (b"\x02\x20", b"\x03\x20\x00", b"\x04\x20\x00\x00\x00"))
def test_locations_advance_by_each_width(op: bytes) -> None:
    assert row_of(op + def_cfa_offset(48), 31).cfa_offset == 8
    assert row_of(op + def_cfa_offset(48), 32).cfa_offset == 48


def test_set_loc_is_decoded_with_the_pointer_encoding() -> None:
    cfi = CfiBuilder(BASE)
    # An FDE: length, CIE, start and size of 4 bytes each, one of augmentation data, the opcode.
    operand = cfi.section + len(cie()) + 4 * 4 + 1 + 1
    set_loc = b"\x01" + struct.pack("<i", CODE + 32 - operand)
    cfi.function(CODE, CODE + 64, set_loc + def_cfa_offset(48))
    fde = FrameTable(Segments(cfi.build()), BASE).find(CODE)
    assert fde is not None
    assert fde.row(CODE + 31).cfa_offset == 8
    assert fde.row(CODE + 32).cfa_offset == 48


@pytest.mark.parametrize(
    "instructions",
    [
        b"\x0b",  # restores what it did not remember
        b"\x0a" * 100,
        b"\x3f",
        b"\x05",
        b"\x10\x03\x70\x00",
        def_cfa_expression(b"\x77\x00") + def_cfa_offset(8),
        b"\x04\x01",
    ],
)
def test_a_malformed_program_is_refused(instructions: bytes) -> None:
    cfi = CfiBuilder(BASE)
    filler = b"" if len(instructions) % 4 == 3 else b"\0" * ((3 - len(instructions)) % 4)
    cfi.function(CODE, CODE + 16, filler + instructions)
    fde = FrameTable(Segments(cfi.build()), BASE).find(CODE)
    assert fde is not None
    with pytest.raises(FormatError):
        fde.row(CODE)


def test_every_augmentation_is_understood() -> None:
    personality = b"\x9b" + b"\x10\0\0\0"
    full = cie(b"zPLRSB", personality + b"\x1b" + b"\x1b")
    cfi = CfiBuilder(BASE, full)
    cfi.function(CODE, CODE + 16)
    fde = FrameTable(Segments(cfi.build()), BASE).find(CODE)
    assert fde is not None and fde.cie.is_signal_frame
    unknown = cie(b"zRx", b"\x1b\x07\x07\x07")
    cfi = CfiBuilder(BASE, unknown)
    cfi.function(CODE, CODE + 16)
    fde = FrameTable(Segments(cfi.build()), BASE).find(CODE)
    assert fde is not None and fde.row(CODE).cfa_offset == 8


@pytest.mark.parametrize(
    ("encoding", "data", "value"),
    [
        (0x00, struct.pack("<Q", 77), 77),
        (0x01, b"\xac\x02", 300),
        (0x02, b"\x05\x00", 5),
        (0x03, struct.pack("<I", 9), 9),
        (0x04, struct.pack("<Q", 9), 9),
        (0x09, b"\x7f", 2**64 - 1),
        (0x0A, b"\xff\xff", 2**64 - 1),
        (0x1B, struct.pack("<i", -16), 0x2000 - 16),
        (0x1C, struct.pack("<q", 16), 0x2010),
        (0x3B, struct.pack("<i", 16), 0x5010),
        (0x9B, struct.pack("<i", 0x10), 0xABCD),  # indirect, through 0x2010
        (0x1B, struct.pack("<i", 0), 0),  # null stays null
    ],
)
def test_encoded_pointers(encoding: int, data: bytes, value: int) -> None:
    memory = Segments({0x2010: struct.pack("<Q", 0xABCD)})
    got, pos = encoded_pointer(data, 0, encoding, 0x2000, memory, 0x5000)
    assert (got, pos) == (value, len(data))


def test_an_aligned_pointer_skips_to_the_word_boundary() -> None:
    data = b"\xee" * 3 + struct.pack("<Q", 5)
    assert encoded_pointer(data, 0, 0x50, 0x2005, Segments({})) == (5, 11)


@pytest.mark.parametrize("encoding", (0x05, 0x0F, 0x2B, 0x4B))
def test_unknown_pointer_encodings_are_refused(encoding: int) -> None:
    with pytest.raises(FormatError):
        encoded_pointer(b"\1" * 16, 0, encoding, 0, Segments({}))


def test_a_header_of_another_version_is_refused() -> None:
    with pytest.raises(FormatError):
        parse_header(Segments({BASE: b"\x02\x1b\x03\x3b" + bytes(20)}), BASE)
    with pytest.raises(FormatError):
        parse_header(Segments({}), BASE)


def test_a_table_that_claims_more_than_is_there_faults() -> None:
    sections = CfiBuilder(BASE).build()
    sections[BASE] = sections[BASE][:8] + struct.pack("<I", 100_000)
    with pytest.raises(MemoryFault):
        FrameTable(Segments(sections), BASE).find(CODE)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=8), st.integers(0, 1))
def test_damage_gives_a_row_or_an_error(at: int, damage: bytes, which: int) -> None:
    cfi = CfiBuilder(BASE)
    for number in range(8):
        cfi.function(CODE + 32 * number, CODE + 32 * number + 24, advance(1) + def_cfa_offset(16))
    sections = cfi.build()
    address = (BASE, cfi.section)[which]
    data = bytearray(sections[address])
    data[at : at + len(damage)] = damage
    sections[address] = bytes(data)
    table = FrameTable(Segments(sections), BASE)
    for pc in range(CODE, CODE + 256, 16):
        try:
            fde = table.find(pc)
            if fde is not None:
                assert fde.start <= pc < fde.end
                fde.row(pc)
        except (FormatError, MemoryFault):
            pass
