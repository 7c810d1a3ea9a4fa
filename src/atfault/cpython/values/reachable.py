"""What Python's own references lead to, and which of them lead to something that is no object.

From the variables of frames through lists, tuples, dicts, sets, deques, cells and instances,
breadth first, so that the shortest name of an object is found first:

    rows ── [0] ── .owner ── .name
      rows[0].owner.name

References of Python's own are counted. When one leads to a freed object, the count was wrong.
The walk is bounded in objects and in the length of each container.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

MAX_OBJECTS = 20_000
MAX_ITEMS = 4_000
"""Of one container."""
MAX_DEPTH = 8
MAX_FOUND = 16
MAX_KEY = 40
_MAX_RING = 60_000
_MAX_OPAQUE = 4096
"""Bytes of an object of unknown layout that are searched for a pointer."""
_GC_HEAD = 16
_FLAGS = 7
_CONTAINERS = (
    *("list", "tuple", "collections.deque", "dict", "frozendict"),
    *("set", "frozenset", "cell", "method"),
)
_LEAVES = frozenset(
    ("int", "float", "complex", "str", "bytes", "bytearray", "NoneType", "bool", "type", "module")
    + ("builtin_function_or_method", "code", "function", "range")
)
_LABELS = {
    "list": "[{}]",
    "tuple": "[{}]",
    "collections.deque": "[{}]",
    "set": " (element)",
    "frozenset": " (element)",
}
_U64 = struct.Struct("<Q")


class Root(NamedTuple):
    """A reference that a frame holds."""

    name: str
    address: int
    tid: int
    frame_index: int


class Broken(NamedTuple):
    """A reference that leads to no object."""

    address: int
    problem: str
    root: Root
    path: str
    """Behind the root's name: "", "[3]", ".owner"."""
    holder: int
    """Address of the object that refers to it; 0 for the frame itself."""


class Reachable:
    """A walk from roots; `broken` and `names` are filled in by `walk`."""

    def __init__(
        self, reader: ObjectReader, problem: Callable[[int], str], budget: int = MAX_OBJECTS
    ) -> None:
        self._reader = reader
        self._problem = problem
        self._budget = budget
        self.broken: list[Broken] = []
        self.names: dict[int, str] = {}
        """Expression of each container and instance that was passed."""

    def walk(self, roots: Iterable[Root]) -> None:
        level: list[tuple[int, Root, str]] = []
        for root in roots:
            self._meet(root.address, root, "", 0, level)
        for _ in range(MAX_DEPTH):
            following: list[tuple[int, Root, str]] = []
            for address, root, path in level:
                for accessor, child in children(self._reader, address):
                    if self._budget <= 0 or len(self.broken) >= MAX_FOUND:
                        return
                    self._meet(child, root, path + accessor, address, following)
            if not following:
                return
            level = following

    def _meet(
        self,
        address: int,
        root: Root,
        path: str,
        holder: int,
        following: list[tuple[int, Root, str]],
    ) -> None:
        if address in self.names:
            return
        self._budget -= 1
        problem = self._problem(address)
        if problem:
            if len(self.broken) < MAX_FOUND:
                self.broken.append(Broken(address, problem, root, path, holder))
            return
        kind = self._reader.type(address)
        if kind is None or kind.name in _LEAVES:
            return
        self.names[address] = root.name + path
        following.append((address, root, path))


def led_to(start: int, parts: Callable[[int], Iterable[int]], limit: int) -> list[int]:
    """The object, and what it leads to, each once and the nearest first; `limit` at most. parts:
    what one leads to by itself."""
    found, seen = [start], {start}
    for one in found:
        fresh = [other for other in dict.fromkeys(parts(one)) if other not in seen]
        fresh = fresh[: limit - len(found)]
        seen.update(fresh)
        found += fresh
    return found


def children(reader: ObjectReader, address: int) -> Iterator[tuple[str, int]]:
    """(accessor, address) of what the object refers to by itself; nothing for unknown types."""
    kind = reader.kind(address, _CONTAINERS)
    structs = reader.structs
    if kind in ("dict", "frozendict"):
        for key, value in reader.dict_items(address, MAX_ITEMS):
            yield " (a key)", key
            yield _key_accessor(reader, key), value
    elif kind == "cell":
        target = reader.word(address + structs["PyCellObject"]["ob_ref"])
        if target:
            yield "", target
    elif kind == "method":
        yield ".__self__", reader.word(address + structs["PyMethodObject"]["im_self"])
    elif kind:
        label = _LABELS[kind]
        for index, item in enumerate(reader.items(address, MAX_ITEMS)):
            if item:
                yield label.format(index), item
    info = reader.type(address)
    if info is not None and (info.from_class_statement or not kind):
        for name, value in reader.attributes(address).items():
            if value:
                yield "." + name, value


def _key_accessor(reader: ObjectReader, key: int) -> str:
    text = reader.text(key, MAX_KEY)
    if text:
        return f"['{text}']"
    number = reader.number(key)
    return "[…]" if number is None else f"[{number}]"


def accessor_of(reader: ObjectReader, holder: int, wanted: int) -> str | None:
    """How `holder` refers to `wanted`: "[3]", ".name", or for an object of native code "'s field at
    byte 16"; None when it does not."""
    info = reader.type(holder)
    if info is None:
        return None
    for accessor, child in children(reader, holder):
        if child == wanted:
            return accessor
    if info.name in _LEAVES or info.from_class_statement or reader.kind(holder, _CONTAINERS):
        return None
    size = min(max(info.basicsize, 16), _MAX_OPAQUE)
    raw = reader.memory.read_upto(holder, size)
    for offset in range(16, len(raw) - 7, 8):
        if _U64.unpack_from(raw, offset)[0] == wanted:
            return f"'s field at byte {offset}"
    return None


def collector_ring(memory: Memory, anchor: int, limit: int = _MAX_RING) -> Iterator[int]:
    """Addresses of the objects on the collector's list that the object `anchor` is on, both ways.

    Each tracked object is preceded by PyGC_Head, two words that link it into the list of its
    generation (Include/internal/pycore_gc.h); their lowest bits are flags. During a collection the
    backward links hold counts, so that the walk forward comes first.
    """
    seen = set()
    for field in (0, 8):
        node = anchor - _GC_HEAD
        while limit > 0:
            limit -= 1
            try:
                node = memory.u64(node + field) & ~_FLAGS
            except MemoryFault:
                break
            if not node or node in seen:
                break
            seen.add(node)
            yield node + _GC_HEAD


def is_tracked(memory: Memory, address: int) -> bool:
    """Whether the object at `address` is on a list of the collector: its neighbour points back."""
    try:
        following = memory.u64(address - _GC_HEAD) & ~_FLAGS
        if not following:
            return False
        return memory.u64(following + 8) & ~_FLAGS == address - _GC_HEAD
    except MemoryFault:
        return False
