"""What the rules say of a crash, put together from parts (support/states.py)."""

from __future__ import annotations

from atfault.diagnose.engine import diagnose
from support.states import crash


def first(**state):
    """The first finding."""
    return diagnose(crash(**state)).findings[0]


def every_cause(**state):
    """The causes of all findings, in order."""
    return [finding.cause for finding in diagnose(crash(**state)).findings]


def words(finding):
    """Summary and evidence of a finding."""
    return finding.summary + " | " + " | ".join(e.text for e in finding.evidence)


def unmet_rules(**state):
    """The rules that could not be checked."""
    return [n.rule for n in diagnose(crash(**state)).not_checked]
