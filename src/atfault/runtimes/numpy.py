"""numpy arrays, dtypes and scalars, 1.x and 2.x.

    PyArrayObject_fields (numpy/core/include/numpy/ndarraytypes.h), the same in all versions
    16 data   24 nd   32 dimensions*   40 strides*   48 base   56 descr   64 flags

    PyArray_Descr   16 typeobj   24 kind type byteorder (flags)   28 type_num   then
      1.x           32 elsize (int)   36 alignment (int)   40 subarray   48 fields   56 names
      2.x           32 flags (64)     40 elsize   48 alignment   …   96 fields   104 names

1.x and 2.x differ at 36: an alignment, never 0, in 1.x; the upper half of the flags, 0, in 2.x.
Scalars keep their value right behind the object's header. Free-threaded builds have a larger
header; all offsets count from its end.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.values.buffers import (
    ELEMENT_CODES,
    HasMemory,
    describe,
    extent,
    may_be_text,
    show_number,
)
from atfault.cpython.values.instances import attributes, names_in_tuple
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.text_objects import decode_bytes, decode_str
from atfault.errors import MemoryFault
from atfault.model.buffers import Buffer
from atfault.model.secrets import EVERYTHING
from atfault.model.values import Value

_OWNDATA = 0x4
_WRITEABLE = 0x400
_MAX_DIMENSIONS = 64
_MAX_SIZE = 1 << 48
_MAX_BASES = 16

_NUMBERS = (
    ("bool", 1),
    ("int8", 1),
    ("uint8", 1),
    ("int16", 2),
    ("uint16", 2),
    ("int32", 4),
    ("uint32", 4),
    ("int64", 8),
    ("uint64", 8),
    ("int64", 8),
    ("uint64", 8),
    ("float32", 4),
    ("float64", 8),
    ("float128", 16),
    ("complex64", 8),
    ("complex128", 16),
    ("complex256", 32),
    ("object", 8),
)
"""type_num → (name, itemsize)."""
_OTHERS = {18: "bytes", 19: "str", 20: "void", 21: "datetime64", 22: "timedelta64", 23: "float16"}
_FIXED = {21: 8, 22: 8, 23: 2}
_VOID = 20

_MAX_ELEMENTS = 64
"""Elements of an array of integers that are decoded one by one."""
_INTEGER_CODES = tuple("bBhHiIqQ")

_SCALARS = {
    **ELEMENT_CODES,
    "bool_": "?",
    "intc": "i",
    "uintc": "I",
    "longlong": "q",
    "ulonglong": "Q",
}
"""Name of a scalar type → struct code."""


class DType(NamedTuple):
    name: str
    """"float64", ">f8" when not in native byte order, "structured(x, y)"."""
    itemsize: int


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    for base in subject.type.chain():
        if base.name == "numpy.ndarray":
            return _array_value(decoder, subject)
        if base.name == "numpy.dtype":
            name = read_dtype(decoder, subject.address).name
            return Value(subject.type.name, f"dtype({name!r})", subject.address)
    return _scalar(decoder, subject)


def _array_value(decoder: ValueDecoder, subject: Subject) -> Value:
    dtype, buffer = read_array(decoder, subject.address)
    owner, base_kind = _owner(decoder, subject.address)
    buffer = buffer._replace(owner=owner, base_kind=base_kind)
    text = describe(decoder, buffer, dtype.name, subject.secret)
    number = None
    name = subject.type.name
    if name != "numpy.ndarray":
        text = f"{subject.type.short_name}({text})"
    children = () if subject.secret else integers(decoder, buffer)
    children += tuple(_overreaching(decoder, subject, buffer))
    return Value(name, text, subject.address, number, buffer, children)


def integers(decoder: HasMemory, buffer: Buffer) -> tuple[tuple[str, Value], ...]:
    """The elements of a small array of integers, which may be somebody's indices."""
    code = _SCALARS.get(buffer.dtype, "")
    count = 1
    for length in buffer.shape:
        count *= length
    if may_be_text(decoder, buffer):
        return ()
    if code not in _INTEGER_CODES or not 0 < count <= _MAX_ELEMENTS or len(buffer.shape) > 2:
        return ()
    rows, columns = (1, 1, *buffer.shape)[-2:]
    row_stride, stride = (0, 0, *buffer.strides)[-2:]
    element = struct.Struct("<" + code)
    found = []
    for row in range(rows):
        for column in range(columns):
            address = buffer.address + row * row_stride + column * stride
            try:
                number = element.unpack(decoder.memory.read(address, element.size))[0]
            except MemoryFault:
                continue
            index = (row, column)[2 - len(buffer.shape) :]
            name = f"[{', '.join(map(str, index))}]" if index else "[()]"
            found.append((name, Value(f"numpy.{buffer.dtype}", repr(number), address, number)))
    return tuple(found)


