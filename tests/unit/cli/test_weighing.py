"""What `run --hang-after` makes of a part of the program that stands still beside others."""

from __future__ import annotations

import argparse
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cli.explainer import SURE_AFTER, Explainer
from atfault.model.findings import Finding
from atfault.options import Options


def explainer(*, kills: bool) -> Explainer:
    watch: Any = SimpleNamespace(
        args=argparse.Namespace(), options=Options(), command=("python",), hang_kill=kills
    )
    return Explainer(watch)


def found(cause: str, confidence: Any, family: Any = "hang") -> Finding:
    finding = Finding.of(summary="it hangs", confidence=confidence)
    return finding._replace(cause=cause, family=family)


def weighed(one: Explainer, finding: Finding, looks: int) -> list[tuple[bool, bool]]:
    """(is told, may be ended) after each look; what is told counts as such from then on."""
    answers = []
    for _ in range(looks):
        answers.append(one._weigh(finding))
        if answers[-1][0]:
            one._hangs.add((finding.cause, ()))
    return answers


@pytest.mark.parametrize("kills", [False, True])
def test_what_is_certain_is_told_at_once_and_ended_if_that_was_asked_for(kills: bool) -> None:
    assert weighed(explainer(kills=kills), found("deadlock", "certain"), 1) == [(True, True)]


def test_what_is_likely_is_told_once_and_ended_when_looks_agree() -> None:
    answers = weighed(explainer(kills=True), found("deadlock", "likely"), SURE_AFTER)
    assert answers == [(True, False), *[(False, False)] * (SURE_AFTER - 2), (True, True)]
    answers = weighed(explainer(kills=False), found("deadlock", "likely"), SURE_AFTER)
    assert [is_told for is_told, _ in answers] == [True, *[False] * (SURE_AFTER - 1)]


def test_what_is_possible_is_told_late_and_never_ended() -> None:
    answers = weighed(explainer(kills=True), found("worker-died", "possible"), SURE_AFTER + 2)
    assert answers == [*[(False, False)] * (SURE_AFTER - 1), (True, False), *[(False, False)] * 2]


@pytest.mark.parametrize(
    "finding",
    [
        found("slow-not-stuck", "likely"),
        found("waiting-external", "likely"),
        found("killed", "certain", "killed"),
    ],
    ids=lambda one: str(one.cause),
)
def test_what_is_no_fault_is_never_told(finding: Finding) -> None:
    assert weighed(explainer(kills=True), finding, 9) == [(False, False)] * 9
