"""Which rule's finding comes first where two are as sure: what the rules declare, put in order."""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

from atfault.diagnose.rule import TELLING, Rule
from atfault.model.findings import Finding, is_fault


def says_what_is_wrong(finding: Finding) -> bool:
    """Whether it is likely at least, and of a fault."""
    return finding.confidence != "possible" and is_fault(finding.cause)


def steps_aside(rule: Rule) -> bool:
    """Whether it says what happened rather than why."""
    return TELLING in rule.yields_to


def ordered(rules: Iterable[Rule]) -> list[Rule]:
    """The rules, each behind all that it yields to; else as they are given.

    Raises ValueError when rules yield to each other in a circle.
    """
    given = list(rules)
    telling = [rule for rule in given if not steps_aside(rule)]
    by_id: dict[str, list[Rule]] = {}
    for rule in given:
        by_id.setdefault(rule.rule_id, []).append(rule)
    sorter: TopologicalSorter[int] = TopologicalSorter()
    place = {id(rule): index for index, rule in enumerate(given)}
    for rule in given:
        firsts = [one for name in rule.yields_to for one in by_id.get(name, ())]
        if steps_aside(rule):
            firsts += telling
        sorter.add(place[id(rule)], *(place[id(one)] for one in firsts))
    try:
        sorter.prepare()
    except CycleError as error:
        names = " → ".join(given[index].rule_id for index in error.args[1])
        raise ValueError(f"rules yield to each other in a circle: {names}") from None
    found: list[Rule] = []
    ready: list[int] = []
    while sorter.is_active():
        ready = sorted((*ready, *sorter.get_ready()))
        first = ready.pop(0)
        found.append(given[first])
        sorter.done(first)
    return found
