"""Sockets of a live process: their addresses, and who is at the other end.

The kernel tells the peer of a local socket through a netlink request (sock_diag(7)), those of the
network in tables of /proc/PID/net (proc_pid_net(5)).
"""

import _socket as socket
import os
import struct
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.snapshot import procfs

_MAX_TABLE = 4 << 20
_ANY_STATE, _LISTENING = 0xFFFF_FFFF, 1 << 10
_SHOW_PEER, _SHOW_PENDING, _SHOW_QUEUES = 4, 8, 16
_DIAG_PEER, _DIAG_PENDING, _DIAG_QUEUES, _DIAG_SHUTDOWN = 2, 3, 4, 6
_RCV_SHUTDOWN = 1
_BY_FAMILY = 20
_ONE, _ALL = 0x1, 0x301
_MAX_ANSWERS = 256
_ANY_ADDRESS: tuple[str, ...] = ("0.0.0.0", "[::]")
_LOOPBACK = ("127.", "[::1]")


class Endpoint(NamedTuple):
    """A connected or listening network socket, or a local one."""

    text: str
    """For people: "TCP 10.0.0.1:4711 to 127.0.0.1:5432"."""
    peer: str = ""
    """"127.0.0.1:5432"; "" when it has none."""
    listening: str = ""
    """Where it takes connections: "TCP 127.0.0.1:5432", "local socket /run/app.sock"; "" for a
    socket that takes none."""
    hears_all: bool = False
    """Whether it takes datagrams from anybody."""


class TcpPeer(NamedTuple):
    """The other end of a TCP connection, on this machine."""

    inode: int
    """Of its socket; of the listening one where the connection was not taken yet."""
    is_accepted: bool
    unread: int = 0
    """Bytes that lie there."""


class _TcpRow(NamedTuple):
    local: str
    remote: str
    state: bytes
    """As in include/net/tcp_states.h, in hexadecimal."""
    unread: int
    """Bytes."""
    inode: int

    @property
    def listens(self) -> bool:
        return self.state == b"0A"

    @property
    def is_at_end(self) -> bool:
        """CLOSE_WAIT, and nothing is left to read."""
        return self.state == b"08" and not self.unread


def unix_peer(inode: int) -> int:
    """Inode of the socket at the other end of the local socket `inode`; 0 when unknown."""
    for _, attributes in _unix_diag(inode, _ANY_STATE, _SHOW_PEER):
        return int.from_bytes(attributes.get(_DIAG_PEER, b"")[:4], "little")
    return 0


def unix_unread(inode: int) -> int | None:
    """Bytes that lie in the local socket `inode`, of a connection; None when unknown."""
    for _, attributes in _unix_diag(inode, _ANY_STATE & ~_LISTENING, _SHOW_QUEUES):
        queues = attributes.get(_DIAG_QUEUES, b"")
        return int.from_bytes(queues[:4], "little") if len(queues) >= 4 else None
    return None


def unix_listener(inode: int) -> int:
    """Inode of the listening socket that has not taken the connection of the local socket `inode`
    yet; 0 for none."""
    for listener, attributes in _unix_diag(0, _LISTENING, _SHOW_PENDING):
        pending = attributes.get(_DIAG_PENDING, b"")
        if inode in memoryview(pending[: len(pending) & ~3]).cast("I"):
            return listener
    return 0


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


