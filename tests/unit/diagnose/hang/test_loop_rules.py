"""Rules about loops of events, loops that spin, and native calls that do not end."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.waits import (
    Again,
    AsyncTask,
    ChannelFacts,
    Kept,
    LoopCondition,
    Peer,
    Place,
    SignalHandler,
    TaskLoop,
    TaskWait,
)
from support.diagnosed import claims, diagnose
from support.hang_states import (
    first,
    hang,
    hold,
    library,
    lock,
    moves,
    place,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, native, thread

A, B = lock("a"), lock("b")
MAIN = worker("MainThread", PID, 30, function="main")
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)


# loops


def looped(*inner):
    outer = library("_run_once", "asyncio/base_events.py")
    base = worker("MainThread", PID, 14, *inner, function="poll")
    frame = base.stack.frames[0]._replace(python=outer, mine=False)
    return base._replace(stack=base.stack._replace(frames=(*base.stack.frames, frame)))


def waits_for_own_call(base, tid=PID, *more):
    """A thread waits for what a job brings that lies with thread `tid`."""
    answer = resource("queue", "a queue.Queue", address=0x5000)
    asked = wait(PID, answer, line=14, operation="get", target_tid=tid, brought_by=(tid,))
    return hang([base, *more], [asked])


HANDED_IN = library("blockingCallFromThread", "twisted/internet/threads.py")
SIGTERM = SignalHandler(15, "sigTerm", mine=False, reaches=(0x5000,), calls=("put",))


def test_a_call_that_waits_for_the_waiting_thread_itself_is_a_self_deadlock():
    """Whatever a library's handler of a signal leads to: it does not make that call."""
    state = waits_for_own_call(worker("MainThread", PID, 14, HANDED_IN))
    handled = state._replace(handlers=(SIGTERM,))
    assert told(state) == told(handled) == [("self-deadlock", "likely")]
    assert [(one.line, one.function) for one in first(handled).blame] == [(14, "work")]


def test_in_a_loop_that_runs_it_blocks_that_and_is_no_more_than_likely():
    base = worker("MainThread", PID, 14, HANDED_IN, function="poll")
    run = library("run", "twisted/internet/base.py")
    frame = base.stack.frames[0]._replace(python=run, mine=False)
    base = base._replace(stack=base.stack._replace(frames=(*base.stack.frames, frame)))
    assert told(waits_for_own_call(base)) == [("event-loop-blocked", "likely")]


def test_who_waits_for_a_call_of_a_thread_that_goes_on_is_not_stuck():
    state = waits_for_own_call(worker("MainThread", PID, 14, HANDED_IN), 11, ONE)
    state = state._replace(activity=watched(moves(11)))
    assert told(state) == [("slow-not-stuck", "likely")]


def test_the_copy_of_its_parents_loop_is_not_run_by_a_forked_worker():
    """As that of a manager, which was started by a coroutine."""
    base = looped(
        library("wait", "threading.py"), library("_launch", "multiprocessing/popen_fork.py")
    )
    flag = wait(PID, resource("event", "an Event"), line=14, timeout=True)
    assert "event-loop-blocked" not in [cause for cause, _ in told(hang([base], [flag]))]


def test_a_sleep_inside_of_a_coroutine_blocks_its_loop():
    slept = wait(PID, resource("time", "time.sleep"), line=14, timeout=True)
    state = hang([looped()], [slept])
    assert (first(state).cause, first(state).blame[0].line) == ("event-loop-blocked", 14)
    moving = state._replace(activity=watched(moves(PID)))
    assert told(moving)[0][0] == "slow-not-stuck"


def test_a_wait_keeps_nobody_whose_loop_has_nothing_else_to_run():
    slept = wait(PID, resource("time", "time.sleep"), line=14, timeout=True)
    assert told(hang([looped()], [slept], alone_in_loop=(PID,)))[0][0] == "unknown"
    item = wait(PID, resource("queue", "jobs"), line=14)
    alone = hang([looped()], [item], alone_in_loop=(PID,))
    assert told(alone) == [("waits-for-nobody", "likely")]
    assert told(hang([looped()], [item]))[0][0] == "event-loop-blocked"
    task = AsyncTask(1, "beat", 0x99, PID, "pending", (), "a queue")
    for one in (slept, item):
        state = hang([looped()], [one], alone_in_loop=(PID,), tasks=(task,))
        assert first(state).cause == "event-loop-blocked"


