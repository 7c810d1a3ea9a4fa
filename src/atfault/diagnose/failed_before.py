"""What had failed in the program before it came to hang: the exceptions of threads and processes
that are not there any more, which may be why nobody ends a wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.stacks.mine import is_mine

if TYPE_CHECKING:  # of most programs there are none
    from atfault.model.exception import RaisedFrame, UncaughtException

_ADVICE = (
    "see to that exception first: who ends by one serves nobody any more; catch it where the work "
    "is done, and tell those who wait"
)
MAX_TOLD = 3
MAX_NAMES = 3
MAX_MESSAGE = 120
BY_THEMSELVES = ("deadlock", "self-deadlock", "gil-deadlock", "import-deadlock", "busy-loop")
"""Causes that are whole without it."""


def with_failures(finding: Finding, case: Case) -> Finding:
    """The finding on a hang, with what had failed before."""
    if finding.family != "hang" or finding.cause in BY_THEMSELVES or not case.failed:
        return finding
    told = tuple([Evidence(text) for text in _told(case)])
    return finding._replace(
        evidence=(*finding.evidence, *told), advice=(Advice(_ADVICE), *finding.advice)
    )


def _told(case: Case) -> Iterator[str]:
    alike: dict[str, list[UncaughtException]] = {}
    for one in case.failed:
        alike.setdefault(_what(case, one), []).append(one)
    for what, failed in list(alike.items())[:MAX_TOLD]:
        yield f"{_who(case, failed)} had ended by {what}"


def _who(case: Case, failed: Sequence[UncaughtException]) -> str:
    """'threads "Thread-1" and "Thread-2"', "process 4712"."""
    pid = case.process.process.pid
    threads = [one.thread or "?" for one in failed if one.pid in (pid, None)]
    processes = [str(one.pid) for one in failed if one.pid not in (pid, None)]
    found = []
    for kind, names in (("thread", [f'"{name}"' for name in threads]), ("process", processes)):
        if names:
            many = kind + ("" if len(names) == 1 else "es" if kind == "process" else "s")
            found.append(f"{many} {listed(names, MAX_NAMES)}")
    return " and ".join(found)


def _what(case: Case, one: UncaughtException) -> str:
    """ "ValueError: no such row (load.py:12, in read)"."""
    error = one.error
    said = "" if isinstance(error.message, Absent) else " ".join(error.message.split())
    said = said if len(said) <= MAX_MESSAGE else said[: MAX_MESSAGE - 1] + "…"
    frame = _own_frame(case, error.frames)
    place = ""
    if frame is not None and frame.location.line is not None:
        file = frame.location.file.rpartition("/")[2]
        place = f" ({file}:{frame.location.line}, in {frame.qualname or frame.function})"
    return f"{error.type}{f': {said}' if said else ''}{place}"


def _own_frame(case: Case, frames: Sequence[RaisedFrame]) -> RaisedFrame | None:
    """The innermost of the user's own, or else the innermost."""
    own = [one for one in frames if is_mine(one.location.file, case.process.python)]
    return next(iter(own or frames), None)
