"""The folder in which the probe inside the program leaves what it knows, and how it gets there.

/tmp/atfault-run-x1y2z3/        of this user alone (0700), removed when the run is over
    4711-1.uncaught.json        an uncaught exception that process 4711 handed over
    4711-123456789.journal      its journal
    4711-0.build.txt            what a build printed that pip, as process 4711, ran and that failed
    faulthandler.txt            of a program that could not be traced

Who watches the program holds a lock on it. One that nobody holds was left by a watcher that was
killed (SIGKILL): the next run of this user removes it as it ends.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
import time

import atfault_probe
from atfault.formats.elf import OpenFile
from atfault.snapshot.tracing.launch import Start

PREFIX = "atfault-run-"
LEFT_SECONDS = 60.0
"""After which one that nobody holds counts as left; it is made a moment before it is locked."""
MAX_LEFT = 64
"""Removed at once."""
VARIABLE = b"ATFAULT_PROBE_FOLDER"
GUARD = b"ATFAULT_PROBE_GUARD"
PYTHONPATH, OLD_PYTHONPATH = b"PYTHONPATH", b"ATFAULT_PROBE_PYTHONPATH"
HAND_OVER = ".uncaught.json"
JOURNAL = ".journal"
BUILD = ".build.txt"
NUMBA_OPTIONS, NUMBA_REPORT, BOUNDS = "numba.options", ".numba.json", ".bounds"
COMPARED = ".compare.json"
MAX_FILES = 64
"""Hand-overs, or journals, that are read; the first ones."""
MAX_BYTES = 16 << 20
MAX_NAMES = 100_000


class ProbeFolder:
    """A context manager: makes the folder, and removes it with all that is in it. Where none can be
    made the program runs without the probe."""

    def __init__(self, numba: str = "") -> None:
        """numba: what the probe is to do besides where Numba is used: "report", "bounds",
        "compare:SECONDS"."""
        self.path = ""
        self._numba = numba
        self._held: OpenFile | None = None

    def __enter__(self) -> ProbeFolder:
        try:
            self.path = tempfile.mkdtemp(prefix=PREFIX)
            self._held = _opened(self.path)
            _lock(self._held, fcntl.LOCK_SH)
            if self._numba:
                with open(os.path.join(self.path, NUMBA_OPTIONS), "w", encoding="ascii") as file:
                    file.write(self._numba)
        except OSError:
            self.path = ""
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self.path:
            shutil.rmtree(self.path, ignore_errors=True)
            remove_left(os.path.dirname(self.path))

    def prepare(self, start: Start, guard: str = "") -> Start:
        """The start with the probe in its environment. guard: how it is to guard torch, "plain",
        "strict" or "strict-repeats"; "" for not."""
        if not self.path:
            return start
        environment = with_probe(start.environment, VARIABLE, os.fsencode(self.path))
        environment = tuple([one for one in environment if not one.startswith(GUARD + b"=")])
        if guard:
            environment = (*environment, GUARD + b"=" + guard.encode())
        return start._replace(environment=environment)

    def hand_overs(self) -> list[bytes]:
        """What processes handed over, by the time of writing."""
        return self._contents(HAND_OVER)

    def journals(self) -> list[bytes]:
        return self._contents(JOURNAL)

    def failed_builds(self) -> list[tuple[int, bytes]]:
        """(pid of the pip that ran it, what it printed) for each build that failed, in order."""
        found = []
        for name, content in self._files(BUILD):
            pid = name.partition("-")[0]
            if pid.isdigit():
                found.append((int(pid), content))
        return found

    def compiled(self) -> list[bytes]:
        """What Numba compiled in each process."""
        return self._contents(NUMBA_REPORT)

    def failed_checks(self) -> list[bytes]:
        """Of indices, in each process."""
        return self._contents(BOUNDS)

    def compared(self) -> list[bytes]:
        """Calls whose compiled and interpreted results differ."""
        return self._contents(COMPARED)

    def _contents(self, suffix: str) -> list[bytes]:
        return [content for _, content in self._files(suffix)]

    def _files(self, suffix: str) -> list[tuple[str, bytes]]:
        """(name, content), the oldest first."""
        found = []
        try:
            names = os.listdir(self.path)[:MAX_NAMES] if self.path else []
        except OSError:
            return []
        for name in names:
            if name.endswith(suffix):
                path = os.path.join(self.path, name)
                try:
                    found.append((os.lstat(path).st_mtime_ns, path))
                except OSError:
                    continue
        contents = [(path, _read_regular(path)) for _, path in sorted(found)[:MAX_FILES]]
        return [(os.path.basename(path), data) for path, data in contents if data is not None]


def remove_left(parent: str) -> None:
    """Remove what killed watchers of this user have left in the folder."""
    try:
        names = [name for name in os.listdir(parent)[:MAX_NAMES] if name.startswith(PREFIX)]
        around = _opened(parent)
    except OSError:
        return
    for name in names[:MAX_LEFT]:
        try:
            _remove_if_left(around.fd, name)
        except OSError:
            continue  # it is held, somebody else's, or being removed


def _remove_if_left(parent: int, name: str) -> None:
    """Raises OSError. Nothing but files of ours in a folder of ours goes: its name may be taken
    by something else meanwhile, and an empty folder is all that is removed by that."""
    folder = _opened(name, parent)
    status = os.fstat(folder.fd)
    if status.st_uid != os.geteuid() or time.time() - status.st_mtime < LEFT_SECONDS:
        return
    if not _lock(folder, fcntl.LOCK_EX):
        return
    for file in os.listdir(folder.fd)[:MAX_NAMES]:
        os.unlink(file, dir_fd=folder.fd)
    os.rmdir(name, dir_fd=parent)


def _lock(folder: OpenFile, kind: int) -> bool:
    """Whether it is locked now; some file systems lock nothing."""
    try:
        fcntl.flock(folder.fd, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _opened(path: str, parent: int | None = None) -> OpenFile:
    """The folder, not a link to one. Raises OSError."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    return OpenFile(os.open(path, flags, dir_fd=parent))


def with_probe(environment: tuple[bytes, ...], name: bytes, value: bytes) -> tuple[bytes, ...]:
    """The environment with the variable NAME for the probe, whose own folder comes first on
    PYTHONPATH; the old value of that is kept aside."""
    result = [entry for entry in environment if not entry.startswith(name + b"=")]
    bootstrap = _bootstrap()
    old = next((e.partition(b"=")[2] for e in result if e.startswith(PYTHONPATH + b"=")), None)
    if old is None or old.split(b":", 1)[0] != bootstrap:
        ours = (PYTHONPATH + b"=", OLD_PYTHONPATH + b"=")
        result = [entry for entry in result if not entry.startswith(ours)]
        result.append(PYTHONPATH + b"=" + (bootstrap + b":" + old if old else bootstrap))
        if old is not None:
            result.append(OLD_PYTHONPATH + b"=" + old)
    return (*result, name + b"=" + value)


def _bootstrap() -> bytes:
    return os.fsencode(os.path.join(os.path.dirname(atfault_probe.__file__), "bootstrap"))


def _read_regular(path: str) -> bytes | None:
    """The program may put anything there: a link, a pipe, a file that grows."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            return None
        with open(fd, "rb", closefd=False) as file:
            return file.read(MAX_BYTES)
    except OSError:
        return None
    finally:
        os.close(fd)
