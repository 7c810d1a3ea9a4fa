"""Locks that are held by code which nobody runs at the moment: suspended generators, coroutines.

    def rows():               for row in rows():
        with lock:                with lock: …      the loop wants the lock of what it iterates
            yield …                                 over: rows is suspended inside of `with lock`

What a generator holds over which a frame iterates, that frame holds (`inside`). So it is with one
that the frames of one thread alone lead to (pluggy's wrappers, in a list; werkzeug's answers, below
an iterator written in Python). Others may be gone on with by anybody who knows them, as a scheduler
does (Twisted's inlineCallbacks): they lie in a variable, or the garbage collector knows them.
A coroutine goes on when its event loop gets round to its task, a greenlet when its thread does.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.greenlets import Greenlet, greenlet_name
from atfault.cpython.sync.inside import Inside
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.sync.theirs_alone import GENERATORS
from atfault.cpython.sync.unfinished import Owners, suspended
from atfault.model.stacks import PyFrame
from atfault.model.waits import Hold, Kept, Resource, Wait

_MAX_VALUES = 2_000


class _Keeper(NamedTuple):
    """Code that is suspended."""

    by: str
    """For people."""
    number: int
    """Address of the task or greenlet that it belongs to; 0 for none."""
    tid: int | None
    """The thread that goes on with that."""
    library: str
    """Of a greenlet."""
    frames: tuple[PyFrame, ...]
    """What may have taken a lock, and then what led there."""
    generator: int = 0
    """Address of a generator that is none of a task's."""


def with_kept(
    reader: TaskReader,
    greenlets: Iterable[Greenlet],
    waits: dict[int, Wait],
    holds: tuple[Hold, ...],
) -> tuple[dict[int, Wait], tuple[Hold, ...]]:
    """Waits and holds, with what is known of such locks. reader: that has read all tasks."""
    world = reader.world
    held = {hold.resource.key for hold in holds}
    wanted = {}
    for wait in waits.values():
        state = world.locks.state(wait.resource.address)
        is_free = state is None or not state.locked or wait.resource.key in held
        if state is not None and state.kind == "lock" and not (is_free or state.shared_name):
            wanted[state.address] = wait.resource
    if not wanted:
        return waits, holds
    inside = Inside(world)
    owners = Owners(world)
    found: dict[int, tuple[Kept, int | None]] = {}
    for one in _suspended(reader, greenlets):
        for lock, line, proof, frame in inside.held(one.frames[0]):
            known = found.get(lock)
            if lock in wanted and (known is None or (proof == "with" and not known[0].is_sure)):
                outer = one.frames[1:] if frame is one.frames[0] else one.frames
                place = None if line is None else world.place(frame, outer, line)
                kept = Kept(one.by, one.number, place, proof == "with", one.library)
                tid = owners.of(one.generator) if one.generator else one.tid
                found[lock] = kept, tid
    kept_by = {lock: kept for lock, (kept, _) in found.items()}
    waits = {
        tid: wait._replace(kept=kept_by.get(wait.resource.address)) for tid, wait in waits.items()
    }
    return waits, (*holds, *_holds(world, wanted, found, waits))


def _holds(
    world: World,
    wanted: dict[int, Resource],
    found: dict[int, tuple[Kept, int | None]],
    waits: dict[int, Wait],
) -> Iterator[Hold]:
    """What threads hold through their generators, tasks and greenlets. Not where the thread of an
    event loop itself waits for what a task has: it blocks its loop, which is another cause."""
    for lock, (kept, tid) in found.items():
        if tid is not None and kept.is_sure:
            own = waits.get(tid)
            if kept.library or not kept.task or own is None or own.resource.address != lock:
                yield Hold(tid, world.pid, wanted[lock], "with", kept.place)


def _suspended(reader: TaskReader, greenlets: Iterable[Greenlet]) -> Iterator[_Keeper]:
    """All that may keep a lock."""
    world = reader.world
    for task, frames in reader.suspended.values():
        by = f'task "{task.name}"' + (f" ({frames[0].code.qualname})" if frames else "")
        tid = reader.thread_of(task.loop)
        for index, frame in enumerate(frames):
            outer = frames[:index][::-1]
            yield _Keeper(by, task.address, tid, "", (frame, *outer))
    for one in greenlets:
        for index in range(len(one.frames)):
            by = f'the greenlet "{greenlet_name(world, one)}"'
            yield _Keeper(by, one.address, one.tid, one.library, one.frames[index:])
    for address in (*_in_variables(world), *of_kind(world, *GENERATORS)):
        there = suspended(world, address)
        if there is not None and world.is_mine(there):
            kind = "coroutine" if world.reader.is_a(address, "coroutine") else "generator"
            yield _Keeper(f"the {kind} {there.code.name}", 0, None, "", (there,), address)


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
