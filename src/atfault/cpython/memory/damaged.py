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

from atfault.cpython.memory.pymalloc import Block, Pools
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import MANAGED_DICT, BrokenObject, UnreadType
from atfault.errors import MemoryFault
from atfault.model.damage import DamagedObject
from atfault.model.process import MemoryMapping
from atfault.model.secrets import mask_text
from atfault.native.heap import chunks

HAVE_GC = 1 << 14
PREHEADER = 1 << 3 | 1 << 4
"""Py_TPFLAGS_PREHEADER of 3.12 and later: MANAGED_WEAKREF and MANAGED_DICT."""
BEFORE = (0, 16, 32)
"""Bytes between the start of a block and the object in it."""
_FILLS = {
    0xDD: "the fill of freed memory (PYTHONMALLOC=debug)",
    0xCD: "the fill of memory that was never written to (PYTHONMALLOC=debug)",
    0xFD: "the guard bytes around a block (PYTHONMALLOC=debug)",
}
_DEAD = 0xDD
_U64 = struct.Struct("<Q")
_MAX_TYPE = 512
_FIRST_64K, _END = 1 << 16, 1 << 47
_TEXT = 16


def may_be_object(address: int) -> bool:
    """Whether an object of a process could have that address at all."""
    return _FIRST_64K <= address < _END and not address & 7


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
        if judged.is_secret:
            words = ()
        return DamagedObject(
            address,
            problem,
            words,
            judged.pattern,
            judged.freed,
            judged.reused,
            judged.overwritten,
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
        raw = self.memory.read_upto(address, self._type_size)
        return frozenset(memoryview(raw[: len(raw) & ~7]).cast("Q"))

    def may_begin_object(self, address: int) -> bool:
        """Whether an object may lie there: in memory that Python's allocator or malloc manages."""
        if self.free_threaded or self._block_at(address) is not None:
            return True
        return any(chunks.is_chunk(self.memory, address - before) for before in BEFORE)

    def is_mapped(self, address: int) -> bool:
        return any(mapping.start <= address < mapping.end for mapping in self._mappings)

    def _is_behind_links(self, address: int) -> bool:
        block = self._block_at(address)
        return block is not None and address - block.start in BEFORE[1:]

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
        if header * 3 == raw[: 3 * len(header)] and any(header):
            told = f"{_U64.unpack(header)[0]:#x}, over and over"
            return _Judged(told, overwritten=self._runs_through(address, block, header))
        text = _text_in(raw[: self.ob_type + _TEXT])  # or from the type pointer on
        text = text or _text_in(raw[self.ob_type : self.ob_type + _TEXT])
        if text:
            is_secret = mask_text(text, True) != text
            shown = "text that may be a secret" if is_secret else f"text: {text!r}"
            through = self._runs_through(address, block, header)
            return _Judged(shown, overwritten=through, is_secret=is_secret)
        if block is not None:
            return _Judged(f"something else: a block of {block.size} bytes that is in use again")
        return _Judged()

    def _runs_through(self, address: int, block: Block | None, word: bytes) -> bool:
        """Whether the data there, text or one `word`, began before the block, or goes on behind it:
        it was written past the end of something. Where the block is not known, it has to reach far
        both ways."""
        start, size = (address, 48) if block is None else (block.start, block.size)
        beside = [self.memory.read_upto(at, 8) for at in (start - 8, start + size)]
        reaches = [one == word or bool(_text_in(one * 2)) for one in beside]
        return all(reaches) if block is None else any(reaches)

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
                article = "an" if info.name[:1] in "AEIOUaeio" else "a"
                return f"part of another object: {article} {info.name} at {start:#x}"
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


def _text_in(raw: bytes) -> str:
    """The text that `raw` is made of, when it is nothing but printable ASCII; else ""."""
    if len(raw) < _TEXT or not all(32 <= byte < 127 for byte in raw):
        return ""
    return raw.decode("ascii")
