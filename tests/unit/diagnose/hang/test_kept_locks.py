"""Locks that suspended coroutines and generators hold."""

from __future__ import annotations

from atfault.model.waits import AsyncTask, Kept, Place
from support.diagnosed import claims, diagnose
from support.hang_states import EVENTS, FILE, end, first, hang, hold, lock, told, wait, worker
from support.states import PID

MAIN = worker("MainThread", PID, 40, function="<module>")
ONE = worker("one", 11, 12)
TASK = AsyncTask(7, "t", 2, PID, "pending", (Place(FILE, 22, "main", mine=True),), "a future")
ENDS = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
A = lock("a")


def kept(task=7, by='task "t" (main)'):
    return Kept(by, task, Place(FILE, 21, "main"))


def awaits_a_thread(*more, task=7):
    waits = [wait(PID, EVENTS, line=40), wait(11, A, line=12, kept=kept(task))]
    holds = [hold(PID, A, line=21)] if task == TASK.address else []
    return hang([MAIN, ONE, *more], waits, holds, tasks=(TASK,), channel_ends=ENDS)


def test_a_lock_held_while_a_thread_is_awaited_that_needs_it_is_a_deadlock():
    found = first(awaits_a_thread())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert [b.line for b in found.blame][:3] == [22, 12, 21]
    assert claims(found) == (
        "deadlock",
        "likely",
        ["bank.py:22:main", "bank.py:12:work", "bank.py:21:work", "bank.py:40:<module>"],
        {"inferred": 1, "read": 2},
    )


def test_with_another_thread_that_could_wake_the_loop_it_is_none():
    assert "deadlock" not in [cause for cause, _ in told(awaits_a_thread(worker("two", 12, 9)))]


def test_a_lock_of_a_task_that_is_not_known_closes_no_ring():
    assert told(awaits_a_thread(task=8))[0] == ("waits-for-nobody", "likely")


def test_a_lock_that_a_generator_keeps_is_told_with_its_line():
    state = hang([MAIN], [wait(PID, A, kept=kept(0, "the generator rows"))])
    found = first(state)
    assert found.cause == "waits-for-nobody"
    assert 21 in [b.line for b in found.blame]
    texts = [one.text for one in found.evidence]
    assert any(text.startswith("the generator rows holds a (taken bank.py:21)") for text in texts)
    assert not any("no thread is seen to hold it" in text for text in texts)


def test_a_native_lock_that_a_greenlet_of_the_thread_keeps_is_a_self_deadlock():
    place = Place(FILE, 21, "refresh", mine=True)
    keeper = Kept('the greenlet "refresh@0x7"', 7, place, library="gevent")
    state = hang([MAIN], [wait(PID, A, line=40, kept=keeper)], [hold(PID, A, line=21)])
    found = first(state)
    assert found.cause == "self-deadlock"
    assert [b.line for b in found.blame][:2] == [40, 21]
    assert claims(found) == (
        "self-deadlock",
        "certain",
        ["bank.py:40:work", "bank.py:21:work", "bank.py:40:<module>"],
        {"read": 2},
    )
    texts = [one.text for one in found.advice]
    assert "gevent.lock" in texts[0]
    assert not any("RLock" in text for text in texts), "to that both greenlets are one thread"


def test_a_greenlet_is_no_task_that_an_event_loop_waits_for():
    greenlet = TASK._replace(library="gevent")
    state = hang([MAIN], [wait(PID, EVENTS, line=40)], tasks=(greenlet,), channel_ends=ENDS)
    assert not any("task" in finding.summary for finding in diagnose(state).findings)
