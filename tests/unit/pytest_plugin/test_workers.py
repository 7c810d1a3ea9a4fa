"""What is told of workers that were lost."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.pytest_plugin.journal import PHASES
from atfault.pytest_plugin.workers import _phase

NODE, OTHER = object(), object()


def told(when: str, stop: float, nodeid: str = "test_one", node: object = NODE) -> SimpleNamespace:
    return SimpleNamespace(when=when, stop=stop, nodeid=nodeid, node=node)


@pytest.mark.parametrize("number", range(len(PHASES)))
def test_a_worker_is_lost_in_the_phase_behind_the_last_that_was_told(number) -> None:
    mine = [told(when, at) for at, when in enumerate(PHASES[:number])]
    others = [told("teardown", 9.0, "test_two"), told("teardown", 9.0, node=OTHER)]
    assert _phase(told("", 0.0), {"": mine, "passed": others}) == PHASES[number]


def test_behind_its_teardown_a_test_is_run_once_more() -> None:
    mine = [told(when, at) for at, when in enumerate(PHASES)]
    assert _phase(told("", 0.0), {"": mine[:1], "rerun": mine[1:]}) == "setup"


def test_without_a_terminal_it_is_the_test_itself() -> None:
    assert _phase(told("", 0.0), None) == "call"
