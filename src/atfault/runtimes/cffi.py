"""cffi's pointers, arrays and structures (c/_cffi_backend.c, 1.x and 2.x).

    CDataObject       16 c_type → CTypeDescrObject   24 c_data   32 weak references
                      40 length, of an array whose type has none (ffi.new("double[]", n))
    CTypeDescrObject  24 itemdescr → type of items   64 size   72 length   80 flags
                      name, a C string, behind the fixed part: "double[4]", "struct node *"
                      32 fields of a structure: a dict of names → CFieldObject
    CFieldObject      16 type   24 offset

Arrays, and what ffi.new() made, own memory of a known size; a pointer made by ffi.cast() or got
from C leads somewhere, without saying how far. The name has to agree with the rest, as a proof that
the layout is the one above.
"""

import struct
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from atfault.cpython.values.buffers import describe
from atfault.cpython.values.c_pointers import MAX_DEPTH, pointer, pointers_in
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.model.buffers import Buffer
from atfault.model.values import Value

_POINTER, _ARRAY = 0x10, 0x20
_STRUCTURE = 0x40 | 0x80
"""Or a union."""
_FUNCTION = 0x100
_MAX_FIELDS = 200
_MAX_ITEMS = 16
_MAX_SIZE = 1 << 48
_MAX_NAME = 200
_CDATA = "_cffi_backend.CData"
_OWNING = ("__CDataOwn",)
_ELEMENTS = {
    "char": ("uint8", "B"),
    "signed char": ("int8", "b"),
    "unsigned char": ("uint8", "B"),
    "int8_t": ("int8", "b"),
    "uint8_t": ("uint8", "B"),
    "short": ("int16", "h"),
    "unsigned short": ("uint16", "H"),
    "int16_t": ("int16", "h"),
    "uint16_t": ("uint16", "H"),
    "int": ("int32", "i"),
    "unsigned int": ("uint32", "I"),
    "int32_t": ("int32", "i"),
    "uint32_t": ("uint32", "I"),
    "long": ("int64", "q"),
    "unsigned long": ("uint64", "Q"),
    "long long": ("int64", "q"),
    "unsigned long long": ("uint64", "Q"),
    "int64_t": ("int64", "q"),
    "uint64_t": ("uint64", "Q"),
    "ssize_t": ("int64", "q"),
    "size_t": ("uint64", "Q"),
    "float": ("float32", "f"),
    "double": ("float64", "d"),
}
"""Name of a C type → element type, struct code."""


class _CType(NamedTuple):
    address: int
    name: str
    item: int
    """Address of the type of its items; 0 for none."""
    size: int
    length: int
    flags: int


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    """An array, a pointer, a structure, or a number in a box."""
    kind = _type(decoder, subject.word(16))
    data = subject.word(24)
    value = _decode(decoder, subject, kind, data)
    if not kind.flags & (_POINTER | _ARRAY | _STRUCTURE | _FUNCTION):
        return value
    if kind.flags & (_POINTER | _FUNCTION):
        value = value._replace(number=data, pointer_at=subject.address + 24)
    if not data or not decoder.may_descend(subject):
        return value
    if kind.flags & _POINTER and kind.item:
        kind = _type(decoder, kind.item)
    pointers = pointers_in(kind, data, partial(_inside, decoder, 0), "")
    return value._replace(children=(*value.children, *pointers))


def _decode(decoder: ValueDecoder, subject: Subject, kind: _CType, data: int) -> Value:
    text = f"<cdata '{kind.name}' at {data:#x}>"
    if kind.flags & _ARRAY:
        number = subject.signed(40) if kind.length < 0 else kind.length
        return _array(decoder, subject, kind, data, number)
    if kind.flags & _POINTER:
        if subject.type.short_name in _OWNING and kind.item:
            return _array(decoder, subject, kind, data, 1)
        return Value(subject.type.name, text, subject.address)
    code = _ELEMENTS.get(kind.name, ("", ""))[1]
    if code and not subject.secret:
        number = struct.unpack("<" + code, decoder.memory.read(data, struct.calcsize(code)))[0]
        return Value(subject.type.name, f"<cdata '{kind.name}' {number}>", subject.address, number)
    return Value(subject.type.name, text, subject.address)


