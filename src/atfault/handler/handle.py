"""One crash, from the kernel's call to the saved report."""

from __future__ import annotations

import os
import resource
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import NamedTuple

from atfault import lazy
from atfault.contained import place_of
from atfault.handler import spool
from atfault.handler.crash import Crash, read_crash
from atfault.handler.passing import Sink, pass_on, start_former, tee, wait_for
from atfault.handler.places import Places, read_former, read_line
from atfault.report.escape import clean

MAX_SAID = 500
EXPLAINED, PASSED_ON, DROPPED, NO_PYTHON = "explained", "passed on", "dropped", "no Python in it"
"""What a crash is counted as."""


class Kept(NamedTuple):
    """What outlives the process."""

    core: int
    root: int | None
    problem: str
    """Why the core is not whole."""


def handle(argv: Sequence[str], places: Places) -> None:
    """The core comes on standard input. What fails is one line in the kernel's log."""
    with suppress(OSError, ValueError):  # no core of our own is brought to us
        resource.setrlimit(resource.RLIMIT_CORE, (1, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    former = read_former(places)
    try:
        crash = read_crash(argv)
    except (OSError, ValueError, KeyError) as error:
        _trouble(places, f"a crash is not looked at: {error}")
        return
    uses_pid = read_line(places.uses_pid) == "1"
    if not crash.is_python:
        with suppress(OSError):
            spool.count(places.folder, PASSED_ON)
        _say_if(places, pass_on(former, crash, uses_pid))
        return
    kept = None
    try:
        with spool.job(places.folder, crash.uid) as number, ExitStack() as until_saved:
            kept = _keep(crash, former, uses_pid, places, until_saved)
            _let_go()
            _explain(crash, kept, number, places)
    except spool.Full as error:
        _trouble(places, f"a crash is dropped: {error}")
        _say_if(places, pass_on(former, crash, uses_pid))
    except Exception as error:
        _trouble(places, f"{place_of(error)}: {type(error).__name__}: {error}")
        if kept is None:
            with suppress(OSError):
                pass_on(former, crash, uses_pid)  # what is left of it


def _keep(
    crash: Crash, former: str, uses_pid: bool, places: Places, until_saved: ExitStack
) -> Kept:
    """Take the core, and hold what the process saw, while it still stands."""
    root = None
    if crash.is_apart:
        root = _held(f"{crash.folder}/root", os.O_PATH | os.O_DIRECTORY, until_saved)
        # The namespace keeps what is mounted below that root.
        _held(f"{crash.folder}/ns/mnt", os.O_RDONLY, until_saved)
    core = spool.core_file(places.folder)
    until_saved.callback(os.close, core)
    own = Sink(core, spool.room(places.folder), sparse=True)
    theirs = start_former(former, crash, uses_pid)
    tee(0, (own,) if theirs is None else (own, theirs[1]))
    if theirs is not None:
        os.close(theirs[1].fd)
        wait_for(theirs[0])
    return Kept(core, root, own.problem)


def _let_go() -> None:
    """Close the kernel's pipe: what has waited for the process's end hears of it."""
    null = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    os.dup2(null, 0)
    os.close(null)


def _held(path: str, flags: int, until_saved: ExitStack) -> int:
    fd = os.open(path, flags | os.O_CLOEXEC)
    until_saved.callback(os.close, fd)
    return fd


def _explain(crash: Crash, kept: Kept, number: int, places: Places) -> None:
    """Look at the core, and save the report. What comes to nothing is dropped, and counted."""
    looking = lazy.load("atfault.handler.looking")
    try:
        if kept.problem and not os.fstat(kept.core).st_size:
            raise looking.Failed(kept.problem)
        with spool.look(places.folder, number):
            looker = looking.looker_of(crash, number)
            report = looking.explain(kept.core, kept.root, looker, kept.problem)
        if report is None and kept.problem:  # it may have been in what is missing
            raise looking.Failed(kept.problem)
        if report is None:
            spool.count(places.folder, NO_PYTHON)
            return
        why = looking.save_for(looking.owner_of(crash), report, crash.state_home, places.folder)
    except (looking.Failed, OSError) as error:
        why = kept.problem or str(error)
    if why:
        _trouble(places, f"a crash of user {crash.uid} is dropped: {why}")
    else:
        spool.count(places.folder, EXPLAINED)


def _say_if(places: Places, why: str) -> None:
    if why:
        _trouble(places, f"a core is not passed on: {why}")


def _trouble(places: Places, why: str) -> None:
    """One line in the kernel's log, which the journal has too, and for `status`."""
    line = clean(why)[:MAX_SAID]
    with suppress(OSError):
        fd = os.open(places.log, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        os.write(fd, f"<4>atfault: {line}\n".encode("utf-8", "replace"))
        os.close(fd)
    with suppress(OSError):
        spool.count(places.folder, DROPPED, line)
