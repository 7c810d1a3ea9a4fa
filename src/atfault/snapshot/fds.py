"""File descriptors of a live process: what they are, and who is at the other end.

    /proc/PID/fd/N       pipe:[4711]   socket:[12]   anon_inode:[eventfd]   /path
    /proc/PID/fdinfo/N   flags (octal; the access mode is the lowest two bits), for epoll tfd lines,
                         for an eventfd its eventfd-id

The two ends of a pipe share an inode; those of a socket do not (`sockets`).

Which process has locked a file, by flock or fcntl, as /proc/locks tells.
"""

import fcntl
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.formats.elf import OpenFile
from atfault.model.family import ChannelEnd, Direction
from atfault.model.waits import EVENTFD, FILE_END, TIMERFD, FileLock, ResourceKind
from atfault.snapshot import procfs
from atfault.snapshot.mounts import kept_status
from atfault.snapshot.sockets import closed_by_peer, unix_listener, unix_peer

MAX_FDS = 4096
"""Descriptors of one process that are looked through."""
MAX_PROCESSES = 4096
_TERMINALS = "/dev/pts/"
_MASTERS = ("/dev/ptmx", "/dev/pts/ptmx")
"""In containers, the first is a link to the second."""
_TOLD_ONCE = 1 << 31 | 1 << 30
"""EPOLLET, EPOLLONESHOT."""
_FIONREAD, _F_GETPIPE_SZ = 0x541B, 1032
_PENDING_BYTE = 0x4000_0000
_WAL_WRITE = 120
_NOBODY = -1
EVENTPOLL = "anon_inode:[eventpoll]"
_OF_TIMER = (b"it_value", b"it_interval")
MAX_WATCHED = 256
"""Connections of one epoll descriptor that are asked whether they are at their end."""


WhoHas = Callable[[str], list[tuple[int, int]]]
"""Link text, such as "pipe:[4711]" → the (pid, fd) that lead there."""


class FdInfo(NamedTuple):
    """One open file descriptor."""

    fd: int
    kind: ResourceKind
    target: str
    """The link: "pipe:[4711]", "/data/x.csv", "anon_inode:[eventfd]"."""
    inode: int
    """Of a terminal its number, of an eventfd its id (from Linux 5.2 on); 0 when unknown."""
    direction: Direction
    watched: tuple[int, ...] = ()
    """Of an epoll descriptor: what it watches."""
    told_once: tuple[int, ...] = ()
    """Of these: those of which it does not tell again (EPOLLET, EPOLLONESHOT)."""
    process: int = 0
    """Of a pidfd: the process; 0 for any other, and for one that has been waited for."""
    timer: float | None = None
    """Of a timerfd: seconds until it goes off; -1 for one that is not armed. None when unknown."""


class PipeFill(NamedTuple):
    """Bytes."""

    used: int
    capacity: int


