"""What the rules say of a crash, put together from parts (support/states.py)."""

from __future__ import annotations

from atfault.diagnose.engine import diagnose
from atfault.diagnose.facts import signal_number
from atfault.diagnose.rules import BUILTIN
from support.states import crash


def diagnosed(**state):
    """The diagnosis. What comes first must do so too when all rules for the signal see the crash,
    and not only those that the coarse tests in their list let through."""
    process = crash(**state)
    found = diagnose(process)
    number = signal_number(process)
    rules = [rule for rule, signals, _ in BUILTIN if not signals or number in signals]
    assert found.findings[0] == diagnose(process, rules=rules).findings[0]
    return found


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
