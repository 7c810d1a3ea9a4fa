"""Line number programs (DWARF 2 to 5, section 6.2): which line the code at an address is of.

A program runs a machine with the registers address, file, line and column; each time that it says
so, these are a row of the table. Most rows are made by one byte that moves address and line:

    00 09 02 40 11 …      address = 0x1140
    05 15                 column = 21
    03 04 01              line += 4; a row                   0x1140   5:21
    83                    address += 8, line += 1; a row     0x1148   6:21
    02 07 00 01 01        address += 7; the end              0x114f

A row is good up to the address of the next one; of several at one address the last counts. What the
linker left out begins at address 0.
"""

from __future__ import annotations

import posixpath
import struct
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.dwarf_forms import NUMBER, TEXT, Form, behind, number, size_of
from atfault.formats.dwarf_info import DebugInfo
from atfault.formats.leb128 import sleb, uleb

MAX_FILES = 1 << 18
_PATH, _FOLDER = 1, 2
"""DW_LNCT_path, DW_LNCT_directory_index"""
_COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE, _SET_COLUMN = range(1, 6)
_NEGATE_STMT, _CONST_ADD_PC, _FIXED_ADVANCE_PC = 6, 8, 9
_EXTENDED, _END_SEQUENCE, _SET_ADDRESS = 0, 1, 2
_FAR = 1 << 65
"""Further than any address."""
MAX_LINE = 1 << 31


class Row(NamedTuple):
    file: int
    line: int
    """0 where the code is of no line of the source."""
    column: int
    """0 where it is not told."""


