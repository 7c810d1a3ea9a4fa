"""Pending asyncio tasks of all event loops: their await chains, what each waits on and holds."""

from __future__ import annotations

from atfault.cpython.sync import task_waits
from atfault.cpython.sync.task_reader import PENDING, RawTask, TaskReader
from atfault.cpython.sync.task_sync import TaskSync
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask, TaskFrame


def pending(reader: TaskReader) -> tuple[AsyncTask, ...]:
    """All pending tasks that `reader` finds; fills `reader.suspended`."""
    if not reader.world.module_dict("asyncio.tasks"):
        return ()
    reader.read_running()
    found: dict[int, AsyncTask] = {}
    for address in dict.fromkeys(reader.addresses()):
        task = reader.task(address)
        if task is not None and task.state == PENDING:
            frames, awaited = reader.chain(task.coroutine)
            found[address] = _decode(reader, task, frames, awaited)
            reader.world.task_frames += [frame for frame in frames if reader.world.is_mine(frame)]
            if address not in reader.running:
                reader.suspended[address] = (task, frames)
    if reader.suspended:
        _add_sync(reader, found)
    return tuple(found.values())


def _add_sync(reader: TaskReader, found: dict[int, AsyncTask]) -> None:
    """What the suspended tasks wait for, hold, and know."""
    sync = TaskSync(reader)
    some_hold = False
    for address, (wait, holds) in sync.all(reader.suspended).items():
        found[address] = found[address]._replace(wait=wait, holds=holds)
        some_hold = some_hold or bool(holds)
    if not some_hold:
        return
    for address, (_, frames) in reader.suspended.items():
        known = sync.known_to(address, frames)
        found[address] = found[address]._replace(knows=known)


def _decode(reader: TaskReader, task: RawTask, frames: list[PyFrame], awaited: int) -> AsyncTask:
    running = task.address in reader.running
    waits_for = "running" if running else task_waits.words(reader, task, frames, awaited)
    return AsyncTask(
        task.address,
        task.name,
        task.loop,
        reader.thread_of(task.loop),
        "running" if running else "pending",
        tuple([_frame(reader, frame) for frame in frames]),
        waits_for,
        task.waiter,
        runner=None if running else task_waits.runner(reader, task),
    )


def _frame(reader: TaskReader, frame: PyFrame) -> TaskFrame:
    where = frame.location
    return TaskFrame(frame.code.qualname, where.file, where.line, reader.world.is_mine(frame))
