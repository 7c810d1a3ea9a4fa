"""Files that a target names, opened as the target itself could open them.

A process, a core and a container name files: sources, libraries, debug files, the program. None of
these names is to be trusted. `co_filename` may say /etc/shadow, a library's path may be a symbolic
link that leads out of the container. So everything that a target names goes through here:

    inside its root   openat2(RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS) from the open root folder;
                      where the kernel has none, component after component (O_PATH, O_NOFOLLOW)
    with its rights   its file-system user, groups and capabilities, taken on by this thread alone
                      for the time of the opening, where ours would allow more
    regular files     looked at through O_PATH before anything is opened for reading; what the
                      kernel makes up (/proc, /sys) is refused as well
    without a gap     what is read is the very file that was looked at; a file that is opened again
                      later must be the same one, unchanged

The rights of a core's process are not known. Its owner stands for them; of a core that belongs to
root, whom systemd-coredump or the core itself name (a core can so give up rights, never gain any).
"""

import ctypes
import errno
import os
import pwd
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from atfault.formats.elf import OpenFile

MAX_PATH = 4096
"""Bytes (PATH_MAX)."""
MAX_LINKS = 40
"""Symbolic links followed, as in the kernel."""
_RACES = 8
"""Tries to resolve a path whose folders are being renamed meanwhile."""