def describe(pid: int, fd: int) -> FdInfo | None:
    """What descriptor `fd` of process `pid` is; None when it cannot be looked at."""
    target = procfs.link(pid, f"fd/{fd}")
    if not target:
        return None
    info = procfs.read(f"/proc/{pid}/fdinfo/{fd}", 1 << 16)
    flags = procfs.number(b"\n" + info, b"flags", 8)
    mode = (flags or 0) & 3
    direction: Direction = "read" if mode == 0 else "write" if mode == 1 else "both"
    prefix, _, rest = target.partition(":[")
    inode = int(rest[:-1]) if rest[:-1].isdigit() else 0
    if prefix == "pipe":
        return FdInfo(fd, "pipe", target, inode, direction)
    if prefix == "socket":
        return FdInfo(fd, "socket", target, inode, "both")
    if target == EVENTPOLL:
        watched = _epoll_targets(info)
        once = tuple([one for one, events in watched.items() if events & _TOLD_ONCE])
        return FdInfo(fd, "fd", target, 0, "both", tuple(watched), once)
    if target == EVENTFD:
        number = procfs.number(b"\n" + info, b"eventfd-id")
        return FdInfo(fd, "fd", target, number or 0, "both")
    if target == TIMERFD:
        return FdInfo(fd, "fd", target, 0, "both", timer=_timer(info))
    if target == "anon_inode:[pidfd]":
        child = max(procfs.number(b"\n" + info, b"Pid") or 0, 0)
        return FdInfo(fd, "process" if child else "fd", target, 0, "both", process=child)
    if target.endswith("/ptmx"):
        number = procfs.number(b"\n" + info, b"tty-index")
        return FdInfo(fd, "fd" if number is None else "terminal", target, number or 0, "both")
    if target.startswith(_TERMINALS) and target[len(_TERMINALS) :].isdigit():
        return FdInfo(fd, "terminal", target, int(target[len(_TERMINALS) :]), "both")
    if target.startswith("/dev/nvidia"):
        return FdInfo(fd, "gpu", target, 0, direction)
    if target.startswith("/"):
        if _is_fifo(pid, fd):
            inode = inode_of(pid, fd)
            return FdInfo(fd, "pipe", target, inode, direction)
        return FdInfo(fd, "file", target, 0, direction)
    return FdInfo(fd, "fd", target, inode, direction)


def _timer(info: bytes) -> float | None:
    """Seconds until a timer goes off, 0 for one that has, -1 for one that is not armed; None when
    unknown (timerfd_show in fs/timerfd.c).

    ticks: 0
    it_value: (0, 799999000)
    it_interval: (0, 0)
    """
    lines = dict(line.partition(b":")[::2] for line in info.split(b"\n"))
    try:
        parts = [map(int, lines[name].strip(b" ()").split(b",")) for name in _OF_TIMER]
        left, every = [seconds + nanoseconds / 1e9 for seconds, nanoseconds in parts]
        ticks = int(lines[b"ticks"])
    except (KeyError, ValueError):
        return None
    return left if left or every or ticks else -1.0


def _epoll_targets(info: bytes) -> dict[int, int]:
    """Descriptor → the events that are asked for.

    tfd:        5 events: 80000001 data:                5  pos:0 ino:4711 sdev:8
    """
    found: dict[int, int] = {}
    for line in info.split(b"\n"):
        words = line.split()
        if len(words) > 3 and words[0] == b"tfd:" and words[1].isdigit() and len(found) < MAX_FDS:
            found[int(words[1])] = int(words[3], 16)
    return found


def watched_at_end(pid: int) -> frozenset[tuple[int, int]]:
    """(descriptor, inode) of the connections of which epoll tells a process again and again: their
    other side has closed them, and all was read."""
    found: dict[int, int] = {}
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        if procfs.link(pid, f"fd/{fd}") == EVENTPOLL:
            info = describe(pid, fd)
            wanted = set() if info is None else {*info.watched} - {*info.told_once}
            found |= closed_by_peer(pid, sorted(wanted)[:MAX_WATCHED])
    return frozenset(found.items())


def _is_fifo(pid: int, fd: int) -> bool:
    return stat.S_ISFIFO(kept_status(f"/proc/{pid}/fd/{fd}").mode)


def inode_of(pid: int, fd: int) -> int:
    """Of the file behind a descriptor; 0 when unknown."""
    return kept_status(f"/proc/{pid}/fd/{fd}").inode


class OpenIn:
    """Which of some processes have what open: they are looked through once, when it is first asked;
    bounded."""

    def __init__(self, pids: Iterable[int]) -> None:
        self._pids = pids

    def __call__(self, target: str) -> list[tuple[int, int]]:
        """The (pid, fd) of a link text, such as "pipe:[4711]"."""
        return self._found.get(target, [])

    @cached_property
    def _found(self) -> dict[str, list[tuple[int, int]]]:
        found: dict[str, list[tuple[int, int]]] = {}
        for pid, fd, target in _descriptors(self._pids):
            found.setdefault(target, []).append((pid, fd))
        return found


