"""The variables of frames of JIT functions, into the frames of a native stack.

NativeStack, with names ─► its JIT frames ─► registers there ─► DWARF ─► Variable
"""

import time
from collections.abc import Container, Sequence
from typing import NamedTuple

from atfault.cpython.values.strings import escape
from atfault.errors import AtfaultError
from atfault.formats.dwarf_location import FrameContext
from atfault.model.process import Thread
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.model.values import Value, Variable
from atfault.native.jit import JitObject, JitRegistry
from atfault.native.jit_variables import FrameVariables, JitVariables
from atfault.native.unwind import Unwinder
from atfault.runtimes.numba_values import NumbaValues, is_literal
from atfault.snapshot.protocol import Snapshot

MAX_FRAMES = 64
"""Innermost JIT frames of a thread whose variables are read."""
MAX_THREADS = 64
MAX_IMAGES = 16 << 20
"""Bytes of all objects whose debug information is read; Numba's have some 10 KiB."""
SECONDS = 10.0
"""After which no more objects are read; real ones take some milliseconds each."""
MAX_DEPTH = 10_000
"""Frames out to which registers are followed."""


class _Place(NamedTuple):
    """Frames of one call: the function, and before it what was inlined into it."""

    first: int
    """Index of the first of them."""
    size: int
    depth: int
    """Of the call, as the unwinder counts."""
    is_exact: bool
    """Its pc is that of an instruction, not a return address."""


class JitLocals:
    """Reads the variables of a snapshot's JIT frames; remembers objects, which threads share."""

    def __init__(self, snapshot: Snapshot, unwinder: Unwinder, jit: JitRegistry) -> None:
        self._snapshot = snapshot
        self._unwinder = unwinder
        self._jit = jit
        self._objects: dict[int, JitVariables | None] = {}
        self._values: NumbaValues | None = None
        self._threads = 0
        self._budget = MAX_IMAGES
        self._seconds = 0.0

    def fill(self, thread: Thread, stack: NativeStack, mask_secrets: bool) -> NativeStack:
        """The stack with `args` in its innermost JIT frames."""
        places = jit_places(stack.frames)
        if not places or self._threads >= MAX_THREADS:
            return stack
        self._threads += 1
        if self._values is None:
            self._values = NumbaValues(
                self._snapshot.memory, self._snapshot.mappings, mask_secrets=mask_secrets
            )
        frames = list(stack.frames)
        started = time.process_time()
        for place in places[:MAX_FRAMES]:
            if self._seconds > SECONDS:
                self._warn(f"those of inner frames alone, as reading them took {SECONDS:.0f} s")
                break
            if place.depth <= MAX_DEPTH:
                self._fill_place(frames, place, thread)
            now = time.process_time()
            self._seconds, started = self._seconds + now - started, now
        return stack._replace(frames=tuple(frames))

    def _fill_place(self, frames: list[NativeFrame], place: _Place, thread: Thread) -> None:
        frame = frames[place.first]
        address = frame.pc if place.is_exact else frame.pc - 1
        item = self._jit.find(address)
        reader = self._reader(item) if item is not None else None
        if reader is None:
            return
        registers = self._unwinder.registers_in(thread, place.depth)
        if place.depth == 0:
            registers = [*registers, *thread.vectors]
        context = FrameContext(tuple(registers), self._snapshot.memory, frame.cfa)
        try:
            functions = reader.at(address, context)
        except AtfaultError as error:
            self._warn(f"{frame.name or frame.symbol}: {error}")
            return
        last = place.first + place.size - 1
        if len(functions) == place.size:
            for index, function in enumerate(functions):
                self._put(frames, place.first + index, function)
        elif functions:
            self._put(frames, last, functions[-1])

    def _reader(self, item: JitObject) -> JitVariables | None:
        """None where an object has no debug information, or none that can be read."""
        if item.address not in self._objects:
            reader = None
            self._budget -= item.size
            if self._budget < 0:
                self._warn("there are too many objects; those of inner frames are read")
            elif any(section.name == ".debug_info" for section in item.sections):
                try:
                    reader = JitVariables(item)
                except AtfaultError as error:
                    self._warn(f"JIT object at {item.address:#x}: {error}")
            self._objects[item.address] = reader
        return self._objects[item.address]

    def _put(self, frames: list[NativeFrame], index: int, function: FrameVariables) -> None:
        assert self._values is not None
        raw = [one for one in function.variables if one.name]
        values = self._values.values(raw)
        found = tuple(
            Variable(escape(one.name), value, "argument" if one.is_argument else "local")
            for one, value in zip(raw, values)
        )
        constant = frozenset(v.name for v, one in zip(found, raw) if is_literal(one.type))
        left = sorted(without_versions(found, constant), key=_doubt)
        frames[index] = frames[index]._replace(args=tuple(left))

    def _warn(self, text: str) -> None:
        text = f"variables of compiled code: {text}"
        if text not in self._snapshot.warnings:
            self._snapshot.warnings.append(text)


def without_versions(
    variables: Sequence[Variable], constant: Container[str] = ()
) -> tuple[Variable, ...]:
    """Numba makes several variables, `total`, `total$1`, `total$2`, of one that is assigned more
    than once. Those that tell nothing are left out: without a value, where another has one, and
    constants (`total = 0`; their names are `constant`) where another surely holds something."""
    by_name: dict[str, list[Variable]] = {}
    for variable in variables:
        by_name.setdefault(variable.name.partition("$")[0], []).append(variable)
    out = []
    for name, versions in by_name.items():
        valued = [one for one in versions if isinstance(one.value, Value)]
        changing = [one for one in valued if one.name not in constant]
        if any(one.value.is_set for one in changing if isinstance(one.value, Value)):
            valued = changing
        if len(versions) == 1:
            out += versions
        else:
            out += valued or [versions[0]._replace(name=name)]
    return tuple(out)


def _doubt(variable: Variable) -> int:
    """Surely set, perhaps set, not there."""
    return (0 if variable.value.is_set else 1) if isinstance(variable.value, Value) else 2


def jit_places(frames: tuple[NativeFrame, ...]) -> list[_Place]:
    """The calls of JIT functions, innermost first."""
    places = []
    depth, first, exact = 0, 0, True
    for index, frame in enumerate(frames):
        if frame.is_inline:
            continue
        if frame.is_jit and frame.trust == "cfi":
            places.append(_Place(first, index - first + 1, depth, exact))
        exact = frame.is_signal_frame
        depth += 1
        first = index + 1
    return places
