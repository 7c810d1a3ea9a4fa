"""Looks at a process from outside, as `atfault attach` does it: one that stands in its crash (see
`held`), or hangs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

OLDEST = 3, 10
"""The first Python that runs all of atfault. This module and those of the pytest plug-in run in the
tests' own process, on 3.9 as well."""
PROGRAM = "ATFAULT_PROGRAM"
CRASH_SECONDS = 120.0
WATCH_SECONDS = 2.0
_MIN_WIDTH = 40


class Look(NamedTuple):
    """What was seen. text: as `atfault attach` prints it; finding: the first one of its report, as
    docs/json.md has it; path: of the whole report, in the folder that was given."""

    text: str
    finding: dict[str, Any]
    path: str


def look(pid: int, folder: str, *, crashed: bool, prefix: str = "") -> Look | None:
    """At a process; None where nothing could be seen. It is done by a process of its own: whatever
    becomes of that, this one goes on. Its text is kept in `folder`, where it has a prefix."""
    fd, path = tempfile.mkstemp(suffix=".json", dir=folder)
    os.close(fd)
    how = ["--now"] if crashed else ["--watch", str(WATCH_SECONDS)]
    if os.environ.get("CI"):  # whose logs are often public
        how.append("--no-locals")
    try:
        done = subprocess.run(
            [*our_command(), "attach", *how, "--color", "never", "--json", path, str(pid)],
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
    found = Look(done.stdout.decode(errors="replace").strip(), finding, path)
    if prefix:
        with open(f"{path}.{prefix}", "w", encoding="utf-8") as kept:
            kept.write(found.text)
    return found


def our_command() -> list[str]:
    """`atfault` by this interpreter; where that is too old to run it, the one that PROGRAM or PATH
    names. Raises FileNotFoundError where there is none."""
    if sys.version_info >= OLDEST:
        isolated = ["-P"] if sys.version_info >= (3, 11) else []
        return [sys.executable, *isolated, "-m", "atfault"]
    own = os.path.dirname(sys.executable)
    folders = os.get_exec_path()
    path = os.pathsep.join(one for one in folders if os.path.abspath(one) != own)
    found = os.environ.get(PROGRAM) or shutil.which("atfault", path=path)
    if not found:
        raise FileNotFoundError(
            f"Python 3.{sys.version_info[1]} cannot run atfault itself: name one of a newer Python "
            f"in {PROGRAM}, or have it on PATH"
        )
    return [found]


def width() -> int:
    """Columns for a report."""
    return max(shutil.get_terminal_size().columns, _MIN_WIDTH)
