"""What the tracer has to know of the files that its processes execute, asked once of each.

A script executes the same few programs thousands of times, and waits for us each time. One stat(2)
of /proc/PID/exe tells which file it is; its last change (st_ctime) moves with whatever is written
into it, and with each chmod and setcap.
"""

import os
from typing import NamedTuple

from atfault.snapshot import procfs
from atfault.snapshot.tracing import privileges
from atfault.snapshot.tracing.program_traits import Traits, traits

MAX_PROGRAMS = 256
"""Files that are remembered; the oldest is forgotten first."""


class Program(NamedTuple):
    """A file that was executed."""

    traits: Traits = Traits()
    """Of what is in it."""
    gives_rights: bool = True
    """Whoever executes it may get rights by that (set-user-id and the like)."""


UNKNOWN = Program()
"""A file that may not be looked at may give any rights."""


class Programs:
    """The files that were executed."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], Program] = {}

    def of(self, pid: int) -> Program:
        """What `pid` executes now. Never fails."""
        try:
            file = os.stat(f"/proc/{pid}/exe")
        except OSError:
            return UNKNOWN
        key = (file.st_dev, file.st_ino, file.st_ctime_ns)
        program = self._known.get(key)
        if program is None:
            if len(self._known) >= MAX_PROGRAMS:
                del self._known[next(iter(self._known))]
            given = privileges.are_given_by(pid, file)
            program = self._known[key] = Program(_traits_of(pid), given)
        return program


def _traits_of(pid: int) -> Traits:
    fd = procfs.open_program(pid)
    if fd is None:
        return Traits()
    try:
        return traits(fd)
    finally:
        os.close(fd)
