"""Tasks that wait beside others that go on: by who could bring what they wait for."""

from __future__ import annotations

import pytest

from atfault.model.waits import AsyncTask, Bringers, ChannelFacts, LoopFacts, Place, TaskWait
from support.diagnosed import diagnose
from support.hang_states import EVENTS, FILE, end, first, hang, place, resource, wait, worker
from support.states import PID

JOBS = resource("queue", "jobs", key="queue:jobs", address=0x2000)
INBOX = resource("queue", "inbox", key="queue:inbox", address=0x3000)
NOBODY = Bringers(is_expected=True)
SLEEP = TaskWait(None, place(40), True)
WORKER = PID + 1
MAIN, CONSUMER, BEAT = 1, 2, 3


def task(address, name, waits, **more):
    frames = (Place(FILE, 20 + address, name, mine=True),)
    return AsyncTask(
        address, name, 0x99, PID, "pending", frames, f"what {name} waits for", wait=waits, **more
    )


def for_queue(bringers, **more):
    return TaskWait(JOBS, place(22, "consume"), False, operation="get", bringers=bringers, **more)


def program(*tasks, threads=(), waits=()):
    """An event loop with a timer, and so one that goes on."""
    main = worker("MainThread", PID, 30, function="main")
    loop = wait(PID, EVENTS, line=30, timeout=True)
    return hang([main, *threads], waits=[loop, *waits], tasks=tasks)


def awaiting(*others):
    return TaskWait(None, place(21, "main"), False, others)


def beside_a_beat(bringers, *more):
    return program(
        task(MAIN, "main", awaiting(CONSUMER), is_main=True),
        task(CONSUMER, "consume", for_queue(bringers)),
        task(BEAT, "beat", SLEEP),
        *more,
    )


def test_what_nobody_brings_is_told_though_a_timer_goes_on():
    found = first(beside_a_beat(NOBODY))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert [one.line for one in found.blame][:2] == [22, 21]
    assert "fill it" in found.summary


@pytest.mark.parametrize(
    "bringers",
    [
        None,
        Bringers(tasks=(BEAT,), is_expected=True),
        Bringers(others=("the protocol of a connection",), is_expected=True),
    ],
    ids=["unknown", "a task that sleeps", "a callback"],
)
def test_what_may_yet_come_is_possible_only(bringers):
    found = first(beside_a_beat(bringers))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.doubts


def test_what_a_timer_brings_or_a_client_of_a_server_yet_sends_is_no_hang():
    by_time = Bringers(others=("the timer refill",), by_time=True, is_expected=True)
    assert first(beside_a_beat(by_time)).cause == "unknown"
    by_client = Bringers(others=("the protocol of a connection",), by_connection=True)
    reads = TaskWait(resource("future", "a future", address=0x4000), place(23), False)
    serves = task(CONSUMER, "lobby", reads._replace(bringers=by_client))
    sleeps = task(MAIN, "main", SLEEP, is_main=True)
    assert first(program(sleeps, serves)).cause == "unknown"
    asks = task(MAIN, "main", awaiting(CONSUMER), is_main=True)
    assert first(program(asks, serves)).cause == "waits-for-nobody"


def test_what_no_code_that_has_run_would_bring_is_no_hang():
    causes = {one.cause for one in diagnose(beside_a_beat(Bringers())).findings}
    assert causes == {"unknown"}


def test_what_only_the_waiting_task_itself_would_bring_later_never_comes_possibly():
    found = first(beside_a_beat(Bringers(tasks=(CONSUMER,), direct=(CONSUMER,))))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 22


def test_a_task_of_which_not_all_was_looked_through_is_a_doubt():
    found = first(beside_a_beat(Bringers(is_expected=True, unsure=(BEAT,))))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert any('task "beat" may end the wait' in one.text for one in found.doubts)


def test_of_one_that_never_moves_itself_it_is_none():
    found = first(beside_a_beat(Bringers(is_expected=True, unsure=(MAIN, CONSUMER))))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


