"""Rules about pools, queues, pipes and files that nobody fills, empties or releases."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.family import ReportedDeath
from atfault.model.values import Value, Variable
from atfault.model.waits import (
    EVENTFD,
    TIMERFD,
    Activity,
    Again,
    AsyncTask,
    Bringers,
    ChannelFacts,
    FutureFacts,
    LockFacts,
    LoopFacts,
    Peer,
    Place,
    PoolJob,
    QueueFacts,
    SignalHandler,
    TaskWait,
    ThreadActivity,
    ThreadPool,
)
from support.diagnosed import claims
from support.hang_states import (
    EVENTS,
    FILE,
    STDLIB,
    end,
    first,
    hang,
    hold,
    library,
    moves,
    place,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, native, python, thread

MAIN = worker("MainThread", PID, 30, function="main")
ASKS = Again(0, 3.0, place(9), 10, ())
NOTHING_IN = resource("queue", "q", queue=QueueFacts(0))
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)


# pools and queues


def found_pool(queued=1, idle=0, jobs=(), is_own=False, beside=(), **more):
    """Two workers of a pool that was found by its code, each in a job that waits for an event."""
    workers = [worker(f"pool-{tid}", tid, 12) for tid in (11, 12)]
    event = resource("event", "ready")._replace(address=0x7000)
    waits = [wait(tid, event, line=12) for tid in (11, 12)]
    pools = (ThreadPool(PID, (11, 12), idle, queued, is_told=False, is_own=is_own, jobs=jobs),)
    main = worker("MainThread", PID, 30)
    job = wait(PID, resource("future", "job", future=FutureFacts("RUNNING")), target_tid=11)
    return hang(
        [main, *workers, *beside], [job, *waits, *more.pop("waits", ())], pools=pools, **more
    )


@pytest.mark.parametrize(
    ("state", "starves"),
    [
        (found_pool(), True),
        (found_pool(queued=0), False),
        (found_pool(idle=1), False),
        (found_pool(is_own=True), False),
        (found_pool(is_own=True, jobs=(0x7000,)), True),
        (found_pool(beside=[worker("feeder", 13, 22)]), False),
    ],
)
def test_workers_that_were_found_by_their_code_starve_where_jobs_wait_for_one(state, starves):
    first_told = told(state)[0]
    assert (first_told == ("pool-starvation", "likely")) is starves


def test_what_the_workers_of_a_starving_pool_wait_for_is_named():
    workers = [worker(f"pool-{tid}", tid, 12) for tid in (11, 12)]
    barrier = resource("barrier", "together", detail="2 of 3 have arrived")
    waits = [wait(tid, barrier, line=12) for tid in (11, 12)]
    found = first(hang(workers, waits, pools=(ThreadPool(PID, (11, 12), 0, 1),)))
    assert found.cause == "pool-starvation"
    assert any("together, 2 of 3" in one.text for one in found.evidence)


def batching(beside=()):
    """A package's two workers, each waiting for what a thread brings when more jobs come; the
    package's main thread goes on taking these in."""
    inside = library("handler", "site-packages/server/task.py")
    workers = [worker(f"pool-{tid}", tid, 12, inside) for tid in (11, 12)]
    takes = library("loop", "site-packages/server/loop.py")
    main, batcher = worker("MainThread", PID, 30, takes), worker("batcher", 13, 22)
    event, asked = resource("event", "ready"), resource("condition", "asked")
    waits = [wait(tid, event, line=12) for tid in (11, 12)]
    pools = (ThreadPool(PID, (11, 12), 0, 3, is_told=False),)
    return hang([main, *workers, batcher, *beside], [*waits, wait(13, asked)], pools=pools)


def test_workers_starve_behind_a_thread_that_only_jobs_move():
    assert told(batching())[0] == ("pool-starvation", "likely")
    assert told(batching([worker("feeder", 14, 42)]))[0][0] != "pool-starvation"


def pool(state="PENDING", idle=0, queued=0, brought_by=()):
    """Two workers, each in a job that waits for another one."""
    workers = [worker(f"pool-{tid}", tid, 12) for tid in (11, 12)]
    future = resource("future", "inner", future=FutureFacts(state))
    waits = [wait(tid, future, line=12)._replace(brought_by=brought_by) for tid in (11, 12)]
    job = wait(PID, resource("future", "job", future=FutureFacts("RUNNING")), target_tid=11)
    pools = (ThreadPool(PID, (11, 12), idle, queued),)
    return hang([MAIN, *workers], [job, *waits], pools=pools)


def test_workers_that_wait_for_queued_jobs_of_the_pool_starve():
    found = first(pool(queued=2))
    assert (found.cause, found.blame[0].line) == ("pool-starvation", 12)


def pool_of_a_loop(called_in=(11, 12), place_of_other=12):
    """Two workers wait for events; a task that would set the one awaits a call; who would set the
    other one is not known."""
    workers = [worker("one", 11, 12), worker("two", 12, place_of_other)]
    events = [resource("event", name, address=at) for at, name in enumerate(("a", "b"), 0x100)]
    brings = Bringers(tasks=(7,), direct=(7,), threads=(PID,))
    waits = [wait(11, events[0], line=12, bringers=brings)]
    waits += [wait(12, events[1], line=place_of_other), wait(PID, EVENTS, line=30, timeout=True)]
    call = TaskWait(resource("future", "a call in a worker thread", address=0x200), None, False)
    frames = (Place(FILE, 50, "ask", mine=True),)
    task = AsyncTask(7, "ask", 0x99, PID, "pending", frames, "a call", wait=call)
    tasks = (task._replace(called_in=called_in),)
    return hang([MAIN, *workers], waits, pools=(ThreadPool(PID, (11, 12), 0, 3),), tasks=tasks)


def test_workers_that_wait_for_a_task_which_awaits_the_same_pool_starve():
    found = first(pool_of_a_loop())
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    assert first(pool_of_a_loop(called_in=(11,))).cause != "pool-starvation"
    assert first(pool_of_a_loop(place_of_other=13)).cause != "pool-starvation"


def test_with_an_empty_queue_a_pool_does_not_starve_and_what_is_pending_is_anothers():
    """A future of an event loop that has ended."""
    assert told(pool())[0][0] == "waits-for-nobody"


@pytest.mark.parametrize(
    ("kind", "alike", "starves"),
    [
        ("semaphore", True, False),  # whose slots were lost
        ("semaphore", False, True),  # another job may give it back
        ("barrier", True, True),  # which one more would open
    ],
)
def test_where_each_queued_job_would_wait_at_the_same_semaphore_the_pool_is_not_too_small(
    kind, alike, starves
):
    workers = [worker(f"pool-{tid}", tid, 12) for tid in (11, 12)]
    job = wait(PID, resource("future", "job", future=FutureFacts("RUNNING")), target_tid=11)
    waits = [job, *[wait(tid, resource(kind, "slots"), line=12) for tid in (11, 12)]]
    pools = (ThreadPool(PID, (11, 12), 0, 2, is_of_one_kind=alike),)
    found = told(hang([MAIN, *workers], waits, pools=pools))
    assert (("pool-starvation", "likely") in found) is starves


@pytest.mark.parametrize("alike", [True, False])
def test_where_each_job_asks_where_nobody_accepts_the_pool_is_not_too_small(alike):
    workers = [worker(f"pool-{tid}", tid, 12) for tid in (11, 12)]
    job = wait(PID, resource("future", "job", future=FutureFacts("RUNNING")), target_tid=11)
    facts = ChannelFacts(7, peer="127.0.0.1:80", is_accepted=False, peers=(Peer(PID, "python"),))
    keys = {tid: f"socket:[{tid}]" for tid in (11, 12)}
    asks = [
        wait(tid, resource("socket", "sock", key=key, channel=facts), line=12, use="read")
        for tid, key in keys.items()
    ]
    accepts = worker("accept", 13, 20)
    turns = wait(13, resource("time", "a nap"), timeout=True)
    state = hang(
        [MAIN, *workers, accepts],
        [job, *asks, turns],
        pools=(ThreadPool(PID, (11, 12), 0, 2, is_of_one_kind=alike),),
        channel_ends=tuple(end(key, PID, "both", fd=3, is_peer=True) for key in keys.values()),
        channel_reach=((11, ()), (12, ()), (13, (5,))),
    )
    assert told(state)[0][0] == ("waits-for-nobody" if alike else "pool-starvation")


def test_workers_starve_though_others_could_end_their_waits_but_for_the_job_in_the_queue():
    state = pool("", brought_by=(11, 12), queued=1)
    free = wait(PID, resource("time", "time.sleep"), timeout=True)
    state = state._replace(waits=(free, *state.waiting.waits[1:]))
    assert told(state)[0] == ("pool-starvation", "likely")
    state = pool("")._replace(waits=(free, *pool("").waiting.waits[1:]))
    assert told(state)[0][0] != "pool-starvation"


def pool_of_a_library(*folders, again=ASKS):
    """Workers of a pool of a library, each waiting for a result of the package in its folder."""
    workers, waits = [], []
    for tid, folder in enumerate(folders, 11):
        inner = library("result", f"site-packages/{folder}/client.py")
        base = worker(f"pool-{tid}", tid, 12, inner)
        outer = library("_worker", "site-packages/distributed/threadpoolexecutor.py")
        last = base.stack.frames[0]._replace(python=outer, mine=False)
        stack = base.stack._replace(frames=(*base.stack.frames, last))
        workers.append(base._replace(stack=stack))
        waits.append(wait(tid, resource("event", "e"), line=12, again=again, timeout=again is None))
    pump = thread([python("select")], tid=40, name="IO loop", crashed=False)
    sleeps = wait(40, resource("time", "a timer"), timeout=True)
    main = wait(PID, resource("event", "done"), timeout=True)
    pools = (ThreadPool(PID, tuple(one.thread.tid for one in workers)),)
    return hang([MAIN, *workers, pump], [main, *waits, sleeps], pools=pools)


def test_workers_of_a_library_that_wait_for_its_results_starve_possibly():
    found = first(pool_of_a_library("distributed", "distributed"))
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    assert found.blame[0].line == 12


def test_workers_that_wait_for_results_of_another_library_or_for_a_time_do_not():
    for state in (
        pool_of_a_library("distributed", "boto"),
        pool_of_a_library("distributed", again=None),
    ):
        assert "pool-starvation" not in [cause for cause, _ in told(state)]


def pool_of_events(queued):
    """Workers that wait for an event, with some jobs in the pool's queue."""
    event = resource("event", "go")
    ended = wait(PID, resource("thread", "thread pool-11"), target_tid=11)
    waits = (ended, wait(11, event, line=12), wait(12, event, line=12))
    return pool(queued=queued)._replace(waits=waits)


