"""Which process has locked a file, by flock or fcntl, as /proc/locks tells."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.snapshot import procfs
from atfault.snapshot.fds import MAX_FDS, inode_of

_PENDING_BYTE = 0x4000_0000
_WAL_WRITE = 120


class _FileLock(NamedTuple):
    """A lock that is held, of one line of /proc/locks."""

    pid: int
    inode: int
    is_posix: bool
    """Of fcntl, for a range of bytes, rather than of flock."""
    is_write: bool
    start: int


def file_lock_owners(pid: int, fd: int, around: Iterable[int] = ()) -> tuple[int, ...]:
    """Pids that hold a lock (flock, fcntl) of the file behind a descriptor, from /proc/locks. A
    process does not stand in its own way by fcntl's locks, only by those of flock.

    1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234 0 EOF        held
    1: -> FLOCK  ADVISORY  WRITE 4712 fd:01:1234 0 EOF     waiting

    A lock of flock belongs to the open file, which a child inherits: where the process that took it
    has closed it, those of the processes `around` that still have it open are told instead.
    """
    return lock_owners(pid, inode_of(pid, fd), around)


def lock_owners(pid: int, inode: int, around: Iterable[int] = ()) -> tuple[int, ...]:
    """The same of a file that need not be open in process `pid`."""
    found: list[int] = []
    for lock in _file_locks():
        if not inode or lock.inode != inode or (lock.is_posix and lock.pid == pid):
            continue
        if lock.is_posix or _has_locked(lock.pid, inode):
            found.append(lock.pid)
        else:  # an iterator has told all of them at the first such lock
            found += [one for one in around if _has_locked(one, inode)]
    return tuple(dict.fromkeys(found))


def locked_files(pid: int) -> tuple[tuple[int, int], ...]:
    """(inode, descriptor) of the files that are open in the process and locked: their fdinfo have
    the lines of /proc/locks then."""
    return tuple(_locked_by(pid, b"\nlock:"))


def _has_locked(pid: int, inode: int) -> bool:
    """Whether a file with that inode is open in the process and locked by flock."""
    return any(one == inode for one, _ in _locked_by(pid, b"FLOCK"))


def _locked_by(pid: int, how: bytes) -> Iterator[tuple[int, int]]:
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        info = procfs.read(f"/proc/{pid}/fdinfo/{fd}", 1 << 16)
        if b"\nlock:" in info and how in info:
            yield inode_of(pid, fd), fd


def _file_locks() -> list[_FileLock]:
    found = []
    for line in procfs.read("/proc/locks", 1 << 20).decode("ascii", "replace").split("\n"):
        words = line.split()
        if len(words) < 7 or words[1] == "->" or not words[4].isdigit() or words[4] == "0":
            continue
        inode, start = words[5].rpartition(":")[2], words[6]
        if inode.isdigit() and start.isdigit():
            posix, write = words[1] == "POSIX", words[3] == "WRITE"
            found.append(_FileLock(int(words[4]), int(inode), posix, write, int(start)))
    return found


def locks_a_database(pid: int) -> bool:
    """Whether a process has a lock as SQLite takes them: of these bytes, of any file."""
    own = [lock for lock in _file_locks() if lock.pid == pid]
    return any(_is_of_database(one, False) or _is_of_database(one, True) for one in own)


def _is_of_database(lock: _FileLock, is_log: bool) -> bool:
    """is_log: the file is the one beside a database with a write-ahead log."""
    return lock.is_posix and (lock.start == _WAL_WRITE if is_log else lock.start >= _PENDING_BYTE)


def database_owner(pid: int) -> tuple[str, int] | None:
    """(path, process) of the SQLite database open in process `pid` that somebody has locked; None
    where there is none, or several could be meant.

    A database in rollback mode is locked from byte 0x40000000 on, one with a write-ahead log at
    byte 120 of the file beside it, NAME-shm (sqlite.org/lockingv3.html, walformat.html). A lock of
    the process itself is that of another connection.
    """
    paths: dict[int, str] = {}
    for fd in procfs.descriptors(pid)[:MAX_FDS]:
        target = procfs.link(pid, f"fd/{fd}")
        if target.startswith("/") and not target.endswith("-wal"):
            paths[inode_of(pid, fd)] = target
    ranked: dict[tuple[bool, bool], set[tuple[str, int]]] = {}
    for lock in _file_locks():
        path = paths.get(lock.inode, "")
        is_own_read = lock.pid == pid and not lock.is_write
        if not path or not _is_of_database(lock, path.endswith("-shm")) or is_own_read:
            continue
        rank = (not lock.is_write, lock.pid == pid)
        ranked.setdefault(rank, set()).add((path.removesuffix("-shm"), lock.pid))
    best = ranked[min(ranked)] if ranked else set()
    return next(iter(best)) if len(best) == 1 else None
