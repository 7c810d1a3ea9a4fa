"""How many crashes are at work at once, what room their cores may take, and what came of all.

    /var/lib/atfault/jobs/0 … 127     locked by the handler of one crash each, while it works: its
                                      user's number is in it
                    looks/0 … N       locked by whoever looks at a core; the others wait for it
                    counts.json       how many crashes became what, since the handler was installed
                    users/33/         state folders of users without a home of their own

Cores lie in files without a name: what is left of a handler that was killed is nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

MAX_JOBS = 128
"""Crashes at once, those that wait for a look included."""
MAX_OF_USER = 112
"""Of one user: the others are left some."""
MAX_CORE = 32 << 30
"""Bytes of one core."""
KEEP_FREE = 4 << 30
"""Bytes of the disk that cores leave free, or a SHARE of all of it where that is less."""
SHARE = 0.15
COUNTS = "counts.json"
MAX_COUNTS = 1 << 16
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW


class Full(Exception):
    """There is no place for this crash; `str(error)` is what it is counted as."""


@contextmanager
def job(folder: str, uid: int) -> Iterator[int]:
    """A place for one crash, by number. Raises Full, OSError."""
    with _locked(os.path.join(folder, "jobs", "lock")):
        chosen, number = _place(os.path.join(folder, "jobs"), uid)
        os.ftruncate(chosen, 0)
        os.pwrite(chosen, b"%d\n" % uid, 0)
    try:
        yield number
    finally:
        os.close(chosen)


def _place(folder: str, uid: int) -> tuple[int, int]:
    chosen, number, theirs = -1, -1, 0
    for index in range(MAX_JOBS):
        fd = os.open(os.path.join(folder, str(index)), _FLAGS, 0o600)
        if not _try_lock(fd):
            theirs += os.pread(fd, 32, 0).strip() == b"%d" % uid
        elif chosen < 0:
            chosen, number = fd, index
            continue
        os.close(fd)
    if chosen >= 0 and theirs < MAX_OF_USER:
        return chosen, number
    if chosen >= 0:
        os.close(chosen)
        raise Full(f"more than {MAX_OF_USER} crashes of one user at once")
    raise Full(f"more than {MAX_JOBS} crashes at once")


def at_work(folder: str) -> int:
    """How many places are taken. Raises OSError for whoever may not see them."""
    taken = 0
    for index in range(MAX_JOBS):
        with suppress(FileNotFoundError):
            fd = os.open(os.path.join(folder, "jobs", str(index)), os.O_RDONLY | os.O_CLOEXEC)
            taken += not _try_lock(fd)
            os.close(fd)
    return taken


@contextmanager
def look(folder: str, number: int) -> Iterator[None]:
    """One of as many looks as go on at once: half of the processors. Waits for it."""
    most = max(1, (os.cpu_count() or 1) // 2)
    with _locked(os.path.join(folder, "looks", str(number % most))):
        yield


def core_file(folder: str) -> int:
    """A file without a name for a core. Raises OSError."""
    return os.open(folder, os.O_RDWR | os.O_TMPFILE | os.O_CLOEXEC, 0o600)


def room(folder: str) -> int:
    """Bytes that cores may still take. Raises OSError."""
    disk = os.statvfs(folder)
    kept = min(KEEP_FREE, int(disk.f_blocks * disk.f_frsize * SHARE))
    return min(MAX_CORE, max(0, disk.f_bavail * disk.f_frsize - kept))


def prepare(folder: str) -> None:
    """Make the folders. Raises OSError."""
    os.makedirs(folder, 0o755, exist_ok=True)
    os.chmod(folder, 0o755)
    for name, mode in (("jobs", 0o700), ("looks", 0o700), ("users", 0o711)):
        with suppress(FileExistsError):
            os.mkdir(os.path.join(folder, name), mode)
        os.chmod(os.path.join(folder, name), mode)
    fd = os.open(os.path.join(folder, COUNTS), _FLAGS, 0o644)
    try:  # room to count in, once the disk is full
        os.posix_fallocate(fd, 0, MAX_COUNTS)
    finally:
        os.close(fd)


def count(folder: str, what: str, detail: str = "") -> None:
    """Count what became of a crash ("explained", "passed on", "dropped"), and keep the latest
    trouble. Raises OSError."""
    fd = os.open(os.path.join(folder, COUNTS), _FLAGS, 0o644)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        known = _parsed(os.pread(fd, MAX_COUNTS, 0))
        known[what] = known.get(what, 0) + 1
        if detail:
            reasons = known.setdefault("reasons", {})
            if detail in reasons or len(reasons) < 32:
                reasons[detail] = reasons.get(detail, 0) + 1
            known["latest"] = [time.time(), detail]
        os.pwrite(fd, json.dumps(known).encode().ljust(MAX_COUNTS), 0)
    finally:
        os.close(fd)


def counts(folder: str) -> dict[str, Any]:
    """What `count` has counted."""
    try:
        with open(os.path.join(folder, COUNTS), "rb") as file:
            return _parsed(file.read(MAX_COUNTS))
    except OSError:
        return {}


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        known = json.loads(data.strip(b"\0 ") or b"{}")
    except ValueError:  # a full disk cut it
        return {}
    return known if isinstance(known, dict) else {}


@contextmanager
def _locked(path: str) -> Iterator[None]:
    fd = os.open(path, _FLAGS, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def _try_lock(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
