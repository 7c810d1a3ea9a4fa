"""What lies at the address of an object that is none any more: freed memory, or what else.

    word 0   reference count     a free block's link to the next one
    word 1   type pointer        left behind by a free block; 0xDD… with PYTHONMALLOC=debug
    word 2…  its own data

In front of an object there may be 16 bytes for the garbage collector, and from 3.11 on 16 more for
its attributes: a block that is handed out begins 0, 16 or 32 bytes before the object.
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from atfault.cpython.memory.pymalloc import BEFORE, Block, Pools
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import MANAGED_DICT, BrokenObject, UnreadType
from atfault.errors import MemoryFault
from atfault.model.counts import article
from atfault.model.damage import DamagedObject
from atfault.model.process import MemoryMapping, may_be_object
from atfault.model.secret_texts import mask_text
from atfault.native.heap import chunks

HAVE_GC = 1 << 14
PREHEADER = 1 << 3 | 1 << 4
"""Py_TPFLAGS_PREHEADER of 3.12 and later: MANAGED_WEAKREF and MANAGED_DICT."""
_FILLS = {
    0xDD: "the fill of freed memory (PYTHONMALLOC=debug)",
    0xCD: "the fill of memory that was never written to (PYTHONMALLOC=debug)",
    0xFD: "the guard bytes around a block (PYTHONMALLOC=debug)",
}
_DEAD = 0xDD
_U64 = struct.Struct("<Q")
_MAX_TYPE = 512
_TEXT = 16
_AHEAD = 32
"""Bytes in front of an object that its own block does not share with another one's data: the
collector's links, and the record of malloc before them."""
_REPEATED = 48
_RUNS = (1 << 16, 1 << 12, 1 << 8, _AHEAD)


class _Judged(NamedTuple):
    """What lies where an object should be; as the fields of DamagedObject."""

    pattern: str = ""
    freed: bool = False
    overwritten: bool = False
    reused: bool = False
    is_secret: bool = False
    """Whether it is text that may be one."""