def test_tasks_that_wait_for_the_one_that_runs_are_kept_by_what_that_waits_for():
    item = wait(PID, resource("queue", "jobs"), line=14)
    runs = AsyncTask(2, "reader", 0x99, PID, "running", (), "")

    def cause(*waits):
        tasks = [
            AsyncTask(3 + index, f"outer-{index}", 0x99, PID, "pending", (), "a task", wait=one)
            for index, one in enumerate(waits)
        ]
        state = hang([looped()], [item], alone_in_loop=(PID,), tasks=(runs, *tasks))
        return first(state).cause

    outer = TaskWait(None, None, False, (2,))
    assert cause(outer) == cause(outer, outer._replace(tasks=(3,))) == "waits-for-nobody"
    assert cause(outer._replace(timeout=True)) == "event-loop-blocked"
    assert cause(outer, outer._replace(tasks=(9,))) == "event-loop-blocked"


def test_a_wait_that_is_over_at_once_blocks_no_loop_of_a_package_that_was_not_watched():
    """A cell of Jupyter asks for input: its kernel polls for the answer, in the kernel's loop."""
    polled = wait(PID, resource("fd", "the eventfd"), line=14, timeout=True, left=0.01)
    task = AsyncTask(1, "shell", 0x99, PID, "pending", (place(3)._replace(mine=False),), "a queue")

    def cause(one, polled=polled, **more):
        return told(hang([looped()], [polled], tasks=(one,), **more))[0][0]

    assert cause(task) != "event-loop-blocked"
    assert cause(task, polled._replace(left=60.0)) == "event-loop-blocked"
    assert cause(task._replace(frames=(place(3),))) == "event-loop-blocked"
    assert cause(task, activity=watched(moves(PID, moved=False))) == "event-loop-blocked"


def test_a_sleep_outside_of_an_event_loop_blocks_none():
    slept = wait(PID, resource("time", "time.sleep"), timeout=True)
    assert told(hang([MAIN], [slept])) == [("unknown", "possible")]


# native calls


def test_a_native_condition_that_nobody_signals():
    main = worker("MainThread", PID, 30, native("pthread_cond_wait", "libc"))
    what = resource("native-condition", "a condition at 0x10")
    assert told(hang([main], [wait(PID, what)]))[0] == ("stuck-native-call", "likely")
    assert told(hang([main], [wait(PID, what, timeout=True)])) == [("unknown", "possible")]


def test_a_semaphore_between_processes_is_no_call_of_native_code():
    main = worker("MainThread", PID, 30, native("sem_wait", "libc"))
    what = resource("semaphore", "a semaphore")
    assert told(hang([main], [wait(PID, what)]))[0][0] == "stuck-native-call"
    shared = wait(PID, what._replace(shared="semaphore"))
    assert told(hang([main], [shared]))[0] == ("waits-for-nobody", "likely")


def test_a_native_condition_that_a_network_thread_may_signal_is_possible_at_most():
    """As in gloo, where a rank that is slow keeps the others waiting."""
    inside = native("allreduce", "torch")
    main = worker("MainThread", PID, 30, native("pthread_cond_wait", "libc"), inside)
    facts = ChannelFacts(7, peer="127.0.0.1:40001")
    peer = resource("socket", "TCP to 127.0.0.1:40001", channel=facts)
    pump = thread([native("epoll_wait", "libc"), inside], tid=77, name="gloo", crashed=False)
    condition = wait(PID, resource("native-condition", "a condition"), line=30)
    found = first(hang([main, pump], [condition, wait(77, peer)]))
    assert claims(found) == (
        "stuck-native-call",
        "possible",
        ["bank.py:30:work"],
        {"read": 1},
        "other-thread",
    )


EXTENSION = native("meet", "extension")
KINDS = ("mutex", "rwlock", "semaphore", "native-condition", "barrier", "unknown")


def meeting(*others, asleep=(11,), **more):
    """The main thread waits inside of a library; others: threads, of which `asleep` sleep for a
    time. more: `kind` of what is waited for, facts of the wait (`told`), parts of the process."""
    main = worker("MainThread", PID, 30, native("futex_wait", "libc"), EXTENSION)
    what = resource(more.pop("kind", "barrier"), "a barrier", is_private=True)
    facts = {"library": EXTENSION.module.start, "timeout": False} | more.pop("told", {})
    sleeps = [wait(tid, resource("time", "a sleep"), line=20, timeout=True) for tid in asleep]
    surely = {"handlers": (), "caught_signals": ()} | more
    return hang([main, *others], [wait(PID, what, line=30, **facts), *sleeps], **surely)


