"""The variables of frames of JIT functions, into the frames of a native stack.

NativeStack, with names ─► its JIT frames ─► registers there ─► DWARF ─► Variable
"""

from collections.abc import Sequence
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
from atfault.runtimes.numba_values import NumbaValues
from atfault.snapshot.protocol import Snapshot

MAX_FRAMES = 12
"""Innermost JIT frames of a thread whose variables are read."""
MAX_THREADS = 64
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

    def fill(self, thread: Thread, stack: NativeStack, mask_secrets: bool) -> NativeStack:
        """The stack with `args` in its innermost JIT frames."""
        places = _jit_places(stack.frames)
        if not places or self._threads >= MAX_THREADS:
            return stack
        self._threads += 1
        if self._values is None:
            self._values = NumbaValues(
                self._snapshot.memory, self._snapshot.mappings, mask_secrets=mask_secrets
            )
        frames = list(stack.frames)
        for place in places[:MAX_FRAMES]:
            if place.depth <= MAX_DEPTH:
                self._fill_place(frames, place, thread)
        return stack._replace(frames=tuple(frames))

    def _fill_place(self, frames: list[NativeFrame], place: _Place, thread: Thread) -> None:
        frame = frames[place.first]
        address = frame.pc if place.is_exact else frame.pc - 1
        item = self._jit.find(address)
        reader = self._reader(item) if item is not None else None
        if reader is None:
            return
        registers = self._unwinder.registers_in(thread, place.depth)
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
            if any(section.name == ".debug_info" for section in item.sections):
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
        frames[index] = frames[index]._replace(args=without_versions(found))

    def _warn(self, text: str) -> None:
        text = f"variables of compiled code: {text}"
        if text not in self._snapshot.warnings:
            self._snapshot.warnings.append(text)


def without_versions(variables: Sequence[Variable]) -> tuple[Variable, ...]:
    """Numba makes several variables, `total`, `total$1`, `total$2`, of one that is assigned more
    than once. One of them is left of those of the same name where no other has a value at all."""
    by_name: dict[str, list[Variable]] = {}
    for variable in variables:
        by_name.setdefault(variable.name.partition("$")[0], []).append(variable)
    out = []
    for name, versions in by_name.items():
        has_value = [one for one in versions if isinstance(one.value, Value)]
        if len(versions) == 1:
            out += versions
        elif not has_value:
            out.append(versions[0]._replace(name=name))
        else:
            out += has_value
    return tuple(out)


def _jit_places(frames: tuple[NativeFrame, ...]) -> list[_Place]:
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
