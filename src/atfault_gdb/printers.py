"""Pretty printers for values of Numba's types, by the names that it writes into debug information.

    (gdb) print table          structured(n, v)[2] at 0x55… : (n=1, v=2.5), (n=3, v=4.5)
    (gdb) print a              float64[2, 3] [[0, 2, 4], [1, 3, 5]] at 0x55…
    (gdb) print/r a            {meminfo = …, data = 0x55…, shape = {2, 3}, strides = {24, 8}}

Offsets of Numba's own structures are worked out from the LLVM type beside the name, since those in
the debug information leave out the padding. What lies in memory is read from there; of a value that
is in pieces only an array is shown, by its fields. Every read is bounded.
"""

import struct

import gdb

from atfault_gdb.llvm_types import split_name
from atfault_gdb.numba_types import layout_of, parse_type, struct_of

MAX_ITEMS = 8
MAX_CHARACTERS = 200
MAX_DEPTH = 5
MAX_LENGTH = 1 << 40
NOT_SET = "<not set here>"
MAYBE_NOT_SET = "(or not set here)"
"""Numba zeroes variables at the start of a function and behind their last use."""
_NB_LIST = struct.Struct("<qqqi4xQQQ")
"""size, item_size, allocated, is_mutable, two methods, items (numba/cext/listobject.h)."""
_MEMINFO_DATA = 24
_NUMBERS = {
    ("int", 1): "b",
    ("int", 2): "h",
    ("int", 4): "i",
    ("int", 8): "q",
    ("float", 2): "e",
    ("float", 4): "f",
    ("float", 8): "d",
}
_SHOWN = (
    *("array", "tuple", "complex", "optional", "str", "list", "reflected list", "dict"),
    *("jitclass", "bool", "time", "enum", "int", "float"),
)


_WITH_ADDRESSES = ("array", "str", "list", "reflected list", "dict", "jitclass")
"""Zeros are no value of these."""


class Unreadable(Exception):
    """Why a value cannot be shown."""


class NumbaPrinter:
    """Of one value."""

    def __init__(self, value, kind, layout):
        self._value = value
        self._kind = kind
        self._layout = layout

    def to_string(self):
        try:
            return self._text()
        except (Unreadable, gdb.error, struct.error, OverflowError) as error:
            return "<%s>" % error

    def _text(self):
        if self._value.is_optimized_out:
            return "<optimised out>"
        address = self._value.address
        if address is None:
            if self._kind.kind == "array":
                return _array(self._kind, self._layout, *_fields(self._value, self._kind.size))
            if self._kind.kind in ("int", "float"):
                return _number(self._value, self._kind.kind)
            return "<not in memory: print/r shows its parts>"
        data = _read(int(address), self._layout.size)
        if any(data) or self._kind.literal:
            return text_of(self._kind, self._layout, data, 0)
        if self._kind.kind in _WITH_ADDRESSES:
            return NOT_SET
        return "%s %s" % (text_of(self._kind, self._layout, data, 0), MAYBE_NOT_SET)


def _number(value, kind):
    """Of a number that is in a register."""
    text = repr(int(value)) if kind == "int" else "%.8g" % float(value)
    return text if value else "%s %s" % (text, MAYBE_NOT_SET)


class RecordPrinter:
    """Of a record that was taken out of an array: a pointer to its bytes. Its fields are known
    where that array is a variable of the frame."""

    def __init__(self, value, kind):
        self._value = value
        self._kind = kind

    def to_string(self):
        address = int(self._value)
        try:
            return "%s at %#x" % (_record(self._kind, address), address)
        except (Unreadable, gdb.error, struct.error) as error:
            return "<%s>" % error


def _record_at(address):
    """The type of the records of an array of the selected frame that `address` is one of; None
    where there is none, or the arrays do not agree."""
    found = set()
    frame = gdb.selected_frame()
    block = frame.block()
    while block is not None and len(found) < 2:
        for symbol in block:
            if symbol.is_variable or symbol.is_argument:
                kind = parse_type(split_name(symbol.type.strip_typedefs().name or "")[0])
                if kind.kind == "array" and kind.parts[0].kind == "record":
                    array = symbol.value(frame)
                    offset = address - int(array["data"])
                    size = kind.parts[0].size
                    if 0 <= offset < int(array["nitems"]) * size and offset % size == 0:
                        found.add(kind.parts[0])
        if block.function is not None:
            break
        block = block.superblock
    return found.pop() if len(found) == 1 else None


def look_up(value):
    """The printer of a gdb.Value; None for types that are not Numba's. (gdb's interface.)"""
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR and kind.target().code == gdb.TYPE_CODE_ARRAY:
        try:
            record = _record_at(int(value))
        except (gdb.error, RuntimeError):
            return None
        return RecordPrinter(value, record) if record is not None else None
    name = kind.name or kind.tag
    if not name:
        return None
    if kind.code == gdb.TYPE_CODE_STRUCT or kind.code == gdb.TYPE_CODE_ARRAY:
        text, layout = split_name(name)
    else:
        text, layout = name, None
    parsed = parse_type(text)
    if layout is None:
        # Numba calls a bool a float of one byte, with which gdb can do nothing.
        layout = layout_of(parsed)
        if layout is None or layout.size != kind.sizeof:
            return None
    return NumbaPrinter(value, parsed, layout) if parsed.kind in _SHOWN else None


