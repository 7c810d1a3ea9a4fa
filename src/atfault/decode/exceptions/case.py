"""An uncaught exception → `Case`: its traceback as the stack of the thread that it ended.

What it and what was printed before it say of the GPU is part of that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from atfault.contained import contained
from atfault.decode.environment import system_here
from atfault.decode.exceptions.repeated import with_repeated
from atfault.decode.imports.loading import load_failure
from atfault.decode.numba.source import dispatcher_with_source, failure_with_source, text_at
from atfault.model.absent import Absent
from atfault.model.case import NOT_KEPT, Case
from atfault.model.endings import Termination
from atfault.model.exception import RaisedException, RaisedFrame, RefusedArgument, UncaughtException
from atfault.model.gpu import GpuCore, GpuError, GpuFailure
from atfault.model.hand_over import HandOver
from atfault.model.printed import PrintedTail
from atfault.model.process import Environment, ProcessInfo, Registers, Thread
from atfault.model.stacks import (
    CodeInfo,
    PyFrame,
    PythonStack,
    StackTrace,
    ThreadFrame,
    ThreadState,
)
from atfault.model.state import Ending, GilState, ProcessState, PythonInfo
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader
from atfault.stacks.mine import is_mine
from atfault.text.cuda import cuda_error, kernel_asserts, memory_facts
from atfault.text.ranks import job_told

WHY = "the process ended by an exception; no memory of it was read"


def case_of(
    handed: HandOver,
    process: ProcessInfo,
    termination: Termination,
    source: SourceReader,
    printed: PrintedTail | Absent = NOT_KEPT,
    cores: Sequence[GpuCore] = (),
) -> Case:
    """The case of a process of which its exception alone is known. `source` reads its files.
    cores: what a GPU left (see cli.gpu_core)."""
    losses: list[str] = []
    exception = handed.exception
    with contained("reading the lines of the traceback", losses):
        raised = with_repeated(exception.exceptions)
        exceptions = tuple(_with_source(one, source) for one in raised)
        exception = exception._replace(exceptions=exceptions)
    case = Case(exception=exception, printed=printed)
    with contained("looking for why an import failed", losses):
        case = case._replace(load_failure=load_failure(handed))
    with contained("reading what is said of a GPU", losses):
        failure = gpu_failure(exception, printed, handed.launch_blocking, handed.launch, cores)
        case = case._replace(gpu=failure)
    with contained("reading what is said of ranks", losses):
        messages = (one.message for one in exception.chain() if isinstance(one.message, str))
        job, _ = job_told("\n".join(messages).splitlines())
        case = case if isinstance(job, Absent) else case._replace(job=job)
    state = ProcessState(
        process=process._replace(
            executable=process.executable or handed.executable, rank=process.rank or handed.rank
        ),
        arch=os.uname().machine,
        kind="traced",
        ending=Ending(Absent("no signal ended it"), termination),
        python=handed.python,
        gil=GilState(known=False, reason=WHY),
        threads=(_thread(exception, handed.python),),
        environment=Environment(os=system_here(TargetFiles()), host=os.uname().nodename),
        warnings=tuple(losses),
    )
    return case._replace(process=state)


def endings(handed_over: Iterable[HandOver], program: int, exit_code: int) -> tuple[HandOver, ...]:
    """The exceptions that ended the program, or a part of it, the one to explain first.

    A multiprocessing child is a part of the program, whatever becomes of that. Threads, and other
    programs that were started, count where the program failed, too.
    """
    ranked: dict[int, list[HandOver]] = {0: [], 1: [], 2: [], 3: []}
    for one in handed_over:
        exception = one.exception
        ended_process = exception.source in ("main", "at-exit", "cell", "text")
        if exception.source == "multiprocessing":
            ranked[1].append(one)
        elif exit_code and exception.pid in (program, None) and ended_process:
            ranked[0] = [one]  # a later one went further
        elif exit_code:
            ranked[2 if ended_process else 3].append(one)
    once: dict[tuple[object, ...], HandOver] = {}
    for rank in sorted(ranked):
        for one in ranked[rank]:
            once.setdefault(_place(one.exception), one)
    return tuple(once.values())


def _place(exception: UncaughtException) -> tuple[object, ...]:
    error = exception.error
    return error.type, error.message, error.frames[0].location if error.frames else None


def _with_source(error: RaisedException, source: SourceReader) -> RaisedException:
    return error._replace(
        frames=tuple(_frame_with_source(one, source) for one in error.frames),
        dispatchers=tuple(dispatcher_with_source(one, source) for one in error.dispatchers),
        numba=None if error.numba is None else failure_with_source(error.numba, source),
    )


def _frame_with_source(frame: RaisedFrame, source: SourceReader) -> RaisedFrame:
    """The same with its line of source, and the text of the expression that failed."""
    location = frame.location
    if location.line is None:
        return frame
    source.verify(_code(frame))
    text = source.line(location.file, location.line)
    if text is None:
        return frame
    return frame._replace(code=text, expression=frame.expression or text_at(location, source))


def _code(frame: RaisedFrame) -> CodeInfo:
    return CodeInfo(0, frame.function, frame.qualname, frame.location.file, frame.first_line)


def _thread(exception: UncaughtException, python: PythonInfo | Absent) -> ThreadState:
    error = exception.error
    frames, merged = [], []
    for raised in error.frames:
        frame = PyFrame(0, _code(raised), raised.location, raised.locals, False)
        frames.append(frame)
        mine = is_mine(raised.location.file, python)
        merged.append(ThreadFrame("python", python=frame, mine=mine))
    reason = f"{error.left_out} frames are left out" if error.left_out else ""
    tid = exception.tid or exception.pid or 0
    return ThreadState(
        thread=Thread(tid, exception.thread, Registers((None,) * 17)),
        stack=StackTrace(tuple(merged), merged=True, stop_reason=reason),
        native=Absent(WHY),
        python=PythonStack(tuple(frames), stop_reason=reason),
        python_name=exception.thread,
        crashed=True,
    )


def gpu_failure(
    exception: UncaughtException,
    printed: PrintedTail | Absent,
    is_blocking: bool = False,
    launch: RefusedArgument | None = None,
    cores: Sequence[GpuCore] = (),
) -> GpuFailure | Absent:
    """Absent where no exception is about a GPU. is_blocking: each launch was waited for.
    launch: one that was noted, and whose arguments are out of range. cores: of any process."""
    errors = []
    for at, one in enumerate(exception.exceptions):
        message = "" if isinstance(one.message, Absent) else "\n".join((one.message, *one.notes))
        said = cuda_error(message)
        if said is not None:
            errors.append(GpuError(at, said, memory_facts(message)))
    if not errors:
        return Absent("the exception is not about a GPU")
    text = "" if isinstance(printed, Absent) else printed.text.decode("utf-8", "replace")
    core = next((one for one in cores if one.pid == exception.pid), None)
    return GpuFailure(tuple(errors), kernel_asserts(text), is_blocking, launch, core)
