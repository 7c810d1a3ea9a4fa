from __future__ import annotations

import pytest

from atfault_gdb.llvm_types import TypeTextError, parse, split_name


@pytest.mark.parametrize(
    ("text", "size", "offsets"),
    [
        ("i1", 1, ()),
        ("i64", 8, ()),
        ("double", 8, ()),
        ("{i1, i64}", 16, (0, 8)),
        ("{i8, i16, i8}", 6, (0, 2, 4)),
        ("<{i1, i64}>", 9, (0, 1)),
        ("{double, double}", 16, (0, 8)),
        ("[3 x {i8*, i64}]", 48, ()),
        ("{i8*, i8*, i64, i64, double*, [2 x i64], [2 x i64]}", 72, (0, 8, 16, 24, 32, 40, 56)),
        ("{{i64, double}, {i1, {i64}}}", 32, (0, 16)),
        ("i32 (i8*, {i64, i64}*)*", 8, ()),
        ("{}", 0, ()),
    ],
)
def test_types_lie_as_llvm_lays_them(text: str, size: int, offsets: tuple[int, ...]) -> None:
    found = parse(text)
    assert (found.size, found.offsets) == (size, offsets)


@pytest.mark.parametrize(
    "text",
    [
        *("", "i", "int", "{i64", "[x i64]", "[3 x i64", "i64 i64", "%struct.s", "{" * 100),
        "[99999999999 x [99999999999 x i64]]",
        "i8*" * 10_000,
        "i32 (i8*",
    ],
)
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(TypeTextError):
        parse(text)


def test_a_name_is_parted_from_the_type_behind_it() -> None:
    name, found = split_name("Tuple(Literal[int](1), float64) ({i64, double})")
    assert name == "Tuple(Literal[int](1), float64)"
    assert found is not None and found.size == 16
    assert split_name("int64") == ("int64", None)
    assert split_name("Tuple(int64, float64)") == ("Tuple(int64, float64)", None)
    assert split_name("f (i8)")[0] == "f"
    assert split_name(")(((((")[1] is None
