"""Code objects (Include/cpython/code.h): names, file, lines, names of local variables.

Immutable as far as atfault reads them, so each is read once and kept.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

from atfault.cpython.frames import linetable
from atfault.cpython.values.strings import escape, read_text
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.stacks import CodeInfo, Location
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_U64 = struct.Struct("<Q").unpack_from
_I64 = struct.Struct("<q").unpack_from
_I32 = struct.Struct("<i").unpack_from

_MAX_TABLE = 1 << 22
"""Bytes of a line table; CPython's own largest are below 100 KB."""
_MAX_NAME = 500
_MAX_PATH = 4096
_MAX_LOCALS = 4096
_MAX_NAMES = 24
_MAX_CODES = 200_000
_MAX_KEPT_NAMES = 50_000
_MAX_COPIES = 1 << 20
UNKNOWN_LASTI = -1 << 40
"""Of a frame whose place in its code could not be read; it has no line."""


class Code:
    """One code object."""

    __slots__ = (
        "_decode",
        "_locations",
        "_table",
        "first_traceable",
        "flags",
        "info",
        "raw",
        "resumes",
        "slots",
        "slots_of",
    )

    def __init__(self, info: CodeInfo, raw: bytes, flags: int, first_traceable: int) -> None:
        self.info = info
        self.raw = raw
        """Its fixed part, as bytes."""
        self.flags = flags
        """CO_* bits."""
        self.first_traceable = first_traceable
        """Byte offset of the first instruction after the frame was set up; 0 before 3.11."""
        self._table: bytes | None = b""
        self._decode = linetable.location
        self._locations: dict[int, Location] = {}
        self.resumes: dict[int, bool] = {}
        """lasti → whether it awaits something there, kept by generators (3.11, 3.12)."""
        self.slots: tuple[tuple[str, int], ...] | None = None
        """(name, kind) of its local variables, kept by frame_locals."""
        self.slots_of: dict[tuple[str, ...], tuple[int, ...]] = {}


