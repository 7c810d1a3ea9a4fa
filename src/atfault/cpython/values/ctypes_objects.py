"""Instances of ctypes types (Modules/_ctypes/ctypes.h, 3.8 to 3.15).

    CDataObject   header │ b_ptr → the C data │ b_needsfree b_base b_size b_length b_index b_objects
                  b_objects: what must live as long as this does: an object, or a dict of them
    CArgObject    header │ pffi_type │ tag │ value: up to a long double │ obj │ size
    (byref)       obj is referred to; its place depends on the release, but they are the last words

A pointer says where it leads, but not how far: that is known where what it keeps alive covers it.

    p = cast(create_string_buffer(16), POINTER(c_int))
    b_ptr → 0x7f…90     b_objects → {…: c_char_Array_16 at 0x7f…90}     so p has 4 elements
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from atfault.cpython.values.buffers import find_buffers
from atfault.cpython.values.ctypes_fields import ctypes_pointers, is_pointer
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.instances import attributes
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.counts import counted
from atfault.model.values import Buffer, Value, Variable

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
        children += ctypes_pointers(decoder, subject.type, start, size)
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
