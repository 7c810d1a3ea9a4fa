"""The look at a core, in a process that has no rights but those of its user."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
from typing import BinaryIO

from atfault.handler.owners import Looker
from atfault.handler.worker import NO_PYTHON

SECONDS = 300.0
CPU_SECONDS = 150
"""Of each process of the look; the report is made of what is known after less (worker.SECONDS)."""
MAX_DATA = 4 << 30
"""Bytes of memory; the core's own are mapped from its file, and do not count."""
MAX_REPORT = 64 << 20
_PR_SET_NO_NEW_PRIVS = 38
_libc = ctypes.CDLL(None)


class Failed(Exception):
    """There is no report; `str(error)` says why."""


def explain(core: int, root: int | None, looker: Looker) -> bytes | None:
    """The report on a core, encoded; None where no Python is in it. Raises Failed, OSError.

    root: the folder that the process saw as "/", where that is not ours.
    """
    os.fchown(core, looker.uid, looker.gid)
    kept = [core] if root is None else [core, root]
    with _unnamed() as report, _unnamed() as said:
        worker = subprocess.Popen(
            [sys.executable, "-I", "-m", "atfault.handler.worker", *map(str, kept)],
            stdin=subprocess.DEVNULL,
            stdout=report,
            stderr=said,
            cwd="/",
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            pass_fds=kept,
            user=looker.uid,
            group=looker.gid,
            extra_groups=looker.groups,
            start_new_session=True,
            preexec_fn=_confine,
        )
        try:
            status = worker.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"the look took more than {SECONDS:.0f} s") from None
        finally:
            _end(worker)
        if status == NO_PYTHON:
            return None
        if status:
            said.seek(0)
            lines = said.read(4096).decode("utf-8", "replace").strip().split("\n")
            raise Failed(f"the look failed ({status}): {lines[-1]}")
        report.seek(0)
        return report.read(MAX_REPORT)


def _unnamed() -> BinaryIO:
    """A file in memory: a full disk takes nothing from the report's way."""
    return open(os.memfd_create("atfault"), "w+b")


def _confine() -> None:
    """In the child, once it has its user: no more rights, ever; no core of its own."""
    _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    os.nice(10)
    for limit, most in (
        (resource.RLIMIT_CORE, 1),  # the kernel gives no core of that to core_pattern's program
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_DATA, MAX_DATA),
        (resource.RLIMIT_FSIZE, MAX_REPORT),
    ):
        resource.setrlimit(limit, (most, most))


def _end(worker: subprocess.Popen[bytes]) -> None:
    """It and all that it has started."""
    try:
        os.killpg(worker.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    worker.wait()
