"""Instances of ctypes types (Modules/_ctypes/ctypes.h, 3.8 to 3.15).

    CDataObject   header │ b_ptr → the C data │ b_needsfree b_base b_size b_length b_index b_objects
                  b_objects: what must live as long as this does: an object, or a dict of them
    CArgObject    header │ pffi_type │ tag │ value: up to a long double │ obj │ size
    (byref)       obj is referred to; its place depends on the release, but they are the last words

A pointer says where it leads, but not how far: that is known where what it keeps alive covers it.

    p = cast(create_string_buffer(16), POINTER(c_int))
    b_ptr → 0x7f…90     b_objects → {…: c_char_Array_16 at 0x7f…90}     so p has 4 elements

The pointers and integers in structures of ctypes, by the names of their fields.

    class Image(Structure):              CField (Modules/_ctypes/ctypes.h, 3.8 to 3.15)
        _fields_ = [("width", c_int),      header │ offset │ size │ index │ proto → type
                    ("data", POINTER(c_float))]
    Image.__dict__["data"] ─► CField

A structure in a structure and what a pointer to a structure leads to are gone through as well:
".image.data", ".frame.contents.image.data".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.values.bare_objects import small_int
from atfault.cpython.values.buffers import find_buffers
from atfault.cpython.values.c_pointers import MAX_DEPTH, pointer, pointers_in
from atfault.cpython.values.dicts import dict_items, find_key
from atfault.cpython.values.instances import attributes
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.cpython.values.type_objects import BrokenObject, TypeInfo
from atfault.errors import MemoryFault
from atfault.model.buffers import Buffer
from atfault.model.counts import counted
from atfault.model.values import Value, Variable

_MAX_SIZE = 1 << 48
_MAX_KEPT = 16
_SIMPLE = {
    "c_byte": ("b", "int8"),
    "c_ubyte": ("B", "uint8"),
    "c_short": ("h", "int16"),
    "c_ushort": ("H", "uint16"),
    "c_int": ("i", "int32"),
    "c_uint": ("I", "uint32"),
    "c_long": ("q", "int64"),
    "c_ulong": ("Q", "uint64"),
    "c_longlong": ("q", "int64"),
    "c_ulonglong": ("Q", "uint64"),
    "c_float": ("f", "float32"),
    "c_double": ("d", "float64"),
    "c_bool": ("?", "bool"),
    "c_char": ("B", "uint8"),
}
"""ctypes names its sized types by these (c_int64 is c_long): struct code, element type."""
_KEPT = " (memory it keeps alive)"
_POINTERS = ("c_void_p", "c_char_p", "c_wchar_p", "py_object")
_TYPED_POINTER = "_ctypes._Pointer"
_POINTER_BASES = (_TYPED_POINTER, "_ctypes.CFuncPtr")
_STRUCTURES = ("_ctypes.Structure", "_ctypes.Union")
_SWAPPED = ("BigEndianStructure", "BigEndianUnion")
_ARRAY = "_ctypes.Array"
_FIELDS = ("_ctypes.CField", "ctypes.CField")
"""The second from 3.14 on."""
_MAX_FIELDS = 200
"""Of a type."""
_MAX_ITEMS = 16
_MAX_NAME = 100
_MAX_STRUCTURE = 1 << 32
"""Bytes of a structure; what a pointer leads to is not known to be smaller."""
_DAMAGE = (MemoryFault, BrokenObject, ValueError)
_Pointers = Iterator[tuple[str, Value, TypeInfo | None]]


def decode_data(decoder: ValueDecoder, subject: Subject) -> Value:
    """An instance of a ctypes type: its C data is the buffer; a pointer's target its `number`, and
    what it points to, where that is known, a part with the same name."""
    fields = decoder.structs["CDataObject"]
    start, size = subject.word(fields["b_ptr"]), subject.signed(fields["b_size"])
    if not 0 <= size < _MAX_SIZE:
        raise ValueError(f"its size {size} is impossible")
    mapped = decoder.is_mapped(start, start + size)
    length = subject.signed(fields["b_length"])
    buffer = Buffer("ctypes", start, start, start + size, mapped=mapped)
    name = subject.type.short_name
    bases = [base.name for base in subject.type.chain()]
    if "_ctypes.Array" in bases and length > 0 and size % length == 0:
        itemsize = size // length
        dtype = _SIMPLE.get(name.rpartition("_Array_")[0], ("", ""))[1]
        buffer = buffer._replace(dtype=dtype, itemsize=itemsize, shape=(length,))
        buffer = buffer._replace(strides=(itemsize,))
    else:
        buffer = buffer._replace(shape=(size,), strides=(1,))
    number, pointer_at = None, 0
    children: tuple[tuple[str, Value], ...] = ()
    kept = list(_kept(decoder, subject)) if decoder.may_descend(subject) else []
    if is_pointer(subject.type):
        number, pointer_at = decoder.memory.u64(start), start
        text = f"{name} to {number:#x} at {start:#x}" if number else f"{name} to NULL"
        target = _target(number, name, kept)
        children = () if target is None else (("", target),)
    elif "_ctypes._SimpleCData" in bases and name in _SIMPLE and not subject.secret:
        code = _SIMPLE[name][0]
        number = struct.unpack("<" + code, decoder.memory.read(start, size))[0]
        text = f"{name}({number})"
    else:
        state = "" if mapped is None else ", mapped" if mapped else ", not mapped"
        text = f"{name} of {counted(size, 'byte')} at {start:#x}{state}"
        reached = find_buffers([Variable("", value) for value in kept])
        children = tuple(
            (_KEPT, Value("memory", "", inner.address, buffer=inner)) for _, inner in reached
        )
        owner = _covering(start, kept)
        if owner is not None:
            buffer = buffer._replace(owner=(owner.low, owner.high))
            children = ()
    own = None if number and children else buffer  # p means what it points to
    if decoder.may_descend(subject):
        parts = ctypes_pointers(decoder, subject.type, start, size)
        children += tuple(one for one in parts if one[1].pointer_at or not subject.secret)
    return Value(
        subject.type.name, text, subject.address, number, own, children, pointer_at=pointer_at
    )


def decode_reference(decoder: ValueDecoder, subject: Subject) -> Value:
    """byref(…): its object is the part with the same name."""
    if subject.type.basicsize < 64:
        raise ValueError("its size is impossible")
    target = decoder.memory.u64(subject.address + subject.type.basicsize - 16)
    value = decoder.child(subject, target) if target else None
    if not isinstance(value, Value):
        return Value("CArgObject", f"<byref at {subject.address:#x}>", subject.address)
    return Value("CArgObject", f"byref({value.text})", subject.address, children=(("", value),))


def _kept(decoder: ValueDecoder, subject: Subject) -> Iterator[Value]:
    """What the instance keeps alive: its b_objects, and numpy's `_arr` (ndarray.ctypes.data_as)."""
    at = decoder.structs["CDataObject"]["b_length"] + 16
    addresses = [*_objects(decoder, subject.word(at), 0)]
    try:
        found = attributes(decoder, subject, _MAX_KEPT)[1]
        addresses += [value for name, value in found if name == "_arr"]
    except (MemoryFault, BrokenObject, ValueError):
        pass
    for address in dict.fromkeys(addresses[:_MAX_KEPT]):
        value = decoder.child(subject, address)
        if isinstance(value, Value):
            yield value


