"""cffi's objects, of this very process."""

from __future__ import annotations

import pytest

from atfault.model.values import Value
from atfault.runtimes import handlers
from support.this_process import here

cffi = pytest.importorskip("cffi")
ffi = cffi.FFI()
ffi.cdef("struct node { struct node *next; int value; };")


def decoded(thing: object) -> Value:
    decoder = here()
    decoder._plugins = handlers()
    value = decoder.decode(id(thing))
    assert isinstance(value, Value), value
    return value


@pytest.mark.parametrize(
    ("kind", "number", "dtype", "itemsize"),
    [("int[4]", None, "int32", 4), ("double[]", 5, "float64", 8), ("char[]", 9, "uint8", 1)],
)
def test_arrays_have_the_extent_that_cffi_says(kind, number, dtype, itemsize) -> None:
    thing = ffi.new(kind) if number is None else ffi.new(kind, number)
    buffer = decoded(thing).buffer
    assert buffer is not None
    assert buffer.address == int(ffi.cast("uintptr_t", thing))
    assert buffer.high - buffer.low == ffi.sizeof(thing)
    assert (buffer.dtype, buffer.itemsize, buffer.shape) == (dtype, itemsize, (len(thing),))


def test_what_new_made_behind_a_pointer_is_one_item() -> None:
    node = ffi.new("struct node *")
    value = decoded(node)
    assert value.buffer is not None
    assert value.number == int(ffi.cast("uintptr_t", node))
    assert value.buffer.high - value.buffer.low == ffi.sizeof("struct node")


def test_a_cast_pointer_leads_somewhere_without_an_end() -> None:
    value = decoded(ffi.cast("int *", 0x4711))
    assert value.buffer is None
    assert value.number == 0x4711


def test_a_number_in_a_box_is_told() -> None:
    assert decoded(ffi.cast("int", -3)).number == -3


def test_a_buffer_of_pythons_is_seen_through() -> None:
    own = bytearray(20)
    buffer = decoded(ffi.from_buffer(own)).buffer
    assert buffer is not None
    assert buffer.high - buffer.low == 20


STRUCTURES = """
typedef struct { int width; float *data; } Image;
typedef struct frame { Image image; const char *label; struct frame *next; void (*done)(int);
                       void *planes[2]; } Frame;
typedef struct opaque Opaque;
"""


def test_the_pointers_of_structures_have_their_names_and_places() -> None:
    ffi = cffi.FFI()
    ffi.cdef(STRUCTURES)
    frame, other = ffi.new("Frame *"), ffi.new("Frame *")
    frame.next = other
    at = int(ffi.cast("uintptr_t", frame))
    for thing in (frame, ffi.cast("Frame *", at), frame[0]):
        found = {name: part for name, part in decoded(thing).children if part.pointer_at}
        assert list(found)[:6] == [
            ".image.data",
            ".label",
            ".next",
            ".done",
            ".planes[0]",
            ".planes[1]",
        ]
        assert found[".label"].number == 0
        assert found[".label"].pointer_at == at + ffi.offsetof("Frame", "label")
        assert found[".next"].number == int(ffi.cast("uintptr_t", other))
        assert found[".next.image.data"].number == 0
    image = {name: part.number for name, part in decoded(frame.image).children}
    assert image == {".data": 0}


def test_a_pointer_says_where_it_leads_and_lies() -> None:
    ffi = cffi.FFI()
    ffi.cdef(STRUCTURES)
    for thing in (ffi.NULL, ffi.cast("Frame *", 0), ffi.cast("Opaque *", 0)):
        value = decoded(thing)
        assert value.number == 0 and value.pointer_at and not value.children
    nowhere = decoded(ffi.cast("Frame *", 1 << 60))
    assert nowhere.number == 1 << 60 and not nowhere.children
