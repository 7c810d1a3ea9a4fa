"""What had failed in the program before it came to hang: the exceptions of threads and processes
that are not there any more, which may be why nobody ends a wait."""

from __future__ import annotations

from collections.abc import Iterator
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
_ENDED = "see how that thread has ended: by an exception, it has printed that"
SEVERAL = {"thread": "threads", "process": "processes", "task": "tasks"}
MAX_TOLD = 6
MAX_NAMES = 3
MAX_MESSAGE = 120
BY_THEMSELVES = ("deadlock", "self-deadlock", "gil-deadlock", "import-deadlock", "busy-loop")
"""Causes that are whole without it."""


def with_failures(finding: Finding, case: Case) -> Finding:
    """The finding on a hang, with what had failed before."""
    if finding.family != "hang" or finding.cause in BY_THEMSELVES:
        return finding
    told = tuple(map(Evidence, _told(case)))
    if not told:
        return _with_ended(finding, case)
    return finding._replace(
        evidence=(*finding.evidence, *told), advice=(Advice(_ADVICE), *finding.advice)
    )


def _with_ended(finding: Finding, case: Case) -> Finding:
    """The finding, with the threads that have ended, and of which it is not known how: what they
    ran would have ended the wait."""
    waiting = {one.tid for one in finding.blame}
    told = [
        f'thread "{one.name}" has ended: {one.ran.function} '
        f"({file_line(one.ran.file, one.ran.line)}) would have ended the wait"
        for state in case.processes
        for one in state.waiting.ended_threads
        if one.ran is not None and not waiting.isdisjoint(one.awaited_by)
    ]
    if not told:
        return finding
    evidence = (*finding.evidence, *map(Evidence, told[:MAX_TOLD]))
    return finding._replace(evidence=evidence, advice=(Advice(_ENDED), *finding.advice))


def _told(case: Case) -> Iterator[str]:
    """'threads "Thread-1" and "Thread-2", and process 4712 had ended by …'."""
    alike: dict[str, dict[str, list[str]]] = {}
    for what, kind, name in _failures(case):
        alike.setdefault(what, {}).setdefault(kind, []).append(name)
    for what, names_of in list(alike.items())[:MAX_TOLD]:
        who = [
            f"{kind if len(names) == 1 else SEVERAL[kind]} {listed(names, MAX_NAMES)}"
            for kind, names in names_of.items()
        ]
        yield f"{' and '.join(who)} had ended by {what}"


def _failures(case: Case) -> Iterator[tuple[str, str, str]]:
    """By what it ended; whether a thread, process or task did; the name of that."""
    for one in case.failed:
        if one.pid in (case.process.process.pid, None):
            yield _what(case, one), "thread", f'"{one.thread or "?"}"'
        else:
            yield _what(case, one), "process", str(one.pid)
    for task in case.process.waiting.failed_tasks:
        place = next((place for place in task.places if place.mine), task.places[0])
        error = f"{_on_a_line(task.error)}{at_place(place.file, place.line, place.function)}"
        yield f"{error}, which nobody has asked for", "task", f'"{task.name}"'


def _what(case: Case, one: UncaughtException) -> str:
    """ "ValueError: no such row (load.py:12, in read)"."""
    error = one.error
    said = "" if isinstance(error.message, Absent) else _on_a_line(error.message)
    own = [f for f in error.frames if is_mine(f.location.file, case.process.python)]
    place = ""
    for frame in (own or error.frames)[:1]:
        location = frame.location
        place = at_place(location.file, location.line, frame.qualname or frame.function)
    return f"{error.type}{f': {said}' if said else ''}{place}"


def _on_a_line(message: str) -> str:
    return shortened(" ".join(message.split()), MAX_MESSAGE)


def at_place(file: str, line: int | None, function: str) -> str:
    return f" ({file_line(file, line)}, in {function})" if line is not None else ""
