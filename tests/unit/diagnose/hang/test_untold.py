"""A thread that goes round until it is told, by what has failed."""

from __future__ import annotations

from atfault.model.exception import Unhandled
from atfault.model.places import Place
from atfault.model.waits import Again, LoopCondition
from support.hang_states import FILE, first, hang, library, moves, resource, wait, watched, worker
from support.states import PID, thread

BEAT = worker("beat", 11, 20, function="run")
ENDING = thread([library("_shutdown", "threading.py")], tid=PID, name="MainThread", crashed=False)
FAILURE = Unhandled("ValueError('some')", (Place(FILE, 31, "baskets", mine=True),))
LOOP = Again(3, 3.0, Place(FILE, 20, "run", mine=True), 21, does=("self.beats",))
TOLD_TO_STOP = resource("event", "self.stopped")


def ending(*beside, failure=FAILURE, again=LOOP, what=TOLD_TO_STOP, threads=(), condition=None):
    """The main thread waits, as Python ends, for a thread that wakes up again and again."""
    seen = moves(11, 0.0)._replace(again=again, condition=condition)
    joined = wait(PID, resource("thread", "beat", key="thread:11"))._replace(target_tid=11)
    waits = [joined, wait(11, what, line=20, timeout=True)._replace(again=again), *beside]
    activity = watched(moves(PID, 0.0, moved=False), seen)
    return hang([ENDING, BEAT, *threads], waits, activity=activity, main_failure=failure)


def test_who_serves_until_it_is_told_is_told_by_nobody_once_the_main_thread_has_failed():
    found = first(ending())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert [blame.line for blame in found.blame][:2] == [20, 31]


def test_a_loop_that_is_meant_to_go_on_or_whose_flag_stands_still_is_not_told_either():
    naps = resource("time", "time.sleep")
    assert first(ending(again=LOOP._replace(serves=True), what=naps)).cause == "waits-for-nobody"
    still = LoopCondition(20, 21, "self.running", ("self.running = True",), True, False, False)
    assert first(ending(what=naps, condition=still)).cause == "waits-for-nobody"
    assert first(ending(what=naps)).cause != "waits-for-nobody"


def test_a_thread_that_outlives_a_main_thread_which_did_not_fail_serves():
    assert first(ending(failure=None)).cause != "waits-for-nobody"


def test_a_loop_that_ends_by_itself_is_waited_for():
    assert first(ending(again=LOOP._replace(ends=True))).cause != "waits-for-nobody"


def test_another_thread_that_goes_on_may_tell_it():
    found = first(ending(threads=(worker("other", 12, 40),)))
    assert found.confidence == "possible"
