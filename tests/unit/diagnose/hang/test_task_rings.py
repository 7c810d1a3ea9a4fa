"""Rings of asyncio's tasks: where the rules must speak, near misses, and missing evidence."""

from __future__ import annotations

from atfault.diagnose.hang.parties import Link, kind_of
from atfault.diagnose.hang.stuck import hang_of
from atfault.diagnose.hang.titles import of_cycle
from atfault.diagnose.hang.words import counted_actors
from atfault.model.waits import (
    DRAIN,
    AsyncTask,
    Bringers,
    ChannelFacts,
    LoopFacts,
    Place,
    TaskHold,
    TaskWait,
)
from support.diagnosed import claims, diagnose
from support.hang_states import FILE, end, first, hang, lock, place, resource, wait, worker
from support.states import PID, case_of

A, B = lock("a", key="lock:a"), lock("b", key="lock:b")


def task(address, *, wants=None, awaits=(), holds=(), proof="with", **wait):
    wait = {"timeout": False, **wait}
    waits = None
    if wants is not None or awaits:
        waits = TaskWait(wants, place(20 + address), tasks=tuple(awaits), **wait)
    return AsyncTask(
        address,
        f"Task-{address}",
        0x99,
        PID,
        "pending",
        (Place(FILE, 20 + address, "pay", mine=True),),
        "something",
        wait=waits,
        holds=tuple(TaskHold(one, proof, place(10 + address)) for one in holds),
    )


def state(*tasks):
    return hang([worker("MainThread", PID, 30, function="main")], tasks=tuple(tasks))


def rings(*tasks):
    return hang_of(case_of(state(*tasks))).rings


def told(*tasks):
    return [(f.cause, f.confidence) for f in diagnose(state(*tasks)).findings]


def test_tasks_that_hold_what_the_other_wants_are_a_certain_deadlock_with_all_lines():
    found = diagnose(state(task(1, wants=B, holds=[A]), task(2, wants=A, holds=[B]))).findings[0]
    assert (found.cause, found.confidence) == ("deadlock", "certain")
    assert {b.line for b in found.blame} == {11, 12, 21, 22}
    assert claims(found) == (
        "deadlock",
        "certain",
        [
            "bank.py:21:work",
            "bank.py:22:work",
            "bank.py:12:work",
            "bank.py:11:work",
            "bank.py:21:pay",
            "bank.py:22:pay",
        ],
        {"read": 2},
    )


def test_a_lock_of_its_own_is_a_self_deadlock():
    assert told(task(1, wants=A, holds=[A])) == [("self-deadlock", "certain")]


def test_a_suspected_holder_makes_it_likely():
    ring = (task(1, wants=B, holds=[A], proof="suspected"), task(2, wants=A, holds=[B]))
    assert told(*ring) == [("deadlock", "likely")]


def test_who_waits_for_tasks_that_only_it_could_let_go_on_is_in_a_ring_with_one_of_them():
    """A lock of a package's, which names no owner: its reader waits for several writers."""
    key = resource("condition", "the shelf", address=0x4000)

    def writer(address, **more):
        found = Bringers(tasks=(1, 2, 3), direct=(1,))
        return task(address, wants=key, bringers=found, **more)

    def found(*tasks):
        events = wait(PID, resource("fd", "events", loop=LoopFacts()), line=30, timeout=True)
        main = worker("MainThread", PID, 30, function="main")
        return hang([main], [events], tasks=tasks)

    reader = task(1, awaits=(2, 3))
    stuck = found(reader, writer(2), writer(3))
    assert [len(one) for one in hang_of(case_of(stuck)).rings] == [2]
    assert first(stuck).cause == "deadlock"
    other = writer(3)._replace(wait=writer(3).wait._replace(operation="other"))
    unlike = found(reader, other, writer(2))
    assert not hang_of(case_of(unlike)).rings, "who waits in another way may end it"
    any_of_them = found(task(1, awaits=(3, 2), needs_all=False), writer(2), writer(3))
    assert not hang_of(case_of(any_of_them)).rings


def test_a_wait_that_a_timer_ends_is_no_deadlock():
    ring = (task(1, wants=B, holds=[A], timeout=True), task(2, wants=A, holds=[B]))
    assert told(*ring) == [("unknown", "possible")]


def test_a_holder_that_sleeps_is_no_deadlock():
    assert told(task(1, holds=[A]), task(2, wants=A)) == [("unknown", "possible")]


def test_tasks_that_await_one_another_are_a_deadlock():
    assert told(task(1, awaits=[2]), task(2, awaits=[1])) == [("deadlock", "certain")]


def test_a_holder_that_gathers_who_wants_its_lock_is_likely_one():
    ring = (task(1, awaits=[2, 3], holds=[A]), task(2, wants=A), task(3))
    assert told(*ring) == [("deadlock", "likely")]


def test_a_holder_that_waits_for_the_first_to_finish_is_free_to_go_on():
    first = task(1, awaits=[2, 3], holds=[A], needs_all=False)
    assert told(first, task(2, wants=A), task(3)) == [("unknown", "possible")]


