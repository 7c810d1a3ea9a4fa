"""One table of debug offsets, and the process that its numbers are tried on."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.cpython.offsets import Structs
from atfault.errors import MemoryFault
from atfault.model.process import Thread
from atfault.snapshot.protocol import Memory

Fields = dict[str, int]

MAX_READS = 200_000
MAX_OFFSET = 1 << 20
GAP = 8
"""Numbers that a later version may have put between two that follow each other today."""
BYTES, UNICODE, DICT = 1 << 27, 1 << 28, 1 << 29
"""Of tp_flags: part of the stable ABI."""
_TP_FLAGS = 144
"""From tp_name to tp_flags."""
_OBJECT_WORDS = 64
_SHARED = (
    "PyVarObject",
    "PyCompactUnicodeObject",
    "PyUnicodeObject",
    "PyASCIIObject",
    "PyBytesObject",
    "PyLongObject",
    "PyDictObject",
    "PyDictKeysObject",
    "PyDictKeyEntry",
    "PyDictUnicodeEntry",
    "PyDictValues",
    "PyModuleObject",
    "PyHeapTypeObject",
)
"""What is taken from the newest table first, and tried."""


class OtherLayout(Exception):
    """Nothing fits; the message says what was looked for."""


class _Bounded(Memory):
    """Memory of which so much may be read: the numbers that lead through it may be anybody's."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._left = MAX_READS

    def read(self, address: int, size: int) -> bytes:
        self._left -= 1
        if self._left < 0:
            raise OtherLayout("too many ways to read them were tried")
        return self._memory.read(address, size)


class Trial:
    """The words of a table and the memory of its process.

    words: those before the group of PyObject; object_words: those from there on.
    known: the newest table. structs: what has been found; at first what is taken from `known`.
    Raises OtherLayout when objects do not begin as in `known`.
    """

    def __init__(
        self,
        memory: Memory,
        runtime: int,
        words: Sequence[int],
        threads: Sequence[Thread],
        known: Structs,
    ) -> None:
        self.memory = _Bounded(memory)
        self.runtime = runtime
        self.threads = threads
        self.known = known
        self.head = known["PyObject"]["sizeof"]
        objects = self._find_objects(words)
        self.words = words[:objects]
        self.object_words = words[objects:]
        name = self.head + 8
        type_fields = {
            "tp_name": name,
            "tp_basicsize": name + 8,
            "tp_itemsize": name + 16,
            "tp_flags": name + _TP_FLAGS,
        }
        self.structs: Structs = {name: dict(known[name]) for name in _SHARED if name in known}
        self.structs["PyObject"] = dict(known["PyObject"])
        self.structs["PyTypeObject"] = {**known["PyTypeObject"], **type_fields}

    def _find_objects(self, words: Sequence[int]) -> int:
        """Index of the group of PyObject, behind which those of the object types come."""
        head, at_type = self.head, self.known["PyObject"]["ob_type"]
        name = head + 8
        for index in range(len(words) - 10):
            start, behind = words[index : index + 4], words[index + 4 : index + 10]
            if (*start[:2], start[3]) == (head, at_type, name) and name + _TP_FLAGS in behind:
                return index
        raise OtherLayout("objects do not begin as in any release (built with Py_TRACE_REFS?)")

    # Reads that may fail: None, 0 or False then.

    def try_u64(self, address: int) -> int | None:
        try:
            return self.memory.u64(address)
        except MemoryFault:
            return None

    def try_u8(self, address: int) -> int | None:
        try:
            return self.memory.u8(address)
        except MemoryFault:
            return None

    def pointer(self, address: int) -> int:
        """What the word at `address` points to, if that is 8-aligned and readable; else 0."""
        value = self.try_u64(address) or 0
        if value < 4096 or value % 8 or self.try_u64(value) is None:
            return 0
        return value

    @property
    def at_type(self) -> int:
        """PyObject.ob_type."""
        return self.structs["PyObject"]["ob_type"]

    def is_a(self, address: int, flag: int) -> bool:
        """Whether the object at `address` is of a type with that flag."""
        kind = self.pointer(address + self.at_type) if address > 4096 else 0
        flags = self.try_u64(kind + self.structs["PyTypeObject"]["tp_flags"]) if kind else 0
        return bool((flags or 0) & flag)

    def code_type_of(self, address: int) -> int:
        """Address of the type of code objects, if the object at `address` is one; else 0.

        Its type's type is its own, its items are code units, and the offset of the first of them
        stands in the table.
        """
        kind = self.pointer(address + self.at_type) if address > 4096 else 0
        metatype = self.pointer(kind + self.at_type) if kind else 0
        if not metatype or self.pointer(metatype + self.at_type) != metatype:
            return 0
        fields = self.structs["PyTypeObject"]
        basic = self.try_u64(kind + fields["tp_basicsize"]) or 0
        if self.try_u64(kind + fields["tp_itemsize"]) != 2 or basic not in self.words:
            return 0
        name = self.try_u64(kind + fields["tp_name"]) or 0
        try:
            return kind if self.memory.cstring(name, 8) == b"code" else 0
        except MemoryFault:
            return kind

    def instructions(self, code: int) -> tuple[int, int]:
        """(address of the first instruction, bytes of all)."""
        kind = self.memory.u64(code + self.at_type)
        basic = self.memory.u64(kind + self.structs["PyTypeObject"]["tp_basicsize"])
        return code + basic, 2 * (self.try_u64(code + self.head) or 0)

    def triples(self) -> list[tuple[int, int, int]]:
        """Any three numbers of the types of objects that follow one another."""
        words = self.object_words[:_OBJECT_WORDS]
        return list(zip(words, words[1:], words[2:]))
