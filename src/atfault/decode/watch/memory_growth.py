"""Which line of the program makes its memory grow: samples taken while it runs, for the day when
the kernel kills it, and nothing is left to look at. When they are taken: growing.py.

What it grew by between two looks is put down to the user's innermost line at the second. So a line
that takes most of it stands out; one look proves little, which is why the number of looks is told.

The result goes into a memory file, whole or not at all:  u32 length | u32 crc32 | pickled growth.
"""

from __future__ import annotations

import binascii
import os
import pickle
import struct
import time

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.errors import AtfaultError, MemoryFault
from atfault.model.absent import Absent
from atfault.model.out_of_memory import GrownLine, MemoryGrowth
from atfault.model.stacks import PyFrame
from atfault.model.state import PythonInfo
from atfault.native.modules import load_modules
from atfault.snapshot import procfs
from atfault.snapshot.live import LiveMemory
from atfault.snapshot.target import ProcessView, Target, threads_in_kernel
from atfault.snapshot.tracing.lent import Lender
from atfault.stacks.mine import is_mine

TRIES, TRY_SECONDS = 10, 0.0007
MAX_LINES = 200
MAX_CALLERS = 6
MAX_RESULT = 1 << 20


class GrowthWatch:
    """Looks at one process, each time it has grown."""

    def __init__(self, pid: int, access: Lender | None) -> None:
        self._pid = pid
        self._access = access
        self._target: Target | None = None
        self._runtime: PythonRuntime | None = None
        self._info: PythonInfo | Absent = Absent("no Python")
        self._lines: dict[tuple[str, int | None, str], GrownLine] = {}
        self._growth = MemoryGrowth()
        self._has_seen_work = False

    def close(self) -> None:
        if self._target is not None:
            self._target.close()
            self._target = None

    def growth(self) -> MemoryGrowth:
        lines = sorted(self._lines.values(), key=lambda line: -line.bytes)
        return self._growth._replace(lines=tuple(lines[:MAX_CALLERS]))

    def store(self, fd: int) -> None:
        """Leave what is known in a memory file."""
        store(fd, self.growth())

    def look(self, grown: int, size: int, seconds: float) -> None:
        """It has grown by so many bytes, to `size`, so long after it began."""
        before = self._growth
        self._growth = MemoryGrowth(
            before.grown + grown, before.looks + 1, size, seconds, before.lines
        )
        frames, works = self._frames_at_work()
        if not frames:
            return
        if works and not self._has_seen_work:
            self._has_seen_work = True
            self._lines.clear()
        elif self._has_seen_work and not works:
            return  # where it sleeps says little of where it takes memory
        first = frames[0]
        key = (first.location.file, first.location.line, first.code.name)
        known = self._lines.get(key)
        if known is None and len(self._lines) >= MAX_LINES:
            return
        callers = tuple(
            [(f.location.file, f.location.line, f.code.name) for f in frames[1 : 1 + MAX_CALLERS]]
        )
        total = grown + (known.bytes if known else 0)
        self._lines[key] = GrownLine(*key, total, (known.looks if known else 0) + 1, callers)

    def _frames_at_work(self) -> tuple[list[PyFrame], bool]:
        """(the user's frames of a thread that runs, or else of one that sleeps, innermost first;
        whether it runs). A thread that takes memory and sleeps by turns is looked at until it is at
        work."""
        frames: list[PyFrame] = []
        for attempt in range(TRIES):
            try:
                found, works = self._own_frames()
            except (AtfaultError, MemoryFault, OSError):
                break
            if works:
                return found, True
            frames = frames or found
            time.sleep(TRY_SECONDS * (1 + attempt % 3))
        return frames, False

    def _own_frames(self) -> tuple[list[PyFrame], bool]:
        """(the user's frames of the thread that runs, whether it does)."""
        target = self._current_target()
        if self._runtime is None:
            return [], True
        memory = LiveMemory(target.memory_fd, target.readable)
        runtime = self._runtime.again(ProcessView(target, memory, threads_in_kernel(target)))
        best: list[PyFrame] = []
        for identity in runtime.identities:
            before = self._is_at_work(identity.native_tid)
            chain = runtime.walker.chain(identity.tstate, is_stopped=False)
            if chain.stop_reason:
                continue
            frames = runtime.walker.resolve(chain).frames
            own = [frame for frame in frames if is_mine(frame.location.file, self._info)]
            # One that just wakes up still has the frames of its sleep.
            works = before and self._is_at_work(identity.native_tid)
            if own and (works or not best):
                best = own
            if own and works:
                return own, True
        return best, False

    def _is_at_work(self, tid: int | None) -> bool:
        found = None if tid is None else procfs.stat(self._pid, tid)
        return found is not None and found.state in ("R", "D")

    def _current_target(self) -> Target:
        """The process as it is now: it may have become another program since the last look."""
        target = self._target
        if target is not None and target.has_changed_program():
            self.close()
            target = None
        if target is None:
            target = self._target = Target(self._pid, self._access)
            self._find_python(target)
        else:
            target.refresh()
            if self._runtime is None:
                self._find_python(target)
        return target

    def _find_python(self, target: Target) -> None:
        memory = LiveMemory(target.memory_fd, target.readable)
        view = ProcessView(target, memory, threads_in_kernel(target))
        found = find_runtime(view, load_modules(view))
        self._runtime = None if isinstance(found, Absent) else found
        self._info = Absent("no Python") if isinstance(found, Absent) else found.info()


def store(fd: int, growth: MemoryGrowth) -> None:
    """Write what is known; a reader at any moment sees it whole or not at all."""
    content = pickle.dumps(tuple(growth))
    os.pwrite(fd, struct.pack("<II", len(content), binascii.crc32(content)) + content, 0)


def load(fd: int) -> MemoryGrowth | None:
    """What `store` wrote; None when nothing, or half of it, is there."""
    raw = os.pread(fd, MAX_RESULT, 0)
    if len(raw) < 8:
        return None
    length, checksum = struct.unpack_from("<II", raw)
    content = raw[8 : 8 + length]
    if len(content) != length or binascii.crc32(content) != checksum:
        return None
    return MemoryGrowth(*pickle.loads(content))