def _objects(decoder: ValueDecoder, address: int, depth: int) -> Iterator[int]:
    """The objects of b_objects, of dicts inside of dicts too (a structure's fields)."""
    if not address:
        return
    try:
        if decoder.type_of(address).name != "dict":
            yield address
        elif depth < 3:
            for _, value in dict_items(decoder.memory, decoder.structs, address, _MAX_KEPT)[1]:
                yield from _objects(decoder, value, depth + 1)
    except (MemoryFault, BrokenObject, ValueError):
        pass


def _covering(address: int, kept: list[Value]) -> Buffer | None:
    """The buffer that `address` lies in, of those kept alive: the first, which is the nearest."""
    for _, buffer in find_buffers([Variable("", value) for value in kept]):
        if buffer.low <= address < buffer.high:
            return buffer
    return None


def _target(address: int, name: str, kept: list[Value]) -> Value | None:
    """What a pointer leads to, as elements of the type it is declared for; None when unknown.

    name: of the pointer's type: POINTER(c_int) is called LP_c_int.
    """
    owner = _covering(address, kept)
    if owner is None:
        return None
    code, dtype = _SIMPLE.get(name[3:] if name.startswith("LP_") else "", ("", ""))
    if code and dtype != owner.dtype:
        itemsize = struct.calcsize("<" + code)
        count = (owner.high - address) // itemsize
        buffer = Buffer("ctypes", address, address, address + count * itemsize, dtype, itemsize)
        buffer = buffer._replace(shape=(count,), strides=(itemsize,))
    elif address != owner.address:
        size = owner.high - address
        buffer = Buffer("ctypes", address, address, owner.high, "", 1, (size,), (1,))
    else:
        buffer = owner
    if buffer.owner is None:
        buffer = buffer._replace(owner=(owner.low, owner.high), mapped=owner.mapped)
    return Value("memory", f"{buffer.dtype or 'bytes'} at {address:#x}", address, buffer=buffer)


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
    """(accessor, value) of the pointers and integers in an instance of the ctypes type `info`,
    whose C data are `size` bytes at `at`, and in what they lead to."""

    def inside(kind: TypeInfo, place: int, accessor: str) -> _Pointers:
        return _inside(decoder, kind, place, size if place == at else _MAX_STRUCTURE, accessor, 0)

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
        is_swapped = any(base.short_name in _SWAPPED for base in info.chain())
        for field in _fields(decoder, info):
            if field.offset + field.size <= size:
                name, place = f"{accessor}.{field.name}", at + field.offset
                number = None if is_swapped else _number(decoder, field, place)
                if number is not None:
                    yield name, number, None
                yield from _inside(decoder, field.type, place, field.size, name, depth + 1)
    elif _is_a(info, _ARRAY):
        inner, length = _type_named(decoder, info), _length(decoder, info)
        for index in range(min(length, _MAX_ITEMS) if inner is not None else 0):
            assert inner is not None
            name, place = f"{accessor}[{index}]", at + index * (size // length)
            yield from _inside(decoder, inner, place, size // length, name, depth + 1)


def _number(decoder: ValueDecoder, field: _Field, at: int) -> Value | None:
    """The integer that a field is; None for others, and for those of some bits, whose size has
    their number in its upper half."""
    code, dtype = _SIMPLE.get(field.type.short_name, ("", ""))
    if "int" not in dtype or field.size != struct.calcsize("<" + code):
        return None
    (number,) = struct.unpack("<" + code, decoder.memory.read(at, field.size))
    return Value(field.type.name, str(number), number=number)


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
            if size < _MAX_STRUCTURE and offset < _MAX_STRUCTURE:
                yield _Field(name, offset, size, decoder.types.at(type_))
        except _DAMAGE:
            continue
