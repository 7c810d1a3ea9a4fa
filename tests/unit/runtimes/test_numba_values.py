from __future__ import annotations

import struct

import pytest

from atfault.formats.dwarf_location import Located
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.model.values import Value
from atfault.native.jit_variables import DebugType, RawVariable
from atfault.runtimes.numba_values import NOT_SET, NumbaValues, made_array
from support.byte_memory import ByteMemory

HEAP, FRAME = 0x100000, 0x7FFF0000
MAPPINGS = (MemoryMapping(HEAP, HEAP + 0x1000, 0, True, True, False, ""),)
ARRAY_1D = "{i8*, i8*, i64, i64, double*, [1 x i64], [1 x i64]}"
ARRAY_2D = "{i8*, i8*, i64, i64, double*, [2 x i64], [2 x i64]}"
BYTE = DebugType("base", "i8", 1, 7)


def memory(**_: bytes) -> ByteMemory:
    return ByteMemory({HEAP: bytes(0x1000)})


def base(name: str, data: bytes, encoding: int = 5) -> RawVariable:
    return variable("x", DebugType("base", name, len(data), encoding), data)


def structured(name: str, data: bytes, gaps: tuple[tuple[int, int], ...] = ()) -> RawVariable:
    return variable("x", DebugType("struct", name, len(data)), data, gaps)


def variable(
    name: str, kind: DebugType, data: bytes, gaps: tuple[tuple[int, int], ...] = ()
) -> RawVariable:
    where = None if gaps else FRAME
    reason = "optimised out" if gaps else ""
    return RawVariable(name, kind, Located(data, gaps, where, reason), 3, False)


def shown(one: RawVariable, content: ByteMemory | None = None, masked: bool = True) -> str:
    value = decoded(one, content, masked)
    return value.text if isinstance(value, Value) else f"<{value.reason}>"


def decoded(
    one: RawVariable, content: ByteMemory | None = None, masked: bool = True
) -> Value | Absent:
    return NumbaValues(content or memory(), MAPPINGS, mask_secrets=masked).value(one)


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("int8", b"\xfd", "-3"),
        ("uint64", b"\xff" * 8, "18446744073709551615"),
        ("int64", b"\xff" * 8, "-1"),
        ("float64", struct.pack("<d", 1.5), "1.5"),
        ("float32", struct.pack("<f", 0.1), "0.1"),
        ("bool", b"\xff", "True"),
        ("bool", b"\x30", f"<{NOT_SET}>"),  # a register that LLVM 14 used for something else
        ("Literal[int](7)", bytes(8), "7"),
        ("Literal[bool](True)", b"\0", "True"),
        ("IntEnum<int64>(Colour)", struct.pack("<q", 2), "Colour(2)"),
        ("datetime64[D]", struct.pack("<q", 20455), "datetime64[D](20455)"),
        ("timedelta64[s]", struct.pack("<q", -(1 << 63)), "NaT"),
    ],
)
def test_scalars(name: str, data: bytes, text: str) -> None:
    assert shown(base(name, data)) == text


def test_a_zero_may_be_a_variable_that_is_not_set() -> None:
    value = decoded(base("int64", bytes(8)))
    assert isinstance(value, Value)
    assert (value.text, value.number, value.is_set) == ("0 (or not set here)", None, False)
    assert decoded(structured(f"array(float64, 1d, C) ({ARRAY_1D})", bytes(56))) == Absent(NOT_SET)
    assert shown(structured("unicode_type ({i8*, i64, i32, i32, i64, i8*, i8*})", bytes(48))) == (
        f"<{NOT_SET}>"
    )


def test_what_the_optimiser_dropped_is_said() -> None:
    whole = structured(f"array(float64, 1d, C) ({ARRAY_1D})", bytes(56), ((0, 56),))
    assert decoded(whole) == Absent("optimised out")
    data = struct.pack("<qd", 0, 2.5)
    pair = structured("Tuple(int64, float64) ({i64, double})", data, ((0, 8),))
    assert shown(pair) == "(<optimised out>, 2.5)"
    data = struct.pack("<qqqqqqq", 0, 0, 0, 0, HEAP, 0, 0)
    gone = ((0, 32), (40, 56))
    assert shown(structured(f"array(float64, 1d, C) ({ARRAY_1D})", data, gone)) == (
        f"float64[?] at {HEAP:#x}; the rest is optimised out"
    )


