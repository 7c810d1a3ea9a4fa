"""Frames of the standard library that wait, and what for.

A thread in `q.get()` sits in a lock that nobody else knows. What it waits for is the queue, and
that is in the frames around it:

    threading.py  Condition.wait    waiter.acquire()      a private lock
    queue.py      Queue.get         self.not_empty.wait()
    pay.py        work              item = q.get()        ← waits for the queue q

From the innermost frame outward, each frame that this table knows says what it waits for; the
outermost one counts, as long as nothing unknown lies between.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from atfault.cpython.sync import trio_tasks
from atfault.cpython.sync.loop_timers import timers_of
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.counts import counted
from atfault.model.family import brief_command
from atfault.model.places import Place
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import ChannelFacts, FutureFacts, LoopFacts, Resource, ResourceKind

_MAX_DEPTH = 24
_MAX_FUTURES = 10_000
_MAX_COMMAND = 80
_MAX_WORD = 500
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
    operation: str = ""
    is_idle: bool = False
    """It is a pool's worker that waits for work."""


PASS = Awaited(None)


def explain(world: World, view: ThreadView) -> list[Awaited]:
    """What the thread's innermost frames wait for, innermost first; frames that only pass on are
    left out. [] when the innermost frame is not one that is known to wait."""
    found = []
    for frame in view.frames[:_MAX_DEPTH]:
        rule = _RULES.get((module_file(frame.code.filename), frame.code.name))
        if rule is None or view.is_mine(frame):
            break
        awaited = rule(_Frame(world, view, frame, world.names.variables(frame)))
        if awaited is None:
            break
        if awaited.resource is not None:
            found.append(awaited)
    return found


class _Frame(NamedTuple):
    """One of the frames, with what its variables stand for."""

    world: World
    view: ThreadView
    frame: PyFrame
    variables: dict[str, int]

    @property
    def name(self) -> str:
        """Of its function."""
        return self.frame.code.name

    @property
    def owner(self) -> int:
        """Address of its `self`; 0 for none."""
        return self.variables.get("self", 0)

    def ends(self) -> bool | None:
        """Whether a wait with its argument `timeout` ends by itself; None when there is none."""
        return self.world.ends(self.variables.get("timeout", 0))

    def awaits_self(self, operation: str = "") -> Awaited | None:
        """Its `self`, if that is an object that LockReader knows."""
        world, state = self.world, self.world.locks.state(self.owner)
        if state is None:
            return None
        resource = world.locks.resource(state, world.name(self.owner, self.view))
        owner = world.owner_of(state)
        return Awaited(resource, state.inner, self.ends(), owner, operation=operation)


Rule = Callable[[_Frame], Awaited | None]


def _wait(at: _Frame) -> Awaited | None:
    return at.awaits_self(at.name)


def _pass(at: _Frame) -> Awaited | None:
    return PASS


def _acquire(at: _Frame) -> Awaited | None:
    """acquire of Semaphore and of the RLock in Python."""
    return at.awaits_self()


def _join_thread(at: _Frame) -> Awaited | None:
    world = at.world
    if not world.reader.is_a(at.owner, "threading.Thread"):
        return None
    tid = world.tid_of(world.reader.integer_of(at.owner, "_ident") or 0)
    return Awaited(thread_resource(world, at.owner), 0, at.ends(), tid)


def thread_resource(world: World, address: int) -> Resource:
    """The threading.Thread object at `address`."""
    reader = world.reader
    ident = reader.integer_of(address, "_ident") or 0
    name = reader.text(reader.attribute(address, "_name"))
    tid = world.tid_of(ident)
    key = f"thread:{tid}" if tid is not None else f"thread:{ident:#x}@{world.pid}"
    shown = f'thread "{name}"' if name else f"a thread at {address:#x}"
    detail = "" if tid is not None else "it is not running"
    return Resource("thread", key, shown, address, world.pid, detail)


def _future(at: _Frame) -> Awaited | None:
    awaited = at.awaits_self()
    if awaited is None:
        return None
    return awaited._replace(target_tid=at.world.future_runners.get(at.owner))


def _futures(at: _Frame) -> Awaited | None:
    """concurrent.futures.wait and as_completed: several at once."""
    world, reader = at.world, at.world.reader
    collection = at.variables.get("pending") or at.variables.get("fs", 0)
    states = {
        future: reader.text(reader.attribute(future, "_state"))
        for future in reader.items(collection, _MAX_FUTURES)
    }
    pending = [future for future, state in states.items() if state in ("PENDING", "RUNNING")]
    is_begun = any(states[future] == "RUNNING" for future in pending)
    address = pending[0] if pending else 0
    key, name = f"future:{address:#x}@{world.pid}", counted(len(pending), "future")
    state = "" if is_begun or not pending else "PENDING"
    facts = FutureFacts(state, len(pending), tuple(pending))
    resource = Resource("future", key, name, address, world.pid, future=facts)
    runner = world.future_runners.get(address) if len(pending) == 1 else None
    return Awaited(resource, 0, at.ends(), runner)


