"""ctypes objects: what a pointer leads to, as far as what it keeps alive tells.

Pointers in structures of ctypes, of this very process.
"""

from __future__ import annotations

import array
import ctypes

import numpy as np
import pytest

from atfault.cpython.values.buffers import find_buffers
from atfault.model.buffers import Buffer
from atfault.model.values import Value, Variable
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


class Image(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("flags", ctypes.c_int, 3),
        ("data", ctypes.POINTER(ctypes.c_float)),
        ("notify", ctypes.CFUNCTYPE(None)),
        ("planes", ctypes.c_void_p * 2),
    ]


class Frame(ctypes.Structure):
    pass


Frame._fields_ = [
    ("next", ctypes.POINTER(Frame)),
    ("image", Image),
    ("label", ctypes.c_char_p),
]


class Sequel(Frame):
    _fields_ = [("more", ctypes.POINTER(Image))]


class Either(ctypes.Union):
    _fields_ = [("number", ctypes.c_long), ("text", ctypes.c_char_p)]


def pointers_of(thing: object) -> dict[str, Value]:
    value = here().decode(id(thing))
    assert isinstance(value, Value), value
    return {accessor: part for accessor, part in value.children if part.pointer_at}


def is_null(thing: object) -> dict[str, bool]:
    return {accessor: part.number == 0 for accessor, part in pointers_of(thing).items()}


def test_each_pointer_of_a_structure_has_its_name_and_its_place() -> None:
    image = Image(640)
    found = pointers_of(image)
    assert list(found) == [".data", ".notify", ".planes[0]", ".planes[1]"]
    assert found[".data"].pointer_at == ctypes.addressof(image) + Image.data.offset
    assert found[".data"].text == "LP_c_float to NULL"
    assert set(is_null(image).values()) == {True}
    numbers = (ctypes.c_float * 4)()
    image.data = ctypes.cast(numbers, ctypes.POINTER(ctypes.c_float))
    assert pointers_of(image)[".data"].number == ctypes.addressof(numbers)


def test_integers_of_a_structure_have_their_values_and_those_of_some_bits_have_none() -> None:
    image = Image(640, 5)
    value = here().decode(id(image))
    assert isinstance(value, Value)
    assert [(name, part.number) for name, part in value.children if not part.pointer_at] == [
        (".width", 640)
    ]
    swapped = type("Swapped", (ctypes.BigEndianStructure,), {"_fields_": [("n", ctypes.c_int)]})
    other = swapped(640)
    value = here().decode(id(other))
    assert isinstance(value, Value)
    assert value.children == ()


def test_many_integers_leave_room_for_the_pointers() -> None:
    numbers = [(f"n{at}", ctypes.c_int) for at in range(100)]
    wide = type("Wide", (ctypes.Structure,), {"_fields_": [*numbers, ("data", ctypes.c_void_p)]})
    assert list(pointers_of(wide())) == [".data"]


def test_structures_inside_of_others_and_of_base_classes_are_looked_into() -> None:
    sequel = Sequel(label=b"x")
    assert is_null(sequel) == {
        ".next": True,
        ".image.data": True,
        ".image.notify": True,
        ".image.planes[0]": True,
        ".image.planes[1]": True,
        ".label": False,
        ".more": True,
    }
    assert list(is_null((Either * 2)())) == ["[0].text", "[1].text"]


def test_what_pointers_lead_to_comes_after_what_is_there_and_circles_end() -> None:
    first, second = Frame(), Frame()
    first.next, second.next = ctypes.pointer(second), ctypes.pointer(first)
    found = list(pointers_of(first))
    assert found[:2] == [".next", ".image.data"]
    assert found[6:8] == [".next.contents.next", ".next.contents.image.data"]
    assert not any(name.startswith(".next.contents.next.") for name in found)
    by_pointer = pointers_of(ctypes.pointer(first))
    assert ".contents.image.data" in by_pointer


def test_a_pointer_itself_says_where_it_lies() -> None:
    for made in (ctypes.POINTER(Frame)(), ctypes.c_void_p(), ctypes.c_char_p()):
        value = here().decode(id(made))
        assert isinstance(value, Value)
        assert (value.number, value.pointer_at) == (0, ctypes.addressof(made))


@pytest.mark.parametrize("target", [8, 1 << 60])
def test_a_pointer_that_leads_nowhere_costs_what_is_behind_it(target: int) -> None:
    frame = Frame()
    ctypes.c_void_p.from_buffer(frame).value = target
    found = pointers_of(frame)
    assert found[".next"].number == target
    assert ".image.data" in found and not any(".contents" in name for name in found)


def test_a_list_without_end_is_not_followed_for_ever() -> None:
    frames = (Frame * 500)()
    for one, other in zip(frames, list(frames)[1:]):
        one.next = ctypes.pointer(other)
    assert 6 < len(pointers_of(frames[0])) <= 64
