"""The core for whoever would have had it without us: another program, or a file.

a Python          tee: the kernel's pipe ─┬─ our copy
                                          └─ a child: the other program, or the file's writer
anything else     the other program takes this process's place, with the pipe unread
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import NoReturn

from atfault.handler.crash import NO_LIMIT, Crash
from atfault.handler.pattern import command_of, file_of

PIECE = 1 << 20
BLOCK = 1 << 16
ZEROS = bytes(BLOCK)
PAGE = 4096
"""Bytes of the smallest core that the kernel writes to a file."""
FORMER_SECONDS = 120.0
"""How long the process is kept for whoever takes its core."""


class Sink:
    """Where a copy of the core goes. It takes no more once that fails, or `room` bytes are there;
    `problem` says why."""

    def __init__(self, fd: int, room: int, sparse: bool) -> None:
        self.fd = fd
        self.size = 0
        self.problem = ""
        self._room = room
        self._sparse = sparse
        """Leave out blocks of zeros."""

    def take(self, piece: bytes) -> None:
        if self.problem:
            return
        try:
            for at in range(0, len(piece), BLOCK) if self._sparse else (0,):
                block = piece[at : at + BLOCK] if self._sparse else piece
                if self.size + len(block) > self._room:
                    self.problem = "the core is larger than there is room for"
                    return
                self._write(block)
                self.size += len(block)
        except OSError as error:
            self.problem = os.strerror(error.errno or errno.EIO)

    def _write(self, block: bytes) -> None:
        if self._sparse and (block == ZEROS or block.count(0) == len(block)):
            os.lseek(self.fd, len(block), os.SEEK_CUR)
            return
        rest = memoryview(block)
        while rest:
            rest = rest[os.write(self.fd, rest) :]

    def finish(self) -> None:
        """Give a file its length, which may end in zeros that were left out."""
        if self._sparse:
            with suppress(OSError):
                os.ftruncate(self.fd, self.size)


def tee(source: int, sinks: Iterable[Sink]) -> None:
    """Copy all that comes from a pipe, as long as anybody wants it. Raises OSError of reading."""
    with suppress(OSError):
        fcntl.fcntl(source, fcntl.F_SETPIPE_SZ, PIECE)
    sinks = tuple(sinks)
    while (piece := os.read(source, PIECE)) and not all(sink.problem for sink in sinks):
        for sink in sinks:
            sink.take(piece)
    for sink in sinks:
        sink.finish()


def pass_on(former: str, crash: Crash, uses_pid: bool) -> str:
    """Give the core on standard input to whoever had it before: this process becomes it, where it
    is a program. Returns why not, or "" where the file is written, or none was wanted."""
    if not former.startswith("|"):
        child = _fork_writer(former, crash, uses_pid, 0, ())
        if child:
            os.waitpid(child, 0)
        return ""
    try:
        _become(former, crash)
    except OSError as error:
        return f"{former.split()[0]} cannot be executed: {os.strerror(error.errno or 0)}"


def start_former(former: str, crash: Crash, uses_pid: bool) -> tuple[int, Sink] | None:
    """Start whoever had the core before as a child: its pid, and where to write; None for none."""
    reading, writing = os.pipe()
    try:
        if former.startswith("|"):
            child = _fork_program(former, crash, reading)
        else:
            child = _fork_writer(former, crash, uses_pid, reading, (writing,))
    finally:
        os.close(reading)
    if not child:
        os.close(writing)
        return None
    return child, Sink(writing, NO_LIMIT, sparse=False)


def wait_for(child: int, seconds: float = FORMER_SECONDS) -> None:
    """Until a child has ended, or the time is up."""
    until = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0) and time.monotonic() < until:
        time.sleep(0.02)


def _fork_program(former: str, crash: Crash, reading: int) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.dup2(reading, 0)
        _become(former, crash)
    except BaseException:
        os._exit(127)


def _become(former: str, crash: Crash) -> NoReturn:
    """Raises OSError."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    values = crash.values
    if "%F" in former:
        numbers = {**values.numbers, "F": os.dup(os.pidfd_open(values.numbers["P"]))}
        os.set_inheritable(numbers["F"], True)
        values = values._replace(numbers=numbers)
    command = command_of(former, values)
    if not command:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    os.execve(command[0], command, {})


def _fork_writer(
    former: str, crash: Crash, uses_pid: bool, reading: int, others: tuple[int, ...]
) -> int:
    """Write the file in a child, as the kernel would: in the process's root and folder, with its
    rights, and as much as its limit lets it. 0 where the kernel would write none. others: what the
    child is not to hold, as it would wait for its own end of the pipe."""
    limit, mode = crash.values.numbers["c"], crash.values.numbers["d"]
    name = file_of(former, crash.values, uses_pid)
    if not name or limit < PAGE or (mode != 1 and not name.startswith("/")):
        return 0
    child = os.fork()
    if child:
        return child
    try:
        for fd in others:
            os.close(fd)
        os.umask(0o077)
        if mode == 1:
            _go_where(crash)
            with suppress(OSError):
                os.unlink(name)
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
        fd = os.open(name, flags, 0o600)
        if stat.S_ISREG(os.fstat(fd).st_mode):
            tee(reading, (Sink(fd, limit, sparse=True),))
        os._exit(0)
    except BaseException:
        os._exit(1)


def _go_where(crash: Crash) -> None:
    """Into the process's root and folder, with its rights, for good. Raises OSError."""
    flags = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC
    folder = os.open(f"{crash.folder}/cwd", flags)
    os.chroot(f"{crash.folder}/root")
    os.fchdir(folder)
    os.setgroups(crash.groups)
    os.setresgid(crash.fsgid, crash.fsgid, crash.fsgid)
    os.setresuid(crash.fsuid, crash.fsuid, crash.fsuid)
