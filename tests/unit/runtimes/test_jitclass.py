"""Instances of jitclasses, as Python has them: stand-ins of the same layout, in this process."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.model.values import Value
from atfault.runtimes.jitclass import decode
from support.this_process import here


class NumbasType:
    def __init__(self, name: str) -> None:
        self.name = name


class Box:
    __slots__ = ("data", "meminfo")


def box(fields: str) -> Box:
    name = f"instance.jitclass.Ring#7f21<{fields}>"
    cls = type("Ring", (Box,), {"__slots__": (), "_numba_type_": NumbasType(name)})
    return cls()


@contextmanager
def holding(one: Box, data: int) -> Iterator[None]:
    """Its second word after the header is where its fields lie."""
    word = ctypes.c_uint64.from_address(id(one) + object.__basicsize__ + 8)
    word.value = data
    try:
        yield
    finally:
        word.value = 0


def decoded(one: Box, **options: bool) -> Value:
    decoder = here(**options)
    decoder._plugins = {f"{Box.__module__}.{Box.__qualname__}": decode}
    value = decoder.decode(id(one))
    assert isinstance(value, Value), value
    return value


FIELDS = "size:int64,flag:bool,cells:array(float64, 1d, A),password:int64"


def test_fields_lie_as_llvm_lays_them_out() -> None:
    cells = (ctypes.c_double * 6)()
    address = ctypes.addressof(cells)
    raw = struct.pack("<q?7xQQqqQqqq", 6, True, 0, 0, 3, 8, address, 3, 16, 12345)
    content = ctypes.create_string_buffer(raw, len(raw))
    ring = box(FIELDS)
    with holding(ring, ctypes.addressof(content)):
        value = decoded(ring)
        assert decoded(ring, mask_secrets=False).text.endswith("password=12345)")
    assert value.address == id(ring) and value.text.startswith("Ring(size=6, flag=True, cells=")
    parts = dict(value.children)
    buffer = parts[".cells"].buffer
    assert buffer is not None
    assert (buffer.address, buffer.shape, buffer.strides) == (address, (3,), (16,))
    assert "12345" not in value.text


def test_one_that_is_still_made_or_has_a_field_of_an_unknown_type_is_named_alone() -> None:
    ring = box(FIELDS)
    assert decoded(ring).text.startswith("<") and not decoded(ring).children
    other = box("o:OptionalType(int64)")
    content = ctypes.create_string_buffer(16)
    with holding(other, ctypes.addressof(content)):
        assert not decoded(other).children
