"""Who could end a wait of a task: the tasks, threads and callbacks whose code yet reaches it.

    main     await done.wait()                    waits for done, which `set` ends
    worker   for job in jobs: await …; done.set() has done at hand, and names `set`: it could
    beat     while True: await sleep(1); print()  has nothing of it at hand: a bystander

A task can do what stands behind the place where it is suspended, and in loops around that, in each
frame of its await chain, and what is called there (`reach_graph`); and what is called as it ends.
So can a thread; one that runs an event loop does nothing but go on with its tasks, and call what
the loop has noted down (`loop_callbacks`). Whose walk does not come to its end may reach more.

Tasks of one shape (the same frames at the same instructions) run the same code: of many of them,
the first few are looked at, and where their names end a wait, all of them may.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from atfault.cpython.frames.bytecode import ways
from atfault.cpython.sync.apart import roots_of
from atfault.cpython.sync.calls_done import CallsDone
from atfault.cpython.sync.code_reach import is_plain_code
from atfault.cpython.sync.expected import Expected
from atfault.cpython.sync.greenlets import SWITCHED
from atfault.cpython.sync.idling import idles
from atfault.cpython.sync.loop_callbacks import CALLED, callbacks_of
from atfault.cpython.sync.loop_timers import EVENT_LOOP
from atfault.cpython.sync.reach_graph import Node, Reach, ReachGraph
from atfault.cpython.sync.task_reader import Asleep, TaskReader
from atfault.cpython.sync.unfinished import to_leave
from atfault.cpython.values.reachable import children
from atfault.cpython.values.type_objects import TypeInfo
from atfault.errors import MemoryFault
from atfault.model.kinds import BROUGHT, HELD
from atfault.model.roles import is_package
from atfault.model.stacks import PyFrame
from atfault.model.waits import (
    DRAIN,
    ENDINGS,
    WAKES,
    AsyncTask,
    Bringers,
    Resource,
    TaskWait,
    Wait,
)

_KINDS = HELD | BROUGHT | {"barrier", "future", "stream"}
_LIBRARIES = ("asyncio", "trio", *SWITCHED)
_MAX_SHAPES = 100
"""Where tasks are of more shapes nothing is said."""
_SAMPLES = 3
_MAX_BRINGERS = 64
"""Of one wait."""
_MAX_THREADS = 64
_MAX_FRAMES = 60
_MAX_CALLBACKS = 64
_MAX_EXPECTED = 1_000
_DEPTH = 3
"""Of a call that is looked up by what its names stand for: one function that is called, besides."""
_MAX_SEARCHED = 5_000
"""Objects, for the one of a package that has a future."""
_LEAVES = frozenset(("__exit__", "__aexit__", "__anext__"))
"""What is called of the managers, and iterators, that lie beneath a call."""
_BY_NAME = _LEAVES.union(WAKES)
"""What ends a wait, and is not, or need not be, called as a method of what has it at hand."""
_CANCELS = frozenset(("cancel", "kill", "killall", "throw"))


class _Code(NamedTuple):
    """Code that may yet run, and what it reaches."""

    number: int
    """Address of the task, tid of the thread; 0 for a callback."""
    kind: str
    """"task", "thread", or a callback in words."""
    tid: int | None
    """The thread that goes on with a task, or runs the loop of a callback."""
    reach: Reach
    cancels: bool = False
    """Whether it cancels tasks that it has at hand."""
    says: frozenset[str] = frozenset()
    """The names in functions of the user's among its frames, behind where they are."""
    alike: tuple[int, ...] = ()
    """Addresses of all tasks of its shape, where not each of them was looked at."""
    is_crowd: bool = False
    """They are too many to be told."""
    by: str = ""
    """Of a callback: "time", "connection", "child"."""
    is_handler: bool = False
    """Of a signal."""
    is_unread: bool = False
    """Of a timer, what it calls cannot be read: it may end any wait."""
    within: tuple[int, ...] = ()
    """The context managers that functions of the user's among its frames have yet to leave."""
    ending: frozenset[tuple[int, str]] = frozenset()
    """Of one that was not walked to its end: (object, method) of what functions of the user's among
    its frames call behind where they are, as far as their names tell."""


