"""One input → what counts of it. A core is read by `atfault core` in a process of its own, under
its limits: whatever lies in it ends that process alone."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import BinaryIO

from atfault.errors import AtfaultError, NoProcessState
from atfault.looking import our_command
from atfault.model.signals import signal_name
from atfault.model.triage import Member, Unread
from atfault.report.json import MAX_BYTES, loads
from atfault.snapshot.core_form import stored_attributes
from atfault.triage.inputs import Input
from atfault.triage.members import member_of

SECONDS = 600
"""For one core."""
MAX_WORDS = 300
"""Characters of why one could not be read."""
Answer = Member | Unread
NOTHING_IN_IT = "no process of Python"
"""How it begins where that is why: so it stays."""


def read_report(one: Input) -> Answer:
    try:
        with open(one.path, "rb") as file:
            return member_of(loads(file.read(MAX_BYTES + 1)), one.path, "report", one.seen)
    except OSError as error:
        return Unread(one.path, f"it cannot be read: {error.strerror or error}")
    except AtfaultError as error:
        return Unread(one.path, str(error)[:MAX_WORDS])


def read_core(path: str, seen: float, sysroot: str | None) -> Answer:
    """What `atfault core` says. seen: when it was written, in seconds since the epoch."""
    with tempfile.TemporaryFile() as report, tempfile.TemporaryFile() as said:
        why = _run(path, sysroot, report, said)
        if why:
            return Unread(path, why)
        report.seek(0)
        try:
            found = loads(report.read(MAX_BYTES + 1))
        except AtfaultError as error:
            return Unread(path, f"the report on it cannot be read: {error}"[:MAX_WORDS])
    member = member_of(found, path, "core", seen)
    return member._replace(host=member.host or stored_attributes(path).get("hostname", ""))


def _run(path: str, sysroot: str | None, report: BinaryIO, said: BinaryIO) -> str:
    """Why there is no report; "" where there is."""
    options = ["--json", "-", "--no-lines", "--color", "never"]
    if sysroot is not None:
        options += ["--sysroot", sysroot]
    try:
        child = subprocess.Popen(
            [*our_command(), "core", *options, "--", path],
            stdin=subprocess.DEVNULL,
            stdout=report,
            stderr=said,
        )
    except OSError as error:
        return f"no process could be started to read it: {error.strerror or error}"
    try:
        status = child.wait(SECONDS)
    except subprocess.TimeoutExpired:
        return f"it was not read within {SECONDS} s"
    finally:
        child.kill()  # nothing, once it has ended
        child.wait()
    if status == 0:
        return ""
    if status < 0:
        return f"the process that read it was ended by {signal_name(-status)}"
    said.seek(0)
    words = said.read(1 << 16).decode("utf-8", "replace").strip().rpartition("\n")[2]
    words = words.removeprefix("atfault: ").removeprefix(f"{path}: ").removeprefix(f"{path} ")
    if status == NoProcessState.exit_code:
        return f"{NOTHING_IN_IT}: {words}"[:MAX_WORDS]
    return words[:MAX_WORDS] or f"it was not read: exit status {status}"


def read_cores(
    cores: Iterable[Input], jobs: int, sysroot: str | None
) -> Iterator[tuple[Input, Answer]]:
    """In the order in which they are done, `jobs` processes at a time. Closed early, what has not
    begun is not begun."""
    pool = ThreadPoolExecutor(jobs)
    try:
        asked = {pool.submit(read_core, one.path, one.seen, sysroot): one for one in cores}
        for done in as_completed(asked):
            yield asked[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)