look_up.name = "atfault-numba"
look_up.enabled = True


def text_of(kind, layout, data, depth):
    """The bytes of a value as text. Raises Unreadable, gdb.error."""
    if kind.literal and kind.kind != "omitted":
        return kind.literal
    if len(data) < layout.size or depth > MAX_DEPTH:
        raise Unreadable("…")
    if kind.kind in ("int", "float", "time", "enum", "bool"):
        return _scalar(kind, layout, data)
    if kind.kind == "complex":
        if layout.size != kind.size:
            raise Unreadable(kind.text)
        code = "f" if kind.size == 8 else "d"
        real, imaginary = struct.unpack("<2" + code, data[: kind.size])
        return repr(complex(real, imaginary))
    reader = _READERS.get(kind.kind)
    if reader is None:
        raise Unreadable(kind.text)
    return reader(kind, layout, data, depth)


def _scalar(kind, layout, data):
    if kind.kind == "bool":
        return repr(bool(data[0] & 1))
    code = _NUMBERS.get(("float" if kind.kind == "float" else "int", kind.size))
    if code is None or layout.size != kind.size:
        raise Unreadable(kind.text)
    if kind.kind != "float" and not kind.signed:
        code = code.upper()
    number = struct.unpack("<" + code, data[: kind.size])[0]
    if kind.kind in ("time", "enum"):
        return "%s(%d)" % (kind.name, number)
    return "%.8g" % number if kind.kind == "float" else repr(number)


def _array_of(kind, layout, data, depth):
    dims = kind.size
    if layout.size != 40 + 16 * dims:
        raise Unreadable(kind.text)
    words = struct.unpack("<%dq" % (3 + 2 * dims), data[16 : 40 + 16 * dims])
    return _array(kind, layout, words[0], words[2], words[3 : 3 + dims], words[3 + dims :])


def _array(kind, layout, count, data, shape, strides):
    """`float64[2, 3] [[…]] at 0x…` from its fields."""
    product = 1
    for length in shape:
        product *= length
    if not data and not count:
        return NOT_SET
    if any(not 0 <= length < MAX_LENGTH for length in shape) or product != count:
        raise Unreadable("not an array: its shape and number of elements contradict each other")
    data &= (1 << 64) - 1
    element = kind.parts[0]
    name = element.text
    if element.kind == "record":
        name = "structured(%s)" % ", ".join(element.names[:12])
    lengths = ", ".join(str(length) for length in shape)
    text = "%s[%s]" % (name, lengths)
    if 0 < product <= MAX_ITEMS and element.kind != "record" and len(shape) <= 3:
        item = layout.elements[4].elements[0]
        try:
            text += " " + _elements(element, item, data, shape, strides)
        except (Unreadable, gdb.error):
            pass
    text += " at %#x" % data
    if element.kind == "record" and len(shape) == 1 and product:
        rows = [_record(element, data + i * strides[0]) for i in range(min(shape[0], 3))]
        text += ": " + ", ".join(rows) + (", …" if shape[0] > 3 else "")
    return text


def _elements(kind, layout, address, shape, strides):
    if not shape:
        known = layout_of(kind)
        return text_of(kind, known or layout, _read(address, layout.size), 1)
    parts = [
        _elements(kind, layout, address + i * strides[0], shape[1:], strides[1:])
        for i in range(shape[0])
    ]
    return "[%s]" % ", ".join(parts)


def _fields(value, dims):
    """(nitems, data, shape, strides) of an array that is in registers, as gdb puts it together."""
    shape = [int(value["shape"][i]) for i in range(dims)]
    strides = [int(value["strides"][i]) for i in range(dims)]
    return int(value["nitems"]), int(value["data"]), shape, strides


def _record(kind, address):
    """`(n=1, v=2.5)`."""
    parts = []
    for name, part, offset in list(zip(kind.names, kind.parts, kind.offsets))[:MAX_ITEMS]:
        parts.append("%s=%s" % (name, _record_field(part, address + offset)))
    return "(%s%s)" % (", ".join(parts), ", …" if len(kind.names) > MAX_ITEMS else "")


def _record_field(kind, address):
    try:
        if kind.kind == "chars":
            return repr(_read(address, min(kind.size, MAX_CHARACTERS)).rstrip(b"\0"))
        if kind.kind == "unichars":
            raw = _read(address, 4 * min(kind.size, MAX_CHARACTERS))
            return repr(raw.decode("utf-32-le", "replace").rstrip("\0"))
        layout = layout_of(kind)
        if layout is None:
            return "…"
        return text_of(kind, layout, _read(address, layout.size), MAX_DEPTH)
    except (Unreadable, gdb.error) as error:
        return "<%s>" % error


