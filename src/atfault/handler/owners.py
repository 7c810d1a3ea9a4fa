"""Whose a crash is, as whom it is looked at, and where the report goes.

as whom     the user and groups that the crashed process had; for root's, a number that no
            account has: one for each look, so that no look can reach into another
whose       the user's; where a container's user has no account here, who made the container's
            user namespace
where       XDG_STATE_HOME of the process, its owner's ~/.local/state, or, without a home that
            is theirs, /var/lib/atfault/users/NUMBER
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from atfault.handler.crash import Crash
from atfault.model.absent import Absent
from atfault.saved import save_encoded

FIRST_UNUSED, LAST_UNUSED = 64_000, 65_500
"""Numbers of users, above those of accounts and below the ends of 16 bits."""


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
