"""Buffers: their extent, whether they are mapped, and the expressions that name them."""

from __future__ import annotations

import array
import ctypes
import mmap
import types
from multiprocessing import shared_memory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.cpython.values.buffers import contiguous, extent, find_buffers
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.model.values import Buffer, Value, Variable
from support.proc_memory import ProcMemory
from support.this_process import here, text_of


def buffer_of(thing: object) -> Buffer:
    value = here(mappings=ProcMemory().mappings()).decode(id(thing))
    assert isinstance(value, Value)
    assert value.buffer is not None
    return value.buffer


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-40, 40)), max_size=4), st.integers(1, 16))
def test_the_extent_is_that_of_all_elements(axes: list[tuple[int, int]], itemsize: int) -> None:
    shape, strides = tuple(n for n, _ in axes), tuple(s for _, s in axes)
    offsets = [0]
    for length, stride in axes:
        offsets = [at + i * stride for at in offsets for i in range(length)]
    low, high = extent(1000, itemsize, shape, strides)
    if not offsets:
        assert low == high
    else:
        assert (low, high) == (1000 + min(offsets), 1000 + max(offsets) + itemsize)


def test_strides_of_a_contiguous_array() -> None:
    assert contiguous((2, 3, 4), 8) == (96, 32, 8)
    assert contiguous((), 8) == ()


@pytest.mark.parametrize("thing", [b"0123456789", bytearray(b"0123456789")])
def test_bytes_are_where_python_says(thing: bytes) -> None:
    buffer = buffer_of(thing)
    at = ctypes.string_at(buffer.address, len(thing))
    assert at == bytes(thing)
    assert (buffer.low, buffer.high) == (buffer.address, buffer.address + 10)
    assert buffer.mapped is True
    assert buffer.writable is isinstance(thing, bytearray)


def test_an_array_after_it_has_grown() -> None:
    numbers = array.array("i", range(3))
    numbers.extend(range(5000))
    buffer = buffer_of(numbers)
    assert (buffer.address, buffer.shape) == numbers.buffer_info()[:1] + ((5003,),)
    assert (buffer.dtype, buffer.itemsize) == ("int32", 4)


def test_an_array_of_wide_characters() -> None:
    assert buffer_of(array.array("u", "ab")).dtype == "wchar"


def test_views_of_views() -> None:
    data = bytearray(range(48))
    view = memoryview(data).cast("i", (3, 4))
    buffer = buffer_of(view)
    assert (buffer.shape, buffer.strides, buffer.dtype) == ((3, 4), (16, 4), "int32")
    tail = memoryview(data)[40:8:-2]
    cut = buffer_of(tail)
    base = buffer_of(data).address
    assert (cut.address, cut.low, cut.high) == (base + 40, base + 10, base + 41)
    assert buffer_of(memoryview(b"abc")).writable is False


def test_a_released_view_has_no_memory() -> None:
    view = memoryview(b"abc")
    view.release()
    assert text_of(view).startswith("<released memoryview")


def test_mmap_open_and_closed() -> None:
    mapped = mmap.mmap(-1, 8192)
    start = ctypes.addressof(ctypes.c_char.from_buffer(mapped))
    assert buffer_of(mapped)[1:4] == (start, start, start + 8192)
    other = mmap.mmap(-1, 4096)
    other.close()
    assert text_of(other).startswith("<closed mmap")


def test_shared_memory_is_found_inside_its_object() -> None:
    shared = shared_memory.SharedMemory(create=True, size=5000)
    try:
        value = here().decode(id(shared), "shared")
        found = dict(find_buffers([Variable("shared", value)]))
        assert found["shared._mmap"].kind == "mmap.mmap"
        assert found["shared._buf"].kind == "memoryview"
        assert found["shared._buf"].address == found["shared._mmap"].address
    finally:
        shared.close()
        shared.unlink()


def test_ctypes_objects() -> None:
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_double)]

    pair, numbers = Pair(), (ctypes.c_double * 5)()
    assert buffer_of(pair)[1:4] == (ctypes.addressof(pair),) * 2 + (ctypes.addressof(pair) + 16,)
    buffer = buffer_of(numbers)
    assert (buffer.address, buffer.shape, buffer.itemsize) == (ctypes.addressof(numbers), (5,), 8)
    nested = ((ctypes.c_int * 4) * 3)()
    assert buffer_of(nested).high - buffer_of(nested).low == 48
    pointer = ctypes.pointer(pair)
    value = here().decode(id(pointer))
    assert isinstance(value, Value)
    assert value.number == ctypes.addressof(pair)
    assert text_of(ctypes.c_double(1.5)) == "c_double(1.5)"


def test_mapped_means_every_byte() -> None:
    def mapping(start: int, end: int, access: bool = True) -> MemoryMapping:
        return MemoryMapping(start, end, 0, access, access, False)

    decoder = here(
        mappings=[
            mapping(0x1000, 0x2000),
            mapping(0x2000, 0x3000),
            mapping(0x3000, 0x4000, access=False),
            mapping(0x5000, 0x6000),
        ]
    )
    assert decoder.is_mapped(0x1000, 0x3000) is True
    assert decoder.is_mapped(0x1800, 0x2800) is True
    assert decoder.is_mapped(0x2800, 0x3001) is False
    assert decoder.is_mapped(0x4000, 0x4001) is False
    assert decoder.is_mapped(0x5000, 0x6001) is False
    assert decoder.is_mapped(0xFFF, 0x1001) is False
    assert decoder.is_mapped(0x1000, 0x1000) is None
    assert here().is_mapped(0x1000, 0x2000) is None


def test_buffers_are_named_by_the_expression_that_reaches_them() -> None:
    data = b"0123456789abcdef"
    things = types.SimpleNamespace(
        weights=data, table={"x": data, 3: data, 'a"b': data}, parts=[None, [data]]
    )
    variables = [
        Variable("missing", Absent("unset")),
        Variable("data", here().decode(id(data))),
        Variable("self", here().decode(id(things))),
    ]
    assert [expression for expression, _ in find_buffers(variables)] == [
        "data",
        "self.weights",
        'self.table["x"]',
        "self.table[3]",
        "self.table['a\"b']",
        "self.parts[1][0]",
    ]


def test_the_start_of_a_buffer_that_is_gone_is_not_read() -> None:
    data = bytearray(b"0123456789")
    at = ctypes.addressof(ctypes.c_char.from_buffer(data))
    mappings = [m for m in ProcMemory().mappings() if not m.start <= at < m.end]
    value = here(mappings=mappings).decode(id(data))
    assert isinstance(value, Value)
    assert value.text == f"<10 bytes at {at:#x}, not mapped>"
    assert value.buffer is not None
    assert value.buffer.mapped is False