def test_the_length_of_a_vector_is_its_number_of_elements() -> None:
    data = struct.pack("<7q", 0, 0, 3, 0, HEAP, 0, 0)
    gone = ((0, 16), (24, 32), (40, 56))
    value = decoded(structured(f"array(float64, 1d, C) ({ARRAY_1D})", data, gone))
    assert isinstance(value, Value) and value.buffer is not None
    assert (value.buffer.shape, value.buffer.strides) == ((3,), (8,))
    value = decoded(structured(f"array(float64, 1d, A) ({ARRAY_1D})", data, gone))
    assert isinstance(value, Value) and value.buffer is None  # it may be a slice
    assert value.text == f"float64[3] at {HEAP:#x}; the rest is optimised out"


def array_2d(
    rows: int, columns: int, strides: tuple[int, int], itemsize: int = 8, nitems: int | None = None
) -> bytes:
    count = rows * columns if nitems is None else nitems
    return struct.pack("<9q", 1, 2, count, itemsize, HEAP, rows, columns, *strides)


def test_an_array_has_a_buffer_with_shape_strides_and_extent() -> None:
    content = memory()
    content.put(HEAP, struct.pack("<6d", *range(6)))
    name = f"array(float64, 2d, F) ({ARRAY_2D})"
    value = decoded(structured(name, array_2d(2, 3, (8, 16))), content)
    assert isinstance(value, Value) and value.buffer is not None
    assert value.text == (
        f"float64[2, 3] [[0, 2, 4], [1, 3, 5]] at {HEAP:#x}, mapped, strides (8, 16)"
    )
    assert value.type == "array(float64, 2d, F)"
    buffer = value.buffer
    assert (buffer.shape, buffer.strides, buffer.dtype) == ((2, 3), (8, 16), "float64")
    assert (buffer.low, buffer.high, buffer.writable) == (HEAP, HEAP + 48, True)


@pytest.mark.parametrize(
    "data",
    [
        array_2d(2, 3, (24, 8), nitems=7),
        array_2d(2, 3, (24, 8), itemsize=4),
        array_2d(-2, 3, (24, 8)),
        array_2d(2, 3, (1 << 60, 8)),
    ],
)
def test_an_array_that_contradicts_itself_is_none(data: bytes) -> None:
    assert isinstance(decoded(structured(f"array(float64, 2d, C) ({ARRAY_2D})", data)), Absent)


def test_a_type_that_does_not_fit_the_one_beside_it_is_not_read() -> None:
    one = structured("Tuple(int64, float64) ({double, i64})", struct.pack("<dq", 1.5, 2))
    assert shown(one) == (
        "(<values of type int64 are not read>, <values of type float64 are not read>)"
    )
    assert isinstance(decoded(structured("Tuple(int64) ({i64, i64})", b"\1" * 16)), Absent)


def test_elements_of_nested_tuples_lie_where_llvm_puts_them() -> None:
    data = struct.pack("<qq?7xd", 1, -2, True, 4.5)
    name = "Tuple(UniTuple(int64 x 2), Tuple(bool, float64)) ({[2 x i64], {i1, double}})"
    value = decoded(structured(name, data))
    assert isinstance(value, Value)
    assert value.text == "((1, -2), (True, 4.5))"
    inner = dict(dict(value.children)["[0]"].children)
    assert inner["[1]"].number == -2


def test_a_namedtuple_shows_its_name() -> None:
    one = DebugType("array", "Point(int64 x 2) ([2 x i64])", 16)
    assert shown(variable("p", one, struct.pack("<qq", 3, 4))) == "Point(3, 4)"


def test_an_optional_is_its_value_or_none() -> None:
    name = "OptionalType(int64) ({i64, i1})"
    assert shown(structured(name, struct.pack("<q?7x", 6, True))) == "6"
    assert shown(structured(name, struct.pack("<q?7x", 6, False))) == "None"


