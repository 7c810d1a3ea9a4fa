"""Looks at a process from outside, as `atfault attach` does it: one that stands in its crash (see
`held`), or hangs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import Any, NamedTuple

OLDEST = 3, 10
"""The first Python that runs all of atfault. This module and those of the pytest plug-in run in the
tests' own process, on 3.9 as well."""
PROGRAM = "ATFAULT_PROGRAM"
MORE = "ATFAULT_MORE"
"""What shows more than the text does, in place of -v: "" for nothing, as in what others print."""
CRASH_SECONDS = 120.0
WATCH_SECONDS = 2.0
MAX_WORDS = 300
_MIN_WIDTH = 40


class Look(NamedTuple):
    """What was seen. text: as `atfault attach` prints it; finding: the first one of its report, as
    docs/json.md has it; path: of the whole report, in the folder that was given."""

    text: str
    finding: dict[str, Any]
    path: str


class Unseen(NamedTuple):
    """Nothing could be seen. reason: why, as one clause."""

    reason: str


def look(pid: int, folder: str, *, crashed: bool) -> Look | Unseen:
    """At a process; or why nothing could be seen. It is done by a process of its own: whatever
    becomes of that, this one goes on."""
    try:
        return _seen(pid, folder, crashed)
    except subprocess.TimeoutExpired:
        return Unseen(f"the look at it took longer than {CRASH_SECONDS:.0f} s")
    except Exception as error:  # nothing of ours fails a test or ends a kernel
        return Unseen(f"the look at it failed: {type(error).__name__}: {error}")


def _seen(pid: int, folder: str, crashed: bool) -> Look | Unseen:
    """Raises OSError, SubprocessError, and what reading a report raises."""
    fd, path = tempfile.mkstemp(suffix=".json", dir=folder)
    os.close(fd)
    how = ["--now"] if crashed else ["--watch", str(WATCH_SECONDS)]
    if os.environ.get("CI"):  # whose logs are often public
        how.append("--no-locals")
    done = subprocess.run(
        [*our_command(), "attach", *how, "--color", "never", "--json", path, str(pid)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "COLUMNS": str(width()), MORE: ""},
        timeout=CRASH_SECONDS,
        check=False,
    )
    report = ""
    with suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
        report = file.read()  # a command that fails has taken the file away
    if not report:
        words = done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}"
        return Unseen(f"the look at it came to nothing: {words.splitlines()[-1][:MAX_WORDS]}")
    return Look(
        done.stdout.decode(errors="replace").strip(), json.loads(report)["diagnosis"][0], path
    )


def our_command() -> list[str]:
    """`atfault` by this interpreter; where that is too old to run it, the one that PROGRAM or PATH
    names. Raises FileNotFoundError where there is none."""
    if sys.version_info >= OLDEST:
        isolated = ["-P"] if sys.version_info >= (3, 11) else []
        return [sys.executable, *isolated, "-m", "atfault"]
    own = os.path.dirname(sys.executable)
    folders = os.get_exec_path()
    path = os.pathsep.join(one for one in folders if os.path.abspath(one) != own)
    named = os.environ.get(PROGRAM)
    found = shutil.which(named or "atfault", path=path)
    if named and not found:
        raise FileNotFoundError(f"{PROGRAM} names {named}, which cannot be run")
    if not found:
        raise FileNotFoundError(
            f"Python 3.{sys.version_info[1]} cannot run atfault itself: name one of a newer Python "
            f"in {PROGRAM}, or have it on PATH"
        )
    return [found]


def width() -> int:
    """Columns for a report."""
    return max(shutil.get_terminal_size().columns, _MIN_WIDTH)
