from __future__ import annotations

import pytest

from atfault_gdb.numba_types import layout_of, parse_type


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("int64", "int", ()),
        ("Literal[int](-7)", "int", ()),
        ("float32", "float", ()),
        ("bool", "bool", ()),
        ("complex128", "complex", ()),
        ("array(float64, 2d, C)", "array", ("float64",)),
        ("unaligned readonly array(int8, 1d, A)", "array", ("int8",)),
        ("readonly bytes(uint8, 1d, C)", "array", ("uint8",)),
        ("UniTuple(int64 x 3)", "tuple", ("int64",) * 3),
        ("UniTuple(UniTuple(int64 x 2) x 2)", "tuple", ("UniTuple(int64 x 2)",) * 2),
        ("Tuple(int64, array(float64, 1d, C))", "tuple", ("int64", "array(float64, 1d, C)")),
        ("Tuple()", "tuple", ()),
        ("Point(int64 x 2)", "tuple", ("int64", "int64")),
        ("Point(int64, float64)", "tuple", ("int64", "float64")),
        ("OptionalType(int64)", "optional", ("int64",)),
        ("ListType[UniTuple(int64 x 2)]", "list", ("UniTuple(int64 x 2)",)),
        ("reflected list(int64)<iv=None>", "reflected list", ("int64",)),
        ("list(int64)<iv=[1, 2]>", "reflected list", ("int64",)),
        ("DictType[unicode_type,int64]<iv=None>", "dict", ("unicode_type", "int64")),
        ("unicode_type", "str", ()),
        ("none", "none", ()),
        ("IntEnum<int64>(Colour)", "enum", ("int64",)),
        ("timedelta64[s]", "time", ()),
        ("instance.jitclass.C#7f2<x:int64,v:array(int8, 1d, A)>", "jitclass", None),
        ("range_state_int64", "other", ()),
        ("type(CPUDispatcher(<function f at 0x7f>))", "other", ()),
        ("Tuple(" * 200, "other", ()),
        ("x" * 100_000, "other", ()),
    ],
)
def test_names_are_taken_apart(text: str, kind: str, parts: tuple[str, ...] | None) -> None:
    found = parse_type(text)
    assert found.kind == kind
    if parts is not None:
        assert tuple(part.text for part in found.parts) == parts


def test_a_record_has_fields_at_offsets() -> None:
    text = "Record(a[type=int32;offset=0],p[type=nestedarray(float64, (3,));offset=4];28;False)"
    found = parse_type(text)
    assert (found.kind, found.names, found.offsets, found.size) == (
        "record",
        ("a", "p"),
        (0, 4),
        28,
    )
    assert parse_type("Record(a[type=int32;offset=40];28;False)").kind == "other"


def test_a_namedtuple_keeps_its_name_and_a_tuple_has_none() -> None:
    assert parse_type("Point(int64 x 2)").name == "Point"
    assert parse_type("Tuple(int64, float64)").name == ""


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("int32", 4),
        ("complex64", 8),
        ("Tuple(bool, int64)", 16),
        ("array(int8, 3d, C)", 88),
        ("unicode_type", 48),
        ("DictType[int64,int64]", 16),
        ("OptionalType(int64)", None),
    ],
)
def test_the_size_of_what_lies_in_a_list_is_known(text: str, size: int | None) -> None:
    layout = layout_of(parse_type(text))
    assert (layout.size if layout is not None else None) == size
