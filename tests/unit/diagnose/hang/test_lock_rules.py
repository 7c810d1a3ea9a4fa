"""Rules about threads and processes that keep each other from going on by locks."""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.state import GilState
from atfault.model.waits import ChannelFacts, GilHeld, LockFacts, SignalHandler
from support.diagnosed import claims
from support.hang_states import (
    FILE,
    first,
    hang,
    hold,
    library,
    lock,
    moves,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, native, python, thread

A, B = lock("a"), lock("b")
MAIN = worker("MainThread", PID, 30, function="main")
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)


# locks


def ring(**more):
    waits = [wait(11, B, line=12, **more), wait(12, A, line=22)]
    return hang([ONE, TWO], waits, [hold(11, A, line=10), hold(12, B, line=20)])


def test_a_ring_of_proven_holders_is_a_certain_deadlock_with_all_its_lines():
    found = first(ring())
    assert (found.cause, found.confidence) == ("deadlock", "certain")
    assert {b.line for b in found.blame} == {10, 12, 20, 22}
    assert '"one" holds a (taken bank.py:10), waits for b (bank.py:12)' in [
        e.text for e in found.evidence
    ]


def test_a_wait_with_a_timeout_is_no_deadlock():
    assert told(ring(timeout=True)) == [("unknown", "possible")]


def test_a_wait_that_may_have_a_timeout_is_no_certain_deadlock():
    assert told(ring(timeout=None)) == [("deadlock", "likely")]


def test_a_suspected_holder_makes_a_deadlock_likely():
    state = ring()
    holds = (hold(11, A, proof="suspected"), state.waiting.holds[1])
    assert told(state._replace(holds=holds)) == [("deadlock", "likely")]


def test_a_suspected_ring_whose_threads_moved_is_none():
    state = ring()
    holds = (hold(11, A, proof="suspected"), state.waiting.holds[1])
    state = state._replace(holds=holds, activity=watched(moves(11), moves(12, 0.0, moved=False)))
    assert "deadlock" not in [cause for cause, _ in told(state)]


def test_a_join_closes_a_ring():
    joined = wait(PID, resource("thread", "thread one"), target_tid=11)
    state = hang([MAIN, ONE], [joined, wait(11, A)], [hold(PID, A)])
    assert told(state) == [("deadlock", "certain")]


def test_an_event_that_only_one_could_set_who_needs_the_lock_closes_a_ring():
    event = resource("event", "started")
    waits = [wait(11, event, line=12), wait(12, A, line=22)]
    joined = wait(PID, resource("thread", "thread one"), line=30, target_tid=11)
    state = hang([MAIN, ONE, TWO], [joined, *waits], [hold(11, A, line=10)])
    found = first(state)
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {b.line for b in found.blame} >= {10, 12, 22}
    assert claims(found) == (
        "deadlock",
        "likely",
        ["bank.py:12:work", "bank.py:22:work", "bank.py:10:work"],
        {"inferred": 1, "read": 2},
    )


def test_an_event_that_several_could_set_closes_no_ring():
    event = resource("event", "started")
    three = worker("three", 13, 32)
    waits = [wait(11, event, line=12), wait(12, A, line=22), wait(13, B, line=32)]
    state = hang([ONE, TWO, three], waits, [hold(11, A, line=10), hold(12, B, line=20)])
    assert told(state)[0] == ("waits-for-nobody", "likely")


def test_two_that_wait_for_what_the_other_could_bring_are_no_ring():
    waits = [wait(11, resource("queue", "a")), wait(12, resource("event", "b"), line=22)]
    assert told(hang([ONE, TWO], waits))[0] == ("waits-for-nobody", "likely")


OWN = hang([MAIN], [wait(PID, A)], [hold(PID, A, proof="suspected")])


def test_a_lock_that_may_be_ones_own_is_doubted_where_a_handler_may_release_it():
    found = first(OWN)
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert [one.kind for one in found.doubts] == ["suspected"]
    found = first(OWN._replace(caught_signals=(2, 10)))
    assert (found.cause, found.confidence) == ("self-deadlock", "possible")
    assert {one.kind for one in found.doubts} == {"suspected", "handler"}


def test_a_handler_that_gives_the_lock_back_makes_the_wait_one_for_a_signal():
    gives_back = SignalHandler(10, "tell", True, reaches=(A.address,), calls=("release",))
    assert told(OWN._replace(handlers=(gives_back,)))[0] == ("unknown", "possible")
    takes_it = SignalHandler(10, "note", True, reaches=(A.address,))
    assert told(OWN._replace(handlers=(takes_it,)))[0] == ("self-deadlock", "likely")


