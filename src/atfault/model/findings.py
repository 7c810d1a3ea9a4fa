"""What the rules say."""

from __future__ import annotations

from typing import Literal, NamedTuple

Confidence = Literal["certain", "likely", "possible"]


class Evidence(NamedTuple):
    """One reason, as a clause that a Python user understands; no closing full stop."""

    text: str


class Advice(NamedTuple):
    """One next step; command is what to type, where there is something to type."""

    text: str
    command: str | None = None


class SourceLine(NamedTuple):
    """One line of source text, kept so that a saved report shows it again."""

    line: int
    text: str


class Blame(NamedTuple):
    """A line of the user's own code."""

    file: str
    line: int | None
    function: str
    thread: str
    """Its name, or its tid as text."""
    source: tuple[SourceLine, ...] = ()
    """The line with its neighbours, filled in by the pipeline, not by the rules."""


class Finding(NamedTuple):
    """A cause with its reasons."""

    cause: str
    """A stable id of the contract."""
    summary: str
    """One line: names, figures, what happened."""
    confidence: Confidence
    blame: tuple[Blame, ...] = ()
    """The most telling first. Left empty, the engine fills in the crashed thread's own frames."""
    evidence: tuple[Evidence, ...] = ()
    advice: tuple[Advice, ...] = ()


class NotChecked(NamedTuple):
    """A rule that did not run, and why."""

    rule: str
    reason: str


class Diagnosis(NamedTuple):
    """findings: best first, never empty."""

    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...] = ()
    warnings: tuple[str, ...] = ()
