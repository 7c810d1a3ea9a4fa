"""Values of Numba's types, out of the bytes of a variable of compiled code.

    array     {meminfo, parent, nitems, itemsize, data, shape…, strides…}
    str       {data, length, kind, is_ascii, hash, meminfo, parent}
    list      {meminfo, ─► NB_List {size, item_size, allocated, is_mutable, 2 methods, items ─►}}
    reflected list  {─► MemInfo {…, +24 data ─► {size, allocated, dirty, items …}}, parent}
    jitclass  {meminfo, data ─► {field, field …}}     optional  {data, valid}

(numba/core/datamodel/models.py, numba/cext/listobject.h, numba/core/runtime/nrt.cpp.)

Numba zeroes a variable at the start of a function and again behind its last use. So zeros mean that
it is not set, or that it is zero: a number is shown with that doubt and without `Value.number`, an
address makes the value absent. A value whose parts contradict each other is absent as well.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from atfault.cpython.values.buffers import describe, extent, show_number
from atfault.cpython.values.strings import escape
from atfault.cpython.values.text_objects import left_out
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.buffers import Buffer
from atfault.model.process import MemoryMapping
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import EVERYTHING, hides_text, level_of
from atfault.model.values import Value, shortened
from atfault.native.jit_variables import DebugType, RawVariable
from atfault.runtimes.numpy import integers
from atfault.snapshot.protocol import Memory
from atfault_gdb.llvm_types import LlvmType, split_name
from atfault_gdb.numba_types import NumbaType, layout_of, parse_type, struct_of

MAX_ITEMS = 8
"""Of a tuple or list, and fields of a record or jitclass, that are shown."""
MAX_TEXT = 300
MAX_CHARACTERS = 120
MAX_DEPTH = 4
_MAX_SIZE = 1 << 48
_MAX_LIST = 1 << 40
_WORD = 8
_NB_LIST = struct.Struct("<qqqi4xQQQ")
_MEMINFO = struct.Struct("<6Q")
"""struct MemInfo: count, destructor, what that is given, data, size, allocator."""
_MEMINFO_DATA = 24
_ALIGNMENT = 64
"""Bytes, at most: NRT_MemInfo_alloc_aligned puts data on the next multiple behind a MemInfo."""
_MAX_COUNT = 1 << 32
NOT_SET = "not set: before its first assignment, or after its last use"
MAYBE_NOT_SET = "(or not set here)"
_CODES = {
    ("int", 1, True): "b",
    ("int", 2, True): "h",
    ("int", 4, True): "i",
    ("int", 8, True): "q",
    ("int", 1, False): "B",
    ("int", 2, False): "H",
    ("int", 4, False): "I",
    ("int", 8, False): "Q",
    ("float", 2, True): "e",
    ("float", 4, True): "f",
    ("float", 8, True): "d",
}


class View(NamedTuple):
    """Bytes of a value, some of which may be gone."""

    data: bytes
    gaps: tuple[tuple[int, int], ...] = ()
    reason: str = ""
    """Why they are gone."""
    address: int = 0
    """Where they lie; 0 when that is not one place in memory."""

    def part(self, offset: int, size: int) -> "View":
        end = offset + size
        gaps = tuple(
            (max(low, offset) - offset, min(high, end) - offset)
            for low, high in self.gaps
            if low < end and high > offset
        )
        address = self.address + offset if self.address else 0
        return View(self.data[offset:end], gaps, self.reason, address)

    @property
    def is_zero(self) -> bool:
        """Whether all that is left of it is zeros."""
        return not any(self.data)

    def word(self, offset: int) -> int | None:
        """The signed word at `offset`; None where it is gone."""
        part = self.part(offset, _WORD)
        if part.gaps or len(part.data) < _WORD:
            return None
        return int.from_bytes(part.data, "little", signed=True)


class NumbaValues:
    """Decodes the variables of compiled functions of one target."""

    def __init__(
        self, memory: Memory, mappings: Sequence[MemoryMapping] = (), *, mask_secrets: bool = True
    ) -> None:
        """mappings: sorted; for "mapped" of arrays."""
        self.memory = memory
        self._mask_secrets = mask_secrets
        self._extents: list[tuple[int, int]] = []
        for one in mappings:
            if one.readable and self._extents and self._extents[-1][1] == one.start:
                self._extents[-1] = self._extents[-1][0], one.end
            elif one.readable:
                self._extents.append((one.start, one.end))

    def values(self, variables: Sequence[RawVariable]) -> list[Value | Absent]:
        """The values of the variables of one frame. Never raises for what the target holds."""
        found = [self.value(variable) for variable in variables]
        arrays = [
            (value.buffer, kind.parts[0])
            for variable, value in zip(variables, found)
            if isinstance(value, Value) and value.buffer is not None
            if (kind := parse_type(split_name(variable.type.name)[0])).kind == "array"
        ]
        for index, variable in enumerate(variables):
            if variable.type.kind == "pointer" and isinstance(found[index], Value):
                found[index] = self._record_of(variable, found[index], arrays)
        return found

    def value(self, variable: RawVariable) -> Value | Absent:
        """One variable by itself."""
        kind, layout = type_of(variable.type)
        located = variable.value
        secret = level_of(variable.name) if self._mask_secrets else 0
        view = View(located.data, located.gaps, located.reason, located.address or 0)
        if kind.literal and kind.kind != "omitted":
            return _literal(kind)
        if layout is None or layout.size > max(len(view.data), 1):
            return (view.gaps and Absent(view.reason)) or Absent(_not_read(kind.text))
        if view.gaps and view.is_zero:
            return Absent(view.reason)
        if view.is_zero and not _is_plain(kind):
            return Absent(NOT_SET if view.data else _not_read(kind.text))
        found = self._decode(kind, layout, view, secret, 0)
        if isinstance(found, Value) and view.is_zero:
            text = f"{found.text} {MAYBE_NOT_SET}"
            found = found._replace(text=text, number=None, children=(), is_set=False)
        return found

    # -- by kind --------------------------------------------------------------------------------

    def _decode(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        if kind.literal and kind.kind != "omitted":
            return _literal(kind)
        try:
            if kind.kind in ("int", "float", "bool", "time", "enum"):
                return _scalar(kind, layout, view, secret)
            if kind.kind == "complex":
                return _complex(kind, layout, view, secret)
            if depth > MAX_DEPTH:
                return Absent("too deep within other values")
            handler = getattr(self, f"_{kind.kind.replace(' ', '_')}", None)
            if handler is None:
                return Absent(_not_read(kind.text))
            found: Value | Absent = handler(kind, layout, view, secret, depth)
            return found
        except MemoryFault as fault:
            return Absent(f"memory at {fault.address:#x} is not readable")

    def _array(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        dims = kind.size
        if layout.kind != "struct" or len(layout.elements) not in (5 if dims == 0 else 7, 7):
            return Absent(_not_read(kind.text))
        if layout.size != 40 + 16 * dims or layout.elements[4].kind != "pointer":
            return Absent(_not_read(kind.text))
        element = kind.parts[0]
        itemsize = layout.elements[4].elements[0].size
        nitems, told, data = view.word(16), view.word(24), view.word(32)
        shape = [view.word(40 + 8 * i) for i in range(dims)]
        strides = [view.word(40 + 8 * (dims + i)) for i in range(dims)]
        if dims == 1 and shape[0] is None:
            shape = [nitems]
        known_shape = tuple(length for length in shape if length is not None)
        known_strides = tuple(step for step in strides if step is not None)
        if len(known_shape) == dims and len(known_strides) < dims and kind.layout == "C":
            known_strides = _contiguous(known_shape, itemsize)
        name = _dtype(element)
        if data is None or len(known_shape) < dims or len(known_strides) < dims:
            return _partial_array(kind, name, shape, data, view.reason)
        problem = _contradiction(known_shape, known_strides, nitems, told, itemsize)
        if problem:
            return Absent(problem)
        data &= (1 << 64) - 1
        low, high = extent(data, itemsize, known_shape, known_strides)
        buffer = Buffer(
            "numpy.ndarray",
            data,
            low,
            high,
            name,
            itemsize,
            known_shape,
            known_strides,
            not kind.readonly,
            mapped=self._is_mapped(low, high),
        )
        text = self._array_text(kind, buffer, secret)
        children = () if secret == EVERYTHING else integers(self, buffer)
        return Value(escape(kind.text), text, view.address, None, buffer, children)

    def _array_text(self, kind: NumbaType, buffer: Buffer, secret: int) -> str:
        text = describe(self, buffer, "", secret)
        if buffer.strides != _contiguous(buffer.shape, buffer.itemsize):
            text += f", strides {buffer.strides}"
        element = kind.parts[0]
        if element.kind == "record" and len(buffer.shape) == 1 and not secret and buffer.mapped:
            shown = []
            for index in range(min(buffer.shape[0], 3)):
                address = buffer.address + index * buffer.strides[0]
                shown.append(self._record_text(element, address))
            more = ", …" if buffer.shape[0] > len(shown) else ""
            text += f": {', '.join(shown)}{more}"
        return shortened(text, MAX_TEXT)

    def _tuple(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        count = kind.size
        if layout.kind == "array" and layout.length == count:
            places = [(i * layout.elements[0].size, layout.elements[0]) for i in range(count)]
        elif layout.kind == "struct" and len(layout.elements) == count:
            places = list(zip(layout.offsets, layout.elements))
        else:
            return Absent(_not_read(kind.text))
        return self._several(kind, list(zip(kind.parts, places)), view, secret, depth, ())

    def _several(
        self,
        kind: NumbaType,
        items: "list[tuple[NumbaType, tuple[int, LlvmType]]]",
        view: View,
        secret: int,
        depth: int,
        names: tuple[str, ...],
    ) -> Value:
        """A value of several parts, the first MAX_ITEMS of which are decoded."""
        children, texts = [], []
        for index, (part, (offset, layout)) in enumerate(items[:MAX_ITEMS]):
            piece = view.part(offset, layout.size)
            value: Value | Absent
            if piece.gaps and piece.is_zero:
                value = Absent(piece.reason)
            else:
                is_named = bool(names) and self._mask_secrets
                level = max(secret, level_of(names[index])) if is_named else secret
                value = self._decode(part, layout, piece, level, depth + 1)
            label = escape(names[index]) if names else ""
            texts.append((f"{label}=" if label else "") + _text(value))
            if isinstance(value, Value):
                children.append((f".{label}" if label else f"[{index}]", value))
        if len(items) > MAX_ITEMS:
            texts.append("…")
        elif len(items) == 1 and not names and not kind.name:
            texts.append("")
        inside = ", ".join(texts).rstrip(" ")
        text = shortened(f"{escape(kind.name)}({inside})", MAX_TEXT)
        return Value(escape(kind.text), text, view.address, children=tuple(children))

    def _optional(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        if layout.kind != "struct" or len(layout.elements) != 2 or layout.elements[1].size != 1:
            return Absent(_not_read(kind.text))
        valid = view.part(layout.offsets[1], 1)
        if valid.gaps:
            return Absent(valid.reason)
        if not valid.data[0] & 1:
            return Value(escape(kind.text), "None", view.address)
        piece = view.part(0, layout.elements[0].size)
        return self._decode(kind.parts[0], layout.elements[0], piece, secret, depth + 1)

    def _str(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        if layout.kind != "struct" or layout.size != 48:
            return Absent(_not_read(kind.text))
        piece = view.part(0, 20)
        if piece.gaps:
            return Absent(piece.reason)
        data, length, width = struct.unpack("<Qqi", piece.data)
        codec = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}.get(width)
        if codec is None or not 0 <= length < _MAX_LIST:
            return Absent("its length or kind is impossible")
        if self.memory.without_text and length:
            return Value("str", left_out(length, "character"), view.address)
        # More than is shown, so that a secret that begins within that is recognised.
        taken = min(length, MAX_CHARACTERS + 200)
        text = self.memory.read(data, taken * width).decode(codec, "replace") if taken else ""
        if hides_text(secret, text):
            return Value("str", "<masked>", view.address)
        if self._mask_secrets:
            text = mask_text(text, length > taken)
        more = f"… ({length:,} characters)" if length > MAX_CHARACTERS else ""
        return Value("str", repr(text[:MAX_CHARACTERS]) + more, view.address)

    def _list(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        address = view.word(_WORD)
        if address is None or layout.size != 16 or not kind.parts:
            return Absent(view.reason or _not_read(kind.text))
        raw = self.memory.read(address, _NB_LIST.size)
        size, item_size, allocated, _, _, _, items = _NB_LIST.unpack(raw)
        return self._items(kind, size, allocated, items, item_size, secret, depth)

    def _reflected_list(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        meminfo = view.word(0)
        item = layout_of(kind.parts[0]) if kind.parts else None
        if meminfo is None or layout.size != 16 or item is None:
            return Absent(view.reason or _not_read(kind.text))
        payload = self.memory.u64(meminfo + _MEMINFO_DATA)
        size, allocated = self.memory.i64(payload), self.memory.i64(payload + _WORD)
        word, flag = LlvmType("int", 8, 8), LlvmType("int", 1, 1)
        start = payload + struct_of((word, word, flag, item)).offsets[3]
        return self._items(kind, size, allocated, start, item.size, secret, depth)

    def _items(
        self,
        kind: NumbaType,
        size: int,
        allocated: int,
        start: int,
        item_size: int,
        secret: int,
        depth: int,
    ) -> Value | Absent:
        """A list of `size` items, one behind the other from `start`."""
        if (
            not 0 <= size < _MAX_LIST
            or not 0 < item_size < _MAX_LIST
            or not (allocated == -1 or allocated >= size)
        ):
            return Absent("its length is impossible")
        layout = layout_of(kind.parts[0])
        buffer = Buffer("list", start, start, start + size * item_size, "", item_size, (size,))
        if layout is None or layout.size != item_size:
            text = f"[…], {size:,} of {escape(kind.parts[0].text)}"
            return Value(escape(kind.text), shortened(text, MAX_TEXT), start)
        shown = min(size, MAX_ITEMS)
        content = self.memory.read(start, shown * item_size)
        children, texts = [], []
        for index in range(shown):
            piece = View(content, (), "", start).part(index * item_size, item_size)
            value = self._decode(kind.parts[0], layout, piece, secret, depth + 1)
            texts.append(_text(value))
            if isinstance(value, Value):
                children.append((f"[{index}]", value))
        more = f", … ({size:,} items)" if size > shown else ""
        text = shortened(f"[{', '.join(texts)}{more}]", MAX_TEXT)
        name = _dtype(kind.parts[0])
        known = (
            buffer._replace(dtype=name, strides=(item_size,)) if layout.kind != "struct" else None
        )
        return Value(escape(kind.text), text, start, None, known, tuple(children))

    def _dict(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        address = view.word(_WORD)
        if address is None or layout.size != 16:
            return Absent(view.reason or _not_read(kind.text))
        used = self.memory.i64(address)
        if not 0 <= used < _MAX_LIST:
            return Absent("its length is impossible")
        return Value(escape(kind.text), f"{{…}}, {used:,} entries", address)

    def _jitclass(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        address = view.word(_WORD)
        pointer = layout.elements[1] if len(layout.elements) == 2 else None
        inside = pointer.elements[0] if pointer is not None and pointer.elements else None
        if address is None or inside is None or inside.kind != "struct":
            return Absent(view.reason or _not_read(kind.text))
        if len(inside.elements) != len(kind.parts):
            return Absent(_not_read(kind.text))
        return self.fields(kind, inside, address, secret, depth)

    def fields(
        self, kind: NumbaType, inside: LlvmType, address: int, secret: int = 0, depth: int = 0
    ) -> Value:
        """Of an instance of a jitclass. Raises MemoryFault."""
        content = View(self.memory.read(address, min(inside.size, 1 << 16)), (), "", address)
        places = list(zip(kind.parts, zip(inside.offsets, inside.elements)))
        return self._several(kind, places, content, secret, depth, kind.names)

    # -- records --------------------------------------------------------------------------------

    def _pointer(
        self, kind: NumbaType, layout: LlvmType, view: View, secret: int, depth: int
    ) -> Value | Absent:
        address = view.word(0)
        if address is None:
            return Absent(view.reason)
        return Value("pointer", f"{address & (1 << 64) - 1:#x}", address & (1 << 64) - 1)

    def _record_of(
        self,
        variable: RawVariable,
        value: Value | Absent,
        arrays: "list[tuple[Buffer, NumbaType]]",
    ) -> Value | Absent:
        """A pointer to a record, by the array of records in the same frame that it points into: the
        debug information has the fields with arrays alone."""
        if isinstance(value, Absent) or not value.address:
            return value
        found = {
            element
            for buffer, element in arrays
            if element.kind == "record" and buffer.low <= value.address < buffer.high
            if (value.address - buffer.low) % max(element.size, 1) == 0
        }
        if len(found) != 1:
            return value
        (element,) = found
        if self._mask_secrets and level_of(variable.name):
            return Value("Record", "<masked>", value.address)
        text = f"{self._record_text(element, value.address)} at {value.address:#x}"
        return Value(escape(element.text), shortened(text, MAX_TEXT), value.address)

    def _record_text(self, kind: NumbaType, address: int) -> str:
        """`(x=1, y=2.5)`."""
        texts = []
        fields = list(zip(kind.names, kind.parts, kind.offsets))
        for name, part, offset in fields[:MAX_ITEMS]:
            secret = level_of(name) if self._mask_secrets else 0
            layout = layout_of(part)
            value: Value | Absent
            try:
                if part.kind in ("chars", "unichars"):
                    value = self._characters(part, address + offset, secret)
                elif layout is None:
                    value = Absent("…")
                else:
                    raw = self.memory.read(address + offset, layout.size)
                    value = self._decode(part, layout, View(raw), secret, MAX_DEPTH)
            except MemoryFault:
                value = Absent("?")
            texts.append(f"{escape(name)}={_text(value)}")
        more = ", …" if len(fields) > MAX_ITEMS else ""
        return f"({', '.join(texts)}{more})"

    def _characters(self, kind: NumbaType, address: int, secret: int) -> Value:
        """Of a field of fixed width: S8, U4."""
        if secret:
            return Value("str", "<masked>")
        width = 1 if kind.kind == "chars" else 4
        raw = self.memory.read(address, min(kind.size, MAX_CHARACTERS) * width)
        if width == 1:
            return Value("bytes", repr(raw.rstrip(b"\0")))
        return Value("str", repr(raw.decode("utf-32-le", "replace").rstrip("\0")))

    def _is_mapped(self, low: int, high: int) -> bool | None:
        if not self._extents or low >= high:
            return None
        index = bisect_right(self._extents, (low, 1 << 64)) - 1
        return index >= 0 and high <= self._extents[index][1]


def made_array(memory: Memory, addresses: Iterable[int]) -> tuple[int, int] | None:
    """[low, high) of the array that compiled code made and one of these is the address of."""
    for low in addresses:
        for at in range(low - _MEMINFO.size, low - _MEMINFO.size - _ALIGNMENT, -_WORD):
            try:
                count, _, _, data, size, _ = _MEMINFO.unpack(memory.read(at, _MEMINFO.size))
            except (MemoryFault, ValueError):
                break
            if data == low and 0 < count < _MAX_COUNT and 0 < size < _MAX_SIZE:
                return low, low + size
    return None


def is_literal(debug: DebugType) -> bool:
    """Whether variables of the type have one value only, wherever they are."""
    return bool(parse_type(debug.name).literal)


def type_of(debug: DebugType) -> tuple[NumbaType, LlvmType | None]:
    """(Numba's type, how its values lie in memory) of a variable's DWARF type. The second is None
    where the two contradict each other, or one is not known."""
    if debug.kind == "base" and 0 < debug.size <= 16:
        kind = parse_type(debug.name)
        is_float = kind.kind == "float"
        layout = LlvmType("float" if is_float else "int", debug.size, min(debug.size, 8))
        fits = kind.size == debug.size or kind.kind in ("bool", "none")
        return kind, layout if fits else None
    if debug.kind == "pointer":
        return NumbaType("pointer", "a pointer"), LlvmType("pointer", 8, 8)
    text, written = split_name(debug.name)
    if written is not None and written.size != debug.size and debug.kind != "struct":
        written = None
    return parse_type(text), written


def _is_plain(kind: NumbaType) -> bool:
    """Whether zeros are a value of the type, as of a number and unlike of an address."""
    if kind.kind in ("tuple", "optional"):
        return all(_is_plain(part) for part in kind.parts) or kind.kind == "optional"
    return kind.kind in ("int", "float", "bool", "complex", "time", "enum") or bool(kind.literal)


def _literal(kind: NumbaType) -> Value:
    """A literal: its type has that one value, whatever has become of the variable's memory."""
    number = None
    if kind.kind == "int" and kind.literal.lstrip("-").isdigit() and len(kind.literal) < 40:
        number = int(kind.literal)
    return Value(escape(kind.name), shortened(escape(kind.literal), MAX_TEXT), 0, number)


def _scalar(kind: NumbaType, layout: LlvmType, view: View, secret: int) -> Value | Absent:
    wanted = "float" if kind.kind == "float" else "int"
    size = 1 if kind.kind == "bool" else kind.size
    if layout.kind != wanted or layout.size != size:
        return Absent(_not_read(kind.text))
    part = view.part(0, size)
    if part.gaps:
        return Absent(part.reason)
    if secret == EVERYTHING:
        return Value(escape(kind.text), "<masked>", view.address)
    if kind.kind == "bool":
        if part.data[0] not in (0, 1, 0xFF):  # of a register that holds something else by now
            return Absent(NOT_SET)
        number: int | float = part.data[0] & 1
        return Value("bool", repr(bool(number)), view.address, number)
    code = _CODES.get((wanted, size, kind.signed or wanted == "float"))
    if code is None:
        return Absent(_not_read(kind.text))
    number = struct.unpack("<" + code, part.data)[0]
    text = show_number(number, size) if wanted == "float" and size < 8 else repr(number)
    if kind.kind == "time":
        text = "NaT" if number == -(1 << 63) else f"{kind.name}({number})"
        return Value(kind.text, text, view.address)
    if kind.kind == "enum":
        return Value(escape(kind.text), f"{escape(kind.name)}({number})", view.address, number)
    return Value(kind.text, text, view.address, number)


def _complex(kind: NumbaType, layout: LlvmType, view: View, secret: int) -> Value | Absent:
    half = kind.size // 2
    if layout.kind != "struct" or layout.size != kind.size:
        return Absent(_not_read(kind.text))
    if view.gaps:
        return Absent(view.reason)
    if secret == EVERYTHING:
        return Value(kind.text, "<masked>", view.address)
    real, imaginary = struct.unpack("<2" + ("f" if half == 4 else "d"), view.data[: kind.size])
    if half == 8:
        return Value(kind.text, repr(complex(real, imaginary)), view.address)
    text = f"({show_number(real, 4)}{'' if imaginary < 0 else '+'}{show_number(imaginary, 4)}j)"
    return Value(kind.text, text, view.address)


def _partial_array(
    kind: NumbaType, name: str, shape: "list[int | None]", data: int | None, reason: str
) -> Value | Absent:
    """What is left of an array: its address, or lengths."""
    if data is None and all(length is None for length in shape):
        return Absent(reason)
    lengths = ", ".join("?" if length is None else str(length) for length in shape)
    where = f" at {data & (1 << 64) - 1:#x}" if data is not None else ""
    return Value(escape(kind.text), f"{name}[{lengths}]{where}; the rest is {reason}")


def _contradiction(
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    nitems: int | None,
    itemsize: int | None,
    known_size: int,
) -> str:
    """Why these cannot be an array's; "" when they can."""
    if any(not 0 <= length < _MAX_SIZE for length in shape):
        return "its shape is impossible"
    if any(abs(step) > _MAX_SIZE for step in strides):
        return "its strides are impossible"
    count = 1
    for length in shape:
        count *= length
    if nitems is not None and nitems != count:
        return "its shape and number of elements contradict each other"
    if itemsize is not None and itemsize != known_size:
        return "the size of its elements is not that of their type"
    return ""


def _contiguous(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    strides, step = [], itemsize
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))


def _dtype(kind: NumbaType) -> str:
    """As numpy calls it."""
    if kind.kind == "record":
        return f"structured({', '.join(escape(name) for name in kind.names[:12])})"
    return escape(shortened(kind.text, 60))


def _text(value: Value | Absent) -> str:
    return value.text if isinstance(value, Value) else f"<{value.reason}>"


def _not_read(text: str) -> str:
    return f"values of type {escape(shortened(text, 60)) or 'unknown'} are not read"
