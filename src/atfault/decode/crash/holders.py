"""Whose memory a failed pointer was read from: an object, a block, a library, or a freed block."""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.memory.pymalloc import BEFORE, Pools
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.holders import Holder, HolderKind, Load
from atfault.model.process import FIRST_64K
from atfault.model.stacks import NativeFrame, NativeStack, ThreadState
from atfault.model.values import Value, Variable, join_accessor
from atfault.native.heap import chunks
from atfault.native.heap.chunks import main_heap
from atfault.native.modules import ModuleMap
from atfault.native.symbolize import symbolize
from atfault.snapshot.protocol import Snapshot

_MAX_OBJECT = 4096
_ROUNDED = 16
_CHUNK_HEAD = _POINTER = 8
_STUB = 16
_ENDBR, _BND, _JUMP = b"\xf3\x0f\x1e\xfa", b"\xf2", b"\xff\x25"
"""What an entry of a table of jumps to other libraries begins with."""
_MAX_FRAMES = 3
_MAX_WALKS = 4
"""Through the heap, from its start."""
_MAX_ATTRIBUTES = 64
_MAX_PARTS = 4
"""Of a value, inside each other."""


def _values_of(crashed: ThreadState) -> Iterator[tuple[Variable, Value, bool]]:
    """The variables and operands of the innermost Python frames, the innermost first, and whether
    the code is others'."""
    pythons = [(frame.python, frame.mine) for frame in crashed.stack.frames if frame.python]
    for frame, is_mine in pythons[:_MAX_FRAMES]:
        for variable, value in frame.values:
            if value.address:
                yield variable, value, not is_mine


def _pointers_of(crashed: ThreadState) -> Iterator[tuple[int, str]]:
    """Where a pointer of C lies → how the innermost Python frames name it: the innermost variable
    comes last, what has no name first."""
    found = [(variable, value) for variable, value, _ in _values_of(crashed)]
    found.sort(key=lambda one: one[0].kind == "operand")
    for variable, value in reversed(found):
        for path, part in _parts(value):
            if part.pointer_at:
                yield part.pointer_at, join_accessor(variable.name, path)


def _parts(value: Value, path: str = "", depth: int = 0) -> Iterator[tuple[str, Value]]:
    yield path, value
    for accessor, part in value.children if depth < _MAX_PARTS else ():
        yield from _parts(part, path + accessor, depth + 1)


class _Name(NamedTuple):
    text: str = ""
    type: str = ""