def test_workers_that_wait_while_jobs_are_queued_starve_probably():
    found = first(pool_of_events(2))
    assert claims(found) == (
        "pool-starvation",
        "likely",
        ["bank.py:12:work", "bank.py:12:work"],
        {"read": 3},
    )


def test_workers_that_wait_while_no_job_is_queued_do_not_starve():
    found = first(pool_of_events(0))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


def test_a_pool_with_an_idle_worker_does_not_starve():
    assert told(pool(idle=1))[0][0] != "pool-starvation"


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


def test_a_lock_that_nobody_gives_back_comes_before_who_waits_for_its_waiters():
    waits = [wait(PID, NOTHING_IN, line=30), wait(11, resource("lock", "library"), line=12)]
    found = first(hang([MAIN, ONE], waits))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 12)
    assert "library" in found.summary
    assert claims(found) == (
        "waits-for-nobody",
        "likely",
        ["bank.py:12:work", "bank.py:30:work"],
        {"read": 3},
    )


def test_who_waits_for_another_lock_that_nobody_is_seen_to_hold_may_hold_this_one():
    waits = [wait(11, resource("lock", "a"), line=12), wait(12, resource("lock", "b"), line=22)]
    found = first(hang([MAIN, ONE, TWO], [wait(PID, NOTHING_IN), *waits]))
    assert (found.cause, found.confidence) == ("deadlock", "possible")
    assert [(one.kind, '"two" may' in one.text) for one in found.doubts] == [("suspected", True)]
    same = [waits[0], wait(12, resource("lock", "a"), line=22)]
    assert first(hang([MAIN, ONE, TWO], [wait(PID, NOTHING_IN), *same])).confidence == "likely"


def test_the_copy_of_the_forking_stack_is_no_code_of_a_worker():
    """A worker at its exit: what it was forked from is still on its stack."""
    launch = library("_launch", "multiprocessing/popen_fork.py")
    main = worker(
        "MainThread", 90, 28, library("_exit_function", "multiprocessing/util.py"), launch
    )
    joins = wait(90, resource("thread", "feeder", key="thread:91"), pid=90, target_tid=91)
    joins = joins._replace(place=place(28)._replace(frame_index=2))
    feeder = thread([library("_feed", "multiprocessing/queues.py")], tid=91, name="", crashed=False)
    kept = resource("lock", "results._wlock", shared="semaphore")
    child = hang([main, feeder], [joins, wait(91, kept, pid=90)], pid=90, ppid=PID)
    joined = wait(PID, resource("process", "child 90"), line=30, target_pid=90)
    found = first(hang([MAIN], [joined], family=(child,), relatives=(relative(90),)))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 30)
    assert 28 not in [line.line for line in found.blame]


def test_a_queue_that_nobody_fills():
    found = first(hang([MAIN], [wait(PID, NOTHING_IN, operation="get")]))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


def test_a_queue_that_a_running_thread_may_fill():
    state = hang([MAIN, ONE], [wait(PID, NOTHING_IN)])
    assert told(state) == [("unknown", "possible")]


def test_a_program_that_handles_signals_is_not_judged():
    state = hang([MAIN], [wait(PID, resource("event", "stop"))], caught_signals=(2, 15))
    assert told(state) == [("unknown", "possible")]


@pytest.mark.parametrize(
    ("handler", "may_end"),
    [
        (SignalHandler(15, "stop", mine=True), False),
        (SignalHandler(15, "reactor_stop", mine=False), False),
        (SignalHandler(15, "stop", mine=True, reaches=(0x1000,), calls=("set",)), True),
        (SignalHandler(15, "stop", mine=False, reaches=(0x1000,), calls=("set",)), True),
        (SignalHandler(15, "looks", mine=True, reaches=(0x1000,), calls=("release",)), False),
        (SignalHandler(14, "raises", mine=False), False),
        (SignalHandler(10, "graceful", mine=False), False),
        (SignalHandler(21, "more_workers", mine=False), False),
        (SignalHandler(10, "wakes_others", mine=True, calls=("set",)), False),
        (SignalHandler(2, "stop", mine=True), False),
        (SignalHandler(2, "stop", mine=True, reaches=(0x1000,), calls=("set",)), True),
        (SignalHandler(2, "of_trio", mine=False, reaches=(0x1000,), calls=("set",)), False),
        (SignalHandler(17, "of_children", mine=True), False),
        (
            SignalHandler(
                15, "stop", mine=True, reaches=(0x1000,), calls=("set",), is_running=True
            ),
            False,
        ),
    ],
)
def test_a_function_that_a_signal_calls_ends_what_it_reaches_and_calls_so(handler, may_end):
    """The signals: 2 and 15 ask the program to end, 10 a server to begin anew (cherrypy#1942), 21
    to have more workers (gunicorn#1045), and 14 says that a time is over."""
    stop = resource("event", "stop")
    state = hang([MAIN], [wait(PID, stop)], caught_signals=(2, 10, 14, 15), handlers=(handler,))
    found = "unknown" if may_end else "waits-for-nobody"
    assert told(state)[0] == (found, "possible" if may_end else "likely")
    assert not first(state).doubts


def test_that_no_handler_touches_what_is_waited_for_is_told():
    stop = resource("event", "stop")
    handlers = (SignalHandler(15, "quits", mine=True),)
    found = first(hang([MAIN], [wait(PID, stop)], handlers=handlers))
    (told_so,) = [one for one in found.evidence if "SIGTERM" in one.text]
    assert told_so.kind == "inferred"


