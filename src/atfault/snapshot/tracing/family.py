"""The program's processes, as far as the tracer must know them."""

from atfault.model.process import ProcessInfo
from atfault.snapshot import procfs


class Family:
    """The program's processes, as far as the tracer must know them."""

    def __init__(self, program: ProcessInfo, parent: int) -> None:
        self.program = program
        self.main = program.pid
        self.parents = {program.pid: parent}
        """Process → the thread that forked it."""
        self.living = {program.pid}
        self.starters: set[int] = set()
        """Living processes that have started others."""
        self.main_ended = False
        self.is_being_ended = False
        """The program is ended by us, as it was asked for."""

    def parent_of(self, pid: int) -> int:
        """The process that one which has just ended was a child of; 0 when that is not known."""
        found = procfs.stat(pid)
        if found is not None and found.ppid in self.living:
            return found.ppid
        tid = self.parents.get(pid, 0)
        return procfs.process_of(tid) or tid
