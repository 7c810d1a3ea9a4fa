"""Files that the user names for output: there whole or not at all, and for nobody else to read.

    no name               is written first (O_TMPFILE), in the same folder, as no link crosses disks
    FOLDER/.draft-1a2b    where the file system has no such files; the only thing that a process
                          leaves that is killed meanwhile
    FOLDER/NAME           is given to it, or replaced by it, when it is complete

A report holds what a process held: its file has mode 0600, and less where less was there.

Who may write to a folder may put a link there, or a file of their own. What the kernel does about
that where fs.protected_symlinks, protected_regular and protected_fifos are set (proc_sys_fs(5)), is
done here whether they are or not, since a file that is put in the place of another is opened by
none of the calls that they are about. And more: a link of another user leads to what is theirs, or
nowhere. Where root is told to write to a folder of theirs, they may choose the place there alone.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import BinaryIO

from atfault.path_walk import OWN_DESCRIPTORS, Place, Refused, user_name, walk

MODE = 0o600
_NO_DRAFT = (errno.EACCES, errno.EPERM, errno.EROFS)
_NO_RENAME = (errno.EBUSY, errno.EXDEV)
"""Of a file that is a mount of its own, as containers have them."""
_PIECE = 1 << 20
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Draft:
    """A file that is still to get its name in a folder. A context manager: without one it is gone.

    Raises OSError, as do the methods.
    """

    def __init__(self, folder: int) -> None:
        self._folder = folder
        self._name = ""
        flags = os.O_RDWR | os.O_CLOEXEC
        try:
            if not os.path.exists(OWN_DESCRIPTORS):  # what it would get its name through
                raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
            fd = os.open(".", flags | os.O_TMPFILE, MODE, dir_fd=folder)
        except OSError as error:
            if error.errno in (*_NO_DRAFT, errno.ENOSPC, errno.EDQUOT):
                raise
            fd = self._open_named()
        os.fchmod(fd, MODE)  # whatever the umask
        self.file: BinaryIO = open(fd, "w+b")  # noqa: SIM115 (closed at the end)

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with suppress(OSError):  # of what is not wanted any more
                self.file.close()
        finally:
            self._forget()

    def make(self, name: str) -> None:
        """Give it a name that nothing bears. Raises FileExistsError."""
        self.file.flush()
        if not self._name:
            with suppress(_NoLinks):
                self._link(name)
                return
        self._need_name()
        try:
            os.link(self._name, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links: the name is taken first
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            os.close(os.open(name, flags, MODE, dir_fd=self._folder))
            self.replace(name)

    def replace(self, name: str) -> None:
        """Give it a name, whether or not something bears it; a link there is replaced itself."""
        self.file.flush()
        self._need_name()
        os.replace(self._name, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        self._name = ""

    def _need_name(self) -> None:
        if self._name:
            return
        try:
            name = _draft_name()
            self._link(name)
            self._name = name
        except _NoLinks:
            self._copy()

    def _link(self, name: str) -> None:
        """Raises FileExistsError, or _NoLinks."""
        path = f"{OWN_DESCRIPTORS}/{self.file.fileno()}"
        try:
            os.link(path, name, dst_dir_fd=self._folder, follow_symlinks=True)
        except FileExistsError:
            raise
        except OSError as error:
            raise _NoLinks from error

    def _open_named(self) -> int:
        name = _draft_name()
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        fd = os.open(name, flags, MODE, dir_fd=self._folder)
        self._name = name
        return fd

    def _copy(self) -> None:
        """Into a file that has a name."""
        status = os.fstat(self.file.fileno())
        with open(self._open_named(), "w+b") as named:
            os.fchmod(named.fileno(), stat.S_IMODE(status.st_mode))
            for piece in self.pieces():
                named.write(piece)

    def pieces(self) -> Iterator[bytes]:
        """All that has been written."""
        self.file.flush()
        self.file.seek(0)
        while piece := self.file.read(_PIECE):
            yield piece

    def _forget(self) -> None:
        if self._name:
            with suppress(OSError):
                os.unlink(self._name, dir_fd=self._folder)
            self._name = ""


class _NoLinks(Exception):
    """A file without a name cannot be given one here."""


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """Write the file `path`, or what it links to. Raises OSError, and then leaves what was there.

    What is no regular file (a pipe, /dev/stderr) is written as it stands; so is a file whose folder
    takes no other, which is empty when that fails.
    """
    with _place_of(path) as place:
        draft = None
        if not _is_special(place):
            try:
                draft = Draft(place.folder)
            except OSError as error:
                if error.errno not in _NO_DRAFT or place.status is None:
                    raise
        if draft is None:
            with _in_place(place) as file:
                yield file
            return
        with draft:
            if place.status is not None:
                _take_over(draft.file.fileno(), place.status)
            yield draft.file
            _publish(draft, place)


def remove_old(path: str) -> None:
    """Remove a file that is to be written later; what is no regular file stays. Raises OSError."""
    with _place_of(path, folders=True) as place:
        if place.status is None or _is_special(place):
            return
        try:
            os.unlink(place.name, dir_fd=place.folder)
        except FileNotFoundError:
            pass
        except OSError:
            with _in_place(place):  # its folder is not ours to change, or it is a mount
                pass


def check_writable(path: str) -> None:
    """Raise OSError where `path` cannot be written, as far as that can be told beforehand."""
    with _place_of(path) as place:
        if place.opens:
            return
        name = "." if place.status is None else place.name
        if not os.access(name, os.W_OK, dir_fd=place.folder, effective_ids=True):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def own_descriptor(path: str) -> int | None:
    """The number of the open file of this process that `path` stands for, as /dev/stdout and
    /dev/fd/63 do. Raises OSError."""
    with _place_of(path, folders=True) as place:
        return place.own_descriptor()


class _Named:
    """The rules of the way to a file that the user named (path_walk.Rules).

    foreign: the links of others that were followed, where they may have put them, by owner.
    """

    def __init__(self) -> None:
        self.foreign: dict[int, str] = {}

    def pass_folder(self, status: os.stat_result, where: str) -> None:
        """As the user wants it."""

    def follow(self, folder: os.stat_result, link: os.stat_result, where: str) -> None:
        """See fs.protected_symlinks, which asks for a sticky folder besides."""
        if folder.st_mode & stat.S_IWOTH and link.st_uid not in (os.geteuid(), folder.st_uid):
            raise Refused(
                f"{where} is a link of {user_name(link.st_uid)}, in a folder that everybody may "
                f"write to"
            )
        ours = (os.geteuid(), 0)
        may_be_theirs = folder.st_uid not in ours or folder.st_mode & _OTHERS_WRITE
        if link.st_uid not in ours and may_be_theirs:
            self.foreign[link.st_uid] = where

    def lacking(self, folder: int, name: str) -> None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


@contextmanager
def _place_of(path: str, folders: bool = False) -> Iterator[Place]:
    """Where a path that the user named leads. folders: it may be one."""
    rules = _Named()
    with walk(path, rules) as place:
        ours = place.own_descriptor() is not None  # has been opened before
        for owner, link in () if ours else rules.foreign.items():
            _check_end(owner, link, os.fstat(place.folder), place.status)
        if place.status is not None and not place.opens:
            if stat.S_ISDIR(place.status.st_mode) and not folders:
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            _check_owner(os.fstat(place.folder), place.status)
        yield place


def _check_end(
    owner: int, link: str, folder: os.stat_result, status: os.stat_result | None
) -> None:
    """Whether a link of another user may lead to this name in this folder."""
    ends = (folder,) if status is None else (folder, status)
    for one in ends:
        if one.st_uid != owner:
            raise Refused(
                f"{link} is a link of {user_name(owner)}, and leads to what belongs to "
                f"{user_name(one.st_uid)}"
            )


def _check_owner(folder: os.stat_result, status: os.stat_result) -> None:
    """See fs.protected_regular and protected_fifos, with 2 for both; and no pipe of another user's
    is written to, wherever it is: they would get what is for nobody but us."""
    shared = folder.st_mode & stat.S_IWOTH or (
        folder.st_mode & stat.S_IWGRP and folder.st_mode & stat.S_ISVTX
    )
    foreign = status.st_uid not in (os.geteuid(), folder.st_uid)
    if shared and foreign and not stat.S_ISDIR(status.st_mode):
        raise Refused(
            f"it belongs to {user_name(status.st_uid)}, in a folder that others may write to"
        )
    if stat.S_ISFIFO(status.st_mode) and status.st_uid not in (os.geteuid(), 0):
        raise Refused(f"it is a pipe of {user_name(status.st_uid)}")


def _is_special(place: Place) -> bool:
    """Whether there is something that is no regular file: a device, a pipe, a folder; or that is
    reached through a descriptor, as /dev/stdout is."""
    return place.opens or (place.status is not None and not stat.S_ISREG(place.status.st_mode))


@contextmanager
def _in_place(place: Place) -> Iterator[BinaryIO]:
    """Write what is there. A regular file is emptied first, and again where that fails."""
    fd = _open_in_place(place)
    try:
        empties = stat.S_ISREG(os.fstat(fd).st_mode) and place.own_descriptor() is None
        if empties:
            os.ftruncate(fd, 0)
        try:
            with open(fd, "wb", closefd=False) as file:
                yield file
        except BaseException:
            if empties:
                os.ftruncate(fd, 0)
            raise
    finally:
        os.close(fd)


def _open_in_place(place: Place) -> int:
    own = place.own_descriptor()
    if own is not None:  # with its own position: what is there already stays
        return os.dup(own)
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC
    if place.opens:
        return os.open(place.name, flags, dir_fd=place.folder)
    fd = os.open(place.name, flags | os.O_NOFOLLOW, dir_fd=place.folder)
    try:
        status = os.fstat(fd)
        if place.status is None or not os.path.samestat(status, place.status):
            raise Refused("it was replaced meanwhile")
        _check_names(os.fstat(place.folder), status)
    except OSError:
        os.close(fd)
        raise
    return fd


def _check_names(folder: os.stat_result, status: os.stat_result) -> None:
    """A file with further names may be one that somebody else has brought here, as is possible
    without fs.protected_hardlinks."""
    if not stat.S_ISREG(status.st_mode) or status.st_nlink < 2:
        return
    if folder.st_mode & _OTHERS_WRITE or folder.st_uid not in (os.geteuid(), 0):
        raise Refused("it has further names (hard links), and others may write to its folder")


def _take_over(fd: int, status: os.stat_result) -> None:
    """Owner and group of the file that is replaced, where they can be kept, and no right that it
    did not give."""
    os.fchmod(fd, MODE & status.st_mode)
    mine = os.fstat(fd)
    if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
        with suppress(OSError):
            os.fchown(fd, status.st_uid, status.st_gid)


def _publish(draft: Draft, place: Place) -> None:
    if place.status is None:
        with suppress(FileExistsError):
            draft.make(place.name)
            return
    try:
        draft.replace(place.name)
    except OSError as error:
        if error.errno not in _NO_RENAME:
            raise
        with _in_place(place) as file:
            for piece in draft.pieces():
                file.write(piece)


def _draft_name() -> str:
    return f".draft-{os.urandom(8).hex()}"
