"""Pipes, sockets, files and children that threads wait for, as resources.

Only a living process can be asked; of a core no more is known than the number of a descriptor.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from atfault.model.absent import Absent
from atfault.model.family import ChannelEnd, Relative, brief_command
from atfault.model.masked import mask_arguments
from atfault.model.waits import (
    EVENTFD,
    MESSAGE_QUEUE,
    ChannelFacts,
    FdUse,
    FileLock,
    Peer,
    Resource,
)
from atfault.snapshot import procfs
from atfault.snapshot.family import children, relatives
from atfault.snapshot.fds import (
    FdInfo,
    LockOwner,
    OpenIn,
    WhoHas,
    channel_ends,
    database_owner,
    describe,
    file_lock_owners,
    inode_of,
    lock_owners,
    locked_files,
    locks_a_database,
    message_queue_ends,
    pipe_fill,
)
from atfault.snapshot.machine import Machine
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.sockets import Network, TcpPeer, unix_peer, unix_unread
from atfault.snapshot.target import ProcessView, is_closed

MAX_CHANNELS = 64
"""Pipes and sockets whose other ends are looked for."""
MAX_WATCHED = 64
MAX_SIBLINGS = 64
MAX_ANCESTORS = 8
MAX_PEERS = 4
MAX_COMMAND, MAX_CHILD = 80, 60
_WATCH_ITSELF = "anon_inode:"
_DELETED = " (deleted)"


class Channels:
    """Looks up descriptors and relatives of one process, each once."""

    def __init__(
        self, snapshot: Snapshot, mask_secrets: bool = True, *, is_rehearsal: bool = False
    ) -> None:
        self.pid = snapshot.process.pid
        self._snapshot = snapshot
        self._mask_secrets = mask_secrets
        self._is_rehearsal = is_rehearsal
        self.is_live = snapshot.kind != "core"
        self.ends: list[ChannelEnd] = []
        self._relatives: tuple[Relative, ...] | None = None
        self._infos: dict[int, FdInfo | None] = {}
        self._resources: dict[tuple[int, FileLock | None], Resource] = {}
        self._ends_of: dict[str, tuple[ChannelEnd, ...]] = {}
        self._commands: dict[int, str] = {}
        self._network = Network(self.pid)
        self._all: OpenIn | None = None
        self._is_anew = False
        self._machine = snapshot.machine if isinstance(snapshot, ProcessView) else Machine()

    def relatives(self) -> tuple[Relative, ...] | Absent:
        """The process's relatives; Absent for a core."""
        if not self.is_live:
            return Absent("a core does not hold the process's relatives")
        if self._relatives is None:
            found = relatives(self.pid, adopted=not self._is_rehearsal, machine=self._machine)
            if self._mask_secrets:
                found = tuple(one._replace(argv=mask_arguments(one.argv)) for one in found)
            self._relatives = found
        return self._relatives

    def listed(self) -> tuple[Relative, ...]:
        """The relatives; () for a core."""
        found = self.relatives()
        return () if isinstance(found, Absent) else found

    def info(self, fd: int) -> FdInfo | None:
        """What a descriptor is; None when it cannot be told."""
        if not self.is_live:
            return None
        if fd not in self._infos:
            self._infos[fd] = describe(self.pid, fd)
        return self._infos[fd]

    def resource(self, fd: int, lock: FileLock | None = None) -> Resource:
        """What a thread waits for that waits on `fd`, or wants to lock its file so."""
        found = self._resources.get((fd, lock))
        if found is None:
            found = self._resources[fd, lock] = self._make(fd, lock)
        return found

    def counter(self, fd: int) -> Resource:
        """What a thread waits for in a call that reads from `fd`, or waits to: an eventfd is a pipe
        then, both of whose ends whoever has it open has; so is a timerfd that is not armed."""
        found, info = self.resource(fd), self.info(fd)
        is_idle = info is not None and info.timer is not None and info.timer < 0
        if info is None or not (is_idle or (info.target == EVENTFD and info.inode)):
            return found
        if is_idle:
            found = found._replace(name=f"{found.name}, which is not armed")
        key = found.key if is_idle else f"eventfd:[{info.inode}]"
        if key not in self._ends_of:
            self._ends_of[key] = channel_ends(info, self._anywhere(info), key, self.pid)
            self.ends += self._ends_of[key]
        return found._replace(kind="pipe", key=key)

    def is_woken(self, fds: tuple[tuple[int, FdUse], ...]) -> bool:
        """Whether a wait is for an eventfd alone, by which threads of a library wake each other."""
        info = self.info(fds[0][0]) if len(fds) == 1 and fds[0][1] == "read" else None
        return info is not None and info.target == EVENTFD

    def message_queue(self, fd: int) -> Resource:
        """What a thread waits for in a call that sends to the message queue of POSIX `fd`, or takes
        from it: a pipe, whose ends are with whoever has it open for reading and for writing."""
        info = self.info(fd)
        inode = 0 if info is None else inode_of(self.pid, fd)
        if info is None or not inode:
            return self.resource(fd)._replace(kind="pipe", name=f"a message queue (fd {fd})")
        path = info.target.removesuffix(_DELETED)
        # After mq_unlink() nobody opens it any more.
        target = info.target if path == info.target else f"{MESSAGE_QUEUE}{path}"
        key = f"{MESSAGE_QUEUE}[{inode}]"
        if key not in self._ends_of:
            self._ends_of[key] = message_queue_ends(info, self._anywhere(info), key, self.pid)
            self.ends += self._ends_of[key]
        name = f"the message queue {path} (fd {fd})"
        return Resource("pipe", key, name, 0, self.pid, channel=ChannelFacts(fd, target))

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
            if about is None:
                continue
            if about.kind == "process" or not about.target.startswith(_WATCH_ITSELF):
                useful.append(one)
        return tuple(useful) or watched

    def child(self, pid: int) -> Resource:
        """A process that is waited for."""
        text = f"process {pid}"
        for one in self.listed():
            if one.pid == pid:
                command = brief_command(one.argv[:3], MAX_CHILD) or one.name
                text = f"child {pid} ({command})"
        return Resource("process", f"process:{pid}", text, 0, self.pid)

    def outside_pid(self, inside: int) -> int:
        """The pid that we know a process by which the process itself calls `inside`: another one
        where it lives in a pid namespace of its own."""
        if not self.is_live or procfs.shares_namespace(self.pid, "pid"):
            return inside
        for one in self.listed():
            if procfs.innermost_pid(one.pid) == inside:
                return one.pid
        return inside

    def any_child(self) -> list[int]:
        """Pids of the direct children."""
        return [one.pid for one in self.listed() if one.relation == "child"]

    def _make(self, fd: int, lock: FileLock | None) -> Resource:
        info = self.info(fd)
        if info is None:
            name, gone = f"file descriptor {fd}", self.is_live and is_closed(self.pid, fd)
            facts, detail = ChannelFacts(fd, is_closed=gone), "closed meanwhile" if gone else ""
            return Resource("fd", f"fd:{fd}@{self.pid}", name, 0, self.pid, detail, channel=facts)
        facts = ChannelFacts(fd, info.target)
        if info.kind == "pipe":
            return self._pipe(info, facts)
        if info.kind == "socket":
            return self._socket(info, facts)
        if info.kind == "process":
            return self.child(info.process)
        if info.kind == "terminal":
            key = f"terminal:{info.inode}#{info.target}"
            self._find_ends(info, key)
            name = f"the terminal {info.target} (fd {fd})"
            return Resource("terminal", key, name, 0, self.pid, channel=facts)
        if info.kind == "gpu":
            return Resource("gpu", info.target, info.target, 0, self.pid, channel=facts)
        if info.kind == "file":
            return self._file(info, facts, lock)
        key = f"{info.target}#{fd}@{self.pid}"
        name = info.target
        if name.startswith(_WATCH_ITSELF):  # "anon_inode:[timerfd]", "anon_inode:inotify"
            name = f"the {name[len(_WATCH_ITSELF) :].strip('[]')}"
        return Resource("fd", key, f"{name} (fd {fd})", 0, self.pid, channel=facts)

    def _pipe(self, info: FdInfo, facts: ChannelFacts) -> Resource:
        key = f"pipe:[{info.inode}]"
        name = f"the pipe {info.target}" if facts.has_path else "a pipe"
        detail = ""
        if not facts.has_path:
            fill = pipe_fill(self.pid, info.fd)
            if fill is not None:
                facts = facts._replace(used=fill.used, capacity=fill.capacity)
                detail = f"{fill.used} of {fill.capacity} bytes used"
        ends = self._find_ends(info, key)
        own = all(end.direction == info.direction or end.pid == self.pid for end in ends)
        if not facts.has_path and own:
            # Who else has the other end is no relative any more: init has adopted it.
            found = channel_ends(info, self._anywhere(info), key, self.pid)
            far = [one for one in found if one.direction != info.direction and one not in ends]
            self.ends += far
            pids = list(dict.fromkeys(end.pid for end in far))[:MAX_PEERS]
            peers = [Peer(pid, self._command_of(pid)) for pid in pids]
            facts = facts._replace(peers=tuple(peers))
        shown = f"{name} (fd {info.fd})"
        return Resource("pipe", key, shown, 0, self.pid, detail, channel=facts)

    def _socket(self, info: FdInfo, facts: ChannelFacts) -> Resource:
        key = f"socket:[{info.inode}]"
        ends = self._find_ends(info, key)
        if any(end.is_peer for end in ends):
            name = f"a local socket (fd {info.fd})"
            far = unix_peer(info.inode)
            facts = facts._replace(
                unread=unix_unread(info.inode), far_unread=unix_unread(far) if far else None
            )
            return Resource("socket", key, name, 0, self.pid, channel=facts)
        known = None if self._is_rehearsal else self._network.endpoint(info.inode)
        text = known.text if known else "a socket"
        if known:
            unread = self._network.unread(info.inode)
            facts = facts._replace(peer=known.peer, listening=known.listening, unread=unread)
            facts = facts._replace(hears_all=known.hears_all)
            if known.peer:
                facts = self._with_peers(info, key, facts)
        detail = f"peer {known.peer}" if known and known.peer else ""
        shown = f"{text} (fd {info.fd})"
        return Resource("socket", key, shown, 0, self.pid, detail, channel=facts)

    def _with_peers(self, info: FdInfo, key: str, facts: ChannelFacts) -> ChannelFacts:
        """Who has the other end of a TCP connection, on this machine."""
        peer = self._network.tcp_peer(info.inode)
        if peer is None:
            return facts
        ends = self._who_has(peer, info)
        found = dict.fromkeys(pid for pid, _ in ends)
        self.ends += [ChannelEnd(key, pid, fd, "both", True) for pid, fd in ends]
        commands = [Peer(pid, self._command_of(pid)) for pid in list(found)[:MAX_PEERS]]
        unread = peer.unread if peer.is_accepted else None
        return facts._replace(
            peers=tuple(commands), is_accepted=peer.is_accepted, far_unread=unread
        )

    def asked_for(self, resource: Resource, fd: int, path: str) -> Resource:
        """The local socket `fd` that asks for a connection at `path`, which nobody takes: connect()
        sleeps there while as many wait already as were asked for with listen()."""
        if self._is_rehearsal or not procfs.shares_namespace(self.pid, "net"):
            return resource
        inode = self._network.local_listener(path)
        if not inode and not path.startswith(("/", "@")):
            inode = self._network.local_listener(os.path.join(procfs.link(self.pid, "cwd"), path))
        info = self.info(fd) if inode else None
        ends = self._anywhere(info)(f"socket:[{inode}]") if info is not None else []
        self.ends += [ChannelEnd(resource.key, pid, one, "both", True) for pid, one in ends]
        pids = list(dict.fromkeys(pid for pid, _ in ends))[:MAX_PEERS]
        peers = tuple([Peer(pid, self._command_of(pid)) for pid in pids])
        facts = resource.channel._replace(peer=path, peers=peers, is_accepted=False)
        name = f"a connection to local socket {path} (fd {fd})"
        return resource._replace(name=name, channel=facts)

    def _who_has(self, peer: TcpPeer, info: FdInfo) -> list[tuple[int, int]]:
        """Who has the other end of a TCP connection on this machine: pid and descriptor."""
        return self._anywhere(info)(f"socket:[{peer.inode}]")

    def connections(self) -> tuple[str, ...]:
        """The network connections that lead to processes of this machine, and to which: "TCP
        127.0.0.1:4711 to 127.0.0.1:6379 (process 12, redis-server)"."""
        told: list[str] = []
        for fd in procfs.descriptors(self.pid)[:MAX_CHANNELS] if self.is_live else ():
            info = self.info(fd)
            known = self._network.endpoint(info.inode) if info and info.kind == "socket" else None
            if info is None or known is None or not known.peer or len(told) >= MAX_PEERS:
                continue
            peer = self._network.tcp_peer(info.inode)
            far = self._who_has(peer, info) if peer is not None else []
            for pid in dict.fromkeys(pid for pid, _ in far):
                if pid != self.pid:
                    told.append(f"{known.text} (process {pid}, {self._command_of(pid).strip()})")
        return tuple(told)

    def _command_of(self, pid: int) -> str:
        known = self._commands.get(pid)
        if known is None:
            argv = procfs.arguments(pid)
            if self._mask_secrets:
                argv = mask_arguments(argv)
            known = brief_command(argv, MAX_COMMAND) or procfs.comm(pid)
            self._commands[pid] = known
        return known

    def _file(self, info: FdInfo, facts: ChannelFacts, lock: FileLock | None) -> Resource:
        found = file_lock_owners(self.pid, info.fd, self._everybody(), lock)
        facts = self._with_owner(facts, found, inode_of(self.pid, info.fd))
        return Resource("file", f"file:{info.target}", info.target, 0, self.pid, channel=facts)

    def _with_owner(
        self, facts: ChannelFacts, found: Iterable[LockOwner], inode: int
    ) -> ChannelFacts:
        """The first of those who have locked a file, another process rather than this one."""
        for owner in sorted(found, key=lambda one: one.pid == self.pid):
            return facts._replace(
                lock_owner=owner.pid,
                lock_inode=inode,
                lock_fds=owner.fds,
                lock_taker=owner.taken_by,
            )
        return facts

    def locked_database(self) -> Resource | None:
        """The SQLite database that somebody has locked; None where that cannot be told."""
        found = database_owner(self.pid) if self.is_live else None
        if found is None:
            return None
        path, owner = found
        facts = ChannelFacts(None, path, lock_owner=owner, is_database=True)
        return Resource("file", f"file:{path}", path, 0, self.pid, channel=facts)

    def has_family(self) -> bool:
        """Whether it was forked, or has living children: others may have ends of its pipes."""
        return self.is_live and (
            self._snapshot.process.forked is True
            or any(one.relation == "child" and not one.has_died for one in self.listed())
        )

    def locks_a_database(self) -> bool:
        """Whether the process has, with whose connections others may have to do."""
        return self.is_live and locks_a_database(self.pid)

    def polled_lock(self, resource: Resource) -> Resource:
        """A library's lock, with who has the file locked, or where its connection leads to."""
        facts = resource.channel
        if facts.fd is not None:
            return resource._replace(channel=self.resource(facts.fd).channel)
        file = self._snapshot.files.find(facts.target)[0] if facts.has_path else None
        if file is None:
            return resource._replace(channel=ChannelFacts())
        inode = file.identity.inode
        found = lock_owners(self.pid, inode, self._everybody())
        facts = self._with_owner(facts._replace(lock_inode=inode), found, inode)
        return resource._replace(channel=facts)

    def locked(self) -> tuple[tuple[int, int], ...]:
        """(inode, descriptor) of the files that the process has locked."""
        return locked_files(self.pid)

    @cached_property
    def _siblings(self) -> list[int]:
        """The processes with the same parent, whatever they run, as in a pipeline of a shell; not
        those that init has adopted."""
        parents = [one.pid for one in self.listed() if one.relation == "parent"]
        return [pid for parent in parents if parent > 1 for pid in children(parent)[:MAX_SIBLINGS]]

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
        known = self._ends_of.get(key)
        if known is None and len(self._ends_of) < MAX_CHANNELS:
            known = self._ends_of[key] = channel_ends(info, self._near, key, self.pid)
            self.ends += known
        return known or ()

    def _everybody(self) -> Iterator[int]:
        """Pids of this machine, the process's own and its relatives' first."""
        near = self._around
        yield from near
        yield from (pid for pid in procfs.processes() if pid not in near)

    @cached_property
    def _near(self) -> OpenIn:
        return OpenIn(self._around)

    def _anywhere(self, info: FdInfo) -> WhoHas:
        """Who of this machine has the other end of a descriptor: the relatives first."""
        if self._is_rehearsal:
            return OpenIn(())
        if self._all is None:
            self._all = self._machine.open_in()
        if not self._is_anew and (self.pid, info.fd) not in self._all(info.target):
            # It was made after the machine was looked through, and so were its other ends.
            self._all, self._is_anew = self._machine.open_in(anew=True), True
        near, far = self._near, self._all
        return lambda target: list(dict.fromkeys((*near(target), *far(target))))

    @cached_property
    def _around(self) -> list[int]:
        """The process and its relatives, who may have an end of what it made."""
        pids = [self.pid] + [one.pid for one in self.listed() if not one.has_died]
        # What started a worker of multiprocessing's fork server is that server's parent.
        pids += [one.ppid for one in self.listed() if one.role == "forkserver"]
        pids += self._siblings
        pids += self._ancestors()
        return list(dict.fromkeys(pids))