@pytest.mark.parametrize(
    "handler",
    [
        SignalHandler(15, "reload", mine=True, calls=("set",), is_whole=False),
        SignalHandler(14, "on_alarm", mine=True),
    ],
)
def test_a_handler_that_may_end_it_is_a_doubt(handler):
    """It refers to more than was looked through, or raises an exception as a time is over."""
    stop = resource("event", "stop")
    found = first(hang([MAIN], [wait(PID, stop)], handlers=(handler,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert [one.kind for one in found.doubts] == ["handler"]
    assert handler.function in found.doubts[0].text


def test_a_handler_that_calls_no_such_method_is_no_doubt_however_much_it_refers_to():
    handler = SignalHandler(15, "reload", mine=True, calls=("release",), is_whole=False)
    state = hang([MAIN], [wait(PID, resource("event", "stop"))], handlers=(handler,))
    assert told(state) == [("waits-for-nobody", "likely")]


def test_a_librarys_handler_may_wake_its_loop():
    state = hang([MAIN], [wait(PID, EVENTS)], handlers=(SignalHandler(15, "wakes", mine=False),))
    assert told(state) == [("unknown", "possible")]


def test_a_stopped_child_is_told_where_the_other_side_is_not_known():
    what = resource("socket", "a connection", key="socket:[1]")
    state = hang([MAIN], [wait(PID, what)], relatives=(relative(90, state="T"),))
    assert any("SIGCONT" in one for one in texts(first(state)))
    state = hang([MAIN], [wait(PID, what)], relatives=(relative(90),))
    assert not any("process 90" in one for one in texts(first(state)))


def test_a_task_that_goes_on_when_asyncio_run_has_cancelled_it():
    task = AsyncTask(1, "t", 2, PID, "pending", (Place(FILE, 7, "f", mine=True),), "asyncio.sleep")
    timer = wait(PID, EVENTS, line=30, timeout=True)
    state = hang([MAIN], [timer], tasks=(task,))
    assert "waits-for-nobody" not in [cause for cause, _ in told(state)]
    closing = worker("MainThread", PID, 30, library("_cancel_all_tasks", "asyncio/runners.py"))
    found = first(state._replace(threads=(closing,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 7


def test_a_task_that_nothing_can_wake():
    task = AsyncTask(1, "t", 2, PID, "pending", (Place(FILE, 7, "f", mine=True),), "a future")
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    state = hang([MAIN], [wait(PID, EVENTS)], tasks=(task,), channel_ends=ends)
    assert (first(state).cause, first(state).blame[0].line) == ("waits-for-nobody", 7)
    listening = (*ends, end("socket:[9]", PID, "both"))
    assert told(state._replace(channel_ends=listening)) == [("unknown", "possible")]


def test_tasks_of_a_loop_that_no_thread_runs_are_told_behind_those_of_the_one_that_runs():
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    resting = AsyncTask(1, "a", 2, None, "pending", (Place(FILE, 7, "f", mine=True),), "a future")
    waiting = AsyncTask(3, "b", 4, PID, "pending", (Place(FILE, 8, "g", mine=True),), "an event")
    state = hang([MAIN], [wait(PID, EVENTS)], tasks=(resting, waiting), channel_ends=ends)
    found = first(state)
    assert [blame.line for blame in found.blame[:2]] == [8, 7]
    assert claims(found) == (
        "waits-for-nobody",
        "likely",
        ["bank.py:8:g", "bank.py:7:f", "bank.py:30:main"],
        {"read": 3},
    )


def test_what_another_thread_did_for_a_loop_that_sleeps_is_said_to_have_come():
    state = task_of("event", "Event.wait")
    (task,) = state.waiting.tasks
    found = first(state._replace(tasks=(task._replace(has_come=True),)))
    assert any("has come" in one and "was not woken" in one for one in texts(found))
    assert "call_soon_threadsafe" in found.advice[0].text


def test_who_goes_on_beside_a_loop_that_was_not_woken_is_a_doubt():
    state = task_of("queue", "Queue.get")
    (task,) = state.waiting.tasks
    bell = worker("bell", 11, 22)
    state = state._replace(threads=(*state.threads, bell), channel_ends=())
    come = state._replace(tasks=(task._replace(has_come=True),))
    found = first(come)
    assert (found.cause, found.confidence, found.blame[0].line) == (
        "waits-for-nobody",
        "possible",
        7,
    )


def test_of_a_loop_that_waits_beside_its_tasks_are_told():
    one = thread([library("select", "selectors.py")], tid=11, name="loop", crashed=False)
    task = AsyncTask(1, "t", 2, 11, "pending", (Place(FILE, 7, "f", mine=True),), "an event")
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    waits = [wait(PID, resource("queue", "answers"), line=30), wait(11, EVENTS)]
    found = first(hang([MAIN, one], waits, tasks=(task,), channel_ends=ends))
    assert {blame.line for blame in found.blame} == {30, 7}
    assert 'task "t" waits for an event (bank.py:7)' in texts(found)


def test_a_loop_without_tasks_whose_thread_is_joined_has_nobody_to_stop_it():
    loop = library("select", "selectors.py")
    one = thread([loop], tid=11, name="loop", crashed=False)
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    joined = wait(PID, resource("thread", "thread loop", key="thread:11"), line=30, target_tid=11)
    found = first(hang([MAIN, one], [joined, wait(11, EVENTS)], channel_ends=ends))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 30)
    assert "call_soon_threadsafe(loop.stop)" in found.advice[0].text


def test_of_several_that_nobody_wakes_one_in_the_users_own_code_is_told():
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    frames = (Place("/usr/lib/asyncio/base_events.py", 1, "shutdown_default_executor"),)
    task = AsyncTask(1, "t", 2, PID, "pending", frames, "a future")
    typed = wait(11, resource("queue", "typed"), line=12, operation="get")
    loop = wait(PID, EVENTS, line=30)
    found = first(hang([MAIN, ONE], [loop, typed], tasks=(task,), channel_ends=ends))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 12)


def shared_queue():
    inner = library("get", "multiprocessing/queues.py")
    main = worker("MainThread", PID, 30, inner)
    return hang([main], [wait(PID, resource("queue", "results"), line=30, operation="get")])


def test_a_dead_child_behind_a_shared_queue():
    state = shared_queue()._replace(relatives=(relative(90, state="Z", signal=9),))
    assert told(state)[0] == ("worker-died", "likely")
    assert "SIGKILL" in first(state).evidence[0].text


def joined_queue(*others, **more):
    """The main thread joins a queue of multiprocessing; a worker takes from it."""
    taken = wait(90, resource("queue", "jobs", shared="semaphore"), pid=90, operation="get")
    child = hang([worker("MainThread", 90, 40)], [taken], pid=90, ppid=PID)
    jobs = wait(PID, resource("queue", "jobs", shared="semaphore"), line=30, operation="join")
    return hang([MAIN, *others], [jobs], family=(child,), relatives=(relative(90),), **more)


def test_a_thread_that_leads_to_nothing_shared_ends_no_wait_of_another_process():
    apart = joined_queue(ONE, sharing_nothing=(11,))
    assert told(apart)[0] == ("waits-for-nobody", "likely")
    assert told(joined_queue(ONE))[0] != ("waits-for-nobody", "likely")


def test_what_sends_for_others_of_its_process_brings_nothing_itself():
    feeder = thread([library("_feed", "multiprocessing/queues.py")], tid=11, name="feeder")
    state = joined_queue(feeder)
    empty = wait(11, resource("condition", "jobs._notempty"))
    sends = wait(11, resource("lock", "jobs._wlock", shared="semaphore"), timeout=True)
    waits = state.waiting.waits
    assert told(state._replace(waits=(*waits, empty)))[0] == ("waits-for-nobody", "likely")
    assert told(state._replace(waits=(*waits, sends)))[0] != ("waits-for-nobody", "likely")


def test_a_thread_of_its_own_may_bring_what_a_dead_child_does_not():
    """tests/real/healthy/thread_that_produces_beside_a_failed_child."""
    items = wait(PID, resource("queue", "items", shared="semaphore"), line=30, operation="get")
    dead = (relative(90, state="Z")._replace(exit_code=3),)
    assert told(hang([MAIN], [items], relatives=dead))[0] == ("worker-died", "likely")
    assert told(hang([MAIN, ONE], [items], relatives=dead))[0] == ("worker-died", "possible")


def test_a_dead_child_behind_an_event_that_is_asked_for_again_and_again():
    again = Again(6, 3.0, place(29), 30, ("print",))
    ready = resource("event", "ready", shared="semaphore")

    def polling(again, dead=90):
        asks = wait(PID, ready, line=30, timeout=True, again=again)
        relatives = (relative(dead, state="Z", signal=11),) if dead else ()
        return told(hang([MAIN], [asks], relatives=relatives))[0]

    assert polling(again) == ("worker-died", "likely")
    assert polling(again._replace(does=("self.restart",))) == ("worker-died", "possible")
    assert polling(again, dead=0)[0] != "worker-died"
    for one in (None, again._replace(ends=True), again._replace(serves=True)):
        assert polling(one)[0] != "worker-died"


def test_a_worker_that_was_killed_and_joined_may_have_held_the_lock():
    """cpython#88304, redis-py#2243: what its parent's own objects tell of it."""
    joined = relative(90, state="X", role="", signal=9)
    shared = resource("lock", "slots", shared="semaphore")
    state = hang([MAIN], [wait(PID, shared, line=30)], relatives=(joined,))
    assert told(state)[0] == ("worker-died", "likely")
    assert claims(first(state)) == (
        "worker-died",
        "likely",
        ["bank.py:30:work", "bank.py:30:main"],
        {"read": 2},
    )
    outside = resource("lock", "a redis.lock.Lock", shared="outside")
    state = hang([MAIN], [wait(PID, outside, line=30)], relatives=(joined,))
    assert told(state)[0] == ("worker-died", "possible")
    for relatives in ((joined, relative(91)), (joined._replace(signal=None),), ()):
        found = hang([MAIN], [wait(PID, outside, line=30)], relatives=relatives)
        assert "worker-died" not in [cause for cause, _ in told(found)]
    works = hold(11, shared)
    state = hang([MAIN, ONE], [wait(PID, shared, line=30)], [works], relatives=(joined,))
    assert "worker-died" not in [cause for cause, _ in told(state)]
    queue = resource("queue", "results", shared="semaphore")
    state = hang([MAIN, ONE], [wait(PID, queue, line=30)], relatives=(joined,))
    assert told(state)[0] == ("worker-died", "possible")
    own = hang([MAIN], [wait(PID, resource("lock", "slots"), line=30)], relatives=(joined,))
    assert "worker-died" not in [cause for cause, _ in told(own)]


def reads_from(*pids, signal=9):
    """The main thread reads from one end of a pair of sockets, whose other end these have open."""
    ends = [end("socket:[1]", PID, "both")]
    ends += [end("socket:[1]", pid, "both", is_peer=True) for pid in pids]
    dead = relative(90, state="Z", signal=signal, exit_code=None if signal else 0)
    what = resource("socket", "a", key="socket:[1]")
    return hang([MAIN], [wait(PID, what, use="read")], relatives=(dead,), channel_ends=tuple(ends))


def test_a_dead_child_whose_end_the_process_itself_keeps_open():
    found = first(reads_from(PID))
    assert claims(found) == (
        "worker-died",
        "likely",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 2},
    )
    assert claims(first(reads_from(PID, signal=None))) == (  # which has done its work
        "waits-for-nobody",
        "likely",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 3},
    )


def test_a_dead_child_is_not_to_blame_where_somebody_else_has_the_other_end():
    assert "worker-died" not in [cause for cause, _ in told(reads_from(PID, 4712))]
    assert "worker-died" not in [cause for cause, _ in told(reads_from())]


def test_a_living_child_behind_a_shared_queue():
    assert told(shared_queue()._replace(relatives=(relative(90),))) == [("unknown", "possible")]


def test_where_relatives_are_unknown_no_worker_is_said_to_have_died():
    state = shared_queue()._replace(relatives=Absent("a core does not tell"))
    assert told(state) == [("unknown", "possible")]


# pipes


def full_pipe(timeout=False):
    out = resource("pipe", "a pipe (fd 1)", key="pipe:[5]")
    ends = (end("pipe:[5]", 90, "write"), end("pipe:[5]", PID, "read"))
    child = hang(
        [worker("MainThread", 90, 3)],
        [wait(90, out, pid=90, use="write")],
        pid=90,
        channel_ends=ends,
    )
    joined = wait(PID, resource("process", "child 90"), line=30, target_pid=90, timeout=timeout)
    return hang([MAIN], [joined], family=(child,), relatives=(relative(90, role="python"),))


def test_a_full_pipe_whose_reader_waits_for_the_writer():
    found = first(full_pipe())
    assert (found.cause, found.confidence) == ("pipe-full", "certain")
    assert found.blame[0].line == 30


def test_another_thread_of_the_reader_that_goes_on_may_yet_read():
    """tests/real/healthy/thread_that_reads_a_full_pipe_later."""
    state = full_pipe()
    found = first(state._replace(threads=(*state.threads, ONE)))
    assert claims(found) == (
        "pipe-full",
        "possible",
        ["bank.py:30:work", "bank.py:30:main", "bank.py:10:work"],
        {"read": 1, "inferred": 1},
        "other-thread",
    )


def test_a_reader_that_will_come_back_is_no_hang():
    assert "pipe-full" not in [cause for cause, _ in told(full_pipe(timeout=True))]


@pytest.mark.parametrize(("does", "is_told"), [(("poll.register",), True), (("out.read",), False)])
def test_who_asks_a_child_again_and_again_for_its_end_reads_nothing_unless_its_loop_does(
    does, is_told
):
    state = full_pipe(timeout=True)
    asks = Again(3, 3.0, place(29), 31, does)
    state = state._replace(waits=[one._replace(again=asks) for one in state.waiting.waits])
    causes = [told_of for told_of in told(state) if told_of[0] == "pipe-full"]
    assert causes == ([("pipe-full", "likely")] if is_told else [])


def test_who_waits_for_a_packages_thread_is_blamed_before_the_package():
    pipe = resource("pipe", "a pipe (fd 5)")
    reads = thread([library("read", "/x/site-packages/invoke/runners.py")], tid=11, name="reads")
    joined = wait(PID, resource("thread", "thread reads", key="thread:11"), line=30, target_tid=11)
    there = place(9)._replace(file="/x/site-packages/invoke/runners.py", mine=False)
    state = hang([MAIN, reads], [joined, wait(11, pipe, use="read")._replace(place=there)])
    found = first(state)
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)


CONNECTED = "TCP 127.0.0.1:5 to 127.0.0.1:6379 (process 90, redis-server)"


@pytest.mark.parametrize(
    ("connections", "asks"), [((CONNECTED,), True), ((), True), ((CONNECTED,), False)]
)
def test_who_asks_and_sleeps_with_a_connection_may_wait_for_the_program_behind_it(
    connections, asks
):
    again = Again(9, 3.0, place(29), 30, (), inquires=asks)
    slept = wait(PID, resource("time", "time.sleep"), line=30, timeout=True)._replace(again=again)
    state = hang([MAIN], [slept])._replace(connections=connections)
    causes = [one for one in told(state) if one[0] == "waiting-external"]
    assert causes == ([("waiting-external", "possible")] if connections and asks else [])


def blocked_in_import(*others):
    """The main thread imports, and waits for a future; thread 11 wants the lock of that import."""
    module = resource("import-lock", "import lock of m", lock=LockFacts(module="m"))
    feeder = thread([library("_feed", "multiprocessing/queues.py")], tid=11, name="feeder")
    idle = [wait(one.thread.tid, resource("queue", "results", address=0x2000)) for one in others]
    waits = [wait(PID, resource("future", "the future"), line=30), wait(11, module), *idle]
    return hang([MAIN, feeder, *others], waits, [hold(PID, module, line=3, proof="owner")])


@pytest.mark.parametrize("others", [(), (TWO,), (TWO, worker("three", 13, 9))])
def test_of_those_who_could_bring_it_the_one_that_waits_for_what_the_waiting_one_holds(others):
    found = first(blocked_in_import(*others))
    assert (found.cause, found.confidence) == ("import-deadlock", "likely")
    assert found.blame[0].line == 30


def test_several_that_wait_for_what_the_waiting_one_holds_close_no_ring():
    state = blocked_in_import(TWO)
    module = state.waiting.waits[1].resource
    waits = [*state.waiting.waits[:2], wait(12, module)]
    assert told(state._replace(waits=waits))[0][0] == "waits-for-nobody"


# files and pipes


def file_lock(tid, name, owner, *, fd=3, by=(), **more):
    facts = ChannelFacts(fd, lock_owner=owner, lock_inode=ord(name), lock_fds=by)
    what = resource("file", f"the lock of {name}", channel=facts)
    return wait(tid, what, operation="lock", **more)


def test_two_processes_that_wait_for_each_others_file_locks():
    child = hang([worker("MainThread", 90, 40)], [file_lock(90, "a", PID, pid=90)], pid=90)
    state = hang([MAIN], [file_lock(PID, "b", 90, line=30)], family=(child,))
    assert told(state)[0] == ("deadlock", "likely")
    assert told(state._replace(family=()))[0] == ("waiting-external", "likely")


def test_processes_that_were_seen_to_take_turns_are_possibly_stuck_at_most():
    ends = (end("socket:a", PID, "both"), end("socket:a", 90, "both", is_peer=True))
    theirs = (end("socket:b", 90, "both"), end("socket:b", PID, "both", is_peer=True))
    other = wait(90, resource("socket", "b", key="socket:b"), pid=90, use="read")
    child = hang([worker("MainThread", 90, 40)], [other], pid=90, channel_ends=theirs)
    mine = wait(PID, resource("socket", "a", key="socket:a"), use="read")
    state = hang([MAIN], [mine], family=(child,), channel_ends=ends)
    for woke, confidence in ((0, "likely"), (2, "possible")):
        seen = moves(PID, 0.0, moved=False)._replace(voluntary_switches=woke)
        assert told(state._replace(activity=watched(seen)))[0] == ("waits-for-nobody", confidence)


def test_a_file_lock_that_goes_round_is_none_of_a_ring():
    """One process was looked at after the other, and the lock was handed over in between."""
    wanted = [file_lock(90, "a", PID, pid=90)]

    def looked_at(wants, locked):
        child = hang([worker("MainThread", 90, 40)], wanted, pid=90, locked=locked)
        return told(hang([MAIN], [file_lock(PID, wants, 90, line=30)], family=(child,)))[0]

    assert looked_at("a", ()) == looked_at("b", ()) == ("waiting-external", "likely")
    assert looked_at("b", ((ord("b"), 3),)) == looked_at("b", None) == ("deadlock", "likely")


def test_who_polls_for_a_file_lock_that_its_own_process_has_may_have_got_it_since():
    state = hang([MAIN], [file_lock(PID, "a", PID, line=30, fd=None)])
    assert told(state)[0] == ("waiting-external", "likely")


@pytest.mark.parametrize(
    ("other", "expected"),
    [(True, ("waits-for-nobody", "likely")), (False, ("waiting-external", "likely"))],
)
def test_who_polls_all_the_while_for_what_its_own_process_has_locked(other, expected):
    """Nobody is left to release it, where all others wait for who polls."""
    mine = file_lock(10, "a", PID, line=30, fd=None, by=(4,), again=Again(60, 3.0))
    join = wait(PID, resource("thread", "thread ten", key="thread:10"), line=50, target_tid=10)
    state = hang([MAIN, worker("ten", 10, 30)], [mine, join] if other else [mine])
    assert told(state)[0] == expected
    if other:
        assert any("itself, by fd 4" in one.text for one in first(state).evidence)


def test_a_file_that_the_process_itself_has_locked():
    state = hang([MAIN], [file_lock(PID, "a", PID, line=30)])
    assert told(state)[0] == ("self-deadlock", "likely")
    busy = hang([MAIN, ONE], [file_lock(PID, "a", PID, line=30, by=(4,))])
    assert told(busy)[0] == ("waiting-external", "likely")


@pytest.mark.parametrize(
    ("reach", "cause"),
    [((3,), "self-deadlock"), ((3, 4), "waiting-external")],
)
def test_a_thread_that_does_not_lead_to_the_locked_descriptor_does_not_unlock_it(reach, cause):
    mine = file_lock(PID, "a", PID, line=30, by=(4,))
    state = hang([MAIN, ONE], [mine], channel_reach=((11, reach),))
    assert told(state)[0] == (cause, "likely")


def test_who_has_inherited_the_open_file_by_which_it_is_locked_is_told_so():
    child = hang([worker("MainThread", 90, 40)], [file_lock(90, "a", PID, pid=90)], pid=90)
    mine = file_lock(PID, "b", 90, line=30)
    facts = mine.resource.channel._replace(lock_taker=PID)
    inherited = mine._replace(resource=mine.resource._replace(channel=facts))
    state = hang([MAIN], [inherited], family=(child,))
    assert told(state)[0] == ("deadlock", "likely")
    texts = [one.text for one in first(state).evidence]
    assert len(texts) == len(first(hang([MAIN], [mine], family=(child,))).evidence) + 1


@pytest.mark.parametrize(("numbers", "is_told"), [((15,), True), ((17, 28), False)])
def test_signals_that_a_child_was_sent_and_blocks_are_told_of_who_waits_for_its_end(
    numbers, is_told
):
    ended = resource("process", "child 90", key="process:90")
    waits = [wait(PID, ended, line=30, target_pid=90)]
    state = hang([MAIN], waits, relatives=(relative(90, held_back=numbers),))
    found = first(state)
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert ("SIGTERM" in found.summary) == is_told
    assert "SIGCHLD" not in found.summary


@pytest.mark.parametrize(("fd", "cause"), [(4, "deadlock"), (5, "waits-for-nobody")])
def test_two_threads_with_records_of_one_file_locked_crosswise_by_files_of_their_own(fd, cause):
    waits = [
        file_lock(10, "a", PID, fd=3, by=(fd,), line=30),
        file_lock(11, "a", PID, fd=4, by=(3,), line=40),
        wait(PID, resource("thread", "thread ten", key="thread:10"), line=50, target_tid=10),
    ]
    state = hang([MAIN, worker("ten", 10, 30), worker("eleven", 11, 40)], waits)
    assert told(state)[0] == (cause, "likely")
    main = [*waits[:2], waits[2]._replace(timeout=True, left=5.0)]
    assert told(hang(state.threads, main))[0][0] not in ("deadlock", "waits-for-nobody")


def own_pipe():
    pipe = resource("pipe", "a pipe (fd 4)", channel=ChannelFacts(used=65536, capacity=65536))
    ends = (end(pipe.key, PID, "read"), end(pipe.key, PID, "write"))
    return hang([MAIN], [wait(PID, pipe, line=30, use="write")], channel_ends=ends)


def test_a_full_pipe_that_only_the_writer_could_read():
    found = first(own_pipe())
    assert (found.cause, found.confidence, found.blame[0].line) == ("pipe-full", "likely", 30)
    state = own_pipe()
    assert told(state._replace(threads=(*state.threads, ONE)))[0][0] == "waiting-external"


def test_who_waits_for_a_library_thread_that_writes_is_to_blame_rather_than_that():
    pipe = resource("pipe", "a pipe (fd 4)", channel=ChannelFacts(used=65536, capacity=65536))
    ends = (end(pipe.key, PID, "read"), end(pipe.key, PID, "write"))
    feeder = thread([library("_feed", "multiprocessing/queues.py")], tid=11, name="feeder")
    joined = resource("thread", "thread feeder", key="thread:11")
    waits = [
        wait(PID, joined, line=30, target_tid=11),
        wait(11, pipe, use="write")._replace(place=None),
    ]
    found = first(hang([MAIN, feeder], waits, channel_ends=ends))
    assert (found.cause, found.blame[0].line) == ("pipe-full", 30)
    assert "cancel_join_thread" in found.advice[0].text
    put = Place("/home/ada/bank.py", 40, "season", mine=True)
    found = first(hang([MAIN, feeder], waits, channel_ends=ends, put_at=(put,)))
    assert [one.line for one in found.blame] == [30, 40]


def test_a_pipe_whose_other_end_nobody_was_seen_to_have_is_not_judged():
    pipe = resource("pipe", "a pipe (fd 0)")
    waits = [wait(PID, pipe, line=30, use="read")]
    state = hang([MAIN], waits, channel_ends=(end(pipe.key, PID, "read"),))
    assert told(state)[0] == ("waiting-external", "likely")
    both = (*state.waiting.channel_ends, end(pipe.key, PID, "write"))
    assert told(state._replace(channel_ends=both))[0] == ("waits-for-nobody", "likely")


def test_a_pipe_that_has_a_name_may_be_opened_by_anybody():
    pipe = resource("pipe", "a pipe", channel=ChannelFacts(target="/tmp/fifo"))
    ends = (end(pipe.key, PID, "read"), end(pipe.key, PID, "write"))
    state = hang([MAIN], [wait(PID, pipe, line=30, use="read")], channel_ends=ends)
    assert told(state)[0] == ("waiting-external", "likely")


def test_a_worker_that_inherited_a_filters_input_closes_a_ring_with_who_waits_for_the_filter():
    """The filter reads to the end, which the worker's copy of the pipe keeps from coming; who would
    send the worker its jobs waits for the filter."""
    jobs = resource("queue", "jobs", key="queue:jobs", shared="semaphore")
    pipe = resource("pipe", "a pipe (fd 0)")
    ends = (end(pipe.key, 90, "read"), end(pipe.key, 91, "write"))
    sort = hang(
        [thread([], tid=90, name="sort", crashed=False)],
        [wait(90, pipe, pid=90, use="read")._replace(place=None)],
        pid=90,
        ppid=PID,
        python=Absent("no Python"),
        channel_ends=ends,
    )
    waits = [wait(91, jobs, pid=91, operation="get")]
    idle = hang([worker("MainThread", 91, 9)], waits, pid=91, ppid=PID)
    ended = wait(PID, resource("process", "child 90", key="process:90"), line=30, target_pid=90)
    state = hang([MAIN], [ended], family=(sort, idle), relatives=(relative(90), relative(91)))
    found = first(state)
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert found.blame[0].line == 30
    join = ended._replace(target_pid=91)  # who joins the worker itself brings it nothing
    assert told(state._replace(waits=(join,)))[0][0] == "waits-for-nobody"


# managers


def test_the_threads_of_a_manager_act_for_its_clients_alone():
    serves = library("serve_client", "multiprocessing/managers.py")
    listening = resource(
        "socket", "a socket, listening (fd 3)", channel=ChannelFacts(listening="TCP 127.0.0.1:80")
    )
    manager = hang(
        [thread([serves], tid=80, name="MainThread", crashed=False)],
        [wait(80, listening, pid=80)],
        pid=80,
        ppid=PID,
    )
    managed = resource("queue", "q", shared="manager")
    family = {"family": (manager,), "relatives": (relative(80),)}
    state = hang([MAIN], [wait(PID, managed, line=30)], **family)
    assert told(state)[0] == ("waits-for-nobody", "likely")
    other = worker("MainThread", 80, 40)
    state = state._replace(family=(manager._replace(threads=(other,)),))
    assert told(state)[0] != ("waits-for-nobody", "likely")


@pytest.mark.parametrize("goes", [False, True])
def test_what_an_object_of_a_manager_waits_for_its_clients_may_end(goes):
    serves = library("serve_client", "multiprocessing/managers.py")
    called = [library("wait", "threading.py"), python("draw", line=41, file=FILE)]
    manager = hang(
        [thread([*called, serves], tid=81, name="ann", crashed=False)],
        [wait(81, resource("semaphore", "self.grown"), line=41, pid=80)],
        pid=80,
        ppid=PID,
        channel_users=((81, 3),),
    )
    reads = wait(90, resource("socket", "conn", key="socket:[1]"), line=60, pid=90, use="read")
    sleeps = wait(90, resource("time", "time.sleep"), line=60, pid=90, timeout=True)
    client = hang(
        [worker("MainThread", 90, 60)],
        [sleeps if goes else reads],
        pid=90,
        ppid=PID,
        channel_ends=(end("socket:[1]", 80, "both", is_peer=True),),
    )
    joins = wait(PID, resource("process", "child 90"), line=30, target_pid=90)
    relatives = (relative(80), relative(90))
    found = told(hang([MAIN], [joins], family=(manager, client), relatives=relatives))
    assert (("waits-for-nobody", "likely") in found) is not goes


def of_process_pool(job, asked=(3,)):
    """The main thread waits for a job of a pool, whose worker waits for a barrier; job: the
    number of that in which the worker is."""
    gate = resource("barrier", "gate", key="barrier:1", shared="semaphore")
    one = hang(
        [worker("MainThread", 90, 40, function="lap")],
        [wait(90, gate, line=40, pid=90)],
        pid=90,
        ppid=PID,
        process_job=job,
    )
    result = wait(PID, resource("future", "a job"), line=30, job=PoolJob(asked, (90, 91)))
    return hang([MAIN], [result], family=(one,), relatives=(relative(90),))


def test_the_result_of_a_pool_of_processes_waits_for_what_the_worker_waits_for():
    found = first(of_process_pool(3))
    assert found.summary.startswith('"MainThread" of process 90 waits for gate')
    assert found.blame[0].line == 40
    assert any("waits for a job" in text for text in texts(found))


def test_a_job_that_no_worker_of_the_pool_is_in_may_yet_be_taken_by_any():
    for state in (of_process_pool(None), of_process_pool(2), of_process_pool(3, asked=(3, 4))):
        assert first(state).blame[0].line == 30


# what is said once, and fits


def texts(found):
    return [one.text for one in found.evidence]


def test_a_state_and_a_step_are_told_once():
    event = resource("event", "go", detail="not set")
    joined = wait(PID, resource("thread", 'thread "one"'), line=30, target_tid=11)
    told_there = texts(first(hang([MAIN, ONE], [joined, wait(11, event, line=12)])))
    assert told_there == [
        '"one" waits for go, not set (bank.py:12), without a timeout',
        'every other thread waits without end too: "MainThread" waits for the end of '
        'thread "one" (bank.py:30)',
    ]


def task_of(kind, *inner, mine=7):
    folder = "/usr/lib/python3/asyncio/"
    files = {name: "queues.py" if name.startswith("Queue.") else "locks.py" for name in inner}
    library_frames = [Place(folder + files[name], 1, name) for name in inner]
    frames = (Place(FILE, mine, "f", mine=True), *library_frames)
    wanted = None if kind is None else TaskWait(resource(kind, "q"), None, False)
    task = AsyncTask(1, "t", 2, PID, "pending", frames, "something", wait=wanted)
    ends = (end("socket:[1]", PID, "both"), end("socket:[1]", PID, "both", is_peer=True))
    return hang([MAIN], [wait(PID, EVENTS)], tasks=(task,), channel_ends=ends)


def test_what_a_task_waits_for_decides_the_advice():
    def advised(*what):
        return first(task_of(*what)).advice[0].text

    assert "task_done()" in advised("event", "Queue.join", "Event.wait")
    assert "sentinel" in advised("queue", "Queue.get")
    assert "set the event" in advised("event", "Event.wait")
    assert "`async with`" in advised("lock", "Lock.acquire")
    assert "complete the future" in advised(None)
    assert "wait_for" in advised("queue", "Queue.put")


def test_a_loop_without_other_threads_does_not_speak_of_them():
    assert "no other thread is left that could wake it" in texts(first(task_of(None)))[-1]
    state = task_of(None)
    others = hang([MAIN, ONE], [*state.waiting.waits, wait(11, resource("event", "go"))])
    both = others._replace(tasks=state.waiting.tasks, channel_ends=state.waiting.channel_ends)
    assert any("every other thread that could" in text for text in texts(first(both)))


def test_one_job_in_the_queue_is_it():
    assert "1 job in the pool's queue, and no worker to take it" in texts(first(pool_of_events(1)))


def test_who_writes_into_a_full_pipe_is_said_with_its_figures_once():
    assert texts(first(full_pipe()))[0].count("bytes") <= 1
    assert "waits to write to" in texts(first(full_pipe()))[0]


def test_a_full_queue_and_a_barrier_have_an_advice_of_their_own():
    def advised(what, **more):
        one = worker("one", 11, 12, library("wait", "threading.py"))
        joined = wait(PID, resource("thread", "thread one"), line=30, target_tid=11)
        return first(hang([MAIN, one], [joined, wait(11, what, line=12, **more)])).advice[0].text

    assert "takes from it" in advised(resource("queue", "q"), operation="put")
    assert "as many as come" in advised(resource("barrier", "b", detail="2 of 3 have arrived"))


def test_a_death_that_was_reported_is_linked_and_run_is_not_advised():
    dead = shared_queue()._replace(relatives=(relative(90, state="Z", signal=11),))
    unwatched = first(dead)
    assert claims(unwatched) == ("worker-died", "likely", ["bank.py:30:work"], {"read": 2})
    told_of = first(dead._replace(reported=(ReportedDeath(90, 11, 12),)))
    assert [one.text for one in told_of.evidence].count(
        "process 90 was ended by SIGSEGV: report 12"
    ) == 1
    commands = [one.command for one in told_of.advice if one.command]
    assert commands == ["atfault show 12"]
    unsaved = first(dead._replace(reported=(ReportedDeath(90, 11, 0),)))
    assert "process 90 was ended by SIGSEGV, as reported above" in [
        one.text for one in unsaved.evidence
    ]
    under_run = first(dead._replace(reported=()))
    assert not [one.command for one in under_run.advice if one.command]


# the other end of a network connection, a database, a terminal

SERVING = library("serve_forever", "socketserver.py")


def connection(pid, *, accepted=None, command="python shop.py"):
    facts = ChannelFacts(5, peer="127.0.0.1:80", peers=(Peer(pid, command),), is_accepted=accepted)
    return resource("socket", "TCP to 127.0.0.1:80", key="socket:[9]", channel=facts)


def serving(accepted, *others):
    main = worker("MainThread", PID, 30, SERVING)
    ends = (end("socket:[9]", PID, "both", is_peer=True),)
    waits = [wait(PID, connection(PID, accepted=accepted))]
    return hang([main, *others], waits, channel_ends=ends)


def test_a_server_that_asks_itself_is_a_self_deadlock():
    found = first(serving(accepted=False))
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert found.blame[0].line == 10


def test_a_connection_whose_both_ends_wait_in_the_same_program_waits_for_nobody():
    one, other = sockets(5, 6)
    ends = [peer(one, fd=6), peer(other, fd=5)]
    state = hang([MAIN, worker("handler", 11, 40)], [wait(PID, one), wait(11, other)])
    found = first(state._replace(channel_ends=ends))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


SLEPT = watched(moves(PID, 0.0, moved=False))


def polls(unread=4905, told_once=True, activity=SLEPT, reads=True):
    """A server sleeps in epoll with bytes in a connection whose client waits for the answer."""
    asked, answered = sockets(5, 6)
    lying = answered._replace(channel=answered.channel._replace(unread=unread))
    waits = [wait(PID, lying, line=30, told_once=told_once, syscall="epoll_wait")]
    waits += [wait(11, asked, line=12)] if reads else []
    ends = [peer(answered, fd=5), peer(asked, fd=6)]
    state = hang([MAIN, ONE], waits, channel_ends=ends)
    return state._replace(activity=activity)


def test_what_edge_triggered_epoll_does_not_tell_again_is_waited_for_in_vain():
    found = first(polls())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert "4,905 bytes lie unread" in found.summary
    assert found.blame[0].line == 30 and 12 in [line.line for line in found.blame]


def test_that_bytes_lie_unread_is_likely_only_where_nobody_was_about_to_read_them():
    assert told(polls(activity=Absent("not watched")))[0] == ("waits-for-nobody", "possible")
    quiet = first(polls(reads=False))  # the other side may send more
    assert quiet.cause == "waiting-external"
    assert any("4,905 bytes have come" in one.text for one in quiet.evidence)
    for state in (polls(unread=0), polls(told_once=False)):
        assert "unread" not in first(state).summary


def test_a_server_that_reads_from_the_first_connection_of_who_waits_on_a_second():
    """It would answer the second one when it was done with the first; the client has both."""
    one, other = sockets(5, 6, accepted=False)
    server = thread([SERVING], tid=11, name="server", crashed=False)
    reads = wait(11, other._replace(channel=other.channel._replace(is_accepted=True)))
    state = hang([MAIN, server], [wait(PID, one, line=30), reads])
    found = first(state._replace(channel_ends=[peer(one, fd=3), peer(other, fd=9)]))
    assert (found.cause, found.confidence, found.blame[0].line) == ("deadlock", "likely", 30)
    assert claims(found) == (
        "deadlock",
        "likely",
        ["bank.py:30:work", "bank.py:10:work", "bank.py:30:main"],
        {"inferred": 2},
    )


def test_of_several_threads_the_one_that_has_the_other_end_at_hand_is_waited_for():
    asked, answered = sockets(5, 6)
    joins = wait(12, resource("thread", "thread one", key="thread:11"), target_tid=11)
    waits = [wait(PID, asked, line=30), wait(11, answered), joins]
    state = hang([MAIN, ONE, TWO], waits)._replace(
        channel_ends=[peer(asked, fd=8), peer(answered, fd=9)]
    )
    assert told(state)[0] == ("waits-for-nobody", "likely")
    assert told(state._replace(channel_users=((11, 8), (PID, 9))))[0] == ("deadlock", "likely")
    both = ((11, 8), (12, 8), (PID, 9))
    assert told(state._replace(channel_users=both))[0][0] == "waits-for-nobody"
    free = state._replace(waits=waits[:2], channel_users=((11, 8), (PID, 9)))
    assert "deadlock" not in [cause for cause, _ in told(free)]


def test_of_another_process_the_thread_that_has_the_other_end_is_told():
    """rpyc#152: what the server does with the request."""
    (asked,) = sockets(5)
    inside = worker("MainThread", 90, 50)
    serves = worker("serves", 91, 60)
    what = resource("event", "self.told")
    waits = [wait(91, what, line=60, pid=90)]

    def reading(users):
        child = hang([inside, serves], waits, pid=90, ppid=PID, channel_users=users)
        ends = (end(asked.key, 90, "both", fd=8, is_peer=True),)
        own = [wait(PID, asked, line=30, use="read")]
        relatives = (relative(90),)
        return hang([MAIN], own, channel_ends=ends, family=(child,), relatives=relatives)

    found = first(reading(((91, 8),)))
    assert found.cause == "waiting-external"
    assert {one.line for one in found.blame} == {30, 60}
    assert any("has the other end, waits for self.told" in one for one in texts(found))
    assert {one.line for one in first(reading(())).blame} == {30}


def sockets(*fds, accepted=True):
    whole = connection(PID, accepted=accepted)
    return [
        whole._replace(key=f"socket:[{fd}]", channel=whole.channel._replace(fd=fd)) for fd in fds
    ]


def peer(socket, *, fd):
    return end(socket.key, PID, "both", fd=fd, is_peer=True)


def test_a_descriptor_that_was_closed_under_its_reader_is_not_waited_for_in_vain():
    gone = resource("fd", "file descriptor 4", detail="closed meanwhile", key="fd:4")
    gone = gone._replace(channel=ChannelFacts(4, is_closed=True))
    found = first(hang([MAIN], [wait(PID, gone, line=30, use="read")]))
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:30:work", "bank.py:30:main"],
        {"read": 1},
    )
    assert "shutdown" in found.advice[0].text


