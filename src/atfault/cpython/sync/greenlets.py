"""Greenlets (greenlet, so gevent, eventlet, SQLAlchemy's asyncio) that are suspended: their frames,
what each waits for and holds.

Nothing lists them all but the garbage collector (`collected`):

    greenlet    → pimpl → … StackState {its part of the thread's C stack}, top_frame …

What the structure behind `pimpl` looks like depends on the release of greenlet and of CPython (up
to 1.x it is the object itself). So its words are tried: the one that is a frame is where the
greenlet was suspended, and the first that lies on a thread's stack tells whose it is. A greenlet
that runs, has ended or has not begun has no such frame.

A pool waits for the end of its greenlets: join() for all of them, spawn() for any one when it is
full. So does whoever joins one.

gevent's own functions are compiled and have no frames: what a greenlet waits for lies on the value
stack of the Python function that called them.

Sources: greenlet/TGreenlet.hpp; gevent/_semaphore.py, lock.py,
event.py, queue.py; eventlet/semaphore.py.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.handed_out import handed_out
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import Asleep, TaskReader
from atfault.cpython.sync.unfinished import Entered, to_leave
from atfault.errors import MemoryFault
from atfault.model.counts import counted
from atfault.model.kinds import BROUGHT, HELD
from atfault.model.process import mapping_holding
from atfault.model.roles import in_packages
from atfault.model.stacks import PyFrame
from atfault.model.waits import GREENLETS, AsyncTask, Place, Resource, TaskHold, TaskWait

_GREENLET = ("greenlet.greenlet",)
_MAX_GREENLETS = 10_000
_PIMPL_SIZE = 40
"""Of a greenlet that has all but its dict and weak references behind a pointer (2.0 and later)."""
_SEARCHED = 160
"""Bytes of the structure that are searched; each release's is larger."""
_MAX_MEMBERS = 10_000
_POOLS = {
    ("gevent/pool.py", "join"): ("greenlets", True),
    ("gevent/pool.py", "start"): ("greenlets", False),
    ("gevent/pool.py", "add"): ("greenlets", False),
    ("eventlet/greenpool.py", "waitall"): ("coroutines_running", True),
    ("eventlet/greenpool.py", "spawn"): ("coroutines_running", False),
    ("eventlet/greenpool.py", "spawn_n"): ("coroutines_running", False),
}
"""Function that waits → (attribute with the greenlets, whether all of them have to end)."""
_JOINS = (("eventlet/greenthread.py", "wait"),)
"""Those that wait for the end of `self`."""
_COMPILED = "cython_function_or_method"
_ONE = "greenlet"
_WAITING = ("get", "put", "join", "wait", "acquire")
"""Compiled methods that wait."""
SWITCHED = ("gevent", "eventlet")
"""Whose threads run a hub, that goes on with greenlets and does nothing else."""
_TIMEOUTS = ("gevent.timeout.Timeout", "eventlet.timeout.Timeout")


class Greenlet(NamedTuple):
    """A suspended one."""

    address: int
    library: str
    """"gevent", "eventlet" or "greenlet"."""
    tid: int | None
    """The thread that it belongs to."""
    frames: tuple[PyFrame, ...]
    """Innermost first."""