def _header(decoder: ValueDecoder) -> int:
    return decoder.structs["PyObject"]["sizeof"]


def read_array(decoder: ValueDecoder, address: int) -> tuple[DType, Buffer]:
    """The array's element type and extent; raises MemoryFault or ValueError."""
    memory = decoder.memory
    raw = memory.read(address + _header(decoder), 56)
    data, nd, _, dimensions, strides_at, _, descr, flags = struct.unpack_from("<QiiQQQQi", raw)
    if not 0 <= nd <= _MAX_DIMENSIONS:
        raise ValueError(f"its number of dimensions {nd} is impossible")
    dtype = read_dtype(decoder, descr)
    shape: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    if nd:
        words = struct.Struct(f"<{nd}q")
        shape = words.unpack(memory.read(dimensions, words.size))
        strides = words.unpack(memory.read(strides_at, words.size))
        if any(not 0 <= n < _MAX_SIZE for n in shape):
            raise ValueError("its shape is impossible")
        if any(abs(stride) > _MAX_SIZE for stride in strides):
            raise ValueError("its strides are impossible")
    low, high = extent(data, dtype.itemsize, shape, strides)
    return dtype, Buffer(
        "numpy.ndarray",
        data,
        low,
        high,
        dtype.name,
        dtype.itemsize,
        shape,
        strides,
        bool(flags & _WRITEABLE),
        mapped=decoder.is_mapped(low, high),
    )


def read_dtype(decoder: ValueDecoder, address: int) -> DType:
    """The PyArray_Descr at `address`; raises MemoryFault or ValueError. Kept by address."""
    known = decoder.cache.get(("dtype", address))
    if isinstance(known, DType):
        return known
    names = [base.name for base in decoder.type_of(address).chain()]
    if "numpy.dtype" not in names:
        raise ValueError("its element type is not a numpy.dtype")
    raw = decoder.memory.read(address + _header(decoder), 40)
    byteorder = chr(raw[10])
    number, elsize_1, alignment_1, elsize_2 = struct.unpack_from("<iiiq", raw, 12)
    version_1 = alignment_1 != 0
    itemsize = elsize_1 if version_1 else elsize_2
    fixed = _NUMBERS[number][1] if 0 <= number < len(_NUMBERS) else _FIXED.get(number)
    if not 0 <= itemsize < _MAX_SIZE or fixed not in (None, itemsize):
        raise ValueError("its element type has an impossible size")
    name = _dtype_name(decoder, address, raw, number, itemsize, version_1)
    if byteorder == ">" and itemsize > 1 and number != _VOID:
        name = f">{chr(raw[8])}{itemsize // 4 if number == 19 else itemsize}"
    dtype = DType(name, itemsize)
    decoder.cache[("dtype", address)] = dtype
    return dtype


def _dtype_name(
    decoder: ValueDecoder, address: int, raw: bytes, number: int, itemsize: int, version_1: bool
) -> str:
    if 0 <= number < len(_NUMBERS):
        return _NUMBERS[number][0]
    if number == 18:
        return f"S{itemsize}"
    if number == 19:
        return f"U{itemsize // 4}"
    if number == _VOID:
        offset = 40 if version_1 else 88
        names_at = decoder.memory.u64(address + _header(decoder) + offset)
        names = names_in_tuple(decoder, names_at) if names_at else None
        return f"structured({', '.join(names[:12])})" if names else f"V{itemsize}"
    if number in _OTHERS:
        return _OTHERS[number]
    # User-defined types and the new ones of 2.x: called by the name of their class.
    return decoder.type_of(address).short_name