@pytest.mark.parametrize("kind", KINDS)
def test_who_sleeps_for_a_time_inside_of_the_library_may_end_a_wait_in_it(kind):
    beside = worker("one", 11, 20, native("nanosleep", "libc"), EXTENSION)
    found = first(meeting(beside, kind=kind))
    assert (found.cause, found.confidence) == ("stuck-native-call", "possible")
    (doubt,) = found.doubts
    assert doubt.kind == "other-thread" and "fast.so" in doubt.text


@pytest.mark.parametrize("kind", KINDS)
def test_whose_code_leads_to_the_library_may_end_a_wait_in_it(kind):
    beside = worker("one", 11, 20)
    found = first(meeting(beside, kind=kind))
    assert (found.cause, found.confidence) == ("stuck-native-call", "possible")
    found = first(meeting(beside, kind=kind, told={"apart": (11,)}))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    found = first(meeting(beside, kind=kind, told={"apart": (11,), "unsure": (11,)}))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")


def test_threads_that_all_wait_inside_of_one_library_end_no_wait_there():
    inside = native("futex_wait", "libc"), EXTENSION
    state = meeting(worker("one", 11, 20, *inside), worker("two", 12, 40), asleep=())
    what = resource("barrier", "a barrier", is_private=True)
    there = wait(11, what, library=EXTENSION.module.start, timeout=False)
    joins = wait(12, resource("thread", 'thread "one"', key="thread:11"), target_tid=11)
    state = state._replace(
        waiting=state.waiting._replace(waits=(*state.waiting.waits, there, joins))
    )
    assert told(state)[0] == ("waits-for-nobody", "likely")


def test_a_native_lock_is_waited_for_as_long_as_its_owner_goes_on():
    """A read-write lock names its writer."""
    beside = worker("one", 11, 20)
    state = meeting(beside, kind="rwlock")
    (mine, sleeps) = state.waiting.waits
    waits = (mine._replace(target_tid=11), sleeps)
    state = state._replace(waiting=state.waiting._replace(waits=waits))
    assert "stuck-native-call" not in [cause for cause, _ in told(state)]


def test_what_processes_share_another_process_that_goes_on_may_end():
    """A barrier in shared memory."""
    one = hang([worker("MainThread", RANK, 20)], pid=RANK, ppid=PID)
    state = meeting(asleep=(), family=(one,), relatives=(relative(RANK),))
    assert told(state)[0] == ("waits-for-nobody", "likely")
    (mine,) = state.waiting.waits
    shared = mine._replace(resource=mine.resource._replace(is_private=False))
    state = state._replace(waiting=state.waiting._replace(waits=(shared,)))
    assert told(state)[0] == ("stuck-native-call", "possible")


RANK, OTHER = 90, 91


def rank(pid, partner, asleep=True, left=None):
    """A process that waits in native code, with a thread of that connected to another process."""
    inside = native("allreduce", "torch")
    main = worker("MainThread", pid, pid, native("pthread_cond_wait", "libc"), inside)
    facts = ChannelFacts(7, peer="127.0.0.1:40001", peers=(Peer(partner, "python ranks.py"),))
    peer = resource("socket", "TCP to 127.0.0.1:40001", key=f"socket:{pid}", channel=facts)
    pump = thread([native("epoll_wait", "libc"), inside], tid=700 + pid, name="gloo", crashed=False)
    condition = resource("native-condition", "a condition")
    sleeps = wait(pid, condition, line=pid, pid=pid, timeout=left is not None, left=left)
    waits = [wait(700 + pid, peer, pid=pid), *([sleeps] if asleep else [])]
    return hang([main, pump], waits, pid=pid, ppid=PID)


def ranks(*processes):
    joined = wait(PID, resource("process", "a rank"), target_pid=RANK)
    return hang([MAIN], [joined], family=processes)


def test_connected_processes_that_sleep_in_native_calls_wait_for_one_another():
    found = first(ranks(rank(RANK, OTHER), rank(OTHER, RANK)))
    assert (found.cause, found.confidence) == ("deadlock", "possible")
    assert {RANK, OTHER} <= {blame.line for blame in found.blame}
    assert told(ranks(rank(RANK, OTHER), rank(OTHER, RANK, left=1700.0)))[0][0] == "deadlock"


def test_connected_processes_of_which_one_works_or_will_wake_do_not():
    for other in (rank(OTHER, RANK, asleep=False), rank(OTHER, RANK, left=3.0), rank(OTHER, PID)):
        assert "deadlock" not in [cause for cause, _ in told(ranks(rank(RANK, OTHER), other))]
    assert "deadlock" not in [cause for cause, _ in told(ranks(rank(RANK, OTHER)))]


