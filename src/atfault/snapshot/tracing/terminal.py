"""The terminal, put back when the program dies while it uses it in its own way.

A program that fills the screen, or reads single keys, ends by undoing what it did to the terminal.
One that is ended by a signal does not, and its report would come out as stairs on a screen that
goes away. A shell puts its terminal back when a job dies of a signal, but sees us exit.

What the line discipline does (termios) is kept at the start. What the terminal itself is set to
cannot be asked for, so it gets sequences that do nothing where there is nothing to undo.

Nothing is done for a program that has ended by itself, nor where the terminal is in the hands of
others: a job in the background, or one that has no terminal of its own.
"""

import os
import termios
from typing import Any, NamedTuple

from atfault.snapshot import procfs

_FILES = (2, 0, 1)
"""Where a terminal is looked for, that of the report first."""
_NOT_UNDERSTOOD = ("", "dumb", "unknown")
"""Values of TERM that say that the terminal understands no sequences."""
SEQUENCES = (
    # Leave the alternate screen, which takes the cursor back to where it was saved on the normal
    # one. On that, it is saved first, so that it stays where it is.
    b"\x1b7\x1b[?1049l"
    b"\x1b[?1l\x1b>"  # cursor keys and keypad
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1005l\x1b[?1006l\x1b[?1015l"  # the mouse
    b"\x1b[?1004l\x1b[?2004l"  # focus, bracketed paste
    b"\x1b(B\x0f\x1b[m\x1b[?25h"  # letters instead of lines, no colours, the cursor
)


class Terminal(NamedTuple):
    """The controlling terminal, as it was when the program was started."""

    owner: int
    """Pid of a process that it controls until the end."""
    fd: int | None
    """Open on it; None when that is no file that outlives the program's start."""
    path: str
    device: int
    """As os.stat has it in st_rdev."""
    settings: list[Any] | None
    """As termios.tcgetattr returns them; None when the terminal was not ours to look at."""

    def put_back(self) -> None:
        """Undo what a program has done to it that is dead by now. Never fails."""
        if not _is_in_foreground(self.owner, self.device):
            return
        try:
            fd = self._open()
        except OSError:
            return
        try:
            if self.settings is not None:
                termios.tcsetattr(fd, termios.TCSANOW, self.settings)
            if os.environ.get("TERM", "") not in _NOT_UNDERSTOOD:
                os.write(fd, SEQUENCES)
        except (OSError, termios.error):
            pass
        finally:
            if fd != self.fd:
                os.close(fd)

    def _open(self) -> int:
        """Raises OSError."""
        if self.fd is not None:
            return self.fd
        fd = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        if os.fstat(fd).st_rdev != self.device:
            os.close(fd)
            raise OSError(f"{self.path} is another terminal now")
        return fd


def remember() -> Terminal | None:
    """The terminal that this process, and so the program, is started on; None without one.

    Of standard input, output and error, standard error alone stays open until the report, so
    another one is opened anew by its name.
    """
    for fd in _FILES:
        if not os.isatty(fd):
            continue
        owner, device = os.getpid(), os.fstat(fd).st_rdev
        try:
            path = os.ttyname(fd)
        except OSError:
            path = ""  # it has no name in this container
        settings = None
        if _is_in_foreground(owner, device):  # else it is as somebody else wants it
            try:
                settings = termios.tcgetattr(fd)
            except termios.error:
                pass
        return Terminal(owner, fd if fd == 2 else None, path, device, settings)
    return None


def _is_in_foreground(pid: int, device: int) -> bool:
    """Whether the process has this terminal, and with it what is typed."""
    found = procfs.stat(pid)
    return found is not None and found.terminal == device and found.foreground == found.group
