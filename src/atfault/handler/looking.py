"""The look at a core, in a process that has no rights but those of its user.

Whose a crash is, as whom it is looked at, and where the report goes.

as whom     the user and groups that the crashed process had; for root's, a number that no
            account has: one for each look, so that no look can reach into another
whose       the user's; where a container's user has no account here, who made the container's
            user namespace
where       XDG_STATE_HOME of the process, its owner's ~/.local/state, or, without a home that
            is theirs, /var/lib/atfault/users/NUMBER
"""

from __future__ import annotations

import ctypes
import os
import pwd
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from atfault.handler.crash import Crash
from atfault.handler.worker import NO_PYTHON
from atfault.model.absent import Absent
from atfault.model.signals import signal_name
from atfault.saved import save_encoded

SECONDS = 300.0
CPU_SECONDS = 150
"""Of each process of the look; the report is made of what is known after less (worker.SECONDS)."""
MAX_DATA = 4 << 30
"""Bytes of memory; the core's own are mapped from its file, and do not count."""
MAX_REPORT = 64 << 20
_PR_SET_NO_NEW_PRIVS = 38
_libc = ctypes.CDLL(None)
FIRST_UNUSED, LAST_UNUSED = 64_000, 65_500
"""Numbers of users, above those of accounts and below the ends of 16 bits."""


class Failed(Exception):
    """There is no report; `str(error)` says why."""


def explain(core: int, root: int | None, looker: Looker, problem: str = "") -> bytes | None:
    """The report on a core, encoded; None where no Python is in it. Raises Failed, OSError.

    root: the folder that the process saw as "/", where that is not ours. problem: why the core is
    not whole, which the report says.
    """
    os.fchown(core, looker.uid, looker.gid)
    kept = [core] if root is None else [core, root]
    with _unnamed() as report, _unnamed() as said:
        worker = subprocess.Popen(
            [sys.executable, "-I", "-m", "atfault.handler.worker", problem, *map(str, kept)],
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
            how = f"by {signal_name(-status)}" if status < 0 else f"with status {status}"
            raise Failed(f"the look ended {how}: {lines[-1]}".rstrip(": "))
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


class Looker(NamedTuple):
    """As whom a core is looked at."""

    uid: int
    gid: int
    groups: tuple[int, ...]


class Owner(NamedTuple):
    """Whose the report is."""

    uid: int
    gid: int
    home: str
    """"" for none."""


def looker_of(crash: Crash, number: int) -> Looker:
    """number: of the job. Never root."""
    uid, gid = crash.uid, crash.values.numbers["g"]
    if uid and gid:
        return Looker(uid, gid, tuple(group for group in crash.groups if group))
    unused = _unused(number)
    return Looker(uid or unused, unused, ())


def _unused(number: int) -> int:
    for candidate in range(FIRST_UNUSED + number, LAST_UNUSED, 128):
        try:
            pwd.getpwuid(candidate)
        except KeyError:
            return candidate
    raise OSError("no number of a user is free to look at a crash of root's")


def owner_of(crash: Crash) -> Owner:
    for uid in (crash.uid, crash.landlord):
        if uid is None:
            continue
        with suppress(KeyError, OverflowError):
            known = pwd.getpwuid(uid)
            return Owner(uid, known.pw_gid, known.pw_dir if os.path.isabs(known.pw_dir) else "")
    gid = crash.values.numbers["g"]
    return Owner(crash.uid, gid or crash.uid, "")


def save_for(owner: Owner, report: bytes, state_home: str, spool: str) -> str:
    """Save an encoded report as its owner, in a child; why it was not, or ""."""
    fallback = os.path.join(spool, "users", str(owner.uid))
    with suppress(FileExistsError):
        os.mkdir(fallback, 0o700)
    os.chown(fallback, owner.uid, owner.gid, follow_symlinks=False)
    homes = [state_home, owner.home and os.path.join(owner.home, ".local", "state"), fallback]
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            if owner.uid:
                os.setgroups([])
                os.setresgid(owner.gid, owner.gid, owner.gid)
                os.setresuid(owner.uid, owner.uid, owner.uid)
            os.write(writing, _save(report, [home for home in homes if home]).encode()[:4096])
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        told = answer.read(4096).decode("utf-8", "replace")
    os.waitpid(child, 0)
    return "the report could not be saved" if not told else told.removeprefix(".")


def _save(report: bytes, homes: Sequence[str]) -> str:
    """ "." where it was saved, otherwise why not."""
    why = ""
    for home in homes:
        saved = save_encoded(report, os.path.join(home, "atfault", "reports"))
        if not isinstance(saved, Absent):
            return "."
        why = saved.reason
    return why