def test_native_code_that_looks_again_and_again_waits_for_something_outside():
    call = native("waitForWorkers", "torch")
    main = worker("MainThread", PID, 30, native("nanosleep", "libc"), call)
    napping = resource("time", "time to pass")
    seen = moves(PID, 0.02, moved=False)._replace(
        voluntary_switches=400, again=Again(400, 3.0, in_native=True)
    )
    found = first(hang([main], [wait(PID, napping, timeout=True)], activity=watched(seen)))
    assert (found.cause, found.confidence) == ("waiting-external", "possible")
    assert "waitForWorkers" in found.summary and found.blame[0].line == 30
    busy = watched(seen._replace(cpu_seconds=1.0))
    assert told(hang([main], activity=busy))[0][0] != "waiting-external"


def test_one_native_call_that_computes_is_possibly_stuck_whoever_waits_for_it():
    spinning = worker("one", 11, 12, native("solve", "extension"))
    seen = watched(moves(11, moved=False), moves(PID, 0.0, moved=False))
    alone = hang([MAIN, spinning], activity=seen)
    assert told(alone)[0] == ("stuck-native-call", "possible")
    joined = wait(PID, resource("thread", "one"), target_tid=11)
    assert told(alone._replace(waits=(joined,)))[0] == ("stuck-native-call", "possible")
    assert told(alone._replace(activity=Absent("not watched"))) == [("unknown", "possible")]


# loops, by samples


def test_a_loop_that_was_not_read_and_in_which_nothing_changes_is_possibly_endless():
    seen = watched(moves(PID, fixed=["done = False"], loop=place(30, "main")))
    found = first(hang([MAIN], activity=seen))
    assert claims(found) == ("busy-loop", "possible", ["bank.py:30:main"], {"read": 2}, "timer")


def test_a_loop_that_reads_from_a_closed_connection_is_busy():
    condition = LoopCondition(29, 30, "not done", ("done = False",), False, True, False)

    def reading(changed=(), **facts):
        seen = moves(PID, changed=changed)._replace(condition=condition._replace(**facts))
        return first(hang([MAIN], activity=watched(seen)))

    assert (reading(ended="client").cause, reading().cause) == ("busy-loop", "busy-loop")
    assert claims(reading(ended="client")) == (
        "busy-loop",
        "likely",
        ["bank.py:30:main"],
        {"read": 2},
    )
    assert claims(reading()) == ("busy-loop", "likely", ["bank.py:30:main"], {"read": 2})
    assert reading(ended="client", acts=True).cause != "busy-loop"
    assert reading(["n 1 → 2"], ended="client").cause != "busy-loop"


def test_a_loop_that_is_told_again_and_again_of_a_closed_connection_is_busy():
    for changed, cause in (((), "busy-loop"), (["served 1 → 2"], "slow-not-stuck")):
        seen = moves(PID, changed=changed, loop=place(30, "main"))._replace(ended=(8,))
        found = first(hang([MAIN], activity=watched(seen)))
        assert (found.cause, found.confidence) == (cause, "likely")


def test_a_loop_in_which_something_changes_is_slow_and_not_stuck():
    seen = watched(moves(PID, changed=["i 1 → 9 (bank.py:30)"], loop=place(30, "main")))
    assert told(hang([MAIN], activity=seen)) == [("slow-not-stuck", "likely")]


def test_without_samples_loops_are_not_checked():
    state = hang([MAIN], activity=Absent("not watched: one snapshot"))
    reasons = {n.rule: n.reason for n in diagnose(state).not_checked}
    assert reasons["busy-loop"] == reasons["slow-not-stuck"] == "not watched: one snapshot"


# a blocked loop


def test_a_loop_blocked_by_a_lock_names_the_line_where_that_was_taken():
    runs = worker("MainThread", PID, 30, function="main")
    once = library("_run_once", "asyncio/base_events.py")
    base = runs.stack.frames[0]._replace(python=once, mine=False)
    stack = runs.stack._replace(frames=(*runs.stack.frames, base))
    waits = [wait(PID, A, line=30), wait(11, resource("event", "done"))]
    state = hang([runs._replace(stack=stack), ONE], waits, [hold(11, A, line=5)])
    found = first(state)
    assert found.cause == "event-loop-blocked"
    assert (5, "one") in [(b.line, b.thread) for b in found.blame]


# busy loops


COUNTS = ("n 1 → 9 (bank.py:12)",)


