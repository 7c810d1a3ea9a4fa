"""How the value of an attribute is stored: its form (DWARF 5, section 7.5.6, table 7.6).

Most forms have a fixed size; of the others the size is told by what is stored:

    05 08 0b           DW_FORM_data2     2 bytes
    83 01              DW_FORM_udata     an uleb128: up to a byte below 80
    61 62 00           DW_FORM_string    up to the zero
    02 91 6c           DW_FORM_exprloc   an uleb128 (2), then as many bytes
"""

from __future__ import annotations

from enum import IntEnum

from atfault.errors import FormatError
from atfault.formats.leb128 import sleb, uleb

ADDRESS_SIZE = 8


class Form(IntEnum):
    ADDR = 0x01
    BLOCK2 = 0x03
    BLOCK4 = 0x04
    DATA2 = 0x05
    DATA4 = 0x06
    DATA8 = 0x07
    STRING = 0x08
    BLOCK = 0x09
    BLOCK1 = 0x0A
    DATA1 = 0x0B
    FLAG = 0x0C
    SDATA = 0x0D
    STRP = 0x0E
    UDATA = 0x0F
    REF_ADDR = 0x10
    REF1 = 0x11
    REF2 = 0x12
    REF4 = 0x13
    REF8 = 0x14
    REF_UDATA = 0x15
    INDIRECT = 0x16
    SEC_OFFSET = 0x17
    EXPRLOC = 0x18
    FLAG_PRESENT = 0x19
    STRX = 0x1A
    ADDRX = 0x1B
    REF_SUP4 = 0x1C
    STRP_SUP = 0x1D
    DATA16 = 0x1E
    LINE_STRP = 0x1F
    REF_SIG8 = 0x20
    IMPLICIT_CONST = 0x21
    LOCLISTX = 0x22
    RNGLISTX = 0x23
    REF_SUP8 = 0x24
    STRX1 = 0x25
    STRX2 = 0x26
    STRX3 = 0x27
    STRX4 = 0x28
    ADDRX1 = 0x29
    ADDRX2 = 0x2A
    ADDRX3 = 0x2B
    ADDRX4 = 0x2C
    GNU_ADDR_INDEX = 0x1F01
    GNU_STR_INDEX = 0x1F02
    GNU_REF_ALT = 0x1F20
    GNU_STRP_ALT = 0x1F21


# Kinds of forms whose size is not fixed, as `size_of` gives them.
NUMBER, TEXT, BLOCK_OF_1, BLOCK_OF_2, BLOCK_OF_4, BLOCK_OF_ULEB, ANY = range(-1, -8, -1)

_FIXED: dict[int, int] = {
    Form.ADDR: ADDRESS_SIZE, Form.DATA1: 1, Form.DATA2: 2, Form.DATA4: 4, Form.DATA8: 8,
    Form.DATA16: 16, Form.FLAG: 1, Form.REF1: 1, Form.REF2: 2, Form.REF4: 4, Form.REF8: 8,
    Form.FLAG_PRESENT: 0, Form.IMPLICIT_CONST: 0, Form.REF_SUP4: 4, Form.REF_SUP8: 8,
    Form.REF_SIG8: 8, Form.STRX1: 1, Form.STRX2: 2, Form.STRX3: 3, Form.STRX4: 4,
    Form.ADDRX1: 1, Form.ADDRX2: 2, Form.ADDRX3: 3, Form.ADDRX4: 4,
}  # fmt: skip
_OFFSETS: frozenset[int] = frozenset(
    (Form.STRP, Form.SEC_OFFSET, Form.STRP_SUP, Form.LINE_STRP, Form.REF_ADDR)
    + (Form.GNU_REF_ALT, Form.GNU_STRP_ALT)
)
_VARIABLE: dict[int, int] = {
    Form.UDATA: NUMBER, Form.SDATA: NUMBER, Form.REF_UDATA: NUMBER, Form.STRX: NUMBER,
    Form.ADDRX: NUMBER, Form.LOCLISTX: NUMBER, Form.RNGLISTX: NUMBER,
    Form.GNU_ADDR_INDEX: NUMBER, Form.GNU_STR_INDEX: NUMBER, Form.STRING: TEXT,
    Form.BLOCK1: BLOCK_OF_1, Form.BLOCK2: BLOCK_OF_2, Form.BLOCK4: BLOCK_OF_4,
    Form.BLOCK: BLOCK_OF_ULEB, Form.EXPRLOC: BLOCK_OF_ULEB, Form.INDIRECT: ANY,
}  # fmt: skip

