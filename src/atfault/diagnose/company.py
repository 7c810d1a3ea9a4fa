"""What the other threads were doing in the library, function or object that a crash was in.

    crashed   forward ─ libmodel.so │ Model.run (model)      serve.py:20
    "w-1"     embed ─── libmodel.so │ Model.run (model)      serve.py:20     company: same library,
    "w-2"     take_gil              │ resize(model)          serve.py:31     company: same object
    "pool-0"  blas_thread_server                             a helper thread: none
    main      lock wait             │ Thread.join            serve.py:50     waits: none
    "w-3"     lock wait             │ with cache.lock        cache.py:12     a lock of the crashed

These are facts, no accusations: that threads meet in a library is how most programs work.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.blame import own_lines, thread_label
from atfault.diagnose.facts import bare_symbol, crash_frames, plain_name
from atfault.diagnose.words import buffer_type, listed, place_of
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.counts import counted
from atfault.model.findings import Blame, Evidence
from atfault.model.kinds import TAKEN
from atfault.model.stacks import NativeFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Value

WAITS = ("futex", "sem_", "_wait", "wait4", "poll", "select", "nanosleep", "read", "recv", "accept")
"""Parts of the names of the C library's functions in which a thread does nothing."""
MUTABLE = ("bytearray", "dict", "list", "memoryview", "set")
"""Builtin types whose objects two threads can change under each other's hands."""
TOOLS_OF_THREADS = (
    *("threading.", "_thread.", "queue.", "_queue.", "concurrent.", "multiprocessing."),
    *("asyncio.", "logging.", "ctypes.", "_ctypes.", "functools.", "types.", "weakref."),
    *("collections.", "_io.", "io.", "socket.", "contextvars.", "argparse.", "re.", "datetime."),
)
"""Modules whose objects are made to be shared, or say nothing."""
MAX_FRAMES = 200
FRAMES_WITH_OBJECTS = 4
"""The user's innermost frames of a thread, whose variables are compared."""
MAX_OBJECTS = 400
MAX_LINES = 3
MAX_NAMES = 4


class Companion(NamedTuple):
    """Another thread in the same place as the one that crashed."""

    thread: ThreadState
    library: str
    """Name of the native library (or "compiled code") both are inside of; "" for none."""
    function: str
    """The native function both are inside of; "" where it is not the same one, or unnamed."""
    shared: str
    """The object both work on, as the crashed thread knows it: "grid", "self.model"; or ""."""
    what: str
    """Of what type that is: "float64[64, 64]"; "" for none."""
    place: Blame | None
    """The user's own line it is at."""


def companions(state: ProcessState) -> tuple[Companion, ...]:
    """The other threads that were inside of what the crash was in, those inside of the same
    function first. Threads that only wait, and helper threads without Python, are none."""
    crashed = state.crashed
    if crashed is None or len(state.threads) < 2:
        return ()
    libraries = _libraries(crash_frames(crashed))
    objects: dict[int, tuple[str, Value]] | None = None
    found = []
    for thread in state.threads:
        if thread is crashed or not thread.runs_python:
            continue
        theirs = _libraries(thread.stack.frames)
        library = next((name for name in libraries if name in theirs), "")
        if not library and _only_waits(thread):
            continue
        if objects is None:
            objects = dict(_objects(crash_frames(crashed)))
        shared, what = _shared(objects, thread)
        if library or shared:
            function = _same_function(libraries.get(library, {}), theirs.get(library, {}))
            lines = own_lines(thread, 1)
            place = lines[0] if lines else None
            found.append(Companion(thread, library, function, shared, what, place))
    found.sort(key=lambda one: (not one.function, not one.library, not one.shared))
    return tuple(found)


def lock_evidence(state: ProcessState) -> tuple[Evidence, ...]:
    """The locks that the crashed thread held, and who waited for them."""
    crashed = state.crashed
    if crashed is None:
        return ()
    names = {thread.thread.tid: f'"{thread_label(thread)}"' for thread in state.threads}
    found = []
    for hold in state.waiting.holds:
        if hold.tid != crashed.thread.tid or hold.resource.kind not in TAKEN:
            continue
        key = hold.resource.key
        waiting = [
            names.get(w.tid, str(w.tid)) for w in state.waiting.waits if w.resource.key == key
        ]
        if not waiting or hold.proof == "suspected":
            continue
        taken = ""
        if hold.place is not None:
            taken = f" (taken {place_of(hold.place)})"
        noun = "threads" if len(waiting) > 1 else "thread"
        found.append(
            Evidence(
                f"the thread that crashed held {hold.resource.name}{taken}, for which {noun} "
                f"{listed(sorted(waiting), MAX_NAMES)} waited"
            )
        )
    return tuple(found[:MAX_LINES])


def company_evidence(state: ProcessState) -> tuple[Evidence, ...]:
    """The companions in words, those in the same place together."""
    groups: dict[tuple[str, str, str, str, str], list[str]] = {}
    for one in companions(state):
        where = place_of(one.place)
        key = (one.library, one.function, one.shared, one.what, where)
        groups.setdefault(key, []).append(f'"{thread_label(one.thread)}"')
    lines = [Evidence(_words(key, names)) for key, names in groups.items()]
    if len(lines) > MAX_LINES:
        left = sum(len(names) for names in list(groups.values())[MAX_LINES:])
        more = counted(left, "more thread was", "more threads were")
        lines[MAX_LINES:] = [Evidence(f"{more} in the same library or at the same object")]
    return tuple(lines)