class Judge:
    """Of one crash."""

    def __init__(
        self,
        snapshot: Snapshot,
        modules: ModuleMap,
        runtime: PythonRuntime | None,
        crashed: ThreadState,
    ) -> None:
        self._snapshot = snapshot
        self._modules = modules
        self._memory = snapshot.memory
        self._mappings = snapshot.mappings
        self._reader = None if runtime is None else ObjectReader(runtime)
        is_pooled = runtime is not None and not runtime.free_threaded
        self._pools = Pools(snapshot.memory, runtime.version[1]) if runtime and is_pooled else None
        named = dict(self._named(crashed)) if runtime is not None else {}
        self._names = named
        self._walks = _MAX_WALKS
        self._keepers = dict(self._fields(named))
        self._pointers = dict(_pointers_of(crashed))

    def holder(self, load: Load) -> Holder:
        """What `load` was read from."""
        address = load.holder
        plain = Holder(load, "block", load.offset)
        if load.returned_by:
            return plain._replace(kind="result", name=self._function(load.returned_by))
        if load.is_variable:
            return plain
        pointer = self._pointers.get(load.holder + load.offset)
        if pointer is not None:
            return plain._replace(kind="pointer", name=pointer)
        block = self._pools.block_at(address) if self._pools is not None else None
        if block is not None and block.free:
            return self._freed(load, block.start, block.size, "a free block of Python's allocator")
        object_ = self._object_at(address, 0 if block is None else block.start)
        if object_:
            reader = self._reader
            assert reader is not None
            byte, name = address + load.offset - object_, self._names.get(object_, _Name()).text
            kind: HolderKind = "none" if reader.is_none(object_) else "object"
            if 0 <= byte <= reader.structs["PyObject"]["ob_type"]:
                kind = "header"
            return Holder(load, kind, byte, reader.type_name(object_), name)
        if block is None and self._walks:
            self._walks -= 1
            start = chunks.chunk_around(self._memory, self._mappings, address)
            size = chunks.size_of(self._memory, start) - _CHUNK_HEAD
            if start and chunks.is_free(self._memory, start):
                return self._freed(load, start, size, "a free block of the C library's malloc")
            byte = address + load.offset - start
            is_known = start <= address < start + size and self._in_heap(start)
            if is_known and not 0 <= byte <= size - _POINTER:
                return plain._replace(kind="beyond", byte=byte, room=size)
        name, keeper = self._keepers.get(address, _Name())
        module = self._modules.find(address)
        if module is not None:
            text = name or self._names.get(address, _Name()).text
            return plain._replace(kind="static", type=module.name, name=text)
        return plain._replace(name=name, keeper=keeper)

    def _in_heap(self, address: int) -> bool:
        """Whether it lies where chunk follows chunk."""
        heap = main_heap(self._memory, self._mappings)
        return any(mapping.start <= address < mapping.end for mapping in heap)

    def _function(self, address: int) -> str:
        """Name of the function at `address`, or that the entry there of a table of jumps leads to;
        "" where unknown."""
        snapshot = self._snapshot
        code = self._memory.read_upto(address, _STUB)
        if code.removeprefix(_ENDBR).removeprefix(_BND).startswith(_JUMP):
            try:
                address = self._memory.u64(min(snapshot.arch.jumps(code, address).slots, default=0))
            except MemoryFault:
                return ""
        frame = NativeFrame(address, 0, 0, "cfi", self._modules.find(address))
        named = symbolize([NativeStack((frame,))], snapshot, None, lines=False)[0].frames
        return named[-1].name if named else ""

    def _freed(self, load: Load, start: int, size: int, pattern: str) -> Holder:
        type_name = self._left(start, size)
        kind: HolderKind = "gone-object" if type_name else "freed"
        name, keeper = self._keepers.get(load.holder, _Name())
        byte = load.holder + load.offset - start
        return Holder(load, kind, byte, type_name, name, keeper, pattern)

    def _left(self, start: int, size: int) -> str:
        """Name of the type that a freed object of that size still leads to; "" for none."""
        reader = self._reader
        if reader is None:
            return ""
        field = reader.structs["PyObject"]["ob_type"]
        for before in BEFORE:
            try:
                info = reader.types.at(self._memory.u64(start + before + field))
            except (BrokenObject, MemoryFault):
                continue
            if not info.itemsize and size - _ROUNDED < before + info.basicsize <= size:
                return info.name
        return ""

    def _object_at(self, address: int, start: int) -> int:
        """Address of the living object that `address` lies in; start: of its block, 0 unknown."""
        reader = self._reader
        if reader is None:
            return 0
        for candidate in (address, *(start + before for before in BEFORE if start)):
            if candidate > address or reader.problem(candidate):
                continue
            info = reader.type(candidate)
            if info is not None and address - candidate < min(info.basicsize, _MAX_OBJECT):
                return candidate
        return 0

    def _named(self, crashed: ThreadState) -> Iterator[tuple[int, _Name]]:
        """Address of an object → how the innermost Python frames name it; what they call by a name
        of the user's own comes last."""
        reader = self._reader
        assert reader is not None
        found = sorted(_values_of(crashed), key=lambda one: one[2])
        for steps in (2, 1, 0):
            for variable, value, _ in reversed(found):
                name = _Name(variable.name, value.type)
                yield from self._below(value.address, name, steps)

    def _below(self, address: int, name: _Name, steps: int) -> Iterator[tuple[int, _Name]]:
        """What the object's attributes lead to, that many steps away. SWIG keeps the native half of
        an object in its attribute `this`: the two are one."""
        reader = self._reader
        assert reader is not None
        if not steps:
            yield address, name
            return
        for attribute, below in list(reader.attributes(address).items())[:_MAX_ATTRIBUTES]:
            other = _Name(f"{name.text}.{attribute}", reader.type_name(below))
            yield from self._below(below, name if attribute == "this" else other, steps - 1)

    def _fields(self, named: dict[int, _Name]) -> Iterator[tuple[int, _Name]]:
        """Word in a field of an extension's object → the object."""
        reader = self._reader
        for address, name in named.items() if reader is not None else ():
            assert reader is not None
            info, head = reader.native_type(address), reader.structs["PyObject"]["sizeof"]
            if info is None or not head < info.basicsize <= _MAX_OBJECT or info.itemsize:
                continue
            for word in self._memory.words(address + head, (info.basicsize - head) // 8):
                if word >= FIRST_64K:
                    yield word, name