class CodeTable:
    """The code objects met so far, by address.

    version: (major, minor, micro) of the interpreter.
    """

    def __init__(self, memory: Memory, structs: Structs, version: tuple[int, int, int]) -> None:
        self._memory = memory
        self._structs = structs
        self._minor = version[1]
        self._fields = structs["PyCodeObject"]
        self._ob_type = structs["PyObject"]["ob_type"]
        self._size = max(self._fields["sizeof"], self._fields.get("co_code_adaptive", 0))
        self.fixed_size = self._size
        """Bytes of a code object before its bytecode."""
        self._names_known: dict[int, str] = {}
        """By address: the same text objects in all code that uses a name."""
        self.cell_name: Callable[[str], str] = str
        """How people call the cell of a notebook that is compiled under a name."""
        self.cells: dict[str, str] = {}
        """What it said of the cells met so far."""
        self._known: dict[int, Code | None] = {}
        self._code_types: dict[int, bool] = {}
        self.bytecode_offset = self._fields.get("co_code_adaptive", 0)
        """Where the bytecode begins in the object, 3.11 and later."""

    def lasti(self, address: int, instruction: int, copy: int = 0) -> int:
        """Byte offset in its bytecode of the instruction that a frame of the code object at
        `address` is at, 3.11 and later.

        Threads of free-threaded 3.14+ each specialize a copy of their own:

            co_tlbc → size | entries[0] = co_code_adaptive | entries[1] → copy 1 | …

        UNKNOWN_LASTI when the copy cannot be found.
        """
        start = address + self.bytecode_offset
        if copy:
            try:
                start = self._copy(address, copy)
            except MemoryFault:
                return UNKNOWN_LASTI
        return instruction - start

    def _copy(self, address: int, copy: int) -> int:
        array = self._memory.u64(address + self._fields["co_tlbc"])
        if not 0 < copy < min(self._memory.i64(array), _MAX_COPIES):
            raise MemoryFault(array, 8)
        return self._memory.u64(array + 8 + 8 * copy)

    def shown_name(self, file: str) -> str:
        """ "In[4]" for the code of a notebook's cell; any other file as it is."""
        if not roles.is_cell(file):
            return file
        if file not in self.cells:
            self.cells[file] = self.cell_name(file)
        return self.cells[file]

    def get(self, address: int) -> Code | None:
        """The code object at `address`; None when there is none."""
        try:
            return self._known[address]
        except KeyError:
            pass
        if len(self._known) >= _MAX_CODES:
            self._known.clear()
        try:
            code = self._read(address)
        except (MemoryFault, ValueError):
            code = None
        self._known[address] = code
        return code

    def _read(self, address: int) -> Code | None:
        if address < 4096 or address % 8:
            return None
        raw = self._memory.read(address, self._size)
        if not self._is_code_type(_U64(raw, self._ob_type)[0]):
            return None
        fields = self._fields
        name = self._text(_U64(raw, fields["co_name"])[0], _MAX_NAME)
        exact = self._exact(_U64(raw, fields["co_filename"])[0], _MAX_PATH)
        filename = escape(self.shown_name(exact))
        qualname = name
        if "co_qualname" in fields:
            qualname = self._text(_U64(raw, fields["co_qualname"])[0], _MAX_NAME)
        first_line = _I32(raw, fields["co_firstlineno"])[0]
        traceable = 0
        if "_co_firsttraceable" in fields:
            traceable = 2 * _I32(raw, fields["_co_firsttraceable"])[0]
        elif self._minor >= 11:
            table = self.bytes_at(_U64(raw, fields["co_linetable"])[0])
            if not linetable.code_units(table)[1]:
                traceable = _MAX_TABLE  # the interpreter made it for its own use
        # A version without a table tells neither its flags nor its names.
        names = "co_names" in fields and not name.isidentifier()
        info = CodeInfo(
            address,
            name,
            qualname,
            filename,
            first_line,
            names=self._names(_U64(raw, fields["co_names"])[0]) if names else (),
            exact_filename="" if exact == filename else exact,
        )
        flags = _I32(raw, fields["co_flags"])[0] if "co_flags" in fields else 0
        return Code(info, raw, flags, traceable)

    def _is_code_type(self, address: int) -> bool:
        """Whether the type object at `address` is PyCode_Type.

        Its static fields are enough, and a core holds them even without the binary: the size of an
        instance is that of PyCodeObject and its own type is a type. tp_name, where it can be read,
        must be "code" as well.
        """
        known = self._code_types.get(address)
        if known is None:
            try:
                known = self._looks_like_code_type(address)
            except MemoryFault:
                known = False
            self._code_types[address] = known
        return known

    def _looks_like_code_type(self, address: int) -> bool:
        if address < 4096 or address % 8:
            return False
        fields = self._structs["PyTypeObject"]
        metatype = self._memory.u64(address + self._ob_type)
        if self._memory.u64(metatype + self._ob_type) != metatype:
            return False
        basic = self._memory.i64(address + fields["tp_basicsize"])
        item = self._memory.i64(address + fields["tp_itemsize"])
        expected = (self._fields["sizeof"], 0)
        if self._minor >= 11:
            expected = (self._fields["co_code_adaptive"], 2)
        if (basic, item) != expected:
            return False
        try:
            return self._memory.cstring(self._memory.u64(address + fields["tp_name"]), 8) == b"code"
        except MemoryFault:
            return True

    def _text(self, address: int, limit: int) -> str:
        return escape(self._exact(address, limit))

    def _exact(self, address: int, limit: int) -> str:
        return read_text(self._memory, self._structs, address, limit)[0]

    def _names(self, address: int) -> tuple[str, ...]:
        """Some of the names that code uses; () when they cannot be read."""
        try:
            return tuple(self.names_at(address, _MAX_NAMES))
        except (MemoryFault, ValueError):
            return ()

    def location(self, code: Code, lasti: int) -> Location:
        """The place in the source of the instruction at byte `lasti`; its line is None where the
        table gives none or cannot be read."""
        known = code._locations.get(lasti)
        if known is None:
            known = code._locations[lasti] = self._locate(code, lasti)
        return known

    def _locate(self, code: Code, lasti: int) -> Location:
        file, first_line = code.info.filename, code.info.first_line
        table = self._line_table(code)
        if table is None or lasti == UNKNOWN_LASTI or (lasti < 0 and self._minor >= 13):
            return Location(file)
        if self._minor >= 11:
            if lasti >= 2 * _U64(code.raw, self._structs["PyVarObject"]["ob_size"])[0]:
                return Location(file)  # what lies behind its bytecode: no line of it
            line, column, end_line, end_column = linetable.location(table, first_line, lasti)
            return Location(file, line, _one_based(column), end_line, _one_based(end_column))
        if self._minor == 10:
            return Location(file, linetable.linetable_line(table, first_line, lasti))
        return Location(file, linetable.lnotab_line(table, first_line, lasti))

    def _line_table(self, code: Code) -> bytes | None:
        """Contents of co_linetable or co_lnotab; None when it cannot be read."""
        if code._table == b"":
            field = "co_lnotab" if self._minor < 10 else "co_linetable"
            try:
                code._table = self.bytes_at(_U64(code.raw, self._fields[field])[0])
            except (MemoryFault, ValueError):
                code._table = None
        return code._table

    def bytecode(self, code: Code, limit: int) -> bytes:
        """Its instructions, at most `limit` bytes; from 3.11 on as they run, specialized forms and
        inline caches included. Raises MemoryFault, or ValueError."""
        if self._minor <= 10:
            return self.bytes_at(self.word(code, "co_code"))[:limit]
        size = self._memory.i64(code.info.address + self._structs["PyVarObject"]["ob_size"])
        if not 0 <= size <= 1 << 24:
            raise ValueError(f"{size} instructions")
        start = code.info.address + self.bytecode_offset
        size = min(2 * size, limit)
        try:
            return self._memory.read(start, size)
        except MemoryFault:
            return self._memory.read_upto(start, size)

    def bytes_at(self, address: int) -> bytes:
        """Contents of the bytes object at `address`. Raises MemoryFault, or ValueError."""
        size = self._memory.i64(address + self._structs["PyVarObject"]["ob_size"])
        if not 0 <= size <= _MAX_TABLE:
            raise ValueError(f"a bytes object of {size} bytes")
        return self._memory.read(address + self._structs["PyBytesObject"]["ob_sval"], size)

    def names_at(self, address: int, limit: int = _MAX_LOCALS) -> list[str]:
        """The first strings of the tuple at `address`. Raises MemoryFault, or ValueError."""
        size = self._memory.i64(address + self._structs["PyVarObject"]["ob_size"])
        if not 0 <= size <= _MAX_LOCALS:
            raise ValueError(f"a tuple of {size} names")
        items = self._memory.u64s(
            address + self._structs["PyTupleObject"]["ob_item"], min(size, limit)
        )
        if len(self._names_known) >= _MAX_KEPT_NAMES:
            self._names_known.clear()
        known = self._names_known
        for item in items:
            if item not in known:
                known[item] = self._text(item, _MAX_NAME)
        return [known[item] for item in items]

    def names_used(self, code: Code) -> list[str]:
        """The names in co_names, of globals and attributes; [] where the version does not tell
        where they are. Raises MemoryFault, or ValueError."""
        return self.names_at(self.word(code, "co_names")) if "co_names" in self._fields else []

    def word(self, code: Code, field: str) -> int:
        value: int = _U64(code.raw, self._fields[field])[0]
        return value

    def int(self, code: Code, field: str) -> int:
        value: int = _I32(code.raw, self._fields[field])[0]
        return value


def _one_based(column: int | None) -> int | None:
    return None if column is None else column + 1
