"""The actors of the wait graph, threads and tasks, and what can be asked of one or of its waits.

    Party ── Link: waits for what only the other can end ──► Party ── Link ──► …

What follows from all of them together is told by `stuck`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from atfault.diagnose.facts import bare_symbol
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.model.kinds import OF_PYTHON
from atfault.model.roles import (
    FORKS,
    is_module_file,
    is_multiprocessing,
    is_package,
    package_name,
)
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.waits import (
    DRAIN,
    EVENTFD,
    GREENLETS,
    AsyncTask,
    Hold,
    Resource,
    ThreadActivity,
    Wait,
    task_key,
    thread_key,
)

IN_THREADING = frozenset(("lock", "rlock", "condition", "event"))
HELPERS = ("resource-tracker", "forkserver")
"""Processes of multiprocessing that run none of the program's code."""
MAX_ASKED = 64
"""Actors of which each is asked who could end its wait."""
Function = tuple[str, str]
"""Its name, and the end of its file's."""
SHARES: Function = ("_serve", "multiprocessing/resource_sharer.py")
SERVES_CLIENT: Function = ("serve_client", "multiprocessing/managers.py")
ON_BEHALF: tuple[Function, ...] = (
    ("serve_forever", "multiprocessing/managers.py"),
    SERVES_CLIENT,
    ("accepter", "multiprocessing/managers.py"),
    ("handle_request", "multiprocessing/managers.py"),
    SHARES,
)
"""What threads of a manager run for its clients, and the one that passes file descriptors on."""
FEEDER: Function = ("_feed", "multiprocessing/queues.py")
"""The thread by which a queue of multiprocessing sends what others of its process put there."""
REACTOR: Function = ("run", "twisted/internet/base.py")
"""Twisted's event loop."""
EVALUATOR = ("_PyEval_EvalFrameDefault", "_PyEval_EvalFrame")
EXIT_WAITS: tuple[Function, ...] = (
    ("_shutdown", "/threading.py"),
    ("_python_exit", "/concurrent/futures/thread.py"),
    ("_exit_function", "/multiprocessing/util.py"),
)
"""What Python runs at exit to wait for threads that are no daemons, pools and children."""


class Key(NamedTuple):
    """Of an actor."""

    pid: int
    number: int
    """A thread's tid, a task's address."""
    kind: Literal["thread", "task"] = "thread"


class Among:
    """What is asked of one process for each of its threads, by thread."""

    def __init__(self, state: ProcessState) -> None:
        self._state = state

    @cached_property
    def activities(self) -> dict[int, ThreadActivity]:
        """What was seen of each, by tid; {} when the process was not watched."""
        activity = self._state.activity
        seen = () if isinstance(activity, Absent) else activity.threads
        return {one.tid: one for one in reversed(seen)}

    @cached_property
    def tasks(self) -> dict[int | None, list[AsyncTask]]:
        """Those of the event loop that a thread runs, by its tid; None: whose loop nobody runs."""
        found: dict[int | None, list[AsyncTask]] = {}
        for one in self._state.waiting.tasks:
            found.setdefault(one.tid, []).append(one)
        return found

    @cached_property
    def task_at(self) -> dict[int, AsyncTask]:
        """By address."""
        return {one.address: one for one in reversed(self._state.waiting.tasks)}

    @cached_property
    def serves_beside_others(self) -> bool:
        """Whether it is no manager's own, but the program's, whose objects clients change."""
        pid = self._state.process.pid
        main = [one for one in self._state.threads if one.thread.tid == pid]
        frames = [frame.python for one in main for frame in one.stack.frames]
        return not any(frame is not None and is_of(frame, *ON_BEHALF) for frame in frames)


