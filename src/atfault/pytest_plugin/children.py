"""Processes that tests have started, and that crash.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import glob
import os
import socket
from typing import Any

from atfault.held import let_go
from atfault.looking import look

CHILD = "child"
_QUIET_SECONDS = 0.5


def tell_of_child(pid: int, folder: str, watcher: socket.socket) -> None:
    """A process that crashes, which one of ours has forked: keep what it died of, and let it go.
    The socket stays as it is for the other one."""
    look(pid, folder, crashed=True, prefix=CHILD)
    let_go(watcher, _QUIET_SECONDS)


def children_told(terminalreporter: Any, folder: str) -> None:
    """Write what is in `folder` of such processes."""
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), f"*.{CHILD}"))):
        with open(path, encoding="utf-8") as file:
            terminalreporter.section("a process that a test had started has crashed")
            terminalreporter.write_line(file.read())
