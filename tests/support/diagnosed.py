"""What the rules say of a crash, put together from parts (support/states.py)."""

from __future__ import annotations

import os
from collections import Counter

from support.nonces import checked
from support.states import case_of, crash


def diagnose(state, rules=None):
    """As the engine does, of a case of that process; it must not depend on any words."""
    return checked(case_of(state), rules)


def diagnosed(**state):
    """The diagnosis."""
    return diagnose(crash(**state))


def first(**state):
    """The first finding."""
    return diagnosed(**state).findings[0]


def every_cause(**state):
    """The causes of all findings, in order."""
    return [finding.cause for finding in diagnosed(**state).findings]


def claims(finding):
    """All that a finding says but its words, which are kept in tests/golden/diagnose: cause,
    confidence, whose lines it blames, how many of its reasons are of each kind, kinds of doubts.

    ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})
    """
    blamed = [f"{os.path.basename(one.file)}:{one.line}:{one.function}" for one in finding.blame]
    evidence = dict(Counter(one.kind for one in finding.evidence))
    doubts = [one.kind for one in finding.doubts]
    return (finding.cause, finding.confidence, blamed, evidence, *doubts)


def words(finding):
    """Summary and evidence of a finding."""
    return finding.summary + " | " + " | ".join(e.text for e in finding.evidence)


def unmet_rules(**state):
    """The rules that could not be checked."""
    return [n.rule for n in diagnosed(**state).not_checked]
