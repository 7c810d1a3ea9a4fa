"""What the kernel tells of the threads of a running process, without touching it.

/proc/PID/task/TID/schedstat   CPU time in nanoseconds (where it is missing: stat, in ticks)
                 /status      voluntary switches: how often it went to sleep; others: was made wait
                 /io          calls that read, and bytes that these brought
                 /stat        its state
                 /syscall     the system call that it sleeps in, or "running"
"""

import os
from collections.abc import Mapping
from typing import NamedTuple

from atfault.snapshot import procfs
from atfault.snapshot.family import descendants

MAX_THREADS = 2000
RUNNING = "running"


class Counters(NamedTuple):
    """Totals of a thread since it began."""

    cpu_seconds: float
    voluntary_switches: int
    involuntary_switches: int = 0
    reads: int = 0
    """System calls that read from a file, pipe or terminal."""
    bytes_read: int = 0
    """By these."""


def cpu_seconds(pid: int, tid: int) -> float | None:
    """CPU time that a thread has used; None when it is gone."""
    folder = f"/proc/{pid}/task/{tid}"
    words = procfs.read(f"{folder}/schedstat", 128).split()
    if words and words[0].isdigit():
        return int(words[0]) / 1e9
    content = procfs.read(f"{folder}/stat", 4096)
    fields = content[content.rfind(b")") + 1 :].split()
    if len(fields) < 13:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def counters(pid: int, tid: int) -> Counters | None:
    """The totals of a thread; None when it is gone."""
    used = cpu_seconds(pid, tid)
    if used is None:
        return None
    status = procfs.read(f"/proc/{pid}/task/{tid}/status", 8192)
    io = b"\n" + procfs.read(f"/proc/{pid}/task/{tid}/io", 1024)
    return Counters(
        used,
        procfs.number(status, b"voluntary_ctxt_switches") or 0,
        procfs.number(status, b"nonvoluntary_ctxt_switches") or 0,
        procfs.number(io, b"syscr") or 0,
        procfs.number(io, b"rchar") or 0,
    )


def process_cpu_seconds(pid: int) -> float | None:
    """CPU time that all threads of a process have used; None when it is gone."""
    content = procfs.read(f"/proc/{pid}/stat", 4096)
    fields = content[content.rfind(b")") + 1 :].split()
    if len(fields) < 13:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class FamilyWatch:
    """A process's descendants over a span of time: their CPU time, and which of them ended."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._first = self._now()
        self._seen = set(self._first)

    def sample(self) -> None:
        """Look who is there."""
        self._seen.update(descendants(self._pid))

    def ended(self) -> int:
        """How many of those that were seen are there no more."""
        return len(self._seen.difference(descendants(self._pid)))

    def used(self) -> tuple[tuple[int, float], ...]:
        """(pid, CPU seconds used since the watch began) of each that lives."""
        return tuple(
            [(pid, max(now - self._first.get(pid, 0.0), 0.0)) for pid, now in self._now().items()]
        )

    def _now(self) -> dict[int, float]:
        found = {pid: process_cpu_seconds(pid) for pid in descendants(self._pid)}
        return {pid: seconds for pid, seconds in found.items() if seconds is not None}


def bytes_moved(pid: int) -> int:
    """What a process has read and written by system calls, files and pipes and sockets alike; 0
    where that is not told."""
    content = b"\n" + procfs.read(f"/proc/{pid}/io", 1024)
    return sum([procfs.number(content, name) or 0 for name in (b"rchar", b"wchar")])


class Call(NamedTuple):
    """A system call that a thread is in."""

    name: str
    words: tuple[bytes, ...]
    """Its arguments, as the kernel prints them."""

    @property
    def args(self) -> tuple[int, ...]:
        return tuple([int(word, 16) for word in self.words])


def system_call(pid: int, tid: int, names: Mapping[int, str]) -> Call | None:
    """The system call that a thread is in; None when it is in none or cannot be told."""
    words = procfs.read(f"/proc/{pid}/task/{tid}/syscall", 512).split()
    if not words or not words[0].isdigit():
        return None
    number = int(words[0])
    return Call(names.get(number) or f"system call {number}", tuple(words[1:7]))


class KernelWatch:
    """Counters of all threads over a span of time."""

    def __init__(self, pid: int, names: Mapping[int, str]) -> None:
        self._pid = pid
        self._names = names
        self._first: dict[int, Counters] = {}
        self._calls: dict[int, dict[str, int]] = {}
        self.asleep: dict[int, Call] = {}
        """The system call that each thread was in when it was last looked at."""
        self.tids = procfs.threads(pid)[:MAX_THREADS]
        for tid in self.tids:
            found = counters(pid, tid)
            if found is not None:
                self._first[tid] = found

    def sample(self) -> None:
        """Look at what each thread does in the kernel."""
        self.asleep = {}
        for tid in self.tids:
            call = system_call(self._pid, tid, self._names)
            if call is not None:
                self.asleep[tid] = call
                calls = self._calls.setdefault(tid, {})
                calls[call.name] = calls.get(call.name, 0) + 1

    def used(self, tid: int) -> Counters | None:
        """What the thread has used since the watch began; None for one that is gone or new."""
        first, last = self._first.get(tid), counters(self._pid, tid)
        if first is None or last is None:
            return None
        more = [max(now - before, 0) for now, before in zip(last, first)]
        return Counters(more[0], *map(int, more[1:]))

    def calls(self, tid: int) -> tuple[str, ...]:
        """The system calls that it was seen in, the most frequent first."""
        seen = self._calls.get(tid, {})
        return tuple(sorted(seen, key=lambda name: -seen[name]))