def _descriptors(pids: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """(pid, descriptor, link text) of all that processes have open."""
    for count, pid in enumerate(pids):
        if count >= MAX_PROCESSES:
            break
        folder = f"/proc/{pid}/fd/"
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names[:MAX_FDS]:
            try:
                target = os.readlink(folder + name)
            except OSError:
                continue
            yield pid, int(name), target


def channel_ends(info: FdInfo, open_in: WhoHas, key: str, owner: int) -> tuple[ChannelEnd, ...]:
    """Every end of the pipe, local socket, eventfd or timerfd `info` of process `owner` that is
    open in some."""
    if info.target == TIMERFD:  # has no number: another process's that is as idle may be the same
        return tuple(
            [
                ChannelEnd(key, pid, fd, "both")
                for pid, fd in open_in(info.target)
                if (pid, fd) == (owner, info.fd)
                or (pid != owner and getattr(describe(pid, fd), "timer", None) == info.timer)
            ]
        )
    if info.kind == "pipe" or info.target == EVENTFD:
        ends = []
        for pid, fd in open_in(info.target):
            other = describe(pid, fd)
            if other is not None and other.inode == info.inode:
                ends.append(ChannelEnd(key, pid, fd, other.direction))
        return tuple(ends)
    if info.kind == "terminal":
        return _terminal_ends(info, open_in, key, owner)
    if info.kind != "socket" or not procfs.shares_namespace(owner, "net"):
        return ()
    peer = unix_peer(info.inode) or unix_listener(info.inode)
    targets = {info.target: False}
    if peer:
        targets[f"socket:[{peer}]"] = True
    return tuple(
        [
            ChannelEnd(key, pid, fd, "both", is_peer)
            for target, is_peer in targets.items()
            for pid, fd in open_in(target)
        ]
    )


def message_queue_ends(
    info: FdInfo, open_in: WhoHas, key: str, owner: int
) -> tuple[ChannelEnd, ...]:
    """The same of a message queue of POSIX (mq_overview(7)): a file of the name that it was made
    by, with no ends but ways in which it was opened. The queues of each IPC namespace lie in a file
    system of its own."""
    own = kept_status(f"/proc/{owner}/fd/{info.fd}")
    ends = []
    for pid, fd in open_in(info.target) if own.inode else ():
        other = describe(pid, fd)
        if other is not None and kept_status(f"/proc/{pid}/fd/{fd}") == own:
            ends.append(ChannelEnd(key, pid, fd, other.direction))
    return tuple(ends)


def _terminal_ends(info: FdInfo, open_in: WhoHas, key: str, owner: int) -> tuple[ChannelEnd, ...]:
    """Of a pseudo-terminal (pty(7)): the program's side /dev/pts/N, and the masters, which have one
    name for all and are told apart by the tty-index of their fdinfo. Containers count their own."""
    own = _numbered_by(owner, info)
    sides = {name: name in _MASTERS for name in (f"{_TERMINALS}{info.inode}", *_MASTERS)}
    ends = []
    for target, is_master in sides.items():
        for pid, fd in open_in(target):
            other = describe(pid, fd)
            if other is None or (other.kind, other.inode) != ("terminal", info.inode):
                continue
            by = _numbered_by(pid, other)
            if own == by or not own or not by:
                is_peer = is_master != (info.target in _MASTERS)
                ends.append(ChannelEnd(key, pid, fd, "both", is_peer))
    return tuple(ends)


def _numbered_by(pid: int, info: FdInfo) -> int:
    """The device of the file system whose number a terminal has; 0 for a master that was not opened
    in it."""
    if not info.target.startswith(_TERMINALS):
        return 0
    return kept_status(f"/proc/{pid}/fd/{info.fd}").device


def pipe_fill(pid: int, fd: int) -> PipeFill | None:
    """How full a pipe is, asked through a descriptor of our own that is opened on it.

    Only where it is a pipe: opening takes neither data nor blocks; None when refused.
    """
    try:
        place = OpenFile(os.open(f"/proc/{pid}/fd/{fd}", os.O_PATH | os.O_CLOEXEC))
        if not stat.S_ISFIFO(os.fstat(place.fd).st_mode):
            return None
        own = os.open(f"/proc/self/fd/{place.fd}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        used = int.from_bytes(fcntl.ioctl(own, _FIONREAD, b"\0\0\0\0"), "little")
        return PipeFill(used, fcntl.fcntl(own, _F_GETPIPE_SZ))
    except OSError:
        return None
    finally:
        os.close(own)


class _FileLock(NamedTuple):
    """A lock that is held, of one line of /proc/locks."""

    pid: int
    """-1 for one of an open file (F_OFD_SETLK), which is nobody's in particular; 0 in fdinfo where
    that process has ended."""
    inode: int
    how: bytes
    """b"FLOCK", b"POSIX" or b"OFDLCK"."""
    is_write: bool
    part: range

    def stands_in_the_way(self, of: FileLock | None) -> bool:
        """Whether one has to wait for it who wants that; so does who wants nobody knows what."""
        if of is None:
            return True
        is_kind = of.is_record == (self.how != b"FLOCK") and (of.is_write or self.is_write)
        return is_kind and self.part.start < of.part.stop and of.part.start < self.part.stop


class LockOwner(NamedTuple):
    """A process that has locked a file."""

    pid: int
    fds: tuple[int, ...] = ()
    """Its descriptors by which it has; () where that cannot be seen."""
    taken_by: int = 0
    """The process that took the lock, of which it has inherited the open file; 0 for none."""


def file_lock_owners(
    pid: int, fd: int, around: Iterable[int] = (), wanted: FileLock | None = None
) -> tuple[LockOwner, ...]:
    """Who holds a lock (flock, fcntl) of the file behind a descriptor that stands in the way of
    `wanted`, or any, from /proc/locks. A process does not stand in its own way by fcntl's locks,
    only by those of another open file.

    1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234 0 EOF        held
    1: -> FLOCK  ADVISORY  WRITE 4712 fd:01:1234 0 EOF     waiting
    2: OFDLCK ADVISORY  WRITE -1 fd:01:1234 64 127         held by an open file, bytes 64 to 127

    A lock of flock and of F_OFD_SETLK belongs to the open file, which a child inherits: where the
    process that took it has closed it, or is not told, those of the processes `around` that have
    it open are told instead.
    """
    return lock_owners(pid, inode_of(pid, fd), around, wanted, fd)


def lock_owners(
    pid: int,
    inode: int,
    around: Iterable[int] = (),
    wanted: FileLock | None = None,
    besides: int | None = None,
) -> tuple[LockOwner, ...]:
    """The same of a file that need not be open in process `pid`; besides: the descriptor of its own
    that is none of them."""
    standing = [lock for lock in _all_locks() if lock.inode == inode] if inode else []
    found: dict[int, LockOwner] = {}
    for lock in standing:
        if not lock.stands_in_the_way(wanted) or (lock.how == b"POSIX" and lock.pid == pid):
            continue
        near = (lock.pid,) if lock.how == b"POSIX" or _by_which(lock.pid, lock) else around
        for one in near:  # an iterator has told all of them at once
            fds = tuple([fd for fd in _by_which(one, lock) if (one, fd) != (pid, besides)])
            if fds or lock.how == b"POSIX":
                taken_by = lock.pid if lock.pid not in (_NOBODY, one) else 0
                found.setdefault(one, LockOwner(one, fds, taken_by))
    if wanted is not None and inode and not standing:
        # The kernel does not list it where the process that took it has ended
        # (locks_translate_pid in fs/locks.c).
        for one in around:
            kept = [(fd, lock) for fd, lock in _locked_by(one) if lock.inode == inode]
            fds = tuple([fd for fd, lock in kept if lock.stands_in_the_way(wanted)])
            if fds and one != pid:
                found[one] = LockOwner(one, fds)
    return tuple(found.values())


def _by_which(pid: int, lock: _FileLock) -> tuple[int, ...]:
    """The descriptors of a process by which it has a lock: their fdinfo have its line."""
    return tuple([fd for fd, one in _locked_by(pid) if one == lock]) if pid > 0 else ()


def locked_files(pid: int) -> tuple[tuple[int, int], ...]:
    """(inode, descriptor) of the files that are open in the process and locked."""
    return tuple(dict.fromkeys((lock.inode, fd) for fd, lock in _locked_by(pid)))


def _locked_by(pid: int) -> Iterator[tuple[int, _FileLock]]:
    """(descriptor, lock) of all that are held by files open in a process, of the lines "lock:" in
    fdinfo."""
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        info = procfs.read(f"/proc/{pid}/fdinfo/{fd}", 1 << 16)
        if b"\nlock:" in info:
            for lock in _locks_in(b"\n".join(info.split(b"\nlock:")[1:])):
                yield fd, lock


def _all_locks() -> list[_FileLock]:
    return _locks_in(procfs.read("/proc/locks", 1 << 20))


def _locks_in(text: bytes) -> list[_FileLock]:
    found = []
    for line in text.split(b"\n"):
        words = line.split()
        if len(words) < 8 or not words[4].removeprefix(b"-").isdigit():
            continue  # "->": somebody waits for it
        inode, start, end = words[5].rpartition(b":")[2], words[6], words[7]
        if inode.isdigit() and start.isdigit() and (end.isdigit() or end == b"EOF"):
            stop = FILE_END if end == b"EOF" else int(end) + 1
            lock = _FileLock(
                *(int(words[4]), int(inode), words[1], words[3] == b"WRITE"),
                range(int(start), stop),
            )
            found.append(lock)
    return found


def locks_a_database(pid: int) -> bool:
    """Whether a process has a lock as SQLite takes them: of these bytes, of any file."""
    own = [one for one in _all_locks() if one.pid == pid]
    return any(_is_of_database(one, False) or _is_of_database(one, True) for one in own)


def may_have_database(pid: int) -> bool:
    """Whether a process has a file open, beside its standard streams, that may be a database of
    SQLite: none is opened to see."""
    fds = [fd for fd in procfs.descriptors(pid)[:MAX_FDS] if fd > 2]
    return any(stat.S_ISREG(kept_status(f"/proc/{pid}/fd/{fd}").mode) for fd in fds)


def _is_of_database(lock: _FileLock, is_log: bool) -> bool:
    """is_log: the file is the one beside a database with a write-ahead log."""
    start = lock.part.start
    return lock.how == b"POSIX" and (start == _WAL_WRITE if is_log else start >= _PENDING_BYTE)


def database_owner(pid: int) -> tuple[str, int] | None:
    """(path, process) of the SQLite database open in process `pid` that somebody has locked; None
    where there is none, or several could be meant.

    A database in rollback mode is locked from byte 0x40000000 on, one with a write-ahead log at
    byte 120 of the file beside it, NAME-shm (sqlite.org/lockingv3.html, walformat.html). A lock of
    the process itself is that of another connection.
    """
    paths: dict[int, str] = {}
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        target = procfs.link(pid, f"fd/{fd}")
        if target.startswith("/") and not target.endswith("-wal"):
            paths[inode_of(pid, fd)] = target
    ranked: dict[tuple[bool, bool], set[tuple[str, int]]] = {}
    for lock in _all_locks():
        path = paths.get(lock.inode, "")
        is_own_read = lock.pid == pid and not lock.is_write
        if not path or not _is_of_database(lock, path.endswith("-shm")) or is_own_read:
            continue
        rank = (not lock.is_write, lock.pid == pid)
        ranked.setdefault(rank, set()).add((path.removesuffix("-shm"), lock.pid))
    best = ranked[min(ranked)] if ranked else set()
    return next(iter(best)) if len(best) == 1 else None
