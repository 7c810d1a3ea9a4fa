"""Tasks of asyncio in memory: where they are listed, their members, their await chains.

Where tasks are listed:

    3.8-3.11    asyncio.tasks._all_tasks           a WeakSet
    3.12, 3.13  asyncio.tasks._scheduled_tasks     a WeakSet; _eager_tasks, a set
    3.14+       a linked list in each thread state (and in the interpreter, of threads that ended):

                    tstate.asyncio_tasks_head ⇄ TaskObj.task_node ⇄ TaskObj.task_node ⇄ (head)

                beside the WeakSet, which has the tasks of other classes

A task leads to its coroutine, and that, while suspended, to what it awaits, and so on to a future:

    TaskObj.task_coro → coroutine main, line 12 → coroutine fetch, line 7 → FutureIter → Future
    TaskObj.task_fut_waiter ──────────────────────────────────────────────────────────────╯

Sources: Modules/_asynciomodule.c, Lib/asyncio/tasks.py, events.py. uvloop's tasks are asyncio's.
"""

import struct
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.cpython.frames.frame_slots import some_variables
from atfault.cpython.frames.generators import head_size, read_generator
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.theirs_alone import GENERATORS
from atfault.cpython.values.objects import MIN_HEAD
from atfault.cpython.values.type_objects import TypeInfo
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame
from atfault.model.waits import Place

MAX_TASKS = 200_000
_MAX_CHAIN = 200
_MAX_FIELDS = 32
"""Of a coroutine of compiled code."""
_TASK = "_asyncio.Task"
_FUTURES = ("_asyncio.Future", "asyncio.futures.Future")
_OUTERMOST = 6
"""Frames of a thread: those of threading, and of the loop that takes jobs."""
PENDING = 0
_LOG_TB = 1
"""Of the word behind fut_state: nobody has asked for the exception."""
_U64 = struct.Struct("<Q").unpack_from
_STATES = ("PENDING", "CANCELLED", "FINISHED")
_LOOP_KEY = "__asyncio_running_event_loop__"


class RawTask(NamedTuple):
    """A task's own members; addresses, 0 for none."""

    address: int
    state: int
    """0 pending, 1 cancelled, 2 finished."""
    loop: int
    waiter: int
    """The future that it waits on."""
    coroutine: int
    name: str
    """Of a pending one, and of one whose exception nobody has asked for."""
    exception: int = 0
    """That ended it, where nobody has asked for it yet; 0 for none."""


class Asleep(NamedTuple):
    """A pending task that does not run, of any library."""

    address: int
    tid: int | None
    """The thread that runs its loop."""
    frames: list[PyFrame]
    """Its await chain, the outermost frame first."""


