"""Which threads that go on could not end a wait, by what their code leads to.

    ticker     while True: time.sleep(1); log.debug(self.statistics.snapshot())
               leads to  Statistics, its lock, the logger          calls  snapshot, debug, sleep
    sender     self._messages.get()                                waits for a queue
                                        → the ticker is apart from it: it has no way to fill it

A thread has what the rest of its functions names (`reach_graph`). It may end a wait where that
leads to what is waited for, and some of its code calls a method that ends it; or where it hands the
thing on to another thread that calls such a method. A lock counts as soon as it is led to, as it
may be held by then. Of what the standard library or a package waits for in its own objects, code
that was not looked at may be the end: these, too, count when they are led to.

Asked are threads in plain code. Others may call functions that they were given somewhere else: an
event loop, native code, what a package has started (see `enders`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body
from atfault.cpython.frames.code import Code
from atfault.cpython.sync.channel_users import descriptor_of
from atfault.cpython.sync.enders import may_end, own_functions
from atfault.cpython.sync.reach_graph import Node, Reach, ReachGraph
from atfault.cpython.sync.stores import CHANGE
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.kinds import PYTHON_LOCKS, ResourceKind
from atfault.model.roles import is_package, module_file
from atfault.model.stacks import PyFrame
from atfault.model.waits import Wait
from atfault.snapshot import procfs

_KINDS: frozenset[ResourceKind] = frozenset(
    ("lock", "rlock", "event", "queue", "semaphore", "condition", "barrier", "future")
)
_MAX_CREWS = 64
_MAX_IN_CREW = 200
"""Threads in the same frames of which the variables are looked at."""
_MAX_FRAMES = 200
_MAX_CODES = 300
"""Functions that are searched for what they assign."""
_MAX_WAITED = 64
"""Things that are waited for of which is asked who is apart from them."""
WAITS_ALONE = (
    *("threading.py", "queue.py", "concurrent/futures/_base.py"),
    *("multiprocessing/queues.py", "multiprocessing/synchronize.py"),
)
"""Whose functions wait for what they were called for, and do nothing else to it."""
_AROUND = ("runpy.py", "<frozen runpy>", "<frozen importlib._bootstrap>")
"""What runs a program, and does nothing behind it."""
_STARTS = ("start", "join", "_wait_for_tstate_lock", "_shutdown")
_CALL_OTHERS = ("asyncio/", "tkinter/", "concurrent/futures/thread.py")
"""Files of the standard library in whose functions things are called that no variable leads to."""
_HANDS_ON = frozenset(("put", "put_nowait", "append", "appendleft", "submit", "send"))
_BY_NUMBER = frozenset(
    ("os", "posix", "fdopen", "fromfd", "dup", "dup2", "socket_from_fd")
    + ("eventfd_write", "timerfd_settime", "timerfd_settime_ns")
)
"""Names of what may use a descriptor of which nothing but the number is kept."""
_PRIMITIVES = ("threading.", "queue.", "concurrent.futures._base.")
_CHANGING = ("dict", "list", "set", "collections.deque", "bytearray")
_BETWEEN = (
    *("multiprocessing.queues.Queue", "multiprocessing.queues.SimpleQueue"),
    *("_multiprocessing.SemLock", "multiprocessing.connection._ConnectionBase"),
    "multiprocessing.managers.BaseProxy",
)
"""Types of what processes of multiprocessing share; its locks and events have a SemLock."""
_CHANNELS = ("queue.Queue", "_queue.SimpleQueue", "collections.deque", "list")
"""By which a thread gives things to another one."""


@dataclass(frozen=True, eq=False)
class Crew:
    """Threads that are in the same frames."""

    world: World
    tids: tuple[int, ...]
    reach: Reach
    channels: frozenset[int]

    @cached_property
    def assigns(self) -> frozenset[str] | None:
        """The attributes and global variables that its code assigns to; None for too much code."""
        if len(self.reach.codes) > _MAX_CODES:
            return None
        return frozenset(name for body in self._bodies for name in body.stored_for_others())

    @cached_property
    def changes(self) -> bool:
        """Whether its code may change anything: an attribute, a variable that others see, or what a
        container holds."""
        if self.assigns is None or self.assigns or not self.reach.names.isdisjoint(CHANGE):
            return True
        names = (one.name for body in self._bodies for one in body.instructions)
        return any(
            name.endswith(("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")) for name in names
        )

    @property
    def _bodies(self) -> Iterator[Body]:
        codes = filter(None, map(self.world.runtime.codes.get, self.reach.codes))
        return filter(None, map(self.world.bytecode.body, codes))


class _Waited(NamedTuple):
    """What is waited for, and how."""

    things: frozenset[int]
    """Addresses: of one object; of what a package has at hand that asks and sleeps in turns, and
    does not say for what."""
    kind: ResourceKind
    ended_by: tuple[str, ...]
    is_direct: bool
    """Whether the program's own code waits for an object of its own."""