def test_a_connection_to_itself_is_waited_for_in_vain_where_no_other_thread_is_left():
    found = first(serving(True))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert any("in this process itself" in one for one in texts(found))


def test_a_connection_of_which_one_end_alone_waits_is_told_with_who_took_it():
    found = first(serving(True, worker("handler", 11, 40)))
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 2},
    )


def test_the_other_end_on_this_machine_is_named_with_a_command_to_look_at_it():
    ends = (end("socket:[9]", 812, "both", is_peer=True),)
    state = hang(
        [worker("MainThread", PID, 30)],
        [wait(PID, connection(812, accepted=True, command="postgres: orders"))],
        channel_ends=ends,
    )
    found = first(state)
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 2},
    )


def joined_handler(*others):
    """Thread 11 waits for a client; the main thread, which has that connection, joins it."""
    ends = (end("socket:[9]", PID, "both", is_peer=True),)
    joined = wait(PID, resource("thread", "thread one", key="thread:11"), line=30, target_tid=11)
    taken = wait(11, connection(PID, accepted=True), line=12)
    return hang([MAIN, ONE, *others], [joined, taken], channel_ends=ends)


def test_who_joins_the_thread_that_reads_what_it_alone_could_send_closes_a_ring():
    found = first(joined_handler())
    assert claims(found) == (
        "deadlock",
        "likely",
        ["bank.py:30:work", "bank.py:12:work", "bank.py:30:main"],
        {"read": 1, "inferred": 1},
    )
    assert told(joined_handler(TWO))[0][0] == "waiting-external"


