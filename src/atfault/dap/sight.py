"""What is seen of a program that has stopped: the merged stacks, and why it crashed if it did.

Stopped by gdb, all of it stands still: registers come from gdb, memory is read as the kernel shows
it. Stopped by debugpy, the thread sleeps in debugpy's wait, and the kernel tells where: Python's
frames are debugpy's then, whose variables can be changed, and native ones are put between them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from atfault.analyze.process import explain
from atfault.cpython.search import find_runtime
from atfault.decode.state import decode
from atfault.decode.watch.thread_pointers import with_pointers
from atfault.errors import AtfaultError
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.endings import CppException
from atfault.model.findings import Finding
from atfault.model.process import Thread
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.values import Variable
from atfault.native.cpp_exception import thrown_object
from atfault.native.modules import load_modules
from atfault.options import Options
from atfault.report.names import without_arguments
from atfault.snapshot import procfs
from atfault.snapshot.frozen import FrozenMemory, ranges_of
from atfault.snapshot.live import PAGE, LiveSnapshot, StoppedThread, open_memory
from atfault.snapshot.target import ProcessView, Target, thread_in_kernel

PythonFrame = dict[str, Any]
"""A stack frame as debugpy tells it (DAP's StackFrame)."""


LOOKS = 8
BETWEEN_LOOKS = 0.02
REST_SECONDS = 3.0
DEBUGPYS_PATHS = ("/debugpy/", "/_pydevd", "/_pydev_bundle/", "/atfault_probe/atfault_debugged.py")
AROUND = ("threading.py", "pydev_monkey.py")
"""What is round the code that any thread was begun for."""
MAIN = "MainThread"
STARTS = ("_start", "__libc_start_main", "__libc_start_call_main", "start_thread", "clone3")


class Sight(NamedTuple):
    """A program at a native stop."""

    threads: tuple[ThreadState, ...]
    findings: tuple[Finding, ...] = ()
    """Why it crashed, best first; () where it did not."""
    headline: str = ""

    def thread(self, tid: int) -> ThreadState | None:
        return next((one for one in self.threads if one.thread.tid == tid), None)


def look(
    pid: int, stopped: Sequence[StoppedThread], siginfo: bytes, tid: int, options: Options
) -> Sight:
    """The threads of a process that is stopped, and stays so meanwhile.

    siginfo: of the fatal signal that thread `tid` was stopped for; b"" for none. Raises
    AtfaultError.
    """
    ordered = sorted(stopped, key=lambda thread: thread.tid != tid)
    snapshot = LiveSnapshot(
        pid,
        ordered,
        kind="traced" if siginfo else "live",
        memory_fd=open_memory(pid),
        siginfo=siginfo,
        signal_tid=tid if siginfo else None,
    )
    with snapshot:
        snapshot.prefetch_stacks()
        state = decode(snapshot, options)
        threads = state.threads
        if not siginfo:
            return Sight(threads)
        report = explain(Case(state), snapshot, options)
        return Sight(threads, report.diagnosis, report.headline)


def exception_info(finding: Finding, headline: str) -> dict[str, Any]:
    """What exceptionInfo answers: the cause, why, what is in doubt, and the next steps."""
    reasons = ["Why", *(f"- {one.text}" for one in finding.evidence)]
    doubts = ["In doubt", *(f"- {one.text}" for one in finding.doubts)]
    steps = ["Next", *(f"- {one.text}" for one in finding.advice)]
    lines = [line for part in (reasons, doubts, steps) if len(part) > 1 for line in part]
    return {
        "exceptionId": finding.cause,
        "description": f"{finding.summary} ({finding.confidence})",
        "breakMode": "always",
        "details": {"message": headline, "stackTrace": "\n".join(lines)},
    }


def cpp_exception_at(pid: int, thrown: int, type_info: int) -> CppException | Absent:
    """What a C++ exception says, of a process that is stopped. Raises AtfaultError."""
    with Target(pid) as target:
        view = ProcessView(target, FrozenMemory(pid, target.memory_fd, target.readable), ())
        return thrown_object(view.memory, type_info, thrown, target.arch)


def look_while_asleep(pid: int, tid: int, options: Options) -> ThreadState | Absent:
    """A thread that sleeps while the process runs, as it was at one moment; or why it cannot be
    seen so."""
    try:
        with Target(pid) as target:
            return _asleep(target, tid, options)
    except AtfaultError as error:
        return Absent(str(error))


def _asleep(target: Target, tid: int, options: Options) -> ThreadState | Absent:
    """debugpy's wait wakes up again and again, perhaps while it is looked at: what the stacks are
    read from is copied for the next look, at a moment before which the thread has not run."""
    pages: dict[int, None] = {}
    found: ThreadState | Absent = Absent("the thread did not come to rest")
    for _ in range(LOOKS):
        before = _until_asleep(target.pid, tid)
        thread = thread_in_kernel(target.pid, tid, target.arch)
        memory = FrozenMemory(target.pid, target.memory_fd, target.readable)
        if pages:
            memory.prepare(len(pages) * PAGE)
            memory.copy(ranges_of(pages))
            if procfs.activity(target.pid, tid) != before:
                continue
            memory.freeze()
        if before is None or thread.registers.syscall is None:  # it has run on
            time.sleep(BETWEEN_LOOKS)
            continue
        found = _decoded(target, memory, thread, options)
        if isinstance(found, Absent) or found.stack.merged:
            return found
        if pages and not memory.late:
            break
        pages.update(dict.fromkeys((*memory.recorded, *memory.late)))
    return found if isinstance(found, Absent) else Absent(found.stack.stop_reason)


def _until_asleep(pid: int, tid: int) -> procfs.Activity | None:
    """It sleeps in the end, as debugpy has stopped it; a busy machine may not have let it yet."""
    deadline = time.monotonic() + REST_SECONDS
    while (found := procfs.activity(pid, tid)) is None and time.monotonic() < deadline:
        time.sleep(BETWEEN_LOOKS)
    return found


def _decoded(
    target: Target, memory: FrozenMemory, thread: Thread, options: Options
) -> ThreadState | Absent:
    view = ProcessView(target, memory, (thread,))
    runtime = find_runtime(view, load_modules(view))
    if not isinstance(runtime, Absent):
        view.threads = with_pointers(view, runtime)
    return next(iter(decode(view, options).threads), Absent("there is no such thread any more"))


def shown(thread: ThreadState) -> tuple[ThreadFrame, ...]:
    """The frames of a thread that are for the user, innermost first: without the interpreter's own,
    and without what merely leads from it to other code; where there are no others, all."""
    frames = thread.stack.frames
    outermost = [
        at
        for at, frame in enumerate(frames)
        if frame.python is not None and _is_debugpys(frame.python.code.filename)
    ]
    inner = frames[: outermost[-1]] if outermost else ()
    if any(frame.python is not None and not is_plumbing(frame) for frame in inner):
        frames = inner  # what is further out has started debugpy
    while frames and (is_plumbing(frames[-1]) or _is_libcs(frames[-1])):
        frames = frames[:-1]  # a stripped C library has no names for how it begins a thread
    kept = tuple(frame for frame in frames if not is_plumbing(frame))
    return kept or thread.stack.frames


def without_debugpys(frames: Sequence[PythonFrame]) -> list[PythonFrame]:
    """debugpy's list of frames without those that began the debugging."""
    kept: list[PythonFrame] = []
    for frame in frames:
        path = str((frame.get("source") or {}).get("path") or "")
        if _is_debugpys(path):
            break
        kept.append(frame)
    return kept or list(frames)


def is_debuggers(thread: ThreadState) -> bool:
    """Whether a thread is one of debugpy's own: what it was begun for is code of debugpy's."""
    paths = [one.python.code.filename for one in thread.stack.frames if one.python is not None]
    begun = next((path for path in reversed(paths) if os.path.basename(path) not in AROUND), "")
    return _is_debugpys(begun) and thread.python_name != MAIN


def is_plumbing(frame: ThreadFrame) -> bool:
    """Whether it is the interpreter's own, ctypes', the C library's start of a thread, or
    debugpy's."""
    if frame.python is not None:
        return _is_debugpys(frame.python.code.filename)
    native = frame.native
    assert native is not None
    if frame.mine or frame.kind == "jit":
        return False
    name = os.path.basename(native.module.path) if native.module is not None else ""
    if roles.is_interpreter(name) or roles.is_ctypes(name):
        return True
    is_debugpys = native.module is not None and _is_debugpys(native.module.path)
    return (native.name or native.symbol) in STARTS or is_debugpys


def _is_libcs(frame: ThreadFrame) -> bool:
    module = frame.native.module if frame.native is not None else None
    return module is not None and roles.is_libc(os.path.basename(module.path))


def _is_debugpys(path: str) -> bool:
    """Whether it is a file of debugpy's, which runs in the program and is none of it."""
    return any(part in path for part in DEBUGPYS_PATHS)


def landing(thread: ThreadState) -> ThreadFrame | None:
    """The innermost frame of a thread whose source can be shown: where a step may end."""
    return next((frame for frame in shown(thread) if has_source(frame)), None)


def has_source(frame: ThreadFrame) -> bool:
    """Whether it is Python's, or its file is on this machine."""
    location = frame.native.location if frame.native is not None else None
    return frame.python is not None or (location is not None and os.path.isfile(location.file))


def woven(
    python: Sequence[PythonFrame], thread: ThreadState
) -> list[PythonFrame | ThreadFrame] | Absent:
    """debugpy's frames with the native ones between them, innermost first."""
    out: list[PythonFrame | ThreadFrame] = []
    between: list[ThreadFrame] = []
    left = list(python)
    for frame in thread.stack.frames:
        if frame.python is None:
            if out and not is_plumbing(frame):
                between.append(frame)
        elif left and _is_same(left[0], frame):
            out += between
            out.append(left.pop(0))
            between = []
    return Absent("they are others in memory") if left else [*out, *between]


def _is_same(told: PythonFrame, frame: ThreadFrame) -> bool:
    python = frame.python
    assert python is not None
    path = str((told.get("source") or {}).get("path") or "")
    name = str(told.get("name") or "")
    return (
        told.get("line") == python.location.line
        and os.path.basename(path) == os.path.basename(python.code.filename)
        and (
            name == python.code.name
            or name.endswith((f".{python.code.name}", python.code.qualname))
        )
    )


def function_of(frame: ThreadFrame) -> str:
    """A name for people."""
    if frame.python is not None:
        return frame.python.code.qualname or frame.python.code.name
    native = frame.native
    assert native is not None
    return without_arguments(native.name or native.symbol) or f"{native.pc:#x}"


def order_of(frames: Iterable[ThreadFrame], at: ThreadFrame) -> tuple[int, int, int]:
    """(pc, which of the frames with it, how many there are): where gdb lists the same frame.
    Inlined functions have the pc of the one that they stand in, in both lists."""
    assert at.native is not None
    same = [one for one in frames if one.native is not None and one.native.pc == at.native.pc]
    return at.native.pc, next(i for i, one in enumerate(same) if one is at), len(same)


def locals_of(frame: ThreadFrame) -> tuple[Variable, ...]:
    """The variables of a Python frame, or of a function compiled at run time, as decoded: gdb takes
    what the compiler did away with for zeros. () where they are not."""
    if frame.kind == "jit" and frame.native is not None:
        return frame.native.args
    if frame.python is None or isinstance(frame.python.locals, Absent):
        return ()
    return frame.python.locals
