from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import FormatError, MemoryFault
from atfault.formats.dwarf_expression import evaluate
from support.cfi_builder import Segments

MEMORY = Segments({0x1000: struct.pack("<Q", 0x1122334455667788)})
REGISTERS = [10 * n for n in range(17)]


def run(code: str, initial: int | None = None, registers: list[int | None] | None = None) -> int:
    return evaluate(bytes.fromhex(code), registers or REGISTERS, MEMORY, initial)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("35", 5),  # lit5
        ("7708", 78),  # breg7 8
        ("57", 70),  # reg7
        ("920378", 22),  # bregx 3, -8
        ("08ff", 255),
        ("09ff", 2**64 - 1),
        ("0a0201", 0x102),
        ("0dfeffffff", 2**64 - 2),
        ("10ac02", 300),
        ("117f", 2**64 - 1),
        ("03001000000000000006", 0x1122334455667788),  # addr, deref
        ("0a0010" + "9402", 0x7788),  # deref_size 2
        ("383a1c", 2**64 - 2),  # 8 - 10
        ("38331b", 2),  # 8 / 3
        ("09f8331b", 2**64 - 2),  # -8 / 3
        ("38331d", 2),  # 8 mod 3
        ("38331e", 24),
        ("3c3a1a", 8),
        ("3c3a21", 14),
        ("3c3a27", 6),
        ("313424", 16),
        ("09f03226", 2**64 - 4),  # -16 >> 2, arithmetic
        ("09f0083c25", 15),  # logical
        ("312305", 6),
        ("311f", 2**64 - 1),
        ("3020", 2**64 - 1),
        ("09fb19", 5),
        ("313212", 2),
        ("313213", 1),
        ("313214", 1),
        ("3132331502", 1),  # pick 2
        ("31321c", 2**64 - 1),
        ("3132161c", 1),  # swap
        ("09ff302d", 1),  # -1 < 0
        ("31312c", 1),
        ("31322b", 0),
        ("31312a", 1),
        ("313129", 1),
        ("31322e", 1),
        ("2f0100ff35", 5),  # skip one byte
        ("31280100ff36", 6),  # taken branch
        ("302801009637", 7),  # branch not taken, nop
    ],
)
def test_operations(code: str, value: int) -> None:
    assert run(code) == value


def test_rot_moves_the_top_below_the_next_two() -> None:
    # 1 2 3 → 3 1 2
    assert run("31323317") == 2
    assert run("3132331713") == 1
    assert run("313233171313") == 3


def test_the_rule_of_a_procedure_linkage_table() -> None:
    code = "770880003f1a3b2a332422"
    registers: list[int | None] = [None] * 17
    registers[7] = 1000
    registers[16] = 0x4010
    assert run(code, registers=registers) == 1008
    registers[16] = 0x401B
    assert run(code, registers=registers) == 1016


def test_the_initial_value_is_on_the_stack_and_the_call_frames() -> None:
    assert run("381c", initial=100) == 92
    assert run("9c", initial=100) == 100
    with pytest.raises(FormatError):
        run("9c")


@pytest.mark.parametrize(
    "code",
    ["", "22", "0a01", "2f0001", "2ffdff", "f0", "31301b", "31301d", "94", "319409", "9299017f"],
)
def test_malformed_expressions_are_refused(code: str) -> None:
    with pytest.raises((FormatError, MemoryFault)):
        run(code)


def test_an_unknown_register_is_named() -> None:
    with pytest.raises(FormatError, match="register 7"):
        run("7700", registers=[None] * 17)


def test_an_endless_expression_ends() -> None:
    with pytest.raises(FormatError, match="did not end"):
        run("2ffdff")
    with pytest.raises(FormatError, match="overflows"):
        run("312ffcff")


@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_an_error(code: bytes) -> None:
    try:
        value = evaluate(code, REGISTERS, MEMORY, 1)
    except (FormatError, MemoryFault):
        return
    assert 0 <= value < 2**64
