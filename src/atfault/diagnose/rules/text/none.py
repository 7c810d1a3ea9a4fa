"""none: nothing in the text failed."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.given import CAUSE, Given

MAX_BEHIND = 60
"""Lines behind one that says that all went well: behind more of them, another step is told of."""


@rule("none", family="text", causes=("none", "unknown"), plain_title=True)
def none(case: Case) -> Iterator[Finding]:
    """The text is of a build, and nothing in it failed; or it failed in words that nothing here
    knows, and the lines that tell most by their form are quoted.

    Checks of configure, CMake and meson that fail are part of a build that succeeds, and so are
    errors that make was told to ignore.
    """
    given = case.given
    if isinstance(given, Absent) or given.first is not None:
        return
    proofs = (given.sanitizer, given.stacks, given.kernel, given.abort)
    known = not all(isinstance(one, Absent) for one in proofs)
    if known or not (given.is_build or given.telling):
        return
    if given.telling:
        best = given.telling[0]
        yield Finding.of(
            cause="unknown",
            summary=f"its words are not known; line {best.line} tells most: {best.text[:200]}",
            confidence="possible",
            quotes=given.telling,
            title="Failed",
        )
        return
    succeeded = given.outcome == "succeeded"
    is_end = given.last is None or given.lines - given.last.line <= MAX_BEHIND
    yield Finding.of(
        summary="the build succeeded" if succeeded else "nothing in this text failed",
        confidence="certain" if succeeded and is_end and not given.is_cut else "likely",
        evidence=_evidence(given),
        quotes=(given.last,) if given.last is not None else (),
        title="Nothing failed",
    )


def _evidence(given: Given) -> Iterator[str]:
    if given.last is not None:
        yield f"line {given.last.line} says so: {given.last.text[:160]}"
    checks = sum(hit.rank != CAUSE for hit in given.hits)
    if checks:
        yield f"{checks} lines that look like errors are of checks, or were ignored"
    if given.is_cut:
        yield "the text ends before the build does"
