"""When the system refuses to trace: what can be had all the same.

Two sources, the better first: a core file, if the kernel leaves one in the working folder, and the
text of Python's faulthandler, which `atfault_probe` turns on in the program and leads into a file.
"""

from __future__ import annotations

import glob
import os
import re
import resource
import tempfile
import time

from atfault import lazy
from atfault.errors import AtfaultError
from atfault.folders import current_folder
from atfault.snapshot.tracing.launch import Start
from atfault.snapshot.tracing.probe_folder import with_probe

PROBE_FILE = b"ATFAULT_PROBE_FILE"
MAX_TEXT = 4 << 20
_MAX_CANDIDATES = 64
_WHOLE_CORE = 1 << 30
"""A limit below it would likely cut the core short."""


class Fallback:
    """Prepares a start whose crash can be explained without ptrace. A context manager: it removes
    its temporary file."""

    def __init__(self) -> None:
        self._path = ""
        self._began = time.time()
        self._folder = current_folder()

    def prepare(self, start: Start) -> Start:
        """The start with the probe on PYTHONPATH. Unchanged when no file can be made for it, and
        when the kernel will leave a core, which tells far more than faulthandler (and, without
        faulthandler's own handler, tells it first-hand)."""
        if core_expected(self._folder):
            return start

        try:
            fd, self._path = tempfile.mkstemp(prefix="atfault-", suffix=".txt")
            os.close(fd)
        except OSError:
            return start
        return start._replace(
            environment=with_probe(start.environment, PROBE_FILE, os.fsencode(self._path))
        )

    def text(self) -> str:
        """What the probe and faulthandler wrote; "" for a program without Python."""
        if not self._path:
            return ""
        try:
            with open(self._path, "rb") as file:
                return file.read(MAX_TEXT).decode("utf-8", "backslashreplace")
        except OSError:
            return ""

    def core_file(self, pid: int) -> str | None:
        """The core that process `pid` left in the folder where it was started; None if none."""
        open_core = lazy.load("atfault.snapshot.core:open_core")
        for path in core_candidates(self._folder, pid, self._began):
            try:
                with open_core(path) as snapshot:
                    if snapshot.process.pid == pid:
                        return path
            except AtfaultError:
                continue
        return None

    def __enter__(self) -> Fallback:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._path:
            try:
                os.unlink(self._path)
            except OSError:
                pass


def core_expected(folder: str) -> bool:
    """Whether a process that crashes in `folder` should leave a whole core there."""
    limit = resource.getrlimit(resource.RLIMIT_CORE)[0]
    if 0 <= limit < _WHOLE_CORE:
        return False
    pattern = _core_pattern()
    target = os.path.dirname(os.path.join(folder, pattern))
    return bool(pattern) and "%" not in target and os.access(target, os.W_OK)


def _core_pattern() -> str:
    """kernel.core_pattern; "" when cores are piped to a program (systemd-coredump, apport)."""
    try:
        with open("/proc/sys/kernel/core_pattern", encoding="utf-8", errors="replace") as file:
            pattern = file.read().strip()
    except OSError:
        return ""
    return "" if pattern.startswith("|") else pattern


def core_candidates(folder: str, pid: int, since: float) -> list[str]:
    """Files that kernel.core_pattern may have made for `pid` since then, the likeliest first."""
    pattern = _core_pattern()
    if not pattern:
        return []
    plain = os.path.join(folder, pattern)
    path = os.path.join(glob.escape(folder), re.sub(r"%.", "*", pattern.replace("[", "[[]")))
    found = []
    for name in [f"{plain}.{pid}", *glob.glob(path)][:_MAX_CANDIDATES]:
        try:
            if os.stat(name).st_mtime >= since - 1:
                found.append(name)
        except OSError:
            continue
    return found