def _pool_result(at: _Frame) -> Awaited | None:
    """multiprocessing.pool.ApplyResult (and MapResult): get, wait; IMapIterator: next."""
    reader = at.world.reader
    info = reader.type(at.owner)
    if info is None:
        return None
    known = reader.attributes(at.owner)
    left = reader.integer_of(at.owner, "_number_left")
    detail = "" if left is None else f"{counted(left, 'chunk')} to come"
    result = _object(at, "future", f"a multiprocessing {info.short_name}", detail)
    target = at.world.result_takers.get(known.get("_cache", 0))
    has_come = left == 0 if left is not None else "_value" in known
    failed_in = _callback(at.world, known) if has_come and target is None else None
    facts = FutureFacts(chunks_left=left, taken_in=target is not None, failed_in=failed_in)
    return Awaited(result._replace(future=facts), 0, at.ends(), target)


def _callback(world: World, result: Mapping[str, int]) -> Place | None:
    """Of the result of a pool that has come (multiprocessing/pool.py, `_set`): called before the
    event is set. One that raises KeyError is passed over there, any other ends the thread.
    result: its attributes."""
    succeeded = world.reader.number(result.get("_success", 0)) == 1
    callback = result.get("_callback" if succeeded else "_error_callback", 0)
    code = world.code_of(callback) if callback else None
    if code is None:
        return None
    return Place(code.info.filename, code.info.first_line, code.info.qualname)


def _object(at: _Frame, kind: ResourceKind, what: str, detail: str = "") -> Resource:
    """The frame's `self`, by its name."""
    return _named(at.world, at.view, kind, at.owner, what, detail)


def _named(
    world: World, view: ThreadView, kind: ResourceKind, address: int, what: str, detail: str = ""
) -> Resource:
    name = world.name(address, view) or f"{what} at {address:#x}"
    return Resource(kind, f"{kind}:{address:#x}@{world.pid}", name, address, world.pid, detail)


def _worker(at: _Frame) -> Awaited | None:
    """A thread of a ThreadPoolExecutor that waits for work."""
    state = at.world.locks.state(at.variables.get("work_queue", 0))
    if state is None:
        return None
    resource = at.world.locks.resource(state, "work for the thread pool")
    return Awaited(resource, 0, False, is_idle=True)


def process_resource(world: World, pid: int, what: str, detail: str = "") -> Resource:
    return Resource("process", f"process:{pid}", f"{what} {pid}", 0, world.pid, detail)


def _popen(at: _Frame) -> Awaited | None:
    """subprocess.Popen: wait, communicate and what they call."""
    reader = at.world.reader
    pid = reader.integer_of(at.owner, "pid") if at.owner else None
    if pid is None:
        return None
    command = _command(at.world, reader.attribute(at.owner, "args"))
    return Awaited(
        process_resource(at.world, pid, "child process", command), 0, at.ends(), None, pid
    )


def _command(world: World, address: int) -> str:
    """subprocess's args for people: a str, or the words of a list."""
    reader = world.reader
    if reader.memory.without_text:
        return ""
    text = reader.text(address, _MAX_COMMAND + 1)
    if text:
        return shortened(text, _MAX_COMMAND)
    words = [reader.text(item, _MAX_WORD) for item in reader.items(address, 8)]
    return brief_command(words, _MAX_COMMAND)


def _join_process(at: _Frame) -> Awaited | None:
    reader = at.world.reader
    pid = reader.integer(reader.path(at.owner, "_popen", "pid"))
    if pid is None:
        return None
    name = reader.text(reader.attribute(at.owner, "_name"))
    resource = process_resource(at.world, pid, f'process "{name}"' if name else "child process")
    return Awaited(resource, 0, at.ends(), None, pid)


def _process_queue(at: _Frame) -> Awaited | None:
    """multiprocessing.queues: Queue and JoinableQueue, and SimpleQueue."""
    awaited = at.awaits_self(at.name)
    if awaited is not None or not at.owner:
        return awaited
    resource = _object(at, "queue", "a multiprocessing.SimpleQueue")
    return Awaited(resource, 0, at.ends(), operation=at.name)


def _connection(at: _Frame) -> Awaited | None:
    handle = at.world.reader.integer_of(at.owner, "_handle") if at.owner else None
    if handle is None:
        return PASS
    resource = _object(
        at, "pipe", "a multiprocessing Connection", f"file descriptor {handle}"
    )._replace(key=f"fd:{handle}@{at.world.pid}", channel=ChannelFacts(handle))
    ends = at.ends() if "timeout" in at.variables else False
    return Awaited(resource, 0, ends, operation="send" if "send" in at.name else "recv")


_SHARED: dict[str, ResourceKind] = {
    "Condition": "condition",
    "Event": "event",
    "Barrier": "barrier",
}


