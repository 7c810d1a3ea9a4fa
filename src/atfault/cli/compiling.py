"""What Numba compiles just now, on a terminal's standard error, while a script runs.

The probe keeps one record a process, of RECORD bytes: "3 1 shift" (functions done, whether one is
being compiled, its name). A process of its own reads them: the one that waits for the script must
answer signals at once. A line is drawn for what takes longer than PATIENCE, and the cursor goes
back to its start, so that what the script prints goes over it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.report.escape import clean

SUFFIX = ".compiling"
RECORD = 256
PATIENCE = 1.5
"""Seconds that a function may take before anything is drawn."""
EVERY = 0.25
MAX_PROCESSES = 64
_ERASE = "\r\x1b[K"


@contextmanager
def showing(folder: str) -> Iterator[None]:
    """While it is open, what takes long to compile is shown. folder: the probe's."""
    if not folder or not is_shown():
        yield
        return
    heard, said = os.pipe()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        try:
            os.close(said)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
                signal.signal(number, signal.SIG_IGN)
            _draw(folder, heard)
        finally:
            os._exit(0)
    os.close(heard)
    try:
        yield
    finally:
        os.close(said)
        os.waitpid(pid, 0)


def is_shown() -> bool:
    """Whether there is a terminal to draw on."""
    try:
        return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    except (AttributeError, ValueError):  # closed
        return False


def _draw(folder: str, heard: int) -> None:
    """Until the other end of `heard` is closed."""
    since: dict[str, tuple[str, float]] = {}
    drawn = False
    while not select.select([heard], [], [], EVERY)[0]:
        now = time.monotonic()
        records = _records(folder)
        since = {
            path: since[path] if since.get(path, ("", 0.0))[0] == name else (name, now)
            for path, _, name in records
            if name
        }
        slow = [(now - began, name) for name, began in since.values() if now - began > PATIENCE]
        if slow:
            seconds, name = max(slow)
            line = f"compiling {name} ({seconds:.0f} s; {sum(r[1] for r in records)} done)"
            width = os.get_terminal_size(2).columns or 80
            _write(_ERASE + clean(line)[: max(width - 1, 20)] + "\r")
            drawn = True
        elif drawn:
            _write(_ERASE)
            drawn = False
    if drawn:
        _write(_ERASE)


def _write(text: str) -> None:
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        os._exit(0)


def _records(folder: str) -> list[tuple[str, int, str]]:
    """(file, functions done, name of the one being compiled or "") of each process."""
    found = []
    try:
        names = [name for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except OSError:
        return []
    for name in names[:MAX_PROCESSES]:
        path = os.path.join(folder, name)
        if not os.path.exists(f"/proc/{name.partition('.')[0]}"):
            continue
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            record = os.pread(fd, RECORD, 0).decode("utf-8", "replace").rstrip("\0\n ")
        except OSError:
            continue
        finally:
            os.close(fd)
        done, _, rest = record.partition(" ")
        going, _, function = rest.partition(" ")
        if done.isdigit() and len(done) < 9:
            found.append((path, int(done), function if going == "1" else ""))
    return found