class TaskReader:
    """Reads the tasks of one process."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.reader = world.reader
        self._structs = world.runtime.offsets
        self._tasks: dict[int, RawTask | None] = {}
        self._shown: dict[tuple[int, int], Place] = {}
        """(code object, lasti) → the frame as tasks show it."""
        self._functions: dict[int, str] = {}
        """Callback → its name: many futures have one in common."""
        self._members: tuple[int, ...] = ()
        """Offsets of what is read of a task written in C."""
        self._loop_threads: dict[int, int | None] = {}
        self._head_size = max(head_size(world.runtime), MIN_HEAD)
        self.running_loops: dict[int, int] = {}
        """Loop → kernel thread id of the thread that runs it, as its thread state says."""
        self.running: set[int] = set()
        """Tasks that are running at the moment."""
        self.failed: list[RawTask] = []
        """Tasks whose exception nobody has asked for; filled by `asyncio_tasks`."""
        self.suspended: dict[int, tuple[RawTask, list[PyFrame]]] = {}
        """The pending tasks that do not run, with their await chains; filled by `asyncio_tasks`."""

        self.asleep: list[Asleep] = []
        """These, trio's, and greenlets; filled by all of them."""
        self.hubs: set[int] = set()
        """The threads that run the hub of gevent or eventlet; filled by `greenlets`."""
        self.trio_mains: dict[int, int] = {}
        """Thread → its main task, with whose end trio.run ends; filled by `trio_tasks`."""

    @property
    def mains(self) -> dict[int, int]:
        """Thread → the task with whose end it goes on behind its event loop."""
        return self.asyncio_mains | self.trio_mains

    @cached_property
    def asyncio_mains(self) -> dict[int, int]:
        """The same of asyncio's loops."""
        found = {}
        for tid, view in self.world.views.items():
            for frame in view.frames:
                if frame.code.name == "run_until_complete" and "/asyncio/" in frame.code.filename:
                    task = self.world.names.variables(frame).get("future", 0)
                    if self.is_task(task):
                        found[tid] = task
                    break
        return found

    @cached_property
    def loops(self) -> dict[int, int]:
        """Event loop of asyncio, of a pending task or one that runs → the thread that runs it."""
        loops = {task.loop for task, _ in self.suspended.values()}
        threads = {loop: self.thread_of(loop) for loop in loops}
        return self.running_loops | {loop: tid for loop, tid in threads.items() if tid is not None}

    def shown(self, frame: PyFrame) -> Place:
        """The frame as a step of an await chain."""
        key = (frame.code.address, frame.lasti)
        known = self._shown.get(key)
        if known is None:
            where = frame.location
            mine = self.world.is_mine(frame)
            known = Place(where.file, where.line, frame.code.qualname, mine=mine)
            self._shown[key] = known
        return known

    @cached_property
    def workers(self) -> dict[int, int]:
        """Future of asyncio → the thread that has it among the variables of a worker's own frame,
        and will complete it; not the threads of event loops."""
        found = {}
        loops = set(self.running_loops.values())
        for view in [one for one in self.world.views.values() if one.tid not in loops]:
            for frame in view.frames[-_OUTERMOST:]:
                if not view.is_mine(frame):
                    for value in self.world.names.variables(frame).values():
                        if self.reader.is_a(value, *_FUTURES):
                            found[value] = view.tid
        return found

    # --- where tasks are listed ---

    def addresses(self) -> Iterator[int]:
        world, reader = self.world, self.reader
        namespace = world.module_dict("asyncio.tasks")
        named = dict(reader.names_in(namespace, 1_000))
        for name in ("_all_tasks", "_scheduled_tasks"):
            data = reader.attribute(named.get(name, 0), "data")
            for reference in reader.items(data, MAX_TASKS):
                yield reader.word(reference + self._structs["PyWeakReference"]["wr_object"])
        yield from reader.items(named.get("_eager_tasks", 0), MAX_TASKS)
        at = self._structs.get("_PyThreadStateImpl", {}).get("asyncio_tasks_head")
        if at is None:
            return
        for identity in world.runtime.identities:
            yield from self._linked(identity.tstate + at)
        at = self._structs["PyInterpreterState"].get("asyncio_tasks_head")
        if at is None:
            return
        for interpreter in world.runtime.interpreters:
            yield from self._linked(interpreter.address + at)

    def _linked(self, head: int) -> Iterator[int]:
        """Tasks of the list at `head`: struct llist_node { next, prev }."""
        offset = self._structs["TaskObj"]["task_node"]
        node, seen = self.reader.word(head), {head}
        while node and node not in seen and len(seen) <= MAX_TASKS:
            seen.add(node)
            yield node - offset
            node = self.reader.word(node)

    # --- one task ---

    def task(self, address: int) -> RawTask | None:
        """The task at `address`; None when there is none."""
        if address not in self._tasks:
            try:
                self._tasks[address] = self._read(address)
            except MemoryFault:
                self._tasks[address] = None
        return self._tasks[address]

    def _read(self, address: int) -> RawTask | None:
        if not self.reader.is_a(address, _TASK):
            return None
        if not self._members:
            future, task = self._structs["FutureObj"], self._structs["TaskObj"]
            if "fut_state" not in future:
                return None  # of a 3.10 whose micro version is not known
            self._members = (
                *(task["task_fut_waiter"], task["task_coro"], task["task_name"]),
                *(future["fut_state"], future["fut_loop"], future["fut_exception"]),
            )
        raw = self.world.runtime.memory.read(address, max(self._members) + 8)
        members = [_U64(raw, at)[0] for at in self._members]
        waiter, coroutine, name, flags, loop, exception = members
        state = flags & 0xFFFF_FFFF
        unseen = exception if flags >> 32 & _LOG_TB else 0
        named = self._name(name) if state == PENDING or unseen else ""
        return RawTask(address, state, loop, waiter, coroutine, named, unseen)

    def _name(self, address: int) -> str:
        """A str; 3.13 keeps the number alone of a name that nobody has asked for yet."""
        text = self.reader.text(address, 200)
        if text:
            return text
        number = self.reader.integer(address)
        return f"Task-{number}" if number is not None else ""

    def is_task(self, address: int) -> bool:
        """Whether a pending task is at `address`."""
        task = self.task(address) if self.reader.is_a(address, _TASK) else None
        return task is not None and task.state == PENDING

    def gathered(self, future: int) -> list[int]:
        """Addresses of the futures that the future of asyncio.gather stands for; [] of others."""
        if not self.reader.is_a(future, "asyncio.tasks._GatheringFuture"):
            return []
        return self.reader.items(self.reader.attribute(future, "_children"), MAX_TASKS)

    def function_name(self, callback: int) -> str:
        """The name of a future's callback; "" for what is no function."""
        known = self._functions.get(callback)
        if known is None:
            known = self._functions[callback] = self.reader.function_name(callback)
        return known

    def is_pending(self, future: int) -> bool:
        """Whether a future or task has not finished, as far as can be told."""
        task = self.task(future)
        if task is not None:
            return task.state == PENDING
        if self.reader.is_a(future, "_asyncio.Future"):
            at = self._structs["FutureObj"].get("fut_state")
            return at is None or self.reader.word(future + at) & 0xFFFF_FFFF == PENDING
        # One of Python's own has the attribute of its class until it ends.
        return self.reader.text(self.reader.attribute(future, "_state")) not in _STATES[1:]

    # --- await chains ---

    def _head(self, address: int) -> bytes:
        """The first bytes of an object, all that is needed of a generator."""
        memory = self.world.runtime.memory
        if not memory.without_text or self.reader.type_name(address) in GENERATORS:
            try:
                return memory.read(address, self._head_size)
            except MemoryFault:
                pass
        return memory.read_upto(address, max(MIN_HEAD, self._structs["PyObject"]["sizeof"]))

    def chain(self, coroutine: int) -> list[PyFrame]:
        """Frames from the outermost coroutine inward.

        The frames of a running coroutine are those of its thread.
        """
        frames: list[PyFrame] = []
        seen: set[int] = set()
        address = coroutine
        while address and address not in seen and len(seen) < _MAX_CHAIN:
            seen.add(address)
            head = self._head(address)
            info = self.reader.type_in(head)
            kind = info.name if info is not None else ""
            if kind in GENERATORS:
                step = read_generator(self.world.runtime, address, head)
                if step is None:
                    break
                frames.append(step.frame)
                if step.state == "running":
                    frames += self._running_inside(step.frame)
                    return frames
                address = step.awaited
            elif kind in _STEPS:
                struct_name, field = _STEPS[kind].split(".")
                address = self.reader.word(address + self._structs[struct_name][field])
            else:
                address = 0 if info is None else self._awaited_by_extension(address, info)
        return frames

    def _awaited_by_extension(self, address: int, info: TypeInfo) -> int:
        """What a coroutine of compiled code awaits (Cython: __pyx_CoroutineObject.yieldfrom): the
        one field of the object that can be awaited; 0 where there is none, or several, and of a
        task or future, which is where a chain ends."""
        if info.from_class_statement or info.basicsize > _MAX_FIELDS * 8:
            return 0
        if self.reader.is_a(address, _TASK, *_FUTURES):
            return 0
        start = self._structs["PyObject"]["sizeof"]
        fields = {self.reader.word(address + at) for at in range(start, info.basicsize, 8)}
        found = []
        for field in fields - {0, address}:
            inner = self.reader.type(field)
            if inner is not None and (inner.short_name in GENERATORS or inner.name in _STEPS):
                found.append(field)
        return found[0] if len(found) == 1 else 0

    def _running_inside(self, frame: PyFrame) -> list[PyFrame]:
        """The frames that the running coroutine frame has called, outermost first."""
        for view in self.world.views.values():
            for index, other in enumerate(view.frames):
                if other.address == frame.address:
                    return list(reversed(view.frames[:index][-_MAX_CHAIN:]))
        return []

    def alike(self, task: RawTask, frames: list[PyFrame]) -> Hashable | None:
        """A key that is equal for tasks which wait at the same place for the same thing, so that
        this is to be found out once; None for a wait for other tasks, which each has for itself.

        It is the same place when all frames are at the same instruction, and the same thing when
        what asyncio's (or anyio's) own frames were called with is.
        """
        if not task.waiter or self.task(task.waiter) is not None or self.gathered(task.waiter):
            return None
        parts: list[int] = [task.loop]
        for frame in frames:
            parts += (frame.code.address, frame.lasti)
            file = frame.code.filename
            if "/asyncio/" in file or "/anyio/" in file:
                variables = some_variables(self.world.runtime, frame, _DECIDING)
                if variables is None:
                    return None
                if frame.code.name not in _WITH_FUTURE:
                    variables = variables[:-1]
                parts += variables
        return tuple(parts)

    # --- loops ---

    def read_running(self) -> None:
        """Which thread runs which loop, and which tasks are being run."""
        reader = self.reader
        for identity in self.world.runtime.identities:
            loop, task = self._of_thread(identity.tstate)
            if loop and identity.native_tid is not None:
                self.running_loops[loop] = identity.native_tid
            if task:
                self.running.add(task)
        current = self.world.module_value("asyncio.tasks", "_current_tasks")
        for _, task in reader.dict_items(current, MAX_TASKS):
            if not reader.is_none(task):
                self.running.add(task)

    def _of_thread(self, tstate: int) -> tuple[int, int]:
        """(running loop, running task) of a thread state; 0 for none."""
        reader = self.reader
        impl = self._structs.get("_PyThreadStateImpl")
        if impl is not None:
            task = impl.get("asyncio_running_task")  # 3.14
            return (
                reader.word(tstate + impl["asyncio_running_loop"]),
                0 if task is None else reader.word(tstate + task),
            )
        if self.world.minor >= 13:
            return 0, 0  # it lies elsewhere than in the releases that are known
        values = reader.word(tstate + self._structs["PyThreadState"]["dict"])
        if not values:
            return 0, 0
        loop = dict(reader.names_in(values, 200)).get(_LOOP_KEY, 0)
        if reader.type_name(loop).endswith("RunningLoopHolder"):
            # PyRunningLoopHolder: the header, the loop, a pid_t.
            loop = reader.word(loop + self._structs["PyObject"]["sizeof"])
        elif reader.is_a(loop, "tuple"):
            loop = next(iter(reader.items(loop, 1)), 0)
        return (0 if not loop or reader.is_none(loop) else loop), 0

    def thread_of(self, loop: int) -> int | None:
        """The thread that runs the loop, by what the loop itself says or the thread states do."""
        if loop not in self._loop_threads:
            ident = self.reader.integer_of(loop, "_thread_id")
            found = self.world.tid_of(ident or 0) or self.running_loops.get(loop)
            self._loop_threads[loop] = found
        return self._loop_threads[loop]


_DECIDING = ("self", "delay", "fs", "timeout", "return_when", "fut")
"""Variables of asyncio's frames that say what is waited for and how long (see task_waits,
task_sync)."""
_WITH_FUTURE = ("wait_for",)
"""Where the last of them does; elsewhere it is the task's own future."""
_STEPS = {
    "coroutine_wrapper": "PyCoroWrapper.cw_coroutine",
    "async_generator_asend": "PyAsyncGenASend.ags_gen",
    "async_generator_athrow": "PyAsyncGenASend.ags_gen",
    "anext_awaitable": "PyAsyncGenASend.ags_gen",
    "_asyncio.FutureIter": "FutureIter.future",
}
"""What a coroutine can await, other than another or a future: type → where it leads to."""
