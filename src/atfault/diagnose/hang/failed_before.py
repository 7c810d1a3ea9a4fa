"""What had failed in the program before it came to hang: the exceptions of threads and processes
that are not there any more, which may be why nobody ends a wait.

    main     Thread(target=beat).start()      has ended by ValueError; Python waits for the thread
    beat     while not stop.wait(1): count()  serves until it is told: by what main did not come to
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.parties import Party, is_ending
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import activity_of, others_left
from atfault.diagnose.hang.words import (
    chain_evidence,
    distinct,
    how_long,
    own_lines,
    place_blame,
    waits_for,
)
from atfault.diagnose.words import file_line, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Doubt, Evidence, Finding
from atfault.model.kinds import BROUGHT
from atfault.model.values import shortened
from atfault.stacks.mine import is_mine

if TYPE_CHECKING:  # of most programs there are none
    from atfault.model.exception import UncaughtException

_ADVICE = (
    "see to that exception first: who ends by one serves nobody any more; catch it where the work "
    "is done, and tell those who wait"
)
SEVERAL = {"thread": "threads", "process": "processes", "task": "tasks"}
MAX_TOLD = 6
MAX_NAMES = 3
MAX_MESSAGE = 120
BY_THEMSELVES = ("deadlock", "self-deadlock", "gil-deadlock", "import-deadlock", "busy-loop")
"""Causes that are whole without it."""

_TELL_IT = (
    "tell the thread to stop in a `finally` block, or with a context manager, so also on failure; "
    "or make it a daemon"
)


def of_untold(hang: Hang, case: Case) -> Finding | None:
    """The main thread's own code has failed, and as Python ends it waits for a thread that goes
    round until it is told to stop: what would have told it is over."""
    for main in filter(is_ending, hang.main_threads()):
        failure = main.state.waiting.main_failure
        chain, threads = hang.threads_from(main)
        last = threads[-1]
        if failure is None or last is main or not _serves(last):
            continue
        place = next((one for one in failure.places if one.mine), failure.places[0])
        ended = f"{failure.text}{_at(place.file, place.line, place.function)}"
        is_known = any(one.thread == main.name and one.pid == main.pid for one in case.failed)
        wait = last.waits[0]
        return Finding.of(
            cause="waits-for-nobody",
            summary=f"{main.label} has ended by {failure.text}, and waits for the end of "
            f"{last.label}, which nobody tells to stop any more",
            confidence="likely",
            title=f"Stuck at exit: {titles.who(hang, last)} is not told to stop",
            blame=distinct([*own_lines(last), place_blame(place, main)]),
            evidence=(
                *chain_evidence(chain),
                f"{last.label} {waits_for(last, wait)}, {how_long(wait)}",
                *(() if is_known else (f"{main.label}'s own code had ended by {ended}",)),
            ),
            advice=(_TELL_IT,),
            doubts=_doubts(hang, last),
        )
    return None


def _serves(party: Party) -> bool:
    """Whether its own loop goes round until others end it: it sleeps or waits for a time in each
    turn, and neither a time nor a count is one of its exits."""
    activity, wait = activity_of(party), next(iter(party.waits), None)
    again = None if activity is None else activity.again
    if again is None or wait is None or again.loop is None or not again.loop.mine or again.ends:
        return False
    condition = None if activity is None else activity.condition
    is_still = condition is not None and condition.is_fixed and bool(condition.text)
    return again.serves or is_still or wait.resource.kind in BROUGHT


def _doubts(hang: Hang, party: Party) -> Iterator[Doubt]:
    apart = set(party.waits[0].apart)
    others = [one.label for one in others_left(hang, party) if one.tid not in apart]
    if others:
        yield Doubt(f"{listed(others)} may yet tell it", "other-thread")
    elif hang.handles_signals(party.pid):
        yield Doubt("the program handles signals, which may end it", "handler")


def with_failures(finding: Finding, case: Case) -> Finding:
    """The finding on a hang, with what had failed before."""
    if finding.family != "hang" or finding.cause in BY_THEMSELVES:
        return finding
    told = tuple(map(Evidence, _told(case)))
    if not told:
        return finding
    return finding._replace(
        evidence=(*finding.evidence, *told), advice=(Advice(_ADVICE), *finding.advice)
    )


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
        error = f"{_on_a_line(task.error)}{_at(place.file, place.line, place.function)}"
        yield f"{error}, which nobody has asked for", "task", f'"{task.name}"'


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
