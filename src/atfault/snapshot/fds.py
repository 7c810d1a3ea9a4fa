"""File descriptors of a live process: what they are, and who is at the other end.

    /proc/PID/fd/N       pipe:[4711]   socket:[12]   anon_inode:[eventfd]   /path
    /proc/PID/fdinfo/N   flags (octal; the access mode is the lowest two bits), for epoll tfd lines

The two ends of a pipe share an inode; a socket pair does not, and the kernel tells the peer of a
local socket through a netlink request (sock_diag(7)).
"""

import _socket as socket
import fcntl
import os
import stat
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.formats.elf import OpenFile
from atfault.model.family import ChannelEnd, Direction
from atfault.model.waits import ResourceKind
from atfault.snapshot import procfs

MAX_FDS = 4096
"""Descriptors of one process that are looked through."""
MAX_PROCESSES = 4096
_MAX_TABLE = 4 << 20
_TERMINALS, _MASTER = "/dev/pts/", "/dev/ptmx"
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
    process: int = 0
    """Of a pidfd: the process; 0 for any other, and for one that has been waited for."""


class Endpoint(NamedTuple):
    """A connected or listening network socket, or a local one."""

    text: str
    """For people: "TCP 10.0.0.1:4711 to 127.0.0.1:5432"."""
    peer: str = ""
    """"127.0.0.1:5432"; "" when it has none."""
    listening: str = ""
    """Where it takes connections: "TCP 127.0.0.1:5432", "local socket /run/app.sock"; "" for a
    socket that takes none."""


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
        return FdInfo(fd, "fd", target, 0, "both", _epoll_targets(info))
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


def _epoll_targets(info: bytes) -> tuple[int, ...]:
    found = []
    for line in info.split(b"\n"):
        words = line.split()
        if len(words) > 1 and words[0] == b"tfd:" and words[1].isdigit():
            found.append(int(words[1]))
    return tuple(found[:MAX_FDS])


def _is_fifo(pid: int, fd: int) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(f"/proc/{pid}/fd/{fd}").st_mode)
    except OSError:
        return False


def inode_of(pid: int, fd: int) -> int:
    """Of the file behind a descriptor; 0 when unknown."""
    try:
        return os.stat(f"/proc/{pid}/fd/{fd}").st_ino
    except OSError:
        return 0


def holders(targets: Iterable[str], pids: Iterable[int]) -> dict[str, list[tuple[int, int]]]:
    """For each link text ("pipe:[4711]") the (pid, fd) among the processes `pids` that have it
    open; bounded."""
    found: dict[str, list[tuple[int, int]]] = {target: [] for target in targets}
    if not found:
        return found
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
            if target in found:
                found[target].append((pid, int(name)))
    return found


def channel_ends(info: FdInfo, pids: list[int], key: str, owner: int) -> tuple[ChannelEnd, ...]:
    """Every end of the pipe or local socket `info` of process `owner`, in the processes `pids`."""
    if info.kind == "pipe":
        found = holders([info.target], pids)[info.target]
        ends = []
        for pid, fd in found:
            other = describe(pid, fd)
            if other is not None:
                ends.append(ChannelEnd(key, pid, fd, other.direction))
        return tuple(ends)
    if info.kind == "terminal":
        return _terminal_ends(info, pids, key)
    if info.kind != "socket" or not procfs.shares_namespace(owner, "net"):
        return ()
    peer = unix_peer(info.inode) or unix_listener(info.inode)
    targets = {info.target: False}
    if peer:
        targets[f"socket:[{peer}]"] = True
    open_in = holders(targets, pids)
    return tuple(
        [
            ChannelEnd(key, pid, fd, "both", is_peer)
            for target, is_peer in targets.items()
            for pid, fd in open_in[target]
        ]
    )