def _tuple(kind, layout, data, depth):
    if layout.kind == "array" and layout.length == kind.size:
        item = layout.elements[0]
        places = [(i * item.size, item) for i in range(min(kind.size, MAX_ITEMS))]
    elif layout.kind == "struct" and len(layout.elements) == kind.size:
        places = list(zip(layout.offsets, layout.elements))
    else:
        raise Unreadable(kind.text)
    return kind.name + _several(kind.parts, places, data, depth, ())


def _several(parts, places, data, depth, names):
    texts = []
    for index, (part, (offset, layout)) in enumerate(list(zip(parts, places))[:MAX_ITEMS]):
        try:
            text = text_of(part, layout, data[offset : offset + layout.size], depth + 1)
        except (Unreadable, gdb.error) as error:
            text = "<%s>" % error
        texts.append("%s=%s" % (names[index], text) if names else text)
    if len(parts) > MAX_ITEMS:
        texts.append("…")
    inside = ", ".join(texts)
    return "(%s,)" % inside if len(texts) == 1 and not names else "(%s)" % inside


def _optional(kind, layout, data, depth):
    if layout.kind != "struct" or len(layout.elements) != 2:
        raise Unreadable(kind.text)
    if not data[layout.offsets[1]] & 1:
        return "None"
    inner = layout.elements[0]
    return text_of(kind.parts[0], inner, data[: inner.size], depth + 1)


def _str(kind, layout, data, depth):
    address, length, width = struct.unpack_from("<Qqi", data)
    codec = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}.get(width)
    if codec is None or not 0 <= length < MAX_LENGTH:
        raise Unreadable("not a str: its length or kind is impossible")
    taken = min(length, MAX_CHARACTERS)
    text = _read(address, taken * width).decode(codec, "replace") if taken else ""
    return repr(text) + ("…" if length > taken else "")


def _list(kind, layout, data, depth):
    (address,) = struct.unpack_from("<Q", data, 8)
    size, item_size, allocated, _, _, _, items = _NB_LIST.unpack(_read(address, _NB_LIST.size))
    return _items(kind.parts[0], size, allocated, items, item_size, depth)


def _reflected_list(kind, layout, data, depth):
    (meminfo,) = struct.unpack_from("<Q", data)
    (payload,) = struct.unpack("<Q", _read(meminfo + _MEMINFO_DATA, 8))
    size, allocated = struct.unpack("<2q", _read(payload, 16))
    item = layout_of(kind.parts[0])
    if item is None:
        raise Unreadable("%d of %s" % (size, kind.parts[0].text))
    flag, word = layout_of(parse_type("bool")), layout_of(parse_type("int64"))
    start = payload + struct_of((word, word, flag, item)).offsets[3]
    return _items(kind.parts[0], size, allocated, start, item.size, depth)


def _items(kind, size, allocated, start, item_size, depth):
    if not (0 <= size < MAX_LENGTH and (allocated >= size or allocated == -1)):
        raise Unreadable("not a list: its length is impossible")
    layout = layout_of(kind)
    if layout is None or layout.size != item_size:
        return "[…], %d of %s" % (size, kind.text)
    shown = min(size, MAX_ITEMS)
    data = _read(start, shown * item_size) if shown else b""
    texts = [
        text_of(kind, layout, data[i * item_size : (i + 1) * item_size], depth + 1)
        for i in range(shown)
    ]
    more = ", … (%d items)" % size if size > shown else ""
    return "[%s%s]" % (", ".join(texts), more)


def _dict(kind, layout, data, depth):
    (address,) = struct.unpack_from("<Q", data, 8)
    (used,) = struct.unpack("<q", _read(address, 8))
    return "{…}, %d entries" % used


def _jitclass(kind, layout, data, depth):
    (address,) = struct.unpack_from("<Q", data, 8)
    pointer = layout.elements[1] if len(layout.elements) == 2 else None
    inside = pointer.elements[0] if pointer is not None and pointer.elements else None
    if inside is None or inside.kind != "struct" or len(inside.elements) != len(kind.parts):
        raise Unreadable(kind.text)
    content = _read(address, min(inside.size, 1 << 16))
    places = list(zip(inside.offsets, inside.elements))
    return kind.name + _several(kind.parts, places, content, depth, kind.names)


_READERS = {
    "array": _array_of,
    "tuple": _tuple,
    "optional": _optional,
    "str": _str,
    "list": _list,
    "reflected list": _reflected_list,
    "dict": _dict,
    "jitclass": _jitclass,
}


def _read(address, size):
    """Bytes of the program's memory. Raises Unreadable."""
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except (gdb.MemoryError, OverflowError, ValueError):
        raise Unreadable("memory at %#x is not readable" % address) from None
