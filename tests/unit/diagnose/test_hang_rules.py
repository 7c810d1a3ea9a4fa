"""The hang rules: where each must speak, near misses, and where its evidence is missing."""

from __future__ import annotations

from atfault.diagnose.engine import diagnose
from atfault.model.absent import Absent
from atfault.model.state import GilState
from atfault.model.values import Value, Variable
from atfault.model.waits import AsyncTask, LoopCondition, TaskFrame
from support.hang_states import (
    FILE,
    end,
    hang,
    hold,
    library,
    lock,
    moves,
    place,
    relative,
    resource,
    wait,
    watched,
    worker,
)
from support.states import PID, native, thread

A, B = lock("a"), lock("b")
MAIN = worker("MainThread", PID, 30, function="main")
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)


def told(state):
    return [(f.cause, f.confidence) for f in diagnose(state).findings]


def first(state):
    return diagnose(state).findings[0]


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
    holds = (hold(11, A, proof="suspected"), state.holds[1])
    assert told(state._replace(holds=holds)) == [("deadlock", "likely")]


def test_a_suspected_ring_whose_threads_moved_is_none():
    state = ring()
    holds = (hold(11, A, proof="suspected"), state.holds[1])
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
    assert 'waits for started (only "two" is left to set it)' in found.summary


def test_an_event_that_several_could_set_closes_no_ring():
    event = resource("event", "started")
    three = worker("three", 13, 32)
    waits = [wait(11, event, line=12), wait(12, A, line=22), wait(13, B, line=32)]
    state = hang([ONE, TWO, three], waits, [hold(11, A, line=10), hold(12, B, line=20)])
    assert told(state)[0] == ("waits-for-nobody", "likely")


def test_two_that_wait_for_what_the_other_could_bring_are_no_ring():
    waits = [wait(11, resource("queue", "a")), wait(12, resource("event", "b"), line=22)]
    assert told(hang([ONE, TWO], waits))[0] == ("waits-for-nobody", "likely")


def test_a_lock_that_may_be_ones_own_and_that_a_handler_may_release_is_not_judged():
    state = hang([MAIN], [wait(PID, A)], [hold(PID, A, proof="suspected")])
    assert told(state)[0] == ("self-deadlock", "likely")
    assert told(state._replace(caught_signals=(2, 10)))[0] == ("unknown", "possible")


def test_a_lock_of_ones_own_is_a_self_deadlock():
    assert told(hang([MAIN], [wait(PID, A)], [hold(PID, A)])) == [("self-deadlock", "certain")]


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


def test_a_join_inside_of_an_import_is_an_import_deadlock():
    module = resource("import-lock", "import lock of m", module="m")
    waits = [wait(PID, resource("thread", "x"), target_tid=11), wait(11, module, target_tid=PID)]
    found = first(hang([MAIN, ONE], waits))
    assert (found.cause, found.confidence) == ("import-deadlock", "certain")
    assert '"one" imports m' in found.summary


def test_a_slow_import_is_none():
    module = resource("import-lock", "import lock of m", module="m")
    assert told(hang([MAIN, ONE], [wait(11, module, target_tid=PID)])) == [("unknown", "possible")]


def forked(parent_holds=True):
    child_main = worker("MainThread", 90, 40)
    copy = A._replace(key="lock:a of the child", pid=90)
    child = hang([child_main], [wait(90, copy, line=40, pid=90)], pid=90, ppid=PID)
    holds = [hold(11, A, line=10)] if parent_holds else []
    sleeping = wait(11, resource("time", "time.sleep"), timeout=True)
    joined = wait(PID, resource("process", "child 90"), target_pid=90)
    return hang([MAIN, ONE], [joined, sleeping], holds, family=(child,), relatives=(relative(90),))


def test_a_childs_lock_that_a_thread_of_the_parent_holds_was_held_at_the_fork():
    found = first(forked())
    assert (found.cause, found.confidence) == ("fork-held-lock", "certain")
    assert [b.line for b in found.blame] == [40, 10]


def test_a_childs_lock_that_nobody_holds_any_more_is_likely_one():
    assert told(forked(parent_holds=False))[0] == ("fork-held-lock", "likely")