class LineProgram:
    """The program at an offset of .debug_line."""

    def __init__(self, info: DebugInfo, offset: int, folder: str) -> None:
        """folder: where it was compiled (DW_AT_comp_dir). Raises FormatError, IndexError."""
        section = info.section(".debug_line")
        (length,) = struct.unpack_from("<I", section, offset)
        pos, width = offset + 4, 4
        if length == 0xFFFF_FFFF:
            (length,) = struct.unpack_from("<Q", section, pos)
            pos, width = pos + 8, 8
        if pos + length > len(section):
            raise FormatError("a table of lines is cut off", offset)
        self._info = info
        self._folder = folder
        self._offset_size = width
        data = self._data = bytes(section[pos : pos + length])
        self.version = int.from_bytes(data[:2], "little")
        if not 2 <= self.version <= 5:
            raise FormatError(f"a table of lines of version {self.version}", offset)
        pos = 4 if self.version >= 5 else 2  # sizes of addresses and segments
        self._start = pos + width + int.from_bytes(data[pos : pos + width], "little")
        pos += width
        self._unit = data[pos]
        if self.version >= 4:
            pos += 1
            if data[pos] > 1:
                raise FormatError("a table of lines for several operations an instruction", offset)
        pos += 2  # default_is_stmt
        self._line_base = int.from_bytes(data[pos : pos + 1], "little", signed=True)
        self._line_range, self._first_special = data[pos + 1], data[pos + 2]
        if not self._line_range or not self._first_special:
            raise FormatError("a table of lines with a damaged header", offset)
        self._tables = pos + 2 + self._first_special
        self._operands = data[pos + 3 : self._tables]
        """How many operands the standard opcodes have."""
        self._files: list[str] | None = None

    # -- files ----------------------------------------------------------------------------------

    def file(self, index: int) -> str:
        """Its path as the compiler was given it, which may count from where that was run; "" where
        there is no such file."""
        if self._files is None:
            self._files = self._new_files() if self.version >= 5 else self._old_files()
        return self._files[index] if 0 <= index < len(self._files) else ""

    def _old_files(self) -> list[str]:
        """Names of folders up to an empty one, then files: name, folder, time, size. Both count
        from 1; folder 0 is where it was compiled."""
        data, pos = self._data, self._tables
        folders = [self._folder]
        while data[pos]:
            end = behind(TEXT, data, pos, 4)
            folders.append(_text(data[pos : end - 1]))
            pos = end
        pos += 1
        files = [""]
        while data[pos] and len(files) < MAX_FILES:
            end = behind(TEXT, data, pos, 4)
            name, (folder, pos) = _text(data[pos : end - 1]), uleb(data, end)
            pos = behind(NUMBER, data, behind(NUMBER, data, pos, 4), 4)
            files.append(_joined(folders, folder, name))
        return files

    def _new_files(self) -> list[str]:
        """Two tables, each behind a description of what its entries are made of. Both count from
        0."""
        entries, pos = self._entries(self._tables)
        folders = [name for name, _ in entries]
        files, _ = self._entries(pos)
        return [_joined(folders, folder, name) for name, folder in files]

    def _entries(self, pos: int) -> tuple[list[tuple[str, int]], int]:
        """[(path, number of its folder)] of one table, and the position behind it."""
        data, width = self._data, self._offset_size
        count, pos = data[pos], pos + 1
        fields = []
        for _ in range(count):
            content, pos = uleb(data, pos)
            form, pos = uleb(data, pos)
            fields.append((content, form, size_of(form, width)))
        entries, pos = uleb(data, pos)
        if entries > MAX_FILES or (entries and not fields):
            raise FormatError(f"a table of lines with {entries} files")
        found = []
        for _ in range(entries):
            path, folder = "", 0
            for content, form, size in fields:
                if content == _PATH:
                    path = self._string(form, size, pos)
                elif content == _FOLDER:
                    folder = number(form, data, pos, size)
                pos = pos + size if size >= 0 else behind(size, data, pos, width)
            found.append((path, folder))
        return found, pos

    def _string(self, form: int, size: int, pos: int) -> str:
        data, info = self._data, self._info
        if form == Form.STRING:
            return _text(data[pos : behind(size, data, pos, 4) - 1])
        value = number(form, data, pos, size)
        if form == Form.LINE_STRP:
            return info.string(".debug_line_str", value)
        if form == Form.STRP:
            return info.string(".debug_str", value)
        if form in (Form.STRP_SUP, Form.GNU_STRP_ALT) and info.supplement is not None:
            return info.supplement.string(".debug_str", value)
        return ""

    # -- rows -----------------------------------------------------------------------------------

    def rows(self, addresses: Iterable[int]) -> dict[int, Row]:
        """The row of each of the addresses that has one. Raises FormatError, IndexError."""
        data, pos, end = self._data, self._start, len(self._data)
        special, moves, steps = self._first_special, *self._special()
        choice = _Choice(addresses)
        address, file, line, column = 0, 1, 1, 0
        row: tuple[int, int, int] | None = None
        """The last one, where it is of the same sequence."""
        following = _FAR
        """The first of the addresses that is at or behind it."""
        while pos < end:
            op = data[pos]
            pos += 1
            if op >= special:
                address += moves[op]
                line += steps[op]
            elif op == _SET_COLUMN:
                column, pos = uleb(data, pos)
                continue
            elif op == _NEGATE_STMT:
                continue
            elif op == _EXTENDED:
                size, pos = uleb(data, pos)
                if data[pos] == _SET_ADDRESS:
                    address = int.from_bytes(data[pos + 1 : pos + size], "little")
                elif data[pos] == _END_SEQUENCE:
                    choice.pass_over(following, address, row)
                    address, file, line, column, row, following = 0, 1, 1, 0, None, _FAR
                pos += size
                continue
            elif op != _COPY:
                pos, address, file, line = self._standard(op, pos, address, file, line)
                continue
            if address > following or row is None:
                choice.pass_over(following, address, row)
                following = choice.first_from(address)
                if not choice.missing:
                    break
            row = file, line, column
        return choice.found

    def _standard(
        self, op: int, pos: int, address: int, file: int, line: int
    ) -> tuple[int, int, int, int]:
        """What one of the rarer operations makes of them."""
        data = self._data
        if op == _ADVANCE_LINE:
            change, pos = sleb(data, pos)
            return pos, address, file, line + change
        if op == _ADVANCE_PC:
            change, pos = uleb(data, pos)
            return pos, address + change * self._unit, file, line
        if op == _SET_FILE:
            file, pos = uleb(data, pos)
            return pos, address, file, line
        if op == _CONST_ADD_PC:
            move = (255 - self._first_special) // self._line_range * self._unit
            return pos, address + move, file, line
        if op == _FIXED_ADVANCE_PC:
            return pos + 2, address + int.from_bytes(data[pos : pos + 2], "little"), file, line
        for _ in range(self._operands[op - 1]):
            pos = behind(NUMBER, data, pos, 4)
        return pos, address, file, line

    def _special(self) -> tuple[list[int], list[int]]:
        """By opcode: how far it moves the address, and the line."""
        opcodes = [opcode - self._first_special for opcode in range(256)]
        moves = [one // self._line_range * self._unit for one in opcodes]
        return moves, [self._line_base + one % self._line_range for one in opcodes]


class _Choice:
    """Addresses, and the rows that were found for them."""

    def __init__(self, addresses: Iterable[int]) -> None:
        self._wanted = sorted(set(addresses))
        self.found: dict[int, Row] = {}
        self.missing = len(self._wanted)

    def first_from(self, address: int) -> int:
        """The first of the addresses that is at or behind this one. None is where the linker puts
        what it leaves out."""
        index = bisect_left(self._wanted, address) if address else len(self._wanted)
        return self._wanted[index] if index < len(self._wanted) else _FAR

    def pass_over(self, start: int, end: int, row: tuple[int, int, int] | None) -> None:
        """The row is that of the addresses from `start` to before `end`."""
        if row is None or start >= end:
            return
        file, line, column = row
        made = Row(file, line if 0 < line < MAX_LINE else 0, column if column < MAX_LINE else 0)
        for one in self._wanted[bisect_left(self._wanted, start) : bisect_left(self._wanted, end)]:
            self.found.setdefault(one, made)
        self.missing = len(self._wanted) - len(self.found)


def _joined(folders: list[str], folder: int, name: str) -> str:
    return posixpath.join(folders[folder], name) if folder < len(folders) else name


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")
