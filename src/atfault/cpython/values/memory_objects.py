"""Objects around memory: memoryview, array.array, mmap. (ctypes: see ctypes_objects.)

memoryview  a Py_buffer inside: buf obj len itemsize readonly ndim format shape strides …
array       ob_size | ob_item → elements, ob_descr → {typecode, itemsize}
mmap        data size; data is NULL once closed
"""

from __future__ import annotations

import struct

from atfault.cpython.values.buffers import describe, extent
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.buffers import Buffer
from atfault.model.counts import counted
from atfault.model.values import Value

_MAX_SIZE = 1 << 48
_MAX_DIMENSIONS = 64

_FORMATS = {
    "b": ("int8", "b"),
    "B": ("uint8", "B"),
    "h": ("int16", "h"),
    "H": ("uint16", "H"),
    "i": ("int32", "i"),
    "I": ("uint32", "I"),
    "l": ("int64", "q"),
    "L": ("uint64", "Q"),
    "q": ("int64", "q"),
    "Q": ("uint64", "Q"),
    "n": ("int64", "q"),
    "N": ("uint64", "Q"),
    "e": ("float16", "e"),
    "f": ("float32", "f"),
    "d": ("float64", "d"),
    "?": ("bool", "?"),
    "c": ("uint8", "B"),
}
"""struct module code of native data → (element type, code with standard sizes)."""


def decode_memoryview(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyMemoryViewObject"]
    start = fields["view"]
    raw = decoder.memory.read(subject.address + start, decoder.structs["Py_buffer"]["sizeof"])
    view = decoder.structs["Py_buffer"]

    def word(name: str) -> int:
        value: int = struct.unpack_from("<q", raw, view[name])[0]
        return value

    flags = subject.i32(fields["flags"])
    if flags & 1:  # _Py_MEMORYVIEW_RELEASED
        text = f"<released memoryview at {subject.address:#x}>"
        return Value("memoryview", text, subject.address)
    ndim = struct.unpack_from("<i", raw, view["ndim"])[0]
    itemsize, length = word("itemsize"), word("len")
    if not 0 <= ndim <= _MAX_DIMENSIONS or not 0 < itemsize < _MAX_SIZE or length < 0:
        raise ValueError("its shape is impossible")
    shape, strides = _shape(decoder, word("shape"), word("strides"), ndim, length, itemsize)
    address = word("buf") & (1 << 64) - 1
    low, high = extent(address, itemsize, shape, strides)
    code = _format(decoder, word("format"))
    buffer = Buffer(
        "memoryview",
        address,
        low,
        high,
        _FORMATS.get(code, ("", ""))[0],
        itemsize,
        shape,
        strides,
        not struct.unpack_from("<i", raw, view["readonly"])[0],
        mapped=decoder.is_mapped(low, high),
        base_kind=_exporter_kind(decoder, word("obj") & (1 << 64) - 1),
    )
    element = buffer.dtype or code
    if word("suboffsets"):
        # Rows are found through pointers: there is no one extent.
        return Value("memoryview", f"memoryview({element}[…] with suboffsets)", subject.address)
    text = f"memoryview({describe(decoder, buffer, element, subject.secret)})"
    return Value("memoryview", text, subject.address, buffer=buffer)


def _exporter_kind(decoder: ValueDecoder, address: int) -> str:
    """ "ctypes" or "cffi" when the view shows memory of such an object; "" for all others."""
    try:
        names = [base.name for base in decoder.type_of(address).chain()] if address else []
    except (MemoryFault, BrokenObject):
        return ""
    for prefix, kind in (("_ctypes.", "ctypes"), ("_cffi_backend.", "cffi")):
        if any(name.startswith(prefix) for name in names):
            return kind
    return ""


def _shape(
    decoder: ValueDecoder, shape_at: int, strides_at: int, ndim: int, length: int, itemsize: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if ndim == 0:
        return (), ()
    signed = struct.Struct(f"<{ndim}q")
    shape = (
        signed.unpack(decoder.memory.read(shape_at, signed.size))
        if shape_at
        else (length // itemsize,)
    )
    if any(not 0 <= n < _MAX_SIZE for n in shape) or len(shape) != ndim:
        raise ValueError("its shape is impossible")
    if strides_at:
        return shape, signed.unpack(decoder.memory.read(strides_at, signed.size))
    return shape, contiguous(shape, itemsize)


def contiguous(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """Strides in bytes of a C-contiguous array."""
    strides = []
    step = itemsize
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))


def _format(decoder: ValueDecoder, address: int) -> str:
    if not address:
        return "B"
    raw = decoder.memory.cstring(address, 32).decode("latin-1")
    return escape(raw[1:] if raw[:1] in ("<", "@", "=") and len(raw) > 1 else raw)


def decode_array(decoder: ValueDecoder, subject: Subject) -> Value:
    """array.array"""
    fields = decoder.structs["arrayobject"]
    size = subject.signed(decoder.structs["PyVarObject"]["ob_size"])
    descr = subject.word(fields["ob_descr"])
    layout = decoder.structs["arraydescr"]
    code = chr(decoder.memory.u8(descr + layout["typecode"]))
    itemsize = decoder.memory.i32(descr + layout["itemsize"])
    if not 0 <= size < _MAX_SIZE or itemsize not in (1, 2, 4, 8) or not code.isalpha():
        raise ValueError("its length or element type is impossible")
    dtype = {"u": "wchar", "w": "wchar"}.get(code) or _FORMATS.get(code, ("", ""))[0]
    start = subject.word(fields["ob_item"])
    high = start + size * itemsize
    buffer = Buffer(
        "array.array",
        start,
        start,
        high,
        dtype,
        itemsize,
        (size,),
        (itemsize,),
        True,
        mapped=decoder.is_mapped(start, high),
    )
    text = f"array({describe(decoder, buffer, secret=subject.secret)})"
    return Value(subject.type.name, text, subject.address, buffer=buffer)


def decode_mmap(decoder: ValueDecoder, subject: Subject) -> Value:
    """mmap.mmap"""
    fields = decoder.structs["mmap_object"]
    start, size = subject.word(fields["data"]), subject.signed(fields["size"])
    name = subject.type.short_name
    if not start:
        text = f"<closed {name} at {subject.address:#x}>"
        return Value(subject.type.name, text, subject.address, is_closed=True)
    if not 0 <= size < _MAX_SIZE:
        raise ValueError(f"its length {size} is impossible")
    mapped = decoder.is_mapped(start, start + size)
    buffer = Buffer(
        "mmap.mmap", start, start, start + size, "uint8", 1, (size,), (1,), None, mapped=mapped
    )
    state = "" if mapped is None else ", mapped" if mapped else ", not mapped"
    text = f"{name}({counted(size, 'byte')} at {start:#x}{state})"
    return Value(subject.type.name, text, subject.address, buffer=buffer)
