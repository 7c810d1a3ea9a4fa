"""Sockets that are listened on: Unix sockets that nobody else reaches, and TCP ports.

Who is at the other end of a connection, as the kernel tells it.

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
import shutil
import socket
import stat
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from atfault.errors import AccessError
from atfault.folders import check_way

MAX_PATH = 100
"""Of the 108 bytes that unix(7) allows."""
BACKLOG = 16
ONLY_OURS = 0o077
"""What is to be missing from a mode."""
ROOT = 0
TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
ESTABLISHED = "01"
_CREDENTIALS = struct.Struct("3i")
_MAPPED = b"\0" * 10 + b"\xff\xff"
Reader = Callable[[str], Iterable[str]]


class Door:
    """One listening socket; what it needed on disk goes away with it."""

    def __init__(self, listener: socket.socket, path: str = "", folder: str = "") -> None:
        """path: of a Unix socket. folder: made for it alone."""
        self.listener = listener
        self.path = path
        self._folder = folder

    def close(self) -> None:
        self.listener.close()
        if self.path:
            _remove(self.path)
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


def private_door(name: str) -> Door:
    """A Unix socket in a folder of mode 0700: the runtime folder of this session where it is ours,
    else one of its own. Raises AccessError."""
    home = _runtime_folder()
    if home:
        path = os.path.join(home, f"{name}-{os.getpid()}.sock")
        if len(os.fsencode(path)) <= MAX_PATH:
            return unix_door(path)
    for base in (None, "/tmp"):  # that of the environment may be too long
        folder = tempfile.mkdtemp(prefix="atfault-", dir=base)
        path = os.path.join(folder, f"{name}.sock")
        if len(os.fsencode(path)) <= MAX_PATH:
            try:
                return unix_door(path, folder)
            except AccessError:
                pass  # it lies in somebody else's folder (a TMPDIR that sudo kept)
        os.rmdir(folder)
    raise AccessError(
        "no folder for temporary files is ours alone, with a path that is short enough for a socket"
    )


def unix_door(path: str, folder: str = "") -> Door:
    """A Unix socket at `path`, mode 0600. Raises AccessError."""
    path = os.path.abspath(path)
    try:
        _check_folder(os.path.dirname(path))
        _remove_left_over(path)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        os.fchmod(listener.fileno(), 0o600)  # bind(2) makes the file with this mode
        listener.bind(path)
        listener.listen(BACKLOG)
    except OSError as error:
        raise AccessError(f"{path} cannot be listened on: {error.strerror or error}") from None
    return Door(listener, path, folder)


def tcp_door(host: str, port: int) -> Door:
    """A TCP port; 0 takes a free one. Raises AccessError."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return Door(socket.create_server(address, family=family, backlog=BACKLOG))
    except OSError as error:
        raise AccessError(f"{host}:{port} cannot be listened on: {error.strerror}") from None


def _runtime_folder() -> str:
    """A folder for us in that of this user's session; "" where there is none, or where it is not as
    the XDG specification has it (kept by sudo: another user's)."""
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if not os.path.isabs(base) or not _is_private(base):
        return ""
    folder = os.path.join(base, "atfault")
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    except OSError:
        return ""
    return folder if _is_private(folder) else ""


def _is_private(folder: str) -> bool:
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    return is_ours and not found.st_mode & ONLY_OURS


def _check_folder(folder: str) -> None:
    """Nobody else may put another socket in the place of ours: editors would tell it all. Raises
    OSError."""
    check_way(folder)
    found = os.stat(folder)
    if found.st_mode & stat.S_IWGRP and not found.st_mode & stat.S_ISVTX:
        raise PermissionError(1, f"others may exchange files of {folder}")


def _remove_left_over(path: str) -> None:
    """A socket of ours that nobody listens on any more. Raises OSError."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid():
        raise FileExistsError(17, "there is such a file already")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        try:
            one.connect(path)
        except ConnectionRefusedError:
            _remove(path)
            return
    raise FileExistsError(17, "another program listens there")


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


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
