"""LEB128 numbers, of variable length (DWARF 5, section 7.6).

Seven bits a byte, the lowest first; the eighth says that more follow:

    624485 = 0b0100110_0001110_1100101    e5 8e 26
"""

from __future__ import annotations

from atfault.errors import FormatError


def uleb(data: bytes, pos: int) -> tuple[int, int]:
    """An unsigned LEB128 number at data[pos:] → (value, position after it).

    Raises IndexError past the end, FormatError for one longer than 64 bits.
    """
    byte = data[pos]
    if byte < 0x80:
        return byte, pos + 1
    value = byte & 0x7F
    shift = 7
    while True:
        pos += 1
        byte = data[pos]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, pos + 1
        shift += 7
        if shift > 63:
            raise FormatError("LEB128 number longer than 64 bits")


def sleb(data: bytes, pos: int) -> tuple[int, int]:
    """A signed LEB128 number at data[pos:] → (value, position after it); raises as `uleb`."""
    start = pos
    value, pos = uleb(data, pos)
    if data[pos - 1] & 0x40:
        value -= 1 << (7 * (pos - start))
    return value, pos
