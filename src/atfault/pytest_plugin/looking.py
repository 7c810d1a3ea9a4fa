"""Looks at a process of tests from outside: one that stands in its crash, or hangs.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from atfault.pytest_plugin.held import let_go

CRASH_SECONDS = 120.0
WATCH_SECONDS = 2.0
CHILD = "child"
_QUIET_SECONDS = 0.5
_MIN_WIDTH = 40


class Look(NamedTuple):
    """What was seen. text: as `atfault attach` prints it; finding: the first one of its report, as
    docs/json.md has it."""

    text: str
    finding: dict[str, Any]


def look(pid: int, folder: str, *, crashed: bool, prefix: str = "") -> Look | None:
    """At a process; None where nothing could be seen. It is done by a process of its own: whatever
    becomes of that, the tests go on. Its text is kept in `folder`, where it has a prefix."""
    fd, path = tempfile.mkstemp(suffix=".json", dir=folder)
    os.close(fd)
    how = ["--now"] if crashed else ["--watch", str(WATCH_SECONDS)]
    isolated = ["-P"] if sys.version_info >= (3, 11) else []
    try:
        done = subprocess.run(
            [sys.executable, *isolated, "-m", "atfault"]
            + ["attach", *how, "--color", "never", "--json", path, str(pid)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "COLUMNS": str(width())},
            timeout=CRASH_SECONDS,
            check=False,
        )
        with open(path, encoding="utf-8") as file:
            finding = json.load(file)["diagnosis"][0]
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError):
        return None
    found = Look(done.stdout.decode(errors="replace").strip(), finding)
    if prefix:
        with open(f"{path}.{prefix}", "w", encoding="utf-8") as kept:
            kept.write(found.text)
    return found


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


def width() -> int:
    """Columns for a report."""
    return max(shutil.get_terminal_size().columns, _MIN_WIDTH)
