"""Threads that Python does not know, in native functions whose code uses Python's C API.

    relay.so    clicks()        started by pthread_create, sleeps in libc
                  calls PyLong_FromLong, PyObject_CallOneArg, usleep
                  and nothing that takes the GIL

Such a thread damages what another one, which has the GIL, is at work on, and is anywhere else by
the time that one crashes: what its function calls tells of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, takewhile

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.calls import scan, spelled
from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.library_callers import LeadsInto
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.changed import resolved
from atfault.decode.threads import DecodedThreads
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.damage import Outsider
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, ThreadState
from atfault.model.suspects import SuspectCall
from atfault.native.called import CalledFunctions
from atfault.native.code_map import CodeMap
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot

_MAX_THREADS = 64
_MAX_FRAMES = 200
_MAX_FUNCTIONS = 8
"""Of libraries, on one stack."""
_MAX_NAMES = 2000
_API = ("Py", "_Py")


def outsiders(
    snapshot: Snapshot, modules: ModuleMap, found: DecodedThreads, runtime: PythonRuntime
) -> tuple[Outsider, ...]:
    """Raises MemoryFault, ValueError or BrokenObject."""
    told = []
    called: dict[int, CalledFunctions] = {}
    code_map = CodeMap(snapshot, modules)
    for state in found.threads[:_MAX_THREADS]:
        frames = _foreign_frames(state, runtime.module)
        entered = takewhile(lambda one: not _is_library(one.module), frames)
        inside = tuple(one.symbol for one in entered if one.module == runtime.module)
        for frame in [one for one in frames if _is_library(one.module)][:_MAX_FUNCTIONS]:
            assert frame.module is not None
            if frame.module.start not in called:
                called[frame.module.start] = CalledFunctions(code_map, modules, frame.module)
            names, is_whole = called[frame.module.start].of(frame.pc)
            calls = tuple(sorted(name for name in names if name.startswith(_API)))
            if calls:
                begun = next(_calls_into(runtime, found, frame.module), None)
                told.append(Outsider(state.thread.tid, frame, calls, inside, is_whole, begun))
                break
    return tuple(told)


def _foreign_frames(state: ThreadState, interpreter: Module | None) -> tuple[NativeFrame, ...]:
    """Of a thread that Python does not know, and has not started."""
    is_known = not isinstance(state.python, Absent) and not state.has_lost_state
    if isinstance(state.native, Absent) or is_known:
        return ()
    frames = state.native.frames[:_MAX_FRAMES]
    beyond = dropwhile(lambda one: not _is_library(one.module), frames)
    return () if any(one.module == interpreter for one in beyond) else frames


def _is_library(module: Module | None) -> bool:
    return module is not None and not roles.is_plumbing(module.name)


def _calls_into(
    runtime: PythonRuntime, found: DecodedThreads, library: Module
) -> Iterator[SuspectCall]:
    """Where the user's functions on the stacks call the library, the last such call first."""
    reader, bytecode = ObjectReader(runtime), Bytecode(runtime)
    leads = LeadsInto(reader, library)
    own = [
        frame.python
        for state in found.threads[:_MAX_THREADS]
        for frame in state.stack.frames
        if frame.mine and frame.python is not None
    ]
    for frame in own[:_MAX_FRAMES]:
        code = runtime.codes.get(frame.code.address)
        body = None if code is None else bytecode.body(code)
        if code is None or body is None:
            continue
        scope = dict(reader.names_in(namespace(runtime, frame), _MAX_NAMES))
        scope |= variables(runtime, reader, frame)
        for call in reversed(scan(body).calls):
            of = ("attribute", call.of, call.method) if call.method else call.of
            callee = resolved(reader, of, scope) or resolved(reader, call.of, scope)
            place = runtime.codes.location(code, call.offset)
            if call.offset <= frame.lasti and callee and place.line and leads(callee):
                yield SuspectCall(place.file, place.line, code.info.name, spelled(of), "extension")
