"""File descriptors of a live process: what they are, and who is at the other end.

    /proc/PID/fd/N       pipe:[4711]   socket:[12]   anon_inode:[eventfd]   /path
    /proc/PID/fdinfo/N   flags (octal; the access mode is the lowest two bits), for epoll tfd lines

The two ends of a pipe share an inode; those of a socket do not (`sockets`).
"""

import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.formats.elf import OpenFile
from atfault.model.family import ChannelEnd, Direction
from atfault.model.waits import ResourceKind
from atfault.snapshot import procfs
from atfault.snapshot.sockets import unix_listener, unix_peer

MAX_FDS = 4096
"""Descriptors of one process that are looked through."""
MAX_PROCESSES = 4096
_TERMINALS = "/dev/pts/"
_MASTERS = ("/dev/ptmx", "/dev/pts/ptmx")
"""In containers, the first is a link to the second."""
_TOLD_ONCE = 1 << 31 | 1 << 30
"""EPOLLET, EPOLLONESHOT."""
_FIONREAD, _F_GETPIPE_SZ = 0x541B, 1032


class FdInfo(NamedTuple):
    """One open file descriptor."""

    fd: int
    kind: ResourceKind
    target: str
    """The link: "pipe:[4711]", "/data/x.csv", "anon_inode:[eventfd]"."""
    inode: int
    direction: Direction
    watched: tuple[int, ...] = ()
    """Of an epoll descriptor: what it watches."""
    told_once: tuple[int, ...] = ()
    """Of these: those of which it does not tell again (EPOLLET, EPOLLONESHOT)."""
    process: int = 0
    """Of a pidfd: the process; 0 for any other, and for one that has been waited for."""


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
    if target == "anon_inode:[eventpoll]":
        watched = _epoll_targets(info)
        once = tuple([one for one, events in watched.items() if events & _TOLD_ONCE])
        return FdInfo(fd, "fd", target, 0, "both", tuple(watched), once)
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


def _is_fifo(pid: int, fd: int) -> bool:
    return stat.S_ISFIFO(procfs.kept_status(f"/proc/{pid}/fd/{fd}").mode)


def inode_of(pid: int, fd: int) -> int:
    """Of the file behind a descriptor; 0 when unknown."""
    return procfs.kept_status(f"/proc/{pid}/fd/{fd}").inode


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


def channel_ends(info: FdInfo, open_in: OpenIn, key: str, owner: int) -> tuple[ChannelEnd, ...]:
    """Every end of the pipe or local socket `info` of process `owner` that is open in some."""
    if info.kind == "pipe":
        ends = []
        for pid, fd in open_in(info.target):
            other = describe(pid, fd)
            if other is not None:
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


def _terminal_ends(info: FdInfo, open_in: OpenIn, key: str, owner: int) -> tuple[ChannelEnd, ...]:
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
    return procfs.kept_status(f"/proc/{pid}/fd/{info.fd}").device


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
