"""An import tried in a child process: how it ended, what it handed over, what it printed last.

The child is the interpreter with the probe in its environment, in a session of its own, so that
nothing that it starts outlives the try. Its output goes nowhere but into a bounded buffer.
"""

import os
import select
import signal
import subprocess
import time
from typing import NamedTuple

from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.decode.exceptions.uncaught_text import read_printed
from atfault.errors import AccessError, AtfaultError
from atfault.model.hand_over import HandOver
from atfault.options import Options
from atfault.snapshot.tracing.probe_folder import VARIABLE, ProbeFolder, with_probe

MAX_TAIL = 1 << 16
"""Bytes that are kept of what it prints, the last ones."""


class ImportTried(NamedTuple):
    """What became of it."""

    command: tuple[str, ...]
    pid: int
    status: int | None
    """Its exit status, negative for a signal; None where it was ended, as its time was up."""
    seconds: float
    handed: HandOver | None
    """The exception that ended it."""
    printed: str


def try_import(python: str, module: str, seconds: float, options: Options) -> ImportTried:
    """Import `module`, a dotted name, with the interpreter `python`, for `seconds` at most. Raises
    AccessError where the interpreter cannot be started."""
    command = (python, "-c", f"import {module}")
    with ProbeFolder() as folder:
        environment = tuple(os.fsencode(f"{name}={value}") for name, value in os.environ.items())
        if folder.path:
            environment = with_probe(environment, VARIABLE, os.fsencode(folder.path))
        started = time.monotonic()
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=dict(entry.split(b"=", 1) for entry in environment),
            )
        except OSError as error:
            raise AccessError(f"cannot start {python}: {error.strerror}") from None
        in_time = False
        try:
            printed = _tail(child, started + seconds)
            in_time = _has_ended(child.pid)
        finally:
            _end(child)
        took = time.monotonic() - started
        text = printed.decode("utf-8", "replace")
        return ImportTried(
            command,
            child.pid,
            child.returncode if in_time else None,
            took,
            _handed_over(folder.hand_overs(), text, child.pid, options),
            text,
        )


def _tail(child: "subprocess.Popen[bytes]", deadline: float) -> bytes:
    """What it printed last, when it has ended or its time is up."""
    assert child.stderr is not None
    fd = child.stderr.fileno()
    kept = b""
    is_open = True
    while time.monotonic() < deadline:
        if is_open and select.select([fd], [], [], 0.05)[0]:
            part = os.read(fd, MAX_TAIL)
            is_open = bool(part)
            kept = (kept + part)[-MAX_TAIL:]
        elif _has_ended(child.pid):  # others may keep its standard error open
            break
        elif not is_open:
            time.sleep(0.01)
    return kept


def _has_ended(pid: int) -> bool:
    """Without reaping it."""
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, pid, flags) is not None


def _end(child: "subprocess.Popen[bytes]") -> None:
    """End it, and all that it has started. It is not reaped before, so that the number of its group
    is still its own."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except OSError:
        pass
    child.wait()
    if child.stderr is not None:
        child.stderr.close()


def _handed_over(
    contents: list[bytes], printed: str, pid: int, options: Options
) -> HandOver | None:
    for content in reversed(contents):
        try:
            one = read_uncaught(content, options)
        except AtfaultError:
            continue
        if one.exception.pid == pid:
            return one
    return read_printed(printed, options)
