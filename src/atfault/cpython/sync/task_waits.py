"""What a suspended task waits for, in words, and who brings it.

task.task_fut_waiter → other tasks             "task 'fetch-2'", "3 tasks: 'a', 'b', 'c'"
                     → a plain future, from    "QUEUE.get() (asyncio.Queue, 0 items)"
                       frames of asyncio       "asyncio.sleep(10)", "asyncio's StreamReader.read()"
                     → one of an executor      "a call in an executor"
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from atfault.cpython.sync.reach_graph import TO_CALLBACKS
from atfault.cpython.sync.task_reader import RawTask, TaskReader
from atfault.model.counts import counted
from atfault.model.stacks import PyFrame
from atfault.model.waits import DRAIN, TaskWait

_MAX_NAMES = 5
_MAX_CELLS = 20
_MAX_READY = 1_000
_MAX_CALLBACKS = 64
TASK_GROUPS = (
    ("asyncio/taskgroups.py", "__aexit__"),
    ("asyncio/taskgroups.py", "_aexit"),
    ("_asyncio.py", "__aexit__"),
)
"""Frames of asyncio and anyio that wait for the tasks of their group."""
_PASSING = ("shield", "wrap_future", "__await__", "__iter__")
"""Frames of asyncio that say nothing of what comes."""
A_CALL = "a call in a worker thread"
A_FUTURE = "a future"
_EXECUTOR = "_call_check_cancel"
_PORTAL = "_call_func"
_COMPLETES = "_call_set_state"
"""The callbacks that run_in_executor leaves, and run_coroutine_threadsafe
(asyncio.futures._chain_future)."""


def words(reader: TaskReader, task: RawTask, frames: list[PyFrame], wait: TaskWait | None) -> str:
    """frames: its await chain, outermost first; wait: what `task_sync` has found out."""
    if not task.waiter:
        return "its turn in the event loop"
    if wait is not None and wait.tasks:
        return _tasks(reader, wait.tasks)
    told = by_frames(reader, frames, wait)
    names = map(reader.function_name, _callbacks(reader, task.waiter)) if not told else ()
    if _EXECUTOR in names:
        return "a call in an executor"
    return told or A_FUTURE


def by_frames(reader: TaskReader, frames: list[PyFrame], wait: TaskWait | None) -> str:
    """What the innermost frames of asyncio wait for; "" when there are none."""
    called: PyFrame | None = None
    for frame in reversed(frames):
        if "/asyncio/" not in frame.code.filename:
            break
        called = frame
    if called is None or called.code.name in _PASSING:
        return ""
    state = None
    if wait is not None and wait.resource is not None:
        state = reader.world.locks.state(wait.resource.address)
    if wait is None or wait.resource is None or state is None:
        delay = reader.reader.number(reader.world.names.variables(called).get("delay", 0))
        if called.code.name == "sleep" and delay is not None:
            return f"asyncio.sleep({delay:g})"
        told = f"asyncio's {called.code.qualname or called.code.name}()"
        own = None if wait is None or wait.operation == DRAIN else wait.resource
        is_own = own is not None and own.kind == "stream"
        return f"{told}, of a connection of this program to itself" if is_own else told
    shown = wait.resource.name
    is_named = shown != reader.world.locks.resource(state, "").name
    if state.kind == "queue":
        name = shown if is_named else state.type
        detail = f", {state.detail}" if state.detail else ""
        return f"{name}.{wait.operation or called.code.name}() ({state.type}{detail})"
    return f"{shown} ({state.type})" if is_named else shown


def _tasks(reader: TaskReader, addresses: tuple[int, ...]) -> str:
    found = [reader.task(address) for address in addresses]
    names = sorted([f"'{task.name}'" for task in found if task is not None])
    if len(names) == 1:
        return f"task {names[0]}"
    shown = ", ".join(names[:_MAX_NAMES]) + ", …" * (len(names) > _MAX_NAMES)
    return f"{counted(len(names), 'task')}: {shown}"


def runner(reader: TaskReader, task: RawTask) -> int | None:
    """The thread that computes what `task` waits for: of an executor, or one of another pool
    (anyio's) that has the future itself among its variables; None when there is none."""
    if not task.waiter or reader.task(task.waiter) is not None:
        return None
    call = called_by(reader, task.waiter)
    return reader.world.future_runners.get(call) if call else reader.workers.get(task.waiter)


def called_by(reader: TaskReader, future: int) -> int:
    """The future of concurrent.futures by which an executor completes one of asyncio; 0: none."""
    for callback in _callbacks(reader, future) if future else ():
        if reader.function_name(callback) == _EXECUTOR:
            return _closed_over(reader, callback)
    return 0


def completed_by(reader: TaskReader) -> dict[int, int]:
    """Future of concurrent.futures → the pending task whose end completes it
    (asyncio.run_coroutine_threadsafe; anyio's from_thread has it in the outermost frame)."""
    found = {}
    for address, (_, frames) in reader.suspended.items():
        if frames and frames[0].code.name == _PORTAL and "/anyio/" in frames[0].code.filename:
            found[reader.world.names.variables(frames[0]).get("future", 0)] = address
    for address in (*reader.suspended, *reader.running):
        for callback in _callbacks(reader, address):
            if reader.function_name(callback) == _COMPLETES:
                found[_closed_over(reader, callback)] = address
    return found


def shielded_by(reader: TaskReader) -> dict[int, int]:
    """Future of asyncio → the pending task whose end completes it (asyncio.shield)."""
    found = {}
    for address in (*reader.suspended, *reader.running):
        closures = [_in_closure(reader, one) for one in _callbacks(reader, address)]
        for inner in chain.from_iterable(closures):
            if reader.reader.is_a(inner, "_asyncio.Future") and inner != address:
                found[inner] = address
    return found


def begun_by(reader: TaskReader) -> dict[int, int]:
    """Future of concurrent.futures → the thread whose event loop has yet to begin with what
    completes it: the callback that makes a task of it is due."""
    found = {}
    for loop, tid in reader.loops.items():
        ready = reader.reader.attribute(loop, "_ready")
        for handle in reader.reader.items(ready, _MAX_READY):
            future = _closed_over(reader, reader.reader.attribute(handle, "_callback"))
            if future:
                found[future] = tid
    return found


def _callbacks(reader: TaskReader, future: int) -> Iterator[int]:
    """The functions that are called once a future has ended: each shield of one task adds its own,
    a cache behind that of its own."""
    objects = reader.reader
    if objects.is_a(future, "_asyncio.Future"):
        at = future + reader.world.runtime.offsets["FutureObj"]["fut_callback0"]
        yield objects.word(at)
        pairs = objects.word(at + TO_CALLBACKS)
    else:  # of a future in Python: pairs (callback, context), too
        pairs = objects.attribute(future, "_callbacks")
    for pair in objects.items(pairs, _MAX_CALLBACKS):
        yield from objects.items(pair, 1)


def _closed_over(reader: TaskReader, function: int) -> int:
    """The concurrent future in the callback's closure; 0 when there is none."""
    for inner in _in_closure(reader, function):
        if reader.reader.is_a(inner, "concurrent.futures._base.Future"):
            return inner
    return 0


def _in_closure(reader: TaskReader, function: int) -> Iterator[int]:
    objects, structs = reader.reader, reader.world.runtime.offsets
    for cell in objects.cells(function, _MAX_CELLS):
        yield objects.word(cell + structs["PyCellObject"]["ob_ref"])
