"""Locks that are held by code which nobody runs at the moment: suspended generators, coroutines.

    def rows():               for row in rows():
        with lock:                with lock: …      the loop wants the lock of what it iterates
            yield …                                 over: rows is suspended inside of `with lock`

A generator that a frame iterates over lies on its value stack, and goes on only when that frame
does: what it holds, the thread holds. Others may be gone on with by anybody who knows them, as a
scheduler does (Twisted's inlineCallbacks): they lie in a variable, or the garbage collector knows
them.
A coroutine goes on when its event loop gets round to its task.
"""

from collections.abc import Iterator

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.inside import GENERATORS, Inside, driven, suspended
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.model.stacks import PyFrame
from atfault.model.waits import Hold, Kept, Place, Wait

_MAX_VALUES = 2_000


def with_kept(
    reader: TaskReader, waits: dict[int, Wait], holds: tuple[Hold, ...]
) -> tuple[dict[int, Wait], tuple[Hold, ...]]:
    """Waits and holds, with what is known of such locks. reader: that has read all tasks."""
    world = reader.world
    held = {hold.resource.key for hold in holds}
    wanted = set()
    for wait in waits.values():
        state = world.locks.state(wait.resource.address)
        is_free = state is None or not state.locked or wait.resource.key in held
        if state is not None and state.kind == "lock" and not (is_free or state.shared_name):
            wanted.add(state.address)
    if not wanted:
        return waits, holds
    inside = Inside(world)
    keepers: dict[int, Kept] = {}
    for label, task, frame in _suspended(reader):
        for lock, line, proof in inside.held(frame):
            known = keepers.get(lock)
            if lock in wanted and (known is None or (proof == "with" and not known.is_sure)):
                place = Place(frame.location.file, line, frame.code.qualname)
                keepers[lock] = Kept(label, task, place, proof == "with")
    waits = {
        tid: wait._replace(kept=keepers.get(wait.resource.address)) for tid, wait in waits.items()
    }
    return waits, (*holds, *_of_tasks(reader, waits))


def _of_tasks(reader: TaskReader, waits: dict[int, Wait]) -> Iterator[Hold]:
    """What the threads of event loops hold through their tasks. Not where such a thread itself
    waits for that: it cannot go on with the task meanwhile, and blocks its loop."""
    kept = {
        wait.resource.address: wait
        for wait in waits.values()
        if wait.kept and wait.kept.task and wait.kept.is_sure
    }
    for address, wait in kept.items():
        assert wait.kept is not None
        task, frames = reader.suspended[wait.kept.task]
        tid = reader.thread_of(task.loop)
        own = waits.get(tid) if tid is not None else None
        if tid is not None and (own is None or own.resource.address != address):
            place = wait.kept.place._replace(mine=any(map(reader.world.is_mine, frames)))
            yield Hold(tid, reader.world.pid, wait.resource, "with", place)


def _suspended(reader: TaskReader) -> Iterator[tuple[str, int, PyFrame]]:
    """(what it is, its task or 0, frame) of all that may keep a lock."""
    for task, frames in reader.suspended.values():
        function = f" ({frames[0].code.qualname})" if frames else ""
        for frame in frames:
            for one in (frame, *driven(reader.world, frame)):
                yield f'task "{task.name}"{function}', task.address, one
    for address in (*_in_variables(reader.world), *of_kind(reader.world, *GENERATORS)):
        frame_there = suspended(reader.world, address)
        if frame_there is not None and reader.world.is_mine(frame_there):
            kind = "coroutine" if reader.world.reader.is_a(address, "coroutine") else "generator"
            yield f"the {kind} {frame_there.code.name}", 0, frame_there


def _in_variables(world: World) -> Iterator[int]:
    """Generators that a variable of the user's own frames, or of their modules, stands for."""
    seen: set[int] = set()
    for view in world.views.values():
        for frame in view.naming_frames():
            values = world.names.variables(frame), world.names.namespace_of(frame)
            for address in (*values[0].values(), *values[1].values()):
                if address not in seen and len(seen) < _MAX_VALUES:
                    seen.add(address)
                    if world.reader.is_a(address, *GENERATORS):
                        yield address
