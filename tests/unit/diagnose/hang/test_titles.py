"""The first line of a report on a hang, as the rules word it."""

from __future__ import annotations

import pytest

from support.hang_states import (
    first,
    hang,
    hold,
    library,
    lock,
    moves,
    resource,
    wait,
    watched,
    worker,
)
from support.states import PID

A, B = lock("a.lock"), lock("b.lock")


def ring(**more):
    threads = [worker("MainThread"), worker("pay-1", 11), worker("pay-2", 12)]
    waits = [wait(11, B), wait(12, A)]
    return hang(threads, waits, [hold(11, A), hold(12, B)], **more)


def title(state):
    return first(state).title


def test_of_a_ring_the_threads_are_counted():
    assert title(ring()) == "Deadlock between 2 threads: nothing will move again"


def test_while_another_thread_runs_it_is_not_said_that_nothing_moves():
    state = ring()
    busy = state.threads[0]
    busy = busy._replace(thread=busy.thread._replace(state="R"))
    state = state._replace(threads=(busy, *state.threads[1:]))
    assert title(state) == "Deadlock between 2 threads: they will never go on"


def test_a_deadlock_that_is_not_proven_is_told_with_doubt():
    state = ring()._replace(holds=[hold(11, A, proof="suspected"), hold(12, B)])
    assert title(state).startswith("Probably a deadlock between 2 threads")


def test_a_thread_that_waits_for_itself_is_named():
    state = hang([worker("MainThread")], [wait(PID, A)], [hold(PID, A)])
    assert title(state) == "Deadlock: the main thread waits for itself and will never go on"


def test_the_main_thread_of_a_child_is_told_apart_from_the_programs_own():
    child = hang(
        [worker("MainThread", 4800)], [wait(4800, A, pid=4800)], [hold(4800, A, pid=4800)], pid=4800
    )
    state = hang([worker("MainThread")], family=(child,))
    assert title(state) == (
        "Deadlock: the main thread of process 4800 waits for itself and will never go on"
    )


@pytest.mark.parametrize(
    ("cpu", "start"),
    [(2.9, "Busy, not stuck: it moves on at"), (0.01, "Not stuck: it moves on at")],
)
def test_a_thread_that_hardly_computes_is_not_called_busy(cpu, start):
    seen = watched(moves(PID, cpu, changed=("i 1 → 2 (bank.py:10)",)))
    assert title(hang([worker("MainThread")], activity=seen)).startswith(start)


def test_what_is_waited_for_outside_is_named():
    peer = resource("socket", "socket 5", detail="peer 10.0.0.7:5432")
    state = hang([worker("MainThread", PID, 10, library("recv", "socket.py"))], [wait(PID, peer)])
    assert title(state).startswith("Waiting for data from socket 5, peer 10.0.0.7:5432")
