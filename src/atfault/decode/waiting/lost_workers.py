"""Workers of multiprocessing that have vanished without their parent's knowing.

The children of a fork server are its own: when one dies, the server is told and buries it, and the
process that waits for it sees nothing. What that process knows is its Process object:

    multiprocessing.process._children = {<Process "worker-1">}  →  _popen.pid = 4711  →  no such pid

Source: Lib/multiprocessing/process.py, popen_forkserver.py.
"""

from __future__ import annotations

from atfault.cpython.sync.sync_world import PROCESS_MODULES, World
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.snapshot import procfs
from atfault.snapshot.protocol import Snapshot

MAX_WORKERS = 1_000


def with_lost_workers(
    snapshot: Snapshot,
    relatives: tuple[Relative, ...] | Absent,
    workers: tuple[tuple[int, str], ...],
) -> tuple[Relative, ...] | Absent:
    """The relatives, and workers that have vanished: those of a fork server are its children, so it
    is told when they die, and not the process that waits for them."""
    if isinstance(relatives, Absent) or not procfs.shares_namespace(snapshot.process.pid, "pid"):
        return relatives
    known = {one.pid for one in relatives}
    own = snapshot.process.pid
    lost = [
        Relative(pid, own, "child", "multiprocessing-forkserver", (), name, "X")
        for pid, name in workers
        if pid not in known and procfs.stat(pid) is None
    ]
    return (*relatives, *lost)


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