def spins(*, changed=COUNTS, others=(), signals=(2,), **condition):
    looked = {
        "head": 12,
        "end": 13,
        "text": "not done",
        "inputs": ("done = False",),
        "is_fixed": True,
        "is_private": False,
        "acts": False,
    }
    seen = moves(11, changed=changed)._replace(condition=LoopCondition(**{**looked, **condition}))
    joined = wait(PID, resource("thread", "thread one"), target_tid=11)
    activity = watched(seen, *[moves(other, 0.0, moved=False) for other in others])
    threads = [MAIN, ONE, *[worker(f"w{tid}", tid, 40) for tid in others]]
    return hang(threads, [joined], activity=activity, caught_signals=signals)


def test_a_loop_whose_condition_nobody_is_left_to_change_is_a_busy_loop():
    found = first(spins())
    assert (found.cause, found.confidence, found.blame[0].line) == ("busy-loop", "likely", 12)
    assert claims(found) == ("busy-loop", "likely", ["bank.py:12:work"], {"read": 4})


def test_a_loop_that_another_thread_may_end_is_none():
    assert told(spins(others=[13]))[0][0] == "slow-not-stuck"
    assert told(spins(signals=(2, 15)))[0][0] == "slow-not-stuck"
    assert told(spins(others=[13], is_private=True))[0][0] == "busy-loop"


def test_a_loop_that_a_handler_native_code_or_an_exception_may_end_is_possibly_busy():
    """tests/real/healthy/spins_until_the_alarm: its handler raises."""
    timer = thread([native("__poll", "libc")], tid=77, name="driver", crashed=False)
    alone = spins(changed=(), is_private=True)
    assert told(alone)[0] == ("busy-loop", "likely")
    called = alone._replace(threads=(*alone.threads, timer))
    assert told(called)[0] == ("busy-loop", "possible")
    for one in (
        spins(changed=(), is_private=True, signals=(2, 14)),
        spins(changed=(), is_fixed=False),
        spins(is_private=True, inputs=()),
    ):
        assert told(one)[0] == ("busy-loop", "possible")


def test_a_loop_that_works_or_whose_condition_changes_is_none():
    assert told(spins(acts=True))[0][0] == "slow-not-stuck"
    assert told(spins(is_fixed=False))[0][0] == "slow-not-stuck"
    assert told(spins(text=""))[0][0] == "slow-not-stuck"


def test_a_loop_that_says_how_it_goes_works_unless_it_waits_between():
    assert told(spins(acts=True, only_tells=True, writers=()))[0][0] == "slow-not-stuck"
    assert told(polls(acts=True, only_tells=True, writers=()))[0] == ("busy-loop", "likely")
    assert told(polls(acts=True, writers=()))[0][0] == "slow-not-stuck"


def test_a_loop_that_works_where_nothing_shows_is_none():
    assert told(spins(changed=(), acts=True))[0][0] == "slow-not-stuck"
    assert told(spins(changed=()))[0][0] == "busy-loop"


def test_a_loop_that_asks_for_the_time_is_none_though_nothing_changes():
    assert told(spins(changed=(), asks_world=True, is_fixed=False))[0][0] == "slow-not-stuck"


def test_a_loop_without_changes_that_another_thread_may_end_is_possible_at_most():
    found = first(spins(changed=(), others=[13]))
    assert claims(found) == (
        "busy-loop",
        "possible",
        ["bank.py:12:work"],
        {"read": 3},
        "other-thread",
    )
    assert told(spins(changed=(), others=[13], is_private=True))[0] == ("busy-loop", "likely")


def test_native_code_that_calls_back_is_no_loop_of_the_programs():
    state = spins(changed=())
    seen = state.activity.threads[0]
    activity = state.activity._replace(threads=(seen._replace(has_loop=False),))
    assert told(state._replace(activity=activity))[0][0] == "slow-not-stuck"


def task_polls(**condition):
    """A task of the main thread's event loop sleeps in a loop."""
    slept = (place(13, function="first"), Place("/usr/lib/python3.12/asyncio/tasks.py", 9, "sleep"))
    task = AsyncTask(0x100, "first", 1, PID, "pending", slept, "asyncio.sleep")
    state = hang([MAIN], [wait(PID, resource("time", "a timer"), timeout=True)], tasks=(task,))
    looked = LoopCondition(12, 13, "not self.ready", ("self.ready = False",), True, False, False)
    seen = TaskLoop(place(13, function="first"), looked._replace(**condition))
    activity = watched(moves(PID, 0.01, moved=False))._replace(task_loops=(seen,))
    return state._replace(activity=activity)


