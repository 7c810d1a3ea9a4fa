"""memoryview, array.array, mmap: the memory that they show."""

from __future__ import annotations

import array
import ctypes
import mmap
from multiprocessing import shared_memory

import pytest

from atfault.cpython.values.buffers import find_buffers
from atfault.cpython.values.memory_objects import contiguous
from atfault.model.buffers import Buffer
from atfault.model.values import Value, Variable
from support.proc_memory import ProcMemory
from support.this_process import here, text_of


def buffer_of(thing: object) -> Buffer:
    value = here(mappings=ProcMemory().mappings()).decode(id(thing))
    assert isinstance(value, Value)
    assert value.buffer is not None
    return value.buffer


def test_strides_of_a_contiguous_array() -> None:
    assert contiguous((2, 3, 4), 8) == (96, 32, 8)
    assert contiguous((), 8) == ()


def test_an_array_after_it_has_grown() -> None:
    numbers = array.array("i", range(3))
    numbers.extend(range(5000))
    buffer = buffer_of(numbers)
    assert (buffer.address, buffer.shape) == numbers.buffer_info()[:1] + ((5003,),)
    assert (buffer.dtype, buffer.itemsize) == ("int32", 4)


@pytest.mark.filterwarnings("ignore:The 'u' type code is deprecated:DeprecationWarning")
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


def test_a_view_of_a_ctypes_object_says_so() -> None:
    numbers = (ctypes.c_int * 4)()
    assert buffer_of(memoryview(numbers)).base_kind == "ctypes"
    assert buffer_of(memoryview(bytearray(4))).base_kind == ""


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
