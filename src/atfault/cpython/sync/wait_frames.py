"""Frames of the standard library that wait, and what for.

A thread in `q.get()` sits in a lock that nobody else knows. What it waits for is the queue, and
that is in the frames around it:

    threading.py  Condition.wait    waiter.acquire()      a private lock
    queue.py      Queue.get         self.not_empty.wait()
    pay.py        work              item = q.get()        ← waits for the queue q

From the innermost frame outward, each frame that this table knows says what it waits for; the
outermost one counts, as long as nothing unknown lies between.
"""

from collections.abc import Callable
from typing import NamedTuple

from atfault.cpython.sync import trio_tasks
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.counts import counted
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import ChannelFacts, FutureFacts, LoopFacts, Resource, ResourceKind

Rule = Callable[["World", "ThreadView", "PyFrame", dict[str, int]], "Awaited | None"]

_MAX_DEPTH = 24
_POOL = "concurrent/futures/thread.py"
_MAX_FUTURES = 10_000
_MAX_COMMAND = 80
_PLAIN_ARGUMENTS = {"acquire": 0, "wait": 0, "get": 0, "put": 1, "join": 0}
"""Method of a manager's object that waits → how many arguments it has when it waits without end."""


class Awaited(NamedTuple):
    """What one frame waits for."""

    resource: Resource | None
    """None: this frame only passes on the waiting of an inner one."""
    inner: int = 0
    """Address of the lock that guards the object: a thread that waits for that one has not begun
    to wait for the object, or has been woken."""
    timeout: bool | None = None
    target_tid: int | None = None
    target_pid: int | None = None
    frame_index: int = 0
    """Of the frame, in the thread's frames."""
    operation: str = ""
    is_idle: bool = False
    """It is a pool's worker that waits for work."""


PASS = Awaited(None)


def explain(world: World, view: ThreadView) -> list[Awaited]:
    """What the thread's innermost frames wait for, innermost first; frames that only pass on are
    left out. [] when the innermost frame is not one that is known to wait."""
    found = []
    for index, frame in enumerate(view.frames[:_MAX_DEPTH]):
        rule = _RULES.get((module_file(frame.code.filename), frame.code.name))
        if rule is None or view.is_mine(frame):
            break
        awaited = rule(world, view, frame, world.names.variables(frame))
        if awaited is None:
            break
        if awaited.resource is not None:
            found.append(awaited._replace(frame_index=index))
    return found


def timeout_of(world: World, variables: dict[str, int], name: str = "timeout") -> bool | None:
    """Whether a wait with this argument ends by itself; None when there is no such argument."""
    address = variables.get(name, 0)
    if not address:
        return None
    if world.reader.is_none(address):
        return False
    number = world.reader.number(address)
    return None if number is None else number >= 0


def _of_self(
    world: World, view: ThreadView, variables: dict[str, int], operation: str = ""
) -> Awaited | None:
    """The object `self`, if it is one that LockReader knows."""
    address = variables.get("self", 0)
    state = world.locks.state(address)
    if state is None:
        return None
    resource = world.locks.resource(state, world.name(address, view))
    return Awaited(
        resource,
        state.inner,
        timeout_of(world, variables),
        world.owner_of(state),
        operation=operation,
    )