# Numbers of system calls on x86-64. The C library's setgroups changes all threads of a process.
_SYS_SETGROUPS, _SYS_SETFSUID, _SYS_SETFSGID = 116, 122, 123
_SYS_CAPGET, _SYS_CAPSET, _SYS_OPENAT2 = 125, 126, 437
_CAPABILITY_VERSION_3 = 0x2008_0522
OVERRIDES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH."""
_RESOLVE_NO_MAGICLINKS, _RESOLVE_IN_ROOT = 0x02, 0x10
_KERNEL_FILE_SYSTEMS = frozenset(
    (
        0x9FA0,  # proc
        0x62656572,  # sysfs
        0x64626720,  # debugfs
        0x74726163,  # tracefs
        0x73636673,  # securityfs
        0x0027E0EB,  # cgroup
        0x63677270,  # cgroup2
        0xCAFE4A11,  # bpf
        0xF97CFF8C,  # selinux
        0x43415D53,  # smack
        0xDE5E81E4,  # efivarfs
        0x6165676C,  # pstore
        0x62656570,  # configfs
        0x42494E4D,  # binfmt_misc
        0x19800202,  # mqueue
        0x6E736673,  # nsfs
        0x07655821,  # resctrl
    )
)
"""Magic numbers (linux/magic.h); their files count as regular ones."""

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long


class Rights(NamedTuple):
    """What decides which files a process may read."""

    uid: int
    """File-system ids, as /proc/PID/status has them last."""
    gid: int
    groups: tuple[int, ...]
    overrides: bool = False
    """Whether permissions do not bind it (CAP_DAC_OVERRIDE or CAP_DAC_READ_SEARCH)."""


class Identity(NamedTuple):
    """What changes when a file is replaced or written to."""

    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int


class LocalFile:
    """A regular file that can be opened for reading, and is the same one each time."""

    __slots__ = ("_files", "identity", "name", "path", "real")

    def __init__(
        self, files: "TargetFiles", name: str, path: str, identity: Identity, real: str
    ) -> None:
        self._files = files
        self.name = name
        """Its absolute path, as the target sees it."""
        self.path = path
        """Where it lies, seen from here; for messages alone."""
        self.identity = identity
        self.real = real
        """What it is called itself, where `name` is that of a link: the last component counts."""

    @property
    def modified(self) -> float:
        """Seconds since the epoch."""
        return self.identity.modified_ns / 1e9

    @property
    def changed(self) -> float:
        """When it was written or replaced, or its owner or permissions changed; likewise."""
        return self.identity.changed_ns / 1e9

    def open(self) -> int:
        """A descriptor for reading. Raises OSError, also when it is no longer the same file."""
        fd = self._files.open(self.name)
        if _identity(os.fstat(fd)) == self.identity:
            return fd
        os.close(fd)
        raise OSError(errno.ESTALE, "was changed while it was read", self.path)

    def read_upto(self, size: int, offset: int = 0) -> bytes:
        """At most `size` bytes. Raises OSError."""
        file = OpenFile(self.open())
        parts = []
        while size > 0:
            part = os.pread(file.fd, min(size, 1 << 20), offset)
            if not part:
                break
            parts.append(part)
            size -= len(part)
            offset += len(part)
        return b"".join(parts)

    def beside(self, name: str) -> "LocalFile | None":
        """The file that this one calls `name`, from the folder that it lies in."""
        return self._files.find(os.path.join(os.path.dirname(self.name), name))[0]

    def __repr__(self) -> str:
        return f"LocalFile({self.path!r})"


class TargetFiles:
    """The files of one target.

    root: the folder that the target sees as "/"; it is kept open, so that it stays what it is.
    rights: whose; None for our own. folders: what relative names may be relative to, as the target
    names it: its working folder, the one it was started in. Raises OSError when the root cannot be
    opened.
    """

    def __init__(
        self, root: str = "/", rights: Rights | None = None, *, folders: tuple[str, ...] = ()
    ) -> None:
        self.root = root.rstrip("/")
        self.rights = rights if rights is not None and _is_needed(rights) else None
        """Only where they are to be taken on."""
        self.folders = folders
        self._folder: OpenFile | None = OpenFile(
            os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        )

    def close(self) -> None:
        """Give up the root: nothing is found any more."""
        self._folder = None

    def find(self, name: str) -> tuple[LocalFile | None, str]:
        """(the file that the target calls `name`, "") or (None, why not, as a clause)."""
        why = "has a relative name, and to which folder is not known"
        for path in self._paths(name):
            try:
                fd = self.open(path)
            except (OSError, ValueError) as error:
                why = self._why(error)
                continue
            identity = _identity(os.fstat(fd))
            real = os.readlink(f"/proc/self/fd/{fd}")
            os.close(fd)
            return LocalFile(self, path, self._shown(path), identity, real), ""
        return None, why

    def _paths(self, name: str) -> list[str]:
        if name.startswith("/"):
            return [name]
        return [os.path.join(folder, name) for folder in self.folders if name]

    def open(self, name: str) -> int:
        """A descriptor of the target's file of that absolute path, for reading.

        Raises OSError, ValueError.
        """
        path = os.fsencode(name)
        if b"\0" in path:
            raise ValueError("a null byte in a file name")
        if len(path) > MAX_PATH:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
        with taken_on(self.rights):
            place = self._place(path)
            return _open_regular(place.fd)

    def take_on_rights(self) -> None:
        """Let this thread, and those that it starts, access files as the target could, for good."""
        if self.rights is not None:
            take_on(self.rights)
            self.rights = None  # they are ours now, and must not be given back after an opening

    def folder(self, name: str) -> OpenFile:
        """The target's folder `name`, for os.statvfs, os.listdir and the like by way of
        /proc/self/fd. Raises OSError."""
        with taken_on(self.rights):
            place = self._place(os.fsencode(name))
        _check_folder(place)
        return place

    def _place(self, path: bytes) -> OpenFile:
        if self._folder is None:
            raise OSError(errno.ESRCH, "closed")
        return OpenFile(_resolve(self._folder.fd, path))

    def _shown(self, path: str) -> str:
        return self.root + path

    def _why(self, error: OSError | ValueError) -> str:
        why = why_not(error)
        if why == _FORBIDDEN and self.rights is not None:
            return f"may not be read by the program's own user ({_user(self.rights.uid)})"
        return why


class GivenFiles(TargetFiles):
    """Files that the user names, or that belong to this machine: no root, and our own rights."""

    def _paths(self, name: str) -> list[str]:
        return [name]

    def open(self, name: str) -> int:
        """As TargetFiles.open."""
        place = OpenFile(os.open(name, os.O_PATH | os.O_CLOEXEC))
        return _open_regular(place.fd)

    def _shown(self, path: str) -> str:
        return path


class KeptFiles(TargetFiles):
    """Mapped files that have no name any more, by the links in /proc/PID/map_files."""

    def open(self, name: str) -> int:
        """As TargetFiles.open. Only root may follow these links; the file itself is opened with the
        target's rights."""
        place = OpenFile(os.open(name, os.O_PATH | os.O_CLOEXEC))
        with taken_on(self.rights):
            return _open_regular(place.fd)

    def _shown(self, path: str) -> str:
        return path


# ---- whose rights -------------------------------------------------------------------------------


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


def _is_needed(rights: Rights) -> bool:
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
        _call(_SYS_SETFSUID, own.uid)
        _call(_SYS_SETFSGID, own.gid)
        _set_groups(own.groups)
        _set_capabilities(capabilities)


def take_on(rights: Rights) -> None:
    """Let this thread access files with `rights`, for good. Raises PermissionError."""
    _set_groups(rights.groups)
    for call, wanted in ((_SYS_SETFSGID, rights.gid), (_SYS_SETFSUID, rights.uid)):
        _call(call, wanted)
        if _call(call, -1) != wanted:  # an invalid id changes nothing and tells the present one
            raise PermissionError(errno.EPERM, "its rights cannot be taken on")
    if not rights.overrides:
        effective, permitted, inheritable = _capabilities()
        _set_capabilities((effective & ~OVERRIDES, permitted, inheritable))


def _call(number: int, *arguments: object) -> int:
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return int(_syscall(ctypes.c_long(number), *words))


