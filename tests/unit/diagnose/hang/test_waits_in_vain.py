"""Waits that a thread which goes on does not end, though it could: the test of a condition that
nobody makes true, a handler that is not called; and what is told of functions that none runs."""

from __future__ import annotations

from atfault.model.waits import EndedThread, Hold, LoopCondition, Place, SignalHandler
from support.hang_states import FILE, first, hang, place, resource, told, wait, worker
from support.states import PID

MAIN, PUMP = worker("MainThread"), worker("pump", 11, 20)
LEVEL, DONE = resource("condition", "changed"), resource("event", "done")
ASLEEP = wait(11, resource("time", "a sleep"), line=20, timeout=True)
SHUT = LoopCondition(
    10, 10, "not level >= depth", ("level = 1", "depth = 2"), True, False, False, comes_round=True
)


def waiting(what=LEVEL, **more):
    surroundings = {
        name: more.pop(name) for name in ("handlers", "blocked_signals") if name in more
    }
    return hang([MAIN, PUMP], [wait(PID, what, **more), ASLEEP], **surroundings)


def test_a_test_that_no_code_that_is_left_makes_true_waits_for_nobody():
    found = first(waiting(awaits=SHUT._replace(writers=())))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert "while not level >= depth" in found.summary
    assert any("level = 1 and depth = 2" in one.text for one in found.evidence)


def test_who_assigns_what_the_test_looks_at_or_may_do_so_may_end_the_wait():
    for known in ({"writers": (11,)}, {"writers": (), "unsure": (11,)}, {"writers": None}):
        state = waiting(awaits=SHUT._replace(**known))
        assert all(cause != "waits-for-nobody" for cause, _ in told(state)), known


def test_a_handler_that_assigns_it_may_end_the_wait():
    state = waiting(awaits=SHUT._replace(writers=(), handlers=(10,)))
    assert all(cause != "waits-for-nobody" for cause, _ in told(state))


def test_a_test_that_rests_on_variables_of_its_function_wants_to_look_at_the_object():
    found = first(waiting(awaits=SHUT._replace(writers=(), is_private=True)))
    assert any("copy" in one.text for one in found.advice)


def test_a_signal_that_the_main_thread_blocks_ends_no_wait_of_its_own():
    ring = SignalHandler(14, "ring", True, reaches=(DONE.address,), calls=("set",))
    found = first(waiting(DONE, apart=(11,), handlers=(ring,), blocked_signals=(14,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert any("ring" in one.text and "blocks" in one.text for one in found.evidence)
    assert any("unblock" in one.text for one in found.advice)
    state = waiting(DONE, apart=(11,), handlers=(ring,))
    assert all(cause != "waits-for-nobody" for cause, _ in told(state))


def test_a_signal_that_the_main_thread_blocks_is_handled_as_that_goes_on():
    """Another thread may take it, and the main thread calls the handler between two naps."""
    ring = SignalHandler(14, "ring", True, reaches=(DONE.address,), calls=("set",))
    naps = wait(PID, resource("time", "a sleep"), timeout=True)
    waits = [naps, wait(11, DONE, line=20, apart=(PID,))]
    state = hang([MAIN, PUMP], waits, handlers=(ring,), blocked_signals=(14,))
    assert ("waits-for-nobody", "likely") not in told(state)


def test_functions_that_threads_are_given_to_run_and_none_does_are_told():
    serve = Place(FILE, 3, "Desk.serve", mine=True)
    found = first(waiting(DONE, apart=(11,), run_by_none=(serve,)))
    assert any("Desk.serve (bank.py:3)" in one.text for one in found.evidence)
    assert "Desk.serve" in found.advice[0].text


def test_a_function_that_a_thread_which_has_ended_has_run_is_told_of_that_alone():
    serve = Place(FILE, 3, "Desk.serve", mine=True)
    state = waiting(DONE, apart=(11,), run_by_none=(serve,))
    ended = (EndedThread("desk", serve, (PID,)),)
    found = first(state._replace(waiting=state.waiting._replace(ended_threads=ended)))
    assert len([one for one in found.evidence if "Desk.serve" in one.text]) == 1
    assert "Desk.serve" not in found.advice[0].text


def test_three_who_have_yet_to_end_each_others_waits_are_a_ring():
    """Stations of a line, the last of which gives back to the first: all queues are full."""
    raw, milled, painted = (resource("queue", name) for name in ("raw", "milled", "painted"))
    names = worker("mill", 11, 20), worker("paint", 12, 20), worker("inspector", 13, 30)
    put = {"operation": "put", "line": 20}
    waits = [wait(11, milled, **put), wait(12, painted, **put), wait(13, raw, **put)]
    gives = [
        Hold(tid, PID, queue, "suspected", place(20), is_behind=True)
        for tid, queue in ((11, raw), (12, milled), (13, painted))
    ]
    joins = wait(PID, resource("thread", 'thread "mill"', key="thread:11"), target_tid=11)
    found = first(hang([MAIN, *names], [joins, *waits], yet_to_end=tuple(gives)))
    assert found.cause == "deadlock"
    assert all(one in found.title + found.summary for one in ("3 threads",))


def test_stations_that_all_wait_for_items_only_lack_who_begins():
    one, two, three = (resource("queue", name) for name in ("one", "two", "three"))
    names = worker("a", 11, 20), worker("b", 12, 20), worker("c", 13, 30)
    waits = [wait(t, q, operation="get") for t, q in ((11, one), (12, two), (13, three))]
    gives = [
        Hold(tid, PID, queue, "suspected", place(20), is_behind=True)
        for tid, queue in ((11, three), (12, one), (13, two))
    ]
    joins = wait(PID, resource("thread", 'thread "a"', key="thread:11"), target_tid=11)
    state = hang([MAIN, *names], [joins, *waits], yet_to_end=tuple(gives))
    assert first(state).cause == "waits-for-nobody"


def test_whoever_goes_on_and_changes_nothing_of_it_does_not_count():
    """The pump notifies; the one that would assign it waits for the main thread."""
    keeper = worker("keeper", 12, 30)
    joins = wait(12, resource("thread", 'thread "MainThread"', key=f"thread:{PID}"), target_tid=PID)
    waits = [wait(PID, LEVEL, awaits=SHUT._replace(writers=(12,))), joins, ASLEEP]
    found = first(hang([MAIN, PUMP, keeper], waits))
    assert found.cause in ("deadlock", "waits-for-nobody") and found.confidence == "likely"
