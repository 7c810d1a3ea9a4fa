"""Looks at a process of tests from outside: one that stands in its crash, or hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

CRASH_SECONDS = 120.0
WATCH_SECONDS = 2.0


def look(pid: int, folder: str, *, crashed: bool) -> str:
    """The path of a report on a process, in `folder`; "" where none could be made. It is made by a
    process of its own: whatever becomes of that, the tests go on."""
    fd, path = tempfile.mkstemp(suffix=".json", dir=folder)
    os.close(fd)
    how = ["--now"] if crashed else ["--watch", str(WATCH_SECONDS)]
    command = [sys.executable, "-P"] if sys.version_info >= (3, 11) else [sys.executable]
    try:
        subprocess.run(
            [*command, "-m", "atfault", "attach", *how, "--json", path, str(pid)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=CRASH_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return path if os.path.getsize(path) else ""
