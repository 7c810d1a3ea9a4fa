"""Which processes execute a program without Python: asked of each program once, by what it has
mapped when it first makes a process, as a shell makes thousands."""

from atfault.model import roles
from atfault.snapshot import procfs

MAX_PLAIN = 20_000
MAX_MAPS = 1 << 22


class Plain:
    """The living processes that have made processes, and hold no Python."""

    def __init__(self) -> None:
        self._pids: set[int] = set()

    def holds(self, pid: int) -> bool:
        """Whether the process is known to be one. Never fails."""
        if pid in self._pids:
            return True
        if may_hold_python(pid):
            return False
        if len(self._pids) < MAX_PLAIN:
            self._pids.add(pid)
        return True

    def forget(self, pid: int) -> None:
        """It has ended, or executes another program."""
        self._pids.discard(pid)


def may_hold_python(pid: int) -> bool:
    """Whether a process holds an interpreter, by the files that it has mapped; True where these
    cannot be had."""
    if roles.is_interpreter(procfs.link(pid, "exe").rpartition("/")[2]):
        return True
    maps = procfs.read(f"/proc/{pid}/maps", MAX_MAPS)
    return not maps or b"libpython" in maps
