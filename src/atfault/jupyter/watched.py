"""A look at a process that runs under `atfault run`, which alone may trace it, and is asked."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

from atfault.errors import AccessError, AtfaultError
from atfault.model.report import Report
from atfault.saved import load, saved_reports
from atfault.snapshot import procfs
from atfault.snapshot.ptrace import watching_front

LOOK_SECONDS = 60.0
_EVERY = 0.2


def asked_of_watcher(pid: int) -> Report | None:
    """What the `atfault run` that watches a process says of it, on being asked to; None where none
    does. The report is in its own log, too. Raises AccessError where none comes."""
    front = watching_front(pid)
    if not front:
        return None
    last = max([one.number for one in saved_reports()], default=0)
    try:
        os.kill(front, signal.SIGQUIT)
    except OSError as error:
        raise AccessError(f"cannot ask process {front}, which watches {pid}: {error}") from None
    until = time.monotonic() + LOOK_SECONDS
    while time.monotonic() < until and procfs.lives(pid):
        for one in saved_reports():
            if one.number > last:
                with suppress(AtfaultError):
                    report = load(one.number)[1]
                    if report.process.pid == pid:
                        return report
        time.sleep(_EVERY)
    raise AccessError(
        f"process {pid} is watched by process {front}, which has saved no report on it; it may be "
        "in the log of the server"
    )