class Network:
    """The sockets of a process's network namespace: its tables are read once, when first asked.

      sl  local_address rem_address   st …                      inode
    0: 0100007F:1538 0100007F:9C40 01 00000000:00000000 … 4711 …
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def endpoint(self, inode: int) -> Endpoint | None:
        """Addresses of the socket `inode`."""
        wanted = str(inode).encode()
        found = self._by_inode.get(wanted)
        if found is not None:
            return _endpoint(*found)
        words = self._local.get(wanted)
        if words is None:
            return None
        path = os.fsdecode(words[7]) if len(words) > 7 else ""
        name = f"local socket {path}".rstrip()
        return Endpoint(name, listening=name if _accepts(words[3]) else "")

    def tcp_peer(self, inode: int) -> TcpPeer | None:
        """The other end of the TCP socket `inode`; None where it is on another machine, or the
        socket is no connection.

        A connection that nobody has taken has a row of its own, whose inode is 0; one that is being
        asked for has none.
        """
        own = self._rows.get(inode)
        if own is None or own.remote.endswith(":0"):
            return None
        other = self._connections.get((own.remote, own.local))
        host, _, port = own.remote.rpartition(":")
        any_address = _ANY_ADDRESS
        if other is None:
            if own.state != b"02":  # SYN_SENT
                return None
            any_address = _ANY_ADDRESS if host.startswith(_LOOPBACK) else ()
        elif other.inode:
            return TcpPeer(other.inode, True, other.unread)
        found = [
            row
            for row in self._listening.get(port, ())
            if row.local.rpartition(":")[0] in (host, *any_address)
        ]
        if other is not None and len(found) > 1:
            # Of several at one port (SO_REUSEPORT) it lies at one that has any which were not
            # taken: counted in place of bytes (get_tcp4_sock in net/ipv4/tcp_ipv4.c).
            found = [row for row in found if row.unread]
            if len(found) > 1:
                return None
        return TcpPeer(found[0].inode, False) if found else None

    def local_listener(self, path: str) -> int:
        """Inode of the local socket that takes connections at `path`, "@…" for one without a file
        (unix(7)); 0 when there is none, or several."""
        found = [
            int(inode)
            for inode, words in self._local.items()
            if len(words) > 7 and os.fsdecode(words[7]) == path and _accepts(words[3])
        ]
        return found[0] if len(found) == 1 else 0

    def unread(self, inode: int) -> int | None:
        """Bytes that lie in the TCP socket `inode`; None for one that is no connection."""
        row = self._rows.get(inode)
        return None if row is None or row.listens else row.unread

    @cached_property
    def _by_inode(self) -> dict[bytes, tuple[str, bytes, bytes, bytes]]:
        """Inode → protocol, own address, the other's, state."""
        found: dict[bytes, tuple[str, bytes, bytes, bytes]] = {}
        udp = _table(self._pid, "udp") + _table(self._pid, "udp6")
        for protocol, table in (("TCP", self._of_tcp), ("UDP", udp)):
            for words in table:
                if len(words) > 9:
                    found.setdefault(words[9], (protocol, words[1], words[2], words[3]))
        return found

    @cached_property
    def _local(self) -> dict[bytes, list[bytes]]:
        """Inode → the words of a local socket's line."""
        return {words[6]: words for words in reversed(_table(self._pid, "unix")) if len(words) > 6}

    @cached_property
    def _of_tcp(self) -> list[list[bytes]]:
        """The words of the lines: the kernel walks all its buckets for them, some milliseconds."""
        return _of_tcp(self._pid)

    @cached_property
    def _tcp(self) -> list[_TcpRow]:
        return _tcp_rows(self._of_tcp)

    @cached_property
    def _rows(self) -> dict[int, _TcpRow]:
        return {row.inode: row for row in reversed(self._tcp)}

    @cached_property
    def _connections(self) -> dict[tuple[str, str], _TcpRow]:
        return {(row.local, row.remote): row for row in reversed(self._tcp)}

    @cached_property
    def _listening(self) -> dict[str, list[_TcpRow]]:
        """By port."""
        found: dict[str, list[_TcpRow]] = {}
        for row in self._tcp:
            if row.listens:
                found.setdefault(row.local.rpartition(":")[2], []).append(row)
        return found


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
        return Endpoint(f"{protocol} at {here}", hears_all=protocol == "UDP")
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


def listens(pid: int) -> bool:
    """Whether the process has a TCP socket that takes connections."""
    found = {f"socket:[{row.inode}]" for row in _tcp_rows(_of_tcp(pid)) if row.listens}
    return bool(found) and any(
        procfs.link(pid, f"fd/{fd}") in found for fd in procfs.descriptors(pid)
    )


def is_closed_by_peer(pid: int, fd: int) -> bool:
    """Whether the other side of a connection has closed it, and all that it sent was read."""
    return bool(closed_by_peer(pid, (fd,)))


def closed_by_peer(pid: int, fds: Iterable[int]) -> dict[int, int]:
    """Those of a process's descriptors that are such connections, by TCP or local, and the inodes
    of their sockets."""
    targets = {fd: procfs.link(pid, f"fd/{fd}") for fd in fds}
    inodes = {
        fd: int(target[8:-1])
        for fd, target in targets.items()
        if target.startswith("socket:[") and target[8:-1].isdigit()
    }
    ended = {row.inode for row in _tcp_rows(_of_tcp(pid)) if row.is_at_end} if inodes else set()
    is_here = procfs.shares_namespace(pid, "net")
    return {
        fd: inode
        for fd, inode in inodes.items()
        if inode in ended or (is_here and _is_local_at_end(inode))
    }


def _is_local_at_end(inode: int) -> bool:
    for _, attributes in _unix_diag(inode, _ANY_STATE & ~_LISTENING, _SHOW_QUEUES):
        unread = attributes.get(_DIAG_QUEUES, b"\1")[:4]
        is_shut = bool(attributes.get(_DIAG_SHUTDOWN, b"\0")[0] & _RCV_SHUTDOWN)
        return is_shut and not int.from_bytes(unread, "little")
    return False


def _table(pid: int, name: str) -> list[list[bytes]]:
    table = procfs.read(f"/proc/{pid}/net/{name}", _MAX_TABLE)
    return [line.split() for line in table.split(b"\n")[1:]]


def _of_tcp(pid: int) -> list[list[bytes]]:
    return _table(pid, "tcp") + _table(pid, "tcp6")


def _tcp_rows(table: list[list[bytes]]) -> list[_TcpRow]:
    found = []
    for words in table:
        if len(words) > 9 and words[9].isdigit():
            local, remote = _address(words[1]), _address(words[2])
            unread = int(words[4].partition(b":")[2] or b"0", 16)
            found.append(_TcpRow(local, remote, words[3], unread, int(words[9])))
    return found