def pool(state="PENDING", idle=False):
    frames = [library("result", "concurrent/futures/_base.py")]
    outer = library("_worker", "concurrent/futures/thread.py")
    workers = []
    for tid in (11, 12):
        base = worker(f"pool-{tid}", tid, 12, *frames)
        end_frame = base.stack.frames[0]._replace(python=outer, mine=False)
        stack = base.stack._replace(frames=(*base.stack.frames, end_frame))
        workers.append(base._replace(stack=stack))
    future = resource("future", "inner", state=state)
    waits = [wait(11, future, line=12), wait(12, future, line=12)]
    if idle:
        waits[1] = wait(12, resource("queue", "work for the thread pool", idle_worker=1))
    job = wait(PID, resource("future", "job", state="RUNNING"), target_tid=11)
    return hang([MAIN, *workers], [job, *waits])


def test_workers_that_wait_for_queued_jobs_of_the_pool_starve():
    found = first(pool())
    assert (found.cause, found.blame[0].line) == ("pool-starvation", 12)


def pool_of_events(queued, main=MAIN):
    """Workers that wait for an event, with some jobs in the pool's queue."""
    state = pool()
    jobs = Variable("work_queue", Value("_queue.SimpleQueue", f"SimpleQueue({queued} items)", 1))
    threads = [main]
    for one in state.threads[1:]:
        *inner, outer = one.stack.frames
        outer = outer._replace(python=outer.python._replace(locals=(jobs,)))
        threads.append(one._replace(stack=one.stack._replace(frames=(*inner, outer))))
    event = resource("event", "go")
    ended = wait(PID, resource("thread", "thread pool-11"), target_tid=11)
    return hang(threads, [ended, wait(11, event, line=12), wait(12, event, line=12)])


def test_workers_that_wait_while_jobs_are_queued_starve_probably():
    found = first(pool_of_events(2))
    assert (found.cause, found.confidence) == ("pool-starvation", "likely")
    assert "2 jobs in its queue wait for a free worker" in found.summary


def test_what_shutdown_puts_into_the_queue_is_no_job():
    ends = worker("MainThread", PID, 30, library("shutdown", "concurrent/futures/thread.py"))
    found = first(pool_of_events(1, ends))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert told(pool_of_events(2, ends))[0] == ("pool-starvation", "likely")


def test_a_pool_with_an_idle_worker_does_not_starve():
    assert told(pool(idle=True))[0][0] != "pool-starvation"


def test_what_a_thread_of_a_library_waits_for_is_told_where_somebody_waits_for_it():
    one = thread([library("get", "queue.py")], tid=11, name="one", crashed=False)
    joined = wait(PID, resource("thread", "thread one"), line=30, target_tid=11)
    found = first(hang([MAIN, one], [joined, wait(11, resource("queue", "q"))]))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 30)


def test_the_lines_of_the_others_who_could_have_ended_it_are_named_as_well():
    waits = [wait(11, resource("queue", "a")), wait(12, resource("queue", "b"), line=22)]
    joined = wait(PID, resource("thread", "thread one"), line=30, target_tid=11)
    found = first(hang([MAIN, ONE, TWO], [joined, *waits]))
    assert found.cause == "waits-for-nobody"
    assert [b.line for b in found.blame][-1] == 22


def test_a_queue_that_nobody_fills():
    found = first(hang([MAIN], [wait(PID, resource("queue", "q", qsize=0, operation="get"))]))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


def test_a_queue_that_a_running_thread_may_fill():
    state = hang([MAIN, ONE], [wait(PID, resource("queue", "q", qsize=0))])
    assert told(state) == [("unknown", "possible")]


def test_a_program_that_handles_signals_is_not_judged():
    state = hang([MAIN], [wait(PID, resource("event", "stop"))], caught_signals=(2, 15))
    assert told(state) == [("unknown", "possible")]


def test_a_task_that_nothing_can_wake():
    loop = resource("fd", "events of its asyncio loop", event_loop=1, timers=0)
    task = AsyncTask(1, "t", 2, PID, "pending", (TaskFrame("f", FILE, 7, True),), "a future")
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    state = hang([MAIN], [wait(PID, loop)], tasks=(task,), channel_ends=ends)
    assert (first(state).cause, first(state).blame[0].line) == ("waits-for-nobody", 7)
    listening = (*ends, end("socket:[9]", PID, "both"))
    assert told(state._replace(channel_ends=listening)) == [("unknown", "possible")]


def shared_queue():
    inner = library("get", "multiprocessing/queues.py")
    main = worker("MainThread", PID, 30, inner)
    return hang([main], [wait(PID, resource("queue", "results", operation="get"), line=30)])