def _wait(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    return _of_self(world, view, variables, frame.code.name)


def _pass(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    return PASS


def _acquire(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """acquire of Semaphore and of the RLock in Python."""
    return _of_self(world, view, variables)


def _join_thread(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    address = variables.get("self", 0)
    if not world.reader.is_a(address, "threading.Thread"):
        return None
    return Awaited(
        thread_resource(world, view, address),
        0,
        timeout_of(world, variables),
        world.tid_of(world.reader.integer_of(address, "_ident") or 0),
    )


def thread_resource(world: World, view: ThreadView, address: int) -> Resource:
    """The threading.Thread object at `address`."""
    reader = world.reader
    ident = reader.integer_of(address, "_ident") or 0
    name = reader.text(reader.attribute(address, "_name"))
    tid = world.tid_of(ident)
    key = f"thread:{tid}" if tid is not None else f"thread:{ident:#x}@{world.pid}"
    shown = f'thread "{name}"' if name else f"a thread at {address:#x}"
    detail = "" if tid is not None else "it is not running"
    return Resource("thread", key, shown, address, world.pid, detail)


def _future(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    awaited = _of_self(world, view, variables)
    if awaited is None:
        return None
    tid = future_runners(world).get(variables["self"])
    return awaited._replace(target_tid=tid)


def future_runners(world: World) -> dict[int, int]:
    """Future → the thread of this process that computes it (concurrent/futures/thread.py)."""
    if world.future_runners is not None:
        return world.future_runners
    found = world.future_runners = {}
    for view in world.views.values():
        for frame in view.frames:
            if frame.code.name == "run" and module_file(frame.code.filename) == _POOL:
                item = world.names.variables(frame).get("self", 0)
                future = world.reader.path(item, "future")
                if future:
                    found[future] = view.tid
    return found


def _futures(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """concurrent.futures.wait and as_completed: several at once."""
    reader = world.reader
    collection = variables.get("pending") or variables.get("fs", 0)
    futures = reader.items(collection, _MAX_FUTURES)
    pending = [
        future
        for future in futures
        if reader.text(reader.attribute(future, "_state")) in ("PENDING", "RUNNING")
    ]
    address = pending[0] if pending else 0
    name = f"{len(pending)} future" + "s" * (len(pending) != 1)
    resource = Resource(
        "future",
        f"future:{address:#x}@{world.pid}",
        name,
        address,
        world.pid,
        future=FutureFacts(pending=len(pending)),
    )
    runner = future_runners(world).get(address) if len(pending) == 1 else None
    return Awaited(resource, 0, timeout_of(world, variables), runner)


def _pool_result(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """multiprocessing.pool.ApplyResult (and MapResult): get, wait; IMapIterator: next."""
    address = variables.get("self", 0)
    info = world.reader.type(address)
    if info is None:
        return None
    left = world.reader.integer_of(address, "_number_left")
    detail = "" if left is None else f"{counted(left, 'chunk')} to come"
    return Awaited(
        _object(
            world, view, "future", address, f"a multiprocessing {info.short_name}", detail
        )._replace(future=FutureFacts(chunks_left=left)),
        0,
        timeout_of(world, variables),
    )


def _object(
    world: World, view: ThreadView, kind: ResourceKind, address: int, what: str, detail: str = ""
) -> Resource:
    name = world.name(address, view) or f"{what} at {address:#x}"
    return Resource(kind, f"{kind}:{address:#x}@{world.pid}", name, address, world.pid, detail)


def _worker(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """A thread of a ThreadPoolExecutor that waits for work."""
    state = world.locks.state(variables.get("work_queue", 0))
    if state is None:
        return None
    resource = world.locks.resource(state, "work for the thread pool")
    return Awaited(resource, 0, False, is_idle=True)


def process_resource(world: World, pid: int, what: str, detail: str = "") -> Resource:
    return Resource("process", f"process:{pid}", f"{what} {pid}", 0, world.pid, detail)


def _popen(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """subprocess.Popen: wait, communicate and what they call."""
    address = variables.get("self", 0)
    pid = world.reader.integer_of(address, "pid") if address else None
    if pid is None:
        return None
    command = _command(world, world.reader.attribute(address, "args"))
    resource = process_resource(world, pid, "child process", command)
    return Awaited(resource, 0, timeout_of(world, variables), None, pid)


def _command(world: World, address: int) -> str:
    """subprocess's args for people: a str, or the words of a list."""
    reader = world.reader
    text = reader.text(address, _MAX_COMMAND + 1)
    if text:
        return shortened(text, _MAX_COMMAND)
    words = [reader.text(item, _MAX_COMMAND + 1) for item in reader.items(address, 8)]
    return shortened(" ".join(words), _MAX_COMMAND)


def _join_process(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    address = variables.get("self", 0)
    reader = world.reader
    pid = reader.integer(reader.path(address, "_popen", "pid"))
    if pid is None:
        return None
    name = reader.text(reader.attribute(address, "_name"))
    resource = process_resource(world, pid, f'process "{name}"' if name else "child process")
    return Awaited(resource, 0, timeout_of(world, variables), None, pid)


def _process_queue(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """multiprocessing.queues: Queue and JoinableQueue, and SimpleQueue."""
    awaited = _of_self(world, view, variables, frame.code.name)
    address = variables.get("self", 0)
    if awaited is not None or not address:
        return awaited
    resource = _object(world, view, "queue", address, "a multiprocessing.SimpleQueue")
    return Awaited(resource, 0, timeout_of(world, variables), operation=frame.code.name)


def _connection(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    address = variables.get("self", 0)
    handle = world.reader.integer_of(address, "_handle") if address else None
    if handle is None:
        return PASS
    resource = _object(world, view, "pipe", address, "a multiprocessing Connection")
    operation = "send" if "send" in frame.code.name else "recv"
    return Awaited(
        resource._replace(
            key=f"fd:{handle}@{world.pid}",
            detail=f"file descriptor {handle}",
            channel=ChannelFacts(handle),
        ),
        0,
        timeout_of(world, variables) if "timeout" in variables else False,
        operation=operation,
    )


def _sem_lock(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """multiprocessing.synchronize: Lock, RLock, Semaphore (__enter__); Condition, Event (wait)."""
    awaited = _of_self(world, view, variables)
    if awaited is not None:
        return awaited
    address = variables.get("self", 0)
    info = world.reader.type(address)
    kind: ResourceKind
    if info is None or info.short_name not in ("Condition", "Event", "Barrier"):
        return PASS
    kind = {"Condition": "condition", "Event": "event"}.get(info.short_name, "barrier")  # type: ignore[assignment]
    resource = _object(world, view, kind, address, f"a multiprocessing.{info.short_name}")
    return Awaited(resource, 0, timeout_of(world, variables))


def _event_loop(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    address = variables.get("self", 0)
    timers = world.reader.size(world.reader.attribute(address, "_scheduled"))
    if timers == 1 and world.reader.integer_of(address, "_executor_shutdown_called"):
        # The limit of asyncio.run (3.12) for the threads of its executor: exit waits for these as
        # well, and without any.
        timers = 0
    facts = LoopFacts()
    # Of a loop of selectors: what it watches besides the socket by which threads wake it.
    watched = world.reader.size(world.reader.path(address, "_selector", "_fd_to_key"))
    own = world.reader.integer_of(address, "_internal_fds")
    if watched is not None and own is not None and watched >= own:
        facts = LoopFacts(watched - own)
    resource = Resource(
        "fd",
        f"event-loop:{address:#x}@{world.pid}",
        "events of its asyncio loop",
        address,
        world.pid,
        "" if timers is None else f"{timers} timer" + "s" * (timers != 1),
        loop=facts,
    )
    return Awaited(resource, 0, bool(timers) if timers is not None else None)


def _trio_loop(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """trio._core._io_epoll.EpollIOManager.get_events."""
    runner = trio_tasks.runner_of(world, view.frames)
    if not runner:
        return None
    timers = trio_tasks.timers(world, runner)
    resource = Resource(
        "fd",
        f"event-loop:{runner:#x}@{world.pid}",
        "events of its trio loop",
        runner,
        world.pid,
        "" if timers is None else counted(timers, "timer"),
        loop=trio_tasks.loop_facts(world, variables.get("self", 0)),
    )
    return Awaited(resource, 0, bool(timers) if timers is not None else None)


def _import_lock(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    return _of_self(world, view, variables) or PASS


def _socket(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    address = variables.get("self", 0)
    if world.reader.is_a(address, "socket.SocketIO"):
        address = world.reader.attribute(address, "_sock")
    return socket_wait(world, view, address, frame.code.name)


def socket_wait(world: World, view: ThreadView, address: int, operation: str) -> Awaited | None:
    """A socket object (Modules/socketmodule.h) that a thread reads, writes or accepts from."""
    fd = world.reader.descriptor(address)
    if fd is None:
        return None
    resource = _object(world, view, "socket", address, "a socket")._replace(
        key=f"fd:{fd}@{world.pid}", channel=ChannelFacts(fd)
    )
    return Awaited(resource, operation=operation)


_RULES: dict[tuple[str, str], Rule] = {}


def _rules(file: str, names: str, rule: Rule) -> None:
    for name in names.split():
        _RULES[file, name] = rule


_rules("threading.py", "wait", _wait)
_rules("threading.py", "acquire", _acquire)
_rules("threading.py", "wait_for _wait _enter __enter__ _acquire_restore", _pass)
_rules("threading.py", "join", _join_thread)


def _managed(
    world: World, view: ThreadView, frame: PyFrame, variables: dict[str, int]
) -> Awaited | None:
    """multiprocessing.managers.BaseProxy._callmethod: a call in the manager's process waits."""
    reader, proxy = world.reader, variables.get("self", 0)
    method = reader.text(variables.get("methodname", 0))
    state = world.locks.state(proxy)
    if state is None or not state.shared_name or method not in _PLAIN_ARGUMENTS:
        return None
    if state.kind == "condition" and method == "acquire":
        state = state._replace(kind="lock")
    arguments = reader.items(variables.get("args", 0), 4)
    keywords = reader.size(variables.get("kwds", 0))
    ends = _call_ends(world, method, arguments, keywords)
    resource = world.locks.resource(state, world.name(proxy, view))
    return Awaited(resource, 0, ends, operation=method if state.kind == "queue" else "")


def _call_ends(world: World, method: str, arguments: list[int], keywords: int | None) -> bool:
    """Whether the call may end by itself: by a timeout, or for arguments not understood."""
    reader = world.reader
    more = arguments[_PLAIN_ARGUMENTS[method] :]
    if keywords != 0 or len(more) > 2:
        return True
    if method == "wait":
        return not all(map(reader.is_none, more))
    blocking, timeout = more[:1], more[1:]
    return any(reader.integer(one) != 1 for one in blocking) or not all(
        map(reader.is_none, timeout)
    )


_rules("threading.py", "_wait_for_tstate_lock _shutdown", _pass)
_rules("queue.py", "get put join", _wait)
_rules("concurrent/futures/_base.py", "result exception", _future)
_rules("concurrent/futures/_base.py", "wait as_completed", _futures)
_rules("concurrent/futures/_base.py", "_result_or_cancel result_iterator __exit__", _pass)
_rules("concurrent/futures/thread.py", "_worker", _worker)
_rules("concurrent/futures/thread.py", "shutdown _python_exit", _pass)
_rules("concurrent/futures/process.py", "shutdown _chain_from_iterable_of_lists", _pass)
_rules("multiprocessing/pool.py", "get wait next", _pool_result)
_rules("multiprocessing/pool.py", "map starmap apply", _pass)
_rules("multiprocessing/process.py", "join", _join_process)
_rules("multiprocessing/popen_fork.py", "wait poll", _pass)
_rules("multiprocessing/popen_forkserver.py", "wait poll", _pass)
_rules("multiprocessing/queues.py", "get put", _process_queue)
_rules("multiprocessing/queues.py", "_recv _send", _pass)
_rules(
    "multiprocessing/connection.py",
    "recv recv_bytes _recv_bytes _recv send send_bytes _send_bytes _send poll _poll wait",
    _connection,
)
_rules("multiprocessing/synchronize.py", "__enter__ wait acquire wait_for", _sem_lock)
_rules("multiprocessing/managers.py", "_callmethod", _managed)
_rules("multiprocessing/managers.py", "acquire __enter__ wait", _pass)
_rules("subprocess.py", "wait _wait _try_wait communicate _communicate", _popen)
_rules(
    "subprocess.py",
    "run call check_call check_output getoutput getstatusoutput __exit__",
    _pass,
)
_rules("selectors.py", "select", _pass)
_rules("asyncio/base_events.py", "_run_once", _event_loop)
_rules("asyncio/base_events.py", "run_forever run_until_complete", _pass)
_rules("asyncio/runners.py", "run", _pass)
_rules("trio/_core/_io_epoll.py", "get_events", _trio_loop)
_rules("trio/_core/_run.py", "unrolled_run run", _pass)
_rules("<frozen importlib._bootstrap>", "acquire", _import_lock)
_rules(
    "<frozen importlib._bootstrap>",
    "__enter__ _find_and_load _lock_unlock_module _find_and_load_unlocked _handle_fromlist"
    " _gcd_import _call_with_frames_removed",
    _pass,
)
_rules("socket.py", "accept readinto write", _socket)
_rules("ssl.py", "read recv recv_into send sendall write do_handshake", _socket)
