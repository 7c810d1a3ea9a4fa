"""What a suspended task waits for, in words.

task.task_fut_waiter → another task            "task 'fetch-2'"
                     → a gathering future      "3 tasks it gathers: 'a', 'b', 'c'"
                     → a plain future, from    "QUEUE.get() (asyncio.Queue, 0 items)"
                       frames of asyncio       "asyncio.sleep(10)"
                     → one of an executor      "a call in an executor"
"""

from __future__ import annotations

from collections.abc import Callable

from atfault.cpython.sync.task_reader import RawTask, TaskReader
from atfault.cpython.sync.wait_frames import future_runners
from atfault.model.counts import counted
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame

Rule = Callable[[TaskReader, PyFrame, list[PyFrame]], str]

_MAX_NAMES = 5
_MAX_CHILDREN = 10_000
_MAX_CELLS = 20
TASK_GROUPS = (
    ("asyncio/taskgroups.py", "__aexit__"),
    ("asyncio/taskgroups.py", "_aexit"),
    ("_asyncio.py", "__aexit__"),
)
"""Frames of asyncio and anyio that wait for the tasks of their group."""
_EXECUTOR = "_call_check_cancel"
_COMPLETES = "_call_set_state"
"""The callbacks that run_in_executor leaves, and run_coroutine_threadsafe
(asyncio.futures._chain_future)."""


def words(reader: TaskReader, task: RawTask, frames: list[PyFrame], awaited: int) -> str:
    """What `task` waits for. frames: its await chain, outermost first; awaited: its end."""
    future = task.waiter
    other = reader.task(future) if future else None
    if other is not None:
        return f"task '{other.name}'"
    if not future:
        return "its turn in the event loop"
    return _gathered(reader, future) or by_frames(reader, frames) or _by_callback(reader, future)


def by_frames(reader: TaskReader, frames: list[PyFrame]) -> str:
    """What the innermost frames of asyncio wait for; "" when they do not tell."""
    said = ""
    for frame in reversed(frames):
        file = module_file(frame.code.filename)
        rule = _RULES.get((file, frame.code.name))
        if rule is not None and (not said or (file, frame.code.name) in _AROUND):
            said = rule(reader, frame, frames) or said
        if "/asyncio/" not in frame.code.filename or (said and frame.code.name == "acquire"):
            break
    return said


def _gathered(reader: TaskReader, future: int) -> str:
    """The future of asyncio.gather: its _children, tasks or plain futures."""
    children = reader.gathered(future)
    if not children:
        return ""
    return f"{_futures(reader, children)} it gathers{_listed(_names(reader, children))}"


def _futures(reader: TaskReader, futures: list[int]) -> str:
    """ "2 tasks", "1 future", "3 tasks and futures", of those that have not finished."""
    pending = [one for one in futures if reader.is_pending(one)]
    tasks = sum(reader.task(one) is not None for one in pending)
    if tasks == len(pending):
        return counted(tasks, "task")
    return counted(len(pending), "future") if not tasks else f"{len(pending):,} tasks and futures"


def _names(reader: TaskReader, futures: list[int]) -> list[str]:
    tasks = map(reader.task, futures)
    return sorted([task.name for task in tasks if task is not None and not task.state])


