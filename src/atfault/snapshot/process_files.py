"""The files of a live process, by its root and rights."""

from __future__ import annotations

import errno
import os

from atfault.formats.elf import OpenFile
from atfault.snapshot import procfs
from atfault.snapshot.rights import OVERRIDES, Rights
from atfault.snapshot.target_files import TargetFiles


class NoFiles(TargetFiles):
    """Of a process that is gone, so that nothing tells its root and rights any more, or that is
    looked at without its files.

    why: as a clause behind the name of a file.
    """

    def __init__(self, why: str = "cannot be looked for: the process is gone") -> None:
        super().__init__()
        self._reason = why

    def open(self, name: str) -> int:
        """Raises OSError."""
        raise OSError(errno.ESRCH, self._reason)

    def folder(self, name: str) -> OpenFile:
        """Raises OSError."""
        raise OSError(errno.ESRCH, self._reason)

    def _why(self, error: OSError | ValueError) -> str:
        return self._reason


def files_of_process(pid: int) -> TargetFiles:
    """The files of a live process, by its root and rights of this moment."""
    rights = rights_of_process(pid)
    if rights is None:
        return NoFiles()
    cwd = _folder_inside(procfs.link(pid, "root"), procfs.link(pid, "cwd"))
    begun = procfs.variables(pid, ("PWD",)).get("PWD", "")
    folders = tuple(dict.fromkeys([one for one in (cwd, begun) if one and one.startswith("/")]))
    try:
        return TargetFiles(f"/proc/{pid}/root", rights, folders=folders)
    except PermissionError:  # it may be read, but its root not: not by somebody privileged
        return TargetFiles("/", rights, folders=folders)
    except OSError:
        return NoFiles()


def _folder_inside(root: str, folder: str) -> str | None:
    """What a process calls `folder` when its root is `root`; both as /proc tells us."""
    root = root.rstrip("/")
    if not folder.startswith(root + "/") or folder.endswith(" (deleted)"):
        return "/" if folder and folder == root else None
    return folder[len(root) :]


def rights_of_process(pid: int) -> Rights | None:
    """The rights of a live process; None when it is gone."""
    status = procfs.status(pid)
    users, owners = (procfs.field(status, name).split() for name in (b"Uid", b"Gid"))
    if len(users) < 4 or len(owners) < 4:
        return None
    groups = tuple([int(group) for group in procfs.field(status, b"Groups").split()])
    effective = int(procfs.field(status, b"CapEff") or b"0", 16)
    # In a user namespace of its own its capabilities count for nothing here.
    overrides = bool(effective & OVERRIDES) and _user_namespace(pid) == _user_namespace("self")
    return Rights(int(users[3]), int(owners[3]), groups, overrides)


def _user_namespace(pid: int | str) -> str:
    try:
        return os.readlink(f"/proc/{pid}/ns/user")
    except OSError:
        return f"unknown of {pid}"
