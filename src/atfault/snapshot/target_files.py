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
    without waiting   what lies on a file system that does not answer is not touched (`mounts`)
"""

import ctypes
import errno
import os
import pwd
import re
import stat
import struct
from typing import NamedTuple

from atfault.folders import current_folder
from atfault.formats.elf import OpenFile
from atfault.snapshot.mounts import Mounts, Silent, kept_status
from atfault.snapshot.rights import Rights, checked_call, is_needed, take_on, taken_on

MAX_PATH = 4096
"""Bytes (PATH_MAX)."""
MAX_LINKS = 40
"""Symbolic links followed, as in the kernel."""
_RACES = 8
"""Tries to resolve a path whose folders are being renamed meanwhile."""

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

_ROOT_OF_PROCESS = r"/proc/(\d+)/root"
_libc = ctypes.CDLL(None, use_errno=True)


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
    names it: its working folder, the one it was started in. mounts: what is mounted there, where
    that is known. Raises OSError when the root cannot be opened.
    """

    def __init__(
        self,
        root: str = "/",
        rights: Rights | None = None,
        *,
        folders: tuple[str, ...] = (),
        mounts: Mounts | None = None,
    ) -> None:
        self.root = root.rstrip("/")
        self.rights = rights if rights is not None and is_needed(rights) else None
        """Only where they are to be taken on."""
        self.folders = folders
        self._folder: OpenFile | None = OpenFile(
            os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        )
        self._mounts = mounts

    @property
    def mounts(self) -> Mounts:
        """What is mounted below the root."""
        if self._mounts is None:
            process = re.fullmatch(_ROOT_OF_PROCESS, self.root) if self.root else None
            if process is not None:
                self._mounts = Mounts(int(process[1]), self.root, self.rights)
            else:
                self._mounts = Mounts(user=self.rights)
        return self._mounts

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
        mounts = self.mounts
        with taken_on(self.rights):
            self._check(mounts, name)
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
        mounts = self.mounts
        with taken_on(self.rights):
            self._check(mounts, name)
            place = self._place(os.fsencode(name))
        _check_folder(place)
        return place

    def _check(self, mounts: Mounts, name: str) -> None:
        """Raises Silent."""
        if mounts and self._folder is not None:
            is_ours = not self.root or re.fullmatch(_ROOT_OF_PROCESS, self.root)
            base = "" if is_ours else os.readlink(f"/proc/self/fd/{self._folder.fd}")
            mounts.check(self._folder.fd, base, name)

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
        if self.mounts:
            self._check(self.mounts, os.path.join(current_folder(), name))
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
        self.mounts.check_device(kept_status(f"/proc/self/fd/{place.fd}").device)
        with taken_on(self.rights):
            return _open_regular(place.fd)

    def _shown(self, path: str) -> str:
        return path


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
    return checked_call("openat2", root, path, how, len(how))


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
    if isinstance(error, Silent):
        return error.strerror or str(error)
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