def test_a_semaphore_of_which_one_holder_is_free_is_no_deadlock():
    some = resource("semaphore", "s", key="semaphore:s")
    tasks = (task(1, wants=some, holds=[some]), task(2, holds=[some]))
    assert rings(*tasks) == []
    assert told(tasks[0], tasks[1]._replace(wait=tasks[0].wait))[0] in (
        ("deadlock", "likely"),
        ("self-deadlock", "likely"),
    )


def test_a_task_that_goes_on_and_may_cancel_them_leaves_it_likely():
    ring = (task(1, wants=B, holds=[A]), task(2, wants=A, holds=[B]))
    watcher = task(3)._replace(knows=(1, 2))
    assert told(*ring, watcher) == [("deadlock", "likely")]
    behind = task(3, awaits=[1])._replace(knows=(1, 2))
    assert told(*ring, behind) == [("deadlock", "certain")]
    assert told(*ring, task(3)) == [("deadlock", "certain")]


def test_a_task_that_goes_on_in_the_same_group_may_fail_and_so_cancel_them():
    ring = (task(1, wants=B, holds=[A]), task(2, wants=A, holds=[B]))
    group = task(4, awaits=[1, 2, 3])
    assert told(*ring, group, task(3)) == [("deadlock", "likely")]
    assert told(*ring, group, task(3, awaits=[1])) == [("deadlock", "certain")]


def test_a_task_of_which_nothing_is_known_is_none():
    assert rings(task(1), task(2)._replace(wait=None)) == []
    assert rings(task(1, awaits=[77])) == []


def test_tasks_that_take_a_semaphore_twice_keep_each_other_from_it():
    slots = resource("semaphore", "slots", key="semaphore:slots")
    both = [task(1, wants=slots, holds=[slots]), task(2, wants=slots, holds=[slots])]
    assert told(*both)[0] == ("deadlock", "likely")
    assert told(task(1, wants=slots, holds=[slots]))[0] == ("self-deadlock", "likely")


def starved(runner=11):
    """Task 1 holds a place of a limiter and waits for a thread, which waits for task 2, which waits
    for a place."""
    limiter = resource("semaphore", "limiter", key="semaphore:limiter")
    call = resource("future", "a call in a worker thread", key="future:call")
    first, second = task(1, wants=call, holds=[limiter]), task(2, wants=limiter)
    asked = wait(11, resource("future", "a future"), line=50)._replace(target_task=2)
    threads = [worker("MainThread", PID, 30, function="main"), worker("worker", 11, 50)]
    return hang(threads, [asked], tasks=(first._replace(runner=runner), second))


def test_a_ring_of_tasks_and_the_threads_that_work_for_them():
    found = diagnose(starved()).findings[0]
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {blame.line for blame in found.blame} >= {22, 50}
    assert claims(found) == (
        "deadlock",
        "likely",
        [
            "bank.py:50:work",
            "bank.py:22:work",
            "bank.py:21:work",
            "bank.py:11:work",
            "bank.py:22:pay",
            "bank.py:21:pay",
        ],
        {"read": 2, "inferred": 1},
    )


def test_a_task_whose_call_no_thread_is_seen_to_run_closes_no_ring():
    assert "deadlock" not in [one.cause for one in diagnose(starved(None)).findings]


def test_tasks_that_keep_what_a_pool_would_hand_out_wait_for_each_other():
    """asyncpg#5: each has one connection of the pool, and asks for a second one."""
    queue = resource("queue", "pool._queue", key="queue:q")
    both = [task(n, wants=queue, holds=[queue], proof="suspected") for n in (1, 2)]
    assert told(*both) == [("deadlock", "likely")]
    found = diagnose(state(*both)).findings[0]
    assert {b.line for b in found.blame} == {11, 12, 21, 22}
    assert claims(found) == (
        "deadlock",
        "likely",
        [
            "bank.py:21:work",
            "bank.py:22:work",
            "bank.py:12:work",
            "bank.py:11:work",
            "bank.py:21:pay",
            "bank.py:22:pay",
        ],
        {"inferred": 3},
    )
    assert told(both[0]) == [("self-deadlock", "likely")]
    assert told(*both, task(3, holds=[queue], proof="suspected")) == [("unknown", "possible")]
    assert told(task(1, wants=queue), task(2, wants=queue)) == [("unknown", "possible")]


def test_a_ring_is_told_from_a_line_of_the_users_own():
    one, two = task(1, wants=B, holds=[A]), task(2, wants=A, holds=[B])
    library = place(21)._replace(mine=False, file="/usr/lib/anyio.py")
    one = one._replace(wait=one.wait._replace(place=library))
    assert diagnose(state(one, two)).findings[0].blame[0].line == 22