def test_a_consumer_for_which_no_main_task_waits_is_no_hang():
    state = program(
        task(MAIN, "main", SLEEP, is_main=True),
        task(CONSUMER, "consume", for_queue(NOBODY)._replace(idles=True)),
    )
    assert first(state).cause == "unknown"


def test_who_could_bring_it_and_waits_for_nobody_itself_is_told_with_it():
    other = TaskWait(INBOX, place(24, "produce"), False, operation="get", bringers=NOBODY)
    found = first(beside_a_beat(Bringers(tasks=(4,), is_expected=True), task(4, "produce", other)))
    assert found.cause == "waits-for-nobody"
    assert any("produce" in one.text for one in found.evidence)


def in_a_ring(*more, idles=False):
    """Three tasks, each of which would bring what another one waits for, once that has come."""

    def one(address, name, address_of, by):
        what = resource("event", f"{name}.ready", key=f"event:{name}", address=address_of)
        found = Bringers(tasks=(by,), direct=(by,))
        found = TaskWait(what, place(20 + address, name), False, bringers=found, idles=idles)
        return task(address, name, found)

    ring = (one(2, "b", 0x10, 4), one(4, "c", 0x20, 5), one(5, "d", 0x30, 2))
    return program(task(MAIN, "main", awaiting(2, 4, 5), is_main=True), *ring, *more)


def test_tasks_that_would_each_bring_what_the_next_waits_for_are_a_deadlock():
    found = first(in_a_ring())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert sorted(one.line for one in found.blame) == [22, 24, 25]


def beside_a_sender(direct):
    """The main task waits for an item; who would put it waits for room elsewhere."""
    gets = TaskWait(JOBS, place(21, "main"), False, operation="get", bringers=Bringers((4,)))
    puts = Bringers((MAIN, 4), direct=direct, is_expected=True)
    puts = TaskWait(INBOX, place(24, "send"), False, operation="put", bringers=puts)
    main = task(MAIN, "main", gets._replace(idles=True), is_main=True)
    return program(main, task(4, "send", puts), task(BEAT, "beat", SLEEP))


def test_who_waits_for_a_sender_that_it_alone_would_make_room_for_does_not_idle():
    found = first(beside_a_sender((MAIN,)))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 21
    assert "main" not in first(beside_a_sender((MAIN, 4))).summary


def test_workers_that_idle_until_another_one_has_work_for_them_are_none():
    assert first(in_a_ring(idles=True)).cause != "deadlock"


def test_of_a_client_of_ones_own_the_task_that_keeps_the_answer_is_told():
    stream = resource("stream", "a stream", key="stream", address=0x4000)
    reads = TaskWait(stream, place(21, "main"), False, bringers=Bringers((4,), is_expected=True))
    gate = resource("semaphore", "gate", key="semaphore", address=0x5000)
    kept = TaskWait(gate, place(25, "login"), False, bringers=Bringers(tasks=(4,)))
    tasks = [
        task(MAIN, "main", reads, is_main=True),
        task(4, "serve", awaiting(5)),
        task(5, "login", kept),
    ]
    found = first(program(*tasks, task(BEAT, "beat", SLEEP)))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 25)
    assert 21 in [one.line for one in found.blame]


def test_a_loop_that_runs_something_may_bring_it():
    main = worker("MainThread", PID, 30, function="main")
    tasks = (
        task(MAIN, "main", awaiting(CONSUMER), is_main=True),
        task(CONSUMER, "consume", for_queue(NOBODY)),
    )
    assert first(hang([main], tasks=tasks)).cause == "unknown"


def awaited_thread(direct):
    """A task awaits a thread, which waits for what that task alone could bring."""
    call = resource("future", "a call in a worker thread", key="future:1", address=0x4000)
    by_main = Bringers(tasks=(MAIN,), direct=direct, threads=(PID,))
    return program(
        task(MAIN, "main", TaskWait(call, place(21, "main"), False), is_main=True, runner=WORKER),
        task(BEAT, "beat", SLEEP),
        threads=[worker("pool", WORKER, 15)],
        waits=[wait(WORKER, INBOX, line=15, operation="get", bringers=by_main)],
    )


