"""Forked children for C code that reads what is not to be trusted.

Debug files and symbols are input. Whatever in them brings a library down, keeps it busy or fills
the memory does so to a child, under limits, which sends plain text back.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

_READ = 1 << 16
MAX_DATA = 3 << 29
"""Bytes of memory that a child may fill, on top of ours; mapped files, which the system may take
back, count up to its own limit alone."""
STEP = 0.5
"""Seconds between two looks at whether the child still does something."""


class Child:
    """A forked child, and the pipe on which its answer comes."""

    def __init__(self, work: Callable[[int], None], seconds: float, memory: int) -> None:
        """Forks. work(fd) is called in the child and writes its answer to fd. seconds: of processor
        time, and as many in which it sleeps. memory: bytes that it may take on top of ours.

        Raises OSError when no process can be made.
        """
        reader, writer = os.pipe()
        try:
            pid = os.fork()
        except OSError:
            os.close(reader)
            os.close(writer)
            raise
        if pid == 0:
            os.close(reader)
            _run(work, writer, seconds, memory)
        os.close(writer)
        self._reader = reader
        self._pid = pid
        self._seconds = seconds

    def finish(self, most: int) -> tuple[str, str]:
        """(its answer, as far as it came; why that is not all, as far as it can be seen from here):
        waits for its end. most: bytes of an answer."""
        patience = Patience(self._pid, self._seconds)
        chunks, problem, size = [], "", 0
        try:
            while True:
                if not _readable(self._reader, STEP):
                    if patience.has_ended():
                        problem = f"it waited for longer than {self._seconds:.0f} s"
                        break
                    continue
                chunk = os.read(self._reader, _READ)
                if not chunk:
                    break
                chunks.append(chunk)
                size += len(chunk)
                if size > most:
                    problem = "the answer is unreasonably long"
                    break
        finally:
            self._end(bool(problem))
        return b"".join(chunks).decode("utf-8", "backslashreplace"), problem

    def _end(self, kill: bool) -> None:
        os.close(self._reader)
        try:
            if kill:
                os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        except OSError:
            pass


class Patience:
    """How long a child is waited for: while it runs, or wants to, its limit of processor time
    counts; what it spends asleep (on a file that never answers) counts here. So a busy machine
    takes nothing away."""

    def __init__(
        self,
        pid: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        state_of: Callable[[int], str] | None = None,
    ) -> None:
        self._pid = pid
        self._left = seconds
        self._clock = clock
        self._state_of = state_of or _state_of
        self._last = clock()

    def has_ended(self) -> bool:
        """To be asked every now and then."""
        now = self._clock()
        passed, self._last = now - self._last, now
        if self._state_of(self._pid) != "R":
            self._left -= passed
        return self._left <= 0


def _state_of(pid: int) -> str:
    """ "R", "S", "D", …; "" when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1].decode("ascii")
    except OSError:
        return ""


def send(fd: int, text: str) -> None:
    """Raises OSError when nobody reads any more."""
    data = text.encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(fd, data) :]


def _readable(fd: int, seconds: float) -> bool:
    if seconds <= 0:
        return False
    poller = select.poll()
    poller.register(fd, select.POLLIN | select.POLLHUP)
    return bool(poller.poll(seconds * 1000))


def _run(work: Callable[[int], None], writer: int, seconds: float, memory: int) -> NoReturn:
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        if "faulthandler" in sys.modules:
            sys.modules["faulthandler"].disable()
        _limit(seconds, memory)
        work(writer)
    finally:
        os._exit(0)


def _limit(seconds: float, memory: int) -> None:
    """No core of our own, bounded processor time and memory."""
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    for what, amount in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, int(seconds)),
        (resource.RLIMIT_AS, used + memory),
        (resource.RLIMIT_DATA, used + min(memory, MAX_DATA)),
    ):
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            amount = min(amount, hard)
        resource.setrlimit(what, (amount, hard))
