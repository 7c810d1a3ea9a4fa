"""Pools of threads: who works for them, which jobs wait there, and what these would bring about.

    worker's frame        jobs that wait                 what a job ends with
    _worker()             work_queue: SimpleQueue        _WorkItem.future
    worker()              inqueue: SimpleQueue           (a table that only the pool knows)
    doWork()              self._pending: deque           inContext.onResult ──► Deferred ──► …

A worker that is in none of the jobs waits for one; what ends the workers lies in the queue as well,
and is None. Of pools that are not among these, the code tells who takes jobs from where.

Twisted's reactor takes calls from a list, in the thread that runs it or, between two runs (trial),
in the main thread that ran it last.

Sources: Lib/concurrent/futures/thread.py, Lib/multiprocessing/pool.py, twisted/_threads/_team.py,
twisted/python/threadpool.py, twisted/internet/base.py, twisted/python/threadable.py.

Where a worker takes its jobs from, told from its code, of any package's pool, and one's own:

    consumer.py  while running: self.process.loop()       the loop that goes on for ever
    consumer.py    loop():  task = self.huey.dequeue()    leads, by what these names stand for,
    storage.py       dequeue():  heapq.heappop(self._queue)    to a list: the queue
    reports.py         report_on()                        the job that it is in

Threads that go round in the same loop, and take from the same queue, are a pool.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.calls_done import CallsDone, Done
from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.sync.task_waits import called_by
from atfault.cpython.sync.theirs_alone import TheirsAlone, is_shared, parts_of, spent
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import children, led_to
from atfault.errors import MemoryFault
from atfault.model.roles import is_module_file, is_package
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask, ThreadPool, Wait

_QUEUES = ("queue.Queue", "_queue.SimpleQueue", "collections.deque", "list")
_TAKES = ("get", "get_nowait", "pop", "popleft")
_FROM_HEAP = ("heappop", "heapreplace", "heappushpop")
_MAX_JOBS = 200
"""Of one pool, that are looked at; more are counted."""
_MAX_ITEMS = 10_000
_MAX_OBJECTS = 200
"""That one job leads to."""
_EXECUTOR = "concurrent.futures.thread.ThreadPoolExecutor"
_IN_QUEUES = ("/queue.py", "/threading.py")


class Worker(NamedTuple):
    """A thread that takes jobs in a loop."""

    loop: int
    """Address of the code with the loop."""
    queues: tuple[int, ...]
    """From which it may take them, the likeliest first."""
    is_idle: bool
    """It is in no job."""
    is_own: bool
    """The loop is the program's own code."""


class WorkQueues:
    """Finds the workers among the threads of one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._done = CallsDone(world)

    def worker(self, view: ThreadView) -> Worker | None:
        """None for a thread that takes nothing from a queue."""
        at = next((i for i in range(len(view.frames))[::-1] if self._goes_round(view, i)), None)
        if at is None:
            return None
        loop = view.frames[at]
        is_own = view.is_mine(loop)
        inside = view.frames[:at]
        jobs = [i for i, frame in enumerate(inside) if view.is_mine(frame)]
        between = () if is_own else view.frames[jobs[-1] + 1 if jobs else at : at]
        found: dict[int, int] = {}
        """Queue → offset of the call that leads there."""
        self._done.begin()
        for frame in (loop, *reversed(between)):
            for queue, offset in self._taken_in(frame):
                found.setdefault(queue, offset if frame is loop else -1)
        if not found:
            return None
        is_idle = loop.lasti in found.values() if is_own else not jobs
        return Worker(loop.code.address, tuple(found), is_idle, is_own)

    def _goes_round(self, view: ThreadView, at: int) -> bool:
        """Whether a frame is in a loop of the program's own code, or of a package's."""
        frame = view.frames[at]
        file = frame.code.filename
        if not view.is_mine(frame) and not is_package(file):
            return False
        code = self._world.runtime.codes.get(frame.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        return body is not None and bool(body.loops_around(frame.lasti))

    def _taken_in(self, frame: PyFrame) -> Iterator[tuple[int, int]]:
        """(queue, offset of the call that leads there), with what the generators take from that its
        loops go over."""
        yield from self._taken(self._done.in_frame(frame))
        for iterator in self._world.operands.beneath(frame):
            is_generator = self._reader.is_a(iterator, "generator")
            found = read_generator(self._world.runtime, iterator) if is_generator else None
            if found is not None:
                inner = self._done.in_frame(found.frame, depth=1)
                yield from ((queue, -1) for queue, _ in self._taken(inner))

    def _taken(self, done: Iterable[Done]) -> Iterator[tuple[int, int]]:
        for one in done:
            if one.method in _FROM_HEAP and one.given:
                if self._reader.is_a(one.given[0], "list"):
                    yield one.given[0], one.offset
            elif one.method in _TAKES and self._reader.kind(one.of, _QUEUES):
                yield one.of, one.offset


class _Kind(NamedTuple):
    """What the threads of a library's pools look like."""

    function: str
    """That a worker runs."""
    file: str
    """How the name of its file ends."""
    jobs: tuple[str, ...]
    """Its variable, and attributes of that, where the jobs wait."""
    result: str
    """Attribute of a job that leads to who waits for its end; "" when there is none."""
    idle: tuple[str, ...] = ()
    """Where the workers without a job are, if not among the threads that run the function."""