def _checked(number: int, *arguments: object) -> int:
    result = _call(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _set_groups(groups: tuple[int, ...]) -> None:
    _checked(_SYS_SETGROUPS, len(groups), (ctypes.c_uint32 * len(groups))(*groups))


def _capabilities() -> tuple[int, int, int]:
    """(effective, permitted, inheritable) of this thread, as bits."""
    data = ctypes.create_string_buffer(24)
    _checked(_SYS_CAPGET, struct.pack("<II", _CAPABILITY_VERSION_3, 0), data)
    low = struct.unpack("<6I", data.raw)
    return tuple([low[i] | low[i + 3] << 32 for i in range(3)])


def _set_capabilities(sets: tuple[int, int, int]) -> None:
    words = [bits & 0xFFFF_FFFF for bits in sets] + [bits >> 32 for bits in sets]
    header = struct.pack("<II", _CAPABILITY_VERSION_3, 0)
    _checked(_SYS_CAPSET, header, struct.pack("<6I", *words))


# ---- opening ------------------------------------------------------------------------------------


def _resolve(root: int, path: bytes) -> int:
    """An O_PATH descriptor of `path` below the folder `root`. Raises OSError."""
    global _has_openat2
    if _has_openat2 is None:
        _has_openat2 = _probe()
    if _has_openat2:
        for _ in range(_RACES):
            try:
                return _openat2(root, path)
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    raise
    return _walk(root, path)


_has_openat2: bool | None = None


def _probe() -> bool:
    """Whether openat2 works: Linux 5.6, and no filter that refuses what it does not know."""
    folder = OpenFile(os.open("/", os.O_PATH | os.O_CLOEXEC))
    try:
        os.close(_openat2(folder.fd, b"/"))
    except OSError:
        return False
    return True


def _openat2(root: int, path: bytes) -> int:
    """openat2(2), struct open_how: flags, mode, resolve."""
    how = struct.pack(
        "<QQQ", os.O_PATH | os.O_CLOEXEC, 0, _RESOLVE_IN_ROOT | _RESOLVE_NO_MAGICLINKS
    )
    return _checked(_SYS_OPENAT2, root, path, how, len(how))


def _walk(root: int, path: bytes) -> int:
    """The same, one component after the other; `..` goes back to a folder that is still open."""
    flags = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
    folders = [OpenFile(os.dup(root))]
    pending = _parts(path)
    links = 0
    while pending:
        part = pending.pop()
        if part == b"..":
            _check_folder(folders[-1])
            del folders[max(1, len(folders) - 1) :]
            continue
        place = OpenFile(os.open(part, flags, dir_fd=folders[-1].fd))
        if not stat.S_ISLNK(os.fstat(place.fd).st_mode):
            folders.append(place)
            continue
        links += 1
        target = os.readlink(b"", dir_fd=place.fd)
        if links > MAX_LINKS or len(pending) > MAX_PATH:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if target.startswith(b"/"):
            del folders[1:]
        pending.extend(_parts(target))
    if path.endswith(b"/"):
        _check_folder(folders[-1])
    return os.dup(folders[-1].fd)


def _check_folder(place: OpenFile) -> None:
    if not stat.S_ISDIR(os.fstat(place.fd).st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def _parts(path: bytes) -> list[bytes]:
    """The components of a path, the last one first."""
    return [part for part in path.split(b"/") if part not in (b"", b".")][::-1]


def _open_regular(place: int) -> int:
    """Open what an O_PATH descriptor stands for, for reading. Raises OSError."""
    if not stat.S_ISREG(os.fstat(place).st_mode):
        raise OSError(errno.EINVAL, _NOT_REGULAR)
    buffer = ctypes.create_string_buffer(256)  # struct statfs: f_type comes first
    if _libc.fstatfs(place, buffer) or _magic(buffer.raw) in _KERNEL_FILE_SYSTEMS:
        raise OSError(errno.EINVAL, _NOT_REGULAR)
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    return os.open(f"/proc/self/fd/{place}", flags)


def _magic(raw: bytes) -> int:
    return int.from_bytes(raw[:8], "little") & 0xFFFF_FFFF


def _identity(status: os.stat_result) -> Identity:
    return Identity(
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )


MISSING = "does not exist on this machine"
_NOT_REGULAR = "is not a regular file"
_FORBIDDEN = "may not be read by this user"


def why_not(error: OSError | ValueError) -> str:
    """Why a file could not be opened, as a clause."""
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENOTDIR):
        return MISSING
    if code in (errno.EACCES, errno.EPERM):
        return _FORBIDDEN
    if code == errno.ELOOP:
        return "leads in a circle of symbolic links"
    if code == errno.EINVAL:
        return _NOT_REGULAR
    if code == errno.ESRCH:
        return "cannot be looked for: the process is gone"
    if code == errno.ESTALE:
        return "was changed while it was read"
    return "cannot be opened"


def _user(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except (KeyError, OverflowError):
        return str(uid)