def test_a_shared_lock_that_may_be_ones_own_is_doubted_where_a_process_was_not_seen():
    shared = A._replace(shared="semaphore")
    state = hang([MAIN], [wait(PID, shared)], [hold(PID, shared, proof="suspected")])
    found = first(state._replace(relatives=(relative(90),)))
    assert (found.cause, found.confidence) == ("self-deadlock", "possible")
    assert "unseen-process" in {one.kind for one in found.doubts}


def test_a_lock_of_ones_own_is_a_self_deadlock():
    assert told(hang([MAIN], [wait(PID, A)], [hold(PID, A)])) == [("self-deadlock", "certain")]


def test_a_handler_of_a_signal_that_wants_the_lock_again_is_named_with_what_it_came_in():
    def of(called_by, taken_at=2):
        calls = [python("rotate", line=13, file=FILE), native(called_by, "libpython")]
        state = hang([worker("MainThread", PID, 30, *calls, function="emit")])
        handlers = (SignalHandler(10, "rotate", True, is_running=True),)
        waiting = state.waiting._replace(handlers=handlers)
        held = hold(PID, A)
        held = held._replace(place=held.place._replace(frame_index=taken_at))
        waiting = waiting._replace(waits=(wait(PID, A),), holds=(held,))
        found = first(state._replace(waiting=waiting))
        texts = [one.text for one in (*found.evidence, *found.advice)]
        return found.confidence, [one for one in texts if "SIGUSR1" in one or "RLock" in one]

    level, (told_of_it,) = of("_PyErr_CheckSignalsTstate")
    assert level == "certain" and "emit (bank.py:30)" in told_of_it
    level, (advice,) = of("_PyEval_Vector")
    assert level == "certain" and "RLock" in advice
    level, (advice,) = of("_PyErr_CheckSignalsTstate", taken_at=0)
    assert level == "certain" and "RLock" in advice, "the handler itself took it twice"


def test_of_two_holders_of_one_lock_the_other_thread_is_believed():
    state = hang([MAIN, ONE], [wait(PID, A)], [hold(PID, A), hold(11, A)])
    assert "self-deadlock" not in [cause for cause, _ in told(state)]


def gil_state(owner=PID):
    mutex, gil = resource("mutex", "a mutex"), resource("gil", "the GIL")
    waits = [wait(PID, gil, target_tid=11), wait(11, mutex, target_tid=owner)]
    return hang([MAIN, ONE], waits, gil=GilState(True, True, 11))


def test_a_mutex_against_the_gil_is_a_gil_deadlock():
    assert told(gil_state())[0] == ("gil-deadlock", "certain")


def test_waiting_for_a_busy_holder_of_the_gil_is_none():
    gil = resource("gil", "the GIL")
    state = hang([MAIN, ONE], [wait(PID, gil, target_tid=11)], gil=GilState(True, True, 11))
    assert told(state) == [("unknown", "possible")]


# the GIL, kept in a call


def keeps_gil(*waits, moved=False, cpu=0.0, seconds=3.0, samples=40, looked=True):
    """The main thread is in solve() of a library with the GIL, which "one" waits for."""
    main = thread([native("solve"), python("run", file=FILE)], crashed=False, holds_gil=True)
    gil = wait(11, resource("gil", "the GIL"), target_tid=PID)
    threads = (moves(PID, cpu, moved=moved), moves(11, 0.0, moved=False))
    held = GilHeld(PID, seconds, samples)
    activity = watched(*threads)._replace(gil=held) if looked else Absent("one look")
    state = hang([main, ONE], [*waits, gil], gil=GilState(True, True, PID))
    return state._replace(activity=activity)


SLEEPS = wait(PID, resource("time", "a time"), timeout=True, left=90.0)


def test_a_sleep_with_the_gil_over_the_watch_is_certain_and_names_who_cannot_run():
    found = first(keeps_gil(SLEEPS))
    assert (found.cause, found.confidence) == ("gil-held", "certain")
    assert [line.thread for line in found.blame] == ["MainThread", "one"]


def test_a_computation_with_the_gil_is_likely():
    assert told(keeps_gil(cpu=2.9))[0] == ("gil-held", "likely")


def test_a_single_look_tells_it_of_a_call_that_sleeps_for_long_alone():
    assert told(keeps_gil(SLEEPS, looked=False))[0] == ("gil-held", "likely")
    short = SLEEPS._replace(left=0.01)
    for state in (keeps_gil(looked=False), keeps_gil(short, looked=False)):
        assert "gil-held" not in [cause for cause, _ in told(state)]


def test_a_holder_that_moves_or_that_took_it_lately_does_not_keep_it():
    for state in (
        keeps_gil(cpu=2.9, moved=True),
        keeps_gil(cpu=2.9, seconds=0.3),
        keeps_gil(cpu=2.9, samples=3),
    ):
        assert "gil-held" not in [cause for cause, _ in told(state)]