@dataclass(frozen=True, eq=False)
class Party:
    """A thread of one of the processes that are looked at together. What rules ask of its stack is
    worked out once: each of them asks it of all threads."""

    pid: int
    tid: int
    name: str
    """As findings name it: its own name, or its tid as text."""
    label: str
    """In sentences: '"pay-1"', 'thread 4712', with its process where that is another one."""
    thread: ThreadState
    state: ProcessState
    waits: tuple[Wait, ...]
    holds: tuple[Hold, ...]
    among: Among
    """What is known of all threads of its process."""

    @cached_property
    def key(self) -> Key:
        return Key(self.pid, self.tid)

    @property
    def node(self) -> str:
        """Its key in the report's graph."""
        return thread_key(self.tid)

    @cached_property
    def launch(self) -> int | None:
        """Index of the frame in which multiprocessing forked this worker, whose copy of the stack
        has it for as long as it lives; None for other processes."""
        return frame_of(self, FORKS)

    @cached_property
    def python(self) -> list[PyFrame]:
        """The Python frames that it runs, innermost first; of a worker that was forked, without the
        copy of its parent's."""
        frames = self.thread.stack.frames[: self.launch]
        return [frame.python for frame in frames if frame.python is not None]

    @cached_property
    def own(self) -> list[ThreadFrame]:
        """The user's frames, innermost first; of a worker that was forked, those alone that it runs
        itself."""
        return [frame for frame in self.thread.stack.frames[: self.launch] if frame.mine]

    @cached_property
    def can_act(self) -> bool:
        """Whether it may touch what others wait for: it runs Python, or its process has none."""
        if isinstance(self.state.python, Absent):
            return True
        if isinstance(self.thread.python, Absent):
            return False
        if runs(self, FEEDER) and any(one.resource.kind == "condition" for one in self.waits):
            return False  # it has nothing to send: who puts something there acts
        called = self.thread.stack.frames[: frame_of(self, SERVES_CLIENT) or 0]
        if self.among.serves_beside_others or any(frame.mine for frame in called):
            return not runs(self, SHARES)
        return not runs(self, *ON_BEHALF)

    @property
    def relatives(self) -> tuple[Relative, ...]:
        """Of its process, as far as they are known."""
        known = self.state.waiting.relatives
        return () if isinstance(known, Absent) else known

    @property
    def tasks(self) -> list[AsyncTask]:
        """Those of the event loop that it runs, and its greenlets."""
        return self.among.tasks.get(self.tid, [])

    @cached_property
    def takes_connections(self) -> bool:
        """Whether it runs a server of the standard library, for as long as that lives, and is
        between two connections."""
        if not self.python or any(wait.resource.loop is not None for wait in self.waits):
            return False
        if any(frame.mine for frame in self.thread.stack.frames):
            return False
        if not any(wait.resource.channel.listening for wait in self.waits):
            return False
        files = [frame.code.filename for frame in self.python]
        # What runs inside of socketserver's loop is its own, whoever has called that (werkzeug).
        servers = [at for at, file in enumerate(files) if is_module_file(file, "socketserver.py")]
        return not any(map(is_package, files[: servers[0]] if servers else files))

    @property
    def is_main(self) -> bool:
        return self.pid == self.tid or self.thread.python_name == "MainThread"


class TaskActor(NamedTuple):
    """A pending task of asyncio, in the terms of threads."""

    pid: int
    task: AsyncTask
    thread_name: str
    """Of the thread that runs its event loop; "" when unknown."""
    waits: tuple[Wait, ...]
    """For a lock of asyncio, or for the end of each of the tasks that it awaits."""
    holds: tuple[Hold, ...]

    @property
    def key(self) -> Key:
        return Key(self.pid, self.task.address, "task")

    @property
    def node(self) -> str:
        """Its key in the report's graph."""
        return task_key(self.task.address, self.pid)

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def label(self) -> str:
        """'task "pay-1"'; with its coroutine where asyncio gave the name: 'task "Task-2" (pay)'."""
        task = self.task
        if task.library in GREENLETS:
            return f'greenlet "{task.name}"'
        if not task.name:
            return f"the task at {task.address:#x}"
        number = task.name.removeprefix("Task-")
        if number != task.name and number.isdigit() and task.frames:
            return f'task "{task.name}" ({task.frames[0].function})'
        return f'task "{task.name}"'


Actor = Party | TaskActor
Asked = TypeVar("Asked", Party, TaskActor)


