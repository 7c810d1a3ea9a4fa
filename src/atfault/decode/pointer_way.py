"""What the failed pointer was read from: None, an object whose field is empty, memory that is freed.

    failed at 0x55949a973514            freed memory has its allocator's own links in it
      read from a freed block + 0       ◄── the C++ object that is gone
      read from a block + 0
      read from table.this + 16         a SwigPyObject: the variable that led there
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.memory.damaged import BEFORE
from atfault.cpython.memory.pymalloc import Pools
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import BrokenObject
from atfault.decode.hollow import values_of
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.damage import Holder, Load
from atfault.model.stacks import NativeFrame, ThreadState
from atfault.model.state import FaultAccess
from atfault.native.heap import chunks
from atfault.native.pointer_way import MAX_CALLERS, Function, loads_of_target, loads_to
from atfault.native.unwind import Unwinder
from atfault.snapshot.protocol import Snapshot

_MAX_OBJECT = 4096
_ROUNDED = 16
_FIRST_64K = 1 << 16
_MAX_ATTRIBUTES = 64


def pointer_holders(
    snapshot: Snapshot,
    unwinder: Unwinder,
    crashed: ThreadState,
    access: FaultAccess,
    runtime: PythonRuntime | Absent,
) -> tuple[Holder, ...]:
    """The last one read first; () where that cannot be followed."""
    loads = _loads(snapshot, unwinder, crashed, access)
    if not loads:
        return ()
    known = None if isinstance(runtime, Absent) or runtime.left_out else runtime
    judge = _Judge(snapshot, known, crashed)
    return tuple([judge.holder(load) for load in loads])


def _loads(
    snapshot: Snapshot, unwinder: Unwinder, crashed: ThreadState, access: FaultAccess
) -> tuple[Load, ...]:
    if snapshot.arch.name != "x86-64" or isinstance(crashed.native, Absent):
        return ()
    frames = [frame for frame in crashed.native.frames if not frame.is_inline][: MAX_CALLERS + 1]
    if access.kind == "execute":
        if access.address is None or not frames:
            return ()
        left = frames[0].pc == access.address  # it got there: the call is its caller's
        functions = _functions(unwinder, crashed, frames, int(left))
        return loads_of_target(snapshot.memory, functions, access.address)
    functions = _functions(unwinder, crashed, frames, 0)
    for register, value in access.registers if functions else ():
        loads = loads_to(snapshot.memory, functions, register, value)
        if loads:
            return loads
    return ()


def _functions(
    unwinder: Unwinder, crashed: ThreadState, frames: list[NativeFrame], first: int
) -> list[Function]:
    """The functions on the stack from frames[first] on, as far as their code is known."""
    found: list[Function] = []
    general = list(crashed.thread.registers.general)
    for depth, frame in enumerate(frames[first:], first):
        code = None if frame.is_jit else unwinder.function_range(frame.pc - bool(depth))
        if code is None or frame.is_signal_frame:
            break
        known = unwinder.registers_in(crashed.thread, depth)
        if not found and depth:  # nothing has run since the call
            known = [b if a is None else a for a, b in zip(known, general)]
        found.append(Function(frame.pc, *code, (frame.sp, max(frame.cfa, frame.sp)), known))
    return found


class _Judge:
    def __init__(
        self, snapshot: Snapshot, runtime: PythonRuntime | None, crashed: ThreadState
    ) -> None:
        self._memory = snapshot.memory
        self._mappings = snapshot.mappings
        self._reader = None if runtime is None else ObjectReader(runtime)
        is_pooled = runtime is not None and not runtime.free_threaded
        self._pools = Pools(snapshot.memory, runtime.version[1]) if runtime and is_pooled else None
        named = dict(self._named(crashed)) if runtime is not None else {}
        self._names = named
        self._keepers = dict(self._fields(named))

    def holder(self, load: Load) -> Holder:
        address = load.holder
        plain = Holder(load, "block")
        if load.is_variable:
            return plain
        block = self._pools.block_at(address) if self._pools is not None else None
        if block is not None and block.free:
            return self._freed(load, block.start, block.size, "a free block of Python's allocator")
        object_ = self._object_at(address, 0 if block is None else block.start)
        if object_:
            reader = self._reader
            assert reader is not None
            kind = "none" if reader.is_none(object_) else "object"
            return Holder(load, kind, reader.type_name(object_), self._names.get(object_, ""))
        if block is None:
            start = chunks.chunk_around(self._memory, self._mappings, address)
            if start and chunks.is_free(self._memory, start):
                return self._freed(load, start, 0, "a free block of the C library's malloc")
        name, keeper = self._keepers.get(address, ("", ""))
        return plain._replace(name=name, keeper=keeper)

    def _freed(self, load: Load, start: int, size: int, pattern: str) -> Holder:
        kind = self._left(start, size)
        name, keeper = self._keepers.get(load.holder, ("", ""))
        return Holder(load, "gone-object" if kind else "freed", kind, name, keeper, pattern)

    def _left(self, start: int, size: int) -> str:
        """Name of the type that a freed object in the block still leads to; "" for none. size: of
        the block; 0 where any number of bytes may follow."""
        reader = self._reader
        for before in BEFORE if reader is not None else ():
            assert reader is not None
            try:
                info = reader.types.at(self._memory.u64(start + before + reader.structs["PyObject"]["ob_type"]))
            except (BrokenObject, MemoryFault):
                continue
            if info.itemsize or not size or size - _ROUNDED < before + info.basicsize <= size:
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

    def _named(self, crashed: ThreadState) -> Iterator[tuple[int, str]]:
        """Address of an object → how the innermost Python frames name it; arguments come last."""
        reader = self._reader
        assert reader is not None
        found = list(values_of(crashed))
        for variable, value in reversed(found):
            attributes = reader.attributes(value.address)
            for name, address in list(attributes.items())[:_MAX_ATTRIBUTES]:
                yield address, f"{variable.name}.{name}"
        for variable, value in reversed(found):
            yield value.address, variable.name

    def _fields(self, named: dict[int, str]) -> Iterator[tuple[int, tuple[str, str]]]:
        """Word in a field of an extension's object → (the object's name, its type)."""
        reader = self._reader
        for address, name in named.items() if reader is not None else ():
            assert reader is not None
            info = reader.type(address)
            kind = "" if info is None else info.name
            while info is not None and info.from_class_statement:
                info = info.base  # what Python code adds is no field in C
            if info is None or not 16 < info.basicsize <= _MAX_OBJECT or info.itemsize:
                continue
            raw = self._memory.read_upto(address + 16, info.basicsize - 16)
            for word in memoryview(raw[: len(raw) & ~7]).cast("Q"):
                if word >= _FIRST_64K:
                    yield word, (name, kind)