def with_apart(
    world: World, waits: dict[int, Wait], handlers: Iterable[int] = ()
) -> dict[int, Wait]:
    """The waits, with the threads that could not end them. handlers: what is called at signals."""
    asked = {tid: found for tid, wait in waits.items() if (found := _waited(world, tid, wait))}
    if not asked or len(world.views) < 2:
        return waits
    main = asked.get(world.pid)
    # What a package waits for by itself, code of the program's own need not end.
    if main is not None and main.is_direct and _parks(world, waits[world.pid], handlers):
        del asked[world.pid]
        waits = waits | {world.pid: waits[world.pid]._replace(idles=True)}
    # Of what a package asks in turns, it is told anyway that its own threads may bring it.
    is_own_alone = all(what.kind == "time" for what in asked.values())
    crews = crews_of(world, is_own_alone=is_own_alone)
    told: dict[_Waited, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for what in list(dict.fromkeys(asked.values()))[:_MAX_WAITED]:
        apart = [one for one in crews if not _may_end(one, what, crews)]
        unsure = [one for one in apart if not one.reach.is_whole]
        told[what] = _tids(apart), _tids(unsure)
    return waits | {
        tid: waits[tid]._replace(apart=told[what][0], unsure=told[what][1])
        for tid, what in asked.items()
        if what in told and told[what][0]
    }


def channel_reach(world: World) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(thread, descriptors that what it has yet to do leads to), without the main thread, at whose
    end all are shut, and threads of which that cannot be told."""
    found = []
    for tids, reach in _without_numbers(world):
        fds = {descriptor_of(world, one) for one in reach.objects} - {None}
        found += [(tid, tuple(sorted(filter(None, fds)))) for tid in tids]
    return tuple(found)


def sharing_nothing(world: World) -> tuple[int, ...]:
    """The threads whose code leads to nothing by which multiprocessing ties processes together, so
    that they end no wait of another process; without the main thread."""
    return tuple(
        tid
        for tids, reach in _without_numbers(world)
        if not any(world.reader.is_a(one, *_BETWEEN) for one in reach.objects)
        for tid in tids
    )


def _without_numbers(world: World) -> Iterator[tuple[list[int], Reach]]:
    """The threads without the main one, and what they lead to, where all of that was read and no
    descriptor may be used by its number alone: os, or a function of it, is at hand."""
    system = world.reader.bound_to(world.module_value("os", "close"))
    for crew in crews_of(world) if len(world.views) > 1 else ():
        tids = [tid for tid in crew.tids if tid != world.pid]
        by_number = not crew.reach.names.isdisjoint(_BY_NUMBER) or system in crew.reach.objects
        if tids and crew.reach.is_whole and not by_number:
            yield tids, crew.reach


def _parks(world: World, wait: Wait, handlers: Iterable[int]) -> bool:
    """Whether no code of the program's own would end a wait of the main thread: it stands there for
    as long as the others work (`threading.Event().wait()` below a timer)."""
    kind = wait.resource.kind
    if kind in (*PYTHON_LOCKS, "future") or not wait.ended_by or wait.further_out is not None:
        return False  # a future is completed by who runs the job: the pool, not the program's code
    if wait.operation == "put":
        return False  # it has something to give away, which a package may take (logging)
    own = own_functions(world, handlers)
    return own is not None and not any(may_end(world, one, wait) for one in own)


def _tids(crews: Iterable[Crew]) -> tuple[int, ...]:
    return tuple([tid for one in crews for tid in one.tids])


def _waited(world: World, tid: int, wait: Wait) -> _Waited | None:
    """None for what a server keeps, or nothing that was given a name. What processes share by a
    semaphore is an object in each of them: told is who is apart from that of this one."""
    view, resource = world.views.get(tid), wait.resource
    if view is not None and resource.kind == "time" and view.packages():
        return _Waited(frozenset(_at_hand(world, view)), resource.kind, (), is_direct=False)
    if view is None or resource.kind not in _KINDS or resource.shared not in (None, "semaphore"):
        return None
    mine = next((at for at, frame in enumerate(view.frames) if view.is_mine(frame)), None)
    if not resource.address or not wait.ended_by:
        return None
    inside = [(module_file(one.code.filename), one.code.name) for one in view.frames[:mine]]
    if any(file == "threading.py" and name in _STARTS for file, name in inside):
        return None
    is_direct = mine is not None and all(file in WAITS_ALONE for file, _ in inside)
    things = frozenset((resource.address,))
    return _Waited(things, resource.kind, wait.ended_by, is_direct)


def _at_hand(world: World, view: ThreadView) -> Iterator[int]:
    """The objects that a package has in its variables which the user's code has called."""
    for frame in view.frames:
        if view.is_mine(frame):
            return
        if is_package(frame.code.filename):
            for value in world.names.variables(frame).values():
                info = world.reader.type(value)
                is_made = info is not None and info.from_class_statement
                if is_made or world.reader.kind(value, _CHANGING):
                    yield value


def _may_end(crew: Crew, what: _Waited, crews: list[Crew]) -> bool:
    reach = crew.reach
    if what.things.isdisjoint(reach.objects):
        return False
    if what.kind == "time":
        return crew.changes or not what.things.isdisjoint(reach.lent)
    if (
        not what.things.isdisjoint(reach.lent)
        or not what.is_direct
        or what.kind in (*PYTHON_LOCKS, "semaphore")
    ):
        return True
    if not reach.ends.isdisjoint(what.ended_by):
        return True
    able = [one for one in crews if not one.reach.ends.isdisjoint(what.ended_by)]
    return any(one is not crew and _hands_on(crew, one, what) for one in able)


def _hands_on(crew: Crew, other: Crew, what: _Waited) -> bool:
    """Whether it may give what is waited for to another thread: through a queue, or an attribute
    or variable that it assigns and the other one uses."""
    gives = not crew.reach.names.isdisjoint(_HANDS_ON)
    if gives and not other.channels.isdisjoint(crew.channels - what.things):
        return True
    return crew.assigns is None or not other.reach.names.isdisjoint(crew.assigns)


def crews_of(world: World, *, is_own_alone: bool = False) -> list[Crew]:
    """is_own_alone: those that run code of the program's own."""
    known: list[Crew] | None = world.kept.get(("crews", is_own_alone))
    if known is None:
        found = list(_walked(world, is_own_alone))
        known = world.kept["crews", is_own_alone] = list(_still_there(world, found))
    return known


def _still_there(world: World, crews: list[Crew]) -> Iterator[Crew]:
    """What a thread leads to that has ended meanwhile was read of memory that is no more."""
    snapshot = world.runtime.snapshot
    if snapshot.kind == "core":
        yield from crews
        return
    left = set(procfs.threads(snapshot.process.pid))
    for crew in crews:
        is_left = left.issuperset(crew.tids)
        yield crew if is_left else replace(crew, reach=crew.reach._replace(is_whole=False))


def _walked(world: World, is_own_alone: bool) -> Iterator[Crew]:
    found: dict[tuple[tuple[int, int], ...], list[ThreadView]] = {}
    for view in world.views.values():
        if len(view.frames) <= _MAX_FRAMES:
            key = tuple([(frame.code.address, frame.lasti) for frame in view.frames])
            found.setdefault(key, []).append(view)
    graph = ReachGraph(world)
    around = _called_anywhere(world)
    crews = [one for one in found.values() if len(one) <= _MAX_IN_CREW and all(map(_is_plain, one))]
    # Those that run code of the program's own first: a package's may lead to more than is read.
    crews.sort(key=lambda one: not any(map(one[0].is_mine, one[0].frames)))
    for views in crews[:_MAX_CREWS]:
        if is_own_alone and not any(map(views[0].is_mine, views[0].frames)):
            return
        roots = [node for view in views for node in roots_of(world, graph, view)]
        reach = graph.reach([*roots, around])
        yield Crew(world, tuple([view.tid for view in views]), reach, _channels(world, reach))


def _called_anywhere(world: World) -> Node:
    """What any thread may call: where it prints, what is called as it fails, and as an object is
    freed."""
    hooks = world.module_value("threading", "excepthook"), world.module_value("sys", "excepthook")
    streams = [world.module_value("sys", name) for name in ("stdout", "stderr")]
    types = map(world.reader.type, streams)
    finalize = world.reader.class_at(world.module_value("weakref", "finalize"))
    called = (*hooks, world.reader.class_attribute(finalize, "_registry"))
    if any(one is not None and one.from_class_statement for one in types):
        return Node((*called, *streams), uses=frozenset(("write", "flush")))
    return Node(called)


def _channels(world: World, reach: Reach) -> frozenset[int]:
    """By which it gives things to other threads, or gets them."""
    reader, own = world.reader, reach.objects - reach.lent
    found = frozenset(one for one in own if reader.kind(one, _CHANNELS))
    # But not what a queue keeps its items in, or a condition its waiters.
    made = [one for one in own if reader.type_name(one).startswith(_PRIMITIVES)] if found else []
    return found.difference(value for one in made for value in reader.attributes(one).values())


def _is_plain(view: ThreadView) -> bool:
    """Whether all that it runs is code of the program's own, or of the standard library's, which
    that has called. What a package runs, or has called, may call whatever it was given before."""
    files = [frame.code.filename for frame in view.frames]
    if not view.is_in_python or any(
        file.startswith(_CALL_OTHERS) for file in map(module_file, files)
    ):
        return False
    return not any(map(is_package, files))


def roots_of(world: World, graph: ReachGraph, view: ThreadView) -> Iterator[Node]:
    """What a thread that is in Python may yet use."""
    called, is_known = 0, False
    for frame in view.going:
        file = module_file(frame.code.filename)
        if view.is_mine(frame):
            yield graph.frame(frame, start_of(world, frame, is_in_call=is_known), called)
        elif file == "threading.py" and frame.code.name == "run":
            # Thread.run has what it was started with, Timer.run calls that.
            yield graph.frame(frame, 0, called)
        elif file not in (*WAITS_ALONE, *_AROUND):
            yield graph.variables(frame)
        called = frame.code.address
        is_known = view.is_mine(frame)


def start_of(world: World, frame: PyFrame, *, is_in_call: bool) -> int:
    """Offset from which on what a frame names may yet be done: the beginning of what it does, or of
    the outermost loop around that; what is behind it, where it has called what has a frame too."""
    code = world.runtime.codes.get(frame.code.address)
    body = None if code is None else world.bytecode.body(code)
    if code is None or body is None or body.is_traced:
        return 0
    start = frame.lasti + 1 if is_in_call else _statement(world, code, body, frame.lasti)
    return min([start, *[first for first, _ in body.loops_around(frame.lasti)]])


def _statement(world: World, code: Code, body: Body, lasti: int) -> int:
    """Offset at which begins what a frame does at `lasti`; 0 where it has no line."""
    here = world.runtime.codes.location(code, lasti)
    if here.line is None:
        return 0
    start = lasti
    for one in reversed([one for one in body.instructions if one.offset < lasti]):
        line = world.runtime.codes.location(code, one.offset).line
        if line is not None and not here.line <= line <= (here.end_line or here.line):
            break
        start = one.offset
    return start
