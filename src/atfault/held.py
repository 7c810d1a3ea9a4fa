"""A process that crashes stands still until somebody has looked at it, without being traced.

faulthandler writes to a socket whose buffer holds a few of its words: they wake whoever watches,
and the next ones wait for room, in the handler, with the crash on the stack below. Children that it
forks have the same socket, and the kernel tells who wrote. When the watcher closes its end, the
handler ends, and the process dies of its signal as it would have.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import signal
import socket
import struct

_PR_SET_PDEATHSIG, _PR_SET_PTRACER = 1, 0x59616D61
_CREDENTIALS = struct.Struct("3i")
_MAX_TEXT = 1 << 16
_SMALLEST = 1
"""Bytes asked for as a buffer; the kernel gives its least, some 4 KiB, of which a word of
faulthandler's takes several hundred."""


def pair() -> tuple[socket.socket, socket.socket]:
    """(the watcher's end, the end of those that are watched)."""
    watcher, watched = socket.socketpair()
    _take_names(watcher)
    make_small(watched)
    return watcher, watched


def _take_names(watcher: socket.socket) -> None:
    watcher.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)


def make_small(watched: socket.socket) -> None:
    """Let it hold few of faulthandler's words."""
    watched.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SMALLEST)


def accepted(watcher: socket.socket) -> socket.socket:
    """A connection that a watched process has made."""
    connection, _ = watcher.accept()
    _take_names(connection)
    return connection


def peer(connection: socket.socket) -> int:
    """The pid of who has connected."""
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid: int = _CREDENTIALS.unpack(told)[0]
    return pid


def hold_at_crash(watched: socket.socket, watcher: int) -> None:
    """This process is to stand still as it crashes. watcher: the pid of who may look at it then,
    with its children, where Yama asks for that."""
    faulthandler.enable(file=watched)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(watcher), 0, 0, 0)


def end_with(parent: int) -> None:
    """This process is killed when its parent is."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def standing(watcher: socket.socket) -> tuple[int, bytes]:
    """(pid of who stands in faulthandler's handler, its first words); (0, b"") where all have
    closed their ends."""
    return _received(watcher)


def _received(watcher: socket.socket, flags: int = 0) -> tuple[int, bytes]:
    """The kernel never joins the words of two processes."""
    try:
        data, told, _, _ = watcher.recvmsg(_MAX_TEXT, socket.CMSG_SPACE(_CREDENTIALS.size), flags)
    except OSError:
        return 0, b""
    for level, kind, value in told:
        if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS and data:
            return _CREDENTIALS.unpack(value[: _CREDENTIALS.size])[0], data
    return 0, data


def let_go(watcher: socket.socket, seconds: float, pid: int = 0) -> bytes:
    """What is left of faulthandler's words, until there come none for a while, or the end. pid:
    whose; what another process says is left where it is."""
    words = b""
    watcher.settimeout(seconds)
    while not pid or _received(watcher, socket.MSG_PEEK)[0] == pid:
        _, data = _received(watcher)
        if not data:
            break
        words = (words + data)[:_MAX_TEXT]
    watcher.settimeout(None)
    return words
