"""Locks that a function left locked for its caller.

    def reader(self):                     def _lock_read(self):
        self._lock_read()        line 9       self._read.acquire()
        self._lock_write()       line 10
        ╰ the frame is here: it seems to hold self._read, since line 9

The calls in a frame's bytecode are followed into the functions they lead to, as far as variables
and attributes tell which these are. As with every straight look at bytecode, what comes of it is a
suspicion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from atfault.cpython.frames.bytecode import LockCall
from atfault.cpython.frames.code import Code
from atfault.cpython.sync.sync_world import World
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

Surely = Callable[[Code], "set[tuple[str, tuple[str, ...]]] | None"]

MAX_DEPTH = 3
MAX_CALLS = 4_000
"""That are followed, of all frames together."""


def function_code(world: World, function: int) -> Code | None:
    """The code of a Python function; None for anything else."""
    if not world.reader.is_a(function, "function"):
        return None
    fields = world.runtime.offsets["PyFunctionObject"]
    return world.runtime.codes.get(world.reader.word(function + fields["func_code"]))


class Helpers:
    """What the calls of frames do to locks."""

    def __init__(self, world: World, surely: Surely | None = None) -> None:
        """surely: of a function, the (scope, names) of the locks that it has taken wherever it
        returns; None where that cannot be told."""
        self._world = world
        self._surely = surely
        self._calls_left = MAX_CALLS
        self._known: dict[tuple[int, int], tuple[tuple[int, bool], ...]] = {}

    def taken(self, frame: PyFrame, upto: int) -> Iterator[tuple[int, int | None]]:
        """(address of a lock, line of the call) of the locks that calls before the offset `upto`
        have taken and that no call gave back."""
        world = self._world
        code = world.runtime.codes.get(frame.code.address) if frame.lasti > 0 else None
        if code is None:
            return
        held: dict[int, int] = {}
        for call in world.bytecode.calls(code):
            if call.offset >= upto:
                break
            try:
                done = self._done_in_frame(frame, call)
            except MemoryFault:
                continue
            for address, is_taken in done:
                if is_taken:
                    held.setdefault(address, call.offset)
                else:
                    held.pop(address, None)
        for address, offset in held.items():
            yield address, world.runtime.codes.location(code, offset).line

    def _done_in_frame(self, frame: PyFrame, call: LockCall) -> tuple[tuple[int, bool], ...]:
        """(address of a lock, whether it was taken) for each lock that the call left changed."""
        owner = self._world.evaluate(frame, call.scope, call.names)
        if call.method == "acquire" and self._lock(owner):
            return ()  # in the frame itself: `Holding` knows more of these
        return self._done(owner, call.method, 0) if owner else ()

    def _done(self, owner: int, method: str, depth: int) -> tuple[tuple[int, bool], ...]:
        if method in ("acquire", "release"):
            lock = self._lock(owner)
            if lock:
                return ((lock, method == "acquire"),)
        function = self._world.reader.method_of(owner, method) if method else owner
        if not function or depth >= MAX_DEPTH or self._calls_left <= 0:
            return ()
        key = (function, owner)
        if key not in self._known:
            self._known[key] = ()  # for one that calls itself
            self._calls_left -= 1
            self._known[key] = tuple(self._inside(function, owner, depth + 1).items())
        return self._known[key]

    def _lock(self, address: int) -> int:
        """The lock itself, or that of a condition; 0 for anything else."""
        state = self._world.locks.state(address)
        if state is None:
            return 0
        return state.inner if state.kind == "condition" and state.inner else state.address

    def _inside(self, function: int, owner: int, depth: int) -> dict[int, bool]:
        """Lock → whether the function leaves it locked."""
        world = self._world
        code = function_code(world, function)
        left: dict[int, bool] = {}
        if code is None:
            return left
        fields = world.runtime.offsets["PyFunctionObject"]
        home = world.names.globals_at(world.reader.word(function + fields["func_globals"]))
        surely = self._surely(code) if self._surely is not None else None
        for call in world.bytecode.calls(code):
            if call.scope == "global":
                start = home.get(call.names[0], 0)
            elif call.names[0] == "self" and owner != function:
                start = owner
            else:
                continue
            target = world.reader.path(start, *call.names[1:]) if start else 0
            is_doubtful = surely is not None and (call.scope, call.names) not in surely
            if is_doubtful and call.method == "acquire" and self._lock(target):
                continue  # on one way alone, or with a result that may be false
            if target:
                left.update(self._done(target, call.method, depth))
        return left
