"""ctypes objects: what a pointer leads to, as far as what it keeps alive tells."""

from __future__ import annotations

import array
import ctypes

import numpy as np

from atfault.cpython.values.buffers import find_buffers
from atfault.model.values import Buffer, Value, Variable
from atfault.runtimes import handlers
from support.this_process import here


def buffers_of(thing: object) -> list[tuple[str, Buffer]]:
    decoder = here()
    decoder._plugins = handlers()
    value = decoder.decode(id(thing))
    assert isinstance(value, Value), value
    return find_buffers([Variable("p", value)])


def test_a_pointer_made_by_cast_leads_to_elements_of_its_own_type() -> None:
    text = ctypes.create_string_buffer(16)
    ((name, buffer),) = buffers_of(ctypes.cast(text, ctypes.POINTER(ctypes.c_int)))
    assert name == "p"
    assert buffer.address == ctypes.addressof(text)
    assert (buffer.dtype, buffer.shape, buffer.itemsize) == ("int32", (4,), 4)


def test_a_pointer_into_the_middle_has_what_is_left() -> None:
    numbers = (ctypes.c_short * 10)()
    address = ctypes.addressof(numbers) + 6
    pointer = ctypes.cast(ctypes.byref(numbers, 6), ctypes.POINTER(ctypes.c_short))
    buffer = buffers_of(pointer)[-1][1]
    assert (buffer.address, buffer.high) in (
        (address, ctypes.addressof(numbers) + 20),
        (ctypes.addressof(pointer), ctypes.addressof(pointer) + 8),  # it kept nothing alive
    )


def test_the_array_behind_data_as_is_found() -> None:
    grid = np.zeros((3, 4))
    ((name, buffer),) = buffers_of(grid.ctypes.data_as(ctypes.c_void_p))
    assert (name, buffer.kind, buffer.shape) == ("p", "numpy.ndarray", (3, 4))
    assert buffer.address == grid.ctypes.data


def test_byref_is_what_it_refers_to() -> None:
    numbers = (ctypes.c_int * 5)()
    ((name, buffer),) = buffers_of(ctypes.byref(numbers))
    assert (name, buffer.address) == ("p", ctypes.addressof(numbers))
    assert (buffer.dtype, buffer.shape) == ("int32", (5,))


def test_an_array_over_another_buffer_knows_how_far_that_reaches() -> None:
    whole = array.array("i", range(10))
    buffer = buffers_of((ctypes.c_int * 4).from_buffer(whole, 8))[0][1]
    start = whole.buffer_info()[0]
    assert buffer.address == start + 8
    assert buffer.owner == (start, start + 40)


def test_the_bytes_behind_a_c_char_p_are_found() -> None:
    text = b"some text that is long enough"
    ((_, buffer),) = buffers_of(ctypes.c_char_p(text))
    assert (buffer.kind, buffer.high - buffer.low) == ("bytes", len(text))


def test_a_pointer_to_memory_that_nothing_is_known_of_has_no_length() -> None:
    memory = (ctypes.c_int * 4)()
    address = ctypes.c_void_p(ctypes.addressof(memory))
    pointer = ctypes.cast(address, ctypes.POINTER(ctypes.c_int))
    buffer = buffers_of(pointer)[0][1]
    assert buffer.address == ctypes.addressof(pointer)  # its own eight bytes, nothing else
