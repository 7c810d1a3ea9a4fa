"""What tasks of asyncio hold, and what they wait for: locks, queues, other tasks.

    pay("x")     async with a:            holds a: the frame is inside of `async with a`
                     async with b:        waits for b: it awaits Lock.acquire, self is b
    asyncio      Lock.__aenter__
                 Lock.acquire             fut_waiter → a Future of b._waiters

A lock of asyncio does not name its owner, as one of threading does not; the block information of
the suspended coroutine tells who is inside, and who has awaited `lock.acquire()` (`inside`).

A wait ends by itself where the task, or one that waits for it, is inside of `asyncio.timeout`,
`wait_for` or a cancel scope with a deadline: the timer cancels it.

Sources: Lib/asyncio/locks.py, queues.py, tasks.py, timeouts.py, taskgroups.py; anyio.

The two ends of a connection that a program of asyncio makes to itself:

    client   await self.reader.readline()    StreamReader._transport  A, to …:4711 from …:60024
    server   await reader.readline()         StreamReader._transport  B, to …:60024 from …:4711

Who reads at A waits for what is written to B, so it waits for whoever has B at hand.

Sources: Lib/asyncio/streams.py, selector_events.py (_SelectorTransport, _extra), transports.py.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from atfault.cpython.sync.handed_out import handed_out
from atfault.cpython.sync.inside import Inside
from atfault.cpython.sync.loop_timers import timers_of
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import RawTask, TaskReader
from atfault.cpython.sync.task_waits import (
    A_CALL,
    A_FUTURE,
    TASK_GROUPS,
    called_by,
    runner,
    shielded_by,
)
from atfault.cpython.sync.unfinished import to_leave
from atfault.model.kinds import BROUGHT, HELD
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame
from atfault.model.waits import DRAIN, ChannelFacts, Place, Resource, TaskHold, TaskWait

_MAX_WATCHED = 1_000
_TRANSPORT = "asyncio.selector_events._SelectorTransport"
_Name = tuple[str | int | None, ...]
_MAX_TASKS = 200_000
_MAX_KNOWN = 1_000
_FOREVER = 1e15
"""Deadlines from there on are none: infinity, or a year that nobody will see."""
_HARMLESS_TIMERS = ("_set_result_unless_cancelled", "_release_waiter", "_on_timeout", "_deliver")
"""Callbacks of asyncio.sleep, wait_for, timeout(), and of anyio's cancel scopes. The last three end
waits that are told by their frames."""


class Streams:
    """The transports that the event loops of a process watch."""

    def __init__(self, world: World, loops: Iterable[int]) -> None:
        self._world = world
        self._reader = world.reader
        self._loops = tuple(loops)

    def awaited(self, frame: PyFrame, name: str) -> Resource | None:
        """What a frame of StreamReader waits for: whoever has the transport at the other end sends
        it. None where that is outside of the process, or is not known. name: of the reader."""
        stream = self._world.names.variables(frame).get("self", 0)
        if not self._reader.is_a(stream, "asyncio.streams.StreamReader"):
            return None
        transport = self._reader.attribute(stream, "_transport")
        own = self._ends(transport)
        found = self._by_ends.get(own[::-1], []) if own is not None else []
        if len(found) != 1:
            return None
        facts = ChannelFacts(self._reader.integer_of(transport, "_sock_fd"))
        key, pid = f"stream:{found[0]:#x}@{self._world.pid}", self._world.pid
        return Resource("stream", key, name, found[0], pid, channel=facts)

    def drained(self, frames: Sequence[PyFrame]) -> Resource | None:
        """What the innermost frames wait for, of StreamWriter.drain(): room to write, where the
        other end waits for that as well until somebody here reads. So it stands for the reader of
        the same connection, or child process; None for other frames."""
        if [one.code.name for one in frames[-2:]] != ["drain", "_drain_helper"]:
            return None
        reader, writer = self._reader, self._world.names.variables(frames[-2]).get("self", 0)
        if not reader.is_a(writer, "asyncio.streams.StreamWriter"):
            return None
        transport = reader.attribute(writer, "_transport")
        found = (reader.integer_of(transport, name) for name in ("_sock_fd", "_fileno"))
        fd = next((one for one in found if one is not None), None)
        own = reader.attribute(writer, "_reader"), reader.path(writer, "_protocol", "stdout")
        back = next((one for one in own if reader.is_a(one, "asyncio.streams.StreamReader")), 0)
        if fd is None or not back:
            return None
        key, pid = f"stream:{transport:#x}@{self._world.pid}", self._world.pid
        name = f"the stream at fd {fd}"
        return Resource("stream", key, name, back, pid, channel=ChannelFacts(fd))

    @cached_property
    def _by_ends(self) -> dict[tuple[_Name, ...], list[int]]:
        """(own address, the other side's) → transports."""
        found: dict[tuple[_Name, ...], list[int]] = {}
        for transport in dict.fromkeys(self._transports()):
            ends = self._ends(transport)
            if ends is not None:
                found.setdefault(ends, []).append(transport)
        return found

    def _transports(self) -> Iterator[int]:
        reader = self._reader
        for loop in self._loops:
            watched = reader.path(loop, "_selector", "_fd_to_key")
            for _, key in reader.dict_items(watched, _MAX_WATCHED):
                data = next(iter(reader.items(key, 4)[3:]), 0)
                for handle in reader.items(data, 2):
                    bound = reader.bound_to(reader.attribute(handle, "_callback"))
                    if reader.is_a(bound, _TRANSPORT):
                        yield bound

    def _ends(self, transport: int) -> tuple[_Name, ...] | None:
        """Its own address and the other side's; None for what has none, such as a local socket."""
        reader = self._reader
        extra = reader.dict_items(reader.attribute(transport, "_extra"), _MAX_WATCHED)
        named = {reader.text(key): value for key, value in extra}
        ends = tuple([self._name(named.get(name, 0)) for name in ("sockname", "peername")])
        return ends if all(ends) else None

    def _name(self, address: int) -> _Name:
        """("127.0.0.1", 4711) of such a tuple; () for anything else."""
        parts = self._reader.items(address, 4)
        return tuple([self._reader.text(one) or self._reader.integer(one) for one in parts])


def _is_library(frame: PyFrame) -> bool:
    return "/asyncio/" in frame.code.filename or "/anyio/" in frame.code.filename


def _is_future(frame: PyFrame) -> bool:
    """Whether it is the frame of a future in Python that is awaited."""
    is_await = frame.code.name in ("__await__", "__iter__")
    return is_await and module_file(frame.code.filename) == "asyncio/futures.py"


class Suspended(NamedTuple):
    """A pending task with its await chain, the outermost frame first."""

    task: RawTask
    frames: list[PyFrame]
    alike: Hashable | None = None
    """As TaskReader.alike has it."""


class TaskSync:
    """Tells what the tasks of one process hold and wait for."""

    def __init__(self, reader: TaskReader) -> None:
        self._tasks = reader
        self._world = reader.world
        self._reader = reader.world.reader
        self._locks = self._world.locks
        self._inside = Inside(self._world)
        self._timed: set[int] = set()
        """What timers are methods of, or were given."""

    def all(
        self, suspended: list[Suspended]
    ) -> dict[int, tuple[TaskWait | None, tuple[TaskHold, ...]]]:
        """Task → (what it waits for, what it holds). suspended: the pending tasks that do not
        run."""
        chains = {one.task.address: one for one in suspended}
        cancelled, is_sure = self._timers({one.task.loop for one in suspended})
        known: dict[Hashable, TaskWait | None] = {}
        waits = {}
        for at, one in chains.items():
            if one.alike is None or one.alike not in known:
                wait = self._wait(one)
                known[one.alike] = wait if wait is None or is_sure else wait._replace(timeout=None)
            waits[at] = known[one.alike]
        for at in self._cancelled_by_timers(chains, waits, cancelled):
            wait = waits.get(at)
            if wait is not None:
                waits[at] = wait._replace(timeout=True)
        holds: dict[int, tuple[TaskHold, ...]] = {}
        wanted = [wait.resource for wait in waits.values() if wait and wait.resource]
        locks = {one.address for one in wanted if one.kind in HELD}
        if locks:
            holds = {at: tuple(self._holds(one)) for at, one in chains.items()}
            self._add_suspects(chains, holds, locks)
        self._add_handed_out(chains, waits, holds)
        return {at: (waits[at], holds.get(at, ())) for at in chains}

    def known_to(self, address: int, frames: list[PyFrame]) -> tuple[int, ...]:
        """Addresses of the other pending tasks that a task's own frames refer to: by a variable, or
        by one that holds them."""
        found: dict[int, None] = {}
        for frame in frames:
            if self._world.is_mine(frame):
                for value in self._world.names.variables(frame).values():
                    inside = self._reader.items(value, _MAX_KNOWN)
                    pairs = self._reader.dict_items(value, _MAX_KNOWN)
                    for one in (value, *inside, *[part for pair in pairs for part in pair]):
                        if one != address and one not in found and self._tasks.is_task(one):
                            found[one] = None
        return tuple(found)

    # --- waits ---

    def _wait(self, one: Suspended) -> TaskWait | None:
        place = self._place(one.frames[-1], None, one.frames) if one.frames else None
        other = self._tasks.task(one.task.waiter) if one.task.waiter else None
        if other is not None:
            return TaskWait(None, place, False, (other.address,))
        children = self._tasks.gathered(one.task.waiter)
        if children:
            return TaskWait(None, place, False, self._pending(children))
        room = self._streams.drained(one.frames)
        if room is not None:
            return TaskWait(room, place, False, operation=DRAIN)
        for frame in reversed(one.frames):
            where = module_file(frame.code.filename)
            if _is_future(frame):
                continue
            if not _is_library(frame):
                break
            found = self._in_frame(where, frame, one.frames, place)
            if found is not None:
                return self._around(frame, one.frames, found)
        call = called_by(self._tasks, one.task.waiter)
        if call or runner(self._tasks, one.task) is not None:
            return TaskWait(self._future(one.task.waiter, A_CALL), place, False)
        return self._completed(one, place)

    def _completed(self, one: Suspended, place: Place | None) -> TaskWait | None:
        """A future of the program's own, or of a package: whoever has it may complete it. None for
        those of asyncio's own, which its event loop does."""
        at = one.task.waiter
        frames = [frame for frame in reversed(one.frames) if not _is_future(frame)]
        if not at or not self._tasks.is_pending(at) or not frames or _is_library(frames[0]):
            return None
        task = self._shielded.get(at)
        if task is not None:
            return TaskWait(None, place, False, (task,))
        name = self._name(at, one.frames) or A_FUTURE
        return TaskWait(self._future(at, name), place, at in self._timed)

    @cached_property
    def _shielded(self) -> dict[int, int]:
        return shielded_by(self._tasks)

    def _future(self, address: int, name: str) -> Resource:
        key = f"future:{address:#x}@{self._world.pid}"
        return Resource("future", key, name, address, self._world.pid)

    def _around(self, inner: PyFrame, frames: list[PyFrame], found: TaskWait) -> TaskWait:
        """An event or condition that a lock, limiter, queue or barrier keeps for its waiters stands
        for that."""
        if found.resource is None or found.resource.kind not in ("event", "condition"):
            return found
        for frame in frames[: frames.index(inner)][::-1]:
            if not _is_library(frame):
                break
            state = self._locks.state(self._world.names.variables(frame).get("self", 0))
            if state is not None and state.address != found.resource.address:
                resource = self._locks.resource(state, self._name(state.address, frames))
                return found._replace(resource=resource, operation=frame.code.name)
        return found

    def _in_frame(
        self, where: str, frame: PyFrame, frames: list[PyFrame], place: Place | None
    ) -> TaskWait | None:
        """What a frame of asyncio or anyio waits for."""
        variables = self._world.names.variables(frame)
        name = frame.code.name
        if where == "asyncio/tasks.py" and name in ("_wait", "wait"):
            futures = self._reader.items(variables.get("fs", 0), _MAX_TASKS)
            timed = not self._is_none(variables.get("timeout", 0))
            rule = self._reader.text(variables.get("return_when", 0))
            whole = rule == "ALL_COMPLETED"
            tasks = self._pending(futures)
            return TaskWait(None, place, timed, tasks, whole) if tasks else None
        if where == "asyncio/tasks.py" and name == "wait_for":
            inner = self._tasks.task(variables.get("fut", 0))
            timed = not self._is_none(variables.get("timeout", 0))
            return TaskWait(None, place, timed, (inner.address,)) if inner is not None else None
        if (where, name) in TASK_GROUPS:
            group = variables.get("self", 0)
            members = self._reader.items(self._reader.attribute(group, "_tasks"), _MAX_TASKS)
            tasks = self._pending(members)
            return TaskWait(None, place, False, tasks) if tasks else None
        state = self._locks.state(variables.get("self", 0))
        if state is None:
            return self._of_stream(frame, frames, place)
        resource = self._locks.resource(state, self._name(state.address, frames))
        return TaskWait(resource, place, False, operation=name)

    def _of_stream(
        self, frame: PyFrame, frames: list[PyFrame], place: Place | None
    ) -> TaskWait | None:
        """Data of a connection whose other end is in the process itself."""
        stream = self._world.names.variables(frame).get("self", 0)
        resource = self._streams.awaited(frame, self._name(stream, frames) or "a stream")
        return None if resource is None else TaskWait(resource, place, False)

    @cached_property
    def _streams(self) -> Streams:
        return Streams(self._world, self._tasks.loops)

    def _pending(self, futures: list[int]) -> tuple[int, ...]:
        """Addresses of the tasks among `futures` that have not finished; () where there are plain
        futures among them, which others complete."""
        found = []
        for address in futures:
            task = self._tasks.task(address)
            if task is None:
                if self._tasks.is_pending(address):
                    return ()
            elif not task.state:
                found.append(address)
        return tuple(found)

    def _is_none(self, address: int) -> bool:
        return not address or self._reader.is_none(address)

    # --- timers ---

    def _timers(self, loops: set[int]) -> tuple[set[int], bool]:
        """The tasks that `call_later(delay, task.cancel)` will cancel; and whether the other timers
        are known to wake those alone who wait for the time itself."""
        cancelled: set[int] = set()
        is_sure = True
        for loop in loops:
            for timer in timers_of(self._world, loop):
                self._timed.update((timer.bound, *timer.roots[1:]))
                if timer.name == "cancel" and self._tasks.task(timer.bound) is not None:
                    cancelled.add(timer.bound)
                elif timer.name not in _HARMLESS_TIMERS and not timer.keeps_house:
                    is_sure = False
        return cancelled, is_sure

    def _cancelled_by_timers(
        self,
        chains: dict[int, Suspended],
        waits: dict[int, TaskWait | None],
        cancelled: set[int],
    ) -> set[int]:
        """Tasks that a timer cancels, or whose awaiting task it does, and so them.

        cancelled: those that are known to be already."""
        todo = [at for at, one in chains.items() if self._has_deadline(one.frames)]
        todo += cancelled
        found: set[int] = set()
        while todo:
            at = todo.pop()
            if at in found:
                continue
            found.add(at)
            wait = waits.get(at)
            if wait is not None:
                todo += wait.tasks
        return found

    def _has_deadline(self, frames: list[PyFrame]) -> bool:
        for frame in frames:
            is_wait_for = frame.code.name == "wait_for"
            if is_wait_for and module_file(frame.code.filename) == "asyncio/tasks.py":
                delay = self._world.names.variables(frame).get("timeout", 0)
                if not self._is_none(delay):
                    return True
            if any(self._is_timer(block.manager) for block in to_leave(self._world, frame)):
                return True
        return False

    def _is_timer(self, manager: int) -> bool:
        """asyncio.Timeout (_when), async_timeout's, and anyio's cancel scopes (_deadline)."""
        if self._locks.state(manager) is not None:
            return False
        info = self._reader.type(manager)
        if info is None or not info.from_class_statement:
            return False
        named = self._reader.attributes(manager)
        for name in ("_when", "_deadline"):
            number = self._reader.number(named.get(name, 0))
            if number is not None and number < _FOREVER:
                return True
        return False

    # --- holds ---

    def _holds(self, one: Suspended) -> Iterator[TaskHold]:
        let_go = self._inside.let_go(one.frames)
        seen: set[int] = set()
        for frame in reversed(one.frames):
            bare = self._world.is_mine(frame)
            for lock, line, proof, taken_in in self._inside.held(frame, bare=bare):
                state = self._locks.state(lock)
                if state is None or not state.is_async or lock in let_go | seen:
                    continue
                if state.locked is False:
                    continue
                if proof == "suspected" and state.kind != "lock":
                    continue  # who acquires a semaphore need not be who releases it
                if state.owner:
                    if state.owner != one.task.address:
                        continue
                    proof = "owner"
                seen.add(lock)
                resource = self._locks.resource(state, self._name(lock, one.frames))
                place = None if line is None else self._place(taken_in, line, one.frames)
                yield TaskHold(resource, proof, place)

    def _add_suspects(
        self,
        chains: dict[int, Suspended],
        holds: dict[int, tuple[TaskHold, ...]],
        wanted: set[int],
    ) -> None:
        """Adds those of locks that nobody is seen to hold."""
        held = {hold.resource.address for found in holds.values() for hold in found}
        states = {lock: self._locks.state(lock) for lock in wanted - held}
        locked = {
            at for at, state in states.items() if state and state.kind == "lock" and state.locked
        }
        mine = self._world.is_mine
        actors = {at: [*filter(mine, one.frames)] for at, one in chains.items()} if locked else {}
        for lock, (at, frame, line) in self._inside.suspects(actors, locked).items():
            state, frames = states[lock], chains[at].frames
            assert state is not None
            resource = self._locks.resource(state, self._name(lock, frames))
            place = self._place(frame, line, frames)
            holds[at] += (TaskHold(resource, "suspected", place),)

    def _add_handed_out(
        self,
        chains: dict[int, Suspended],
        waits: dict[int, TaskWait | None],
        holds: dict[int, tuple[TaskHold, ...]],
    ) -> None:
        """Adds those of a package's queues and conditions by which it waits for what it has handed
        out, where a task that waits for another one has one itself."""
        found = {at: wait.resource for at, wait in waits.items() if wait and wait.resource}
        wanted = {at: one for at, one in found.items() if one.kind in BROUGHT}
        frames = {at: one.frames for at, one in chains.items()}
        for one in handed_out(self._world, frames, wanted):
            place = self._place(one.frame, one.line, frames[one.task])
            hold = TaskHold(one.resource, "suspected", place)
            holds[one.task] = (*holds.get(one.task, ()), hold)

    # --- names and places ---

    def _name(self, address: int, frames: list[PyFrame]) -> str:
        outer = [one for one in reversed(frames) if self._world.is_mine(one)]
        outer = outer or [one for one in reversed(frames) if not _is_library(one)]
        return self._world.names.of(address, outer)

    def _place(self, frame: PyFrame, line: int | None, frames: list[PyFrame]) -> Place:
        """The place of a frame; of a library's, the user's line that led there."""
        at = frames.index(frame) if frame in frames else 0
        return self._world.place(frame, reversed(frames[:at]), line)