def test_a_task_that_sleeps_and_looks_at_what_nobody_is_seen_to_change_is_possibly_endless():
    found = first(task_polls())
    assert (found.cause, found.confidence, found.blame[0].line) == ("busy-loop", "possible", 12)
    assert 'task "first" polls in a loop' in found.summary
    assert any("self.ready = False" in one.text for one in found.evidence)


def test_whose_event_loop_nobody_runs_does_not_bring_what_a_task_looks_at():
    state = task_polls()
    (seen,) = state.activity.task_loops
    state.activity = state.activity._replace(task_loops=(seen._replace(resting=("fill",)),))
    found = first(state)
    assert found.cause == "busy-loop"
    assert any("fill may" in one.text and "no thread runs" in one.text for one in found.evidence)


@pytest.mark.parametrize(
    "condition",
    [{"acts": True}, {"is_flag": True}, {"asks_world": True}, {"is_private": True}, {"text": ""}],
    ids=lambda condition: next(iter(condition)),
)
def test_a_task_that_does_more_than_look_or_is_meant_to_go_on_is_not(condition):
    assert told(task_polls(**condition))[0][0] == "slow-not-stuck"


LOOKS = Again(30, 3.0, place(12), 13, ())


def polls(*, others=(), signals=(2,), on=("time", "time.sleep"), again=LOOKS, **condition):
    state = spins(others=others, signals=signals, **condition)
    threads = state.activity.threads
    slow = threads[0]._replace(cpu_seconds=0.01, voluntary_switches=30)
    activity = state.activity._replace(threads=(slow, *threads[1:]))
    sleep = wait(11, resource(*on), timeout=True, again=again)
    return state._replace(activity=activity, waits=(*state.waiting.waits, sleep))


def test_a_loop_that_sleeps_and_asks_for_what_nobody_can_change_is_a_busy_loop():
    found = first(polls())
    assert (found.cause, found.confidence, found.blame[0].line) == ("busy-loop", "likely", 12)
    assert claims(found) == ("busy-loop", "likely", ["bank.py:12:work"], {"read": 5})
    assert told(polls(changed=()))[0] == ("busy-loop", "likely")


def test_a_loop_that_sleeps_is_none_where_anybody_may_end_it():
    assert told(polls(others=[13]))[0][0] == "slow-not-stuck"
    assert told(polls(signals=(2, 15)))[0][0] == "slow-not-stuck"
    assert told(polls(asks_world=True))[0][0] == "slow-not-stuck"
    native = ONE._replace(thread=ONE.thread._replace(tid=14), python=Absent("no Python"))
    state = polls()
    assert told(state._replace(threads=(*state.threads, native)))[0][0] == "slow-not-stuck"


def test_who_goes_on_and_does_not_write_what_a_loop_looks_at_ends_none():
    found = first(polls(others=[13], writers=()))
    assert (found.cause, found.confidence) == ("busy-loop", "possible")
    assert "while others go on, it may be meant to" in found.doubts[0].text
    assert told(polls(others=[13], writers=(13,)))[0][0] == "slow-not-stuck"
    unsure = first(polls(others=[13], writers=(), unsure=(13,)))
    assert (unsure.cause, unsure.confidence) == ("busy-loop", "possible")
    assert 'not all of the code of "w13" was looked through' in unsure.doubts[0].text
    assert told(spins(others=[13], writers=()))[0] == ("busy-loop", "possible")
    assert told(spins(others=[13], writers=(13,)))[0][0] == "slow-not-stuck"


def test_a_handler_that_writes_what_a_loop_looks_at_may_end_it_and_no_other_does():
    def handled(signal, **condition):
        state = polls(signals=(2, signal), writers=(), **condition)
        handler = SignalHandler(signal, "stop", mine=True)
        return state._replace(waiting=state.waiting._replace(handlers=(handler,)))

    assert told(handled(15))[0] == ("busy-loop", "likely")
    assert told(handled(15, handlers=(15,)))[0][0] == "slow-not-stuck"
    assert told(handled(14))[0] == ("busy-loop", "possible")


def test_memory_that_no_other_process_shares_any_more_is_written_to_by_none():
    shared = {"writers": (), "is_shared": True}
    found = first(polls(others=[13], **shared))
    assert (found.cause, found.confidence) == ("busy-loop", "likely")
    assert any("no other process has mapped any more" in one.text for one in found.evidence)
    assert told(polls(**shared, sharers=(77,)))[0][0] == "slow-not-stuck"
    assert told(polls(**shared, sharers=None))[0] == ("busy-loop", "possible")


