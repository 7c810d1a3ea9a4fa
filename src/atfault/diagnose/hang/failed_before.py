"""What had failed in the program before it came to hang: the exceptions of threads and processes
that are not there any more, which may be why nobody ends a wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from atfault.diagnose.words import file_line, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.values import shortened
from atfault.stacks.mine import is_mine

if TYPE_CHECKING:  # of most programs there are none
    from atfault.model.exception import UncaughtException

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
    if finding.family != "hang" or finding.cause in BY_THEMSELVES:
        return finding
    told = tuple([Evidence(text) for text in (*_told(case), *_tasks_told(case))])
    if not told:
        return finding
    return finding._replace(
        evidence=(*finding.evidence, *told), advice=(Advice(_ADVICE), *finding.advice)
    )


def _told(case: Case) -> Iterator[str]:
    alike: dict[str, list[UncaughtException]] = {}
    for one in case.failed:
        alike.setdefault(_what(case, one), []).append(one)
    for what, failed in list(alike.items())[:MAX_TOLD]:
        yield f"{_who(case, failed)} had ended by {what}"


def _tasks_told(case: Case) -> Iterator[str]:
    alike: dict[str, list[str]] = {}
    for one in case.process.waiting.failed_tasks:
        place = next((place for place in one.places if place.mine), one.places[0])
        what = f"{_on_a_line(one.error)}{_at(place.file, place.line, place.function)}"
        alike.setdefault(what, []).append(f'"{one.name}"')
    for what, names in list(alike.items())[:MAX_TOLD]:
        many = "task" if len(names) == 1 else "tasks"
        yield f"{many} {listed(names, MAX_NAMES)} had ended by {what}, which nobody has asked for"


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
    said = "" if isinstance(error.message, Absent) else _on_a_line(error.message)
    own = [f for f in error.frames if is_mine(f.location.file, case.process.python)]
    place = ""
    for frame in (own or error.frames)[:1]:
        location = frame.location
        place = _at(location.file, location.line, frame.qualname or frame.function)
    return f"{error.type}{f': {said}' if said else ''}{place}"


def _on_a_line(message: str) -> str:
    return shortened(" ".join(message.split()), MAX_MESSAGE)


def _at(file: str, line: int | None, function: str) -> str:
    return f" ({file_line(file, line)}, in {function})" if line is not None else ""