_KINDS = (
    _Kind("_worker", "concurrent/futures/thread.py", ("work_queue",), "future"),
    _Kind("_worker", "distributed/threadpoolexecutor.py", ("work_queue",), "future"),
    _Kind("worker", "multiprocessing/pool.py", ("inqueue",), ""),  # of a ThreadPool
    _Kind(
        "doWork", "twisted/_threads/_team.py", ("self", "_pending"), "onResult", ("self", "_idle")
    ),
)


class Pools:
    """The pools of one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        workers: dict[int, list[int]] = {}
        kinds: dict[int, _Kind] = {}
        idle: dict[int, int] = {}
        for view in world.views.values():
            found = self._worker(view)
            if found is not None:
                kind, jobs, is_idle, others = found
                workers.setdefault(jobs, []).append(view.tid)
                kinds[jobs] = kind
                idle[jobs] = idle.get(jobs, others) + is_idle
        known = {tid for tids in workers.values() for tid in tids}
        self._jobs = {at: self._jobs_at(at) if not idle[at] else [] for at in workers}
        self._kinds = kinds
        self._workers = workers
        told = [
            ThreadPool(
                world.pid,
                tuple(tids),
                idle[at],
                len(self._jobs[at]),
                is_of_one_kind=self._are_alike(self._jobs[at], tids),
            )
            for at, tids in workers.items()
        ]
        self._in_hand: dict[int, set[int]] = {}
        """Thread → what the job has at hand that it is in, of those that work alone."""
        self._queues: dict[int, tuple[int, ...]] = {}
        """Thread → where the jobs lie for which it works alone, of those that are in one."""
        self.all = (*told, *self._by_code(known))
        self._add_reactor()

    def _add_reactor(self) -> None:
        """Twisted's: the calls that were handed to it (callFromThread) and that lie there yet."""
        world, reader = self._world, self._reader
        ident = reader.integer(world.module_value("twisted.python.threadable", "ioThread"))
        tid = world.tid_of(ident) if ident else None
        # Another thread that has ended may have left its ident to a new one.
        if tid is None or (tid != world.pid and not _runs_reactor(world.views.get(tid))):
            return
        reactor = world.module_value("twisted.internet", "reactor")
        calls = reader.attribute(reactor, "threadCallQueue") if reactor else 0
        if calls:
            known = self._queues.get(tid, ())
            self._queues[tid] = tuple(dict.fromkeys((*known, calls)))

    def _are_alike(self, jobs: list[int], workers: list[int]) -> bool:
        """Whether each job calls a function that all workers are in, and so does the same."""
        called = {self._reader.attribute(job, "fn") for job in jobs}
        codes = set(map(self._reader.code_address, called))
        stacks = [
            {frame.code.address for frame in self._world.views[tid].frames} for tid in workers
        ]
        return bool(codes) and all(codes <= stack for stack in stacks)

    def _by_code(self, known: Collection[int]) -> Iterator[ThreadPool]:
        """Those of other libraries, and of the program itself, with jobs that wait. known: the
        threads of those that are told by their names."""
        queues = WorkQueues(self._world)
        crews: dict[int, list[tuple[int, Worker]]] = {}
        for tid, view in self._world.views.items():
            worker = None
            if tid not in known and tid != self._world.pid:
                worker = queues.worker(view)
            if worker is not None:
                crews.setdefault(worker.loop, []).append((tid, worker))
        alone = Counter(queue for crew in crews.values() for _, one in crew for queue in one.queues)
        for tid, worker in (one for crew in crews.values() for one in crew):
            if not worker.is_idle and all(alone[queue] == 1 for queue in worker.queues):
                self._in_hand[tid] = self._running(self._world.views[tid], worker)
                self._queues[tid] = worker.queues
        for crew in crews.values():
            by_queue: dict[int, list[tuple[int, Worker]]] = {}
            for tid, worker in crew:
                jobs = (queue for queue in worker.queues if self._jobs_at(queue))
                by_queue.setdefault(next(jobs, 0), []).append((tid, worker))
            by_queue.pop(0, None)
            for queue, members in by_queue.items():
                yield self._found(queue, members)

    def _running(self, view: ThreadView, worker: Worker) -> set[int]:
        """What the job that a worker is in has at hand, by the variables of its loop; not what
        leads to the queue, which is the worker's own."""
        loops = [frame for frame in view.frames if frame.code.address == worker.loop]
        values = {at for frame in loops for at in self._world.names.variables(frame).values()}
        jobs = [(at, *self._at_hand(at)) for at in values if not is_shared(self._reader, at)]
        own = [parts for parts in jobs if set(worker.queues).isdisjoint(parts)]
        return {at for parts in own for at in parts if not is_shared(self._reader, at)}

    def _found(self, queue: int, members: list[tuple[int, Worker]]) -> ThreadPool:
        jobs = self._jobs_at(queue)
        parts = {one for job in jobs[:_MAX_JOBS] for one in (job, *self._at_hand(job))}
        return ThreadPool(
            self._world.pid,
            tuple([tid for tid, _ in members]),
            sum(worker.is_idle for _, worker in members),
            len(jobs),
            is_told=False,
            is_own=members[0][1].is_own,
            jobs=tuple(parts),
        )

    def _at_hand(self, job: int) -> list[int]:
        """What a job has, and what its parts have."""
        parts = [child for _, child in children(self._reader, job)]
        inner = [child for one in parts for _, child in children(self._reader, one)]
        return (parts + inner)[:_MAX_OBJECTS]

    def with_jobs(self, waits: dict[int, Wait]) -> dict[int, Wait]:
        """The waits, with the workers of the pool in whose queue the job lies that would end
        them."""
        wanted = {wait.resource.address for wait in waits.values() if wait.resource.address}
        brought = self.bringing(wanted)
        # A job gives what somebody waits to get, and makes no room.
        results = {wait.resource.address for wait in waits.values() if wait.operation != "put"}
        services = self._brought_by_services(wanted & results - brought.keys())
        services |= self._lying_with_one(waits, wanted & results - brought.keys() - services.keys())
        asked = {one.resource.address for one in waits.values() if one.resource.kind == "future"}
        left = self._left_alone(asked - brought.keys() - services.keys())
        return {
            tid: wait._replace(
                brought_by=brought.get(at, services.get(at, ())),
                target_tid=services[at][0] if at in services else wait.target_tid,
                lost_workers=left.get(at, 0),
            )
            for tid, wait in waits.items()
            for at in (wait.resource.address,)
        }

    def bringing(self, wanted: Collection[int]) -> dict[int, tuple[int, ...]]:
        """What is waited for → the workers of the pool in whose queue the job lies that would end
        that."""
        brought: dict[int, tuple[int, ...]] = {}
        for at, jobs in self._jobs.items() if wanted else ():
            result = self._kinds[at].result
            for job in jobs[:_MAX_JOBS] if result else ():
                end = self._reader.attribute(job, result)
                reached = led_to(end, partial(_parts, self._reader, end), _MAX_OBJECTS)
                found = set(wanted).intersection(reached)
                brought.update(dict.fromkeys(found, tuple(self._workers[at])))
        return brought

    def _left_alone(self, wanted: Collection[int]) -> dict[int, int]:
        """Future → how many threads its executor counts, none of which is there to take the job
        that lies in its queue: a fork copies the executor without them."""
        views = self._world.views.values()
        is_any_new = any(view.frames and _is_starting(view) for view in views)
        found: dict[int, int] = {}
        for executor in of_kind(self._world, _EXECUTOR) if wanted and not is_any_new else ():
            queue = self._reader.attribute(executor, "_work_queue")
            threads = self._reader.items(self._reader.attribute(executor, "_threads"), _MAX_JOBS)
            count = sum(not self._is_here(one) for one in threads)
            if queue and 0 < count == len(threads) and queue not in self._workers:
                jobs = self._jobs_at(queue)[:_MAX_JOBS]
                futures = {self._reader.attribute(job, "future") for job in jobs}
                found.update(dict.fromkeys(futures.intersection(wanted), count))
        return found

    def _is_here(self, thread: int) -> bool:
        number = self._reader.integer_of(thread, "_native_id")
        return number is None or number in self._world.views

    def with_calls(self, reader: TaskReader, tasks: tuple[AsyncTask, ...]) -> tuple[AsyncTask, ...]:
        """The tasks, with the workers of the pool in whose queue the call lies that they await."""
        asked = [one for one in tasks if one.runner is None] if any(self._jobs.values()) else []
        calls = {one.address: called_by(reader, one.awaited) for one in asked}
        brought = self.bringing(set(calls.values()) - {0})
        return tuple(
            [one._replace(called_in=brought.get(calls.get(one.address, 0), ())) for one in tasks]
        )

    def _brought_by_services(self, wanted: set[int]) -> dict[int, tuple[int]]:
        """What is waited for → the one thread that takes, from a queue of its own, the job that
        alone would bring it (an actor's mailbox), or is in that job."""
        found: dict[int, list[int]] = {}
        for pool in self.all:
            if pool.is_told or pool.idle or len(pool.workers) != 1:
                continue
            for at in wanted.intersection(pool.jobs):
                if not is_shared(self._reader, at):
                    found.setdefault(at, []).append(pool.workers[0])
        for tid, at_hand in self._in_hand.items():
            for at in wanted & at_hand:
                found.setdefault(at, []).append(tid)
        return {
            at: (tids[0],)
            for at, tids in found.items()
            if len(tids) == 1 and not self._is_at_hand(at, tids[0])
        }

    def _lying_with_one(self, waits: dict[int, Wait], wanted: set[int]) -> dict[int, tuple[int]]:
        """What is waited for → the one thread that takes the jobs which alone lead there."""
        found: dict[int, tuple[int]] = {}
        for tid, queues in self._queues.items() if wanted else ():
            jobs = [job for queue in queues for job in self._jobs_at(queue)[:_MAX_JOBS]]
            alone = TheirsAlone(self._world, jobs, queues)
            for at in wanted - found.keys():
                waiting = [one for one, wait in waits.items() if wait.resource.address == at]
                views = self._world.views
                beside = [view for one, view in views.items() if one not in waiting]
                if alone.has(at, [views[one] for one in waiting], beside):
                    found[at] = (tid,)
        return found

    def _is_at_hand(self, wanted: int, worker: int) -> bool:
        """Whether another thread than the worker, that does not wait for that itself, has in a
        variable that it yet uses what leads to it, and belongs to a job."""
        jobs = {one for pool in self.all for one in pool.jobs}.union(*self._in_hand.values())
        names = self._world.names
        for view in self._world.views.values():
            values = {at for frame in view.frames for at in names.variables(frame).values()}
            if wanted in values or view.tid == worker:
                continue  # who waits for it
            for at in self._yet_used(view, values & jobs):
                reached = led_to(at, partial(_parts, self._reader, at), _MAX_OBJECTS)
                if not is_shared(self._reader, at) and wanted in reached:
                    return True
        return False

    def _yet_used(self, view: ThreadView, objects: set[int]) -> set[int]:
        """Those that are in variables which a thread uses before it assigns to them anew."""
        found: set[int] = set()
        for frame in view.frames if objects else ():
            left = spent(self._world, frame, objects)
            named = self._world.names.variables(frame)
            found.update(at for name, at in named.items() if name not in left)
        return found & objects

    def _worker(self, view: ThreadView) -> tuple[_Kind, int, bool, int] | None:
        """(of which kind, where its jobs wait, whether it has none, how many others have none)."""
        if view.tid == self._world.pid:
            return None  # a worker of a pool of processes, alone in its own
        for index, frame in enumerate(view.frames):
            for kind in _KINDS:
                if frame.code.name == kind.function and is_module_file(
                    frame.code.filename, kind.file
                ):
                    variables = self._world.names.variables(frame)
                    jobs = self._at(variables, kind.jobs)
                    others = self._reader.size(self._at(variables, kind.idle)) if kind.idle else 0
                    inside = view.frames[:index]
                    is_idle = all(one.code.filename.endswith(_IN_QUEUES) for one in inside)
                    return (kind, jobs, is_idle, others or 0) if jobs else None
        return None

    def _at(self, variables: dict[str, int], path: tuple[str, ...]) -> int:
        address = variables.get(path[0], 0)
        return self._reader.path(address, *path[1:]) if path[1:] and address else address

    def _jobs_at(self, address: int) -> list[int]:
        """Addresses of the jobs that wait there."""
        try:
            found = self._world.locks.items(address, _MAX_ITEMS)
        except MemoryFault:
            found = []
        found = found or self._reader.items(address, _MAX_ITEMS)
        return [one for one in found if one and not self._reader.is_none(one)]


def _is_starting(view: ThreadView) -> bool:
    """Whether a thread has not come to what it is to run."""
    return all(one.code.filename.endswith("/threading.py") for one in view.frames)


def _runs_reactor(view: ThreadView | None) -> bool:
    codes = [] if view is None else [frame.code for frame in view.frames]
    return any(
        one.name == "run" and is_module_file(one.filename, "twisted/internet/base.py")
        for one in codes
    )


def _parts(reader: ObjectReader, start: int, address: int) -> Iterable[int]:
    """What belongs to the end of a job as well: what that, or what it alone leads to, leads to."""
    if address != start and is_shared(reader, address):
        return ()
    return parts_of(reader, address, _MAX_OBJECTS)
