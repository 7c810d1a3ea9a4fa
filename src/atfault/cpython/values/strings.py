"""The text of a str in memory.

A str (Objects/unicodeobject.c) is one of

    compact ASCII      PyASCIIObject          | characters, 1 byte each
    compact            PyCompactUnicodeObject | characters, `kind` bytes each: 1, 2 or 4
    not compact        PyUnicodeObject.data → characters (subclasses of str)
    legacy, 3.8-3.11   PyASCIIObject.wstr → wchar_t, while kind is 0

`length` counts characters; `kind`, `compact` and `ascii` are bit fields of `state`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_I64 = struct.Struct("<q")
_U32 = struct.Struct("<I")
MAX_LENGTH = 1 << 48


def escape(text: str) -> str:
    """`text` with everything that a terminal might act on (control, ANSI, bidirectional and other
    invisible characters, lone surrogates) as a backslash escape."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
        for c in text
    )


def text_size(
    memory: Memory, structs: Structs, address: int, head: bytes = b""
) -> tuple[int, bool]:
    """(its length in characters, whether it is interned) of the str at `address`, of which no more
    than the header is read. Interned are the names and the like that stand in code.

    Raises as `read_text`, which says what head is.
    """
    fields = structs["PyASCIIObject"]
    if len(head) < fields["sizeof"]:
        head = memory.read(address, fields["sizeof"])
    length: int = _I64.unpack_from(head, fields["length"])[0]
    state: int = _U32.unpack_from(head, fields["state"])[0]
    if not 0 <= length < MAX_LENGTH:
        raise ValueError("its length is impossible")
    if not state >> fields["state.kind_shift"] & fields["state.kind_mask"]:
        length = _legacy(memory, structs, address)[1]
    # `interned` is the first of the bit fields.
    return length, bool(state & (1 << fields["state.kind_shift"]) - 1)


def read_text(
    memory: Memory, structs: Structs, address: int, limit: int, head: bytes = b""
) -> tuple[str, int]:
    """(the first `limit` characters, the whole length in characters) of the str at `address`.

    head: bytes from the start of the object, if they were read already. The object's type is not
    looked at. Raises MemoryFault, or ValueError when the object cannot be a str.
    """
    fields = structs["PyASCIIObject"]
    size = fields["sizeof"]
    if len(head) < size:
        head = memory.read(address, size)
    length: int = _I64.unpack_from(head, fields["length"])[0]
    state: int = _U32.unpack_from(head, fields["state"])[0]
    kind = state >> fields["state.kind_shift"] & fields["state.kind_mask"]
    if not 0 <= length < MAX_LENGTH or kind not in (0, 1, 2, 4):
        raise ValueError("its length or kind of characters is impossible")
    if state >> fields["state.compact_shift"] & 1:
        if state >> fields["state.ascii_shift"] & 1:
            end = size + min(length, limit)
            raw = head[size:end] if end <= len(head) else memory.read(address + size, end - size)
            return raw.decode("latin-1"), length
        data = address + structs["PyCompactUnicodeObject"]["sizeof"]
    elif kind == 0:
        data, length = _legacy(memory, structs, address)
        kind = 4
    else:
        data = memory.u64(address + structs["PyUnicodeObject"]["data"])
    if kind == 0:
        raise ValueError("its kind of characters is impossible")
    return _characters(memory.read(data, kind * min(length, limit)), kind), length


def _legacy(memory: Memory, structs: Structs, address: int) -> tuple[int, int]:
    """(address of the wchar_t, their number) of a str that was never made ready; 3.8 to 3.11.

    wstr follows the 4-byte state word and its padding; wstr_length follows utf8.
    """
    wstr = structs["PyASCIIObject"]["state"] + 8
    if wstr + 8 > structs["PyASCIIObject"]["sizeof"]:
        raise ValueError("its kind of characters is impossible")
    length = memory.i64(address + structs["PyCompactUnicodeObject"]["utf8"] + 8)
    if not 0 <= length < MAX_LENGTH:
        raise ValueError("its length is impossible")
    return memory.u64(address + wstr), length


def _characters(raw: bytes, kind: int) -> str:
    """Characters of 1, 2 or 4 bytes; surrogates stay alone, even two that would make a pair."""
    if kind == 1:
        return raw.decode("latin-1")
    if kind == 2:
        return "".join(map(chr, memoryview(raw).cast("H")))
    codes = memoryview(raw).cast("I")
    return "".join([chr(code) if code <= 0x10FFFF else "\ufffd" for code in codes])
