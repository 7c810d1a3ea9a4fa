"""Waits that the waiting thread itself would end, further out on its own stack."""

from __future__ import annotations

from atfault.model.waits import ThreadPool
from support.hang_states import first, hang, hold, place, resource, told, wait, worker
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


CHANGED = resource("condition", "shelf._changed")
WRITER = worker("writer", 11, 20)
JOIN = wait(PID, resource("thread", 'thread "writer"', key="thread:11"), target_tid=11)


def of_readers(*waits, threads=(MAIN, WRITER), by=PID):
    given = hold(by, CHANGED, line=6, proof="suspected")
    return hang(threads, waits, yet_to_end=(given,))


def test_who_reads_and_waits_for_the_writer_is_in_a_ring_with_it():
    found = first(of_readers(JOIN, wait(11, CHANGED, line=20)))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 20, 6}


def test_a_worker_that_waits_for_jobs_is_not_kept_by_who_is_inside_of_its_pool():
    found = told(of_readers(JOIN, wait(11, CHANGED, line=20, idles=True)))
    assert "deadlock" not in [cause for cause, _ in found]


def test_a_reader_that_goes_on_keeps_nobody():
    asleep = wait(PID, resource("time", "a sleep"), timeout=True)
    found = told(of_readers(asleep, wait(11, CHANGED, line=20)))
    assert "deadlock" not in [cause for cause, _ in found]


COMMIT = resource("lock", "storage.commit_lock")
WAITS_TO_COMMIT = wait(11, COMMIT, line=20)


def of_a_lock(*waits, threads=(MAIN, WRITER), by=PID):
    given = hold(by, COMMIT, line=6, proof="suspected")
    return hang(threads, waits, yet_to_end=(given,))


def test_who_has_taken_a_lock_in_a_package_and_waits_for_who_wants_it_is_in_a_ring_with_it():
    found = first(of_a_lock(JOIN, WAITS_TO_COMMIT))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 20}


def test_a_lock_that_a_third_thread_could_release_makes_no_ring():
    busy = worker("busy", 12, 30)
    found = told(of_a_lock(JOIN, WAITS_TO_COMMIT, threads=(MAIN, WRITER, busy)))
    assert "deadlock" not in [cause for cause, _ in found]


def test_a_lock_that_the_joining_thread_has_not_taken_is_lost():
    found = first(hang([MAIN, WRITER], [JOIN, WAITS_TO_COMMIT]))
    assert found.cause == "waits-for-nobody"
    found = first(of_a_lock(JOIN, WAITS_TO_COMMIT, by=11))
    assert found.cause != "deadlock"


def test_who_has_taken_a_lock_and_goes_on_keeps_nobody_for_good():
    asleep = wait(PID, resource("time", "a sleep"), timeout=True)
    found = told(of_a_lock(asleep, WAITS_TO_COMMIT))
    assert "deadlock" not in [cause for cause, _ in found]


def test_two_that_have_one_thing_each_and_want_another_are_in_a_ring():
    pens = resource("queue", "desk.pens")
    other = worker("other", 11, 20)
    waits = [wait(PID, pens, further_out=place(3)), wait(11, pens, line=20, further_out=place(3))]
    given = tuple(hold(tid, pens, line=6, proof="suspected") for tid in (PID, 11))
    found = first(hang([MAIN, other], waits, yet_to_end=given))
    assert (found.cause, found.confidence) == ("deadlock", "likely")


def of_shared(*, writes_in="write", gives=(PID, 11)):
    """One that reads, and reads again, and another one that waits for the same condition."""
    writing = wait(11, CHANGED, line=20)
    writing = writing._replace(place=place(20, writes_in))
    waits = [wait(PID, CHANGED, further_out=place(3)), writing]
    behind = [hold(tid, CHANGED, proof="suspected")._replace(is_behind=tid == 11) for tid in gives]
    return hang([MAIN, WRITER], waits, yet_to_end=tuple(behind))


def test_who_reads_again_while_a_writer_waits_is_in_a_ring_with_it():
    found = first(of_shared())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 20}


def test_two_that_wait_in_the_same_code_are_not_reader_and_writer():
    assert first(of_shared(writes_in="work", gives=(PID,))).cause == "self-deadlock"
    assert first(of_shared(gives=(PID,))).cause == "self-deadlock"


def of_what_stands_behind(*, wants=COMMIT, is_behind=True):
    """One waits, with a lock, for what another one has yet to notify, which wants that lock."""
    waits = [wait(PID, CHANGED), wait(11, wants, line=20)]
    given = hold(11, CHANGED, line=20, proof="suspected")._replace(is_behind=is_behind)
    return hang([MAIN, WRITER], waits, holds=(hold(PID, COMMIT),), yet_to_end=(given,))


def test_who_has_yet_to_notify_and_wants_a_lock_of_the_waiting_one_is_in_a_ring_with_it():
    found = first(of_what_stands_behind())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 20}
    assert any("stands behind" in one.text for one in found.evidence)


def test_who_has_yet_to_notify_and_waits_for_something_else_is_in_none():
    other = resource("lock", "elsewhere", address=0x9000)
    assert first(of_what_stands_behind(wants=other)).cause == "waits-for-nobody"


READY, ROOM = resource("event", "ready", address=0x7000), resource("queue", "tray", address=0x7100)


def of_two_that_end_each_others_waits(operation="put"):
    """One waits for room, or an item, and would set an event behind that; another one waits for the
    event, and would take from, or put into, the queue."""
    waits = [wait(PID, ROOM)._replace(operation=operation), wait(11, READY, line=20)]
    if operation == "get":
        waits[1] = wait(11, OTHER, line=20)._replace(operation="get")
    given = [
        hold(11, ROOM, line=20, proof="suspected")._replace(is_behind=True),
        hold(PID, waits[1].resource, proof="suspected")._replace(is_behind=True),
    ]
    return hang([MAIN, WRITER], waits, yet_to_end=tuple(given))


OTHER = resource("queue", "results", address=0x7200)


def test_two_that_have_each_yet_to_end_what_the_other_waits_for_are_a_ring():
    found = first(of_two_that_end_each_others_waits())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} >= {10, 20}


def test_of_two_that_wait_for_items_of_queues_neither_keeps_the_other():
    assert first(of_two_that_end_each_others_waits("get")).cause == "waits-for-nobody"


GATE = resource("lock", "self._no_writers")


def test_who_would_itself_give_a_lock_back_further_out_starves_no_pool():
    worker_of_pool = worker("office_1", 12, 30)
    own = wait(12, GATE, line=30, further_out=place(4), apart=(11, PID))
    pool = ThreadPool(PID, (12,), queued=1)
    found = told(hang([MAIN, TICKER, worker_of_pool], [own, ASLEEP], pools=(pool,)))
    assert found[0] == ("self-deadlock", "likely")
    assert "pool-starvation" not in [cause for cause, _ in found]
