"""Rings by way of a library whose own threads call Python back."""

from __future__ import annotations

import pytest

from support.diagnosed import diagnose
from support.hang_states import FILE, first, hang, hold, lock, resource, wait, worker
from support.states import PID, native, python, thread

FUTEX = resource("unknown", "a futex", is_private=True, key="futex:1")
IDLE = resource("unknown", "another futex", is_private=True, key="futex:2")
RATES = lock("rates.lock")
COLLECT = native("collect", "extension")
SLEEPS = native("futex_wait", "libc")
MAIN, JOB, OTHER = PID, PID + 1, PID + 2


def program(*, held=RATES, wanted=RATES, outer=COLLECT, of_other=IDLE, other_ends=False):
    """main calls a library under a lock, of whose threads one wants that, and one idles."""
    main = worker("MainThread", MAIN, 30, SLEEPS, COLLECT)
    rate = python("rate", line=12, file=FILE)
    job = thread([rate, *outer_frames(outer)], tid=JOB, name="frames-0", crashed=False)
    idle = thread([SLEEPS, COLLECT], tid=OTHER, name="frames-1", crashed=False)
    waits = [
        wait(MAIN, FUTEX, line=30),
        wait(JOB, wanted, line=12),
        wait(OTHER, of_other, timeout=other_ends),
    ]
    return hang([main, job, idle], waits, [hold(MAIN, held, line=29)])


def outer_frames(outer):
    return [outer] if outer is not None else []


def test_a_call_under_a_lock_that_a_thread_of_the_library_wants_is_likely_a_deadlock():
    found = first(program())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert [one.line for one in found.blame][:2] == [30, 12]
    assert any("no thread inside" in one.text for one in found.evidence)
    assert "release rates.lock" in found.advice[0].text


@pytest.mark.parametrize(
    "state",
    [
        program(wanted=lock("another", key="lock:2")),
        program(outer=None),
        program(other_ends=True),
        program(of_other=resource("socket", "a connection")),
    ],
    ids=["another lock", "a thread of Python's", "a timer", "a connection"],
)
def test_where_the_library_may_go_on_it_is_none(state):
    assert ("deadlock", "likely") not in [
        (one.cause, one.confidence) for one in diagnose(state).findings
    ]
