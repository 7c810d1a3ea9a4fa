"""`atfault run` on a terminal that a dying program leaves in its own way: curses, raw mode."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.run_command import ATFAULT, TIMEOUT, environment

TIOCGPTN = 0x80045430
CURSES = """
import curses, faulthandler, os, signal, sys
screen = curses.initscr()
curses.noecho(); curses.cbreak(); screen.keypad(True); curses.curs_set(0)
curses.mousemask(curses.ALL_MOUSE_EVENTS)
screen.addstr(2, 2, "in the middle of the screen")
screen.refresh()
END
"""
CRASH = "import ctypes; ctypes.string_at(0)"
IN_RAW_MODE = f"import tty; tty.setraw(0); print('raw'); {CRASH}"


def ptsname(fd: int) -> str:
    """The name of the other side of a terminal."""
    number = struct.unpack("I", fcntl.ioctl(fd, TIOCGPTN, b"\0" * 4))[0]
    return f"/dev/pts/{number}"


class Seen(NamedTuple):
    before: list[Any]
    after: list[Any]
    """termios settings."""
    output: str
    code: int


def on_terminal(
    *command: str, state: Path, term: str = "xterm-256color", redirect: str = ""
) -> Seen:
    """`atfault run` on a new terminal. redirect: a file for its standard error."""
    pid, fd = pty.fork()
    if pid == 0:
        if redirect:
            os.dup2(os.open(redirect, os.O_WRONLY | os.O_CREAT, 0o600), 2)
        argv = [*ATFAULT, "run", "--", *command]
        os.execve(argv[0], argv, environment(str(state), TERM=term, LINES="24", COLUMNS="80"))
    before = termios.tcgetattr(fd)
    output, code = read_until_end(pid, fd)
    after = termios.tcgetattr(fd)
    os.close(fd)
    return Seen(before, after, output, code)


def read_until_end(pid: int, fd: int) -> tuple[str, int]:
    """What process `pid` prints on the terminal whose other side is `fd`, and its exit code."""
    shell = os.open(ptsname(fd), os.O_RDWR | os.O_NOCTTY)  # which a terminal has open as well
    output = b""
    deadline = time.monotonic() + TIMEOUT
    ended = 0
    while True:
        while select.select([fd], [], [], 0.02)[0]:
            output += os.read(fd, 65536)
        if ended or time.monotonic() > deadline:
            break
        ended, status = os.waitpid(pid, os.WNOHANG)
    os.close(shell)
    assert ended, output
    return output.decode(errors="replace"), os.waitstatus_to_exitcode(status)


def test_a_report_of_a_curses_program_stands_on_the_normal_screen(tmp_path: Path) -> None:
    seen = on_terminal(sys.executable, "-c", CURSES.replace("END", CRASH), state=tmp_path)
    assert seen.code == 139
    assert seen.after == seen.before
    entered, report = seen.output.index("\x1b[?1049h"), seen.output.index("Segmentation fault")
    between = seen.output[entered:report]
    for undo in ("\x1b[?1049l", "\x1b[?25h", "\x1b[?1l\x1b>", "\x1b[?1000l", "\x1b[?2004l"):
        assert undo in between
    assert "\n" not in seen.output[report:].replace("\r\n", ""), "no stairs"


@pytest.mark.representative("terminals")
def test_a_killed_curses_program_leaves_a_usable_terminal(tmp_path: Path) -> None:
    end = "os.kill(os.getpid(), signal.SIGKILL)"  # of others, ncurses takes care itself
    seen = on_terminal(sys.executable, "-c", CURSES.replace("END", end), state=tmp_path)
    assert seen.code == 137
    assert seen.after == seen.before
    assert "\x1b[?25h" in seen.output[seen.output.index("\x1b[?25l") :]


def test_raw_mode_ends_although_the_report_goes_to_a_file(tmp_path: Path) -> None:
    log = f"{tmp_path}/log"
    seen = on_terminal(sys.executable, "-c", IN_RAW_MODE, state=tmp_path, redirect=log)
    assert seen.after == seen.before
    assert "\x1b[?25h" in seen.output
    with open(log, encoding="utf-8") as file:
        text = file.read()
    assert "Segmentation fault" in text
    assert "\x1b[?" not in text


def test_a_terminal_without_sequences_gets_none(tmp_path: Path) -> None:
    seen = on_terminal(sys.executable, "-c", IN_RAW_MODE, state=tmp_path, term="dumb")
    assert seen.after == seen.before
    assert "Segmentation fault" in seen.output
    assert "\x1b[?" not in seen.output


@pytest.mark.parametrize("code", [0, 3])
def test_what_a_program_that_ends_by_itself_leaves_is_its_own_wish(
    tmp_path: Path, code: int
) -> None:
    script = f"import sys, tty; tty.setraw(0); print('\\x1b[?1049h'); sys.exit({code})"
    seen = on_terminal(sys.executable, "-c", script, state=tmp_path)
    assert seen.code == code
    assert seen.after != seen.before
    assert "\x1b[?1049l" not in seen.output


BACKGROUND = """
import signal, subprocess, sys, termios, tty
signal.signal(signal.SIGTTOU, signal.SIG_IGN)      # tty.setraw in the background
for settings in (termios.tcgetattr(0), None):
    if settings is None:
        tty.setraw(0)
    subprocess.Popen(sys.argv[1:], process_group=0).wait()
print("still raw" if termios.tcgetattr(0)[3] & termios.ICANON == 0 else "put back")
"""


def test_a_background_job_lets_the_terminal_be(tmp_path: Path) -> None:
    pid, fd = pty.fork()
    if pid == 0:
        crash = [*ATFAULT, "run", "--", sys.executable, "-c", CRASH]
        env = environment(str(tmp_path), TERM="xterm")
        os.execve(sys.executable, [sys.executable, "-c", BACKGROUND, *crash], env)
    output, _ = read_until_end(pid, fd)
    os.close(fd)
    assert output.count("Segmentation fault in") == 2
    assert "still raw" in output
    assert "\x1b[?1049l" not in output
