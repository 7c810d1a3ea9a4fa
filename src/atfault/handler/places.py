"""Where the handler finds things: all that is the machine's."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

MAX_BYTES = 1 << 16


class Places(NamedTuple):
    """Paths; tests have others."""

    pattern: str = "/proc/sys/kernel/core_pattern"
    limit: str = "/proc/sys/kernel/core_pipe_limit"
    uses_pid: str = "/proc/sys/kernel/core_uses_pid"
    boot: str = "/etc/sysctl.d/99-atfault.conf"
    folder: str = "/var/lib/atfault"
    log: str = "/dev/kmsg"

    @property
    def record(self) -> str:
        """What was there before."""
        return os.path.join(self.folder, "before.json")


class Before(NamedTuple):
    """What `install` found."""

    pattern: str
    limit: str


def read_line(path: str) -> str:
    """A file of one line; "" where there is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(MAX_BYTES).strip("\n")
    except OSError:
        return ""


def read_before(places: Places) -> Before | None:
    """What stood there before we came; None where we did not, or that is lost."""
    try:
        with open(places.record, encoding="utf-8", errors="surrogateescape") as file:
            known = json.loads(file.read(MAX_BYTES))
        return Before(str(known["pattern"]), str(known["limit"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def read_former(places: Places) -> str:
    """The core_pattern from before; "" for none."""
    before = read_before(places)
    return "" if before is None else before.pattern