def test_a_thread_that_is_awaited_by_who_alone_would_feed_it_is_a_deadlock():
    found = first(awaited_thread((MAIN,)))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {15, 21} <= {one.line for one in found.blame}


def test_who_would_only_by_way_of_other_functions_closes_no_ring():
    assert first(awaited_thread(())).cause == "waits-for-nobody"


def test_a_worker_thread_for_which_nobody_waits_idles():
    idle = wait(WORKER, INBOX, line=15, operation="get", bringers=Bringers(threads=(PID,)))
    idle = idle._replace(idles=True)
    state = program(task(BEAT, "beat", SLEEP), threads=[worker("pool", WORKER, 15)], waits=[idle])
    assert first(state).cause == "unknown"


def test_a_greenlet_that_waits_for_its_own_pool_waits_for_itself():
    inside = TaskWait(None, place(22), False, (CONSUMER,), of="self.pool")
    state = program(task(CONSUMER, "fetch", inside, library="gevent"))
    found = first(state)
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert "self.pool" in found.summary


CONNECTION = resource("socket", "a socket", key="socket:[7]")
SERVE, HOOK = 5, 6
PACKAGE = Place("/usr/lib/python3/site-packages/server/main.py", 5, "serve", mine=False)


def served(*tasks, taken):
    """A thread that waits for an answer of the event loop of its own process."""
    channel = ChannelFacts(8, peer="127.0.0.1:80", is_accepted=taken)
    client = wait(WORKER, CONNECTION._replace(channel=channel), line=15, operation="readinto")
    ends = (end("socket:[7]", PID, "both", fd=8), end("socket:[7]", PID, "both", is_peer=True))
    state = program(*tasks, threads=[worker("client", WORKER, 15)], waits=[client])
    return state._replace(channel_ends=ends, channel_users=((WORKER, 8), (PID, 3)))


def starting(bringers):
    """A package's main task that waits for a hook of the user's, in which a task waits."""
    ready = resource("event", "ready", key="event:ready", address=0x5000)
    filled = resource("event", "filled", key="event:filled", address=0x6000)
    serve = task(SERVE, "serve", TaskWait(ready, None, False, bringers=Bringers((HOOK,))))
    hook = TaskWait(filled, place(26), False, operation="wait", bringers=bringers)
    return (
        serve._replace(frames=(PACKAGE,), is_main=True),
        task(HOOK, "hook", hook),
        task(BEAT, "beat", SLEEP),
    )


@pytest.mark.parametrize(("bringers", "confidence"), [(NOBODY, "likely"), (Bringers(), "possible")])
def test_behind_a_connection_that_is_not_taken_stands_what_the_servers_start_waits_for(
    bringers, confidence
):
    found = first(served(*starting(bringers), taken=False))
    assert (found.cause, found.confidence) == ("waits-for-nobody", confidence)
    assert found.blame[0].line == 26
    assert "hook" in found.summary


def test_a_hook_that_sleeps_is_no_hang():
    serve, hook, beat = starting(Bringers())
    state = served(serve, hook._replace(wait=SLEEP), beat, taken=False)
    assert "waits-for-nobody" not in {one.cause for one in diagnose(state).findings}


def test_a_client_waits_for_a_request_of_its_own_process_that_nobody_brings_on():
    inner = task(HOOK, "hook", for_queue(Bringers()))
    request = inner._replace(frames=(PACKAGE, *inner.frames))
    found = first(served(request, task(BEAT, "beat", SLEEP), taken=True))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert {15, 26} <= {one.line for one in found.blame}


def test_a_client_of_a_request_that_sleeps_does_not_stand():
    request = task(HOOK, "hook", SLEEP)._replace(frames=(PACKAGE, place(26)))
    state = served(request, task(BEAT, "beat", SLEEP), taken=True)
    assert "waits-for-nobody" not in {one.cause for one in diagnose(state).findings}


