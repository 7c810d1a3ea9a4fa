"""Rounds of calls from many threads."""

import random
import sys
from itertools import islice
from types import SimpleNamespace

import pytest

from atfault_probe.stressing.modes import BRIEF_ROUNDS, COMBINATIONS, COMBINATIONS_A_RUN, _ways
from atfault_probe.stressing.reference import NOTHING
from atfault_probe.stressing.round import (
    BRIEF,
    BRIEF_CALLS,
    BRIEF_NUDGED,
    FREE_RUNNING,
    NUDGED,
    Round,
    _nudger,
)
from atfault_probe.stressing.target import Unusable


def counted():
    yield 1


def test_the_profile_function_is_gone_before_a_generator_yields():
    """Were it there, CPython would let another thread into the frame that is still running."""
    seen = []
    nudge = _nudger(7)

    def watch(frame, event, argument):
        seen.append((frame.f_code.co_name, event))
        nudge(frame, event, argument)

    sys.setprofile(watch)
    try:
        list(counted())
        left = sys.getprofile()
    finally:
        sys.setprofile(None)
    assert left is None
    assert seen[-1] == ("counted", "call")


BRIEFS = (BRIEF, BRIEF_NUDGED)


def test_every_run_has_brief_rounds_and_begins_with_another():
    for run in range(4):
        styles = [way[0] for way in islice(_ways(run * COMBINATIONS_A_RUN, 60.0), 2)]
        assert not set(styles) & set(BRIEFS)
        styles = [way[0] for way in islice(_ways(run * COMBINATIONS_A_RUN, 60.0), 4)]
        assert set(styles) & set(BRIEFS)
    assert len(COMBINATIONS) % COMBINATIONS_A_RUN == 0


def test_brief_rounds_go_on_while_they_are_quick():
    at = [style for style, _ in COMBINATIONS].index(BRIEF)
    quick = [way[0] for way in islice(_ways(at, 60.0), BRIEF_ROUNDS + 1)]
    assert set(quick[:-1]) == set(BRIEFS) and quick[-1] not in BRIEFS
    slow = [way[0] for way in islice(_ways(at, -1.0), 2)]
    assert slow[0] == BRIEF and slow[1] not in BRIEFS


class Calls:
    """A target that counts its calls."""

    def __init__(self):
        self.made = []

    def arguments(self, seed):
        return (self.made,), {}

    @staticmethod
    def call(made):
        made.append(1)


class CannotBeMadeTwice(Calls):
    """Its setup opens what is open already."""

    def __init__(self, left):
        super().__init__()
        self.left = left

    def arguments(self, seed):
        self.left -= 1
        if self.left < 0:
            raise OSError("in use")
        return super().arguments(seed)


def round_of(target, style, mode="free", calls=100):
    job = {"mode": mode, "threads": 2, "calls": calls, "seed": 1, "setup": "make"}
    progress = SimpleNamespace(stage=0, slots=[0] * 64)
    one = Round(job, target, progress, random.Random(1), style)
    one.run(SimpleNamespace(kind=NOTHING, is_plain=False))
    return one


def played(style, mode="free", calls=100):
    one = round_of(Calls(), style, mode, calls)
    assert sys.getprofile() is None
    return [(calls, len(args[0])) for calls, args, _ in one.arguments()]


@pytest.mark.parametrize("style", BRIEFS)
def test_a_brief_round_makes_a_few_calls_and_says_how_many(style):
    assert played(style) == [(2 * BRIEF_CALLS, 2 * BRIEF_CALLS)]
    assert played(style, mode="alone") == [(2 * BRIEF_CALLS, 2 * BRIEF_CALLS)]
    assert played(style, calls=1) == [(2, 2)]


@pytest.mark.parametrize("style", [FREE_RUNNING, NUDGED])
def test_other_rounds_make_all_calls(style):
    assert played(style) == [(200, 200)]


def test_arguments_that_cannot_be_made_again_are_no_failure_of_the_target():
    """netCDF4: the file is still open that --setup writes."""
    with pytest.raises(Unusable, match=r"--setup make failed when called once more.*in use"):
        round_of(CannotBeMadeTwice(0), FREE_RUNNING, "alone")
    with pytest.raises(Unusable, match="--setup make failed: OSError: in use"):
        round_of(CannotBeMadeTwice(1), FREE_RUNNING, "own")


def test_arguments_that_cannot_be_made_after_calls_of_many_threads_are_a_failure():
    found = round_of(CannotBeMadeTwice(0), FREE_RUNNING)
    assert (found.failed, found.calls) == (1, 0)
    assert found.failures[0]["text"] == "OSError: in use"