def test_a_dead_child_behind_a_shared_queue():
    state = shared_queue()._replace(relatives=(relative(90, state="Z", signal=9),))
    assert told(state)[0] == ("worker-died", "likely")
    assert "SIGKILL" in first(state).evidence[0].text


def test_a_living_child_behind_a_shared_queue():
    assert told(shared_queue()._replace(relatives=(relative(90),))) == [("unknown", "possible")]


def test_where_relatives_are_unknown_no_worker_is_said_to_have_died():
    state = shared_queue()._replace(relatives=Absent("a core does not tell"))
    assert told(state) == [("unknown", "possible")]


def full_pipe(timeout=False):
    out = resource("pipe", "a pipe (fd 1)", key="pipe:[5]", use="write")
    ends = (end("pipe:[5]", 90, "write"), end("pipe:[5]", PID, "read"))
    child = hang([worker("MainThread", 90, 3)], [wait(90, out, pid=90)], pid=90, channel_ends=ends)
    joined = wait(PID, resource("process", "child 90"), line=30, target_pid=90, timeout=timeout)
    return hang([MAIN], [joined], family=(child,), relatives=(relative(90, role="python"),))


def test_a_full_pipe_whose_reader_waits_for_the_writer():
    found = first(full_pipe())
    assert (found.cause, found.confidence) == ("pipe-full", "certain")
    assert found.blame[0].line == 30


def test_a_reader_that_will_come_back_is_no_hang():
    assert "pipe-full" not in [cause for cause, _ in told(full_pipe(timeout=True))]


def looped(*inner):
    outer = library("_run_once", "asyncio/base_events.py")
    base = worker("MainThread", PID, 14, *inner, function="poll")
    frame = base.stack.frames[0]._replace(python=outer, mine=False)
    return base._replace(stack=base.stack._replace(frames=(*base.stack.frames, frame)))


def test_a_sleep_inside_of_a_coroutine_blocks_its_loop():
    slept = wait(PID, resource("time", "time.sleep"), line=14, timeout=True)
    state = hang([looped()], [slept])
    assert (first(state).cause, first(state).blame[0].line) == ("event-loop-blocked", 14)
    moving = state._replace(activity=watched(moves(PID)))
    assert told(moving)[0][0] == "slow-not-stuck"


def test_a_sleep_outside_of_an_event_loop_blocks_none():
    slept = wait(PID, resource("time", "time.sleep"), timeout=True)
    assert told(hang([MAIN], [slept])) == [("unknown", "possible")]


def test_a_native_condition_that_nobody_signals():
    main = worker("MainThread", PID, 30, native("pthread_cond_wait", "libc"))
    what = resource("native-condition", "a condition at 0x10")
    assert told(hang([main], [wait(PID, what)]))[0] == ("stuck-native-call", "likely")
    assert told(hang([main], [wait(PID, what, timeout=True)])) == [("unknown", "possible")]


def test_one_native_call_that_computes_is_stuck_likely_only_if_somebody_waits_for_it():
    spinning = worker("one", 11, 12, native("solve", "extension"))
    seen = watched(moves(11, moved=False), moves(PID, 0.0, moved=False))
    alone = hang([MAIN, spinning], activity=seen)
    assert told(alone)[0] == ("stuck-native-call", "possible")
    joined = wait(PID, resource("thread", "one"), target_tid=11)
    assert told(alone._replace(waits=(joined,)))[0] == ("stuck-native-call", "likely")
    assert told(alone._replace(activity=Absent("not watched"))) == [("unknown", "possible")]


def test_a_loop_in_which_nothing_changes():
    seen = watched(moves(PID, fixed=["done = False"], loop=place(30, "main")))
    found = first(hang([MAIN], activity=seen))
    assert (found.cause, found.confidence) == ("busy-loop", "likely")
    assert any("done = False" in e.text for e in found.evidence)


def test_a_loop_in_which_something_changes_is_slow_and_not_stuck():
    seen = watched(moves(PID, changed=["i 1 → 9 (bank.py:30)"], loop=place(30, "main")))
    assert told(hang([MAIN], activity=seen)) == [("slow-not-stuck", "likely")]


def test_without_samples_loops_are_not_checked():
    state = hang([MAIN], activity=Absent("not watched: one snapshot"))
    reasons = {n.rule: n.reason for n in diagnose(state).not_checked}
    assert reasons["busy-loop"] == reasons["slow-not-stuck"] == "not watched: one snapshot"


