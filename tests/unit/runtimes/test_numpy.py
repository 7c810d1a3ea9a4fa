"""numpy values of this process; other versions of numpy are in tests/integration/test_values.py."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.cpython.values.buffers import find_buffers
from atfault.model.buffers import Buffer
from atfault.model.values import Value, Variable
from support.proc_memory import ProcMemory
from support.this_process import here, reason_of, text_of

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.newest


def buffer_of(thing: object) -> Buffer:
    value = here().decode(id(thing))
    assert isinstance(value, Value), value
    assert value.buffer is not None
    return value.buffer


@given(
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from([-3, -1, 1, 2, None])), max_size=4),
    st.sampled_from(["f4", "f8", "i1", "u2", "c16", "?"]),
    st.randoms(),
)
@settings(max_examples=100)
def test_any_slicing_of_any_array(
    axes: list[tuple[int, int | None]], dtype: str, random: object
) -> None:
    steps = (*(slice(None, None, step) for _, step in axes), ...)
    array = np.zeros([n for n, _ in axes], dtype)[steps]
    order = list(range(array.ndim))
    random.shuffle(order)  # type: ignore[attr-defined]
    array = array.transpose(order)
    buffer = buffer_of(array)
    assert buffer.shape == array.shape
    assert buffer.strides == array.strides
    assert buffer.dtype == array.dtype.name
    if array.size:
        assert buffer.address == array.ctypes.data
        assert (buffer.low, buffer.high) == np.lib.array_utils.byte_bounds(array)
    else:
        assert buffer.low == buffer.high


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_texts() -> None:
    def at(array: object) -> str:
        return f"{array.ctypes.data:#x}"  # type: ignore[attr-defined]

    grid = np.zeros((64, 3), np.float32)
    assert text_of(grid) == f"float32[64, 3] at {at(grid)}"
    assert text_of(grid, mappings=ProcMemory().mappings()) == (
        f"float32[64, 3] at {at(grid)}, mapped"
    )
    small = np.array([1, 2, 3])
    assert text_of(small) == f"int64[3] [1, 2, 3] at {at(small)}"
    table = np.array([[0.5, 1.25], [2.0, -1.0]])
    assert text_of(table) == f"float64[2, 2] [[0.5, 1.25], [2, -1]] at {at(table)}"
    single = np.array(np.float32(0.1))
    assert text_of(single) == f"float32[] 0.1 at {at(single)}"
    points = np.zeros(3, [("x", "f4"), ("y", "i8")])
    assert text_of(points) == f"structured(x, y)[3] at {at(points)}"
    names = np.array(["ab", "c"])
    assert text_of(names) == f"U2[2] at {at(names)}"
    foreign = np.zeros(2, ">f8")
    assert text_of(foreign) == f">f8[2] at {at(foreign)}"
    assert text_of(np.dtype("int16")) == "dtype('int16')"
    assert text_of(np.matrix([[1]])).startswith("matrix(int64[1, 1] [[1]] at ")


def test_scalars_have_numbers() -> None:
    for scalar in (np.int8(-3), np.uint64(2**64 - 1), np.float32(0.5), np.float64(0.1)):
        value = here().decode(id(scalar))
        assert isinstance(value, Value)
        assert value.number == scalar.item()
        assert value.text == f"{type(scalar).__name__}({scalar.item()})"
        assert value.type == f"numpy.{type(scalar).__name__}"
    assert text_of(np.str_("x")) == "'x'"
    assert text_of(np.str_("x"), "password") == "<masked>"
    assert text_of(np.int64(3), "token") == "int64(3)"


def test_the_memory_behind_a_view_is_known() -> None:
    whole = np.zeros((10, 10))
    bounds = np.lib.array_utils.byte_bounds(whole)
    assert buffer_of(whole).owner is None
    assert buffer_of(whole[3:, ::-1][1]).owner == bounds
    data = bytearray(64)
    start = ctypes.addressof(ctypes.c_char.from_buffer(data))
    assert buffer_of(np.frombuffer(data, "i4")[4:]).owner == (start, start + 64)
    foreign = np.ctypeslib.as_array((ctypes.c_int * 4)())
    assert buffer_of(foreign).owner is not None


def test_the_base_of_a_row_that_lies_outside_of_all_memory_is_decoded() -> None:
    grid = np.zeros((4, 4))
    wide = np.lib.stride_tricks.as_strided(grid, (10_000_000, 4))
    last, second, inside = wide[-1], wide[1], grid[1]
    value = here().decode(id(last))
    assert isinstance(value, Value)
    ((accessor, base),) = value.children
    assert (accessor, base.buffer.shape) == (".base", (10_000_000, 4))
    assert base.buffer.owner == np.lib.array_utils.byte_bounds(grid)
    for one in (second, inside, wide):
        value = here().decode(id(one))
        assert isinstance(value, Value) and value.children == ()


def test_arrays_in_containers_are_named() -> None:
    batch = {"x": np.zeros(3), "items": [None, np.zeros((2, 2))]}
    found = dict(find_buffers([Variable("batch", here().decode(id(batch)))]))
    assert list(found) == ['batch["x"]', 'batch["items"][1]']


class Broken(ProcMemory):
    """This process with one word changed."""

    def __init__(self, at: int, word: int) -> None:
        super().__init__()
        self.at, self.word = at, word.to_bytes(8, "little")

    def read(self, address: int, size: int) -> bytes:
        data = bytearray(super().read(address, size))
        for index in range(8):
            where = self.at + index - address
            if 0 <= where < size:
                data[where] = self.word[index]
        return bytes(data)


@pytest.mark.parametrize(
    ("offset", "word", "reason"),
    [
        (24, 65, "number of dimensions 65 is impossible"),
        (32, 8, "cannot be read"),
        (40, 8, "cannot be read"),
        (56, 8, "cannot be read"),
        (56, id(1), "its element type is not a numpy.dtype"),
    ],
    ids=["dimensions", "shape", "strides", "dtype", "dtype of another type"],
)
def test_a_damaged_array_is_absent(offset: int, word: int, reason: str) -> None:
    array = np.zeros((3, 3))
    decoder = here(memory=Broken(id(array) + offset, word))
    assert reason in reason_of(decoder.decode(id(array)))


def test_a_damaged_dtype_is_absent() -> None:
    array = np.zeros((3, 3))
    decoder = here(memory=Broken(id(array.dtype) + 40, 24))
    assert "impossible size" in reason_of(decoder.decode(id(array)))


def test_an_array_whose_data_is_gone_still_says_what_it_was() -> None:
    array = np.zeros(3)
    mappings = ProcMemory().mappings()
    ends, starts = [0, *(one.end for one in mappings)], (one.start for one in mappings)
    hole = max((start - end, end) for end, start in zip(ends, starts))
    gone = hole[1] + hole[0] // 2
    memory = Broken(id(array) + 16, gone)
    text = text_of(array, memory=memory, mappings=mappings)
    assert text == f"float64[3] at {gone:#x}, not mapped"


def numbers_of(array: object) -> dict[str, object]:
    value = here().decode(id(array))
    assert isinstance(value, Value), value
    return {name: child.number for name, child in value.children}


def test_elements_of_small_integer_arrays_are_known() -> None:
    assert numbers_of(np.array([3, -7, 50_000_000])) == {"[0]": 3, "[1]": -7, "[2]": 50_000_000}
    grid = np.arange(12, dtype=np.uint16).reshape(3, 4)[::-1, ::2]
    assert numbers_of(grid) == {f"[{i}, {j}]": int(grid[i, j]) for i in range(3) for j in range(2)}
    assert numbers_of(np.array(9, np.int8)) == {"[()]": 9}
    assert len(numbers_of(np.arange(64))) == 64


def test_elements_of_other_arrays_are_not_decoded() -> None:
    for array in (
        np.arange(65),
        np.zeros(3),
        np.zeros(3, bool),
        np.zeros((2, 2, 2), int),
        np.zeros(0, int),
        np.arange(3, dtype=">i4"),
        np.arange(3).astype("M8[s]"),
    ):
        assert numbers_of(array) == {}


def test_what_the_memory_of_an_array_is_of() -> None:
    numbers = (ctypes.c_double * 4)()
    assert buffer_of(np.ctypeslib.as_array(numbers)[1:]).base_kind == "ctypes"
    assert buffer_of(np.zeros(4)[1:]).base_kind == "numpy.ndarray"
    assert buffer_of(np.zeros(4)).base_kind == ""

    class Lender:
        __array_interface__ = np.zeros(4).__array_interface__

    assert buffer_of(np.asarray(Lender())).base_kind.endswith("Lender")
