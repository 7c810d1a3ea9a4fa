"""Memory that objects show as elements: its extent, its text, the names that reach it."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from atfault.errors import MemoryFault
from atfault.model.secrets import EVERYTHING
from atfault.model.values import Value, Variable, join_accessor
from atfault.snapshot.protocol import Memory

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer


class HasMemory(Protocol):
    """Whoever reads a target's memory: a ValueDecoder, or what decodes values of compiled code."""

    memory: Memory


SMALL = 8
"""Up to this many elements are shown."""

ELEMENT_CODES = {
    "bool": "?",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
}
"""Element type → struct code."""


def extent(
    address: int, itemsize: int, shape: tuple[int, ...], strides: tuple[int, ...]
) -> tuple[int, int]:
    """[low, high) that all valid indices reach, from the first element at `address`.

    A 3 x 4 array of 8-byte items, rows reversed: strides (-32, 8), address = base + 64,
    low = address - 2*32 = base, high = address + 3*8 + 8 = base + 96.
    """
    low = high = address
    for length, stride in zip(shape, strides):
        if length == 0:
            return address, address
        reach = (length - 1) * stride
        if reach < 0:
            low += reach
        else:
            high += reach
    return low, high + itemsize


def describe(decoder: HasMemory, buffer: Buffer, element: str = "", secret: int = 0) -> str:
    """`float64[64, 64] at 0x…, mapped`; with the values of a few elements when they are readable.

    element: what to call an element type that Buffer.dtype cannot name.
    secret: as Subject's; bytes are texts.
    """
    shape = ", ".join(map(str, buffer.shape))
    text = f"{element or buffer.dtype}[{shape}]"
    hidden = secret == EVERYTHING or (secret and buffer.itemsize == 1)
    if buffer.mapped is not False and not hidden:
        contents = small_contents(decoder, buffer)
        if contents:
            text += f" {contents}"
    text += f" at {buffer.address:#x}"
    if buffer.low < buffer.high and buffer.mapped is not None:
        text += ", mapped" if buffer.mapped else ", not mapped"
    return text


def small_contents(decoder: HasMemory, buffer: Buffer) -> str:
    """`[1, 2, 3]` of an array of at most 8 elements in up to 2 dimensions; "" when larger, of
    another element type or not readable."""
    code = ELEMENT_CODES.get(buffer.dtype)
    if may_be_text(decoder, buffer):
        return ""
    count = 1
    for length in buffer.shape:
        count *= length
    if code is None or not 0 < count <= SMALL or len(buffer.shape) > 2:
        return ""
    if struct.calcsize("<" + code) != buffer.itemsize:
        return ""

    def element(offset: int) -> str:
        raw = decoder.memory.read(buffer.address + offset, buffer.itemsize)
        return show_number(struct.unpack("<" + code, raw)[0], buffer.itemsize)

    def row(offset: int, axis: int) -> str:
        if axis == len(buffer.shape):
            return element(offset)
        step = buffer.strides[axis]
        parts = [row(offset + i * step, axis + 1) for i in range(buffer.shape[axis])]
        return f"[{', '.join(parts)}]"

    try:
        return row(0, 0)
    except (MemoryFault, struct.error):
        return ""


def may_be_text(decoder: HasMemory, buffer: Buffer) -> bool:
    """Whether the elements may be a text, where texts are left out."""
    return decoder.memory.without_text and buffer.itemsize == 1 and buffer.dtype != "bool"


def show_number(number: float | int | bool, itemsize: int) -> str:
    """repr; of a float as many digits as its size in bytes means, 8 at most."""
    if isinstance(number, float):
        digits = {2: 4, 4: 7}.get(itemsize, 8)
        return f"{number:.{digits}g}"
    return repr(number)


def find_buffers(variables: Iterable[Variable], items: bool = False) -> list[tuple[str, Buffer]]:
    """Every buffer in the decoded values, under the expression that reaches it from the frame:
    "grid", "self.weights", 'batch["x"]', "items[2]"; shallow ones first.

    items: lists and tuples count too, as buffers of addresses."""
    found: list[tuple[str, Buffer]] = []
    level = [(v.name, v.value) for v in variables if isinstance(v.value, Value)]
    while level:
        deeper: list[tuple[str, Value]] = []
        for expression, value in level:
            if value.buffer is not None:
                found.append((expression, value.buffer))
            if items and value.items is not None:
                found.append((expression, value.items))
            deeper.extend(
                (join_accessor(expression, accessor), part) for accessor, part in value.children
            )
        level = deeper
    return found