def _type(decoder: ValueDecoder, address: int) -> _CType:
    """Raises ValueError when the parts do not agree."""
    info = decoder.type_of(address)
    if info.short_name not in ("CType", "CTypeDescr") or not 88 <= info.basicsize <= 128:
        raise ValueError("its C type is of an unknown layout")
    raw = decoder.memory.cstring(address + info.basicsize, _MAX_NAME)
    name = escape(raw.decode("utf-8", "backslashreplace"))
    item, size, length, flags = struct.unpack("<Q32xqqi", decoder.memory.read(address + 24, 60))
    if bool(flags & _ARRAY) != name.endswith("]") or size < -1 or size > _MAX_SIZE:
        raise ValueError("its C type is of an unknown layout")
    if flags & _ARRAY and (f"[{length}]" if length >= 0 else "[]") not in name:
        raise ValueError("its C type is of an unknown layout")
    return _CType(address, name, item, size, length, flags)


def _array(decoder: ValueDecoder, subject: Subject, kind: _CType, data: int, number: int) -> Value:
    item = _type(decoder, kind.item)
    if not 0 <= number < _MAX_SIZE or not 0 < item.size < _MAX_SIZE:
        raise ValueError("its length is impossible")
    high = data + number * item.size
    buffer = Buffer(
        "cffi",
        data,
        data,
        high,
        _ELEMENTS.get(item.name, ("", ""))[0],
        item.size,
        (number,),
        (item.size,),
        mapped=decoder.is_mapped(data, high),
    )
    text = f"<cdata '{kind.name}' {describe(decoder, buffer, item.name, subject.secret)}>"
    return Value(subject.type.name, text, subject.address, buffer=buffer)


def _inside(
    decoder: ValueDecoder, depth: int, kind: _CType, at: int, accessor: str
) -> Iterator[tuple[str, Value, _CType | None]]:
    """The pointers in data of that type; see `pointers_in`."""
    if depth > MAX_DEPTH:
        return
    if kind.flags & (_POINTER | _FUNCTION):
        target = decoder.memory.u64(at)
        inner = _type(decoder, kind.item) if target and kind.flags & _POINTER else None
        is_known = inner is not None and inner.flags & _STRUCTURE
        value = pointer(_CDATA, f"<cdata '{kind.name}'>", at, target)
        yield accessor, value, inner if is_known else None
    elif kind.flags & _STRUCTURE:
        for name, type_, offset in _fields(decoder, kind):
            part = _type(decoder, type_)
            if 0 <= offset <= kind.size - part.size:
                place = f"{accessor}.{name}"
                yield from _inside(decoder, depth + 1, part, at + offset, place)
    elif kind.flags & _ARRAY and kind.item:
        part = _type(decoder, kind.item)
        for index in range(min(kind.length, _MAX_ITEMS)):
            place = f"{accessor}[{index}]"
            yield from _inside(decoder, depth + 1, part, at + index * part.size, place)


def _fields(decoder: ValueDecoder, kind: _CType) -> Iterator[tuple[str, int, int]]:
    """(name, address of the type, offset) of those of a structure."""
    memory, structs = decoder.memory, decoder.structs
    fields = memory.u64(kind.address + 32)
    if not fields or decoder.type_of(fields).name != "dict":  # not completed yet
        return
    for key, field in dict_items(memory, structs, fields, _MAX_FIELDS)[1]:
        if decoder.type_of(field).short_name == "CField":
            type_, offset = memory.u64s(field + 16, 2)
            yield escape(read_text(memory, structs, key, _MAX_NAME)[0]), type_, offset