PACKAGE = "/venv/lib/python3.12/site-packages/"
LISTENS = resource("socket", "TCP", key="s", channel=ChannelFacts(3, listening="TCP 127.0.0.1:80"))


def package(function, file):
    code = python(function, file=PACKAGE + file).code._replace(filename=PACKAGE + file)
    return python(function, line=1, file=PACKAGE + file)._replace(code=code)


def pool_wait(*inner, other=None):
    """The main thread waits for a queue; thread 11 takes connections, in turns."""
    main = worker("MainThread", PID, 30, *inner)
    server = thread([other or SERVING], tid=11, name="server", crashed=False)
    free = wait(PID, resource("queue", "free"), line=30, operation="get")
    return hang([main, server], [free, wait(11, LISTENS, timeout=True, operation="select")])


def test_what_a_package_keeps_for_itself_no_server_of_the_program_brings():
    found = first(pool_wait(package("get_connection", "pool.py")))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 30)
    assert any("get_connection (site-packages/pool.py)" in one for one in texts(found))
    assert any("takes connections" in one for one in texts(found))
    assert claims(found) == ("waits-for-nobody", "likely", ["bank.py:30:work"], {"read": 3})
    other = pool_wait(package("get_connection", "pool.py"), other=package("serve", "server.py"))
    assert told(other)[0][0] == "waiting-external"


