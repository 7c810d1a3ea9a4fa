"""File systems whose server may be gone, and whether they answer.

Who asks such a one (NFS, FUSE, …) for a name or for contents waits until it answers, which may be
never, and nothing but SIGKILL ends that. So a child asks it first:

    mountinfo ── kinds that need no server: never asked
        │
        └── the others, once a file of theirs is wanted ── child: statvfs, and reads a byte of it
                                                                ├── ends within SECONDS ── answers
                                                                └── else ── silent

What lies on a silent one is not touched: `Mounts.check` goes the way to a file, link by link, and
stops before it; of the mapped files only the pages are read that the process has before it
(`resident`).
"""

import ctypes
import errno
import math
import os
import re
import signal
import stat
import struct
import time
from collections.abc import Callable, Sequence, Set
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from atfault.formats.elf import OpenFile
from atfault.model.process import MemoryMapping
from atfault.snapshot.rights import Rights, checked_call

if TYPE_CHECKING:  # of living processes
    from atfault.snapshot.procfs import Mapped

SECONDS = 5.0
"""How long an answer is waited for."""
KEPT_SECONDS = 60.0
"""After which it is asked anew: the tool may be part of a program that runs for weeks."""
OWN_SECONDS = 10.0
"""For which the list of our own mounts is kept."""
MAX_LINKS = 40
"""Symbolic links followed, as in the kernel."""
MAX_PARTS = 4096
_SELF = "self"
_LOCAL = frozenset(
    "ext2 ext3 ext4 xfs btrfs zfs f2fs jfs reiserfs nilfs2 bcachefs overlay aufs tmpfs ramfs rootfs"
    " devtmpfs devpts proc sysfs cgroup cgroup2 cpuset securityfs debugfs tracefs configfs bpf"
    " pstore efivarfs hugetlbfs mqueue nsfs fusectl binfmt_misc selinuxfs rpc_pipefs squashfs erofs"
    " cramfs iso9660 udf vfat msdos exfat ntfs3 hfs hfsplus autofs".split()
)
"""Kinds that no server is behind; of a kind that is not known there may be one."""
_MAX_MOUNTINFO = 1 << 24
_PR_SET_PDEATHSIG = 1
_AT_FDCWD, _DONT_SYNC = -100, 0x4000
_TYPE, _INO = 0x1, 0x100
_PAGE = 4096
_MAX_PAGES = 1 << 20
"""Of one mapping."""
_PRESENT, _SWAPPED = 1 << 63, 1 << 62
"""Bits of /proc/PID/pagemap (Documentation/admin-guide/mm/pagemap.rst)."""


class Mount(NamedTuple):
    """A mounted file system that may need a server."""

    device: int
    """As os.stat has it in st_dev."""
    point: str
    """Where it is mounted, as the processes of its namespace and root name it."""
    kind: str


class Silent(OSError):
    """A file lies on a file system that does not answer."""

    def __init__(self, mount: Mount) -> None:
        super().__init__(errno.EHOSTDOWN, f"lies on {mount.point}, {_SILENT}")
        self.mount = mount


_SILENT = "a file system that does not answer"


def told(mount: Mount) -> str:
    """The warning."""
    return (
        f"the file system at {mount.point} ({mount.kind}) does not answer: what lies on it was left"
        " out"
    )


class Answer(Enum):
    """Of a file system that was asked."""

    NONE = 0
    ROOM = 1
    """How much room it has, that there is no such file, or an error."""
    CONTENTS = 2
    """The contents of a file, too."""


