"""What the address of a failed access was added up from, by the code right before it, and whose
array that was."""

from __future__ import annotations

import struct

import pytest

from atfault.native.pointer_sum import made_array, terms_of
from support.byte_memory import ByteMemory
from unit.native.test_pointer_way import START, function, memory

LEA = bytes.fromhex("4e8d2cfa")  # lea r13, [rdx + r15*8]
NO_INDEX = bytes.fromhex("41bf00000000")  # mov r15d, 0
ADD = bytes.fromhex("4901f5")  # add r13, rsi
OTHER = bytes.fromhex("ba01000000")  # mov edx, 1
JUMP_BACK = bytes.fromhex("75fe")  # jne to itself


def terms(code: bytes, **registers: int):
    one = function(code, r13=1, r12=2, rdx=0x1000, r15=0, rsi=0x80, **registers)
    return terms_of(memory({START: code}, {}), one, ("r13", "r12"))


def test_a_base_is_told_that_an_index_was_added_to():
    assert terms(LEA + NO_INDEX) == (("rdx", 0x1000),)


def test_sums_of_sums_are_followed():
    assert terms(LEA + NO_INDEX + ADD) == (("rsi", 0x80), ("rdx", 0x1000))


def test_a_register_that_was_written_to_since_is_not_told():
    assert terms(LEA + OTHER + NO_INDEX) == ()


def test_nothing_is_told_of_what_lies_before_a_place_that_is_jumped_to():
    assert terms(LEA + NO_INDEX + JUMP_BACK) == ()


AT = 0x5000


def record(data: int, size: int, count: int = 1) -> ByteMemory:
    """Numba's record of an array, and the array."""
    return ByteMemory({AT: struct.pack("<6Q", count, 0x7000, 0, data, size, 0) + bytes(1024)})


@pytest.mark.parametrize("behind", [48, 56, 64, 104])
def test_the_array_behind_its_record_is_found_wherever_its_alignment_puts_it(behind: int) -> None:
    memory = record(AT + behind, 768)
    assert made_array(memory, [3, AT + behind]) == (AT + behind, AT + behind + 768)


@pytest.mark.parametrize(
    "memory",
    [record(AT + 64, 768), record(AT + 48, 0), record(AT + 48, 768, count=0), ByteMemory({})],
    ids=["of another address", "no bytes", "nobody has it", "not mapped"],
)
def test_what_is_no_record_of_that_address_tells_of_no_array(memory: ByteMemory) -> None:
    assert made_array(memory, [AT + 48]) is None
