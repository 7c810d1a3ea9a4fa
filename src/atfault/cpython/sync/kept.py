"""Locks that are held by code which nobody runs at the moment: suspended generators, coroutines.

    def rows():               for row in rows():
        with lock:                with lock: …      the loop wants the lock of what it iterates
            yield …                                 over: rows is suspended inside of `with lock`

A generator that a frame iterates over lies on its value stack, and goes on only when that frame
does: what it holds, the thread holds. One that lies in a variable may be gone on with by anybody.
A coroutine goes on when its event loop gets round to its task.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.inside import Held, Inside
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.model.stacks import PyFrame
from atfault.model.waits import Hold, Kept, Place, Resource, Wait

_GENERATORS = ("generator", "async_generator", "coroutine")
_MAX_VALUES = 2_000
_MAX_KEPT = 50


def with_kept(
    reader: TaskReader, waits: dict[int, Wait], holds: tuple[Hold, ...]
) -> tuple[dict[int, Wait], tuple[Hold, ...]]:
    """Waits and holds, with what is known of such locks. reader: that has read all tasks."""
    kept = _Keepers(reader, waits, holds)
    if not kept.wanted:
        return waits, holds
    holds = (*holds, *kept.holds())
    tasks = []
    for task, frames in reader.suspended.values():
        function = f" ({frames[0].code.qualname})" if frames else ""
        label = f'task "{task.name}"{function}'
        tasks.append(Suspended(task.address, label, frames, reader.thread_of(task.loop)))
    waits = kept.explained(waits, tasks)
    return waits, (*holds, *kept.of_tasks(waits, tasks))


class Suspended(NamedTuple):
    """A task, and the frames of its coroutines."""

    task: int
    """Its address."""
    label: str
    frames: list[PyFrame]
    tid: int | None
    """The thread that runs its event loop."""


def driven(world: World, frame: PyFrame) -> Iterator[PyFrame]:
    """The suspended generators that the frame iterates over, as frames."""
    seen: set[int] = set()
    todo = [frame]
    while todo and len(seen) < _MAX_KEPT:
        for address in world.operands.beneath(todo.pop()):
            if address in seen or not world.reader.is_a(address, *_GENERATORS):
                continue
            seen.add(address)
            found = read_generator(world.runtime, address)
            if found is not None and found.state == "suspended":
                yield found.frame
                todo.append(found.frame)


class _Keepers:
    """Finds the keepers of locks that are waited for and that no thread is seen to hold."""

    def __init__(
        self,
        reader: TaskReader,
        waits: dict[int, Wait],
        holds: Iterable[Hold],
    ) -> None:
        self._world = world = reader.world
        self._is_mine = reader.is_mine
        self._inside = Inside(world, world.locks.lock_of)
        held = {hold.resource.key for hold in holds}
        self.wanted: dict[int, Wait] = {}
        """Lock → a wait for it."""
        for wait in waits.values():
            state = world.locks.state(wait.resource.address)
            if state is None or state.kind != "lock" or not state.locked or state.shared_name:
                continue
            if wait.resource.key not in held:
                self.wanted[state.address] = wait

    def holds(self) -> Iterator[Hold]:
        """What threads hold through the generators that they iterate over."""
        for view in self._world.views.values() if self.wanted else ():
            for frame in view.frames:
                for suspended in driven(self._world, frame):
                    for held in self._inside.held(suspended):
                        wait = self.wanted.pop(held.lock, None)
                        if wait is not None:
                            yield self._hold(view, suspended, held, wait)

    def explained(self, waits: dict[int, Wait], tasks: list[Suspended]) -> dict[int, Wait]:
        """`waits`, those for what a suspended coroutine or generator keeps with that one."""
        if not self.wanted:
            return waits
        keepers: dict[int, Kept] = {}
        for label, task, frame in self._suspended(tasks):
            for held in self._inside.held(frame, bare=False):
                if held.lock in self.wanted and held.proof == "with":
                    place = Place(frame.location.file, held.line, frame.code.qualname)
                    keepers.setdefault(held.lock, Kept(label, task, place))
        return {
            tid: wait._replace(kept=keepers.get(wait.resource.address))
            for tid, wait in waits.items()
        }

    def of_tasks(self, waits: dict[int, Wait], tasks: list[Suspended]) -> Iterator[Hold]:
        """What the threads of event loops hold through their tasks. Not where such a thread itself
        waits for that: it cannot go on with the task meanwhile, and blocks its loop.

        waits: as `explained`."""
        threads = {task.task: task.tid for task in tasks}
        mine = {task.task: any(map(self._is_mine, task.frames)) for task in tasks}
        kept: dict[int, tuple[Resource, Kept]] = {}
        blocked = set()
        for tid, wait in waits.items():
            if wait.kept is not None and wait.kept.task:
                kept[wait.resource.address] = wait.resource, wait.kept
                if threads.get(wait.kept.task) == tid:
                    blocked.add(wait.resource.address)
        for address, (resource, keeper) in kept.items():
            owner = threads.get(keeper.task)
            if owner is not None and address not in blocked:
                place = keeper.place._replace(mine=mine[keeper.task])
                yield Hold(owner, self._world.pid, resource, "with", place)

    def _hold(self, view: ThreadView, frame: PyFrame, held: Held, wait: Wait) -> Hold:
        where = frame.location
        mine = self._is_mine(frame)
        place = Place(where.file, held.line or where.line, frame.code.qualname, mine=mine)
        return Hold(view.tid, self._world.pid, wait.resource, held.proof, place)

    def _suspended(self, tasks: list[Suspended]) -> Iterator[tuple[str, int, PyFrame]]:
        """(what it is, its task or 0, frame) of all that may keep a lock."""
        for task in tasks:
            for frame in task.frames:
                yield task.label, task.task, frame
                for inner in driven(self._world, frame):
                    yield task.label, task.task, inner
        for address in self._in_variables():
            found = read_generator(self._world.runtime, address)
            if found is not None and found.state == "suspended":
                kind = "coroutine" if self._world.reader.is_a(address, "coroutine") else "generator"
                yield f"the {kind} {found.frame.code.name}", 0, found.frame

    def _in_variables(self) -> Iterator[int]:
        """Generators that a variable of the user's own frames, or of their modules, stands for."""
        names, reader = self._world.names, self._world.reader
        seen: set[int] = set()
        for view in self._world.views.values():
            for frame in view.naming_frames():
                values = [*names.variables(frame).values(), *names.namespace_of(frame).values()]
                for address in values:
                    if address not in seen and len(seen) < _MAX_VALUES:
                        seen.add(address)
                        if reader.is_a(address, *_GENERATORS):
                            yield address