def test_a_flag_that_is_set_beside_threads_that_go_on_is_meant_to_be():
    """`while self.running: time.sleep(1)`, and the threads of a service beside it."""
    assert told(polls(others=[13], writers=(), is_flag=True))[0][0] == "slow-not-stuck"
    assert told(polls(writers=(), is_flag=True))[0][0] == "busy-loop"


def test_a_file_may_be_made_by_others_yet():
    found = first(polls(writers=(), is_file=True))
    assert (found.cause, found.confidence) == ("busy-loop", "possible")
    assert told(polls(writers=(), is_file=True, others=[13]))[0][0] == "slow-not-stuck"


def test_a_loop_runs_without_end_however_little_of_a_processor_it_gets():
    state = spins(writers=())
    slow = state.activity.threads[0]._replace(cpu_seconds=0.5, voluntary_switches=200)
    few = state.activity._replace(threads=(slow,))
    assert told(state._replace(activity=few))[0] == ("busy-loop", "likely")
    idle = state.activity._replace(threads=(slow._replace(cpu_seconds=0.01),))
    assert told(state._replace(activity=idle))[0][0] == "slow-not-stuck"


def test_a_loop_that_sleeps_and_means_to_go_on_is_none():
    assert told(polls(is_private=True))[0][0] == "slow-not-stuck"
    assert told(polls(again=LOOKS._replace(serves=True)))[0][0] == "slow-not-stuck"
    assert told(polls(again=LOOKS._replace(does=("beat",))))[0][0] == "slow-not-stuck"
    assert told(polls(again=LOOKS._replace(does=None)))[0][0] == "slow-not-stuck"
    assert told(polls(again=None))[0][0] == "slow-not-stuck"
    assert told(polls(on=("queue", "q")))[0] == ("waits-for-nobody", "possible")


def test_a_lock_that_a_suspended_task_holds_is_not_to_be_taken_in_a_thread():
    once = library("_run_once", "asyncio/base_events.py")
    runs = worker("MainThread", PID, 30, function="main")
    base = runs.stack.frames[0]._replace(python=once, mine=False)
    stack = runs.stack._replace(frames=(*runs.stack.frames, base))
    kept = Kept('task "t" (main)', 9, place(21))
    waits = [wait(PID, lock("a"), line=30, kept=kept)]
    found = first(hang([runs._replace(stack=stack)], waits))
    assert claims(found) == (
        "event-loop-blocked",
        "certain",
        ["bank.py:30:work", "bank.py:21:work", "bank.py:30:main"],
        {"read": 3},
    )


def test_what_nothing_in_the_loop_assigns_is_one_or_several():
    def told_of(*inputs):
        return [one.text for one in first(polls(inputs=inputs)).evidence]

    assert "nothing in the loop assigns that" in told_of("job.state = 'queued'")
    assert "nothing in the loop assigns any of those" in told_of("limit = 9", "wanted = 7")


def test_turns_that_were_computed_to_come_round_have_no_end_whatever_they_call():
    state = spins(acts=True, comes_round=True, writers=(), others=[13])
    found = first(state)
    assert (found.cause, found.confidence) == ("busy-loop", "likely")
    assert any("leads out" in one.text for one in found.evidence)
    assert told(spins(acts=True, writers=(), others=[13]))[0][0] == "slow-not-stuck"
    flag = first(spins(acts=True, comes_round=True, is_flag=True, writers=(), others=[13]))
    assert (flag.cause, flag.confidence) == ("busy-loop", "possible")
    written = told(spins(acts=True, comes_round=True, writers=(13,), others=[13]))
    assert written[0][0] == "slow-not-stuck"


def test_what_came_back_to_what_it_was_each_time_has_no_end_whatever_it_calls():
    found = first(spins(acts=True, comes_back=True, writers=(), others=[13]))
    assert (found.cause, found.confidence) == ("busy-loop", "likely")
    assert any("came back" in one.text for one in found.evidence)
    written = told(spins(acts=True, comes_back=True, writers=(13,), others=[13]))
    assert written[0][0] == "slow-not-stuck"


def test_a_loop_whose_thread_holds_what_its_writer_waits_for_is_a_deadlock():
    state = polls(others=[13], writers=(13,))
    assert told(state)[0][0] == "slow-not-stuck"
    waits = (*state.waiting.waits, wait(13, lock("a"), line=41))
    kept = state._replace(waits=waits, holds=(hold(11, lock("a"), line=28),))
    found = first(kept)
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {12, 28, 41} <= {one.line for one in found.blame}