def file_lock(name, owner):
    return resource("file", f"the lock of {name}", operation="lock", lock_owner=owner)


def test_two_processes_that_wait_for_each_others_file_locks():
    child = hang([worker("MainThread", 90, 40)], [wait(90, file_lock("a", PID), pid=90)], pid=90)
    state = hang([MAIN], [wait(PID, file_lock("b", 90), line=30)], family=(child,))
    assert told(state)[0] == ("deadlock", "likely")
    assert told(state._replace(family=()))[0] == ("waiting-external", "likely")


def test_a_file_that_the_process_itself_has_locked():
    state = hang([MAIN], [wait(PID, file_lock("a", PID), line=30)])
    assert told(state)[0] == ("self-deadlock", "likely")
    busy = hang([MAIN, ONE], [wait(PID, file_lock("a", PID), line=30)])
    assert told(busy)[0] == ("waiting-external", "likely")


def own_pipe():
    pipe = resource("pipe", "a pipe (fd 4)", use="write", used=65536, capacity=65536)
    ends = (end(pipe.key, PID, "read"), end(pipe.key, PID, "write"))
    return hang([MAIN], [wait(PID, pipe, line=30)], channel_ends=ends)


def test_a_full_pipe_that_only_the_writer_could_read():
    found = first(own_pipe())
    assert (found.cause, found.confidence, found.blame[0].line) == ("pipe-full", "likely", 30)
    state = own_pipe()
    assert told(state._replace(threads=(*state.threads, ONE)))[0][0] == "waiting-external"


def test_a_pipe_whose_other_end_nobody_was_seen_to_have_is_not_judged():
    pipe = resource("pipe", "a pipe (fd 0)", use="read")
    state = hang([MAIN], [wait(PID, pipe, line=30)], channel_ends=(end(pipe.key, PID, "read"),))
    assert told(state)[0] == ("waiting-external", "likely")
    both = (*state.channel_ends, end(pipe.key, PID, "write"))
    assert told(state._replace(channel_ends=both))[0] == ("waits-for-nobody", "likely")


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


def test_the_threads_of_a_manager_act_for_its_clients_alone():
    serves = library("serve_client", "multiprocessing/managers.py")
    listening = resource("socket", "a socket, listening (fd 3)", listening=1)
    manager = hang(
        [thread([serves], tid=80, name="MainThread", crashed=False)],
        [wait(80, listening, pid=80)],
        pid=80,
        ppid=PID,
    )
    managed = resource("queue", "q", detail="shared between processes by a manager")
    family = {"family": (manager,), "relatives": (relative(80),)}
    state = hang([MAIN], [wait(PID, managed, line=30)], **family)
    assert told(state)[0] == ("waits-for-nobody", "likely")
    other = worker("MainThread", 80, 40)
    state = state._replace(family=(manager._replace(threads=(other,)),))
    assert told(state)[0][0] != "waits-for-nobody"


def test_a_silent_peer_is_waited_for():
    peer = resource("socket", "tcp to 127.0.0.1:80 (fd 3)", use="read")
    found = first(hang([MAIN], [wait(PID, peer, line=30)]))
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert "127.0.0.1:80" in found.summary
    assert told(hang([MAIN], [wait(PID, peer, timeout=True)])) == [("unknown", "possible")]


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
    assert "done = False" in found.evidence[1].text


def test_a_loop_that_another_thread_may_end_is_none():
    assert told(spins(others=[13]))[0][0] == "slow-not-stuck"
    assert told(spins(signals=(2, 15)))[0][0] == "slow-not-stuck"
    assert told(spins(others=[13], is_private=True))[0][0] == "busy-loop"


def test_a_loop_that_works_or_whose_condition_changes_is_none():
    assert told(spins(acts=True))[0][0] == "slow-not-stuck"
    assert told(spins(is_fixed=False))[0][0] == "slow-not-stuck"
    assert told(spins(text=""))[0][0] == "slow-not-stuck"


def test_a_loop_that_works_where_nothing_shows_is_none():
    assert told(spins(changed=(), acts=True))[0][0] == "slow-not-stuck"
    assert told(spins(changed=()))[0][0] == "busy-loop"


def test_a_loop_that_asks_for_the_time_is_none_though_nothing_changes():
    assert told(spins(changed=(), asks_world=True, is_fixed=False))[0][0] == "slow-not-stuck"


