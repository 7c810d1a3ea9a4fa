"""Where a path leads, found one component after the other, so that each can be judged.

A folder is held by its descriptor once it has been looked at: what is put in its place afterwards
is not used. Links are read and followed here and never by the kernel, but for those of /proc that
stand for an open file ("/dev/stdout", what a shell passes for ">(sort)").

See path_resolution(7), openat(2) and, for links that are no text, proc_pid_fd(5).
"""

from __future__ import annotations

import errno
import os
import pwd
import stat
from types import TracebackType
from typing import Protocol

MAX_LINKS = 40
"""As Linux has it."""
MAX_PARTS = 4096
_LOOK = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
OWN_DESCRIPTORS = "/proc/self/fd"


class Refused(PermissionError):
    """Nothing forbids it but our own rules; `strerror` is a clause that says why."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EACCES, why)


class Rules(Protocol):
    """What is asked on the way. All raise OSError for no."""

    def pass_folder(self, status: os.stat_result, where: str) -> None:
        """May the walk go through this folder?"""

    def follow(self, folder: os.stat_result, link: os.stat_result, where: str) -> None:
        """May a link in `folder` be followed?"""

    def lacking(self, folder: int, name: str) -> None:
        """A folder on the way is missing; without an error it has been made."""


class Place:
    """Where a path leads: a name in a folder that is held open. A context manager.

    folder: a descriptor of the folder; name: "" where the path leads to that folder itself.
    status: of what bears the name, never of a link; None where nothing does.
    opens: the name is one of /proc's that stand for an open file, which is opened through it.
    linked: a link was followed on the way.
    """

    def __init__(
        self, folder: int, name: str, status: os.stat_result | None, *, opens: bool, linked: bool
    ) -> None:
        self.folder = folder
        self.name = name
        self.status = status
        self.opens = opens
        self.linked = linked

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self.folder)

    def own_descriptor(self) -> int | None:
        """The number of the open file of this process that the name stands for."""
        if not self.opens or not self.name.isdigit():
            return None
        ours = os.path.samestat(os.fstat(self.folder), os.stat(OWN_DESCRIPTORS))
        return int(self.name) if ours else None


def walk(path: str, rules: Rules, start: int | None = None) -> Place:
    """Where `path` leads; its last component may be missing. Raises OSError, or ValueError for a
    path with a null byte.

    start: a descriptor of the folder that a relative path begins in; None for the current one.
    """
    if not path:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    walker = _Walker(path, rules, start)
    try:
        place = walker.go()
    except BaseException:
        os.close(walker.folder)
        raise
    if path.endswith("/") and not _is_folder(place.status):
        os.close(place.folder)
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return place


class _Walker:
    """One walk. `folder` is the descriptor of the folder that it has come to."""

    def __init__(self, path: str, rules: Rules, start: int | None) -> None:
        self._rules = rules
        self._pending = _parts(path)
        self._where = "/" if path.startswith("/") else ""
        self._links = 0
        self._made = False
        if path.startswith("/"):
            self.folder = os.open("/", _LOOK | os.O_DIRECTORY)
        else:
            self.folder = os.open(".", _LOOK | os.O_DIRECTORY, dir_fd=start)

    def go(self) -> Place:
        self._rules.pass_folder(os.fstat(self.folder), self._where or ".")
        while self._pending:
            name = self._pending.pop()
            place = self._step(name)
            if place is not None:
                return place
        return self._place("", os.fstat(self.folder))

    def _step(self, name: str) -> Place | None:
        """Go on by one component; the place, where that was the last one."""
        try:
            found = os.open(name, _LOOK, dir_fd=self.folder)
        except FileNotFoundError:
            if not self._pending:
                return self._place(name, None)
            if self._made:  # and was taken away again
                raise
            self._rules.lacking(self.folder, name)
            self._made = True
            self._pending.append(name)
            return None
        self._made = False
        try:
            status = os.fstat(found)
            if stat.S_ISLNK(status.st_mode):
                return self._follow(name, found, status)
            if not self._pending and name != "..":
                return self._place(name, status)
            if not stat.S_ISDIR(status.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            self._enter(found, os.path.normpath(os.path.join(self._where, name)))
            found = -1
        finally:
            if found >= 0:
                os.close(found)
        return None

    def _enter(self, folder: int, where: str) -> None:
        self._rules.pass_folder(os.fstat(folder), where)
        os.close(self.folder)
        self.folder, self._where = folder, where

    def _follow(self, name: str, link: int, status: os.stat_result) -> Place | None:
        self._links += 1
        target = os.readlink("", dir_fd=link)
        if self._links > MAX_LINKS or len(self._pending) > MAX_PARTS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        folder = os.fstat(self.folder)
        self._rules.follow(folder, status, os.path.join(self._where, name))
        if _is_in_proc(folder) and _is_no_text(target):
            status = os.stat(name, dir_fd=self.folder)
            if not self._pending:
                return self._place(name, status, opens=True)
            opened = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self.folder)
            self._enter_or_close(opened, target)
            return None
        if target.startswith("/"):
            self._enter_or_close(os.open("/", _LOOK | os.O_DIRECTORY), "/")
        self._pending += _parts(target)
        return None

    def _enter_or_close(self, folder: int, where: str) -> None:
        try:
            self._enter(folder, where)
        except OSError:
            os.close(folder)
            raise

    def _place(self, name: str, status: os.stat_result | None, opens: bool = False) -> Place:
        return Place(self.folder, name, status, opens=opens, linked=self._links > 0)


def user_name(uid: int) -> str:
    """ "user 1000 (ada)", "root"."""
    if uid == 0:
        return "root"
    try:
        return f"user {uid} ({pwd.getpwuid(uid).pw_name})"
    except (KeyError, OverflowError):
        return f"user {uid}"


def _is_folder(status: os.stat_result | None) -> bool:
    return status is not None and stat.S_ISDIR(status.st_mode)


def _is_in_proc(status: os.stat_result) -> bool:
    try:
        return status.st_dev == os.stat(OWN_DESCRIPTORS).st_dev
    except OSError:
        return False


def _is_no_text(target: str) -> bool:
    """Of a link of /proc: it stands for an open file ("pipe:[4711]", "/tmp/x (deleted)") and is no
    text to go on from, as those of /proc/self and /proc/mounts are."""
    return target.startswith("/") or ":" in target


def _parts(path: str) -> list[str]:
    """The components of a path, the last one first."""
    return [part for part in path.split("/") if part not in ("", ".")][::-1]
