"""A process as it is in memory: threads, frames, values, locks. What `open_core` and `open_process`
give; the diagnosis is built on the same.

    process = atfault.open_core("core.4711")
    for thread in process.threads:
        for frame in thread.frames:                 # frames[0] is the innermost
            frame.function, frame.line, frame.locals

All is read at once: nothing stays open. Fields are only added.
"""

from __future__ import annotations

from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.places import Place
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Value as Decoded
from atfault.model.values import Variable as Known
from atfault.model.waits import Hold, Resource, Wait


class Value(NamedTuple):
    """A Python object, decoded: bounded in size, control characters escaped, secrets masked."""

    type: str
    """With its module unless it is a builtin: "int", "numpy.ndarray"."""
    text: str
    """As a report shows it."""
    number: int | float | None
    """Of int, float, bool and numpy's scalars; None of others."""
    address: int
    """0: unknown."""
    dtype: str
    """Of arrays and buffers: "float64"; "" of others."""
    shape: tuple[int, ...]
    """Likewise; () of others."""


class Variable(NamedTuple):
    """A variable of a frame."""

    name: str
    kind: str
    """"argument", "local", "cell", "free" or "global"."""
    value: Value | None
    why: str
    """Why there is no value; "" where there is one."""


class Frame(NamedTuple):
    """One frame; those of Python and of native code stand in one stack."""

    kind: str
    """"python", "native" or "jit"."""
    function: str
    qualname: str
    """Of native code its linkage name; "" where unknown."""
    file: str | None
    line: int | None
    column: int | None
    """1-based, a byte of the line in UTF-8."""
    module: str | None
    """Path of the library or program; None of Python code."""
    address: int
    """Of native code its program counter; 0 of Python code."""
    trust: str
    """"cfi", "frame-pointer", "scanned" or "python": how it was found, the surest first."""
    is_user_code: bool
    """Neither native, nor the standard library's, nor an installed package's."""
    locals: tuple[Variable, ...]


class Location(NamedTuple):
    """A line of Python code."""

    file: str
    line: int | None
    function: str


class Lock(NamedTuple):
    """What can be waited for, or held: a lock, a queue, a pipe, a thread, a process."""

    kind: str
    """"lock", "rlock", "condition", "queue", "pipe", "socket", "thread", "process" …"""
    name: str
    """As a frame knows it ("a.lock"), or in words."""
    key: str
    """Equal for the same thing, seen from two threads or processes."""


class Waiting(NamedTuple):
    """A thread waits for something. Of several of one thread any would wake it."""

    lock: Lock
    place: Location | None
    """Where; None for native code alone."""
    has_timeout: bool | None
    """None where that is unknown."""
    held_by: tuple[int, ...]
    """The threads (tids) of this process that are known to hold it."""


class Holding(NamedTuple):
    """A thread holds something."""

    lock: Lock
    place: Location | None
    """Where it was taken."""
    proof: str
    """"owner": the lock names it; "with": it is inside of a with block; "suspected"."""


class Thread(NamedTuple):
    """One thread."""

    tid: int
    name: str
    """The one that Python gave it, or else the system; may be ""."""
    crashed: bool
    holds_gil: bool | None
    """None where that is unknown, or there is none."""
    frames: tuple[Frame, ...]
    """frames[0] is the innermost."""
    waits_for: tuple[Waiting, ...]
    holds: tuple[Holding, ...]
    stop_reason: str
    """Why the stack could not be followed to its end; "" where it was."""


class Process(NamedTuple):
    """One process at one moment."""

    pid: int
    executable: str
    argv: tuple[str, ...]
    python: str
    """Version of its interpreter: "3.11.7"; "" where there is none."""
    signal: int
    """That ended it; 0 for none."""
    threads: tuple[Thread, ...]
    """The crashed one first."""
    warnings: tuple[str, ...]
    """What could not be read, and why."""


def process_of(state: ProcessState) -> Process:
    """The public face of what was decoded; state is complete, or its snapshot still open."""
    waiting = state.waiting
    return Process(
        pid=state.process.pid,
        executable=state.process.executable,
        argv=state.process.argv,
        python="" if isinstance(state.python, Absent) else state.python.version_text,
        signal=state.ending.number,
        threads=tuple([_thread(one, waiting.waits, waiting.holds) for one in state.threads]),
        warnings=state.warnings,
    )


def _thread(state: ThreadState, waits: tuple[Wait, ...], holds: tuple[Hold, ...]) -> Thread:
    tid = state.thread.tid
    owners: dict[str, list[int]] = {}
    for hold in holds:
        owners.setdefault(hold.resource.key, []).append(hold.tid)
    return Thread(
        tid=tid,
        name=state.name,
        crashed=state.crashed,
        holds_gil=state.holds_gil,
        frames=tuple(map(_frame, state.stack.frames)),
        waits_for=tuple(
            [
                Waiting(
                    _lock(one.resource),
                    _location(one.place),
                    one.timeout,
                    tuple(dict.fromkeys(owners.get(one.resource.key, ()))),
                )
                for one in waits
                if one.tid == tid
            ]
        ),
        holds=tuple(
            [
                Holding(_lock(one.resource), _location(one.place), one.proof)
                for one in holds
                if one.tid == tid
            ]
        ),
        stop_reason=state.stack.stop_reason,
    )


def _lock(resource: Resource) -> Lock:
    return Lock(resource.kind, resource.name, resource.key)


def _location(place: Place | None) -> Location | None:
    return None if place is None else Location(place.file, place.line, place.function)


def _frame(frame: ThreadFrame) -> Frame:
    if frame.python is not None:
        return _python_frame(frame.python, frame.mine)
    assert frame.native is not None
    return _native_frame(frame.native, frame.kind, frame.mine)


def _python_frame(frame: PyFrame, mine: bool) -> Frame:
    where = frame.location
    return Frame(
        kind="python",
        function=frame.code.name,
        qualname=frame.code.qualname,
        file=where.file,
        line=where.line,
        column=where.column,
        module=None,
        address=0,
        trust="python",
        is_user_code=mine,
        locals=tuple(map(_variable, frame.variables)),
    )


def _native_frame(frame: NativeFrame, kind: str, mine: bool) -> Frame:
    where = frame.location
    return Frame(
        kind=kind,
        function=frame.name or frame.symbol or "??",
        qualname=frame.symbol,
        file=where.file if where else None,
        line=where.line if where else None,
        column=where.column if where else None,
        module=frame.module.path if frame.module else None,
        address=frame.pc,
        trust=frame.trust,
        is_user_code=mine,
        locals=tuple(map(_variable, frame.args)),
    )


def _variable(known: Known) -> Variable:
    if isinstance(known.value, Absent):
        return Variable(known.name, known.kind, None, known.value.reason)
    return Variable(known.name, known.kind, _value(known.value), "")


def _value(value: Decoded) -> Value:
    array = value.buffer or value.array
    return Value(
        type=value.type,
        text=value.text,
        number=value.number,
        address=value.address,
        dtype=array.dtype if array else "",
        shape=array.shape if array else (),
    )