def test_a_loop_without_changes_that_another_thread_may_end_is_possible_at_most():
    found = first(spins(changed=(), others=[13]))
    assert (found.cause, found.confidence) == ("busy-loop", "possible")
    assert any('"w13" may yet end that' in e.text for e in found.evidence)
    assert told(spins(changed=(), others=[13], is_private=True))[0] == ("busy-loop", "likely")


def test_who_waits_for_clients_in_turns_waits_for_them():
    port = resource("socket", "TCP, listening at 127.0.0.1:80 (fd 3)", listening=1)
    state = hang([MAIN], [wait(PID, port, timeout=True)], activity=watched(moves(PID, 0.0)))
    assert told(state)[0][0] == "slow-not-stuck"  # it moves
    state = state._replace(activity=watched(moves(PID, 0.0, moved=False)))
    assert told(state)[0] == ("waiting-external", "likely")
    assert "in turns" in first(state).evidence[0].text


def test_an_event_loop_with_a_connection_waits_for_its_peer():
    loop = resource("fd", "events of its asyncio loop", event_loop=1)
    peer = resource("socket", "TCP to 127.0.0.1:80 (fd 7)", use="read")
    state = hang([MAIN], [wait(PID, loop), wait(PID, peer)])
    found = first(state)
    assert (found.cause, found.confidence) == ("waiting-external", "likely")
    assert "the event loop of" in found.summary and "127.0.0.1:80" in found.summary
    assert told(hang([MAIN], [wait(PID, loop, timeout=True), wait(PID, peer)])) == [
        ("unknown", "possible")
    ]


def test_a_signal_is_waited_for_outside():
    state = hang([MAIN], [wait(PID, resource("unknown", "a signal"))])
    assert told(state) == [("waiting-external", "likely")]


NOTHING = watched(moves(PID, 0.0, moved=False), moves(11, 0.0, moved=False))


def test_a_wait_for_a_thread_that_sleeps_until_a_time_is_slow():
    waits = [wait(PID, resource("future", "f")), wait(11, resource("time", "sleep"), timeout=True)]
    timer = thread([library("wait", "threading.py")], tid=11, name="timer", crashed=False)
    found = first(hang([MAIN, timer], waits, activity=NOTHING))
    assert (found.cause, found.confidence) == ("slow-not-stuck", "possible")
    assert '"timer", which may end that, sleeps until a time' in found.summary
    assert found.blame[0].line == 10
    endless = [waits[0], waits[1]._replace(timeout=False)]
    assert told(hang([MAIN, timer], endless, activity=NOTHING))[0][0] != "slow-not-stuck"


def test_a_wait_for_a_child_that_computes_is_slow():
    child = hang([worker("MainThread", 90, 40)], pid=90, ppid=PID)
    waits = [wait(PID, resource("queue", "q", detail="shared between processes"))]
    seen = NOTHING._replace(family=((90, 2.7),))
    family = {"family": (child,), "relatives": (relative(90),)}
    found = first(hang([MAIN], waits, activity=seen, **family))
    assert (found.cause, found.confidence) == ("slow-not-stuck", "possible")
    assert "of process 90, which may end that, computes (90% of a processor)" in found.summary
    idle = NOTHING._replace(family=((90, 0.01),))
    assert told(hang([MAIN], waits, activity=idle, **family))[0][0] == "unknown"


def test_a_thread_that_gives_way_again_and_again_works():
    seen = moves(PID, 0.01, moved=False)._replace(voluntary_switches=4000)
    found = first(hang([MAIN], activity=watched(seen)))
    assert (found.cause, found.confidence) == ("slow-not-stuck", "possible")
    assert "gave way 4000 times" in found.evidence[0].text


def test_where_nothing_proves_a_hang_it_is_said_what_is_waited_for_and_who_may_end_it():
    found = first(hang([MAIN, ONE], [wait(PID, resource("event", "stop"))]))
    assert (found.cause, found.confidence) == ("unknown", "possible")
    assert '"MainThread" waits for stop' in found.summary
    assert any('"one" may end that' in e.text for e in found.evidence)
    handled = hang([MAIN], [wait(PID, resource("event", "stop"))], caught_signals=(2, 15))
    assert any("a signal may end that" in e.text for e in first(handled).evidence)


def test_a_process_that_waits_for_nothing_is_just_alive():
    assert "was alive" in first(hang([MAIN])).summary
