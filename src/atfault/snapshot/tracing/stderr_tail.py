"""The tail of standard error: what a program printed last, kept without touching how it prints.

Where standard error is a file (2>FILE), that has it. It is read when the program has ended, or is
held at its fatal signal; until then nothing is done, so that printing costs what it costs without
us, and isatty, order, buffering and signals are the program's own.

Of a terminal, a pipe or a socket nothing can be read back, so the tail is an Absent. Tried were:

- A seccomp filter that stops the tracer at writes to descriptor 2 (SECCOMP_RET_TRACE). It cannot be
  removed again, and where no tracer is, the kernel fails the call with ENOSYS: a daemon that
  outlives the run, or a program whose tracer was killed, could print nothing for the rest of its
  life. The same holds for SECCOMP_RET_USER_NOTIF without its listener; no action of a filter means
  "tell, or else allow". Whoever is not root must also give up setuid for good (no_new_privs).
  And a stop costs some 20 times a write: Python writes print(a, b) in four pieces, and a program
  that prints 100,000 lines took 10 to 20 times as long.
- PTRACE_SYSCALL in place of PTRACE_CONT harms nobody, but stops twice at each call of any kind, and
  when the last words come nobody knows before.
- tee(2) from a second reading end of a pipe loses what the reader takes first, and the program is
  not told any more when its reader has gone.
- Uprobes, tracepoints and eBPF need rights that a user does not have.
"""

from __future__ import annotations

import fcntl
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.model.absent import Absent
from atfault.model.printed import PrintedTail

MAX_TAIL = 64 << 10
"""Bytes that are kept."""
MAX_OWN = 1 << 16
"""Pieces of text that are known to be atfault's own."""
_RANGE = struct.Struct("<QQ")
_TO_KEEP = "to have it read: atfault run … 2>FILE"


class StandardError:
    """Standard error of a run. Make it before the program is started; it is used in the front, in
    the tracer and in helpers, which all have the same open file as the program."""

    def __init__(self, fd: int = 2) -> None:
        self._fd = fd
        self._begin = 0
        self._appends = False
        self._own: int | None = None
        """A file of memory: [start, end) of each text that atfault wrote itself."""
        self._reason = self._open()

    def _open(self) -> str:
        """Why nothing can be kept; "" where it can."""
        try:
            found = os.fstat(self._fd)
            if not stat.S_ISREG(found.st_mode):
                return _why_not(self._fd, found)
            self._appends = bool(fcntl.fcntl(self._fd, fcntl.F_GETFL) & os.O_APPEND)
            self._begin = self._end()
            self._own = os.memfd_create("atfault-own-words")
            fcntl.fcntl(self._own, fcntl.F_SETFL, os.O_APPEND)  # helpers write at the same time
        except OSError as error:
            return f"standard error could not be looked at: {error.strerror}"
        return ""

    def _end(self) -> int:
        """Where the next write goes, or has gone: the program shares the offset. Raises OSError."""
        size = os.fstat(self._fd).st_size
        return size if self._appends else min(os.lseek(self._fd, 0, os.SEEK_CUR), size)

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Around what atfault itself writes to standard error, and flushes, during a run: it is
        left out of the tail, with whatever the program writes at that very moment."""
        if self._own is None:
            yield
            return
        try:
            before = self._end()
        except OSError:
            before = 0
        try:
            yield
        finally:
            try:
                os.write(self._own, _RANGE.pack(before, self._end()))
            except OSError:
                pass

    def tail(self, size: int = MAX_TAIL) -> PrintedTail | Absent:
        """The last bytes that were printed until now, at most `size`."""
        if self._own is None:
            return Absent(self._reason)
        try:
            end = self._end()
            if end < self._begin:
                return Absent("the file on standard error was cut short while the program ran")
            # The program may have it open for writing alone.
            path = f"/proc/self/fd/{self._fd}"
            reader = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK)
            try:
                return self._read(reader, end, size)
            finally:
                os.close(reader)
        except OSError as error:
            return Absent(f"the file on standard error could not be read: {error.strerror}")

    def _read(self, reader: int, end: int, size: int) -> PrintedTail:
        """Raises OSError."""
        parts: list[bytes] = []
        left, truncated = size, False
        for start, stop in reversed(self._printed(end)):
            if not left:
                truncated = True
                break
            first = max(start, stop - left)
            part = os.pread(reader, stop - first, first)
            parts.append(part)
            truncated = first > start
            left -= stop - first
        text = b"".join(reversed(parts))
        return PrintedTail(text, truncated)

    def _printed(self, end: int) -> list[tuple[int, int]]:
        """[start, end) of what was printed by others than atfault, in order."""
        assert self._own is not None
        content = os.pread(self._own, MAX_OWN * _RANGE.size, 0)
        found = []
        at = self._begin
        for start, stop in sorted(_RANGE.iter_unpack(content[: len(content) // 16 * 16])):
            if at < start < end:
                found.append((at, start))
            at = max(at, stop)
        if at < end:
            found.append((at, end))
        return found


def _why_not(fd: int, found: os.stat_result) -> str:
    if os.isatty(fd):
        return f"standard error is a terminal, and what was printed there is gone; {_TO_KEEP}"
    if stat.S_ISFIFO(found.st_mode):
        return f"standard error is a pipe, and what was printed there is its reader's; {_TO_KEEP}"
    if stat.S_ISSOCK(found.st_mode):
        return f"standard error is a socket, and what was printed there is sent; {_TO_KEEP}"
    return f"standard error is no file that keeps anything; {_TO_KEEP}"