def test_a_holder_that_nobody_waits_for_keeps_it_from_nobody():
    state = keeps_gil(SLEEPS)
    assert "gil-held" not in [cause for cause, _ in told(state._replace(waits=(SLEEPS,)))]


def test_a_holder_that_waits_for_a_lock_of_native_code_is_a_gil_deadlock():
    mutex = wait(PID, resource("mutex", "a mutex"))
    assert told(keeps_gil(mutex))[0] == ("gil-deadlock", "likely")
    assert "solve" in first(keeps_gil(mutex)).summary


def test_a_join_inside_of_an_import_is_an_import_deadlock():
    module = resource("import-lock", "import lock of m", lock=LockFacts(module="m"))
    waits = [wait(PID, resource("thread", "x"), target_tid=11), wait(11, module, target_tid=PID)]
    found = first(hang([MAIN, ONE], waits))
    assert claims(found) == (
        "import-deadlock",
        "certain",
        ["bank.py:10:work", "bank.py:10:work", "bank.py:30:main", "bank.py:12:work"],
        {"read": 2},
    )


def test_a_slow_import_is_none():
    module = resource("import-lock", "import lock of m", lock=LockFacts(module="m"))
    assert told(hang([MAIN, ONE], [wait(11, module, target_tid=PID)])) == [("unknown", "possible")]


def forked(parent_holds=True):
    child_main = worker("MainThread", 90, 40)
    copy = A._replace(key="lock:a of the child", pid=90)
    child = hang([child_main], [wait(90, copy, line=40, pid=90)], pid=90, ppid=PID)
    child = child._replace(process=child.process._replace(forked=True))
    holds = [hold(11, A, line=10)] if parent_holds else []
    sleeping = wait(11, resource("time", "time.sleep"), timeout=True)
    joined = wait(PID, resource("process", "child 90"), target_pid=90)
    return hang([MAIN, ONE], [joined, sleeping], holds, family=(child,), relatives=(relative(90),))


def test_a_childs_lock_that_a_thread_of_the_parent_holds_was_held_at_the_fork():
    found = first(forked())
    assert (found.cause, found.confidence) == ("fork-held-lock", "certain")
    assert [b.line for b in found.blame] == [40, 10]


def test_a_lock_that_processes_share_is_not_copied():
    state = forked(parent_holds=False)
    (one,) = state.family
    shared = [
        w._replace(resource=w.resource._replace(shared="semaphore")) for w in one.waiting.waits
    ]
    one = one._replace(waits=tuple(shared))
    assert "fork-held-lock" not in [cause for cause, _ in told(state._replace(family=(one,)))]


def test_a_childs_lock_that_nobody_holds_any_more_is_likely_one():
    assert told(forked(parent_holds=False))[0] == ("fork-held-lock", "likely")


def forked_under_lock(frame_index):
    """A worker that was forked by the thread that holds the lock, with a copy of its stack."""
    launch = library("_launch", "multiprocessing/popen_fork.py")
    child_main = worker("MainThread", 90, 40, launch)
    copy = A._replace(key="lock:a of the child", pid=90)
    copied = hold(90, copy, line=30, pid=90)
    copied = copied._replace(place=copied.place._replace(frame_index=frame_index))
    waits = [wait(90, copy, line=40, pid=90)]
    child = hang([child_main], waits, [copied], pid=90, ppid=PID)
    joined = wait(PID, resource("process", "child 90"), target_pid=90)
    holds = [hold(PID, A, line=30)]
    return hang([MAIN], [joined], holds, family=(child,), relatives=(relative(90),))


def test_a_lock_that_the_forking_thread_held_was_held_at_the_fork():
    found = first(forked_under_lock(1))
    assert (found.cause, found.confidence) == ("fork-held-lock", "certain")
    assert [b.line for b in found.blame] == [40, 30]
    assert claims(found) == (
        "fork-held-lock",
        "certain",
        ["bank.py:40:work", "bank.py:30:work"],
        {"read": 2},
    )


def test_a_lock_that_a_worker_took_itself_is_a_self_deadlock():
    assert told(forked_under_lock(0))[0] == ("self-deadlock", "certain")


# what to do


def advice(state):
    return [one.text for one in first(state).advice]


def test_who_waits_for_a_result_is_told_to_release_the_lock_that_the_job_needs():
    result = wait(PID, resource("future", "a future"), target_tid=11)
    state = hang([MAIN, ONE], [result, wait(11, A)], [hold(PID, A)])
    assert told(state) == [("deadlock", "certain")]
    assert advice(state) == ['let "MainThread" release a before it waits for a result']


