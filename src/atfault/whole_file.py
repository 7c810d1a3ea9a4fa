"""Files that are there whole or not at all, whatever happens while they are written.

    FOLDER/.draft-NAME-1a2b3c4d   is written first, in the same folder, as renames cross no disks
    FOLDER/NAME                   is replaced by it when it is complete and closed

A process that is killed meanwhile leaves the draft.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

_NO_DRAFT = (errno.EACCES, errno.EPERM, errno.EROFS)
_NO_RENAME = (errno.EBUSY, errno.EXDEV)
"""Of a file that is a mount of its own, as containers have them."""
_PIECE = 1 << 20


@contextmanager
def whole_file(path: str, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Write the file `path`, or what it links to. Raises OSError, and then leaves what was there.

    mode: of a new file, less the umask. What is no regular file (a pipe, /dev/stderr) is written as
    it stands; so is a file whose folder takes no other, which is empty when that fails.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".draft-{name[:200]}-{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        fd = None if is_special(target) else os.open(draft, flags, mode)
    except OSError as error:
        if error.errno not in _NO_DRAFT or not os.path.exists(target):
            raise
        fd = None
    if fd is None:
        with _in_place(target) as file:
            yield file
        return
    try:
        with open(fd, "wb") as file:
            yield file
        _publish(draft, target)
    finally:
        if os.path.lexists(draft):
            os.unlink(draft)


def remove_old(path: str) -> None:
    """Remove a file that is to be written later; what is no regular file stays. Raises OSError."""
    target = os.path.realpath(path)
    if is_special(target):
        return
    try:
        os.unlink(target)
    except FileNotFoundError:
        pass
    except OSError:
        os.truncate(target, 0)  # its folder is not ours to change, or it is a mount


def is_special(path: str) -> bool:
    """Whether there is something that is no regular file: a device, a pipe, a folder."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


@contextmanager
def _in_place(path: str) -> Iterator[BinaryIO]:
    try:
        with open(path, "wb") as file:
            yield file
    except OSError:
        if not is_special(path):
            os.truncate(path, 0)
        raise


def _publish(draft: str, target: str) -> None:
    try:
        os.replace(draft, target)
    except OSError as error:
        if error.errno not in _NO_RENAME:
            raise
        with open(draft, "rb") as whole, _in_place(target) as file:
            while piece := whole.read(_PIECE):
                file.write(piece)