class Greenlets:
    """The suspended greenlets of one process."""

    def __init__(self, reader: TaskReader) -> None:
        self._tasks = reader
        self._world = reader.world
        self._reader = reader.world.reader
        self._memory = reader.world.runtime.memory
        self._stacks = _stacks(reader.world)
        self._operands = reader.world.operands
        self.all: tuple[Greenlet, ...] = ()
        if reader.world.module_dict("greenlet"):
            found = list(self._found())
            # The one that a thread began with is a plain greenlet, and switched to like the others.
            libraries = {one.tid: one.library for one in found if one.library != "greenlet"}
            self.all = tuple(
                [one._replace(library=libraries.get(one.tid, one.library)) for one in found]
            )

    @cached_property
    def _addresses(self) -> set[int]:
        return {one.address for one in self.all}

    def pending(self) -> tuple[AsyncTask, ...]:
        """Those that have a line of the user's, as tasks; fills `reader.asleep`, and `hubs`."""
        for each in self.all:
            self._tasks.asleep.append(Asleep(each.address, each.tid, list(reversed(each.frames))))
            if each.tid is not None and each.library in SWITCHED:
                self._tasks.hubs.add(each.tid)
        mine = [one for one in self.all if any(map(self._world.is_mine, one.frames))]
        found = {one.address: self._task(one) for one in mine}
        waits = {at: one.wait.resource for at, one in found.items() if one.wait is not None}
        wanted = {at: one for at, one in waits.items() if one is not None and one.kind in BROUGHT}
        frames = {one.address: one.frames for one in mine}
        chains = {at: one[::-1] for at, one in frames.items()}
        for one in handed_out(self._world, chains, wanted):
            task, place = found[one.task], self._place(one.frame, one.line, frames[one.task])
            hold = TaskHold(one.resource, "suspected", place)
            found[one.task] = task._replace(holds=(*task.holds, hold))
        return tuple(found.values())

    # --- where they are ---

    def _found(self) -> Iterator[Greenlet]:
        seen: set[int] = set()
        for address in of_kind(self._world, *_GREENLET):
            if address not in seen and len(seen) < _MAX_GREENLETS:
                seen.add(address)
                one = self._read(address)
                if one is not None:
                    yield one

    def _read(self, address: int) -> Greenlet | None:
        info = self._reader.type(address)
        library = info.name.partition(".")[0] if info is not None else ""
        while info is not None and info.name not in _GREENLET:
            info = info.base
        if info is None:
            return None
        header = self._reader.structs["PyObject"]["sizeof"]
        try:
            if info.basicsize == _PIMPL_SIZE:
                start, size = self._memory.u64(address + _PIMPL_SIZE - 8), _SEARCHED
            else:
                start, size = address + header, min(info.basicsize - header, _SEARCHED)
            words = self._memory.u64s(start, max(size, 0) // 8)
        except MemoryFault:
            return None
        tops = [word for word in dict.fromkeys(words) if self._reader.is_a(word, "frame")]
        if len(tops) != 1:
            return None
        tid = next((tid for tid in map(self._thread_at, words) if tid is not None), None)
        frames = self._frames(tops[0])
        if library not in GREENLETS:
            library = _library_of(frames) or "greenlet"
        return Greenlet(address, library, tid, frames) if frames else None

    def _frames(self, top: int) -> tuple[PyFrame, ...]:
        runtime = self._world.runtime
        try:
            if runtime.version[1] >= 11:
                top = self._memory.u64(top + runtime.offsets["PyFrameObject"]["f_frame"])
            return runtime.walker.resolve(runtime.walker.chain_from(top)).frames
        except MemoryFault:
            return ()

    def _thread_at(self, word: int) -> int | None:
        """The thread on whose stack the address lies."""
        return next((tid for start, end, tid in self._stacks if start <= word < end), None)

    # --- what they do ---

    def _task(self, one: Greenlet) -> AsyncTask:
        frames = one.frames
        wait, words = self._wait(one)
        limits = (self._reader.is_a(block.manager, *_TIMEOUTS) for block in self._blocks(one))
        if wait is not None and wait.timeout is False and any(limits):
            wait = wait._replace(timeout=True)
        self._world.task_frames += [frame for frame in frames if self._world.is_mine(frame)]
        return AsyncTask(
            one.address,
            greenlet_name(self._world, one),
            0,
            one.tid,
            "pending",
            tuple(map(self._tasks.shown, reversed(frames))),
            words,
            wait=wait,
            holds=tuple(self._task_holds(one)),
            library=one.library,
            is_main=one.tid == self._world.pid and frames[-1].code.name == "<module>",
        )

    def _wait(self, one: Greenlet) -> tuple[TaskWait | None, str]:
        place = self._place(one.frames[0], None, one.frames)
        awaited = self._awaited(one, place)
        if awaited is not None:
            wait, words = awaited
            left = tuple([at for at in wait.tasks if at in self._addresses])
            # Of all that have to end, those that have ended already are none.
            return (wait._replace(tasks=left) if wait.needs_all and left else wait), words
        for frame in one.frames:
            is_library = _library_of((frame,)) in GREENLETS
            if is_library and frame.code.name == "sleep":
                return TaskWait(None, place, True), f"{one.library}.sleep()"
            ends: bool | None = None
            candidates: list[int] = []
            if is_library:
                variables = self._world.names.variables(frame)
                candidates = [variables.get("self", 0)]
                ends = self._world.ends(variables.get("timeout", 0))
            if frame is one.frames[0] or not is_library:
                live = self._operands.live(frame)
                candidates += [self._reader.bound_to(at) or at for at in reversed(live)]
            for address in candidates:
                resource = self._resource(address, one.frames)
                if resource is not None:
                    if not is_library and self._operands.passes_nothing(frame):
                        ends = False
                    wait = TaskWait(resource, place, ends, operation=self._operation(frame))
                    info = self._reader.type(address)
                    shown = f"{one.library}'s {info.short_name}" if info is not None else ""
                    return wait, f"{resource.name} ({shown})"
            if not is_library:
                break
        return None, "a switch to it"

    def _operation(self, frame: PyFrame) -> str:
        """Name of the method that waits: of a library's frame, or of what a frame has called."""
        if _library_of((frame,)) in GREENLETS:
            return frame.code.name
        code = self._world.runtime.codes.get(frame.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        before = [] if body is None else [x for x in body.instructions if x.offset < frame.lasti]
        called = [name for one in before if body is not None for name in body.named(one)]
        return next((name for name in reversed(called) if name in _WAITING), "")

    def _awaited(self, one: Greenlet, place: Place) -> tuple[TaskWait, str] | None:
        """The greenlets whose end it waits for, and that in words; None for another wait."""
        found = None
        for frame in one.frames:
            function = in_packages(frame.code.filename), frame.code.name
            variables = self._world.names.variables(frame)
            own, ends = variables.get("self", 0), self._world.ends(variables.get("timeout", 0))
            if function in _POOLS:
                attribute, needs_all = _POOLS[function]
                group = self._reader.attribute(own, attribute)
                members = tuple(self._reader.items(group, _MAX_MEMBERS))
                name = self._world.names.of(own, [*filter(self._world.is_mine, one.frames)])
                wait = TaskWait(None, place, ends, members, needs_all, of=name or "its pool")
                found = wait, f"the {counted(len(members), _ONE)} of {wait.of}"
            elif function in _JOINS:
                found = TaskWait(None, place, ends, (own,)), "the end of a greenlet"
            elif _library_of((frame,)) not in GREENLETS:
                return found or self._joined(frame, place)
        return found

    def _joined(self, frame: PyFrame, place: Place) -> tuple[TaskWait, str] | None:
        """The greenlet of which a frame has called a compiled method that waits (join, get, kill),
        or those that it has given to such a function (joinall)."""
        if self._reader.type(self._operands.callee(frame)) is None:
            return None
        callee, *given = self._operands.live(frame) or [0]
        if not self._reader.type_name(callee).endswith(_COMPILED) or len(given) != 1:
            return None
        members = tuple(given if self._is_one(given[0]) else self._listed(given[0]))
        if not members or not all(map(self._is_one, members)):
            return None
        return TaskWait(None, place, False, members), f"the end of {counted(len(members), _ONE)}"

    def _is_one(self, address: int) -> bool:
        return self._reader.is_a(address, *_GREENLET)

    def _listed(self, address: int) -> list[int]:
        return self._reader.items(address, _MAX_MEMBERS)

    def _resource(self, address: int, frames: tuple[PyFrame, ...]) -> Resource | None:
        state = self._world.locks.state(address)
        if state is None or state.type.partition(".")[0] not in GREENLETS:
            return None
        mine = [frame for frame in frames if self._world.is_mine(frame)]
        return self._world.locks.resource(state, self._world.names.of(address, mine))

    def _task_holds(self, one: Greenlet) -> Iterator[TaskHold]:
        seen: set[int] = set()
        for manager, line, frame in self._blocks(one):
            resource = self._resource(manager, one.frames)
            if resource is not None and resource.kind in HELD and manager not in seen:
                seen.add(manager)
                place = None if line is None else self._place(frame, line, one.frames)
                yield TaskHold(resource, "with", place)

    def _blocks(self, one: Greenlet) -> Iterator[Entered]:
        """All that it is inside of."""
        return (block for frame in one.frames for block in to_leave(self._world, frame))

    # --- places ---

    def _place(self, frame: PyFrame, line: int | None, frames: tuple[PyFrame, ...]) -> Place:
        """The place of a frame; of a library's, the user's line that led there."""
        at = frames.index(frame) + 1 if frame in frames else 0
        return self._world.place(frame, frames[at:], line)


def greenlet_name(world: World, one: Greenlet) -> str:
    """ "fetch@0x7f…": the outermost function of the user's, as greenlets have no names."""
    mine = [frame for frame in one.frames if world.is_mine(frame)]
    return f"{mine[-1].code.name if mine else 'greenlet'}@{one.address:#x}"


def _library_of(frames: tuple[PyFrame, ...]) -> str:
    """Whose the outermost frame is that belongs to one of the libraries."""
    for frame in reversed(frames):
        for library in GREENLETS:
            if f"/{library}/" in frame.code.filename:
                return library
    return ""


def _stacks(world: World) -> list[tuple[int, int, int]]:
    """(start, end, thread) of the stacks: the mapping that each stack pointer is in."""
    snapshot = world.runtime.snapshot
    found = []
    for thread in snapshot.threads:
        sp = snapshot.arch.stack_pointer(thread.registers) or 0
        mapping = mapping_holding(snapshot.mappings, sp)
        if mapping is not None:
            found.append((mapping.start, mapping.end, thread.tid))
    return found