def test_an_event_loop_that_its_own_process_wakes_waits_for_nothing_outside():
    """Twisted's reactor in crochet's thread, whose timers set the event."""
    loop = thread([package("doPoll", "epollreactor.py")], tid=11, name="reactor", crashed=False)
    waker = resource("pipe", "a pipe", key="pipe:[7]")
    polls = wait(11, waker, timeout=True, syscall="epoll_wait")
    waits = [wait(PID, resource("event", "flash"), line=30), polls]
    ends = (end("pipe:[7]", PID, "read"), end("pipe:[7]", PID, "write", fd=4))
    found = told(hang([MAIN, loop], waits, channel_ends=ends))
    assert {confidence for _, confidence in found} == {"possible"}
    others = (ends[0], end("pipe:[7]", 91, "write"))
    assert told(hang([MAIN, loop], waits, channel_ends=others))[0][0] == "waiting-external"


def test_a_program_of_another_kind_that_listens_may_end_what_its_own_wait_for():
    """postgres: a backend reads from a pipe of the postmaster, which takes connections."""
    ends = (
        end("socket:[1]", PID, "both"),
        end("socket:[1]", 91, "both", is_peer=True),
        *(end("pipe:[2]", 91, "read"), end("pipe:[2]", 90, "write")),
    )
    answer = wait(PID, resource("socket", "a local socket", key="socket:[1]"), line=30, use="read")
    pipe = wait(91, resource("pipe", "a pipe", key="pipe:[2]"), pid=91, use="read")
    listens = wait(90, LISTENS, pid=90)
    backends = [
        hang([thread([], tid=pid, name="postgres", crashed=False)], [one], pid=pid, ppid=up)
        for pid, one, up in ((90, listens, PID), (91, pipe, 90))
    ]
    family = tuple(one._replace(python=Absent("no interpreter")) for one in backends)
    relatives = (relative(90, role="program"), relative(91, role="program"))
    found = first(hang([MAIN], [answer], channel_ends=ends, relatives=relatives, family=family))
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)


def test_what_only_a_server_is_left_to_bring_comes_from_outside():
    found = first(pool_wait())
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert claims(found) == ("waiting-external", "likely", ["bank.py:30:work"], {"read": 2})


def test_what_only_a_reader_of_a_connection_is_left_to_bring_comes_from_its_other_side():
    main = worker("MainThread", PID, 30)
    reader = thread([package("run", "transport.py")], tid=11, name="reader", crashed=False)
    status = wait(PID, resource("event", "status"), line=30)
    ends = (end("socket:[9]", 812, "both", is_peer=True),)
    polls = wait(11, connection(812, accepted=True), timeout=True)
    state = hang([main, reader], [status, polls], channel_ends=ends)
    found = first(state)
    assert claims(found) == ("waiting-external", "likely", ["bank.py:30:work"], {"read": 3})
    busy = state._replace(activity=watched(moves(PID, 0.0, moved=False), moves(11)))
    assert told(busy)[0][0] != "waiting-external"


def looped(*pids, listening=True):
    """An event loop with one connection whose other end these have, and a task of the user's."""
    beside = [wait(PID, connection(one, accepted=True), line=30) for one in pids]
    beside += [wait(PID, LISTENS, line=30)] if listening else []
    ends = [end("socket:[9]", one, "both", is_peer=True) for one in pids]
    inner = Place(PACKAGE + "pool.py", 3, "Pool.get")
    frames = (Place(FILE, 7, "f", mine=True), inner)
    task = AsyncTask(1, "t", 2, PID, "pending", frames, "a future")
    loop = wait(PID, EVENTS._replace(loop=LoopFacts(len(beside))), line=30)
    return hang([MAIN], [loop, *beside], tasks=(task,), channel_ends=tuple(ends))


def test_a_loop_whose_connections_lead_back_to_its_process_waits_perhaps_for_nobody():
    found = first(looped(PID))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 7
    assert any("a future in Pool.get" in one for one in texts(found))
    assert any("lead back to this process" in one for one in texts(found))
    assert claims(found) == (
        "waits-for-nobody",
        "possible",
        ["bank.py:7:f", "bank.py:30:main"],
        {"read": 2},
        "other-task",
    )
    assert told(looped(812))[0][0] == "waiting-external"
    assert told(looped())[0][0] == "waiting-external"