class Inspector:
    """Describes damaged objects of one process."""

    def __init__(
        self, runtime: PythonRuntime, reader: ObjectReader, mappings: Sequence[MemoryMapping]
    ) -> None:
        self.memory = runtime.memory
        self.ob_type = runtime.offsets["PyObject"]["ob_type"]
        self.free_threaded = "ob_tid" in runtime.offsets["PyObject"]
        self._reader = reader
        self._types = reader.types
        self._minor = runtime.version[1]
        self._pools = Pools(runtime.memory, runtime.version[1])
        self._mappings = mappings
        self._type_size = min(runtime.offsets["PyTypeObject"]["sizeof"], _MAX_TYPE)

    def problem(self, address: int) -> str:
        """What is wrong with the object at `address`; "" when it may be a living one.

        Its header may look well when its block is none of its own any more: something else was put
        into it, or its count was raised again after it had been freed.
        """
        problem = self._reader.problem(address)
        if problem:
            return problem
        block = self._block_at(address)
        info = self._reader.type(address)
        if block is None or info is None:
            return ""
        if block.free:
            return "its memory has been freed"
        start = address - self._before(info.flags)
        if start != block.start and not self._is_checked(start):
            return "its memory belongs to something else now"
        return ""

    def _is_checked(self, start: int) -> bool:
        """Whether PYTHONMALLOC=debug put its own 16 bytes before `start`: the size of the block
        (its first byte is the highest), a letter for the kind of allocation, 7 guard bytes."""
        raw = self.memory.read_upto(start - 16, 16)
        return len(raw) == 16 and raw[9:] == b"\xfd" * 7 and raw[8:9] in b"omr"

    def _before(self, flags: int) -> int:
        """Bytes between the start of its block and an object whose type has these flags."""
        before = 16 if flags & HAVE_GC else 0
        if self._minor >= 11 and flags & (MANAGED_DICT if self._minor == 11 else PREHEADER):
            before += 16
        return before

    def describe(self, address: int, problem: str) -> DamagedObject:
        """What is at `address`, where an object should be; problem: what is wrong with it."""
        raw = self.memory.read_upto(address, max(self.ob_type + _TEXT, 32))
        words = struct.unpack(f"<{min(len(raw) // 8, 4)}Q", raw[: min(len(raw) & ~7, 32)])
        judged = self._judge(address, raw)
        pattern, data = judged.pattern, (0, 0)
        if not judged.freed and not judged.overwritten:
            pattern, data = self._flood(address, raw, pattern)
        if judged.is_secret and data == (0, 0):
            words = ()
        return DamagedObject(
            address,
            problem,
            words,
            pattern,
            judged.freed,
            judged.reused,
            judged.overwritten or data != (0, 0),
            data,
            "" if judged.reused else self._type_left(raw),
            is_behind_links=self._is_behind_links(address),
        )

    def is_dying(self, address: int) -> bool:
        """Whether it may be an object that is being destroyed just now, as it should be: its count
        is 0, and its memory is its own still."""
        raw = self.memory.read_upto(address, self.ob_type + 8)
        if not self._type_left(raw) or self._types.let_go(raw) != 0:
            return False
        block = self._block_at(address)
        return block is None or not block.free

    def words_of_type(self, address: int) -> frozenset[int]:
        """The words of what a type pointer leads to; empty when it cannot be read."""
        return frozenset(self.memory.words(address, self._type_size // 8))

    def may_begin_object(self, address: int) -> bool:
        """Whether an object may lie there: in memory that Python's allocator or malloc manages."""
        if self.free_threaded or self._block_at(address) is not None:
            return True
        return any(chunks.is_chunk(self.memory, address - before) for before in BEFORE)

    def _is_behind_links(self, address: int) -> bool:
        block = self._block_at(address)
        return block is not None and address - block.start in BEFORE[1:]

    def is_mapped(self, address: int) -> bool:
        return any(mapping.start <= address < mapping.end for mapping in self._mappings)

    def _block_at(self, address: int) -> Block | None:
        """The block around `address`; free-threaded builds have another allocator, mimalloc."""
        return None if self.free_threaded else self._pools.block_at(address)

    def _judge(self, address: int, raw: bytes) -> _Judged:
        """What lies there."""
        if not may_be_object(address):
            return _Judged()
        if len(raw) < self.ob_type + 8:
            return _Judged("nothing: its memory is not mapped", not self.is_mapped(address))
        block = self._block_at(address)
        header = raw[self.ob_type : self.ob_type + 8]
        if header[0] in _FILLS and header == header[:1] * 8:
            return _Judged(_FILLS[header[0]], header[0] == _DEAD)
        if block is not None:
            told = _in_pool(address, block) or self._owner_now(address, block)
            if told:
                return _Judged(told, True, reused=not block.free)
        elif not self.free_threaded and any(
            chunks.is_free(self.memory, address - before) for before in BEFORE
        ):
            return _Judged("a free block of the C library's malloc", True)
        if self._type_left(raw) and self._types.let_go(raw) is not None:
            return _Judged("an object that was let go of by its last user", True)
        if header == header[:1] * 8 and header[0]:
            told = f"bytes {header[0]:#04x}, over and over"
            return _Judged(told, overwritten=self._runs_through(address, block))
        text = _text_in(raw[: self.ob_type + _TEXT])  # or from the type pointer on
        text = text or _text_in(raw[self.ob_type : self.ob_type + _TEXT])
        if text:
            is_secret = mask_text(text, True) != text
            shown = "text that may be a secret" if is_secret else f"text: {text!r}"
            through = self._runs_through(address, block)
            return _Judged(shown, overwritten=through, is_secret=is_secret)
        if block is not None:
            return _Judged(f"something else: a block of {block.size} bytes that is in use again")
        return _Judged()

    def _flood(self, address: int, raw: bytes, pattern: str) -> tuple[str, tuple[int, int]]:
        """(what lies there, from where to where) when one number, over and over, was written
        through the object or through its type; (pattern, (0, 0)) when not.

            … 1.0 1.0 ┊ malloc's record ┊ links ┊ count, type, …      all of it 1.0 now
                      ╰ an overrun array's end
        """
        if len(raw) < self.ob_type + 8:
            return pattern, (0, 0)
        kind = _U64.unpack_from(raw, self.ob_type)[0]
        for at, what in ((address, ""), (kind, f"an object whose type, at {kind:#x}, is ")):
            data = self.memory.read_upto(at - _AHEAD, _AHEAD + _REPEATED) if at > _AHEAD else b""
            word = data[:8]
            if len(data) < _AHEAD + _REPEATED or data != word * (len(data) // 8) or not any(word):
                continue
            before = self._before_it(at)
            length = len(before)
            while length >= 8 and before[length - 8 : length] == word:
                length -= 8
            start = at - (len(before) - length)
            return f"{what}{_number(word)}, over and over", (start, at + _REPEATED)
        return pattern, (0, 0)

    def _before_it(self, at: int) -> bytes:
        """What lies right before `at`, as far as it can be read in one piece; bounded."""
        for size in _RUNS:
            data = self.memory.read_upto(at - size, size) if at > size else b""
            if len(data) == size:
                return data
        return b""

    def _runs_through(self, address: int, block: Block | None) -> bool:
        """Whether the data there began before the block, or goes on behind it: it was written past
        the end of something. Where the block is not known, it has to reach far both ways."""
        if block is None:
            ends = (address - 8, address + 48)
            return all(_is_data(self.memory.read_upto(end, 8)) for end in ends)
        ends = (block.start - 8, block.start + block.size)
        return any(_is_data(self.memory.read_upto(end, 8)) for end in ends)

    def _owner_now(self, address: int, block: Block) -> str:
        """Which other object has the block now, as words; "" when none is found in it."""
        for before in BEFORE:
            start = block.start + before
            if start == address:
                continue
            try:
                info = self._types.of(self.memory.read(start, self.ob_type + 8))
            except (BrokenObject, MemoryFault):
                continue
            if start + self.ob_type + 8 > block.start + block.size:
                continue  # that of the next block
            if address < start + max(info.basicsize, 16) or info.itemsize:
                return f"part of another object: {article(info.name)} at {start:#x}"
        return ""

    def is_type(self, address: int) -> bool:
        """Whether a type is there, or may be: the snapshot may lack what would tell."""
        try:
            self._types.at(address)
        except UnreadType:
            return True
        except (BrokenObject, MemoryFault):
            return False
        return True

    def _type_left(self, raw: bytes) -> str:
        """Name of the type that the header `raw` leads to; "" when it leads to none."""
        if len(raw) < self.ob_type + 8:
            return ""
        try:
            return self._types.at(_U64.unpack_from(raw, self.ob_type)[0]).name
        except (BrokenObject, MemoryFault):
            return ""


def _in_pool(address: int, block: Block) -> str:
    """Why the object's block, in a pool of Python's allocator, was freed; "" when it may not be."""
    if block.free:
        return f"a free block of Python's allocator ({block.size} bytes)"
    if address - block.start not in BEFORE:
        return (
            f"the middle of a block of {block.size} bytes: Python's allocator uses that memory for "
            "something else now"
        )
    return ""


def _number(word: bytes) -> str:
    """Eight bytes as the number that they most likely are: 1.0, 7, 0x3ff1…"""
    value = _U64.unpack(word)[0]
    for size, code in ((4, "<f"), (8, "<d")):
        number = struct.unpack(code, word[:size])[0]
        if word == word[:size] * (8 // size) and 1e-9 < abs(number) < 1e15:
            return f"{number:g} as float{8 * size}"
    return str(value) if value < 1 << 32 else f"{value:#x}"


def _is_data(raw: bytes) -> bool:
    """Eight bytes of text, or all the same: no pointer, count or size."""
    if len(raw) == 8 and raw == raw[:1] * 8:
        return raw[:1] != b"\0"
    return bool(_text_in(raw * 2))


def _text_in(raw: bytes) -> str:
    """The text that `raw` is made of, when it is nothing but printable ASCII; else ""."""
    if len(raw) < _TEXT or not all(32 <= byte < 127 for byte in raw):
        return ""
    return raw.decode("ascii")
