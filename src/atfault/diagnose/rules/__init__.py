"""The built-in rules, by what they are about: `crash`, `hang`, `exception`, `numba`, `text`.

To add a rule, add its module, and a line in the list that its room's `__init__` is. Which of two
findings comes first is no matter of the lists: a rule says itself whom it yields to
(`atfault.diagnose.rule`).
"""

from __future__ import annotations

from atfault import lazy
from atfault.diagnose.facts import signal_number
from atfault.diagnose.rule import ALIVE, Rule
from atfault.model.absent import Absent
from atfault.model.case import Case

ROOMS = ("crash", "hang", "exception", "numba", "text")


def rules_for(case: Case) -> tuple[Rule, ...]:
    """Those that may be about such a case."""
    if not isinstance(case.given, Absent):
        return (*listed("exception"), *listed("text"))
    if not isinstance(case.numba, Absent):
        return (*listed("numba"), *listed("exception"))
    if not isinstance(case.exception, Absent):
        return listed("exception")
    if signal_number(case.process) in ALIVE:
        return (*listed("crash"), *listed("hang"))
    return listed("crash")


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