def test_threads_and_tasks_of_a_ring_are_counted_apart():
    known = hang_of(case_of(state(task(1, wants=A), task(2, wants=B), task(3, wants=A))))
    (main,) = known.in_order
    one, two, three = known.tasks.values()
    wants = one.waits[0]
    mixed = (
        Link(main, wants, one, None),
        Link(one, wants, two, None),
        Link(two, wants, main, None),
    )
    title = of_cycle(known, mixed, "deadlock", "certain")
    assert title.startswith("Deadlock between 1 thread and 2 tasks:")
    assert kind_of(mixed) == "threads and tasks"
    assert (kind_of(mixed[:1]), kind_of(mixed[1:])) == ("threads", "tasks")
    assert counted_actors([main, three], "more ") == "1 more thread and 1 more task"


def test_those_behind_a_ring_are_counted_as_what_they_are():
    ring = (task(1, wants=B, holds=[A]), task(2, wants=A, holds=[B]))
    asks = wait(11, resource("future", "a future"), line=50)._replace(target_task=1)
    threads = [worker("MainThread", PID, 30, function="main"), worker("asks", 11, 50)]
    found = diagnose(hang(threads, [asks], tasks=(*ring, task(3, wants=A)))).findings[0]
    assert claims(found) == (
        "deadlock",
        "certain",
        [
            "bank.py:21:work",
            "bank.py:22:work",
            "bank.py:12:work",
            "bank.py:11:work",
            "bank.py:21:pay",
            "bank.py:22:pay",
        ],
        {"read": 3},
    )
    told = [one.text for one in found.evidence]
    assert any(text.startswith("1 more thread and 1 more task wait for them: ") for text in told)


IDLE = resource("queue", "idle", address=0x3000)
LIMIT = resource("semaphore", "a limiter", address=0x4000)


def of_limiter(enders):
    """A task has an item of a queue, and waits for a limiter, whose only token has one that awaits
    a thread; that waits for the queue."""
    getter = wait(11, IDLE, line=40)._replace(operation="get", enders=enders)
    one = task(1, wants=LIMIT)._replace(holds=(TaskHold(IDLE, "suspected", place(8, "one")),))
    call = resource("future", "a call", address=0x5000)
    two = task(2, wants=call, holds=[LIMIT])._replace(runner=11)
    threads = [worker("MainThread", PID, 30), worker("any", 11, 40)]
    return hang(threads, [getter], tasks=(one, two))


def test_an_item_that_a_task_gives_back_behind_its_wait_for_the_threads_that_want_it_is_a_ring():
    found = diagnose(of_limiter(("one", "Pool.__init__"))).findings[0]
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {8, 40} <= {one.line for one in found.blame}


def test_where_others_put_into_the_queue_it_is_none():
    for enders in (("one", "feed"), (), None):
        causes = [one.cause for one in diagnose(of_limiter(enders)).findings]
        assert "deadlock" not in causes


def of_streams(*, others=(), unsure=(), timeout=False):
    """Two tasks that write to the two ends of a connection; others: who could read at one of
    them, too."""

    def drains(number, fd, *more):
        facts = ChannelFacts(fd)
        room = resource("stream", f"fd {fd}", address=0x6000 + fd, channel=facts)
        able = Bringers(tasks=(number, *more), unsure=unsure)
        one = task(number, wants=room, operation=DRAIN, bringers=able)
        return one._replace(wait=one.wait._replace(timeout=timeout))

    ends = [end(f"socket:[{fd}]", PID, "both", fd=fd) for fd in (7, 8)]
    ends += [end(f"socket:[{fd}]", PID, "both", fd=15 - fd, is_peer=True) for fd in (7, 8)]
    main = worker("MainThread", PID, 30)
    return hang([main], tasks=(drains(1, 7), drains(2, 8, *others)), channel_ends=tuple(ends))


def test_two_tasks_that_write_to_each_other_and_do_not_read_are_a_ring():
    found = diagnose(of_streams()).findings[0]
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {b.line for b in found.blame} == {21, 22}


def test_where_another_task_could_read_they_are_none():
    for state in (of_streams(others=(3,)), of_streams(unsure=(3,)), of_streams(timeout=True)):
        assert "deadlock" not in [one.cause for one in diagnose(state).findings]


def test_a_thread_that_waits_for_a_coroutine_of_the_loop_that_joins_it_waits_for_the_loop():
    joins = wait(PID, resource("thread", 'thread "sheet"'), line=37, target_tid=11)
    asks = wait(11, resource("future", "a future", address=0x5000), line=31, target_tid=PID)
    threads = [worker("MainThread", PID, 37, function="all"), worker("sheet", 11, 31)]
    found = first(hang(threads, [joins, asks], tasks=(task(1, state="running"),)))
    assert found.cause == "deadlock"
    assert 'which the event loop of "MainThread" has to bring' in found.summary
    assert found.advice[0].text.startswith("do not wait for threads in a coroutine")
    computed = first(hang(threads, [joins, asks], runners=((0x5000, PID),)))
    assert 'computed by "MainThread"' in computed.summary
