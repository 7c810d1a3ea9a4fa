"""Line tables of code objects: offset of an instruction → line and columns.

Three formats, each a run of entries that cover the bytecode without gaps, in order:

3.8, 3.9   co_lnotab (Objects/lnotab_notes.txt): pairs of bytes (address +, line + signed).

    def f():        # line 10      co_lnotab = 00 01  08 02
        a = 1       # line 11                  │  │   │  └ two lines on: line 13
                    #                          │  │   └ from byte 8 on
        return a    # line 13                  │  └ one line on: line 11
                                               └ from byte 0 on

3.10       co_linetable (Objects/lnotab_notes.txt): pairs (length in bytes, line + signed); a delta
           of -128 means that the range has no line.

3.11+      co_linetable (Objects/locations.md): entries of one or more bytes; the first has bit 7.

    first byte   1 c c c c n n n    n + 1 code units (2 bytes each) of location kind c
    kind 0-9     same line;         1 byte: columns c*8 + bits 6-4, end = start + bits 3-0
    kind 10-12   line + (c - 10);   2 bytes: column, end column
    kind 13      line + svarint;    no columns
    kind 14      line + svarint;    varints: end line -, column + 1, end column + 1
    kind 15      no location
    varint       6 bits a byte, lowest first, bit 6: more follow; svarint: bit 0 is the sign
"""

from __future__ import annotations

Position = tuple[int | None, int | None, int | None, int | None]

NOWHERE: Position = (None, None, None, None)

_MAX_VARINT_SHIFT = 30


def lnotab_line(table: bytes, first_line: int, lasti: int) -> int:
    """Line of the instruction at byte `lasti`, 3.8 and 3.9."""
    line, address = first_line, 0
    for i in range(0, len(table) - 1, 2):
        address += table[i]
        if address > lasti:
            break
        delta = table[i + 1]
        line += delta - 256 if delta >= 128 else delta
    return line


def linetable_line(table: bytes, first_line: int, lasti: int) -> int | None:
    """Line of the instruction at byte `lasti`, 3.10; None where it has none."""
    if lasti < 0:
        return first_line
    line, end = first_line, 0
    for i in range(0, len(table) - 1, 2):
        delta = table[i + 1]
        if delta != 128:
            line += delta - 256 if delta > 128 else delta
        end += table[i]
        if lasti < end:
            return None if delta == 128 else line
    return None


def location(table: bytes, first_line: int, lasti: int) -> Position:
    """(line, column, end line, end column) of the instruction at byte `lasti`, 3.11 and later.

    Lines are 1-based, columns 0-based offsets in the line's UTF-8; None where unknown.
    """
    if lasti < 0:
        return first_line, None, None, None
    line, end, at = first_line, 0, 0
    try:
        while at < len(table):
            first = table[at]
            if not first & 0x80:
                return NOWHERE
            kind = first >> 3 & 15
            end += ((first & 7) + 1) * 2
            at += 1
            if kind < 10:
                if lasti < end:
                    return (line, *_short_columns(kind, table[at], line))
                at += 1
            elif kind < 13:
                line += kind - 10
                if lasti < end:
                    return line, table[at], line, table[at + 1]
                at += 2
            elif kind < 15:
                delta, at = _varint(table, at)
                line += -(delta >> 1) if delta & 1 else delta >> 1
                if kind == 14:
                    extra, at = _varint(table, at)
                    column, at = _varint(table, at)
                    end_column, at = _varint(table, at)
                    if lasti < end:
                        return line, _column(column), line + extra, _column(end_column)
                elif lasti < end:
                    return line, None, line, None
            elif lasti < end:
                return NOWHERE
    except (IndexError, ValueError):
        pass
    return NOWHERE


def code_units(table: bytes) -> tuple[int, bool]:
    """(number of code units, 2 bytes each, that a table of 3.11 and later covers; whether any of
    them has a line). Raises ValueError where it is no such table."""
    units = at = 0
    has_lines = False
    try:
        while at < len(table):
            first = table[at]
            if not first & 0x80:
                raise ValueError("no entry begins there")
            kind = first >> 3 & 15
            units += (first & 7) + 1
            has_lines = has_lines or kind != 15
            at += 1
            if kind < 10:
                at += 1
            elif kind < 13:
                at += 2
            elif kind < 15:
                for _ in range(1 if kind == 13 else 4):
                    _, at = _varint(table, at)
    except IndexError:
        at = -1
    if at != len(table):
        raise ValueError("it ends within an entry")
    return units, has_lines


def _short_columns(kind: int, byte: int, line: int) -> tuple[int, int, int]:
    column = kind << 3 | byte >> 4 & 7
    return column, line, column + (byte & 15)


def _column(stored: int) -> int | None:
    return stored - 1 if stored else None


def _varint(table: bytes, at: int) -> tuple[int, int]:
    """(value, offset behind it). Raises IndexError or ValueError on a damaged table."""
    value = shift = 0
    while True:
        byte = table[at]
        at += 1
        value |= (byte & 63) << shift
        if not byte & 64:
            return value, at
        shift += 6
        if shift > _MAX_VARINT_SHIFT:
            raise ValueError("varint of more than 36 bits")