def _terminal_ends(info: FdInfo, pids: list[int], key: str) -> tuple[ChannelEnd, ...]:
    """Of a pseudo-terminal (pty(7)): the program's side /dev/pts/N, and the masters, which are
    /dev/ptmx for all and told apart by the tty-index of their fdinfo."""
    program = f"{_TERMINALS}{info.inode}"
    open_in = holders((program, _MASTER), pids)
    masters = []
    for pid, fd in open_in[_MASTER]:
        master = describe(pid, fd)
        if master is not None and master.kind == "terminal" and master.inode == info.inode:
            masters.append((pid, fd))
    is_program = info.target == program
    return tuple(
        [ChannelEnd(key, pid, fd, "both", not is_program) for pid, fd in open_in[program]]
        + [ChannelEnd(key, pid, fd, "both", is_program) for pid, fd in masters]
    )


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


# Sockets


def unix_peer(inode: int) -> int:
    """Inode of the socket at the other end of the local socket `inode`; 0 when unknown."""
    for _, attributes in _unix_diag(inode, _ANY_STATE, _SHOW_PEER):
        return int.from_bytes(attributes.get(_DIAG_PEER, b"")[:4], "little")
    return 0


def unix_listener(inode: int) -> int:
    """Inode of the listening socket that has not taken the connection of the local socket `inode`
    yet; 0 for none."""
    for listener, attributes in _unix_diag(0, _LISTENING, _SHOW_PENDING):
        pending = attributes.get(_DIAG_PENDING, b"")
        if inode in memoryview(pending[: len(pending) & ~3]).cast("I"):
            return listener
    return 0


_ANY_STATE, _LISTENING = 0xFFFF_FFFF, 1 << 10
_SHOW_PEER, _SHOW_PENDING = 4, 8
_DIAG_PEER, _DIAG_PENDING = 2, 3
_BY_FAMILY = 20
_ONE, _ALL = 0x1, 0x301
_MAX_ANSWERS = 256


def _unix_diag(inode: int, states: int, show: int) -> Iterator[tuple[int, dict[int, bytes]]]:
    """(inode, attributes) of the local socket `inode`, or of all in these states when that is 0.

    A request of NETLINK_SOCK_DIAG (linux/sock_diag.h, unix_diag.h):

        nlmsghdr 16 | family 1, protocol 1, pad 2, states 4, inode 4, show 4, cookie 8
        answers: nlmsghdr 16 | family, type, state, pad, inode 4, cookie 8 | rtattr (len 2, type 2)
    """
    request = struct.pack("<BBHIIIQ", socket.AF_UNIX, 0, 0, states, inode, show, (1 << 64) - 1)
    flags = _ONE if inode else _ALL
    header = struct.pack("<IHHII", 16 + len(request), _BY_FAMILY, flags, 1, 0)
    try:
        channel = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4)
    except OSError:
        return
    try:
        channel.settimeout(0.2)
        channel.send(header + request)
        for _ in range(1 if inode else _MAX_ANSWERS):
            answer = channel.recv(1 << 16)
            found = list(_unix_answers(answer))
            yield from found
            if not found:
                return
    except OSError:
        return
    finally:
        channel.close()


def _unix_answers(answer: bytes) -> Iterator[tuple[int, dict[int, bytes]]]:
    start = 0
    while start + 32 <= len(answer):
        length, kind = struct.unpack_from("<IH", answer, start)
        if kind != _BY_FAMILY or length < 32:
            return
        end, at = min(start + length, len(answer)), start + 32
        attributes = {}
        while at + 4 <= end:
            size, name = struct.unpack_from("<HH", answer, at)
            if size < 4:
                break
            attributes[name] = answer[at + 4 : min(at + size, end)]
            at += (size + 3) & ~3
        yield int.from_bytes(answer[start + 20 : start + 24], "little"), attributes
        start += (length + 3) & ~3


