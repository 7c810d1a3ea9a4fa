"""Pipes, sockets, files and children that threads wait for, as resources.

Only a living process can be asked; of a core no more is known than the number of a descriptor.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.family import ChannelEnd, Relative
from atfault.model.masked_command import mask_arguments
from atfault.model.waits import Resource
from atfault.native.native_wait import FdUse
from atfault.snapshot import procfs
from atfault.snapshot.family import children, relatives
from atfault.snapshot.fds import (
    FdInfo,
    channel_ends,
    describe,
    endpoint,
    file_lock_owners,
    pipe_fill,
)
from atfault.snapshot.protocol import Snapshot

Facts = tuple[tuple[str, int | str], ...]

MAX_CHANNELS = 64
"""Pipes and sockets whose other ends are looked for."""
MAX_WATCHED = 64
MAX_SIBLINGS = 64
MAX_ANCESTORS = 8
_WATCH_ITSELF = "anon_inode:"


class Channels:
    """Looks up descriptors and relatives of one process, each once."""

    def __init__(self, snapshot: Snapshot, mask_secrets: bool = True) -> None:
        self.pid = snapshot.process.pid
        self._mask_secrets = mask_secrets
        self.is_live = snapshot.kind != "core"
        self.ends: list[ChannelEnd] = []
        self._relatives: tuple[Relative, ...] | None = None
        self._infos: dict[int, FdInfo | None] = {}
        self._resources: dict[tuple[int, str], Resource] = {}
        self._searched: set[str] = set()
        self._beside: list[int] | None = None

    def relatives(self) -> tuple[Relative, ...] | Absent:
        """The process's relatives; Absent for a core."""
        if not self.is_live:
            return Absent("a core does not hold the process's relatives")
        if self._relatives is None:
            found = relatives(self.pid)
            if self._mask_secrets:
                found = tuple(one._replace(argv=mask_arguments(one.argv)) for one in found)
            self._relatives = found
        return self._relatives

    def _listed(self) -> tuple[Relative, ...]:
        found = self.relatives()
        return () if isinstance(found, Absent) else found

    def info(self, fd: int) -> FdInfo | None:
        """What a descriptor is; None when it cannot be told."""
        if not self.is_live:
            return None
        if fd not in self._infos:
            self._infos[fd] = describe(self.pid, fd)
        return self._infos[fd]

    def resource(self, fd: int, use: FdUse) -> Resource:
        """What a thread waits for that waits on `fd`."""
        key = (fd, use)
        found = self._resources.get(key)
        if found is None:
            found = self._resources[key] = self._make(fd, use)
        return found

    def watched(self, fd: int) -> tuple[int, ...]:
        """The descriptors that an epoll descriptor watches, those of libraries' own wake-up calls
        left out where others remain; () for any other."""
        info = self.info(fd)
        if info is None or not info.watched:
            return ()
        watched = info.watched[:MAX_WATCHED]
        useful = []
        for one in watched:
            about = self.info(one)
            if about is not None and not about.target.startswith(_WATCH_ITSELF):
                useful.append(one)
        return tuple(useful) or watched

    def child(self, pid: int) -> Resource:
        """A process that is waited for."""
        text = f"process {pid}"
        facts: Facts = ()
        for one in self._listed():
            if one.pid == pid:
                text = f"child {pid} ({_command(one)})"
                facts = (("state", one.state),) if one.state else ()
        return Resource("process", f"process:{pid}", text, 0, self.pid, "", facts)

    def outside_pid(self, inside: int) -> int:
        """The pid that we know a process by which the process itself calls `inside`: another one
        where it lives in a pid namespace of its own."""
        if not self.is_live or procfs.shares_namespace(self.pid, "pid"):
            return inside
        for one in self._listed():
            if procfs.innermost_pid(one.pid) == inside:
                return one.pid
        return inside

    def any_child(self) -> list[int]:
        """Pids of the direct children."""
        return [one.pid for one in self._listed() if one.relation == "child"]

    def _make(self, fd: int, use: FdUse) -> Resource:
        info = self.info(fd)
        facts: Facts = (("fd", fd), ("use", use))
        if info is None:
            name = f"file descriptor {fd}"
            return Resource("fd", f"fd:{fd}@{self.pid}", name, 0, self.pid, "", facts)
        if info.kind == "pipe":
            return self._pipe(info, facts)
        if info.kind == "socket":
            return self._socket(info, facts)
        if info.kind == "gpu":
            return Resource("gpu", info.target, info.target, 0, self.pid, "", facts)
        if info.kind == "file":
            return self._file(info, facts)
        key = f"{info.target}#{fd}@{self.pid}"
        return Resource("fd", key, f"{info.target} (fd {fd})", 0, self.pid, "", facts)

    def _pipe(self, info: FdInfo, facts: Facts) -> Resource:
        is_named = info.target.startswith("/")
        key = f"pipe:[{info.inode}]"
        name = f"the pipe {info.target} (fd {info.fd})" if is_named else f"a pipe (fd {info.fd})"
        detail = ""
        if not is_named:
            fill = pipe_fill(self.pid, info.fd)
            if fill is not None:
                facts += (("used", fill.used), ("capacity", fill.capacity))
                detail = f"{fill.used} of {fill.capacity} bytes used"
        ends = self._find_ends(info, key)
        readers = sorted({end.pid for end in ends if end.direction != "write"})
        writers = sorted({end.pid for end in ends if end.direction != "read"})
        facts += (("readers", len(readers)), ("writers", len(writers)))
        return Resource("pipe", key, name, 0, self.pid, detail, facts)

    def _socket(self, info: FdInfo, facts: Facts) -> Resource:
        key = f"socket:[{info.inode}]"
        ends = self._find_ends(info, key)
        if any(end.is_peer for end in ends):
            facts += (("peers", len({end.pid for end in ends if end.is_peer})),)
            name = f"a local socket (fd {info.fd})"
            return Resource("socket", key, name, 0, self.pid, "", facts)
        known = endpoint(self.pid, info.inode)
        text = known.text if known else "a socket"
        if known and known.peer:
            facts += (("peer", known.peer),)
        if known and known.listening:
            facts += (("listening", 1),)
        detail = f"peer {known.peer}" if known and known.peer else ""
        return Resource("socket", key, f"{text} (fd {info.fd})", 0, self.pid, detail, facts)

    def _file(self, info: FdInfo, facts: Facts) -> Resource:
        owners = sorted(file_lock_owners(self.pid, info.fd), key=lambda pid: pid == self.pid)
        if owners:
            facts += (("lock_owner", owners[0]),)
        return Resource("file", f"file:{info.target}", info.target, 0, self.pid, "", facts)

    def _siblings(self) -> list[int]:
        """The processes with the same parent, whatever they run, as in a pipeline of a shell; not
        those that init has adopted."""
        if self._beside is None:
            parents = [one.pid for one in self._listed() if one.relation == "parent"]
            self._beside = [
                pid for parent in parents if parent > 1 for pid in children(parent)[:MAX_SIBLINGS]
            ]
        return self._beside

    def _ancestors(self) -> list[int]:
        """Pids of its parent, the parent of that, and so on: who reads what a program prints that a
        shell has started need not be the shell."""
        found: list[int] = []
        stat = procfs.stat(self.pid)
        while stat is not None and stat.ppid > 1 and len(found) < MAX_ANCESTORS:
            found.append(stat.ppid)
            stat = procfs.stat(stat.ppid)
        return found

    def _find_ends(self, info: FdInfo, key: str) -> tuple[ChannelEnd, ...]:
        """The ends that are open in this process and its relatives."""
        if key in self._searched or len(self._searched) >= MAX_CHANNELS:
            return tuple([end for end in self.ends if end.key == key])
        self._searched.add(key)
        pids = [self.pid] + [one.pid for one in self._listed() if not one.has_died]
        # What started a worker of multiprocessing's fork server is that server's parent.
        pids += [one.ppid for one in self._listed() if one.role == "forkserver"]
        pids += self._siblings()
        pids += self._ancestors()
        pids = list(dict.fromkeys(pids))
        ends = channel_ends(info, pids, key, self.pid)
        self.ends += ends
        return ends


def _command(relative: Relative) -> str:
    words = " ".join(relative.argv[:3]) or relative.name
    return words if len(words) <= 60 else words[:59] + "…"
