"""Who could end a loop by writing what its exits look at: threads, handlers, other processes.

    main     while job.state != "done": sleep(.1)
    beat     its code stores no `state`, and calls nothing that does      cannot
    job      self.state = "done"                                          may
    SIGALRM  def stop(*_): raise Timeout                                  stores nothing

Memory that is mapped with others may be written to by each process that has it mapped so.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.signal_handlers import installed_handlers
from atfault.cpython.sync.stores import Input, Stores, stores_of_frames, stores_of_function
from atfault.cpython.sync.sync_world import World
from atfault.decode.watch.loop_watch import LoopWatch
from atfault.decode.watch.predicates import Predicate
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import PyFrame
from atfault.model.waits import LoopCondition, ThreadActivity
from atfault.snapshot import procfs

_MAX_LOOPS = 8
"""Loops of which is asked who may end them."""
_MAX_THREADS = 32
"""Threads that are asked; of more, that they may."""
_MAX_PROCESSES = 1_000
_MAX_WALKS = 10


class _Threads(NamedTuple):
    """What those of a process may store."""

    threads: dict[int, Stores]
    unsure: tuple[int, ...]
    """Those that were not asked."""
    handlers: dict[int, Stores]


def with_writers(
    runtime: PythonRuntime,
    activities: Sequence[ThreadActivity],
    loops: Mapping[int, LoopWatch],
    predicates: Mapping[int, Predicate],
) -> list[ThreadActivity]:
    """With who may write what keeps loops going, and waits. loops: by thread; where nothing that
    they look at is seen to change. predicates: of the threads that wait at conditions."""
    turning = [
        one.tid
        for one in activities
        if one.tid in loops
        and one.condition is not None
        and one.condition.is_fixed
        and one.condition.text
        and (not one.condition.may_work or one.condition.only_tells)
    ][:_MAX_LOOPS]
    waiting = list(predicates)[:_MAX_LOOPS]
    if not turning and not waiting:
        return list(activities)
    known = _threads(runtime, [] if waiting else turning)
    found = []
    for one in activities:
        if one.tid in turning and one.condition is not None:
            loop = loops[one.tid]
            told = _with_writers(
                runtime, known, one.tid, one.condition, loop.inputs(), loop.memory()
            )
            one = one._replace(condition=told)
        if one.tid in waiting:
            condition, inputs = predicates[one.tid]
            told = _with_writers(runtime, known, one.tid, condition, inputs)
            one = one._replace(awaits=told)
        found.append(one)
    return found


def _threads(runtime: PythonRuntime, asked: Sequence[int]) -> _Threads:
    """asked: the threads that are in such loops; a single one need not be looked through."""
    world = World(runtime, ())
    threads = {
        one.native_tid: one.tstate
        for one in runtime.identities
        if one.native_tid is not None and [one.native_tid] != asked
    }
    found: dict[int, Stores] = {}
    for tid in list(threads)[:_MAX_THREADS]:
        try:
            frames = _frames(runtime, threads[tid])
            if frames:
                found[tid] = stores_of_frames(world, frames)
        except (MemoryFault, ValueError):
            continue
    installed = installed_handlers(world)
    functions = {} if isinstance(installed, Absent) else installed
    handlers = {number: stores_of_function(world, at) for number, at in functions.items()}
    return _Threads(found, tuple([tid for tid in threads if tid not in found]), handlers)


def _frames(runtime: PythonRuntime, tstate: int) -> Sequence[PyFrame]:
    """Those of a thread of a process that runs on, as two walks in turn begin with the same one; ()
    where it was caught between two states each time, and of one that has none now."""
    outermost = 0
    for _ in range(_MAX_WALKS):
        chain = runtime.walker.chain(tstate, is_stopped=False)
        if chain.stop_reason or not chain.frames:
            continue
        if chain.frames[-1].address == outermost:
            return runtime.walker.resolve(chain).frames
        outermost = chain.frames[-1].address
    return ()


def _with_writers(
    runtime: PythonRuntime,
    known: _Threads,
    own: int,
    condition: LoopCondition,
    inputs: Sequence[Input],
    memory: Sequence[int] = (),
) -> LoopCondition:
    """own: the thread that asks. memory: where what it looks at lies in memory that others may
    share."""
    others = {tid: stores for tid, stores in known.threads.items() if tid != own}
    writers = [tid for tid, stores in others.items() if stores.may_change(inputs)]
    unsure = [tid for tid, stores in others.items() if not stores.is_whole and tid not in writers]
    handlers = [number for number, does in known.handlers.items() if does.may_change(inputs)]
    files = _shared_files(runtime.snapshot.process.pid, memory)
    return condition._replace(
        writers=tuple(writers),
        unsure=(*unsure, *known.unsure),
        handlers=tuple(handlers),
        sharers=_sharers(runtime.snapshot.process.pid, files),
        is_shared=bool(files),
    )


def _shared_files(pid: int, addresses: Sequence[int]) -> set[tuple[int, int]]:
    """(device, inode) of what is mapped there, to be shared with others."""
    return {
        (one.device, one.inode)
        for one in (procfs.mappings(pid)[0] if addresses else ())
        for at in addresses
        if one.mapping.start <= at < one.mapping.end and one.mapping.shared
    }


def _sharers(pid: int, files: set[tuple[int, int]]) -> tuple[int, ...] | None:
    """The other processes that have that mapped, and may write to it; None where not all could be
    asked."""
    processes = [one for one in procfs.processes() if one != pid] if files else []
    if len(processes) > _MAX_PROCESSES:
        return None
    found, is_whole = [], True
    for other in processes:
        mapped, warning = procfs.mappings(other)
        is_whole &= not warning
        if any((one.device, one.inode) in files and one.mapping.writable for one in mapped):
            found.append(other)
    return tuple(found) if found or is_whole else None