def test_who_joins_is_told_to_release_what_it_holds_itself():
    joined = wait(PID, resource("thread", "thread one"), target_tid=11)
    waits = [joined, wait(11, A), wait(12, B)]
    state = hang([MAIN, ONE, TWO], waits, [hold(12, A), hold(PID, B)])
    assert advice(state) == ['let "MainThread" release b before it joins']


def test_an_import_waits_for_a_result_that_is_computed_not_held():
    module = resource("import-lock", "import lock of m", lock=LockFacts(module="m"))
    result = wait(PID, resource("future", "a future"), target_tid=11)
    state = hang([MAIN, ONE], [result, wait(11, module, target_tid=PID)])
    assert claims(first(state)) == (
        "import-deadlock",
        "certain",
        ["bank.py:10:work", "bank.py:10:work", "bank.py:30:main", "bank.py:12:work"],
        {"read": 2},
    )


# semaphores


def test_threads_that_take_the_same_semaphore_twice_keep_each_other_from_it():
    slots = resource("semaphore", "slots")
    state = hang([ONE, TWO], [wait(11, slots), wait(12, slots)], [hold(11, slots), hold(12, slots)])
    assert told(state)[0] == ("deadlock", "likely")
    assert advice(state)[0].startswith("do not take slots again while holding it")
    alone = hang([ONE], [wait(11, slots)], [hold(11, slots)])
    assert told(alone)[0] == ("self-deadlock", "likely")


def test_a_lock_is_called_by_the_name_that_it_has_in_each_process():
    mine = lock("b", key="lock:shared")
    there = mine._replace(name="a")
    state = hang([ONE, TWO], [wait(11, mine), wait(12, A)], [hold(12, there), hold(11, A)])
    assert claims(first(state)) == (
        "deadlock",
        "certain",
        [
            "bank.py:10:work",
            "bank.py:10:work",
            "bank.py:5:work",
            "bank.py:5:work",
            "bank.py:12:work",
            "bank.py:22:work",
        ],
        {"read": 2},
    )


# locks of files


def test_who_holds_a_file_lock_is_said_and_what_helps():
    mine = resource("file", "the lock of /tmp/a", channel=ChannelFacts(3, lock_owner=PID))
    found = first(hang([MAIN], [wait(PID, mine, line=30, operation="lock")]))
    assert claims(found) == (
        "self-deadlock",
        "likely",
        ["bank.py:30:work", "bank.py:30:main"],
        {"inferred": 1},
    )


def test_three_in_a_ring_do_not_hold_the_other():
    c, three = lock("c"), worker("three", 13, 32)
    waits = [wait(11, B, line=12), wait(12, c, line=22), wait(13, A, line=32)]
    holds = [hold(11, A), hold(12, B), hold(13, c)]
    assert claims(first(hang([ONE, TWO, three], waits, holds))) == (
        "deadlock",
        "certain",
        [
            "bank.py:12:work",
            "bank.py:22:work",
            "bank.py:32:work",
            "bank.py:5:work",
            "bank.py:5:work",
            "bank.py:5:work",
        ],
        {"read": 3},
    )


def test_the_owner_of_a_lock_that_processes_share_may_be_in_another_one():
    def joined_by(owner, **facts):
        mutex = resource("mutex", "a robust mutex of /data.mdb", lock=LockFacts(gone_owner=owner))
        mutex = mutex._replace(**facts)
        writer = hang(
            [worker("MainThread", 90, 40)], [wait(90, mutex, line=40, pid=90)], pid=90, ppid=PID
        )
        joins = wait(PID, resource("process", "child 90"), line=30, target_pid=90)
        main = worker("MainThread", PID, 30)
        return told(hang([main], [joins], family=(writer,), relatives=(relative(90),)))[0][0]

    assert joined_by(PID) == "deadlock"
    assert joined_by(812) != "deadlock"
    assert joined_by(PID, is_private=True) != "deadlock"  # a copy that a fork has made


# queues


def test_workers_that_wait_for_room_in_the_queue_that_they_empty_are_told_before_who_joins_it():
    todo = resource("queue", "todo")
    room = [wait(tid, todo, line=12, operation="put", apart=(PID,)) for tid in (11, 12)]
    joins = wait(PID, todo, line=30, operation="join", apart=(PID,))
    found = first(hang([MAIN, ONE, TWO], [joins, *room]))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert found.blame[0].line == 12
    assert any('only "one" and "two" would empty it' in one.text for one in found.evidence)
    ended = first(hang([MAIN, ONE], [joins, wait(11, todo, line=12, operation="put")]))
    assert not any("would empty it" in one.text for one in ended.evidence)
