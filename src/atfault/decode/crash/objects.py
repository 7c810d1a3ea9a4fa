"""The Python objects that a crash may be about: each search is made where it can tell something."""

from typing import Any, NamedTuple

from atfault import lazy
from atfault.contained import contained
from atfault.cpython.runtime import PythonRuntime
from atfault.decode.crash.changed import changed_objects
from atfault.decode.crash.foreign import extension_call, foreign_call
from atfault.decode.crash.hollow import hollow_objects
from atfault.decode.crash.maker import maker
from atfault.decode.threads import DecodedThreads
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import FIRST_64K
from atfault.model.stacks import CodeInfo, NativeFrame, ThreadState
from atfault.model.state import Objects, ProcessState
from atfault.model.suspects import ChangedObject, HollowObject, SuspectCall
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot

SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV = 4, 6, 7, 8, 11
FAULTS = frozenset((SIGILL, SIGBUS, SIGFPE, SIGSEGV))
CRASHES = frozenset((SIGILL, SIGABRT, SIGBUS, SIGSEGV))
MAX_NATIVE_FRAMES = 64
SEARCHES = {
    "exit_callee": "looking for what was to be called at the end",
    "changed": "looking for what changed under native code",
    "foreign": "looking for the foreign function that was called last",
    "made": "looking for who made what was passed",
    "hollow": "looking for objects without their parts",
}
"""Part of `Objects` → what is done for it, for a warning."""


def decode_objects(
    snapshot: Snapshot,
    modules: ModuleMap,
    found: DecodedThreads,
    process: ProcessState,
    losses: list[str],
    *,
    is_about_heap: bool,
) -> Objects:
    """Of the crashed thread; its other parts are asked for as they are needed."""
    runtime, crashed = found.runtime, found.crashed
    if isinstance(runtime, Absent) or runtime.left_out or crashed is None:
        return Objects()
    search = _Search(modules, found, process, runtime, crashed, is_about_heap)
    parts: dict[str, Any] = {}
    for name, what in SEARCHES.items():
        with contained(what, losses):
            parts[name] = getattr(search, name)()
    if search.is_about_objects():
        access = process.fault.access
        damaged_objects = lazy.load("atfault.decode.crash.damage:damaged_objects")
        parts.update(damaged_objects(snapshot, modules, found, access))
        with contained("looking for threads that Python does not know", losses):
            outsiders = lazy.load("atfault.decode.crash.outsiders:outsiders")
            parts["outsiders"] = outsiders(snapshot, modules, found, runtime)
    return Objects(**parts)


class _Search(NamedTuple):
    modules: ModuleMap
    found: DecodedThreads
    process: ProcessState
    runtime: PythonRuntime
    crashed: ThreadState
    is_about_heap: bool

    @property
    def signal(self) -> int:
        signal = self.process.ending.signal
        return 0 if isinstance(signal, Absent) else signal.number

    @property
    def reported(self) -> int | None:
        """The address that the kernel tells."""
        signal = self.process.ending.signal
        return None if isinstance(signal, Absent) else signal.fault_address

    @property
    def _natives(self) -> tuple[NativeFrame, ...]:
        native = self.crashed.native
        return () if isinstance(native, Absent) else native.frames

    def exit_callee(self) -> CodeInfo | Absent:
        """Where no Python frame tells."""
        python = self.found.python
        if isinstance(python, Absent) or not python.finalizing or self.crashed.runs_python:
            return Objects().exit_callee
        find = lazy.load("atfault.decode.crash.exit_callee:exit_callee")
        callee: CodeInfo | Absent = find(self.runtime, python, self.crashed)
        return callee

    def changed(self) -> tuple[ChangedObject, ...]:
        """What Python code changed under the hands of the native code that failed."""
        if self.signal not in CRASHES or self.runtime.free_threaded:
            return ()
        if not self.crashed.inside or not self.crashed.runs_python:
            return ()
        return changed_objects(self.runtime, self.found.python, self.crashed)

    def foreign(self) -> SuspectCall | None:
        call: SuspectCall | None = None
        if self.signal not in CRASHES:
            return None
        if any(module.name.startswith("_ctypes.") for module in self.modules):
            call = foreign_call(self.runtime, self.crashed)
        if call is None and self.is_about_heap:
            call = extension_call(self.runtime, self.crashed, self.modules)
        return call

    def made(self) -> SuspectCall | None:
        block = self.process.heap.damaged_block
        if not isinstance(block, Absent):
            return maker(self.runtime, self.crashed, block.address)
        return maker(self.runtime, self.crashed, 0) if self.signal in FAULTS else None

    def hollow(self) -> tuple[HollowObject, ...]:
        address = self.process.fault.tried.address
        if address is None:
            address = self.reported
        if self.signal not in FAULTS:
            return ()
        is_null = address is not None and address < FIRST_64K
        return hollow_objects(self.runtime, self.crashed, is_null)

    def is_about_objects(self) -> bool:
        """Whether damaged ones may be what the crash is about. Where the address that could not be
        accessed is one of an array's, that is what failed, and it is itself a sound object, or it
        could not have been decoded."""
        at, buffers = self.reported, self.process.buffers
        if at is not None and any(one.buffer.low <= at < one.buffer.high for one in buffers):
            return False
        if self.signal not in CRASHES or self._is_in_made_code():
            return False
        return self._may_be_about_object()

    def _is_in_made_code(self) -> bool:
        """Whether code that was made at run time failed itself: it works on plain memory, and what
        it wants of Python's objects it calls the interpreter for."""
        code = [one for one in self.process.layout.mappings if one.executable]
        return any(
            frame.is_jit
            or (frame.module is None and any(one.start <= frame.pc < one.end for one in code))
            for frame in self._natives[:1]
        )

    def _may_be_about_object(self) -> bool:
        """Whether native code failed that may have worked on a Python object: the interpreter, or
        what it called, but not a function of the C library that Python code called through
        ctypes."""
        failed = next((one.module for one in self._natives[:8] if one.module is not None), None)
        if failed is None:
            return False
        if not (roles.is_c_library(failed.name) or roles.is_ctypes(failed.name)):
            return True
        inside = [one.module for one in self.crashed.inside[:MAX_NATIVE_FRAMES] if one.module]
        by_hand = any(roles.is_ctypes(module.name) for module in inside)
        return not by_hand and self.runtime.module in inside
