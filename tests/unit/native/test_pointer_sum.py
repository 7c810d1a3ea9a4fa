"""What the address of a failed access was added up from, by the code right before it."""

from __future__ import annotations

from atfault.native.pointer_sum import terms_of
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
