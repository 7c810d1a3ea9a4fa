"""Pending asyncio tasks of all event loops: their await chains, what each waits on and holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from atfault.cpython.sync import task_waits
from atfault.cpython.sync.task_reader import PENDING, Asleep, RawTask, TaskReader
from atfault.cpython.sync.task_sync import Suspended, TaskSync
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask

_FRAMES_SHOWN = 2
_MAX_FAILED = 16


def pending(reader: TaskReader) -> tuple[AsyncTask, ...]:
    """All pending tasks that `reader` finds; fills `reader.suspended`, `asleep` and `failed`."""
    if not reader.world.module_dict("asyncio.tasks"):
        return ()
    reader.read_running()
    found: dict[int, AsyncTask] = {}
    suspended: list[Suspended] = []
    runs: Counter[int] = Counter()
    for address in dict.fromkeys(reader.addresses()):
        task = reader.task(address)
        if task is None or task.state != PENDING:
            if task is not None and task.exception and len(reader.failed) < _MAX_FAILED:
                reader.failed.append(task)
            continue
        if reader.world.runtime.memory.has_enough:
            break
        frames = reader.chain(task.coroutine)
        is_running = address in reader.running
        alike = None if is_running else reader.alike(task, frames)
        found[address] = _decode(reader, task, frames, is_running)
        for frame in frames:
            # Two of a function tell as much as all: that it runs several times.
            if runs[frame.code.address] < _FRAMES_SHOWN and reader.world.is_mine(frame):
                runs[frame.code.address] += 1
                reader.world.task_frames.append(frame)
        if not is_running:
            reader.suspended[address] = (task, frames)
            reader.asleep.append(Asleep(address, reader.thread_of(task.loop), frames))
            suspended.append(Suspended(task, frames, alike))
    if suspended:
        _add_sync(reader, suspended, found)
    return tuple(found.values())


def _add_sync(reader: TaskReader, suspended: list[Suspended], found: dict[int, AsyncTask]) -> None:
    """What the suspended tasks wait for, hold, and know."""
    sync = TaskSync(reader)
    by_place: dict[Hashable, str] = {}
    told = sync.all(suspended)
    for task, frames, alike in suspended:
        wait, holds = told[task.address]
        text = by_place.get(alike, "") if alike is not None else ""
        if not text:
            text = task_waits.words(reader, task, frames, wait)
            if alike is not None and task_waits.by_frames(reader, frames, wait):
                by_place[alike] = text
        one = found[task.address]
        found[task.address] = one._replace(wait=wait, holds=holds, waits_for=text)
    if not any(holds for _, holds in told.values()):
        return
    for task, frames, _ in suspended:
        known = sync.known_to(task.address, frames)
        found[task.address] = found[task.address]._replace(knows=known)


def _decode(
    reader: TaskReader, task: RawTask, frames: list[PyFrame], is_running: bool
) -> AsyncTask:
    return AsyncTask(
        task.address,
        task.name,
        task.loop,
        reader.thread_of(task.loop),
        "running" if is_running else "pending",
        tuple(map(reader.shown, frames)),
        "running",
        task.waiter,
        runner=None if is_running else task_waits.runner(reader, task),
        has_come=bool(task.waiter) and not is_running and not reader.is_pending(task.waiter),
        is_main=task.address in reader.asyncio_mains.values(),
    )
