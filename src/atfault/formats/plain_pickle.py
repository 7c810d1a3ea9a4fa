"""Plain data out of a pickle, or JSON: dicts, lists, tuples, texts, numbers, True, False, None.

A pickle is a program for a small machine with a stack (CPython: Lib/pickletools.py). `pickle` runs
it with what it names: classes, functions, ids, extensions. Here is a machine that has no opcode for
any of these, so that there is nothing to be refused: what such a pickle would do cannot be said.

    PROTO 2 · EMPTY_DICT · MARK · BINUNICODE "entries" · EMPTY_LIST · … · SETITEMS · STOP

That is what `c10::pickle` of PyTorch writes (protocol 2), and Python's own pickle of plain data
from protocol 2 to 5.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from atfault.errors import FormatError

MAX_BYTES = 256 << 20
MAX_OBJECTS = 10_000_000
MAX_INTEGER = 64
"""Bytes of one."""
_MARK: Any = object()
_CONSTANTS = {0x4E: None, 0x88: True, 0x89: False}
"""NONE, NEWTRUE, NEWFALSE."""
_NUMBERS = {0x4A: ("<i", 4), 0x4B: ("<B", 1), 0x4D: ("<H", 2), 0x47: (">d", 8)}
"""BININT, BININT1, BININT2, BINFLOAT: (form, bytes)."""
_LENGTHS = {0x8C: 1, 0x58: 4, 0x8D: 8, 0x43: 1, 0x42: 4, 0x8E: 8, 0x8A: 1}
"""Bytes that tell the length: SHORT_BINUNICODE, BINUNICODE, BINUNICODE8, SHORT_BINBYTES, BINBYTES,
BINBYTES8, LONG1."""
_TEXTS = (0x8C, 0x58, 0x8D)
_LONG1 = 0x8A
_GETS = {0x68: 1, 0x6A: 4}
"""BINGET, LONG_BINGET: bytes of the number."""
_BINPUT = 0x71
_PUTS = {_BINPUT: 1, 0x72: 4}
_TUPLES = {0x85: 1, 0x86: 2, 0x87: 3}
_MEMOIZE, _STOP, _SKIPPED = 0x94, 0x2E, {0x80: 1, 0x95: 8}
"""PROTO and FRAME say nothing that is needed."""


def loads_plain(data: bytes, *, most: int = MAX_OBJECTS) -> Any:
    """The value. most: objects that it may have. Raises FormatError: it is damaged, larger than
    that, or holds anything else."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"larger than {MAX_BYTES >> 20} MiB")
    try:
        return _Machine(data, most).run()
    except (IndexError, KeyError, struct.error, ValueError, TypeError):
        raise FormatError("a pickle that is cut or damaged") from None


def loads_plain_json(data: bytes, *, most: int = MAX_OBJECTS) -> Any:
    """The same of JSON. Raises FormatError."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"larger than {MAX_BYTES >> 20} MiB")
    if sum(map(data.count, (b",", b"[", b"{", b":"))) > most:  # each value stands behind one
        raise FormatError("JSON of too many objects")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise FormatError("JSON that is cut or damaged") from None


def is_pickle(head: bytes) -> bool:
    """Whether a file begins as one of protocol 2 or later does."""
    return len(head) > 1 and head[0] == 0x80 and 2 <= head[1] <= 5


class _Machine:
    """Its stack, marks among the values, and its memo."""

    def __init__(self, data: bytes, most: int) -> None:
        self._data = data
        self._at = 0
        self._left = most
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}
        """A dict: the numbers are the pickle's own, and may be any."""

    def run(self) -> Any:
        data, stack, memo = self._data, self._stack, self._memo
        while True:
            code = data[self._at]
            self._at += 1
            if code == _BINPUT:  # every second opcode
                memo[data[self._at]] = stack[-1]
                self._at += 1
                continue
            if code in _PUTS:
                memo[self._number(_PUTS[code])] = stack[-1]
                continue
            if code == _STOP:
                (value,) = stack
                return value
            self._left -= 1
            if self._left < 0:
                raise FormatError("a pickle of too many objects")
            if code in _GETS:
                stack.append(memo[self._number(_GETS[code])])
            elif code in _LENGTHS:
                stack.append(self._counted(code))
            elif code in _CONSTANTS:
                stack.append(_CONSTANTS[code])
            elif code in _NUMBERS:
                form, size = _NUMBERS[code]
                stack.append(struct.unpack(form, self._bytes(size))[0])
            elif code == _MEMOIZE:
                memo[len(memo)] = stack[-1]
            elif code in _SKIPPED:
                self._at += _SKIPPED[code]
            else:
                self._container(code)

    def _container(self, code: int) -> None:
        stack = self._stack
        if code == 0x28:  # MARK
            stack.append(_MARK)
        elif code == 0x7D:  # EMPTY_DICT
            stack.append({})
        elif code == 0x5D:  # EMPTY_LIST
            stack.append([])
        elif code == 0x29:  # EMPTY_TUPLE
            stack.append(())
        elif code in _TUPLES:
            parts = tuple(self._popped(_TUPLES[code]))
            stack.append(parts)
        elif code == 0x74:  # TUPLE
            stack.append(tuple(self._marked()))
        elif code == 0x61:  # APPEND
            self._extend(self._popped(1))
        elif code == 0x65:  # APPENDS
            self._extend(self._marked())
        elif code == 0x73:  # SETITEM
            self._update(self._popped(2))
        elif code == 0x75:  # SETITEMS
            self._update(self._marked())
        else:
            raise FormatError(f"a pickle that holds more than plain data (opcode 0x{code:02x})")

    def _extend(self, items: list[Any]) -> None:
        if type(self._stack[-1]) is not list:
            raise ValueError
        self._stack[-1] += items

    def _update(self, items: list[Any]) -> None:
        if type(self._stack[-1]) is not dict or len(items) % 2:
            raise ValueError
        for key in items[::2]:
            if type(key) not in (str, int):  # others may be costly to hash
                raise ValueError
        self._stack[-1].update(zip(items[::2], items[1::2]))

    def _popped(self, number: int) -> list[Any]:
        items = self._stack[-number:]
        if len(items) < number or any(one is _MARK for one in items):
            raise ValueError
        del self._stack[-number:]
        return items

    def _marked(self) -> list[Any]:
        """What lies above the latest mark, which goes too."""
        stack = self._stack
        at = len(stack) - 1
        while stack[at] is not _MARK:
            at -= 1
            if at < 0:
                raise ValueError
        items = stack[at + 1 :]
        del stack[at:]
        return items

    def _counted(self, code: int) -> Any:
        size = self._number(_LENGTHS[code])
        if code == _LONG1:
            if size > MAX_INTEGER:
                raise ValueError
            return int.from_bytes(self._bytes(size), "little", signed=True)
        data = self._bytes(size)
        return data.decode("utf-8", "replace") if code in _TEXTS else data

    def _number(self, size: int) -> int:
        return int.from_bytes(self._bytes(size), "little")

    def _bytes(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._data):
            raise ValueError
        taken = self._data[self._at : end]
        self._at = end
        return taken