def test_timers_by_a_clock_that_was_replaced_are_perhaps_never_due():  # spulec/freezegun#563
    task = AsyncTask(1, "t", 2, PID, "pending", (Place(FILE, 7, "f", mine=True),), "a future")
    for clock, confidence in (("fake_monotonic", "possible"), ("", "likely")):
        loop = EVENTS._replace(loop=LoopFacts(0, clock=clock))
        found = first(hang([MAIN], [wait(PID, loop, line=30)], tasks=(task,)))
        assert (found.cause, found.confidence) == ("waits-for-nobody", confidence)
        told_of = any("is fake_monotonic" in one for one in (found.summary, *texts(found)))
        assert told_of == bool(clock)
        assert found.blame[0].line == 7


def test_a_task_of_a_packages_stands_for_who_waits_for_it():
    """A handler of aiohttp waits for the server's end, in a task that was made after the others."""
    asks = AsyncTask(
        1, "Task-1", 2, PID, "pending", (Place(FILE, 7, "ask", mine=True),), "a future"
    )
    inside = (Place(PACKAGE + "web.py", 3, "shutdown"),)
    last = asks._replace(address=6, name="Task-6", frames=inside)
    stops = asks._replace(
        address=5,
        name="Task-5",
        frames=(Place(FILE, 9, "stop", mine=True),),
        wait=TaskWait(None, None, False, (6,)),
    )
    loop = EVENTS._replace(loop=LoopFacts(0))
    for tasks, lines in (((asks, stops, last), [9, 7]), ((asks, last), [7])):
        found = first(hang([MAIN], [wait(PID, loop, line=30)], tasks=tasks))
        assert [one.line for one in found.blame][: len(lines)] == lines
        assert any("Task-5" in one for one in texts(found)) == (stops in tasks)


def readers(**more):
    """Two processes, each of which reads what the other alone could write."""
    ends = (
        *[end("pipe:[1]", pid, use) for pid, use in ((PID, "read"), (90, "write"))],
        *[end("pipe:[2]", pid, use) for pid, use in ((90, "read"), (PID, "write"))],
    )
    main = wait(PID, resource("pipe", "a pipe", key="pipe:[1]"), line=30, use="read")
    child = wait(90, resource("pipe", "a pipe", key="pipe:[2]"), pid=90, use="read")
    other = hang([worker("MainThread", 90, 12)], [child], pid=90, ppid=PID, **more)
    relatives = (relative(90),)
    return hang([MAIN], [main], channel_ends=ends, relatives=relatives, family=(other,))


def test_of_two_processes_that_read_from_each_other_one_would_have_to_begin():
    found = first(readers())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert told(readers(caught_signals=(2, 15)))[0][0] != "waits-for-nobody"


def test_a_call_into_a_library_that_its_own_threads_wake_is_told_with_the_library():
    facts = ChannelFacts(8, "anon_inode:[eventfd]")
    eventfd = resource("fd", "anon_inode:[eventfd] (fd 8)", channel=facts)
    inside = [native("poll"), native("zmq_msg_send", "extension")]
    main = worker("MainThread", PID, 30, *inside)
    found = first(hang([main], [wait(PID, eventfd, line=30)]))
    assert found.cause == "waiting-external"
    assert "fast" in found.summary and "anon_inode" not in found.summary


def test_a_descriptor_that_the_users_own_code_waits_for_is_told_as_it_is():
    """os.read(eventfd) and select.epoll().poll(): no library waits to be woken by its threads."""
    for module in ("libpython", "ctypes"):
        eventfd = resource("fd", "the eventfd (fd 3)", channel=ChannelFacts(3, EVENTFD))
        inside = [native("read"), native("os_read", module)]
        main = worker("MainThread", PID, 30, *inside)
        found = first(hang([main], [wait(PID, eventfd, line=30)]))
        assert claims(found) == ("waiting-external", "likely", ["bank.py:30:work"], {"read": 1})


def database(owner):
    facts = ChannelFacts(None, "/data/orders.db", lock_owner=owner, is_database=True)
    return resource("file", "/data/orders.db", key="file:/data/orders.db", channel=facts)


def archive(owner, *others, joins=True, **more):
    napping = wait(11, database(owner), timeout=None, operation="lock", target_pid=owner)
    joined = wait(PID, resource("thread", "archive", key="thread:11"), target_tid=11)
    threads = [worker("MainThread", PID, 30), worker("archive", 11, 20), *others]
    return hang(threads, [napping, *([joined] if joins else [])], **more)


def test_a_file_that_is_a_lock_and_nobody_has_locked_is_told_so():
    facts = ChannelFacts(None, "/srv/deploy.lock")
    file = resource("file", "/srv/deploy.lock", key="file:/srv/deploy.lock", channel=facts)
    main = worker("MainThread", PID, 30)
    found = first(hang([main], [wait(PID, file, operation="lock")]))
    assert (found.cause, found.summary[-24:]) == ("waiting-external", "lock of /srv/deploy.lock")
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 2},
    )
    held = file._replace(channel=facts._replace(lock_owner=812))
    found = first(hang([main], [wait(PID, held, operation="lock")]))
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 1},
    )


def test_a_lock_that_a_server_knows_of_is_waited_for_outside():
    facts = ChannelFacts(7, peers=(Peer(812, "redis-server *:6379"),), is_accepted=True)
    kept = resource("lock", 'a redis.lock.Lock "report"', shared="outside", channel=facts)
    child = {"pid": 90, "ppid": PID}
    found = first(hang([worker("MainThread", 90, 30)], [wait(90, kept, pid=90)], **child))
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 2},
    )


def test_naps_of_who_waits_for_a_database_are_no_way_out():
    naps = watched(moves(11, 0.0, moved=False)._replace(voluntary_switches=30))
    assert told(archive(PID, activity=naps))[0] == ("deadlock", "likely")


def test_a_database_that_who_waits_for_the_writer_has_locked_is_a_deadlock():
    found = first(archive(PID))
    assert claims(found) == (
        "deadlock",
        "likely",
        ["bank.py:10:work", "bank.py:10:work", "bank.py:30:work", "bank.py:20:work"],
        {"read": 1, "inferred": 2},
    )
    assert "commit" in found.advice[0].text


def test_who_waits_alone_for_a_database_of_its_own_gives_up_after_a_time():
    napping = wait(PID, database(PID), timeout=None, operation="lock", target_pid=PID)
    assert first(hang([worker("MainThread", PID, 30)], [napping])).cause == "waiting-external"


def waits_with_second_connection(*users):
    napping = wait(PID, database(PID), line=30, timeout=None, operation="lock", target_pid=PID)
    threads = [worker("MainThread", PID, 30), worker("reader", 11, 40)]
    sleeps = wait(11, resource("time", "time.sleep"), timeout=True)
    return hang(threads, [napping, sleeps], database_users=users)


def test_who_alone_has_two_connections_waits_for_its_own_transaction():
    found = first(waits_with_second_connection((PID, 1), (PID, 2)))
    assert (found.cause, found.confidence) == ("self-deadlock", "possible")  # SQLite gives up
    assert "another connection of its own" in found.summary
    assert found.blame[0].line == 30


def test_a_thread_without_a_connection_has_not_locked_the_database():
    for users in ((), ((PID, 1),), ((PID, 1), (PID, 2), (11, 3))):
        found = first(waits_with_second_connection(*users))
        assert found.cause == "waiting-external"
    assert told(archive(PID, database_users=((11, 1), (PID, 2))))[0] == ("deadlock", "likely")


def test_a_thread_that_goes_on_may_have_the_database():
    assert told(archive(PID, joins=False))[0][0] == "waiting-external"
    assert told(archive(PID, worker("other", 12, 40)))[0][0] == "waiting-external"


def with_other_waiters(*users):
    """The writer waits for a lock of Python's that the main thread has, which waits with another
    one for the database."""
    counts = resource("lock", "counts", address=0x2000)
    napping = wait(PID, database(PID), line=30, timeout=None, operation="lock", target_pid=PID)
    waits = [napping, napping._replace(tid=11, place=place(30)), wait(12, counts, line=40)]
    threads = [worker("MainThread", PID, 30), worker("one", 11, 30), worker("writer", 12, 40)]
    return hang(threads, waits, [hold(PID, counts)], database_users=users)


def test_who_waits_for_a_database_with_its_only_connection_has_not_locked_it():
    found = first(with_other_waiters((PID, 1), (11, 2), (12, 3)))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {one.line for one in found.blame} == {5, 30, 40}


def test_of_two_that_may_have_locked_a_database_neither_is_told():
    assert told(with_other_waiters((PID, 1), (11, 2), (11, 4), (12, 3)))[0][0] != "deadlock"


def test_a_database_that_another_process_has_locked_is_waited_for_outside():
    found = first(archive(812))
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:20:work", "bank.py:10:work"],
        {"read": 2},
    )


def test_a_terminal_that_its_master_does_not_read_is_full():
    terminal = resource("terminal", "the terminal /dev/pts/3", key="terminal:3#/dev/pts/3")
    writing = wait(90, terminal, line=10, pid=90, use="write", operation="write")
    child = hang([worker("MainThread", 90, 10)], [writing], pid=90, ppid=PID)
    joined = wait(PID, resource("process", "child 90"), line=13, target_pid=90)
    ends = (end(terminal.key, 90, "both"), end(terminal.key, PID, "both", is_peer=True))
    state = hang(
        [worker("MainThread", PID, 13)],
        [joined],
        family=(child,),
        relatives=(relative(90),),
        channel_ends=ends,
    )
    assert first(state).cause == "pipe-full"
    assert first(state).blame[0].line == 13


def test_a_child_that_was_stopped_is_told_to_be_stopped():
    joined = wait(PID, resource("process", "child 90"), target_pid=90)
    state = hang([worker("MainThread", PID, 30)], [joined], relatives=(relative(90, state="T"),))
    found = first(state)
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:work"],
        {"read": 2},
    )
    assert [one.command for one in found.advice] == ["kill -CONT 90"]


def test_a_child_that_was_stopped_before_it_was_looked_at_is_told_to_be_stopped():
    """It is held while it is read, and so in another state than before."""
    joined = wait(PID, resource("process", "child 90"), target_pid=90)
    one = worker("MainThread", 90, 20)
    child = hang([one._replace(thread=one.thread._replace(state="T"))], pid=90, ppid=PID)
    family = {"family": (child,), "relatives": (relative(90, state="t"),)}
    found = first(hang([worker("MainThread", PID, 30)], [joined], **family))
    assert [one.command for one in found.advice] == ["kill -CONT 90"]