def with_bringers(
    reader: TaskReader,
    tasks: tuple[AsyncTask, ...],
    waits: dict[int, Wait],
    handlers: dict[int, int],
) -> tuple[tuple[AsyncTask, ...], dict[int, Wait]]:
    """The waits of tasks and threads, with who could end them. handlers: signal → what is called
    then."""
    asked = [one for one in tasks if _is_asked(one)]
    threads = [wait for tid, wait in waits.items() if _is_threads(wait)]
    if not asked and not (threads and any(one.library in _LIBRARIES for one in tasks)):
        return tasks, waits
    search = search_of(reader, handlers)
    if search is None:
        return tasks, waits
    wanted = {one.address: search.of_task(one) for one in asked}
    frames = {one.address: one.frames[::-1] for one in reader.asleep}
    idling = {one.address for one in asked if _idles(reader, one, frames.get(one.address, ()))}
    tasks = tuple([_told(one, wanted.get(one.address), idling) for one in tasks])
    return tasks, waits | {wait.tid: search.of_thread(wait) for wait in threads}


def search_of(reader: TaskReader, handlers: dict[int, int]) -> Search | None:
    """The code of a process that may yet run; None where there is too much of it."""
    kept = reader.world.kept
    if "code that may run" not in kept:
        found = None
        with contextlib.suppress(MemoryFault, ValueError):
            found = Search(reader, handlers)
        kept["code that may run"] = None if found is None or found.codes is None else found
    search: Search | None = kept["code that may run"]
    return search


def _is_asked(task: AsyncTask) -> bool:
    """Whether it is one of the user's that waits for an object, without a timeout."""
    wait = task.wait
    if wait is None or wait.resource is None or wait.timeout or task.state != "pending":
        return False
    return wait.resource.kind in _KINDS and task.library in _LIBRARIES


def _is_threads(wait: Wait) -> bool:
    resource = wait.resource
    return resource.kind in _KINDS and resource.shared is None and wait.idle is None


def _idles(reader: TaskReader, task: AsyncTask, frames: Sequence[PyFrame]) -> bool:
    assert task.wait is not None and task.wait.resource is not None
    resource = task.wait.resource
    if resource.kind == "future" and frames and reader.world.is_mine(frames[0]):
        resource = resource._replace(kind="condition")  # by which code of the user's makes its own
    wait = Wait(0, reader.world.pid, resource, operation=task.wait.operation)
    return idles(reader.world, frames, wait)


def _told(task: AsyncTask, bringers: Bringers | None, idling: Collection[int]) -> AsyncTask:
    if bringers is None or task.wait is None:
        return task
    wait = task.wait._replace(bringers=bringers, idles=task.address in idling)
    return task._replace(wait=wait)


