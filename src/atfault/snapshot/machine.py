"""What runs on this machine, and what it has open: looked through once for the looks at many ranks,
which would ask the same of each process of the machine, each of them."""

from __future__ import annotations

import time

from atfault.snapshot import procfs
from atfault.snapshot.fds import OpenIn

LASTS = 1.0
"""Seconds, of a look at a job: its looks at its ranks lie further apart."""


class Machine:
    """It is looked through anew once what it knows is `lasts` seconds old: each time, unless said
    otherwise."""

    def __init__(self, lasts: float = 0.0) -> None:
        self._lasts = lasts
        self._looked = {"processes": -lasts, "open": -lasts}
        self._processes: dict[int, procfs.Stat] = {}
        self._open = OpenIn(())

    def processes(self) -> dict[int, procfs.Stat]:
        """Each process, the newest first; bounded."""
        if self._is_old("processes"):
            found = {pid: procfs.stat(pid) for pid in procfs.processes()}
            self._processes = {pid: stat for pid, stat in found.items() if stat is not None}
        return self._processes

    def open_in(self, *, anew: bool = False) -> OpenIn:
        """Who has what open."""
        if self._is_old("open", anew):
            self._open = OpenIn(procfs.processes())
            self._open("")  # it looks now
        return self._open

    def _is_old(self, what: str, anew: bool = False) -> bool:
        now = time.monotonic()
        if not anew and now - self._looked[what] < self._lasts:
            return False
        self._looked[what] = now
        return True