def endpoint(pid: int, inode: int) -> Endpoint | None:
    """Addresses of the socket `inode`, from the tables of the process's own network namespace.

      sl  local_address rem_address   st …                      inode
    0: 0100007F:1538 0100007F:9C40 01 00000000:00000000 … 4711 …
    """
    wanted = str(inode).encode()
    for name, protocol in (("tcp", "TCP"), ("tcp6", "TCP"), ("udp", "UDP"), ("udp6", "UDP")):
        table = procfs.read(f"/proc/{pid}/net/{name}", _MAX_TABLE)
        if wanted not in table:
            continue
        for line in table.split(b"\n")[1:]:
            words = line.split()
            if len(words) > 9 and words[9] == wanted:
                return _endpoint(protocol, words[1], words[2], words[3])
    table = procfs.read(f"/proc/{pid}/net/unix", _MAX_TABLE)
    for line in table.split(b"\n")[1:]:
        words = line.split()
        if len(words) > 6 and words[6] == wanted:
            path = os.fsdecode(words[7]) if len(words) > 7 else ""
            name = f"local socket {path}".rstrip()
            return Endpoint(name, listening=name if _accepts(words[3]) else "")
    return None


def _accepts(flags: bytes) -> bool:
    """Whether a local socket listens: __SO_ACCEPTCON (unix_seq_show in net/unix/af_unix.c)."""
    try:
        return bool(int(flags, 16) & 0x10000)
    except ValueError:
        return False


def _endpoint(protocol: str, local: bytes, remote: bytes, state: bytes) -> Endpoint:
    here, there = _address(local), _address(remote)
    if protocol == "TCP" and state == b"0A":
        return Endpoint(f"TCP, listening at {here}", listening=f"TCP {here}")
    if there.endswith(":0"):
        return Endpoint(f"{protocol} at {here}")
    return Endpoint(f"{protocol} {here} to {there}", there)


def _address(text: bytes) -> str:
    """ "0100007F:1538" → "127.0.0.1:5432": words of the address in the machine's byte order."""
    raw, _, port = text.partition(b":")
    try:
        packed = b"".join(
            bytes.fromhex(raw[i : i + 8].decode())[::-1] for i in range(0, len(raw), 8)
        )
        number = int(port, 16)
        if len(packed) == 4:
            return f"{socket.inet_ntop(socket.AF_INET, packed)}:{number}"
        if packed.startswith(bytes(10) + b"\xff\xff"):
            return f"{socket.inet_ntop(socket.AF_INET, packed[12:])}:{number}"
        return f"[{socket.inet_ntop(socket.AF_INET6, packed)}]:{number}"
    except (ValueError, OSError):
        return "?"


class TcpPeer(NamedTuple):
    """The other end of a TCP connection, on this machine."""

    inode: int
    """Of its socket; of the listening one where the connection was not taken yet."""
    is_accepted: bool


def tcp_peer(pid: int, inode: int) -> TcpPeer | None:
    """The other end of the TCP socket `inode`, from the tables of the process's own network
    namespace; None where it is on another machine, or the socket is no connection.

    A connection that nobody has taken has a row of its own, whose inode is 0.
    """
    rows = _tcp_rows(pid)
    own = next((row for row in rows if row.inode == inode), None)
    if own is None or own.remote.endswith(":0"):
        return None
    for row in rows:
        if (row.local, row.remote) == (own.remote, own.local):
            if row.inode:
                return TcpPeer(row.inode, True)
            break
    else:
        return None
    host, _, port = own.remote.rpartition(":")
    for row in rows:
        bound, _, at = row.local.rpartition(":")
        if row.listens and at == port and bound in (host, *_ANY_ADDRESS):
            return TcpPeer(row.inode, False)
    return None


_ANY_ADDRESS = ("0.0.0.0", "[::]")


def is_closed_by_peer(pid: int, fd: int) -> bool:
    """Whether the other side of a TCP connection has closed it, and all that it sent was read."""
    target = procfs.link(pid, f"fd/{fd}")
    if not target.startswith("socket:["):
        return False
    return any(row.is_at_end for row in _tcp_rows(pid) if target == f"socket:[{row.inode}]")


class _TcpRow(NamedTuple):
    local: str
    remote: str
    state: bytes
    """As in include/net/tcp_states.h, in hexadecimal."""
    unread: bytes
    inode: int

    @property
    def listens(self) -> bool:
        return self.state == b"0A"

    @property
    def is_at_end(self) -> bool:
        """CLOSE_WAIT, and nothing is left to read."""
        return self.state == b"08" and not self.unread.strip(b"0")


