"""What the rules say of a crash, put together from parts (support/states.py)."""

from __future__ import annotations

from atfault.diagnose import engine
from support.states import case_of, crash


def diagnose(state, rules=None):
    """As the engine does, of a case of that process."""
    return engine.diagnose(case_of(state), rules)


def diagnosed(**state):
    """The diagnosis."""
    return diagnose(crash(**state))


def first(**state):
    """The first finding."""
    return diagnosed(**state).findings[0]


def every_cause(**state):
    """The causes of all findings, in order."""
    return [finding.cause for finding in diagnosed(**state).findings]


def words(finding):
    """Summary and evidence of a finding."""
    return finding.summary + " | " + " | ".join(e.text for e in finding.evidence)


def unmet_rules(**state):
    """The rules that could not be checked."""
    return [n.rule for n in diagnosed(**state).not_checked]
