"""Line tables: worked examples of each format, this interpreter's own code, damaged tables."""

from __future__ import annotations

import argparse
import sys
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.cpython.frames import linetable
from support.this_process import runtime_here


def test_a_lnotab_entry_covers_the_bytes_up_to_the_next() -> None:
    table = bytes([0, 1, 8, 2])
    assert [linetable.lnotab_line(table, 10, at) for at in (0, 6, 8, 40)] == [11, 11, 13, 13]


def test_a_lnotab_line_can_step_back() -> None:
    table = bytes([4, 3, 4, 0x100 - 2])
    assert [linetable.lnotab_line(table, 1, at) for at in (0, 4, 8)] == [1, 4, 2]


def test_a_frame_that_has_not_begun_is_at_the_first_line() -> None:
    assert linetable.lnotab_line(bytes([0, 1]), 7, -1) == 7
    assert linetable.linetable_line(bytes([4, 1]), 7, -2) == 7
    assert linetable.location(b"\xe0\x00", 7, -2) == (7, None, None, None)


def test_a_3_10_range_can_have_no_line() -> None:
    table = bytes([2, 0, 4, 128, 2, 5, 6, 0x100 - 3])
    lines = [linetable.linetable_line(table, 20, at) for at in (0, 2, 4, 6, 8, 12, 14)]
    assert lines == [20, None, None, 25, 22, 22, None]


def test_each_kind_of_location_entry() -> None:
    table = bytes(
        [
            0x80 | 2 << 3 | 1, 0x35,              # 2 units, same line, columns 16+3 to 19+5
            0x80 | 11 << 3 | 0, 4, 9,             # 1 unit, next line, columns 4 to 9
            0x80 | 13 << 3 | 0, 0b101,            # 1 unit, two lines back, no columns
            0x80 | 14 << 3 | 0, 6, 2, 1, 0,       # 1 unit, line +3 to +5, columns 0 to none
            0x80 | 15 << 3 | 7,                   # 8 units of nothing
        ]
    )  # fmt: skip
    assert linetable.location(table, 10, 2) == (10, 19, 10, 24)
    assert linetable.location(table, 10, 4) == (11, 4, 11, 9)
    assert linetable.location(table, 10, 6) == (9, None, 9, None)
    assert linetable.location(table, 10, 8) == (12, 0, 14, None)
    assert linetable.location(table, 10, 10) == linetable.NOWHERE
    assert linetable.location(table, 10, 26) == linetable.NOWHERE


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (b"", (0, False)),
        (bytes([0x80 | 15 << 3 | 3]), (4, False)),
        (bytes([0x80 | 13 << 3 | 0, 0b101]), (1, True)),
        (bytes([0x80 | 2 << 3 | 1, 0x35, 0x80 | 14 << 3 | 7, 0x46, 1, 2, 1, 0]), (10, True)),
    ],
)
def test_how_many_code_units_a_table_covers(table: bytes, told: tuple[int, bool]) -> None:
    assert linetable.code_units(table) == told


@pytest.mark.parametrize("table", [b"\x20\x20", bytes([0x80 | 11 << 3, 4]), b"\xf0", b"\xe8\x40"])
def test_what_is_no_table_covers_nothing(table: bytes) -> None:
    with pytest.raises(ValueError):
        linetable.code_units(table)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="another format")
def test_a_table_covers_just_the_instructions_of_its_code() -> None:
    for code in code_objects(argparse.ArgumentParser.parse_known_args.__code__):
        assert linetable.code_units(code.co_linetable) == (len(code.co_code) // 2, True)


def code_objects(root: types.CodeType) -> list[types.CodeType]:
    found = [root]
    for constant in root.co_consts:
        if isinstance(constant, types.CodeType):
            found += code_objects(constant)
    return found


@pytest.mark.skipif(sys.version_info < (3, 11), reason="co_positions is new in 3.11")
def test_every_instruction_of_argparse_has_the_location_that_python_gives() -> None:
    with open(argparse.__file__, encoding="utf-8") as file:
        root = compile(file.read(), argparse.__file__, "exec")
    checked = 0
    for code in code_objects(root):
        for index, (line, end_line, column, end_column) in enumerate(code.co_positions()):
            found = linetable.location(code.co_linetable, code.co_firstlineno, 2 * index)
            assert found == (line, column, end_line, end_column), (code, index)
            checked += 1
    assert checked > 5000


@given(st.binary(max_size=200), st.integers(0, 2**31 - 1), st.integers(-4, 2**20))
def test_no_table_whatever_raises(table: bytes, first_line: int, lasti: int) -> None:
    linetable.lnotab_line(table, first_line, lasti)
    linetable.linetable_line(table, first_line, lasti)
    linetable.location(table, first_line, lasti)


def test_what_lies_behind_the_bytecode_has_no_line() -> None:
    """python/cpython#140497: `__code__` is replaced by one without instructions."""

    def total(prices: list[int]) -> int:
        return sum(prices)

    codes = runtime_here().codes
    code = codes.get(id(total.__code__))
    end = len(total.__code__.co_code)
    assert codes.location(code, end - 2).line == total.__code__.co_firstlineno + 1
    assert codes.location(code, end).line is None
