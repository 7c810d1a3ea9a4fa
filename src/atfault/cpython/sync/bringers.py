"""Who could end a wait of a task: the tasks, threads and callbacks whose code yet reaches it.

    main     await done.wait()                    waits for done, which `set` ends
    worker   for job in jobs: await …; done.set() has done at hand, and names `set`: it could
    beat     while True: await sleep(1); print()  has nothing of it at hand: a bystander

A task can do what stands behind the place where it is suspended, and in loops around that, in each
frame of its await chain, and what is called there (`code_reach`). So can a thread; one that runs an
event loop does nothing but go on with its tasks, and call what the loop has noted down
(`loop_callbacks`). Whose walk does not come to its end may reach everything.

Tasks of one shape (the same frames at the same instructions) run the same code: of many of them,
the first few are looked at, and where their names end a wait, all of them may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from atfault.cpython.sync.code_reach import LOOKS_UP, Reach, is_plain_code, reach
from atfault.cpython.sync.expected import Expected
from atfault.cpython.sync.idling import idles
from atfault.cpython.sync.loop_callbacks import CALLED, callbacks_of
from atfault.cpython.sync.task_reader import Asleep, TaskReader
from atfault.errors import MemoryFault
from atfault.model.kinds import BROUGHT, HELD
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask, Bringers, Resource, Wait

_KINDS = HELD | BROUGHT | {"barrier"}
_LIBRARIES = ("asyncio", "trio")
_MAX_SHAPES = 100
"""Where tasks are of more shapes nothing is said."""
_SAMPLES = 3
_MAX_BRINGERS = 64
"""Of one wait."""
_MAX_THREADS = 64
_MAX_FRAMES = 60
_MAX_CALLBACKS = 64
_MAX_EXPECTED = 1_000
_LEAVES = ("__exit__", "__aexit__", "__next__", "__anext__")
"""What is called of values that lie beneath a call: managers and iterators."""
_SCOPES = (
    "trio._core._run.CancelScope",
    "trio._core._run.Nursery",
    "anyio.abc._tasks.TaskGroup",
    "anyio._core._tasks.CancelScope",
)
_CANCELS = frozenset(("cancel", "cancel_scope"))


class _Code(NamedTuple):
    """Code that may yet run, and what it reaches."""

    number: int
    """Address of the task, tid of the thread; 0 for a callback."""
    kind: str
    """"task", "thread", or a callback in words."""
    tid: int | None
    """The thread that goes on with a task, or runs the loop of a callback."""
    reach: Reach
    says: frozenset[str] = frozenset()
    """The names in functions of the user's among its frames, behind where they are."""
    alike: tuple[int, ...] = ()
    """Addresses of all tasks of its shape, where not each of them was looked at."""
    is_crowd: bool = False
    """They are too many to be told."""


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
    try:
        search = _Search(reader, handlers)
    except (MemoryFault, ValueError):
        return tasks, waits
    if search.codes is None:
        return tasks, waits
    wanted = {one.address: search.of_task(one) for one in asked}
    frames = {one.address: one.frames[::-1] for one in reader.asleep}
    idling = {one.address for one in asked if _idles(reader, one, frames.get(one.address, ()))}
    tasks = tuple([_told(one, wanted.get(one.address), idling) for one in tasks])
    return tasks, waits | {wait.tid: search.of_thread(wait) for wait in threads}


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
    wait = Wait(0, reader.world.pid, task.wait.resource, operation=task.wait.operation)
    return idles(reader.world, frames, wait)


def _told(task: AsyncTask, bringers: Bringers | None, idling: Collection[int]) -> AsyncTask:
    if bringers is None or task.wait is None:
        return task
    wait = task.wait._replace(bringers=bringers, idles=task.address in idling)
    return task._replace(wait=wait)


