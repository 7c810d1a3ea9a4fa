"""Whose rights decide which files a process may read, and how a thread takes them on.

The rights of a core's process are not known. Its owner stands for them; of a core that belongs to
root, whom systemd-coredump or the core itself name (a core can so give up rights, never gain any).
"""

import ctypes
import errno
import os
import pwd
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from atfault.arch import own_call

_CAPABILITY_VERSION_3 = 0x2008_0522
OVERRIDES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH."""

_syscall = ctypes.CDLL(None, use_errno=True).syscall
_syscall.restype = ctypes.c_long


class Rights(NamedTuple):
    """What decides which files a process may read."""

    uid: int
    """File-system ids, as /proc/PID/status has them last."""
    gid: int
    groups: tuple[int, ...]
    overrides: bool = False
    """Whether permissions do not bind it (CAP_DAC_OVERRIDE or CAP_DAC_READ_SEARCH)."""


def rights_of_user(uid: int, gid: int | None = None) -> Rights:
    """The rights of a user of this machine; of an unknown one, with no group but `gid`. For root
    groups do not matter, and are not asked for: a directory service may have to tell them."""
    if uid == 0:
        return Rights(0, 0, (), overrides=True)
    try:
        known = pwd.getpwuid(uid)
    except (KeyError, OverflowError):
        return Rights(uid, uid if gid is None else gid, ())
    groups = os.getgrouplist(known.pw_name, known.pw_gid)
    return Rights(uid, known.pw_gid, tuple(groups))


def rights_of_core(owner: int, group: int, named: int | None) -> Rights:
    """The rights that stand for those of a core's process.

    owner, group: of the core file. named: the user that systemd-coredump or the core name; it
    counts where the core belongs to root, who may have written it for others.
    """
    if owner == 0 and named:
        return rights_of_user(named)
    return rights_of_user(owner, group)


def own_rights() -> Rights:
    """Those of this process, and thread."""
    overrides = bool(_capabilities()[0] & OVERRIDES)
    return Rights(os.geteuid(), os.getegid(), tuple(os.getgroups()), overrides)


def is_needed(rights: Rights) -> bool:
    """Whether to take on `rights`: where we may read more than our own user."""
    own = own_rights()
    if rights.overrides or not (own.uid == 0 or own.overrides):
        return False
    same = (own.uid, own.gid, set(own.groups)) == (rights.uid, rights.gid, set(rights.groups))
    return own.overrides or not same


@contextmanager
def taken_on(rights: Rights | None) -> Iterator[None]:
    """This thread's file accesses happen with `rights` meanwhile; with our own for None.

    Import nothing meanwhile, a codec included: our own files may be out of reach.
    Raises PermissionError when they cannot be taken on.
    """
    if rights is None:
        yield
        return
    own, capabilities = own_rights(), _capabilities()
    try:
        take_on(rights)
        yield
    finally:
        _call("setfsuid", own.uid)
        _call("setfsgid", own.gid)
        _set_groups(own.groups)
        _set_capabilities(capabilities)


def take_on(rights: Rights) -> None:
    """Let this thread access files with `rights`, for good. Raises PermissionError."""
    _set_groups(rights.groups)
    for call, wanted in (("setfsgid", rights.gid), ("setfsuid", rights.uid)):
        _call(call, wanted)
        if _call(call, -1) != wanted:  # an invalid id changes nothing and tells the present one
            raise PermissionError(errno.EPERM, "its rights cannot be taken on")
    if not rights.overrides:
        effective, permitted, inheritable = _capabilities()
        _set_capabilities((effective & ~OVERRIDES, permitted, inheritable))


def _call(name: str, *arguments: object) -> int:
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return int(_syscall(ctypes.c_long(own_call(name)), *words))


def checked_call(name: str, *arguments: object) -> int:
    """What a system call returns. Raises OSError."""
    result = _call(name, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _set_groups(groups: tuple[int, ...]) -> None:
    """Of this thread: the C library's setgroups changes all threads of a process."""
    checked_call("setgroups", len(groups), (ctypes.c_uint32 * len(groups))(*groups))


def _capabilities() -> tuple[int, int, int]:
    """(effective, permitted, inheritable) of this thread, as bits."""
    data = ctypes.create_string_buffer(24)
    checked_call("capget", struct.pack("<II", _CAPABILITY_VERSION_3, 0), data)
    low = struct.unpack("<6I", data.raw)
    return tuple([low[i] | low[i + 3] << 32 for i in range(3)])


def _set_capabilities(sets: tuple[int, int, int]) -> None:
    words = [bits & 0xFFFF_FFFF for bits in sets] + [bits >> 32 for bits in sets]
    header = struct.pack("<II", _CAPABILITY_VERSION_3, 0)
    checked_call("capset", header, struct.pack("<6I", *words))
