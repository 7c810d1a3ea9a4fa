"""Loops of tasks that sleep and look: what keeps them going, and who could change that.

    async def wait_for(job):
        while not job.done:            does not change; no other task's code stores a `done`
            await asyncio.sleep(0.1)   suspended here, in each look

A suspended task's frames are not on a thread's stack, so they are looked at now and then alone,
and once more at the end.
"""

import time
from itertools import islice

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync import asyncio_tasks, trio_tasks
from atfault.cpython.sync.greenlets import Greenlets
from atfault.cpython.sync.stores import stores_of_frames
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.values.objects import ValueDecoder
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.loop_watch import LoopWatch
from atfault.model.stacks import PyFrame
from atfault.model.state import PythonInfo
from atfault.model.waits import Place, TaskLoop
from atfault.stacks.mine import is_mine

_MAX_TASKS = 1_000
"""Of asyncio; where there are more, none is looked at."""
_MAX_FRAMES = 64
_EVERY = 1.0
"""Seconds between two looks, at least."""
_SHARE = 20
"""Looks take at most one part in this many of the time between them."""


class TaskLoops:
    """Of one process."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._watches: dict[tuple[int, int, int], tuple[PyFrame, LoopWatch]] = {}
        """By the frame, its code and where it is."""
        self._at = 0.0
        self._took = 0.0
        self._world: World | None = None
        self._resting: set[int] = set()
        """Frames of tasks of event loops that no thread runs: these do not go on."""
        self._task_of: dict[int, int] = {}
        """Frame → its task: who awaits a loop does nothing meanwhile."""

    def is_due(self) -> bool:
        """Whether it is time for another look."""
        return time.monotonic() - self._at >= max(_EVERY, self._took * _SHARE)

    def look(self, runtime: PythonRuntime, info: PythonInfo, decoder: ValueDecoder) -> None:
        """At all tasks that are suspended."""
        began = time.thread_time()
        world = self._world = World(runtime, (), lambda file: is_mine(file, info))
        reader = TaskReader(world)
        if sum(1 for _ in islice(reader.addresses(), _MAX_TASKS)) < _MAX_TASKS:
            asyncio_tasks.pending(reader)
            resting = (one.frames for one in reader.asleep if one.tid is None)
            self._resting = {frame.address for frames in resting for frame in frames}
            trio_tasks.pending(reader)
            Greenlets(reader).pending()
            self._task_of = {
                frame.address: one.address for one in reader.asleep for frame in one.frames
            }
        before, self._watches = self._watches, {}
        for frame in world.task_frames[:_MAX_FRAMES]:
            line = frame.location.line
            if line is None:
                continue
            key = frame.address, frame.code.address, frame.lasti
            watch = before[key][1] if key in before else LoopWatch(self._sources)
            decoder.begin_frame()
            watch.look(runtime, frame, {line}, decoder)
            self._watches[key] = frame, watch
        self._at, self._took = time.monotonic(), time.thread_time() - began

    def told(self) -> tuple[TaskLoop, ...]:
        """The loops of which nothing that keeps them going changed."""
        if self._world is None:
            return ()
        found = []
        frames = [frame for frame, _ in self._watches.values()]
        for frame, watch in self._watches.values():
            condition = watch.told()
            if condition is None or not condition.is_fixed or not condition.inputs:
                continue
            others = [one for one in frames if self._may_change(one, frame)]
            inputs = watch.inputs()
            able = [
                one for one in others if stores_of_frames(self._world, [one]).may_change(inputs)
            ]
            if any(one.address not in self._resting for one in able):
                continue
            resting = tuple([one.code.qualname or one.code.name for one in able])
            code, where = frame.code, frame.location
            place = Place(where.file, where.line, code.qualname or code.name)
            found.append(TaskLoop(place, condition, resting))
        return tuple(found)

    def _may_change(self, other: PyFrame, frame: PyFrame) -> bool:
        """Whether a frame is of another function, and of another task or of none that is known."""
        task = self._task_of.get(frame.address)
        is_awaiting = task is not None and self._task_of.get(other.address) == task
        return other.code.address != frame.code.address and not is_awaiting
