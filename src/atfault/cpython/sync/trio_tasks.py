"""Tasks of trio in memory: their await chains, what each waits for, and who holds it.

    thread      unrolled_run(runner)        trio/_core/_run.py
    runner      .tasks      a set of Task {coro, name, _parent_nursery, _child_nurseries …}
                .deadlines  ._active: how many cancel scopes with a deadline are entered

A task that waits has been parked by a function of trio, whose `self` is what it waits for:

    move          async with archive:            the user's line
    _sync.py      AsyncContextManagerMixin.__aenter__
    _sync.py      Lock.acquire                   self is archive; _owner is the task that has it
    _parking_lot  ParkingLot.park

What it has handed to a thread (trio.to_thread.run_sync) runs in a context made for that call, which
both have among their variables:

    upload        await trio.to_thread.run_sync(work)
    _threads.py   to_thread_run_sync             context
    thread        worker_fn                      the same context

Unlike those of asyncio, trio's locks name their owner. The end of a nursery waits for its children,
and one child that fails cancels the others.

Sources: trio/_core/_run.py, _parking_lot.py, trio/_sync.py, _channel.py, of 0.20 to 0.35.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import Asleep, TaskReader
from atfault.cpython.sync.task_waits import A_CALL
from atfault.model.counts import counted
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame
from atfault.model.waits import (
    PARKED,
    AsyncTask,
    LoopFacts,
    Place,
    Resource,
    TaskHold,
    TaskWait,
)

MAX_TASKS = 20_000
_MAX_SCOPES = 1_000
_RUN = ("run", "unrolled_run")
"""Functions of trio/_core/_run.py with the Runner in their variable `runner`: the first while it
waits for events, both while a task runs."""
_OWN_DESCRIPTORS = 1
"""The socket by which threads wake the loop, for which a task of trio's own waits."""
_SLEEPS = ("sleep", "sleep_until")
_IN_THREAD = "to_thread_run_sync"
_IN_WORKER = "worker_fn"
"""Functions of trio/_threads.py."""
_PARKS = ("wait_task_rescheduled", "park")
"""By which other packages have a task wait (trio.lowlevel)."""
_NURSERY_END = "_nested_child_finished"


def _is_trios(frame: PyFrame) -> bool:
    return module_file(frame.code.filename).startswith("trio/")


def loop_facts(world: World, io_manager: int) -> LoopFacts:
    """What a loop watches besides its own socket."""
    watched = world.reader.size(world.reader.attribute(io_manager, "_registered"))
    return LoopFacts(watched - _OWN_DESCRIPTORS if watched else None)


def timers(world: World, runner: int) -> int | None:
    """How many deadlines the loop knows; None when that cannot be read."""
    return world.reader.integer(world.reader.path(runner, "deadlines", "_active"))


def with_nothing_to_call(world: World) -> Iterator[int]:
    """The threads whose loop watches no descriptor of the program's, and has no deadline."""
    for tid, view in world.views.items():
        runner = runner_of(world, view.frames)
        manager = world.reader.attribute(runner, "io_manager") if runner else 0
        if manager and loop_facts(world, manager).watched == 0 and timers(world, runner) == 0:
            yield tid


def runner_of(world: World, frames: Sequence[PyFrame]) -> int:
    """The Runner of the loop that a thread runs, from its frames; 0 when it runs none."""
    for frame in frames:
        if frame.code.name in _RUN and module_file(frame.code.filename) == "trio/_core/_run.py":
            return world.names.variables(frame).get("runner", 0)
    return 0


def pending(reader: TaskReader) -> tuple[AsyncTask, ...]:
    """The tasks of trio of all threads, but for trio's own; a package's may end a wait, too."""
    world = reader.world
    found: list[AsyncTask] = []
    for tid, view in world.views.items():
        runner = runner_of(world, view.frames)
        if runner:
            found += _Run(reader, runner, tid).tasks()
    return tuple(found)