class Link(NamedTuple):
    """`who` waits for something that only `by` can end: it holds it, or it is its end."""

    who: Actor
    wait: Wait
    by: Actor
    hold: Hold | None


def task_actor(state: ProcessState, task: AsyncTask, names: dict[int, str]) -> TaskActor:
    """names: of the threads of the process, by tid."""
    pid, tid = state.process.pid, task.tid or 0
    waits: list[Wait] = []
    if task.wait is not None and task.state == "pending":
        place, timeout = task.wait.place, task.wait.timeout
        if task.wait.resource is not None and task.wait.operation != DRAIN:
            asked = task.wait.resource
            found = Wait(tid, pid, asked, place, timeout=timeout, target_tid=task.runner)
            found = found._replace(operation=task.wait.operation, brought_by=task.called_in)
            waits.append(found)
        for other in task.wait.tasks if task.wait.resource is None else ():
            resource = Resource("task", task_key(other, pid), task.wait.of, other)
            waits.append(Wait(tid, pid, resource, place, timeout=timeout))
    holds = [Hold(tid, pid, one.resource, one.proof, one.place) for one in task.holds]
    return TaskActor(pid, task, names.get(tid, ""), tuple(waits), tuple(holds))


def ends_of(actors: Sequence[Asked], who_ends: Callable[[Asked], Iterable[Key]]) -> set[Key]:
    """The actors to which it leads, and no further, to ask again and again who could end a wait;
    those of a ring lead to each other. Who waits for an item of a queue is none, as it may well
    have done its work. who_ends: who could end an actor's wait; of too many, it is not asked."""
    taking = {one.key for one in actors if any(map(_takes_items, one.waits))}
    if len(actors) > MAX_ASKED:
        return {one.key for one in actors} - taking
    leads = {one.key: set(who_ends(one)) for one in actors}
    reached = {key: leads.keys() & by for key, by in leads.items()}
    for middle in leads:  # Warshall's closure
        for key in leads:
            if middle in reached[key]:
                reached[key] |= reached[middle]
    return {key for key in leads if all(key in reached[by] for by in reached[key])} - taking


def _takes_items(wait: Wait) -> bool:
    return wait.resource.kind == "queue" and wait.operation not in ("put", "send", "join")


def kind_of(ring: Iterable[Link]) -> str:
    """What waits in it: "threads", "tasks", or "threads and tasks"."""
    kinds = {isinstance(link.who, TaskActor) for link in ring}
    return " and ".join("tasks" if is_task else "threads" for is_task in sorted(kinds))


def is_helper(relative: Relative) -> bool:
    return relative.role in (*HELPERS, "program")


def can_act(party: Party) -> bool:
    """Whether a thread may touch what others wait for: it runs Python, or its process has none."""
    return party.can_act


def runs(party: Party, *functions: Function) -> bool:
    """Whether it runs one of these functions."""
    once = {id(frame.code): frame for frame in party.python}
    return any(is_of(frame, *functions) for frame in once.values())


def is_of(frame: PyFrame, *functions: Function) -> bool:
    """Whether it is a frame of one of these functions."""
    code = frame.code
    return any(code.name == name and is_module_file(code.filename, end) for name, end in functions)


def frame_of(party: Party, function: Function) -> int | None:
    """Index of its innermost frame of a function, on the whole stack; None without one."""
    others: set[int] = set()
    for index, frame in enumerate(party.thread.stack.frames):
        if frame.python is None or id(frame.python.code) in others:
            continue
        if is_of(frame.python, function):
            return index
        others.add(id(frame.python.code))
    return None


def is_ending(party: Party) -> bool:
    """Whether its program's own code has ended: it waits, as Python ends, for what was left."""
    frames = party.python
    if not party.is_main or not frames or runs_own_code(party):
        return False
    return is_of(frames[-1], *EXIT_WAITS)


