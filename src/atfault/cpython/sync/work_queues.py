"""Where a worker takes its jobs from, told from its code: any package's pool, and one's own.

    consumer.py  while running: self.process.loop()       the loop that goes on for ever
    consumer.py    loop():  task = self.huey.dequeue()    leads, by what these names stand for,
    storage.py       dequeue():  heapq.heappop(self._queue)    to a list: the queue
    reports.py         report_on()                        the job that it is in

Threads that go round in the same loop, and take from the same queue, are a pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.calls_done import CallsDone, Done
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.roles import is_package
from atfault.model.stacks import PyFrame

_QUEUES = ("queue.Queue", "_queue.SimpleQueue", "collections.deque", "list")
_TAKES = ("get", "get_nowait", "pop", "popleft")
_FROM_HEAP = ("heappop", "heapreplace", "heappushpop")


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