class Mounts:
    """The mounts that a process sees.

    pid: whose; seen: what its "/" is called here. user: who asks; None: we ourselves. ask(path,
    wanted): whether the file system mounted there answers, also when its file of that relative path
    ("": none) is read.
    """

    def __init__(
        self,
        pid: int | str = _SELF,
        seen: str = "",
        user: Rights | None = None,
        ask: Callable[[str, str], Answer] | None = None,
    ) -> None:
        self._doubtful = _of_ours() if pid == _SELF else _of(pid)
        self._seen = seen
        self._ask = ask or (lambda path, wanted: _answers(path, user, wanted))
        self.silent: dict[int, Mount] = {}
        """Device → mount, of those that were wanted and did not answer."""

    def __bool__(self) -> bool:
        """Whether any of them may need a server."""
        return bool(self._doubtful)

    def answers(self, mount: Mount, wanted: str = "") -> bool:
        """wanted: the file on it that is going to be read, relative to where it is mounted."""
        now = time.monotonic()
        answer, when = _known.get(mount.device, (Answer.NONE, -math.inf))
        if when < now - KEPT_SECONDS or (wanted and answer is Answer.ROOM):
            answer = self._ask(self._seen + mount.point, wanted)
            _known[mount.device] = answer, time.monotonic()
        if answer is Answer.NONE:
            self.silent[mount.device] = mount
        return answer is not Answer.NONE

    def check(self, root: int, base: str, path: str) -> None:
        """Raise Silent where the way to `path` leads over a file system that does not answer;
        whether the file is there is for others to say.

        root: a descriptor of the folder that the path and the links on the way begin in; base:
        what it is called, "" for "/".
        """
        if not self._doubtful:
            return
        holding = self._holding(base)
        if holding is not None:
            self._step(holding, f"{base[len(holding.point.rstrip('/')) :]}/{path}".strip("/"))
        folders, names = [OpenFile(os.dup(root))], [base]
        pending = path.split("/")[::-1]
        links = 0
        while pending and len(folders) < MAX_PARTS:
            part = pending.pop()
            if part in ("", "."):
                continue
            if part == "..":
                del folders[max(1, len(folders) - 1) :], names[max(1, len(names) - 1) :]
                continue
            name = f"{names[-1]}/{part}"
            self._step(self._doubtful.get(name), "/".join(pending[::-1]))
            try:
                flags = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
                place = OpenFile(os.open(part, flags, dir_fd=folders[-1].fd))
                if not stat.S_ISLNK(os.fstat(place.fd).st_mode):
                    folders.append(place)
                    names.append(name)
                    continue
                target = os.readlink("", dir_fd=place.fd)
            except (OSError, ValueError):
                return  # whoever opens it says so
            links += 1
            if links > MAX_LINKS:
                return
            if target.startswith("/"):
                del folders[1:], names[1:]
            pending.extend(target.split("/")[::-1])

    def _holding(self, path: str) -> Mount | None:
        """The innermost of them that `path` lies in."""
        while path and path not in self._doubtful:
            path = path.rpartition("/")[0]
        return self._doubtful.get(path or "/")

    def _step(self, mount: Mount | None, wanted: str = "") -> None:
        if mount is not None and not self.answers(mount, wanted):
            raise Silent(mount)

    def check_device(self, device: int) -> None:
        """Raise Silent where the file system of that device does not answer."""
        for mount in self._doubtful.values():
            if mount.device == device:
                self._step(mount)

    def doubtful_among(self, devices: Set[int]) -> set[int]:
        """Those of the devices whose file systems may need a server."""
        return {one.device for one in self._doubtful.values()} & devices

    def silent_among(self, devices: Set[int]) -> set[int]:
        """Those of the devices whose file systems do not answer."""
        mounts = self._doubtful.values()
        return {one.device for one in mounts if one.device in devices and not self.answers(one)}


_known: dict[int, tuple[Answer, float]] = {}
"""Device → (what it answered, when)."""


_ours: tuple[float, dict[str, Mount]] = -math.inf, {}


def _of_ours() -> dict[str, Mount]:
    """What this process sees, looked at every now and then: for each library's debug file it is
    asked."""
    global _ours
    now = time.monotonic()
    if _ours[0] < now - OWN_SECONDS:
        _ours = now, _of(_SELF)
    return _ours[1]


def _of(pid: int | str) -> dict[str, Mount]:
    try:
        with open(f"/proc/{pid}/mountinfo", "rb") as file:
            return doubtful(file.read(_MAX_MOUNTINFO))
    except OSError:  # it is gone
        return {}


def doubtful(mountinfo: bytes) -> dict[str, Mount]:
    """/proc/PID/mountinfo → place → the mount there, of kinds that may need a server.

    36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
          │          point             fields …  │ kind
          device                                 end of them
    """
    found: dict[str, Mount] = {}
    for line in mountinfo.split(b"\n"):
        before, _, after = line.partition(b" - ")
        fields, kinds = before.split(b" "), after.split(b" ")
        major, _, minor = fields[2].partition(b":") if len(fields) > 4 else (b"", b"", b"")
        if not (major.isdigit() and minor.isdigit()):
            continue
        point = os.fsdecode(
            re.sub(rb"\\([0-7]{3})", _unescaped, fields[4]) if b"\\" in fields[4] else fields[4]
        )
        kind = kinds[0].decode("ascii", "replace")
        found.pop(point, None)  # what is mounted over another one hides it
        if kind not in _LOCAL:
            found[point] = Mount(os.makedev(int(major), int(minor)), point, kind)
    return found


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 8) & 0xFF,))