def _tcp_rows(pid: int) -> list[_TcpRow]:
    found = []
    for name in ("tcp", "tcp6"):
        table = procfs.read(f"/proc/{pid}/net/{name}", _MAX_TABLE)
        for line in table.split(b"\n")[1:]:
            words = line.split()
            if len(words) > 9 and words[9].isdigit():
                local, remote = _address(words[1]), _address(words[2])
                unread = words[4].partition(b":")[2]
                found.append(_TcpRow(local, remote, words[3], unread, int(words[9])))
    return found


# Locks of files


def file_lock_owners(pid: int, fd: int, around: Iterable[int] = ()) -> tuple[int, ...]:
    """Pids that hold a lock (flock, fcntl) of the file behind a descriptor, from /proc/locks. A
    process does not stand in its own way by fcntl's locks, only by those of flock.

    1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234 0 EOF        held
    1: -> FLOCK  ADVISORY  WRITE 4712 fd:01:1234 0 EOF     waiting

    A lock of flock belongs to the open file, which a child inherits: where the process that took it
    has closed it, those of the processes `around` that still have it open are told instead.
    """
    return lock_owners(pid, inode_of(pid, fd), around)


def lock_owners(pid: int, inode: int, around: Iterable[int] = ()) -> tuple[int, ...]:
    """The same of a file that need not be open in process `pid`."""
    found: list[int] = []
    for lock in _file_locks():
        if not inode or lock.inode != inode or (lock.is_posix and lock.pid == pid):
            continue
        if lock.is_posix or _has_locked(lock.pid, inode):
            found.append(lock.pid)
        else:  # an iterator has told all of them at the first such lock
            found += [one for one in around if _has_locked(one, inode)]
    return tuple(dict.fromkeys(found))


def locked_files(pid: int) -> tuple[int, ...]:
    """Inodes of the files that are open in the process and locked: their fdinfo have the lines of
    /proc/locks then."""
    return tuple(_locked_by(pid, b"\nlock:"))


def _has_locked(pid: int, inode: int) -> bool:
    """Whether a file with that inode is open in the process and locked by flock."""
    return inode in _locked_by(pid, b"FLOCK")


def _locked_by(pid: int, how: bytes) -> Iterator[int]:
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        info = procfs.read(f"/proc/{pid}/fdinfo/{fd}", 1 << 16)
        if b"\nlock:" in info and how in info:
            yield inode_of(pid, fd)


class _FileLock(NamedTuple):
    """A lock that is held, of one line of /proc/locks."""

    pid: int
    inode: int
    is_posix: bool
    """Of fcntl, for a range of bytes, rather than of flock."""
    is_write: bool
    start: int


def _file_locks() -> list[_FileLock]:
    found = []
    for line in procfs.read("/proc/locks", 1 << 20).decode("ascii", "replace").split("\n"):
        words = line.split()
        if len(words) < 7 or words[1] == "->" or not words[4].isdigit() or words[4] == "0":
            continue
        inode, start = words[5].rpartition(":")[2], words[6]
        if inode.isdigit() and start.isdigit():
            posix, write = words[1] == "POSIX", words[3] == "WRITE"
            found.append(_FileLock(int(words[4]), int(inode), posix, write, int(start)))
    return found


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
    for lock in _file_locks():
        path = paths.get(lock.inode, "")
        is_log = path.endswith("-shm")
        is_lock = lock.start == _WAL_WRITE if is_log else lock.start >= _PENDING_BYTE
        if not path or not lock.is_posix or not is_lock or (lock.pid == pid and not lock.is_write):
            continue
        rank = (not lock.is_write, lock.pid == pid)
        ranked.setdefault(rank, set()).add((path.removesuffix("-shm"), lock.pid))
    best = ranked[min(ranked)] if ranked else set()
    return next(iter(best)) if len(best) == 1 else None


_PENDING_BYTE = 0x4000_0000
_WAL_WRITE = 120
