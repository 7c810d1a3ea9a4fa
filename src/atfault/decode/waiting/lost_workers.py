"""Workers of multiprocessing of which /proc tells nothing (any more).

Those that have vanished without their parent's knowing:

The children of a fork server are its own: when one dies, the server is told and buries it, and the
process that waits for it sees nothing. What that process knows is its Process object:

    multiprocessing.process._children = {<Process "worker-1">}  →  _popen.pid = 4711  →  no such pid

And those that were killed, and joined: what they held, nobody gives back.

    worker = <Process "writer">, workers = [<Process …>]  →  _popen.returncode = -9

Source: Lib/multiprocessing/process.py, popen_fork.py, popen_forkserver.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.sync.sync_world import PROCESS_MODULES, World
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.snapshot import procfs
from atfault.snapshot.protocol import Snapshot

MAX_WORKERS = 1_000
MAX_NAMES = 300
PROCESSES = tuple(f"{module}.BaseProcess" for module in PROCESS_MODULES)


def with_lost_workers(
    snapshot: Snapshot,
    relatives: tuple[Relative, ...] | Absent,
    workers: tuple[Relative, ...],
) -> tuple[Relative, ...] | Absent:
    """The relatives, and the workers that are not among them any more."""
    if isinstance(relatives, Absent) or not procfs.shares_namespace(snapshot.process.pid, "pid"):
        return relatives
    known = {one.pid for one in relatives}
    missing = [one for one in workers if one.pid not in known]
    lost = [one for one in missing if one.signal or procfs.stat(one.pid) is None]
    return (*relatives, *lost)


def lost_workers(world: World) -> tuple[Relative, ...]:
    """Workers that may have vanished, as their Process objects tell: those that nobody has joined,
    and those that were joined and that a signal had ended."""
    if not any(map(world.module_dict, PROCESS_MODULES)):
        return ()  # nor are there objects of theirs
    reader = world.reader
    found = {}
    for process in dict.fromkeys((*_children(world), *_named_processes(world))):
        pid = reader.integer(reader.path(process, "_popen", "pid"))
        code = reader.integer(reader.path(process, "_popen", "returncode"))
        owner = reader.integer(reader.attribute(process, "_parent_pid"))
        if pid and owner == world.pid and (code is None or code < 0):
            name = reader.text(reader.attribute(process, "_name"))
            one = Relative(pid, owner, "child", "multiprocessing-forkserver", (), name, "X")
            found[pid] = one if code is None else one._replace(role="", signal=-code)
    return tuple(found.values())


def _children(world: World) -> Iterator[int]:
    """Of multiprocessing.process._children, and of its copies'."""
    for module in PROCESS_MODULES:
        yield from world.reader.items(world.module_value(module, "_children"), MAX_WORKERS)


def _named_processes(world: World) -> Iterator[int]:
    """What variables of the user's frames name, by themselves or in a list."""
    reader = world.reader
    for view in world.views.values():
        for frame in filter(view.is_mine, view.frames):
            for address in list(world.names.variables(frame).values())[:MAX_NAMES]:
                if reader.is_a(address, *PROCESSES):
                    yield address
                elif reader.is_a(next(iter(reader.items(address, 1)), 0), *PROCESSES):
                    yield from reader.items(address, MAX_WORKERS)
