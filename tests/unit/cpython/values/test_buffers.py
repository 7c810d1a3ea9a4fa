"""Buffers: their extent, whether they are mapped, and the expressions that name them."""

from __future__ import annotations

import ctypes
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.cpython.values.buffers import extent, find_buffers
from atfault.model.absent import Absent
from atfault.model.buffers import Buffer
from atfault.model.process import MemoryMapping
from atfault.model.values import Value, Variable
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


@pytest.mark.parametrize("thing", [b"0123456789", bytearray(b"0123456789")])
def test_bytes_are_where_python_says(thing: bytes) -> None:
    buffer = buffer_of(thing)
    at = ctypes.string_at(buffer.address, len(thing))
    assert at == bytes(thing)
    assert (buffer.low, buffer.high) == (buffer.address, buffer.address + 10)
    assert buffer.mapped is True
    assert buffer.writable is isinstance(thing, bytearray)


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