def _owner(decoder: ValueDecoder, address: int) -> tuple[tuple[int, int] | None, str]:
    """([low, high), kind) of the memory at the end of the chain of bases: None when the array owns
    it or it is unknown; the kind is the type of an object that is not known to have memory."""
    current = address
    for _, base in _bases(decoder, address):
        if base and _is_array(decoder, base):
            current = base
            continue
        value = decoder.peek(base) if base else None
        if value is None or value.buffer is None:
            return None, "" if value is None else value.type
        last = value.buffer
        return last.owner or (last.low, last.high), last.base_kind or last.kind
    if current == address:
        return None, ""
    flags = decoder.memory.i32(current + _header(decoder) + 48)
    if not flags & _OWNDATA:
        return None, ""
    _, buffer = read_array(decoder, current)
    return (buffer.low, buffer.high), buffer.kind


def _bases(decoder: ValueDecoder, address: int) -> Iterator[tuple[str, int]]:
    """(accessor, address) of the arrays whose memory an array looks into, the nearest first, and of
    what is no array at the end of them; the address is 0 where it is not known."""
    seen, path = {address}, ""
    for _ in range(_MAX_BASES):
        address = decoder.memory.u64(address + _header(decoder) + 32)
        path += ".base"
        if not address or address in seen:
            return
        if decoder.type_of(address).short_name == "DummyArray":  # as_strided puts one between
            address = _dummy_base(decoder, address)
            path += ".base"
        if address in seen:
            return
        seen.add(address)
        yield path, address
        if not address or not _is_array(decoder, address):
            return


def _is_array(decoder: ValueDecoder, address: int) -> bool:
    return any(base.name == "numpy.ndarray" for base in decoder.type_of(address).chain())


def _overreaching(
    decoder: ValueDecoder, subject: Subject, buffer: Buffer
) -> Iterator[tuple[str, Value]]:
    """The base of a view that lies wholly outside of its owner's memory, as a row of it may where
    that base, made by as_strided, says that it is larger than its memory is."""
    owner = buffer.owner
    if owner is None or not buffer.is_elsewhere:
        return
    for path, base in _bases(decoder, subject.address):
        if not base or not _is_array(decoder, base):
            return
        dtype, wide = read_array(decoder, base)
        if wide.low < owner[1] and owner[0] < wide.high and wide.low <= buffer.low < wide.high:
            text = describe(decoder, wide, dtype.name, subject.secret)
            yield path, Value("numpy.ndarray", text, base, None, wide._replace(owner=owner))
            return


def _dummy_base(decoder: ValueDecoder, address: int) -> int:
    """The array that a DummyArray (numpy/lib/stride_tricks.py) stands for; 0 when it is none."""
    subject = Subject(address, decoder.head(address), decoder.type_of(address), 0, 0)
    base = dict(attributes(decoder, subject, 8)[1]).get("base", 0)
    return base if base and _is_array(decoder, base) else 0


def _scalar(decoder: ValueDecoder, subject: Subject) -> Value:
    info = subject.type
    for base in info.chain():
        if base.from_class_statement:
            continue
        code = _SCALARS.get(base.short_name)
        if code is not None:
            break
    else:
        return _other_scalar(decoder, subject)
    number = struct.unpack_from("<" + code, subject.head, _header(decoder))[0]
    if subject.secret == EVERYTHING:
        return Value(info.name, "<masked>", subject.address)
    size = struct.calcsize(code)
    shown = show_number(number, size) if size < 8 else repr(number)
    return Value(info.name, f"{info.short_name}({shown})", subject.address, number)


def _other_scalar(decoder: ValueDecoder, subject: Subject) -> Value:
    names = [base.name for base in subject.type.chain()]
    if "str" in names:
        return decode_str(decoder, subject)
    if "bytes" in names:
        return decode_bytes(decoder, subject)
    text = f"<{subject.type.name} at {subject.address:#x}>"
    return Value(subject.type.name, text, subject.address)
