"""Programs that do not get the rights of their file because they are traced.

At execve the kernel withholds what set-user-id, set-group-id and file capabilities would give, if
the program has a tracer that might not have these rights itself (cap_bprm_creds_from_file in
security/commoncap.c): sudo, su, ping and mount then fail in ways of their own. A tracer with
CAP_SYS_PTRACE, root's above all, costs them nothing.
"""

import os
import stat
import struct
from typing import NamedTuple

from atfault.snapshot import procfs

_CAPABILITIES = "security.capability"
_FILE_CAPABILITIES = struct.Struct("<5I")
"""struct vfs_cap_data: revision and flags, then permitted and inheritable of each 32 bits."""


class LostPrivileges(NamedTuple):
    """A program that runs without the rights of its file."""

    pid: int
    executable: str
    user: int | None = None
    """The user id it should have run with; None when that is not lost."""
    group: int | None = None
    capabilities: int = 0
    """Bits, as in /proc/PID/status."""


def are_withheld() -> bool:
    """Whether this process, as a tracer, takes rights from what it traces."""
    return not procfs.has_capability(procfs.CAP_SYS_PTRACE)


def are_given_by(pid: int, file: os.stat_result) -> bool:
    """Whether the file that a process executes, whose status this is, may give rights to it."""
    has_bits = bool(file.st_mode & (stat.S_ISUID | stat.S_ISGID))
    return has_bits or _file_capabilities(f"/proc/{pid}/exe") != 0


def lost_by(pid: int) -> LostPrivileges | None:
    """What a traced process has lost that has just executed a program; None for nothing, and where
    that cannot be told, as its file may not be read. Never fails."""
    path = f"/proc/{pid}/exe"
    try:
        file = os.stat(path)
        wanted = _file_capabilities(path)
        if not are_given_by(pid, file):
            return None
        if os.statvfs(path).f_flag & os.ST_NOSUID:
            return None
    except OSError:
        return None
    status = procfs.status(pid)
    users, groups = procfs.field(status, b"Uid").split(), procfs.field(status, b"Gid").split()
    permitted = procfs.number(status, b"CapPrm", 16)
    bounds = procfs.number(status, b"CapBnd", 16)
    if len(users) < 2 or len(groups) < 2 or permitted is None or bounds is None:
        return None
    if procfs.number(status, b"NoNewPrivs"):
        return None  # it would not have got them from anybody
    sets_user = file.st_mode & stat.S_ISUID and int(users[1]) != file.st_uid
    # Without the group's right to execute, the bit means mandatory locking.
    set_group = stat.S_ISGID | stat.S_IXGRP
    sets_group = file.st_mode & set_group == set_group and int(groups[1]) != file.st_gid
    lost = LostPrivileges(
        pid,
        procfs.link(pid, "exe"),
        file.st_uid if sets_user else None,
        file.st_gid if sets_group else None,
        wanted & bounds & ~permitted,
    )
    return lost if sets_user or sets_group or lost.capabilities else None


def _file_capabilities(path: str) -> int:
    """What the file permits whoever executes it; 0 for nothing. Raises OSError."""
    try:
        content = os.getxattr(path, _CAPABILITIES)
    except OSError:
        return 0  # it has none, or its file system knows of none
    if len(content) < _FILE_CAPABILITIES.size:
        return 0
    _, low, _, high, _ = _FILE_CAPABILITIES.unpack_from(content)
    return int(low | high << 32)
