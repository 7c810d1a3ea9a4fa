"""Processes that tests have started, and that crash.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import glob
import os
import signal
import socket
from contextlib import suppress
from typing import Any

from atfault.held import let_go
from atfault.looking import Look, look

CHILD = "child"
_DURING = "atfault: it ended during "
_QUIET_SECONDS = 0.5


class Children:
    """Of those that are watched: each is told once."""

    def __init__(self, folder: str) -> None:
        """folder: where what they died of is kept."""
        self._folder = folder
        self._told: set[int] = set()

    def tell(self, pid: int, watcher: socket.socket, test: str) -> None:
        """One that crashes, and has the socket from the process that forked it: keep what it died
        of, and let it go. Another one may stand already: that is the next. test: which runs
        meanwhile, where that is known."""
        if pid not in self._told:
            self._told.add(pid)
            seen = look(pid, self._folder, crashed=True)
            if isinstance(seen, Look):
                text = f"{_DURING}{test}\n{seen.text}" if test else seen.text
                with suppress(OSError), open(f"{seen.path}.{CHILD}", "w", encoding="utf-8") as kept:
                    kept.write(text)
        let_go(watcher, _QUIET_SECONDS, pid)


def children_told(terminalreporter: Any, folder: str) -> None:
    """Write what is in `folder` of such processes."""
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), f"*.{CHILD}"))):
        with open(path, encoding="utf-8") as file:
            terminalreporter.section("a process that a test had started has crashed")
            terminalreporter.write_line(file.read())


def end_with_forks(pid: int) -> None:
    """Kill a process that hangs, with those below it in its session: a test that runs in a fork
    (pytest-forked) hangs there. A daemon has a session of its own."""
    known = {int(name): _parent_and_session(name) for name in os.listdir("/proc") if name.isdigit()}
    session = known.get(pid, ("", ""))[1]
    ended = [pid]
    for parent in ended:  # which grows meanwhile
        ended += [one for one, of in known.items() if of == (str(parent), session)]
    for one in ended:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)


def _parent_and_session(pid: str) -> tuple[str, str]:
    """By /proc/PID/stat (the readers of /proc need a newer Python than the plug-in)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            _, parent, _, session = file.read().rpartition(b") ")[2].decode("ascii").split()[:4]
    except (OSError, ValueError):
        return "", ""
    return parent, session