def ending_workers(ended, completed=None, woke=0):
    """The main thread waits for a pool's result while its workers come and go; completed: what the
    one that is looked at has counted; woke: how often the thread did that takes results."""
    counted = () if completed is None else (Variable("completed", Value("int", completed)),)
    loop = python("worker", file=STDLIB + "multiprocessing/pool.py")._replace(locals=counted)
    family = (hang([worker("MainThread", 90, 40, loop)], pid=90, ppid=PID),)
    result = resource("future", "the result", shared="semaphore")
    takes = ThreadActivity(PID + 1, 0.0, 3.0, woke, False)
    seen = Activity(3.0, 60, (takes,), (), ended)
    handler = python("_handle_results", file=STDLIB + "multiprocessing/pool.py")
    threads = [MAIN, worker("Thread-3", PID + 1, 40, handler)]
    state = hang(threads, [wait(PID, result)], family=family, relatives=(relative(90),))
    return told(state._replace(activity=seen))


def test_workers_that_end_before_their_first_job_bring_no_result():
    assert ending_workers(ended=9)[0] == ("worker-died", "likely")
    assert "worker-died" not in dict(ending_workers(ended=1))
    assert "worker-died" not in dict(ending_workers(ended=9, completed="0"))
    assert "worker-died" not in dict(ending_workers(ended=9, woke=9))  # renewed, as after each job


def idle_pool(runs_own=None, future=None):
    """The main thread waits for a pool's result, for which the pool's process does nothing."""
    file = STDLIB + "multiprocessing/pool.py"
    loop = worker("MainThread", 90, 40, python("worker", file=file))
    job = wait(90, resource("queue", "jobs", shared="semaphore"), pid=90)
    family = (hang([loop], [job], pid=90, ppid=PID),)
    future = future or FutureFacts()
    result = resource("future", "the result", shared="semaphore", future=future)
    threads, waits = [MAIN], [wait(PID, result)]
    for tid, role in enumerate(("_handle_results", "_handle_tasks"), PID + 1):
        own = worker(role, tid, 50, python(role, file=file))
        theirs = thread([python(role, file=file)], tid=tid, name=role, crashed=False)
        threads.append(own if role == runs_own else theirs)
        waits.append(wait(tid, resource("queue", role, address=tid)))
    return hang(threads, waits, family=family, relatives=(relative(90),))


@pytest.mark.parametrize("runs_own", [None, "_handle_results", "_handle_tasks"])
def test_a_pool_whose_own_threads_run_the_users_code_has_lost_no_job(runs_own):
    """A callback, while which no result is taken in; an iterable that gives no job yet."""
    assert (told(idle_pool(runs_own))[0][0] == "worker-died") is (runs_own is None)


def test_a_result_whose_callback_failed_has_come_and_nobody_is_told():
    failed = FutureFacts(failed_in=Place(FILE, 71, "Tally.add"))
    found = first(idle_pool(future=failed))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert 71 in [one.line for one in found.blame]


def test_where_greenlets_wait_is_told_though_nothing_proves_a_hang():
    frames = (Place(FILE, 7, "fetch", mine=True), Place("/eventlet/pools.py", 92, "Pool.get"))
    asks = AsyncTask(1, "fetch@1", 0, PID, "pending", frames, "a queue", library="eventlet")
    naps = asks._replace(address=2, wait=TaskWait(None, None, True))
    hub = thread([library("run", "eventlet/hubs/hub.py")], tid=PID, name="MainThread")
    nap = wait(PID, resource("time", "time.sleep"), timeout=True)
    found = first(hang([hub], [nap], tasks=(asks, naps)))
    assert claims(found) == ("unknown", "possible", ["bank.py:7:fetch"], {"read": 1})
    assert found.blame[0].line == 7
    assert not first(hang([hub], [nap], tasks=(naps,))).blame


@pytest.mark.parametrize(("user", "cause"), [(PID, "deadlock"), (11, "waiting-external")])
def test_a_file_and_a_database_close_a_ring_between_two_processes(user, cause):
    """Whose connection has the lock is told by the process that has it."""
    napping = wait(90, database(PID), pid=90, timeout=None, operation="lock", target_pid=PID)
    other = worker("MainThread", 90, 40)
    child = hang([other], [napping], pid=90, database_users=((90, 7),))
    waits = [file_lock(PID, "b", 90, line=30), wait(11, resource("time", "a nap"), timeout=True)]
    state = hang([MAIN, ONE], waits, family=(child,), database_users=((user, 1),))
    assert told(state)[0][0] == cause


@pytest.mark.parametrize(
    ("reach", "cause"),
    [
        (((11, ()),), "waits-for-nobody"),
        (((11, (8,)),), "waiting-external"),  # it may write there
        ((), "waiting-external"),  # nothing is known of it
    ],
)
def test_a_reader_whose_forked_siblings_keep_the_writing_end_waits_for_nobody(reach, cause):
    def reads(pid, name, *writers):
        pipe = wait(pid, resource("pipe", name, key=f"pipe:{name}"), pid=pid, use="read")
        ends = [end(f"pipe:{name}", one, "write", fd=fd) for one, fd in writers]
        ends.append(end(f"pipe:{name}", pid, "read"))
        threads = [worker("MainThread", pid, 40)]
        return hang(threads, [pipe], pid=pid, ppid=PID, channel_ends=tuple(ends))

    workers = (reads(90, "a", (90, 4), (91, 4)), reads(91, "b", (91, 8), (PID, 8)))
    what = resource("process", "process 90", key="process:90")
    waits = [wait(PID, what, line=30, target_pid=90)]
    waits.append(wait(11, resource("time", "a nap"), timeout=True))
    known = tuple(relative(one.process.pid) for one in workers)
    state = hang([MAIN, ONE], waits, family=workers, relatives=known, channel_reach=reach)
    assert told(state)[0][0] == cause


def counting(*threads, waits=(), inner=(), target=EVENTFD, **more):
    """A thread reads from an eventfd that its process alone has, and the main thread joins it."""
    turns = resource("pipe", "the eventfd (fd 3)", key="eventfd:[2]")
    turns = turns._replace(channel=ChannelFacts(3, target))
    reader = worker("reader", 11, 12, *inner)
    joined = wait(PID, resource("thread", "thread reader"), line=30, target_tid=11)
    reads = wait(11, turns, line=12, use="read", syscall="read")
    ends = (end("eventfd:[2]", PID, "both"),)
    return hang([MAIN, reader, *threads], [joined, reads, *waits], channel_ends=ends, **more)


def test_an_eventfd_to_which_nobody_is_left_to_write_is_waited_for_in_vain():
    inside = native("read")
    assert told(counting(inner=[inside]))[0] == ("waits-for-nobody", "likely")


def test_a_timerfd_that_is_not_armed_is_waited_for_in_vain():
    state = counting(inner=[native("read")], target=TIMERFD)
    assert told(state)[0] == ("waits-for-nobody", "likely")
    assert "arm it" in first(state).summary
    assert told(counting(TWO, inner=[native("read")], target=TIMERFD))[0][0] != "waits-for-nobody"


def test_who_goes_on_or_a_library_may_write_to_an_eventfd():
    inside = native("read")
    assert told(counting(TWO, inner=[inside]))[0][0] != "waits-for-nobody"
    apart = counting(TWO, inner=[inside], channel_reach=((12, ()),))
    assert told(apart)[0] == ("waits-for-nobody", "likely")
    in_library = [inside, native("fast_wait", module="extension")]
    assert told(counting(inner=in_library))[0][0] == "waiting-external"


def test_who_has_read_while_the_family_was_looked_at_waits_in_vain_possibly_only():
    inside = native("read")
    assert told(counting(inner=[inside], took_turns=(11,)))[0] == ("waits-for-nobody", "possible")
    assert told(counting(inner=[inside], took_turns=(PID,)))[0] == ("waits-for-nobody", "likely")


def of_message_queues():
    """Two processes, each of which waits for room in a queue that both have open."""
    queues = {
        name: resource("pipe", name, key=name, channel=ChannelFacts(3))
        for name in ("mqueue:[1]", "mqueue:[2]")
    }
    ends = [end(key, pid, "both", fd=3) for key in queues for pid in (PID, 90)]
    sends = [wait(pid, one, line=30, pid=pid) for pid, one in zip((PID, 90), queues.values())]
    press = hang([worker("MainThread", 90, 30)], [sends[1]._replace(use="write")], pid=90, ppid=PID)
    waits = [sends[0]._replace(use="write")]
    more = {"family": (press,), "channel_ends": tuple(ends), "relatives": (relative(90),)}
    return hang([worker("MainThread", PID, 30)], waits, **more)


def test_two_processes_that_send_to_full_message_queues_of_each_other_are_stuck():
    found = first(of_message_queues())
    assert (found.cause, found.confidence) == ("pipe-full", "certain")
    assert "message queue" in found.title


def of_backlog(again, *, keeper=True):
    """A worker waits for an answer at its own listening socket; its parent has that open, too."""
    facts = ChannelFacts(7, peer="127.0.0.1:80", is_accepted=False, peers=(Peer(90, "python"),))
    request = resource("socket", "a request", key="socket:[1]", channel=facts)
    ends = [end("socket:[1]", 90, "both", fd=3, is_peer=True)]
    ends += [end("socket:[1]", PID, "both", fd=3, is_peer=True)] if keeper else []
    one = hang(
        [worker("MainThread", 90, 30)],
        [wait(90, request, line=30, pid=90)._replace(use="read")],
        pid=90,
        ppid=PID,
        channel_ends=tuple(ends),
        channel_users=((90, 3),),
    )
    sleeps = wait(PID, resource("time", "a sleep"), timeout=True, again=again)
    return hang([worker("MainThread", PID, 10)], [sleeps], family=(one,), relatives=(relative(90),))


def test_a_request_in_the_backlog_of_its_own_process_waits_for_itself():
    round_ = Again(3, 3.0, place(9), 10, ("log",))
    assert told(of_backlog(round_))[0] == ("self-deadlock", "likely")
    assert told(of_backlog(None, keeper=False))[0] == ("self-deadlock", "likely")


def test_another_process_with_the_listening_socket_that_was_not_looked_at_is_a_doubt():
    alone = of_backlog(None).family[0]
    facts = alone.waiting.waits[0].resource.channel._replace(peers=(Peer(90, ""), Peer(91, "")))
    request = alone.waiting.waits[0].resource._replace(channel=facts)
    waits = (alone.waiting.waits[0]._replace(resource=request),)
    assert told(alone._replace(waits=waits))[0] == ("self-deadlock", "possible")


def test_who_has_the_listening_socket_and_may_yet_take_the_connection_is_no_bystander():
    for again in (None, ASKS._replace(wakes=1), ASKS._replace(does=("self.sock.accept",))):
        assert "self-deadlock" not in [cause for cause, _ in told(of_backlog(again))]