def crosses_processes(party: Party, wait: Wait) -> bool:
    """Whether other processes could end it as well: a queue, lock or result of multiprocessing, and
    what an object of a manager's waits for, which its clients call."""
    if wait.resource.shared is not None:
        return wait.resource.shared != "outside"
    if wait.resource.kind in OF_PYTHON and runs(party, SERVES_CLIENT):
        return True
    python = party.python
    if wait.resource.kind in IN_THREADING and python and is_threading(python[0]):
        return False  # a condition of threading, inside of multiprocessing's own code
    for frame in party.thread.stack.frames:
        if frame.mine:
            break
        if frame.python is not None and is_multiprocessing(frame.python.location.file):
            return True
    return False


def is_threading(frame: PyFrame) -> bool:
    return roles.is_threading(frame.code.filename)


def from_before_fork(party: Party, what: Hold | Wait) -> bool:
    """Whether that is a place in the copy of the forking thread's stack that a worker of
    multiprocessing has: it never comes back to there, to release what it held for instance."""
    launch = party.launch
    return launch is not None and what.place is not None and what.place.frame_index > launch


def is_inside(party: Party, library: int) -> bool:
    """Whether a thread is, at any depth, in the library that begins there."""
    natives = (frame.native for frame in party.thread.stack.frames if frame.native is not None)
    return any(one.module is not None and one.module.start == library for one in natives)


def wants_gil(party: Party) -> bool:
    return any(wait.resource.kind == "gil" for wait in party.waits)


def runs_own_code(party: Party) -> bool:
    """Whether it runs a line of the user's."""
    return bool(party.own)


def runs_job(party: Party) -> bool:
    """Whether the user's code is a job there: it was called by what a thread of a package, or an
    executor, was started to run (an actor, a scheduler), and not started itself."""
    own = party.own
    if not own or party.is_main:
        return False
    outer = own[-1].python
    python = party.python
    after = python[python.index(outer) + 1 :] if outer in python else []
    return bool(after) and not is_threading(after[0])


def takes_connections(party: Party) -> bool:
    """Whether it runs a server of the standard library, for as long as that lives, and is between
    two connections."""
    return party.takes_connections


def waits_in_package(party: Party) -> bool:
    """Whether the user's code called a package that waits for something of its own."""
    for frame in party.thread.stack.frames:
        if frame.mine:
            return False
        if frame.python is not None and is_package(frame.python.code.filename):
            return runs_own_code(party)
    return False


def packages_of(party: Party) -> set[str]:
    """The packages of which it runs code."""
    return {package_name(frame.code.filename) for frame in party.python} - {""}


def is_taken(party: Party) -> bool:
    """Whether it waits in a network connection that a process has taken."""
    return any(wait.resource.channel.is_accepted for wait in party.waits)


def writes(wait: Wait) -> bool:
    """Whether a wait on a channel is for room to write, rather than for something to read."""
    return wait.use == "write" or wait.operation in ("send", "sendall", "write")


def called_by_own(party: Party) -> str:
    """The function that the user's innermost line has called and that is not the user's:
    "BaseServer.shutdown"; "" for none."""
    own = party.own[0].python if party.own else None
    at = party.python.index(own) if own is not None else 0
    return party.python[at - 1].code.qualname if at else ""


def native_part(party: Party) -> list[NativeFrame]:
    """The native frames inside of the innermost Python frame, innermost first, without the
    interpreter's evaluation loop."""
    found: list[NativeFrame] = []
    for frame in party.thread.stack.frames:
        if frame.native is None:
            break
        if bare_symbol(frame.native) in EVALUATOR:
            break
        found.append(frame.native)
    return found


def library_inside(party: Party) -> str | None:
    """The innermost library inside of the last Python call; "" for the interpreter's own code, None
    where no native frame is known."""
    natives = native_part(party)
    for frame in natives:
        module = frame.module.name if frame.module is not None else ""
        if not roles.is_system(module):
            return "" if roles.is_plumbing(module) else module
    return "" if natives else None


def is_for_library(party: Party, wait: Wait) -> bool:
    """Whether it is at an eventfd in a library, whose own threads, or the kernel, wake it."""
    return wait.resource.channel.target == EVENTFD and library_inside(party) != ""