def test_a_loop_whose_writer_waits_for_what_comes_behind_the_loop_is_a_deadlock():
    def asks(*, apart=(PID,), idles=False):
        state = polls(others=[13], writers=(13,))
        free = wait(13, resource("event", "quay.free"), line=41, apart=apart, idles=idles)
        return state._replace(waits=(*state.waiting.waits, free))

    found = first(asks())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {12, 41} <= {one.line for one in found.blame}
    assert first(asks(idles=True)).cause == "busy-loop"


def test_a_loop_whose_writer_others_could_let_go_on_that_wait_for_what_comes_behind_it():
    state = polls(others=[13, 14, 15], writers=(13,))
    place = wait(13, resource("condition", "pool.free"), line=41, apart=(PID, 11))
    opened = resource("event", "hall.opened", address=0x2000)
    held = [wait(tid, opened, line=51, apart=(PID, 13, 14, 15)) for tid in (14, 15)]
    found = first(state._replace(waits=(*state.waiting.waits, place, *held)))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {12, 41, 51} <= {one.line for one in found.blame}
    dead = [one._replace(apart=(PID, 11, 13, 14, 15)) for one in held]  # nobody opens it anyway
    found = first(state._replace(waits=(*state.waiting.waits, place, *dead)))
    assert found.cause != "deadlock"


# many short waits


def test_a_poll_to_no_end_that_nobody_can_answer_waits_for_nobody():
    waits = [wait(PID, resource("event", "ready"), timeout=False, exact=False, again=LOOKS)]
    found = first(hang([MAIN], waits, activity=watched(moves(PID, 0.01))))
    assert claims(found) == (
        "waits-for-nobody",
        "likely",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 2},
    )


def test_a_poll_that_may_end_is_not_said_to_go_on_by_itself():
    again = LOOKS._replace(ends=True)
    waits = [wait(PID, resource("event", "ready"), timeout=True, again=again)]
    found = first(hang([MAIN], waits, activity=watched(moves(PID, 0.01))))
    assert claims(found) == ("slow-not-stuck", "possible", ["bank.py:30:main"], {"read": 3})
    told_of = [one.text for one in found.evidence]
    assert not any("no thread moved" in one for one in told_of)


def test_no_thread_moved_is_said_where_none_did():
    still = moves(PID, 0.0, moved=False)
    sleep = [wait(PID, resource("time", "time.sleep"), timeout=True)]
    found = first(hang([MAIN], sleep, activity=watched(still)))
    assert "no thread moved while it was watched" in [one.text for one in found.evidence]
    assert claims(found) == ("slow-not-stuck", "possible", ["bank.py:30:main"], {"read": 2})
    woken = hang([MAIN], sleep, activity=watched(still._replace(voluntary_switches=3)))
    assert claims(first(woken)) == ("slow-not-stuck", "possible", ["bank.py:30:main"], {"read": 1})


def test_a_poll_in_a_coroutine_blocks_its_loop():
    polled = wait(PID, resource("event", "ready"), timeout=False, line=14, again=LOOKS)
    state = hang([looped()], [polled], activity=watched(moves(PID, 0.01)))
    assert first(state).cause == "event-loop-blocked"


def test_a_library_thread_that_spins_makes_no_program_busy():
    house = thread([library("run", "site-packages/dask/core.py")], tid=11, name="io", crashed=False)
    sleep = wait(PID, resource("time", "time.sleep"), timeout=True)
    seen = watched(moves(PID, 0.0, moved=False), moves(11, 2.9))
    found = first(hang([MAIN, house], [sleep], activity=seen))
    assert found.cause == "slow-not-stuck" and found.blame[0].thread == "MainThread"
    assert not found.title.startswith("Busy")


# reading past the end


def test_reads_that_bring_nothing_are_a_busy_loop():
    reads = moves(PID, changed=COUNTS)._replace(reads=90_000)
    found = first(hang([MAIN], activity=watched(reads)))
    assert (found.cause, found.confidence) == ("busy-loop", "likely")
    comes = reads._replace(bytes_read=5)
    assert told(hang([MAIN], activity=watched(comes)))[0][0] == "slow-not-stuck"
    seldom = reads._replace(reads=9)
    assert told(hang([MAIN], activity=watched(seldom)))[0][0] == "slow-not-stuck"
    reads = reads._replace(loop=place(14, "poll"))
    inside = first(hang([looped()], activity=watched(reads)))
    assert inside.cause == "event-loop-blocked"
