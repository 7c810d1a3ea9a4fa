"""Sockets that are listened on: Unix sockets that nobody else reaches, and TCP ports."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile

from atfault.errors import AccessError
from atfault.folders import check_way

MAX_PATH = 100
"""Of the 108 bytes that unix(7) allows."""
BACKLOG = 16
ONLY_OURS = 0o077
"""What is to be missing from a mode."""


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
