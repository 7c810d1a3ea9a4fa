"""The files of a program that is run twice: kept open for the second run, its input put back.

standard input     terminal, /dev/null       passed on as it is (unasked: a terminal is not)
                   regular file              opened anew at the offset of the first run
                   pipe, socket              what the first run has read is gone: said
standard output    not shown a second time (`atfault run … | wc -l` must count once), but kept,
and error          bounded: they tell of exceptions. A terminal gets to see them as well, where
                   the further run was asked for.

Whether the first run has read its standard input is known of

    a regular file     its offset, which our copy shares
    a terminal         the time of its last read, which is put back before: the kernel sets it anew
                       by each read, to the nearest 8 seconds (drivers/tty/tty_io.c)
    /dev/null          nothing can be read there
"""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import time

FIRST_SPARE = 100
"""Copies are numbered from here, out of the way of what a program expects at a number."""
MAX_KEPT = 4 << 20
"""Bytes of output that are kept: the last ones."""
CHUNK = 1 << 16
READ_STEP = 16
"""Seconds; more than the kernel may round the time of a terminal's last read by."""
NULL_DEVICE = os.makedev(1, 3)
DRAIN_SECONDS = 1.0
"""How long to wait for the rest of the output when the run is over."""


class KeptFiles:
    """All files that the program inherits, so that a second one can inherit them too."""

    def __init__(self) -> None:
        self._copies: dict[int, int] = {}
        for fd in _inheritable():
            try:
                self._copies[fd] = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, FIRST_SPARE)
            except OSError:
                continue
        self._offset = _offset(0)
        self._last_read: int | None = None

    def restore(self) -> None:
        """Give every file its number back."""
        for fd, copy in self._copies.items():
            os.dup2(copy, fd, inheritable=True)

    def watch_input(self) -> None:
        """Before the first run: `input_was_read` will be asked."""
        if not self.is_terminal(0):
            return
        fd = self._copies[0]
        status = os.fstat(fd)
        earlier = status.st_atime_ns - READ_STEP * 10**9
        try:
            os.utime(fd, ns=(earlier, status.st_mtime_ns))
        except OSError:
            return  # of somebody else, as under sudo
        self._last_read = os.fstat(fd).st_atime_ns

    def input_was_read(self) -> str:
        """Why the first run has read its standard input, or may have, as a clause; "" when it has
        not."""
        copy = self._copies.get(0)
        if copy is None:
            return ""
        status = os.fstat(copy)
        if stat.S_ISREG(status.st_mode):
            return "" if _offset(copy) == self._offset else "it has read its standard input"
        if stat.S_ISCHR(status.st_mode) and status.st_rdev == NULL_DEVICE:
            return ""
        if self._last_read is not None:
            if status.st_atime_ns != self._last_read:
                return "it has read from the terminal"
            os.utime(copy, ns=(self._last_read + READ_STEP * 10**9, status.st_mtime_ns))
            return ""
        kind = "a terminal of another user" if self.is_terminal(0) else "no file and no terminal"
        return f"its standard input is {kind}, so that nobody knows whether it has read it"

    def rewind_input(self, *, asked: bool = True) -> str:
        """Prepare standard input for one more run; what is wrong with it, in words, or "".

        asked: the run was asked for, so that a terminal may be asked for input again."""
        copy = self._copies.get(0)
        if copy is None:
            return ""
        if not asked and self.is_terminal(0):
            null = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
            os.dup2(null, 0, inheritable=True)
            os.close(null)
            return ""
        mode = os.fstat(copy).st_mode
        if stat.S_ISREG(mode):
            try:
                again = os.open(f"/proc/self/fd/{copy}", os.O_RDONLY | os.O_CLOEXEC)
                os.lseek(again, self._offset or 0, os.SEEK_SET)
            except OSError as error:
                return f"its standard input could not be read again: {error.strerror}"
            os.dup2(again, 0, inheritable=True)
            os.close(again)
            return ""
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            return (
                "its standard input is a pipe: what the first run has read of it was not there "
                "for the second; give it a file with < to have it read again"
            )
        return ""

    def is_terminal(self, fd: int) -> bool:
        copy = self._copies.get(fd)
        return copy is not None and os.isatty(copy)

    def copy(self, fd: int) -> int:
        """The spare number of a file; -1 when it was closed."""
        return self._copies.get(fd, -1)

    def close(self) -> None:
        for copy in self._copies.values():
            os.close(copy)
        self._copies.clear()


class Capture:
    """Standard output and error of one run, kept instead of shown.

    program ── pipe ── copier (a process) ── log (a memory file, bounded) and the terminal, if any

    shown: whether a terminal gets to see it.
    """

    def __init__(self, kept: KeptFiles, *, shown: bool = True) -> None:
        self._logs = {fd: os.memfd_create(f"atfault-output-{fd}") for fd in (1, 2)}
        self._copiers = [
            _start_copier(fd, log, kept.copy(fd) if shown and kept.is_terminal(fd) else -1)
            for fd, log in self._logs.items()
        ]

    def texts(self) -> tuple[str, str]:
        """(output, errors) when the run is over and the numbers 1 and 2 have been given back."""
        deadline = time.monotonic() + DRAIN_SECONDS
        for copier in self._copiers:
            _end_copier(copier, deadline)
        out, err = (_tail(log) for log in self._logs.values())
        for log in self._logs.values():
            os.close(log)
        return out, err


def _start_copier(fd: int, log: int, terminal: int) -> int:
    """Make `fd` a pipe to a new process that copies what comes to `log`, and `terminal` if >= 0."""
    reader, writer = os.pipe()
    copier = os.fork()
    if copier == 0:
        try:
            os.close(writer)
            null = os.open(os.devnull, os.O_RDWR)
            for other in (0, 1, 2):
                os.dup2(null, other)
            _copy(reader, log, terminal)
        finally:
            os._exit(0)
    os.close(reader)
    os.dup2(writer, fd, inheritable=True)
    os.close(writer)
    return copier


def _copy(reader: int, log: int, terminal: int) -> None:
    kept = 0
    while part := os.read(reader, CHUNK):
        if terminal >= 0:
            _write_all(terminal, part)
        _write_all(log, part)
        kept += len(part)
        if kept > 2 * MAX_KEPT:
            tail = os.pread(log, MAX_KEPT, kept - MAX_KEPT)
            os.ftruncate(log, 0)
            os.lseek(log, 0, os.SEEK_SET)
            _write_all(log, tail)
            kept = len(tail)


def _write_all(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]


def _end_copier(pid: int, deadline: float) -> None:
    """It ends with the pipe's last writer, which may be a descendant that lives on."""
    while time.monotonic() < deadline:
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return
        except ChildProcessError:
            return
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _tail(fd: int) -> str:
    size = os.fstat(fd).st_size
    start = max(size - MAX_KEPT, 0)
    return os.pread(fd, MAX_KEPT, start).decode("utf-8", "replace")


def _offset(fd: int) -> int | None:
    """Where a regular file is read next; None for all else."""
    try:
        if stat.S_ISREG(os.fstat(fd).st_mode):
            return os.lseek(fd, 0, os.SEEK_CUR)
    except OSError:
        pass
    return None


def _inheritable() -> list[int]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.get_inheritable(int(name)):
                found.append(int(name))
        except OSError:
            continue
    return found