def joined_loop(*, bringer=PID, watched=0, timeout=False):
    """The main thread waits for the end of a thread, whose event loop ends with its main task: that
    awaits one for which the main thread has yet to do something."""
    loop = resource("fd", "events of its asyncio loop", loop=LoopFacts(watched=watched))
    what = resource("thread", "thread ticker", key=f"thread:{WORKER}")
    stop = TaskWait(
        resource("event", "self.stop"), place(22), False, bringers=Bringers(threads=(bringer,))
    )
    tasks = [
        task(MAIN, "serve", awaiting(CONSUMER), is_main=True)._replace(tid=WORKER),
        task(CONSUMER, "until", stop)._replace(tid=WORKER),
        task(BEAT, "beat", SLEEP)._replace(tid=WORKER),
    ]
    waits = [
        wait(PID, what, line=30, target_tid=WORKER, timeout=timeout),
        wait(WORKER, loop, timeout=True),
    ]
    threads = [worker("MainThread", PID, 30), worker("ticker", WORKER, 40)]
    return hang(threads, waits=waits, tasks=tasks)


def test_who_waits_for_the_end_of_a_loop_whose_task_waits_for_what_it_does_after_that():
    found = first(joined_loop())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert {22, 30} <= {one.line for one in found.blame}
    for state in (joined_loop(watched=1), joined_loop(bringer=WORKER), joined_loop(timeout=True)):
        assert first(state).cause != "waits-for-nobody"


def started_by_a_package(*, watched=0, unsure=(), bringer=MAIN):
    """A package's main task waits for an event that the application would set, which waits for the
    main task's next message; a timer of the loop's goes on."""
    loop = resource("fd", "events of its asyncio loop", loop=LoopFacts(watched=watched))
    serve = TaskWait(
        resource("event", "self.started"), PACKAGE, False, bringers=Bringers(tasks=(CONSUMER,))
    )
    asked = Bringers(tasks=(bringer,), unsure=unsure)
    tasks = (
        task(MAIN, "serve", serve, is_main=True)._replace(frames=(PACKAGE,)),
        task(CONSUMER, "consume", for_queue(asked, idles=True)),
        task(BEAT, "beat", SLEEP),
    )
    main = worker("MainThread", PID, 30, function="main")
    return hang([main], waits=[wait(PID, loop, line=30, timeout=True)], tasks=tasks)


def test_a_package_that_waits_for_a_task_which_waits_for_it_stands_still_though_that_seems_idle():
    found = first(started_by_a_package())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 22
    for state in (
        started_by_a_package(watched=1),
        started_by_a_package(unsure=(BEAT,)),
        started_by_a_package(bringer=BEAT),
    ):
        assert "waits-for-nobody" not in [one.cause for one in diagnose(state).findings]


def test_of_a_loop_that_nothing_wakes_the_task_is_told_that_alone_could_bring_it():
    """main waits for the worker's word, who waits for room in a queue that it empties itself."""
    asked = Bringers(tasks=(CONSUMER,), direct=(CONSUMER,), is_expected=True)
    full = TaskWait(JOBS, place(22, "consume"), False, operation="put")
    feeds = Bringers(tasks=(CONSUMER, BEAT), direct=(CONSUMER,), is_expected=True)
    done = resource("event", "done", address=0x4000)
    tasks = (
        task(MAIN, "main", TaskWait(done, place(21, "main"), False, bringers=asked), is_main=True),
        task(CONSUMER, "consume", full._replace(bringers=feeds)),
        task(BEAT, "feed", full._replace(place=place(23, "feed"), bringers=feeds)),
    )
    main = worker("MainThread", PID, 30, function="main")
    loop = EVENTS._replace(loop=LoopFacts(watched=0))
    found = first(hang([main], waits=[wait(PID, loop, line=30)], tasks=tasks))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert found.blame[0].line == 22 and "consume" in found.summary
    assert any("itself would empty it" in one.text for one in found.evidence)
    assert "emptied by who waits" in found.advice[0].text