def test_a_str_is_shown_bounded_and_masked() -> None:
    content = memory()
    content.put(HEAP, "grüße".encode("latin-1"))
    kind = DebugType("struct", "unicode_type ({i8*, i64, i32, i32, i64, i8*, i8*})", 48)
    data = struct.pack("<Qqiiqqq", HEAP, 5, 1, 0, -1, 0, 0)
    assert shown(variable("word", kind, data), content) == "'grüße'"
    assert shown(variable("password", kind, data), content) == "<masked>"
    assert shown(variable("password", kind, data), content, masked=False) == "'grüße'"
    far = struct.pack("<Qqiiqqq", HEAP + 0x100000, 5, 1, 0, -1, 0, 0)
    assert "is not readable" in shown(variable("word", kind, far), content)
    long = struct.pack("<Qqiiqqq", HEAP, 1 << 50, 1, 0, -1, 0, 0)
    assert shown(variable("word", kind, long), content) == "<its length or kind is impossible>"


def test_a_typed_list_shows_its_items_and_bounds_them() -> None:
    content = memory()
    items = HEAP + 0x200
    content.put(HEAP, struct.pack("<qqqi4xQQQ", 3, 8, 4, 1, 0, 0, items))
    content.put(items, struct.pack("<3q", 1, 2, -3))
    name = "ListType[int64] ({i8*, i8*})"
    value = decoded(structured(name, struct.pack("<QQ", HEAP, HEAP)), content)
    assert isinstance(value, Value) and value.buffer is not None
    assert value.text == "[1, 2, -3]"
    assert (value.buffer.low, value.buffer.high) == (items, items + 24)
    content.put(HEAP, struct.pack("<q", 5))
    assert shown(structured(name, struct.pack("<QQ", HEAP, HEAP)), content) == (
        "<its length is impossible>"
    )


def test_a_record_gets_its_fields_from_the_array_that_it_lies_in() -> None:
    content = memory()
    content.put(HEAP, struct.pack("<id3sid3s", 1, 2.5, b"ab", 3, 4.5, b"c"))
    record = "Record(n[type=int32;offset=0],v[type=float64;offset=4],"
    record += "s[type=[char x 3];offset=12];15;False)"
    layout = "{i8*, i8*, i64, i64, [15 x i8]*, [1 x i64], [1 x i64]}"
    table = structured(
        f"unaligned array({record}, 1d, C) ({layout})",
        struct.pack("<7q", 1, 2, 2, 15, HEAP, 2, 15),
    )._replace(name="table")
    pointer = DebugType("pointer", "", 8, element=DebugType("array", "[15 x i8]", 15, length=15))
    row = variable("row", pointer, struct.pack("<Q", HEAP + 15))
    between = variable("between", pointer, struct.pack("<Q", HEAP + 7))
    values = NumbaValues(content, MAPPINGS).values([table, row, between])
    texts = [value.text if isinstance(value, Value) else value.reason for value in values]
    assert texts[0].endswith(": (n=1, v=2.5, s=b'ab'), (n=3, v=4.5, s=b'c')")
    assert texts[1] == f"(n=3, v=4.5, s=b'c') at {HEAP + 15:#x}"
    assert texts[2] == f"{HEAP + 7:#x}"


def test_types_that_are_not_known_are_named() -> None:
    one = structured("range_state_int64 ({i64, i64, i64})", b"\1" * 24)
    assert shown(one) == "<values of type range_state_int64 are not read>"


INFO = 0x5000
"""Where a MemInfo lies."""


def record(data: int, size: int, count: int = 1) -> ByteMemory:
    """Numba's record of an array, and the array."""
    return ByteMemory({INFO: struct.pack("<6Q", count, 0x7000, 0, data, size, 0) + bytes(1024)})


@pytest.mark.parametrize("behind", [48, 56, 64, 104])
def test_the_array_behind_its_record_is_found_wherever_its_alignment_puts_it(behind: int) -> None:
    memory = record(INFO + behind, 768)
    assert made_array(memory, [3, INFO + behind]) == (INFO + behind, INFO + behind + 768)


@pytest.mark.parametrize(
    "memory",
    [record(INFO + 64, 768), record(INFO + 48, 0), record(INFO + 48, 768, count=0), ByteMemory({})],
    ids=["of another address", "no bytes", "nobody has it", "not mapped"],
)
def test_what_is_no_record_of_that_address_tells_of_no_array(memory: ByteMemory) -> None:
    assert made_array(memory, [INFO + 48]) is None
