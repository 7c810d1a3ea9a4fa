"""Memory of a running process, of which looks at single threads are of one moment each.

    look          reads, page by page, while the process runs       its pages are known from then on
    ───────       stop that one thread, read the known pages again, let it go      some 0.3 ms
    look          at these; what else it reads is of later, and the look is not whole: it counts for
                  nothing, and the next finds its pages among those that are known

Nothing is computed while the thread stands. The kernel lets it go when we end, in whatever way, and
delivers what signals have come for it meanwhile. Other threads go on.
"""

from __future__ import annotations

import time

from atfault.errors import AccessError
from atfault.snapshot import procfs
from atfault.snapshot.frozen import ranges_of
from atfault.snapshot.live import PAGE, LiveMemory
from atfault.snapshot.pause import at_ease, hurry
from atfault.snapshot.seizure import Seizure
from atfault.snapshot.stopper import Stopper
from atfault.snapshot.target import Target

MAX_STOPS = 40
MAX_SECONDS = 0.2
"""In which threads stand, all stops together."""
MAX_PAGES = 1 << 11
"""That one stop reads. Of more the known ones are forgotten, and noted down anew."""


class HeldMemory(LiveMemory):
    """Of a target, as `LiveMemory`. may_stop: whether `hold` may stop threads."""

    may_stop = False

    def __init__(self, target: Target) -> None:
        super().__init__(target.memory_fd, target.readable)
        self._target = target
        self._maps = target.maps
        self._known: set[int] = set()
        self._is_held = False
        self.is_whole = True
        """Whether all that was read since the last stop is of its moment; True where none was."""
        self.stops, self.seconds = 0, 0.0
        """How many there were, and how long they took."""

    def forget(self) -> None:
        super().forget()
        self._is_held, self.is_whole = False, True

    def map_anew(self) -> None:
        """Have what a program has allocated meanwhile be read as well, and no more of files."""
        maps = procfs.read(f"/proc/{self._target.pid}/maps", 64 << 20)
        if maps == self._maps:
            return
        self._maps = maps
        now = [one.mapping for one in procfs.parse_maps(maps)[0] if not one.inode]
        anonymous = {one.mapping.start for one in self._target.mapped if not one.inode}
        of_files = [one for one in self._target.readable if one.start not in anonymous]
        self._map(tuple(sorted([*now, *of_files], key=lambda one: one.start)))

    def hold(self, tid: int) -> None:
        """Have what is read from here on be of one moment of a thread, where it may be stopped."""
        self.forget()
        if len(self._known) > MAX_PAGES:
            self._known.clear()
        ranges, access = ranges_of(self._known), self._target.access
        seize = Seizure if access is None else access.seize
        held: Stopper | None = None
        policy = hurry()
        try:
            held = seize(self._target.pid, None, tid)
            held.stop()
            began = time.monotonic()
            self.prefetch(ranges)
            self._is_held = self.is_whole = tid in held.registers()
            held.let_go()
            self.seconds += time.monotonic() - began
            self.stops += 1
        except AccessError:  # a debugger has it, or the system refuses
            self.may_stop = False
        finally:
            if held is not None:
                held.release()
            if policy is not None:
                at_ease(policy)
        self.may_stop &= self.stops < MAX_STOPS and self.seconds < MAX_SECONDS

    def _pread(self, address: int, size: int) -> bytes:
        data = super()._pread(address, size)
        self._known.update(range(address & -PAGE, address + len(data), PAGE))
        self.is_whole = self.is_whole and not self._is_held
        return data
