"""Threads that go on beside a wait, and whose own code could not end it."""

from __future__ import annotations

import pytest

from atfault.model.waits import ThreadActivity
from support.hang_states import (
    first,
    hang,
    hold,
    lock,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID

DONE, JOBS, TIME = resource("event", "done"), resource("queue", "jobs"), resource("time", "a sleep")
MAIN, TICKER, WORKER = worker("MainThread"), worker("ticker", 11, 20), worker("worker", 12, 30)
ASLEEP = wait(11, TIME, line=20, timeout=True)
JOINS = wait(PID, resource("thread", 'thread "worker"', key="thread:12"), target_tid=12)


def stuck(what=DONE, **more):
    return hang([MAIN, TICKER], [wait(PID, what, **more), ASLEEP])


def test_a_ticker_whose_code_does_not_lead_there_silences_nothing():
    found = first(stuck(apart=(11,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    (why,) = [one for one in found.evidence if "ticker" in one.text]
    assert why.kind == "inferred" and "set()" in why.text and "done" in why.text


def test_a_thread_that_may_end_it_keeps_it_from_being_called_stuck():
    assert ("waits-for-nobody", "likely") not in told(stuck())
    assert ("waits-for-nobody", "likely") not in told(stuck(apart=(12,)))


def test_what_was_not_looked_through_to_its_end_is_a_doubt():
    found = first(stuck(apart=(11,), unsure=(11,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    (doubt,) = found.doubts
    assert doubt.kind == "other-thread" and "ticker" in doubt.text


def test_a_walk_that_was_cut_off_says_less_than_that_nothing_of_the_programs_own_ends_it():
    found = first(stuck(apart=(11,), unsure=(11,), bystanders=(11,)))
    assert (found.cause, found.confidence, found.doubts) == ("waits-for-nobody", "likely", ())


def test_who_has_no_way_to_what_processes_share_ends_no_wait_in_another_one():
    """A worker waits for jobs of a shared queue, its parent for the worker."""
    shared = resource("queue", "jobs", shared="semaphore")
    child = hang([worker("MainThread", 90, 40)], [wait(90, shared, pid=90)], pid=90, ppid=PID)
    ends = wait(PID, resource("process", "process 90", key="process:90"), target_pid=90)
    more = {"family": (child,), "relatives": (relative(90),)}
    found = first(hang([MAIN, TICKER], [ends, ASLEEP], sharing_nothing=(11,), **more))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert ("waits-for-nobody", "likely") not in told(hang([MAIN, TICKER], [ends, ASLEEP], **more))


def idle(*others, **more):
    waits = [wait(12, JOBS, line=30, idles=True, **more), ASLEEP, *others]
    return hang([MAIN, TICKER, WORKER], waits)


def test_a_worker_that_nobody_has_work_for_idles():
    sleeps = wait(PID, TIME, timeout=True)
    assert all(cause != "waits-for-nobody" for cause, _ in told(idle(sleeps, apart=(PID, 11))))


def test_a_worker_that_is_joined_does_not():
    found = first(idle(JOINS, apart=(11,)))
    assert found.cause == "waits-for-nobody"
    assert "jobs" in found.summary


def test_two_that_idle_for_each_other_make_no_ring():
    other = worker("other", 13, 40)
    waits = [
        wait(PID, TIME, timeout=True),
        wait(12, JOBS, line=30, apart=(PID, 12), idles=True),
        wait(
            13, resource("queue", "results", address=0x2000), line=40, apart=(PID, 13), idles=True
        ),
    ]
    causes = [cause for cause, _ in told(hang([MAIN, WORKER, other], waits))]
    assert "deadlock" not in causes and "waits-for-nobody" not in causes


def test_who_alone_is_left_and_waits_for_the_waiting_one_closes_a_ring():
    """A full queue, of which the one that empties it waits for a lock of who fills it."""
    guard = lock("guard", address=0x2000)
    state = hang(
        [MAIN, TICKER, WORKER],
        [
            wait(PID, JOBS, operation="put", apart=(PID, 11)),
            ASLEEP,
            wait(12, guard, line=30),
        ],
        [hold(PID, guard)],
    )
    found = first(state)
    assert found.cause == "deadlock"
    assert "jobs" in found.summary and "guard" in found.summary


@pytest.mark.slow
def test_many_that_wait_for_one_thing_are_asked_once():
    """What is apart from it is the same for all of them, and is kept."""
    several = tuple(range(1000, 1400))
    apart = tuple(range(2000, 2400))
    threads = [worker(f"w{tid}", tid) for tid in (*several, *apart)]
    waits = [wait(tid, DONE, apart=apart) for tid in several]
    waits += [wait(tid, TIME, timeout=True) for tid in apart]
    state = hang([MAIN, *threads], [*waits, wait(PID, DONE, apart=apart)])
    assert first(state).cause == "waits-for-nobody"


def test_a_watch_says_the_same():
    moves = ThreadActivity(11, 0.0, 3.0, 6, False)
    state = stuck(apart=(11,))._replace(activity=watched(moves))
    assert first(state).cause == "waits-for-nobody"
