"""The built-in rules, listed by what they are about: `crashes`, `hangs`, `exceptions`.

To add a rule, add its module and a line in one of these. Which of two findings comes first is no
matter of the lists: a rule says itself whom it yields to (`atfault.diagnose.rule`).
"""

from __future__ import annotations

from atfault import lazy
from atfault.diagnose.facts import signal_number
from atfault.diagnose.rule import ALIVE, Rule
from atfault.model.absent import Absent
from atfault.model.case import Case

LISTS = ("crashes", "hangs", "exceptions")


def rules_for(case: Case) -> tuple[Rule, ...]:
    """Those that may be about such a case."""
    if not isinstance(case.exception, Absent):
        return listed("exceptions")
    if signal_number(case.process) in ALIVE:
        return (*listed("crashes"), *listed("hangs"))
    return listed("crashes")


def every_rule() -> tuple[Rule, ...]:
    """All of them."""
    return tuple(rule for name in LISTS for rule in listed(name))


def listed(name: str) -> tuple[Rule, ...]:
    """The rules of one list."""
    rules: tuple[Rule, ...] = lazy.load(f"atfault.diagnose.rules.{name}:RULES")
    return rules
