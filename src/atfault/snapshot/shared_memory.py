"""Who fills shared memory: the files on /dev/shm, and the processes that have them open or mapped.

    /dev/shm                    names, and the bytes that each has memory for (st_blocks)
    /proc/N/maps, /proc/N/fd    who holds one, also when its name is gone (unlinked at once, as
                                multiprocessing and torch do); by device and inode

Bounded in processes, files and time, since the process that died is held meanwhile.
"""

from __future__ import annotations

import os
import time

from atfault.model.absent import Absent
from atfault.model.files import SharedFile, SharedMemory
from atfault.snapshot import procfs
from atfault.snapshot.process_files import files_of_process

FOLDER = "/dev/shm"
MAX_FILES = 4096
MAX_PROCESSES = 4096
MAX_FDS = 1024
MAX_SECONDS = 0.4
MAX_LISTED = 8
MAX_HOLDERS = 6
_MAX_MAPS = 8 << 20


class _File:
    """What is found out of one file."""

    __slots__ = ("holders", "is_deleted", "name", "size")

    def __init__(self, name: str, size: int, is_deleted: bool) -> None:
        self.name = name
        self.size = size
        self.is_deleted = is_deleted
        self.holders: dict[int, None] = {}


def look(pid: int) -> SharedMemory | Absent:
    """The shared memory that process `pid` sees, and who fills it."""
    try:
        folder = files_of_process(pid).folder(FOLDER)
        root = f"/proc/self/fd/{folder.fd}"
        space = os.statvfs(root)
        device = os.stat(root).st_dev
    except OSError as error:
        return Absent(f"{FOLDER}: {error.strerror}")
    files = _named(root, device)
    _find_holders(files, device, time.monotonic() + MAX_SECONDS)
    largest = sorted(files.values(), key=lambda file: -file.size)
    unit = space.f_frsize
    return SharedMemory(
        FOLDER,
        space.f_blocks * unit,
        space.f_bavail * unit,
        tuple([_shared(file) for file in largest[:MAX_LISTED] if file.size]),
        sum(1 for file in largest if file.size),
    )


def _shared(file: _File) -> SharedFile:
    holders = list(file.holders)
    shown = tuple([(pid, procfs.comm(pid)) for pid in holders[:MAX_HOLDERS]])
    return SharedFile(file.name, file.size, file.is_deleted, shown, len(holders))


def _named(root: str, device: int) -> dict[int, _File]:
    """Inode → file, of those with a name."""
    files: dict[int, _File] = {}
    try:
        entries = os.scandir(root)
    except OSError:
        return files
    with entries:
        for entry in entries:
            if len(files) >= MAX_FILES:
                break
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if status.st_dev == device and not entry.is_dir(follow_symlinks=False):
                files[status.st_ino] = _File(entry.name, status.st_blocks * 512, False)
    return files


def _find_holders(files: dict[int, _File], device: int, deadline: float) -> None:
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return
    for pid in pids[:MAX_PROCESSES]:
        if time.monotonic() > deadline:
            return
        _find_mapped(files, pid, device)
        _find_open(files, pid, device)


def _find_mapped(files: dict[int, _File], pid: int, device: int) -> None:
    """The files that a process has mapped.

    7f12a000-7f12b000 rw-s 00000000 00:16 4711   /dev/shm/psm_07d1f9b8 (deleted)
    """
    maps = procfs.read(f"/proc/{pid}/maps", _MAX_MAPS)
    at = maps.find(FOLDER.encode())
    while at >= 0:
        start, end = maps.rfind(b"\n", 0, at) + 1, maps.find(b"\n", at)
        fields = maps[start : end if end >= 0 else len(maps)].split(None, 5)
        at = maps.find(FOLDER.encode(), max(end, at + 1))
        try:
            major, minor = (int(part, 16) for part in fields[3].split(b":"))
            inode = int(fields[4])
            low, high = (int(part, 16) for part in fields[0].split(b"-"))
        except (ValueError, IndexError):
            continue
        if os.makedev(major, minor) == device:
            path = f"/proc/{pid}/map_files/{low:x}-{high:x}"
            _hold(files, pid, inode, os.fsdecode(fields[-1]), path, high - low)


def _find_open(files: dict[int, _File], pid: int, device: int) -> None:
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return
    for name in names[:MAX_FDS]:
        target = procfs.link(pid, f"fd/{name}")
        if not target.startswith(FOLDER):
            continue
        path = f"/proc/{pid}/fd/{name}"
        try:
            status = os.stat(path)
        except OSError:
            continue
        if status.st_dev == device:
            _hold(files, pid, status.st_ino, target, path, 0)


def _hold(
    files: dict[int, _File], pid: int, inode: int, target: str, path: str, mapped: int
) -> None:
    file = files.get(inode)
    if file is None:
        if len(files) >= MAX_FILES:
            return
        try:
            size = os.stat(path).st_blocks * 512
        except OSError:
            size = mapped  # /proc/PID/map_files is for root alone
        name = target.removesuffix(" (deleted)").rpartition("/")[2]
        file = files[inode] = _File(name, size, True)
    file.holders[pid] = None