class Kept(NamedTuple):
    """What the kernel has of a file's status."""

    mode: int
    inode: int
    device: int


def kept_status(path: str) -> Kept:
    """The status of the file behind a link of /proc, as the kernel knows it: no server of a file
    system is asked (statx(2), AT_STATX_DONT_SYNC). Zeros where there is none.

    struct statx:  28 stx_mode | 32 stx_ino | 136 stx_dev_major | 140 stx_dev_minor
    """
    buffer = ctypes.create_string_buffer(256)
    try:
        checked_call("statx", _AT_FDCWD, os.fsencode(path), _DONT_SYNC, _TYPE | _INO, buffer)
    except OSError:
        return Kept(0, 0, 0)
    mode, inode = struct.unpack_from("<H2xQ", buffer, 28)
    return Kept(mode, inode, os.makedev(*struct.unpack_from("<II", buffer, 136)))


def _answers(path: str, user: Rights | None, wanted: str = "") -> Answer:
    """What the file system mounted at `path` says within SECONDS of how much room it has, which is
    kept by nobody, and asked of its server each time; and then, as some say that and give no
    contents, of the first byte of the file that is wanted. An error is an answer, too."""
    try:
        child = os.fork()
    except OSError:
        return Answer.ROOM
    if child == 0:
        answer = Answer.ROOM
        try:
            checked_call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            place = os.open(path, os.O_PATH)
            if user is not None:  # to others some file systems say at once that they say nothing
                os.setgroups(user.groups)
                os.setresgid(user.gid, user.gid, user.gid)
                os.setresuid(user.uid, user.uid, user.uid)
            os.statvfs(place)
            if wanted and _is_read(place, wanted):
                answer = Answer.CONTENTS
        finally:
            os._exit(answer.value)
    status = None
    try:
        status = _ends(child, SECONDS)
    finally:
        if status is None:
            os.kill(child, signal.SIGKILL)
            _ends(child, 0.2)
    if status is None:
        return Answer.NONE
    is_contents = os.waitstatus_to_exitcode(status) == Answer.CONTENTS.value
    return Answer.CONTENTS if is_contents else Answer.ROOM


def _is_read(place: int, wanted: str) -> bool:
    """Whether there is such a file on the file system of the folder `place`; a byte of it was read
    then. Raises OSError."""
    file = os.open(wanted, os.O_PATH, dir_fd=place)
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_dev != os.fstat(place).st_dev:
        return False
    os.read(os.open(f"/proc/self/fd/{file}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY), 1)
    return True


def _ends(child: int, seconds: float) -> int | None:
    """The wait status of the child; None where it does not end within so many seconds."""
    end = time.monotonic() + seconds
    pause = 0.0002
    try:
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return status
            if time.monotonic() >= end:
                return None
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
    except ChildProcessError:
        return 0  # the system has waited for it: SIGCHLD is ignored here


def resident(pid: int, mapped: "Sequence[Mapped]", silent: Set[int]) -> list[MemoryMapping]:
    """The mappings of a process, and of those whose files lie on a silent device what the process
    has in memory: whatever else is read of them is asked of that file system."""
    kept: list[MemoryMapping] = []
    for one in mapped:
        if one.inode and one.device in silent:
            kept += _present_parts(pid, one.mapping)
        else:
            kept.append(one.mapping)
    return kept


def _present_parts(pid: int, mapping: MemoryMapping) -> list[MemoryMapping]:
    count = (mapping.end - mapping.start) // _PAGE
    try:
        pages = OpenFile(os.open(f"/proc/{pid}/pagemap", os.O_RDONLY | os.O_CLOEXEC))
        raw = os.pread(pages.fd, 8 * min(count, _MAX_PAGES), mapping.start // _PAGE * 8)
    except OSError:
        return []
    found: list[MemoryMapping] = []
    for number, (bits,) in enumerate(struct.iter_unpack("<Q", raw[: len(raw) & -8])):
        if not bits & (_PRESENT | _SWAPPED):
            continue
        start = mapping.start + number * _PAGE
        if found and found[-1].end == start:
            found[-1] = found[-1]._replace(end=start + _PAGE)
        else:
            offset = mapping.file_offset + number * _PAGE
            found.append(mapping._replace(start=start, end=start + _PAGE, file_offset=offset))
    return found