class _Run:
    """The tasks of one call of trio.run."""

    def __init__(self, reader: TaskReader, runner: int, tid: int) -> None:
        self._tasks = reader
        self._world = reader.world
        self._reader = reader.world.reader
        self._runner = runner
        self._tid = tid
        self._on_stack = {frame.address for frame in self._world.views[tid].frames}
        self._held: dict[int, list[TaskHold]] = {}
        """Task → what it has of what others wait for."""
        self._owned: set[int] = set()
        """What is waited for, its owners known."""

    def tasks(self) -> list[AsyncTask]:
        made = []
        main = self._reader.attribute(self._runner, "main_task")
        self._tasks.trio_mains[self._tid] = main
        everything = self._reader.attribute(self._runner, "tasks")
        for address in self._reader.items(everything, MAX_TASKS):
            named = self._reader.attributes(address)
            frames = self._tasks.chain(named.get("coro", 0))
            # Tasks of trio's own call nothing but what threads hand in.
            is_own = all(module_file(one.code.filename).startswith("trio/_core/") for one in frames)
            if frames and not is_own and frames[0].address not in self._on_stack:
                self._tasks.asleep.append(Asleep(address, self._tid, frames))
            self._world.task_frames += [one for one in frames if self._world.is_mine(one)]
            if frames and not is_own:
                one = self._task(address, self._reader.text(named.get("name", 0)), frames)
                made.append(one._replace(is_main=address == main))
        return [task._replace(holds=tuple(self._held.get(task.address, ()))) for task in made]

    def _task(self, address: int, name: str, frames: list[PyFrame]) -> AsyncTask:
        wait, words = self._wait(frames)
        if wait is not None and wait.timeout is None:
            wait = wait._replace(timeout=self._has_deadline(address))
        return AsyncTask(
            address,
            name,
            self._runner,
            self._tid,
            "pending" if frames and frames[0].address not in self._on_stack else "running",
            tuple(map(self._tasks.shown, frames)),
            words,
            wait=wait,
            runner=self._runner_of(frames),
            knows=tuple(self._children(address)),
            library="trio",
        )

    def _wait(self, frames: list[PyFrame]) -> tuple[TaskWait | None, str]:
        """What the innermost frames of trio wait for, and that in words."""
        for frame in reversed(frames):
            if not _is_trios(frame):
                break
            found = self._by_frame(frame, frames)
            if found is not None:
                return found
        if frames and not _is_trios(frames[-1]):
            return None, "its turn in the event loop"
        return self._parked(frames) or (None, "something")

    def _parked(self, frames: list[PyFrame]) -> tuple[TaskWait, str] | None:
        """Of a task that code outside of trio has parked in its scheduler: it waits for the object
        of which that is a method, and in a ParkingLot for that. Who has it at hand may wake it."""
        outer = next((at for at in range(len(frames))[::-1] if not _is_trios(frames[at])), -1)
        calls = frames[outer + 1 :]
        if outer < 0 or not calls or calls[0].code.name not in _PARKS:
            return None
        own = self._world.names.variables(frames[outer]).get("self", 0)
        waited_in = self._world.names.variables(calls[0]).get("self", own)
        info = self._reader.type(own) if own else None
        if info is None:
            return None
        mine = [one for one in frames[::-1] if self._world.is_mine(one)]
        name = self._world.names.of(own, mine or frames[:outer][::-1])
        words = f"{name} ({info.name})" if name else f"a {info.name} at {own:#x}"
        key = f"condition:{waited_in:#x}@{self._world.pid}"
        resource = Resource("condition", key, name or words, waited_in, self._world.pid)
        return TaskWait(resource, self._place(frames), None, operation=PARKED), words

    def _by_frame(
        self, frame: PyFrame, frames: list[PyFrame]
    ) -> tuple[TaskWait | None, str] | None:
        function = frame.code.name
        if function in _SLEEPS:
            return TaskWait(None, self._place(frames), True), f"trio.{function}()"
        address = self._world.names.variables(frame).get("self", 0)
        if function == _IN_THREAD and self._runner_of([frame]) is not None:
            at = self._world.names.variables(frame)["context"]
            key = f"future:{at:#x}@{self._world.pid}"
            call = Resource("future", key, A_CALL, at, self._world.pid)
            return TaskWait(call, self._place(frames), None), A_CALL
        if function == _NURSERY_END:
            return self._nursery(address, frames)
        state = self._world.locks.state(address)
        if state is None:
            return None
        outer = [one for one in reversed(frames) if not _is_trios(one)]
        name = self._world.names.of(address, outer)
        resource = self._world.locks.resource(state, name)
        if address not in self._owned:
            self._owned.add(address)
            borrowers = self._reader.attribute(address, "_borrowers")
            for owner in (state.owner, *self._reader.items(borrowers, MAX_TASKS)):
                self._held.setdefault(owner, []).append(TaskHold(resource, "owner"))
        words = f"{name} ({state.type})" if name else resource.name
        return TaskWait(resource, self._place(frames), None, operation=function), words

    def _runner_of(self, frames: list[PyFrame]) -> int | None:
        """The thread that makes the call which a task waits for."""
        for frame in frames:
            if frame.code.name == _IN_THREAD and _is_trios(frame):
                return self._workers.get(self._world.names.variables(frame).get("context", 0))
        return None

    @cached_property
    def _workers(self) -> dict[int, int]:
        """Context of a call → the thread that makes it."""
        found = {}
        for view in self._world.views.values():
            for frame in view.frames:
                if frame.code.name == _IN_WORKER and _is_trios(frame):
                    context = self._world.names.variables(frame).get("context", 0)
                    found.update({context: view.tid} if context else {})
        return found

    def _nursery(self, address: int, frames: list[PyFrame]) -> tuple[TaskWait, str]:
        children = self._reader.items(self._reader.attribute(address, "_children"), MAX_TASKS)
        wait = TaskWait(None, self._place(frames), None, tuple(children))
        return wait, f"the {counted(len(children), 'task')} of its nursery"

    def _children(self, task: int) -> Iterator[int]:
        """The tasks of the nurseries that a task has open: it may cancel them."""
        for nursery in self._reader.items(
            self._reader.attribute(task, "_child_nurseries"), _MAX_SCOPES
        ):
            yield from self._reader.items(self._reader.attribute(nursery, "_children"), MAX_TASKS)

    def _has_deadline(self, task: int) -> bool | None:
        """Whether a cancel scope around the task ends by itself; None when that cannot be read.

        Task._cancel_status → CancelStatus {_scope, _parent} → CancelScope {_deadline, _shield}
        """
        reader = self._reader
        status = reader.attribute(task, "_cancel_status")
        for _ in range(_MAX_SCOPES):
            if not status or reader.is_none(status):
                return False
            scope = reader.attribute(status, "_scope")
            deadline = reader.number(reader.attribute(scope, "_deadline"))
            if deadline is None:
                return None
            if deadline < math.inf:
                return True
            if reader.integer(reader.attribute(scope, "_shield")):
                return False
            status = reader.attribute(status, "_parent")
        return None

    def _place(self, frames: list[PyFrame]) -> Place:
        """The user's line that waits."""
        return self._world.place(frames[-1], reversed(frames[:-1]))