class Search:
    """The code of one process that may yet run."""

    def __init__(self, reader: TaskReader, handlers: dict[int, int]) -> None:
        self._world = reader.world
        self._loops = {*reader.loops.values(), *reader.trio_mains, *reader.hubs}
        """The threads that run event loops."""
        self._opaque: set[int] = set()
        """Those of loops whose callbacks cannot be read."""
        self._hubs = _hubs(reader, self._loops)
        self._frames = {one.address: one.frames for one in reader.asleep}
        self._graph = ReachGraph(self._world, self._hubs)
        self._done = CallsDone(self._world)
        self.codes = self._all(reader, handlers)
        """None where there is too much to look through."""
        self._expected = Expected(reader, handlers.values())
        self._is_expected: dict[tuple[int, str], bool] = {}
        self._cancelling = [one for one in self.codes or () if one.cancels]
        self._known: dict[tuple[int, tuple[str, ...]], list[_Code]] = {}
        self._leaving: dict[int, Reach] = {}
        """Context manager → what leaving it leads to."""

    # --- the answers ---

    def of_task(self, task: AsyncTask) -> Bringers:
        """Who could end its wait, or cancel it."""
        assert task.wait is not None and task.wait.resource is not None
        able = self._able(task.wait.resource, task.wait.ended_by)
        able += [one for one in self._cancelling if _may_cancel(one, task)]
        if task.wait.operation == DRAIN:  # a child that waits for room, too, does not end
            able = [one for one in able if one.by != "child"]
        found = self._bringers(able, task.wait.resource, task.wait.ended_by)
        if found.others:
            return found
        if task.library in SWITCHED:  # what a hub has noted down is not read
            found = found._replace(unsure=(*found.unsure, 0))
        key = task.wait.resource.address, task.wait.operation
        expected = self._is_expected.get(key)
        if expected is None:
            # Of thousands of objects the first ones tell.
            expected = len(self._is_expected) < _MAX_EXPECTED and self._ends(task, task.wait)
            self._is_expected[key] = expected
        return found._replace(is_expected=expected)

    def _ends(self, task: AsyncTask, wait: TaskWait) -> bool:
        """Whether code of the program's own is known that would end it, perhaps by way of the
        package in which it waits."""
        assert wait.resource is not None
        if self._expected.ends(wait.resource, wait.operation):
            return True
        return self._expected.calls(self._methods(self._frames.get(task.address, []), wait))

    def _methods(self, frames: list[PyFrame], wait: TaskWait) -> set[str]:
        """The methods, of the package's object in which the user's code waits, that end that."""
        assert wait.resource is not None
        mine = max((n for n, one in enumerate(frames) if self._world.is_mine(one)), default=-1)
        inner = frames[mine + 1 : mine + 2]
        own = self._world.names.variables(inner[0]).get("self", 0) if inner else 0
        if mine >= 0 and not inner:
            own = self._package_object(frames[mine], wait.resource.address)
        info = self._world.reader.type(own)
        if info is None or not self._is_package(info):
            return set()
        graph = ReachGraph(self._world, self._hubs)
        ends, found = set(wait.ended_by), set()
        for name, function in graph.methods(info):
            if not inner or name != inner[0].code.name:
                reached = graph.reach([Node((function, own))])
                if wait.resource.address in reached.objects and not reached.ends.isdisjoint(ends):
                    found.add(name)
        return found

    def _package_object(self, frame: PyFrame, future: int) -> int:
        """The object of a package that a frame has, and that has the future; 0 for none."""
        reader = self._world.reader
        values = self._world.names.variables(frame).values()
        parents = dict.fromkeys(values, 0)
        level = list(parents)
        while level and future not in parents and len(parents) < _MAX_SEARCHED:
            level = [one for one in level if not self._leads_far(one)]
            found = [(child, one) for one in level for _, child in children(reader, one)]
            level = [child for child, _ in found if child not in parents]
            parents = dict(found) | parents
        way = [future]
        while parents.get(way[-1], 0):
            way.append(parents[way[-1]])
        types = ((one, reader.type(one)) for one in reversed(way))
        return next((at for at, info in types if info is not None and self._is_package(info)), 0)

    def _leads_far(self, address: int) -> bool:
        is_hub = address in self._hubs or self._world.reader.is_a(address, EVENT_LOOP)
        return is_hub or self._world.reader.is_a(address, "module", "type", "function")

    def _is_package(self, info: TypeInfo) -> bool:
        """Whether it is a class of a package whose code is looked at."""
        named = self._graph.methods(info) if info.from_class_statement else ()
        code = next(filter(None, (self._world.code_of(value) for _, value in named)), None)
        file = "" if code is None else code.info.filename
        return is_package(file) and not is_plain_code(file)

    def of_thread(self, wait: Wait) -> Wait:
        """With the tasks that could end it, in place of the threads that run their loops."""
        able = self._able(wait.resource, wait.ended_by)
        able += [one for one in self.codes or () if not one.reach.is_whole]
        callers = {one.tid for one in able if not one.number}
        aside = self._loops - self._opaque - callers - {wait.tid}
        tasks = self._numbers(one for one in able if one.kind == "task" and one.tid in aside)
        if len(tasks) > _MAX_BRINGERS or not aside or any(one.is_crowd for one in able):
            return wait
        direct = self._direct(able, wait.resource, wait.ended_by)
        found = Bringers(tuple(tasks), direct, tuple(sorted(aside)))
        return wait._replace(bringers=found)

    def of_library(self, leads: Callable[[int], bool]) -> Bringers:
        """The tasks that may call a library of native code, in place of the threads that run their
        loops, and the handlers of signals. leads: whether an object leads into it."""
        codes = self.codes or ()
        able = [one for one in codes if any(map(leads, one.reach.objects))]
        others = [one.kind for one in able if one.is_handler]
        callers = {one.tid for one in able if not one.number and not one.is_handler}
        aside = self._loops - self._opaque - callers
        tasks = self._numbers(one for one in able if one.kind == "task" and one.tid in aside)
        if len(tasks) > _MAX_BRINGERS or any(one.is_crowd for one in able):
            aside, tasks = set(), []
        unsure = {one.tid or 0 for one in codes if not one.reach.is_whole} & aside
        found = Bringers(tuple(tasks), (), tuple(sorted(aside)), tuple(others))
        return found._replace(unsure=tuple(sorted(unsure)))

    def _bringers(
        self, able: list[_Code], resource: Resource, endings: tuple[str, ...]
    ) -> Bringers:
        tasks = self._numbers(one for one in able if one.kind == "task")
        threads = [one.number for one in able if one.kind == "thread"]
        others = [one.kind for one in able if not one.number]
        if self._opaque:
            others.append("callbacks of an event loop that cannot be read")
        if len(tasks) > _MAX_BRINGERS or any(one.is_crowd for one in able):
            tasks, others = [], [*others, "many tasks"]
        direct = self._direct(able, resource, endings)
        unsure = [one for one in self.codes or () if not one.reach.is_whole]
        return Bringers(
            tuple(tasks),
            direct,
            tuple(dict.fromkeys(threads)),
            tuple(dict.fromkeys(others)),
            by_time=any(one.by == "time" for one in able),
            by_connection=any(one.by == "connection" for one in able),
            unsure=tuple(self._numbers(unsure)),
        )

    def _direct(
        self, able: list[_Code], resource: Resource, endings: tuple[str, ...]
    ) -> tuple[int, ...]:
        found = (one for one in able if one.kind == "task" and not one.alike)
        numbers = [
            one.number
            for one in found
            if (one.reach.is_whole and not one.says.isdisjoint(endings))
            or any((resource.address, method) in one.ending for method in endings)
            or any(self._is_ended_behind(at, resource, endings) for at in one.within)
        ]
        return tuple(dict.fromkeys(numbers))

    def _is_ended_behind(self, manager: int, resource: Resource, endings: tuple[str, ...]) -> bool:
        """Whether leaving a context manager leads to what is waited for, and may end that."""
        reach = self._leaving.get(manager)
        if reach is None:
            reach = self._leaving[manager] = self._graph.reach([Node((manager,), uses=_LEAVES)])
        names = reach.ends | (reach.names & _BY_NAME)
        return resource.address in reach.objects and not names.isdisjoint(endings)

    def _able(self, resource: Resource, endings: tuple[str, ...]) -> list[_Code]:
        """The code that has it at hand, and calls what ends the wait."""
        ends = {*endings, *(_LEAVES if resource.kind in HELD else ())}
        key = resource.address, endings
        known = self._known.get(key)
        if known is None:
            wanted = {resource.address, *self._insides(resource.address)}
            known = [one for one in self.codes or () if _reaches(one, wanted, ends)]
            self._known[key] = known
        return list(known)

    def _insides(self, address: int) -> Iterator[int]:
        """What the two ends of a channel of trio's, or anyio's, have in common."""
        inner = self._world.reader.attribute(address, "_state")
        if inner and not self._world.reader.is_none(inner):
            yield inner

    @staticmethod
    def _numbers(codes: Iterable[_Code]) -> list[int]:
        return list(dict.fromkeys(n for one in codes for n in (one.number, *one.alike)))

    # --- what there is ---

    def _all(self, reader: TaskReader, handlers: dict[int, int]) -> list[_Code] | None:
        found: list[_Code] = []
        shapes: dict[tuple[object, ...], list[Asleep]] = {}
        for task in reader.asleep:
            shape = (task.tid, *((one.code.address, one.lasti) for one in task.frames))
            shapes.setdefault(shape, []).append(task)
        if len(shapes) > _MAX_SHAPES:
            return None
        for members in shapes.values():
            found += self._of_shape(members, reader.mains)
        views = [view for view in self._world.views.values() if view.tid not in self._loops]
        if len(views) > _MAX_THREADS:
            return None
        for view in views:
            reached = self._graph.reach(roots_of(self._world, self._graph, view))
            found.append(_Code(view.tid, "thread", view.tid, reached, _cancels(reached)))
        for loop, tid in reader.loops.items():
            callbacks = callbacks_of(self._world, loop)
            if callbacks is None or len(callbacks) > _MAX_CALLBACKS:
                self._opaque.add(tid)
            for called in callbacks or ():
                # What asyncio's own code is given, it may do anything to.
                root = Node(called.roots, uses=frozenset(CALLED), lends=True)
                reached = self._graph.reach([root])
                code = _Code(0, called.name, tid, reached, _cancels(reached), by=called.by)
                found.append(code._replace(is_unread=not called.roots))
        main = self._world.pid
        for number, address in handlers.items():
            call = self._world.reader.method_of(address, "__call__")
            reached = self._graph.reach([Node(tuple(filter(None, (address, call))))])
            # That it may do so where not all was looked through, is a doubt that the graph has.
            reached = reached._replace(is_whole=True)
            kind, cancels = f"signal {number}", _cancels(reached)
            found.append(_Code(0, kind, main, reached, cancels, is_handler=True))
        return found

    def _of_shape(self, members: list[Asleep], mains: dict[int, int]) -> Iterator[_Code]:
        """The code of tasks that are in the same frames."""
        is_crowd = len(members) > _MAX_BRINGERS
        is_told = len(members) > _SAMPLES and not is_crowd
        alike = tuple([one.address for one in members]) if is_told else ()
        for one in members[:_SAMPLES]:
            tid = one.tid or 0
            outer = self._world.views[tid].frames if mains.get(tid) == one.address else ()
            nodes = [self._frame(frame) for frame in (*one.frames, *outer)[:_MAX_FRAMES]]
            own = [node for node, frame in zip(nodes, one.frames) if self._world.is_mine(frame)]
            says = frozenset(name for node in own for name in node.uses) - _LEAVES
            reached = self._graph.reach(nodes)
            is_whole = reached.is_whole and len(one.frames) + len(outer) <= _MAX_FRAMES
            reached = reached._replace(is_whole=is_whole)
            cancels = _cancels(reached)
            found = _Code(one.address, "task", one.tid, reached, cancels, says, alike, is_crowd)
            mine = filter(self._world.is_mine, one.frames)
            blocks = [block for frame in mine for block in to_leave(self._world, frame)]
            found = found._replace(within=tuple([block.manager for block in blocks]))
            yield found if is_whole else found._replace(ending=self._called(one.frames))
            # What is called as it ends; that others are cancelled then is no end of their waits
            # that they were made for.
            if not self._world.reader.is_a(one.address, "_asyncio.Task") or self._serves(one):
                continue
            ending = self._graph.reach([self._graph.ending(one.address)])
            yield _Code(one.address, "task", one.tid, ending, False, says, alike, is_crowd)

    def _called(self, frames: Iterable[PyFrame]) -> frozenset[tuple[int, str]]:
        """What suspended frames of the user's yet call, by what ends a wait: (object, method)."""
        found: set[tuple[int, str]] = set()
        for frame in filter(self._world.is_mine, frames):
            code = self._world.runtime.codes.get(frame.code.address)
            body = None if code is None else self._world.bytecode.body(code)
            if body is None or body.is_traced:
                continue
            self._done.begin()
            behind = body.first_behind(frame.lasti) - 1
            calls = self._done.in_frame(frame, behind=behind, depth=_DEPTH)
            found.update((one.of, one.method) for one in calls if one.method in ENDINGS and one.of)
        return frozenset(found)

    def _serves(self, task: Asleep) -> bool:
        """Whether it goes on for ever, in a loop without a way out."""
        outer = task.frames[0] if task.frames else None
        code = None if outer is None else self._world.runtime.codes.get(outer.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        if outer is None or body is None:
            return False
        way = ways(body, outer.lasti)
        return not any(
            one.name.startswith("RETURN") and one.offset in way for one in body.instructions
        )

    def _frame(self, frame: PyFrame) -> Node:
        """What a suspended frame may yet use."""
        world = self._world
        beneath = world.operands.beneath(frame)
        if is_plain_code(frame.code.filename):
            has = (*world.names.variables(frame).values(), *beneath)
            return Node(has, uses=_LEAVES if beneath else frozenset())
        code = world.runtime.codes.get(frame.code.address)
        body = None if code is None else world.bytecode.body(code)
        start = 0 if body is None or body.is_traced else body.first_behind(frame.lasti)
        node = self._graph.frame(frame, start, beneath=beneath)
        return node._replace(uses=node.uses | _LEAVES) if beneath else node


def _hubs(reader: TaskReader, loops: set[int]) -> set[int]:
    """What leads to the tasks of a thread, whoever has it: its event loop, and whatever else runs
    around the user's code there; these tasks, and their frames. loops: threads."""
    world = reader.world
    found = {*reader.loops, *(one.address for one in reader.asleep)}
    found.update(frame.address for one in reader.asleep for frame in one.frames)
    for tid in loops & world.views.keys():
        for frame in world.views[tid].frames:
            if world.is_mine(frame):
                break
            variables = world.names.variables(frame)
            found.update(variables[name] for name in ("self", "runner") if name in variables)
    return found - {0}


def _cancels(reach: Reach) -> bool:
    return not reach.names.isdisjoint(_CANCELS)


def _reaches(one: _Code, wanted: set[int], ends: set[str]) -> bool:
    reach = one.reach
    if one.is_unread:
        return True
    if any(at in wanted and method in ends for at, method in one.ending):
        return True
    if reach.ends.isdisjoint(ends) and reach.names.isdisjoint(ends & _BY_NAME):
        return not reach.lent.isdisjoint(wanted)
    # Of many tasks of a shape only a few were looked at: the others may have it.
    is_one_of = bool(one.alike) or one.is_crowd
    return is_one_of or not reach.objects.isdisjoint(wanted)


def _may_cancel(one: _Code, task: AsyncTask) -> bool:
    if one.number == task.address:
        return False
    return task.address in one.reach.objects or bool(one.alike) or one.is_crowd
