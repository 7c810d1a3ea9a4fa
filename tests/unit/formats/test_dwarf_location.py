from __future__ import annotations

import struct

import pytest

from atfault.errors import FormatError
from atfault.formats.dwarf_location import (
    MAX_SIZE,
    OPTIMISED_OUT,
    FrameContext,
    address_of,
    locate,
)
from support.byte_memory import ByteMemory

STACK = 0x7000
CONTENT = struct.pack("<8Q", *range(100, 108))
MEMORY = ByteMemory({STACK: CONTENT})
REGISTERS = (11, None, 22, 33, None, None, STACK, STACK + 8)


def frame(base: int | None = STACK) -> FrameContext:
    return FrameContext(REGISTERS, MEMORY, STACK + 64, base)


def test_a_place_in_the_frame_has_its_bytes_and_their_address() -> None:
    found = locate(b"\x91\x10", 8, frame())  # fbreg 16
    assert (found.data, found.gaps, found.address) == (CONTENT[16:24], (), STACK + 16)


def test_a_register_holds_as_many_bytes_as_the_value_has() -> None:
    assert locate(b"\x53", 4, frame()).data == struct.pack("<I", 33)  # reg3
    assert locate(b"\x53", 4, frame()).address is None


def test_a_vector_register_has_sixteen_bytes_and_others_eight() -> None:
    wide = 7 << 64 | 3
    context = FrameContext((*REGISTERS, *(None,) * 9, wide), MEMORY)
    assert locate(b"\x61", 16, context).data == struct.pack("<QQ", 3, 7)  # reg17, xmm0
    assert locate(b"\x61", 8, context).data == struct.pack("<Q", 3)
    assert locate(b"\x53", 16, context).gaps == ((0, 16),)


def test_a_computed_value_is_the_value_and_no_address() -> None:
    assert locate(b"\x72\x01\x9f", 8, frame()).data == struct.pack("<Q", 23)  # breg2 1, stack_value


def test_a_literal_is_taken_from_the_expression() -> None:
    assert locate(b"\x9e\x02\xab\xcd", 2, frame()).data == b"\xab\xcd"  # implicit_value


def test_pieces_are_put_together_and_what_is_between_them_is_a_gap() -> None:
    # piece 8 of nothing, reg3 piece 8, fbreg 0 piece 8
    found = locate(b"\x93\x08\x53\x93\x08\x91\x00\x93\x08", 32, frame())
    assert found.gaps == ((0, 8), (24, 32))
    assert found.data[8:16] == struct.pack("<Q", 33)
    assert found.data[16:24] == CONTENT[:8]
    assert (found.address, found.reason) == (None, OPTIMISED_OUT)


def test_nothing_is_read_of_a_value_that_the_optimiser_dropped() -> None:
    found = locate(b"", 8, frame())
    assert (found.gaps, found.reason) == (((0, 8),), OPTIMISED_OUT)


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        (b"\x51", "was in a register that the call may have changed"),
        (b"\x71\x00\x9f", "was in a register that the call may have changed"),
        (b"\x60", "was in a register that is not in the snapshot"),  # reg16
        (b"\xa3\x01\x55\x9f", "only known as the function was entered"),  # entry_value(reg5)
        (b"\x03" + struct.pack("<Q", 0x50), "memory at 0x50 is not readable"),
        (b"\x9d\x0b\x00", "a piece that is no whole bytes"),
        (b"\x08", "cut short"),
    ],
)
def test_what_cannot_be_had_is_a_gap_that_says_why(expression: bytes, why: str) -> None:
    found = locate(expression, 8, frame())
    assert found.gaps == ((0, 8),)
    assert why in found.reason


def test_one_piece_that_is_gone_does_not_take_the_others_with_it() -> None:
    found = locate(b"\x71\x00\x93\x08\x53\x93\x08", 16, frame())  # breg1 0 piece 8, reg3 piece 8
    assert found.gaps == ((0, 8),)
    assert found.data[8:] == struct.pack("<Q", 33)


def test_a_bit_with_nothing_behind_it_is_a_byte() -> None:
    # lit3 stack_value, bit_piece 1 0; bit_piece 63 0; reg3 piece 8
    found = locate(b"\x33\x9f\x9d\x01\x00\x9d\x3f\x00\x53\x93\x08", 16, frame())
    assert found.data == b"\x01" + bytes(7) + struct.pack("<Q", 33)
    assert found.gaps == ((1, 8),)


def test_a_frame_base_that_is_not_known_is_said() -> None:
    assert locate(b"\x91\x00", 8, frame(None)).reason == "its frame's base is not known"


def test_the_frame_base_is_what_a_register_holds_or_an_address() -> None:
    assert address_of(b"\x57", frame()) == STACK + 8  # reg7
    assert address_of(b"\x9c", frame()) == STACK + 64  # call_frame_cfa
    assert address_of(b"\x51", frame()) is None
    assert address_of(b"", frame()) is None


def test_a_value_of_unreasonable_size_is_refused() -> None:
    with pytest.raises(FormatError):
        locate(b"\x91\x00", MAX_SIZE + 1, frame())


def test_expressions_that_do_not_end_are_given_up() -> None:
    assert "did not end" in locate(b"\x2f\xfd\xff", 8, frame()).reason  # skip to itself
