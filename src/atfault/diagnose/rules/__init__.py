"""The built-in rules, in rooms by how a program ended: `crash`, `mapped`, `abort`, `killed`,
`hang`, `exception`, `numba`, `text`; `ranks` of a job. The rooms that may be about a case are
imported for it.

To add a rule, add its module, and a line in the list that its room's `__init__` is. Which of two
findings comes first is no matter of the lists: a rule says itself whom it yields to
(`atfault.diagnose.rule`).
"""

from __future__ import annotations

from atfault import lazy
from atfault.diagnose.facts import (
    SIGABRT,
    SIGBUS,
    SIGFPE,
    SIGILL,
    SIGSEGV,
    SIGTRAP,
    ended_by_another,
)
from atfault.diagnose.rule import ALIVE, Rule
from atfault.model.absent import Absent
from atfault.model.case import Case

ROOMS = ("crash", "mapped", "abort", "killed", "ranks", "hang", "exception", "numba", "text")
FAULTS = (SIGSEGV, SIGBUS, SIGILL, SIGFPE)
GIVEN_UP = (SIGABRT, SIGTRAP)


def rules_for(case: Case) -> tuple[Rule, ...]:
    """Those that may be about such a case."""
    rooms = (*([] if isinstance(case.job, Absent) else ["ranks"]), *_rooms(case))
    return tuple(rule for room in rooms for rule in listed(room))


def _rooms(case: Case) -> tuple[str, ...]:
    """Those about how the process of a case ended, or that it lives."""
    if not isinstance(case.given, Absent):
        return ("exception", "text")
    if not isinstance(case.numba, Absent):
        return ("numba", "exception")
    if not isinstance(case.exception, Absent):
        return ("exception",)
    process = case.process
    number, signal = process.ending.number, process.ending.signal
    if number in ALIVE or ended_by_another(process):
        return ("killed", "hang")
    if number not in (*FAULTS, *GIVEN_UP):
        return ("killed",)
    by_processor = not isinstance(signal, Absent) and signal.code > 0
    return (
        "crash",
        *(("mapped",) if number == SIGBUS else ()),
        *(("abort",) if number in GIVEN_UP else ()),
        *(() if by_processor else ("killed",)),
    )


def last_resort() -> Rule:
    """The one for a case that no other explains."""
    made: Rule = lazy.load("atfault.diagnose.rules.unknown:unknown")
    return made


def every_rule() -> tuple[Rule, ...]:
    """All of them."""
    return tuple(rule for name in ROOMS for rule in listed(name))


def listed(room: str) -> tuple[Rule, ...]:
    """The rules of one room."""
    rules: tuple[Rule, ...] = lazy.load(f"atfault.diagnose.rules.{room}:RULES")
    return rules
