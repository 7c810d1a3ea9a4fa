"""Waits that the waiting thread itself would end, further out on its own stack."""

from __future__ import annotations

from support.hang_states import first, hang, place, resource, told, wait, worker
from support.states import PID

DONE = resource("event", "done")
MAIN, TICKER = worker("MainThread"), worker("ticker", 11, 20)
ASLEEP = wait(11, resource("time", "a sleep"), line=20, timeout=True)


def state(**more):
    return hang([MAIN, TICKER], [wait(PID, DONE, further_out=place(3), **more), ASLEEP])


def test_is_a_deadlock_of_the_thread_with_itself_and_both_lines_are_told():
    found = first(state(apart=(11,)))
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert [one.line for one in found.blame][:2] == [10, 3]


def test_where_another_thread_may_end_it_nothing_is_claimed():
    assert "self-deadlock" not in [cause for cause, _ in told(state())]


def test_who_waits_until_a_time_goes_on():
    found = told(hang([MAIN], [wait(PID, DONE, further_out=place(3), timeout=True)]))
    assert "self-deadlock" not in [cause for cause, _ in found]


def test_two_that_wait_for_each_others_calls_are_a_deadlock_beside_a_ticker():
    other = worker("other", 12, 30)
    waits = [
        wait(PID, DONE, further_out=place(4), target_tid=12),
        wait(12, DONE, line=30, further_out=place(3), target_tid=PID),
        ASLEEP,
    ]
    found = first(hang([MAIN, TICKER, other], waits))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 30, 3, 4}


def test_who_waits_for_the_call_of_one_that_goes_on_is_not_stuck():
    waits = [wait(PID, DONE, further_out=place(20), target_tid=11), ASLEEP]
    assert "deadlock" not in [cause for cause, _ in told(hang([MAIN, TICKER], waits))]


def test_one_that_waits_for_its_own_call_is_stuck_whoever_goes_on():
    found = first(state(target_tid=PID))
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
