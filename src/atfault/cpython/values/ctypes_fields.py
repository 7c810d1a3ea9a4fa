"""The pointers in structures of ctypes, by the names of their fields.

    class Image(Structure):              CField (Modules/_ctypes/ctypes.h, 3.8 to 3.15)
        _fields_ = [("width", c_int),      header │ offset │ size │ index │ proto → type
                    ("data", POINTER(c_float))]
    Image.__dict__["data"] ─► CField

A structure in a structure and what a pointer to a structure leads to are gone through as well:
".image.data", ".frame.contents.image.data".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.values.bare_objects import small_int
from atfault.cpython.values.c_pointers import MAX_DEPTH, pointer, pointers_in
from atfault.cpython.values.dicts import dict_items, find_key
from atfault.cpython.values.objects import ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.cpython.values.type_objects import BrokenObject, TypeInfo
from atfault.errors import MemoryFault
from atfault.model.values import Value

_POINTERS = ("c_void_p", "c_char_p", "c_wchar_p", "py_object")
_TYPED_POINTER = "_ctypes._Pointer"
_POINTER_BASES = (_TYPED_POINTER, "_ctypes.CFuncPtr")
_STRUCTURES = ("_ctypes.Structure", "_ctypes.Union")
_ARRAY = "_ctypes.Array"
_FIELDS = ("_ctypes.CField", "ctypes.CField")
"""The second from 3.14 on."""
_MAX_FIELDS = 200
"""Of a type."""
_MAX_ITEMS = 16
_MAX_NAME = 100
_MAX_SIZE = 1 << 32
"""Bytes of a structure; what a pointer leads to is not known to be smaller."""
_DAMAGE = (MemoryFault, BrokenObject, ValueError)
_Pointers = Iterator[tuple[str, Value, TypeInfo | None]]


class _Field(NamedTuple):
    name: str
    offset: int
    size: int
    type: TypeInfo


def is_pointer(info: TypeInfo) -> bool:
    """Whether an instance of the type is a pointer of C."""
    return any(base.name in _POINTER_BASES or base.short_name in _POINTERS for base in info.chain())


def ctypes_pointers(
    decoder: ValueDecoder, info: TypeInfo, at: int, size: int
) -> tuple[tuple[str, Value], ...]:
    """(accessor, value) of the pointers in an instance of the ctypes type `info`, whose C data are
    `size` bytes at `at`, and in what they lead to."""

    def inside(kind: TypeInfo, place: int, accessor: str) -> _Pointers:
        return _inside(decoder, kind, place, size if place == at else _MAX_SIZE, accessor, 0)

    return pointers_in(info, at, inside, ".contents")


def _inside(
    decoder: ValueDecoder, info: TypeInfo, at: int, size: int, accessor: str, depth: int
) -> _Pointers:
    if depth > MAX_DEPTH:
        return
    if is_pointer(info):
        target = decoder.memory.u64(at)
        is_typed = target and _is_a(info, _TYPED_POINTER)
        inner = _type_named(decoder, info) if is_typed else None
        is_known = inner is not None and _is_a(inner, *_STRUCTURES)
        value = pointer(info.name, info.short_name, at, target)
        yield accessor, value, inner if is_known else None
    elif _is_a(info, *_STRUCTURES):
        for field in _fields(decoder, info):
            if field.offset + field.size <= size:
                name, place = f"{accessor}.{field.name}", at + field.offset
                yield from _inside(decoder, field.type, place, field.size, name, depth + 1)
    elif _is_a(info, _ARRAY):
        inner, length = _type_named(decoder, info), _length(decoder, info)
        for index in range(min(length, _MAX_ITEMS) if inner is not None else 0):
            assert inner is not None
            name, place = f"{accessor}[{index}]", at + index * (size // length)
            yield from _inside(decoder, inner, place, size // length, name, depth + 1)


def _is_a(info: TypeInfo, *names: str) -> bool:
    return any(base.name in names for base in info.chain())


def _in_class(decoder: ValueDecoder, info: TypeInfo, name: str) -> int:
    """What the class, or a base of it, says under `name`; 0 for nothing."""
    for base in info.chain():
        if base.from_class_statement and base.dict_address:
            found = find_key(decoder.memory, decoder.structs, base.dict_address, name)
            if found:
                return found
    return 0


def _type_named(decoder: ValueDecoder, info: TypeInfo) -> TypeInfo | None:
    """What a pointer leads to, or an array is of."""
    address = _in_class(decoder, info, "_type_")
    return decoder.types.at(address) if address else None


def _length(decoder: ValueDecoder, info: TypeInfo) -> int:
    address = _in_class(decoder, info, "_length_")
    return small_int(decoder.memory, decoder.structs, address) if address else 0


def _fields(decoder: ValueDecoder, info: TypeInfo) -> list[_Field]:
    """Those of its bases first, each class's in their order."""
    known = info.cached.get("fields")
    if known is None:
        known = [
            field
            for base in reversed(info.chain())
            if base.from_class_statement and base.dict_address
            for field in _own_fields(decoder, base)
        ]
        info.cached["fields"] = known
    return list(known)


def _own_fields(decoder: ValueDecoder, info: TypeInfo) -> Iterator[_Field]:
    memory, structs = decoder.memory, decoder.structs
    for key, value in dict_items(memory, structs, info.dict_address, _MAX_FIELDS)[1]:
        try:
            if decoder.type_of(value).name not in _FIELDS:
                continue
            words = memory.u64s(value + structs["PyObject"]["sizeof"], 4)
            offset, size, _, type_ = words
            name = escape(read_text(memory, structs, key, _MAX_NAME)[0])
            if size < _MAX_SIZE and offset < _MAX_SIZE:
                yield _Field(name, offset, size, decoder.types.at(type_))
        except _DAMAGE:
            continue
