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
    workers: tuple[tuple[int, str], ...],
    killed: tuple[tuple[int, str, int], ...],
) -> tuple[Relative, ...] | Absent:
    """The relatives, and workers that have vanished: those of a fork server are its children, so it
    is told when they die, and not the process that waits for them; and those that it has joined,
    and that a signal had ended."""
    if isinstance(relatives, Absent) or not procfs.shares_namespace(snapshot.process.pid, "pid"):
        return relatives
    known = {one.pid for one in relatives}
    own = snapshot.process.pid
    lost = [
        Relative(pid, own, "child", "multiprocessing-forkserver", (), name, "X")
        for pid, name in workers
        if pid not in known and procfs.stat(pid) is None
    ]
    joined = [
        Relative(pid, own, "child", "", (), name, "X", signal=number)
        for pid, name, number in killed
        if pid not in known
    ]
    return (*relatives, *lost, *joined)


def unjoined_workers(world: World) -> tuple[tuple[int, str], ...]:
    """Of multiprocessing.process._children, and of its copies'."""
    reader = world.reader
    found = []
    known = [world.module_value(module, "_children") for module in PROCESS_MODULES]
    for process in [one for at in known if at for one in reader.items(at, MAX_WORKERS)]:
        pid = reader.integer(reader.path(process, "_popen", "pid"))
        code = reader.integer(reader.path(process, "_popen", "returncode"))
        owner = reader.integer(reader.attribute(process, "_parent_pid"))
        if pid and code is None and owner == world.pid:
            found.append((pid, reader.text(reader.attribute(process, "_name"))))
    return tuple(found)


def killed_workers(world: World) -> tuple[tuple[int, str, int], ...]:
    """(pid, name, signal) of the Process objects that were joined and that a signal had ended, of
    those that variables of the user's frames name, by themselves or in a list."""
    reader = world.reader
    found = {}
    for process in dict.fromkeys(_named_processes(world)):
        pid = reader.integer(reader.path(process, "_popen", "pid"))
        code = reader.integer(reader.path(process, "_popen", "returncode"))
        owner = reader.integer(reader.attribute(process, "_parent_pid"))
        if pid and code is not None and code < 0 and owner == world.pid:
            found[pid] = (pid, reader.text(reader.attribute(process, "_name")), -code)
    return tuple(found.values())


def _named_processes(world: World) -> Iterator[int]:
    reader = world.reader
    for view in world.views.values():
        for frame in filter(view.is_mine, view.frames):
            for address in list(world.names.variables(frame).values())[:MAX_NAMES]:
                if reader.is_a(address, *PROCESSES):
                    yield address
                elif reader.is_a(next(iter(reader.items(address, 1)), 0), *PROCESSES):
                    yield from reader.items(address, MAX_WORKERS)