BLOCKS: frozenset[int] = frozenset((BLOCK_OF_1, BLOCK_OF_2, BLOCK_OF_4, BLOCK_OF_ULEB))
INDEXED_ADDRESSES: frozenset[int] = frozenset(
    (Form.ADDRX, Form.ADDRX1, Form.ADDRX2, Form.ADDRX3, Form.ADDRX4)
)
INDEXED_STRINGS: frozenset[int] = frozenset(
    (Form.STRX, Form.STRX1, Form.STRX2, Form.STRX3, Form.STRX4)
)
LOCAL_REFERENCES: frozenset[int] = frozenset(
    (Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA)
)
"""They count from the start of the unit."""
SUPPLEMENT_REFERENCES: frozenset[int] = frozenset((Form.GNU_REF_ALT, Form.REF_SUP4, Form.REF_SUP8))
"""They lead into the file that several debug files share."""


def size_of(form: int, offset_size: int) -> int:
    """Bytes of a value of that form; negative, its kind, where that depends on what is stored.

    offset_size: 4 in 32-bit DWARF, 8 in 64-bit DWARF. Raises FormatError for an unknown form.
    """
    if form in _OFFSETS:
        return offset_size
    size = _FIXED.get(form)
    if size is None:
        size = _VARIABLE.get(form)
    if size is None:
        raise FormatError(f"unknown DWARF form {form:#x}")
    return size


def behind(kind: int, data: bytes, pos: int, offset_size: int) -> int:
    """The position behind a value at data[pos:] of a kind without a fixed size. Raises IndexError
    or FormatError where it is cut short."""
    if kind == NUMBER:
        while data[pos] & 0x80:
            pos += 1
        return pos + 1
    if kind == TEXT:
        end = data.find(0, pos)
        if end < 0:
            raise FormatError("a DWARF string without an end")
        return end + 1
    if kind == BLOCK_OF_ULEB:
        size, pos = uleb(data, pos)
        return pos + size
    if kind == BLOCK_OF_1:
        return pos + 1 + data[pos]
    if kind == BLOCK_OF_2:
        return pos + 2 + int.from_bytes(data[pos : pos + 2], "little")
    if kind == BLOCK_OF_4:
        return pos + 4 + int.from_bytes(data[pos : pos + 4], "little")
    form, pos = uleb(data, pos)
    if form == Form.INDIRECT:
        raise FormatError("a DWARF form that is indirect twice")
    size = size_of(form, offset_size)
    return pos + size if size >= 0 else behind(size, data, pos, offset_size)


def number(form: int, data: bytes, pos: int, size: int) -> int:
    """A number as it is stored. size: what `size_of` says of the form."""
    if form == Form.SDATA:
        return sleb(data, pos)[0]
    if size == NUMBER:
        return uleb(data, pos)[0]
    return int.from_bytes(data[pos : pos + size], "little")


def block(kind: int, data: bytes, pos: int) -> bytes:
    """The bytes of a block. Raises FormatError where it is cut short."""
    if kind == BLOCK_OF_ULEB:
        size, pos = uleb(data, pos)
    else:
        width = {BLOCK_OF_1: 1, BLOCK_OF_2: 2, BLOCK_OF_4: 4}[kind]
        size = int.from_bytes(data[pos : pos + width], "little")
        pos += width
    content = data[pos : pos + size]
    if len(content) < size:
        raise FormatError("a DWARF block is cut short")
    return content
