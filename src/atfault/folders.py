"""The folder that atfault itself was started in, and those that it keeps things in.

    /home/ada/.local/state/atfault/reports
    ├─ root's or ours ───┤ ├─ ours alone ─┤

Whoever may change one of the folders on the way decides where things go. So all of them belong to
us or to root, as sshd wants it of a home ("StrictModes" in sshd_config(5)), and so do the links on
the way; those below which everybody may write are sticky. From atfault's own folder on they are
ours, and closed to others. What does not fit is left as it is, and nothing is kept there.

As root with the HOME of somebody else (`sudo -E`, `su` without "-") nothing is kept in that.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.path_walk import Refused, user_name, walk

ELSEWHERE = "XDG_STATE_HOME=FOLDER names another place, and --json FILE keeps one report"
"""What can be done where nothing is kept."""
_OPEN = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ALL_IDS = 1 << 32


def current_folder() -> str:
    """The working directory; "" when it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def state_folder() -> str:
    """Where atfault keeps things, whether or not it exists."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are to be ignored
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "atfault")


def reports_folder() -> str:
    """The folder of saved reports, whether or not it exists."""
    return os.path.join(state_folder(), "reports")


@contextmanager
def own_folder(top: str, *below: str, make: bool = False, private: bool = True) -> Iterator[int]:
    """A descriptor of a folder of our own: `top`, or one in it. Raises OSError, whose strerror says
    what is wrong.

    make: it, and folders above it, where there are none, with mode 0700. private: close those from
    `top` on to others, where they are open to them; never one that a link led to.
    """
    if not os.path.isabs(top):
        raise Refused(f"{top} is no absolute path")
    above, name = os.path.split(top.rstrip("/"))
    rules = _Own(make)
    with walk(above, rules) as place:
        folder = _enter(place.folder, place.name, rules) if place.name else os.dup(place.folder)
    try:
        rules.pass_folder(os.fstat(folder), above)
        where = above
        for part in (name, *below):
            where = os.path.join(where, part)
            inner = _own_part(folder, part, where, rules, private and make)
            os.close(folder)
            folder = inner
        yield folder
    finally:
        os.close(folder)


def open_own(folder: int, name: str) -> int:
    """Open a file of ours in such a folder, for reading. Raises OSError."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    fd = os.open(name, flags, dir_fd=folder)
    try:
        _check_file(os.fstat(fd))
    except OSError:
        os.close(fd)
        raise
    return fd


def may_be_trusted(path: str) -> bool:
    """Whether none but us and root could have put the file there that `path` leads to."""
    try:
        with walk(path, _Own(make=False)) as place:
            if place.status is None or place.opens:
                return False
            _check_file(place.status, allow_root=True)
    except (OSError, ValueError):
        return False
    return True


def check_way(folder: str) -> None:
    """Raises OSError where somebody else than us and root has a hand in the way to this folder, and
    so could put another one in its place, or where it is missing."""
    rules = _Own(make=False)
    with walk(folder, rules) as place:
        if place.status is None:
            raise FileNotFoundError(2, os.strerror(2))
        rules.pass_folder(place.status, folder)


class _Own:
    """The rules of the way to a folder of ours (path_walk.Rules)."""

    def __init__(self, make: bool) -> None:
        self.make = make

    def pass_folder(self, status: os.stat_result, where: str) -> None:
        if not _is_ours_or_roots(status):
            raise Refused(
                f"{where} belongs to {user_name(status.st_uid)}, and this is "
                f"{user_name(os.geteuid())}"
            )
        if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            raise Refused(f"everybody may write to {where}")

    def follow(self, folder: os.stat_result, link: os.stat_result, where: str) -> None:
        if not _is_ours_or_roots(link) or (
            folder.st_mode & stat.S_IWOTH and link.st_uid not in (os.geteuid(), 0)
        ):
            raise Refused(f"{where} is a link of {user_name(link.st_uid)}")

    def lacking(self, folder: int, name: str) -> None:
        if not self.make:
            raise FileNotFoundError(2, os.strerror(2))
        try:
            os.mkdir(name, 0o700, dir_fd=folder)
        except FileExistsError:
            pass  # of another process of ours, perhaps: it is judged as the others are


def _is_ours_or_roots(status: os.stat_result) -> bool:
    if status.st_uid in (os.geteuid(), 0):
        return True
    # In a user namespace (rootless containers, unshare -r) root of the machine has no number.
    closed = stat.S_ISLNK(status.st_mode) or not status.st_mode & 0o022
    return closed and _maps_few() and status.st_uid == _overflow_uid()


def _enter(folder: int, name: str, rules: _Own) -> int:
    """Open the last folder above our own."""
    try:
        return os.open(name, os.O_PATH | _OPEN, dir_fd=folder)
    except FileNotFoundError:
        rules.lacking(folder, name)
        return os.open(name, os.O_PATH | _OPEN, dir_fd=folder)


def _own_part(folder: int, name: str, where: str, rules: _Own, private: bool) -> int:
    """A descriptor of one of our own folders, for reading."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        rules.lacking(folder, name)
        status = None
    linked = status is not None and stat.S_ISLNK(status.st_mode)
    if linked:  # to a larger disk, say
        with walk(name, rules, folder) as place:
            opened = os.open(place.name or ".", _OPEN, dir_fd=place.folder)
    else:
        opened = os.open(name, _OPEN, dir_fd=folder)
    try:
        _check_own(opened, where, linked, private)
    except OSError:
        os.close(opened)
        raise
    return opened


def _check_own(opened: int, where: str, linked: bool, private: bool) -> None:
    status = os.fstat(opened)
    if status.st_uid != os.geteuid():
        led = "leads to a folder of" if linked else "belongs to"
        raise Refused(
            f"{where} {led} {user_name(status.st_uid)}, and this is {user_name(os.geteuid())}"
        )
    if private and not linked and status.st_mode & 0o077:
        os.fchmod(opened, 0o700)
    elif status.st_mode & stat.S_IWOTH:
        raise Refused(f"everybody may write to {where}")


def _check_file(status: os.stat_result, allow_root: bool = False) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise Refused("it is no regular file")
    if status.st_uid != os.geteuid() and not (allow_root and _is_ours_or_roots(status)):
        raise Refused(f"it belongs to {user_name(status.st_uid)}")
    if status.st_mode & stat.S_IWOTH:
        raise Refused("everybody may write to it")


def _maps_few() -> bool:
    """Whether this is a user namespace in which some users have no number."""
    try:
        with open("/proc/self/uid_map", "rb") as file:
            mapped = sum(int(line.split()[2]) for line in file)
    except (OSError, ValueError, IndexError):
        return False
    return mapped < _ALL_IDS - 1


def _overflow_uid() -> int:
    try:
        with open("/proc/sys/kernel/overflowuid", "rb") as file:
            return int(file.read())
    except (OSError, ValueError):
        return 65534
