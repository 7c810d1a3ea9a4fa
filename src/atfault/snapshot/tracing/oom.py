"""Did the kernel kill it for memory? SIGKILL carries no sender, so counters and the log must tell.

    counter                         where                                   scope
    memory.events: oom_kill         cgroup v2, the program's group          cgroup or system
    memory.oom_control: oom_kill    cgroup v1                               cgroup or system
    /proc/vmstat: oom_kill          the whole machine                       hint only: any process
    /dev/kmsg "Killed process N"    the kernel's log, for those who may     names the process

The counters are read before the program starts and compared after its death.
"""

import os
import re
from typing import NamedTuple

from atfault.model.out_of_memory import OutOfMemory
from atfault.snapshot import procfs

_CGROUPS = "/sys/fs/cgroup"
_UNLIMITED = 1 << 60
_MAX_LEVELS = 32
_MAX_RECORDS = 20000
_KILLED = rb"(Out of memory|[Mm]emory cgroup out of memory).*?Killed process (\d+) "
_RSS = rb"(anon-rss|file-rss|shmem-rss):(\d+)kB"


class MemoryGroup(NamedTuple):
    """The memory cgroup of a process."""

    folder: str
    name: str
    """As /proc/PID/cgroup has it."""
    version: int


class OomWatch:
    """Counters before the program ran. Make it when the program starts."""

    def __init__(self, pid: int) -> None:
        self._group = memory_group(pid)
        self._group_kills = _group_kills(self._group)
        self._machine_kills = _machine_kills()
        self._log = _open_log()
        self._logged: dict[int, tuple[str, int | None]] = {}
        self._victims: set[int] = set()
        """Whom the kernel killed, as far as was asked: each is one of those that are counted."""

    def evidence(self, pid: int, peak_rss: int | None) -> OutOfMemory | None:
        """What shows that `pid`, ended by SIGKILL, was killed for memory; None when nothing does.

        peak_rss: its largest resident size in bytes, where known.
        """
        found = self._evidence(pid, peak_rss)
        others = self._victims - {pid}
        if found is None or (not found.is_named and (found.kills or 0) <= len(others)):
            return None  # a parent may have killed it, after another was killed for memory
        self._victims.add(pid)
        return found

    def _evidence(self, pid: int, peak_rss: int | None) -> OutOfMemory | None:
        logged = self._from_log(pid)
        group_rise = _rise(self._group_kills, _group_kills(self._group))
        if self._group is not None and (group_rise or (logged and logged[0] == "cgroup")):
            limit, peak = group_figures(self._group)
            scope = logged[0] if logged else _scope(limit, peak)
            return OutOfMemory(
                scope=scope,
                limit=limit if scope == "cgroup" else None,
                peak=peak if scope == "cgroup" else None,
                process_rss=(logged[1] if logged else None) or peak_rss,
                kills=group_rise,
                source=self._source(bool(logged)),
                is_named=bool(logged),
            )
        if logged:
            kills = _rise(self._machine_kills, _machine_kills())
            rss, source = logged[1] or peak_rss, "the kernel log"
            return OutOfMemory("system", None, None, rss, kills, source, is_named=True)
        rise = _rise(self._machine_kills, _machine_kills())
        if rise and self._group is None:
            source = "oom_kill in /proc/vmstat"
            return OutOfMemory("system", None, None, peak_rss, rise, source)
        return None

    def _source(self, logged: bool) -> str:
        assert self._group is not None
        file = "memory.events" if self._group.version == 2 else "memory.oom_control"
        return f"{file} of the cgroup {self._group.name}" + (" and the kernel log" * logged)

    def _from_log(self, pid: int) -> tuple[str, int | None] | None:
        """(scope, resident bytes) from the kernel's log, when that names the process."""
        for _ in range(0 if self._log is None else _MAX_RECORDS):
            try:
                record = os.read(self._log or 0, 8192)
            except BrokenPipeError:
                continue  # records were overwritten before we read them
            except OSError:
                break
            match = re.search(_KILLED, record)
            if match:
                rss = sum(int(kilobytes) for _, kilobytes in re.findall(_RSS, record)) * 1024
                scope = "system" if match[1] == b"Out of memory" else "cgroup"
                self._logged[int(match[2])] = scope, rss or None
        return self._logged.get(pid)


def memory_group(pid: int) -> MemoryGroup | None:
    """The cgroup that accounts the process's memory; None when it cannot be seen from here."""
    for line in procfs.read(f"/proc/{pid}/cgroup").decode(errors="replace").splitlines():
        _, controllers, name = (line.split(":", 2) + ["", ""])[:3]
        if "memory" in controllers.split(","):
            version, bases = 1, [f"{_CGROUPS}/memory"]
        elif not controllers:
            version, bases = 2, [_CGROUPS, f"{_CGROUPS}/unified"]
        else:
            continue
        for base in bases:
            # In a container the name may be the host's, while only the container's own group is
            # mounted, as the root.
            for folder in (base + name.rstrip("/"), base):
                probe = "memory.events" if version == 2 else "memory.oom_control"
                if os.path.exists(f"{folder}/{probe}"):
                    return MemoryGroup(folder, name, version)
    return None


def group_figures(group: MemoryGroup) -> tuple[int | None, int | None]:
    """(limit, peak) in bytes: the tightest limit of the group and those above it, and the peak
    use of the group that has it; None where there is none."""
    names = ("memory.max", "memory.peak", "memory.current")
    if group.version == 1:
        names = ("memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.usage_in_bytes")
    best: tuple[int | None, int | None] = (None, None)
    folder = group.folder
    for _ in range(_MAX_LEVELS):
        limit = _number(f"{folder}/{names[0]}")
        if limit is not None and limit < _UNLIMITED and (best[0] is None or limit < best[0]):
            peak = _number(f"{folder}/{names[1]}")
            best = limit, peak if peak is not None else _number(f"{folder}/{names[2]}")
        parent = os.path.dirname(folder)
        if not os.path.exists(f"{parent}/cgroup.procs"):
            break
        folder = parent
    return best


def _scope(limit: int | None, peak: int | None) -> str:
    """Whose memory ran out, going by the group's figures: the counter rises in both cases."""
    if limit is None:
        return "system"
    if peak is None or peak >= limit * 0.95:
        return "cgroup"
    return "system"


def _group_kills(group: MemoryGroup | None) -> int | None:
    if group is None:
        return None
    file = "memory.events" if group.version == 2 else "memory.oom_control"
    return _counter(f"{group.folder}/{file}", b"oom_kill")


def _machine_kills() -> int | None:
    return _counter("/proc/vmstat", b"oom_kill")


def _counter(path: str, name: bytes) -> int | None:
    for line in procfs.read(path, 1 << 17).splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == name and words[1].isdigit():
            return int(words[1])
    return None


def _number(path: str) -> int | None:
    content = procfs.read(path, 64).strip()
    return int(content) if content.isdigit() else None


def _rise(before: int | None, after: int | None) -> int | None:
    if before is None or after is None:
        return None
    return after - before


def _open_log() -> int | None:
    """/dev/kmsg at its end; None for those who may not read it."""
    try:
        fd = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        os.lseek(fd, 0, os.SEEK_END)
    except OSError:
        os.close(fd)
        return None
    return fd