def _sem_lock(at: _Frame) -> Awaited | None:
    """multiprocessing.synchronize: Lock, RLock, Semaphore (__enter__); Condition, Event (wait)."""
    awaited = at.awaits_self()
    if awaited is not None:
        return awaited
    info = at.world.reader.type(at.owner)
    kind = _SHARED.get(info.short_name) if info is not None else None
    if info is None or kind is None:
        return PASS
    return Awaited(_object(at, kind, f"a multiprocessing.{info.short_name}"), 0, at.ends())


def _event_loop(at: _Frame) -> Awaited | None:
    reader = at.world.reader
    timers = reader.size(reader.attribute(at.owner, "_scheduled"))
    if timers and not any(not one.keeps_house for one in timers_of(at.world, at.owner)):
        timers = 0
    if timers == 1 and reader.integer_of(at.owner, "_executor_shutdown_called"):
        # The limit of asyncio.run (3.12) for the threads of its executor: exit waits for these as
        # well, and without any.
        timers = 0
    facts = LoopFacts(clock=_replaced_clock(at))
    # Of a loop of selectors: what it watches besides the socket by which threads wake it.
    watched = reader.size(reader.path(at.owner, "_selector", "_fd_to_key"))
    own = reader.integer_of(at.owner, "_internal_fds")
    if watched is not None and own is not None and watched >= own:
        facts = facts._replace(watched=watched - own)
    awaited = _loop(at.world, at.owner, "events of its asyncio loop", timers, facts)
    return awaited._replace(timeout=False) if facts.clock else awaited


def _replaced_clock(at: _Frame) -> str:
    """What a test has put in place of time.monotonic: its timers come when that says so."""
    reader = at.world.reader
    module = at.world.names.namespace_of(at.frame).get("time", 0)
    clock = reader.attribute(module, "monotonic")
    if not clock or reader.is_a(clock, "builtin_function_or_method"):
        return ""
    return reader.function_name(clock) or reader.type_name(clock)


def _trio_loop(at: _Frame) -> Awaited | None:
    """trio._core._io_epoll.EpollIOManager.get_events."""
    runner = trio_tasks.runner_of(at.world, at.view.frames)
    if not runner:
        return None
    timers, facts = trio_tasks.timers(at.world, runner), trio_tasks.loop_facts(at.world, at.owner)
    return _loop(at.world, runner, "events of its trio loop", timers, facts)


def _loop(world: World, address: int, name: str, timers: int | None, facts: LoopFacts) -> Awaited:
    detail = "" if timers is None else counted(timers, "timer")
    key = f"event-loop:{address:#x}@{world.pid}"
    resource = Resource("fd", key, name, address, world.pid, detail, loop=facts)
    return Awaited(resource, 0, bool(timers) if timers is not None else None)


def _import_lock(at: _Frame) -> Awaited | None:
    return at.awaits_self() or PASS


def _socket(at: _Frame) -> Awaited | None:
    address = at.owner
    if at.world.reader.is_a(address, "socket.SocketIO"):
        address = at.world.reader.attribute(address, "_sock")
    return socket_wait(at.world, at.view, address, at.name)


def socket_wait(world: World, view: ThreadView, address: int, operation: str) -> Awaited | None:
    """A socket object (Modules/socketmodule.h) that a thread reads, writes or accepts from."""
    fd = world.reader.descriptor(address)
    if fd is None:
        return None
    resource = _named(world, view, "socket", address, "a socket")._replace(
        key=f"fd:{fd}@{world.pid}", channel=ChannelFacts(fd)
    )
    return Awaited(resource, operation=operation)


def _managed(at: _Frame) -> Awaited | None:
    """multiprocessing.managers.BaseProxy._callmethod: a call in the manager's process waits."""
    world, reader = at.world, at.world.reader
    method = reader.text(at.variables.get("methodname", 0))
    state = world.locks.state(at.owner)
    if state is None or not state.shared_name or method not in _PLAIN_ARGUMENTS:
        return None
    if state.kind == "condition" and method == "acquire":
        state = state._replace(kind="lock")
    arguments = reader.items(at.variables.get("args", 0), 4)
    keywords = reader.size(at.variables.get("kwds", 0))
    ends = _call_ends(world, method, arguments, keywords)
    resource = world.locks.resource(state, world.name(at.owner, at.view))
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


_RULES: dict[tuple[str, str], Rule] = {}


def _rules(file: str, names: str, rule: Rule) -> None:
    for name in names.split():
        _RULES[file, name] = rule


_rules("threading.py", "wait", _wait)
_rules("threading.py", "acquire", _acquire)
_rules("threading.py", "wait_for _wait _enter __enter__ _acquire_restore", _pass)
_rules("threading.py", "join", _join_thread)
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
_rules("multiprocessing/queues.py", "get put join", _process_queue)
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