def _words(key: tuple[str, str, str, str, str], names: list[str]) -> str:
    library, function, shared, what, where = key
    several = len(names) > 1
    who = f"threads {listed(sorted(names), MAX_NAMES)}" if several else f"thread {names[0]}"
    was = "were" if several else "was"
    at = f", at {where}" if where else ""
    kind = f" ({what})" if what else ""
    if function:
        text = f"{who} {was} inside {function} of {library} too{at}"
    elif library:
        text = f"{who} {was} inside {library} too{at}"
    else:
        return f"{who} {was} at work with the same object, {shared}{kind}{at}"
    return f"{text}, with the same object {shared}{kind}" if shared else text


def _libraries(frames: tuple[ThreadFrame, ...]) -> dict[str, dict[str, NativeFrame]]:
    """Library → its functions (linkage name → frame), of the native frames inside of the innermost
    Python frame; without those libraries that every stack has."""
    found: dict[str, dict[str, NativeFrame]] = {}
    for frame in frames[:MAX_FRAMES]:
        native = frame.native
        if native is None:
            break
        if native.is_jit:
            name = "compiled code"
        elif native.module is None or roles.is_plumbing(native.module.name):
            continue
        else:
            name = roles.library_title(native.module.name)
        found.setdefault(name, {}).setdefault(bare_symbol(native), native)
    return found


def _same_function(ours: dict[str, NativeFrame], theirs: dict[str, NativeFrame]) -> str:
    """The innermost named function that is on both stacks, by its name for people."""
    shared = next((frame for name, frame in ours.items() if name and name in theirs), None)
    return "" if shared is None else plain_name(shared)


def _only_waits(thread: ThreadState) -> bool:
    """Whether the thread waits for something else than the GIL, or nothing is known of it.

    The GIL is waited for in a condition variable, by the interpreter itself; its locks are
    semaphores, and whatever else it waits for is a system call of its own. A thread that needs the
    GIL only to look whether it may stop waiting is in a function of the standard library for that.
    """
    native = thread.native
    if _is_in_wait(thread):
        return True
    if isinstance(native, Absent) or not native.frames:
        return True
    inside: list[str] = []
    for frame in native.frames[:16]:
        if frame.module is None or not roles.is_c_library(frame.module.name):
            if bare_symbol(frame) == "take_gil":
                return False
            break
        inside.append(bare_symbol(frame))
    if not inside or any("cond_timedwait" in name for name in inside):
        return False
    return not any(inside) or any(part in name for name in inside for part in WAITS)


def _is_in_wait(thread: ThreadState) -> bool:
    for frame in thread.stack.frames:
        if frame.python is not None:
            return not frame.mine and roles.is_waiting(frame.python.location.file)
    return False


def _objects(frames: tuple[ThreadFrame, ...]) -> Iterator[tuple[int, tuple[str, Value]]]:
    """(address, (expression, value)) of the objects in the user's innermost frames that two threads
    could change under each other's hands; those that are named by more than one, the nearest."""
    seen: set[int] = set()
    used = 0
    for frame in frames:
        python = frame.python
        if python is None or not frame.mine or isinstance(python.locals, Absent):
            continue
        used += 1
        if used > FRAMES_WITH_OBJECTS:
            return
        for variable in python.locals:
            if isinstance(variable.value, Absent) or variable.kind == "global":
                continue
            for expression, value in _parts(variable.name, variable.value):
                if value.address and value.address not in seen and _is_telling(value):
                    seen.add(value.address)
                    yield value.address, (expression, value)
                    if len(seen) >= MAX_OBJECTS:
                        return


def _parts(name: str, value: Value) -> Iterator[tuple[str, Value]]:
    """A value and its attributes."""
    yield name, value
    for accessor, child in value.children:
        if accessor.startswith("."):
            yield name + accessor, child


def _is_telling(value: Value) -> bool:
    if value.buffer is not None:
        return value.buffer.kind != "bytes"
    if "." not in value.type:
        return value.type in MUTABLE
    return not value.type.startswith(TOOLS_OF_THREADS)


def _shared(objects: dict[int, tuple[str, Value]], thread: ThreadState) -> tuple[str, str]:
    """(expression, type) of the first object of the crashed thread that the other one uses too:
    the same object, or memory that overlaps."""
    if not objects:
        return "", ""
    theirs = dict(_objects(thread.stack.frames))
    for address, (expression, value) in objects.items():
        if address in theirs:
            kind = buffer_type(value.buffer) if value.buffer is not None else value.type
            return expression, kind.rpartition(".")[2] if value.buffer is None else kind
    ranges = [v.buffer for _, v in theirs.values() if v.buffer is not None]
    for expression, value in objects.values():
        own = value.buffer
        if own is None or own.low >= own.high:
            continue
        if any(own.low < one.high and one.low < own.high for one in ranges):
            return expression, buffer_type(own)
    return "", ""