class _Search:
    """The code of one process that may yet run."""

    def __init__(self, reader: TaskReader, handlers: dict[int, int]) -> None:
        self._world = reader.world
        self._loops = {*reader.loops.values(), *reader.trio_mains}
        """The threads that run event loops."""
        self._opaque: set[int] = set()
        """Those of loops whose callbacks cannot be read."""
        self.codes = self._all(reader, handlers)
        """None where there is too much to look through."""
        self._expected = Expected(reader, handlers.values())
        self._is_expected: dict[tuple[int, str], bool] = {}
        self._cancelling = [
            one for one in self.codes or () if not one.reach.names.isdisjoint(_CANCELS)
        ]
        self._known: dict[tuple[int, tuple[str, ...], bool], list[_Code]] = {}

    # --- the answers ---

    def of_task(self, task: AsyncTask) -> Bringers:
        """Who could end its wait, or cancel it."""
        assert task.wait is not None and task.wait.resource is not None
        able = self._able(task.wait.resource, task.wait.ended_by)
        able += [one for one in self._cancelling if _may_cancel(one, task)]
        found = self._bringers(able, task.wait.ended_by)
        if found.others:
            return found
        key = task.wait.resource.address, task.wait.operation
        expected = self._is_expected.get(key)
        if expected is None:
            # Of thousands of objects the first ones tell.
            expected = len(self._is_expected) < _MAX_EXPECTED and self._expected.ends(
                task.wait.resource, task.wait.operation
            )
            self._is_expected[key] = expected
        return found._replace(is_expected=expected)

    def of_thread(self, wait: Wait) -> Wait:
        """With the tasks that could end it, in place of the threads that run their loops."""
        able = self._able(wait.resource, wait.ended_by)
        callers = {one.tid for one in able if not one.number}
        aside = self._loops - self._opaque - callers - {wait.tid}
        tasks = self._numbers(one for one in able if one.kind == "task" and one.tid in aside)
        if len(tasks) > _MAX_BRINGERS or not aside or any(one.is_crowd for one in able):
            return wait
        direct = self._direct(able, wait.ended_by)
        found = Bringers(tuple(tasks), direct, tuple(sorted(aside)))
        return wait._replace(bringers=found)

    def _bringers(self, able: list[_Code], endings: tuple[str, ...]) -> Bringers:
        tasks = self._numbers(one for one in able if one.kind == "task")
        threads = [one.number for one in able if one.kind == "thread"]
        others = [one.kind for one in able if not one.number]
        if self._opaque:
            others.append("callbacks of an event loop that cannot be read")
        if len(tasks) > _MAX_BRINGERS or any(one.is_crowd for one in able):
            tasks, others = [], [*others, "many tasks"]
        direct = self._direct(able, endings)
        return Bringers(tuple(tasks), direct, tuple(threads), tuple(dict.fromkeys(others)))

    @staticmethod
    def _direct(able: list[_Code], endings: tuple[str, ...]) -> tuple[int, ...]:
        found = (one for one in able if one.kind == "task" and not one.alike)
        return tuple(
            [one.number for one in found if one.reach.is_whole and not one.says.isdisjoint(endings)]
        )

    def _able(self, resource: Resource, endings: tuple[str, ...]) -> list[_Code]:
        """The code that has it at hand, and names what ends the wait. A lock is also given back at
        the end of a `with`, which no name tells of."""
        by_name = resource.kind not in HELD and resource.kind != "barrier"
        key = resource.address, endings, by_name
        known = self._known.get(key)
        if known is None:
            wanted = {resource.address, *self._insides(resource.address)}
            known = self._known[key] = [
                one for one in self.codes or () if _reaches(one, wanted, endings if by_name else ())
            ]
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
        mains = reader.mains
        for members in shapes.values():
            is_crowd = len(members) > _MAX_BRINGERS
            is_told = len(members) > _SAMPLES and not is_crowd
            alike = tuple([one.address for one in members]) if is_told else ()
            for one in members[:_SAMPLES]:
                tid = one.tid or 0
                outer = self._world.views[tid].frames if mains.get(tid) == one.address else ()
                reached = self._of_frames((*one.frames, *outer))
                own = filter(self._world.is_mine, one.frames)
                says = frozenset(name for frame in own for name in self._of_frame(frame)[1])
                code = _Code(one.address, "task", one.tid, reached, says, alike, is_crowd)
                found.append(code)
        views = [view for view in self._world.views.values() if view.tid not in self._loops]
        if len(views) > _MAX_THREADS:
            return None
        for view in views:
            found.append(_Code(view.tid, "thread", view.tid, self._of_frames(view.frames)))
        for loop, tid in reader.loops.items():
            callbacks = callbacks_of(self._world, loop)
            if callbacks is None or len(callbacks) > _MAX_CALLBACKS:
                self._opaque.add(tid)
            for called in callbacks or ():
                reached = reach(self._world, called.roots, names=CALLED)
                found.append(_Code(0, called.name, tid, reached))
        main = self._world.pid
        for number, address in handlers.items():
            call = self._world.reader.method_of(address, "__call__")
            reached = reach(self._world, (address, call))
            # That it may do so where not all was looked through, is a doubt that the graph has.
            found.append(_Code(0, f"signal {number}", main, reached._replace(is_whole=True)))
        return found

    def _of_frames(self, frames: Sequence[PyFrame]) -> Reach:
        if len(frames) > _MAX_FRAMES:
            return Reach(frozenset(), frozenset(), is_whole=False)
        roots: list[int] = []
        names: set[str] = set()
        looks_up = False
        for frame in frames:
            found, used = self._of_frame(frame)
            roots += found
            names |= used
            looks_up |= self._world.is_mine(frame) and not LOOKS_UP.isdisjoint(used)
        return reach(self._world, roots, names=names, looks_up=looks_up)

    def _of_frame(self, frame: PyFrame) -> tuple[list[int], set[str]]:
        """(what a suspended frame may yet use, the names in the code that it may yet run)."""
        world = self._world
        variables = world.names.variables(frame)
        beneath = world.operands.beneath(frame)
        names = set(_LEAVES) if beneath else set()
        if is_plain_code(frame.code.filename):
            return [*variables.values(), *beneath], names
        code = world.runtime.codes.get(frame.code.address)
        body = None if code is None else world.bytecode.body(code)
        space = world.names.namespace_of(frame)
        if body is None:
            names.update(world.bytecode.names(code) if code is not None else ())
            return [*variables.values(), *beneath], names
        start = body.first_behind(frame.lasti)
        for one in body.instructions:
            if one.offset >= start and "STORE_" not in one.name:
                names.update(body.named(one))
        roots = [variables[name] for name in names if name in variables]
        roots += [space[name] for name in names if name in space and name not in variables]
        return [*roots, *beneath], names


def _reaches(one: _Code, wanted: set[int], endings: tuple[str, ...]) -> bool:
    if not one.reach.is_whole:
        return True
    if endings and one.reach.names.isdisjoint(endings):
        return False
    # Of many tasks of a shape only a few were looked at: the others may have it.
    is_one_of = bool(one.alike) or one.is_crowd
    return is_one_of or not one.reach.objects.isdisjoint(wanted)


def _may_cancel(one: _Code, task: AsyncTask) -> bool:
    if one.number == task.address:
        return False
    return task.address in one.reach.objects or bool(one.alike) or one.is_crowd
