"""Whether ranks stand still: looks at each of them, every first one before every second one.

A rank that computes while others wait is normal, and so are ranks that are seen in different calls,
if one of them went on between two looks. So each look takes a print of the main thread, and who has
not the same in all looks does not count:

    frames          address, code and instruction, all the way to the user's innermost
    their variables and value stacks: the words, and the beginning of what these lead to, but for
                    reference counts: an integer that counts is another object then, an iterator
                    over a range or a list has moved on

A look reads the running process, without stopping it. Costs some milliseconds of CPU a rank.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import NamedTuple

from atfault.cpython.frames.frame_slots import stack_words, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.watch.thread_pointers import with_pointers
from atfault.errors import AtfaultError, MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import PyFrame
from atfault.native.modules import modules_of
from atfault.snapshot import procfs
from atfault.snapshot.live import LiveMemory
from atfault.snapshot.sampler import counters
from atfault.snapshot.target import ProcessView, Target, threads_in_kernel
from atfault.stacks.mine import is_mine

MORE_LOOKS = 3
BETWEEN = 0.1
"""Seconds."""
AT_LEAST = 1.0
"""Seconds from a rank's first look to its second, where there is time to watch."""
MAX_OWN = 16
"""Frames of the user's, innermost ones, whose variables are part of a print."""
MAX_WORDS = 256
OBJECT = 64
"""Bytes at the beginning of an object; the first eight are its reference count."""


class Standing(NamedTuple):
    """What looks at a process tell of its main thread."""

    is_same: bool
    """It was in one place, with the same values, in all of them."""
    wakes: bool
    """It went to sleep anew between the last looks."""
    looked: tuple[float, float] = (0.0, 0.0)
    """When the first and the last of them began, in seconds since the epoch."""


class _Looks:
    """At one process."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._memory = LiveMemory(target.memory_fd, target.readable)
        self._runtime: PythonRuntime | None = None
        self._tstate = 0
        """Of the main thread, which keeps it as long as it lives."""
        self._prints: list[bytes] = []
        self.wakes: list[int] = []
        """How often the main thread had gone to sleep, at each look."""
        self._times: list[float] = []

    def look(self) -> None:
        """Take a print; an empty one counts as another place."""
        found = b""
        self._times.append(time.time())
        try:
            runtime = self._found()
            if runtime is not None:
                found = _print(runtime, self._tstate)
        except AtfaultError:
            pass
        self._memory.forget()
        self._prints.append(found)
        used = counters(self.target.pid, self.target.pid)
        self.wakes.append(0 if used is None else used.voluntary_switches)

    def _found(self) -> PythonRuntime | None:
        if self._runtime is not None and self._tstate:
            return self._runtime.again(ProcessView(self.target, self._memory, ()))
        view = ProcessView(self.target, self._memory, threads_in_kernel(self.target))
        if self._runtime is None:
            runtime = find_runtime(view, modules_of(self.target, view))
            if isinstance(runtime, Absent):
                return None
            self._runtime = runtime
        view.threads = with_pointers(view, self._runtime.again(view))
        found = self._runtime.again(view)
        of_main = [one.tstate for one in found.identities if one.native_tid == self.target.pid]
        self._tstate = of_main[0] if of_main else 0
        return found

    @property
    def standing(self) -> Standing:
        first = self._prints[:1]
        is_same = first != [b""] and self._prints == first * len(self._prints)
        wakes, looked = len(set(self.wakes[1:])) > 1, (self._times[0], self._times[-1])
        return Standing(is_same and not _is_gone(self.target.pid), wakes, looked)


class JobLooks:
    """Looks at the ranks of a job. Raises nothing: who cannot be looked at does not stand."""

    def __init__(self, targets: Sequence[Target]) -> None:
        """The first looks. targets: open, and kept so until the last ones."""
        self._looks = [_Looks(target) for target in targets]
        self._began = time.monotonic()
        for one in self._looks:
            one.look()
        self._ended = time.monotonic()

    def standing(
        self, *, is_watched: bool, of: Collection[int] | None = None
    ) -> dict[int, Standing]:
        """The other looks, by pid. is_watched: there is time for them. of: pids of the processes
        that they are worth it for; None for all."""
        looks = [one for one in self._looks if of is None or one.target.pid in of]
        if is_watched:
            time.sleep(max(self._ended + AT_LEAST - time.monotonic(), 0))
        for number in range(MORE_LOOKS):
            time.sleep(BETWEEN if number else 0)
            for one in looks:
                one.look()
        return {one.target.pid: one.standing for one in looks}


def _is_gone(pid: int) -> bool:
    stat = procfs.stat(pid)
    return stat is None or stat.state in ("Z", "X")


def _print(runtime: PythonRuntime, tstate: int) -> bytes:
    """Of the thread; b"" where it cannot be made."""
    if not tstate:
        return b""
    chain = runtime.walker.chain(tstate, is_stopped=False)
    if chain.stop_reason:
        return b""
    seen = blake2b(repr([one[:3] for one in chain.frames]).encode(), digest_size=16)
    info, own = runtime.info(), 0
    for frame in runtime.walker.resolve(chain).frames:
        if own < MAX_OWN and is_mine(frame.code.filename, info):
            own += 1
            for word in _words(runtime, frame):
                seen.update(word.to_bytes(8, "little"))
                seen.update(_beginning(runtime, word))
    return seen.digest()


def _words(runtime: PythonRuntime, frame: PyFrame) -> tuple[int, ...]:
    """Of its variables and its value stack."""
    known = variables(runtime, ObjectReader(runtime), frame).values()
    return (*stack_words(runtime, frame), *known)[:MAX_WORDS]


def _beginning(runtime: PythonRuntime, word: int) -> bytes:
    try:
        return runtime.memory.read(word & ~7, OBJECT)[8:] if word > OBJECT else b""
    except MemoryFault:
        return b""