def _listed(names: list[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(f"'{name}'" for name in names[:_MAX_NAMES])
    return f": {shown}" + ", …" * (len(names) > _MAX_NAMES)


def runner(reader: TaskReader, task: RawTask) -> int | None:
    """The thread that computes what `task` waits for: of an executor, or one of another pool
    (anyio's) that has the future itself among its variables; None when there is none."""
    if not task.waiter or reader.task(task.waiter) is not None:
        return None
    name, callback = _callback(reader, task.waiter)
    if name == _EXECUTOR:
        return future_runners(reader.world).get(_closed_over(reader, callback))
    return reader.workers().get(task.waiter)


def completed_by(reader: TaskReader) -> dict[int, int]:
    """Future of concurrent.futures → the suspended task whose end completes it
    (asyncio.run_coroutine_threadsafe)."""
    found = {}
    for address in reader.suspended:
        name, callback = _callback(reader, address)
        if name == _COMPLETES:
            found[_closed_over(reader, callback)] = address
    return found


def _by_callback(reader: TaskReader, future: int) -> str:
    """A future whose first callback tells where it comes from: run_in_executor, wrap_future
    (asyncio.futures._chain_future), asyncio.shield."""
    name, callback = _callback(reader, future)
    if name == _EXECUTOR:
        return _executor(reader, callback)
    if name == "_outer_done_callback":
        return "a shielded future"
    return "a future"


def _callback(reader: TaskReader, future: int) -> tuple[str, int]:
    """(name, function) of the first callback of a future; ("", 0) when it has none."""
    objects = reader.reader
    callback = 0
    if objects.is_a(future, "_asyncio.Future"):
        at = reader.world.runtime.offsets["FutureObj"]["fut_callback0"]
        callback = objects.word(future + at)
    else:  # of a future in Python: pairs (callback, context)
        callbacks = objects.items(objects.attribute(future, "_callbacks"), 1)
        callback = next(iter(objects.items(callbacks[0], 1)), 0) if callbacks else 0
    return (reader.function_name(callback) if callback else "", callback)


def _closed_over(reader: TaskReader, function: int) -> int:
    """The concurrent future in the callback's closure; 0 when there is none."""
    objects, structs = reader.reader, reader.world.runtime.offsets
    for cell in objects.cells(function, _MAX_CELLS):
        inner = objects.word(cell + structs["PyCellObject"]["ob_ref"])
        if objects.is_a(inner, "concurrent.futures._base.Future"):
            return inner
    return 0


def _executor(reader: TaskReader, function: int) -> str:
    """The concurrent future in the callback's closure, and the thread that computes it."""
    inner = _closed_over(reader, function)
    tid = future_runners(reader.world).get(inner)
    if tid is not None:
        return f"a call in an executor, which runs in thread {tid}"
    state = reader.reader.text(reader.reader.attribute(inner, "_state")).lower() if inner else ""
    return f"a call in an executor ({state})" if state else "a call in an executor"


# --- frames of asyncio ---


def _sleep(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    delay = reader.reader.number(reader.world.names.variables(frame).get("delay", 0))
    return f"asyncio.sleep({delay:g})" if delay is not None else "asyncio.sleep()"


def _self_name(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> tuple[str, str]:
    """(what the user's own frames call `self` of this frame, or "", its type without module)."""
    address = reader.world.names.variables(frame).get("self", 0)
    info = reader.reader.type(address)
    outer = [one for one in reversed(frames) if reader.world.is_mine(one)]
    name = reader.world.names.of(address, outer) if address else ""
    return name, f"asyncio.{info.short_name}" if info is not None else "object"


def _primitive(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    """Lock, Semaphore: acquire; Event, Condition, Barrier: wait."""
    name, kind = _self_name(reader, frame, frames)
    return f"{name} ({kind})" if name else f"an {kind}"


def _queue(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    name, kind = _self_name(reader, frame, frames)
    address = reader.world.names.variables(frame).get("self", 0)
    size = reader.reader.size(reader.reader.attribute(address, "_queue"))
    held = "" if size is None else f", {counted(size, 'item')}"
    return f"{name or kind}.{frame.code.name}() ({kind}{held})"


def _wait(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    """asyncio.wait: the set fs of futures."""
    variables = reader.world.names.variables(frame)
    futures = reader.reader.items(variables.get("fs", 0), _MAX_CHILDREN)
    shown = _listed(_names(reader, futures))
    return f"{_futures(reader, futures)} in asyncio.wait{shown}"


def _wait_for(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    """asyncio.wait_for, up to 3.11: the task of its own that it made, `fut`."""
    task = reader.task(reader.world.names.variables(frame).get("fut", 0))
    return f"task '{task.name}' in asyncio.wait_for" if task is not None else "asyncio.wait_for()"


def _task_group(reader: TaskReader, frame: PyFrame, frames: list[PyFrame]) -> str:
    address = reader.world.names.variables(frame).get("self", 0)
    members = reader.reader.items(reader.reader.attribute(address, "_tasks"), _MAX_CHILDREN)
    names = [task.name for task in map(reader.task, members) if task is not None and not task.state]
    return f"{counted(len(names), 'task')} of its task group{_listed(sorted(names))}"


def _said(text: str) -> Rule:
    return lambda reader, frame, frames: text


_AROUND = frozenset(
    (("asyncio/queues.py", "join"), ("asyncio/locks.py", "wait"), ("asyncio/tasks.py", "wait"))
)
"""Frames that say more than those inside of them: Queue.join waits for an Event, Barrier.wait for a
Condition."""
_RULES: dict[tuple[str, str], Rule] = {
    ("asyncio/tasks.py", "sleep"): _sleep,
    ("asyncio/tasks.py", "_wait"): _wait,
    ("asyncio/tasks.py", "wait"): _wait,
    ("asyncio/tasks.py", "wait_for"): _wait_for,
    ("asyncio/tasks.py", "_cancel_and_wait"): _said("a task that it has cancelled"),
    ("asyncio/locks.py", "acquire"): _primitive,
    ("asyncio/locks.py", "wait"): _primitive,
    ("asyncio/queues.py", "get"): _queue,
    ("asyncio/queues.py", "put"): _queue,
    ("asyncio/queues.py", "join"): _queue,
    **dict.fromkeys(TASK_GROUPS, _task_group),
    ("asyncio/streams.py", "_wait_for_data"): _said("data from a stream"),
    ("asyncio/streams.py", "drain"): _said("a stream to be written out"),
    ("asyncio/streams.py", "_drain_helper"): _said("a stream to be written out"),
    ("asyncio/streams.py", "wait_closed"): _said("a stream to close"),
    ("asyncio/base_subprocess.py", "_wait"): _said("a child process"),
    ("asyncio/base_events.py", "serve_forever"): _said("connections to its server"),
    ("asyncio/base_events.py", "wait_closed"): _said("its server to close"),
    ("asyncio/selector_events.py", "sock_recv"): _said("data from a socket"),
    ("asyncio/selector_events.py", "sock_recv_into"): _said("data from a socket"),
    ("asyncio/selector_events.py", "sock_recvfrom"): _said("data from a socket"),
    ("asyncio/selector_events.py", "sock_sendall"): _said("a socket to send"),
    ("asyncio/selector_events.py", "sock_accept"): _said("a connection"),
    ("asyncio/selector_events.py", "sock_connect"): _said("a connection"),
}
