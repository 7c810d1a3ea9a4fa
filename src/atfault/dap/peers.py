"""Who is at the other end of a connection, as the kernel tells it.

    Unix    SO_PEERCRED: process and user, as they were at connect(2) (unix(7))
    TCP     the row of /proc/net/tcp or tcp6 that has the other end's address as its own (proc(5)):

      sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt   uid  timeout inode
       3: 0100007F:C350 0100007F:162E 01 00000000:00000000 00:00000000 00000000  1000        0 81213

A program that has closed its socket leaves a row without an inode that says user 0: it tells
nothing of who that was.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

ROOT = 0
TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
ESTABLISHED = "01"
_CREDENTIALS = struct.Struct("3i")
_MAPPED = b"\0" * 10 + b"\xff\xff"
Reader = Callable[[str], Iterable[str]]


def _lines(path: str) -> Iterator[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            yield from file
    except OSError:
        return  # no IPv6 here


def stranger(connection: socket.socket) -> str:
    """Why whoever has connected may not come in; "" for ourselves and root."""
    uid = owner(connection)
    if uid is None:
        return "it does not come from a program of this machine that has it open"
    if uid not in (os.geteuid(), ROOT):
        return f"it is of user {uid}"
    return ""


def owner(connection: socket.socket) -> int | None:
    """The user at the other end; None where that cannot be told."""
    if connection.family == socket.AF_UNIX:
        return credentials(connection)[1]
    try:
        there, here = connection.getpeername(), connection.getsockname()
    except OSError:
        return None  # it has gone away
    return owner_of_tcp(there, here)


def credentials(connection: socket.socket) -> tuple[int, int]:
    """(pid, uid) of who has connected to a Unix socket."""
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, _ = _CREDENTIALS.unpack(told)
    return pid, uid


def owner_of_tcp(
    there: tuple[Any, ...], here: tuple[Any, ...], lines: Reader = _lines
) -> int | None:
    """there, here: (address, port, …) of both ends, seen from here."""
    for table, length in zip(TABLES, (4, 16), strict=True):
        wanted = (_spelled(there, length), _spelled(here, length))
        if None in wanted:
            continue
        for line in lines(table):
            words = line.split()
            if tuple(words[1:3]) == wanted and words[3] == ESTABLISHED and words[9] != "0":
                return int(words[7])
    return None


def _spelled(end: tuple[Any, ...], length: int) -> str | None:
    """("127.0.0.1", 5678), 4 → "0100007F:162E", in words of 32 bits as they lie in memory. IPv4
    addresses are in both tables, by the kind of socket; None for IPv6 in the one of IPv4."""
    address = ipaddress.ip_address(str(end[0]).partition("%")[0])
    packed = address.packed.removeprefix(_MAPPED) if address.version == 6 else address.packed
    if len(packed) == 4 and length == 16:
        packed = _MAPPED + packed
    if len(packed) != length:
        return None
    words = (int.from_bytes(packed[at : at + 4], sys.byteorder) for at in range(0, length, 4))
    return "".join(f"{word:08X}" for word in words) + f":{int(end[1]):04X}"
