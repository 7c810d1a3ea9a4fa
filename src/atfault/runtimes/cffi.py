"""cffi's pointers, arrays and structures (c/_cffi_backend.c, 1.x and 2.x).

    CDataObject       16 c_type → CTypeDescrObject   24 c_data   32 weak references
                      40 length, of an array whose type has none (ffi.new("double[]", n))
    CTypeDescrObject  24 itemdescr → type of items   64 size   72 length   80 flags
                      name, a C string, behind the fixed part: "double[4]", "struct node *"

Arrays, and what ffi.new() made, own memory of a known size; a pointer made by ffi.cast() or got
from C leads somewhere, without saying how far. The name has to agree with the rest, as a proof that
the layout is the one above.
"""

import struct
from typing import NamedTuple

from atfault.cpython.values.buffers import describe
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape
from atfault.model.values import Buffer, Value

_POINTER, _ARRAY = 0x10, 0x20
_MAX_SIZE = 1 << 48
_MAX_NAME = 200
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
    name: str
    item: int
    """Address of the type of its items; 0 for none."""
    size: int
    length: int
    flags: int


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    """An array, a pointer, or a number in a box."""
    kind = _type(decoder, subject.word(16))
    data = subject.word(24)
    text = f"<cdata '{kind.name}' at {data:#x}>"
    if kind.flags & _ARRAY:
        number = subject.signed(40) if kind.length < 0 else kind.length
        return _array(decoder, subject, kind, data, number)
    if kind.flags & _POINTER:
        if subject.type.short_name in _OWNING and kind.item:
            value = _array(decoder, subject, kind, data, 1)
            return value._replace(number=data)
        return Value(subject.type.name, text, subject.address, data)
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
    return _CType(name, item, size, length, flags)


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
