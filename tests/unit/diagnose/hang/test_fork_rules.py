"""Hangs since a fork: native threads and locks that stayed in the parent, near misses, and missing
evidence."""

from __future__ import annotations

import pytest

from atfault.model.state import GilState
from atfault.model.waits import ChannelFacts, LockFacts, QueueFacts
from support.diagnosed import claims
from support.hang_states import (
    first,
    hang,
    library,
    moves,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, native, python, thread

CHILD = 90
CONDITION = resource("native-condition", "a condition", is_private=True)
SLEEP = resource("time", "time.sleep")
SEMAPHORE = resource("semaphore", "a semaphore", is_private=True)
LIBRARY = native("crew_do", "extension")
INSIDE = (native("pthread_cond_wait", "libc"), LIBRARY)
LAUNCH = library("_launch", "multiprocessing/popen_fork.py")


def child(what=CONDITION, *others, frames=INSIDE, forked=True, waits=(), **more):
    """A forked process whose main thread waits inside of native frames."""
    main = worker("MainThread", CHILD, 40, *frames)
    waiting = {"timeout": False, **{key: more.pop(key) for key in ("timeout",) if key in more}}
    made = hang(
        [main, *others],
        [wait(CHILD, what, line=40, pid=CHILD, **waiting), *waits],
        pid=CHILD,
        ppid=PID,
        **more,
    )
    return made._replace(process=made.process._replace(forked=forked))


def parent_of(one, *threads):
    """The process that forked it, and waits for its end."""
    joined = wait(PID, resource("process", "child 90"), target_pid=CHILD)
    main = worker("MainThread", PID, 30, function="main")
    return hang([main, *threads], [joined], family=(one,), relatives=(relative(CHILD),))


def pool_thread(tid=77, frame=LIBRARY):
    return thread([native("pthread_cond_wait", "libc"), frame], tid=tid, name="crew", crashed=False)


def test_a_wait_for_a_librarys_threads_is_likely_of_the_child_alone():
    found = first(child())
    assert (found.cause, found.confidence) == ("fork-unsafe-library", "likely")
    assert found.blame[0].line == 40
    assert "fast.so" in found.summary


def test_it_is_certain_where_the_parent_has_threads_in_that_library():
    found = first(parent_of(child(), pool_thread()))
    assert (found.cause, found.confidence) == ("fork-unsafe-library", "certain")
    other = parent_of(child(), pool_thread(frame=native("work", "torch")))
    assert told(other)[0] == ("fork-unsafe-library", "likely")


def test_a_lock_owned_by_a_thread_of_the_parent_was_held_at_the_fork():
    mutex = resource("mutex", "a mutex", is_private=True, lock=LockFacts(gone_owner=77))
    found = first(parent_of(child(mutex), pool_thread()))
    assert claims(found) == ("fork-held-lock", "certain", ["bank.py:40:work"], {"read": 4})
    assert told(child(mutex))[0] == ("fork-held-lock", "likely")


def test_a_lock_inside_of_the_interpreter_was_held_at_the_fork():
    inside = (native("sem_wait", "libc"), native("buffered_flush", "libpython"))
    assert told(child(SEMAPHORE, frames=inside))[0] == ("fork-held-lock", "likely")


def test_the_line_that_forked_is_blamed_where_it_is_on_the_stack():
    made = child()
    main = worker("MainThread", CHILD, 20)
    both = [*worker("MainThread", CHILD, 40, *INSIDE).stack.frames, *thread([LAUNCH]).stack.frames]
    stack = main.stack._replace(frames=(*both, *main.stack.frames))
    made = made._replace(threads=(made.threads[0]._replace(stack=stack),))
    assert [blame.line for blame in first(made).blame][:2] == [40, 20]


def test_a_process_that_called_exec_is_none():
    assert told(child(forked=False))[0][0] == "stuck-native-call"


def test_a_thread_of_the_child_that_goes_on_may_wake_it():
    other = worker("other", 91, 50)
    assert told(child(CONDITION, other))[0][0] == "stuck-native-call"
    socket = wait(91, resource("socket", "a socket"), pid=CHILD)
    assert told(child(CONDITION, other, waits=[socket]))[0][0] != "fork-unsafe-library"


def test_a_word_that_other_processes_share_may_be_woken_by_them():
    shared = CONDITION._replace(is_private=False)
    assert told(child(shared))[0][0] == "stuck-native-call"


def test_a_library_that_looks_around_now_and_then_is_told_where_the_parent_has_its_threads():
    """As grpc does, which waits at an eventfd for a fifth of a second at a time."""
    waker = resource("fd", "an eventfd", channel=ChannelFacts(5, target="anon_inode:[eventfd]"))
    for what in (CONDITION, waker):
        one = child(what, timeout=True)
        assert told(parent_of(one, pool_thread()))[0] == ("fork-unsafe-library", "likely")
        assert told(parent_of(one))[0][0] != "fork-unsafe-library"
        other = parent_of(one, pool_thread(frame=native("work", "torch")))
        assert told(other)[0][0] != "fork-unsafe-library"


def test_a_wait_that_ends_or_that_was_seen_to_move_is_none():
    assert ("fork-unsafe-library", "likely") not in told(child(timeout=True))
    woken = watched(moves(CHILD, 0.0, moved=False)._replace(voluntary_switches=3))
    assert told(child(activity=woken))[0][0] == "stuck-native-call"


def test_without_native_frames_it_is_not_known_which_library_waits():
    assert "fork-unsafe-library" not in [cause for cause, _ in told(child(frames=()))]


def test_a_job_for_an_executor_of_the_parent_says_whose_threads_are_missing():
    job = resource("future", "a future")
    inside = (python("result", file="/usr/lib/python3.12/concurrent/futures/_base.py"),)
    lonely = child(job, frames=inside)
    with_worker = worker("executor_0", 77, 50)
    found = first(parent_of(lonely, with_worker))
    assert claims(found) == (
        "waits-for-nobody",
        "likely",
        ["bank.py:40:work", "bank.py:10:work"],
        {"read": 5},
    )
    for other in (parent_of(lonely), parent_of(child(job, forked=False), with_worker)):
        assert not any("lacks" in one.text for one in first(other).evidence)
    idle = wait(77, resource("queue", "jobs"), line=50)
    joins = wait(PID, resource("queue", "results", shared="semaphore"), line=30)
    main = worker("MainThread", PID, 30, function="main")
    state = hang([main, with_worker], [joins, idle], family=(lonely,), relatives=(relative(CHILD),))
    assert first(state).blame[0].line == 40, "the parent waits for the child, not the reverse"
    both = child(job, worker("other", 91, 60), frames=inside)
    assert not any("lacks" in one.text for one in first(parent_of(both, with_worker)).evidence)


def test_what_a_thread_left_behind_would_bring_is_told_of_a_fork_without_its_parent_too():
    inside = (python("get", file="/usr/lib/python3.12/queue.py"),)
    asked = resource("queue", "a queue")

    def story(state):
        return [one.text for one in first(state).evidence if "only the one that forked" in one.text]

    assert len(story(child(asked, frames=inside))) == 1
    assert not story(child(asked, frames=inside, forked=False))
    assert not story(child(asked, worker("other", 91, 60), frames=inside))
    seen = parent_of(child(asked, frames=inside))
    assert not story(seen), "of a parent without other threads nothing came along"


def test_a_package_that_asks_a_thread_of_the_parents_comes_before_who_waits_for_the_child():
    """piskvorky/sqlitedict#86: the parent waits for the result of the child's job."""
    inside = (
        python("get", file="/usr/lib/python3.12/queue.py"),
        python("select_one", file="/venv/lib/python3.12/site-packages/sqlitedict.py"),
    )
    lonely = child(resource("queue", "a queue"), frames=inside)
    asked = wait(77, resource("queue", "requests"), line=50)
    result = wait(PID, resource("future", "the result"), line=30)
    main = worker("MainThread", PID, 30, function="main")
    threads = [main, worker("sqlite", 77, 50)]
    state = hang(threads, [result, asked], family=(lonely,), relatives=(relative(CHILD),))
    assert (first(state).cause, first(state).blame[0].line) == ("waits-for-nobody", 40)


def queues(*beside, operation="put", address=0x7000, forked=True):
    """A thread of a forked worker waits for room, and the parent's thread for items, of a queue at
    the same address."""
    full = resource("queue", "lines", address=address, queue=QueueFacts(20, 20))
    empty = resource("queue", "a queue", address=0x7000, queue=QueueFacts(0, 20))
    job = worker("job", 91, 21)
    waits = [wait(91, full, line=21, pid=CHILD, operation=operation)]
    serves = (python("run", file="/venv/lib/python3.12/site-packages/gunicorn/gthread.py"),)
    made = child(SLEEP, job, *beside, frames=serves, forked=forked, timeout=True, waits=waits)
    main = worker("MainThread", PID, 30, function="main")
    listener = thread([library("_monitor", "logging/handlers.py")], tid=12, crashed=False)
    listening = [wait(PID, SLEEP, timeout=True), wait(12, empty, operation="get")]
    return hang([main, listener], listening, family=(made,), relatives=(relative(CHILD),))


def test_a_queue_whose_other_side_stayed_in_the_parent_is_waited_for_in_vain():
    found = first(queues())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert found.blame[0].line == 21
    assert "which is full" in found.summary and f"process {PID}" in found.summary


def test_a_queue_of_another_address_or_of_a_process_of_its_own_has_another_side_there():
    for state in (queues(address=0x8000), queues(operation="get"), queues(forked=False)):
        assert "copy of its own" not in first(state).summary


def test_a_thread_of_the_child_that_is_at_work_may_be_the_other_side():
    busy = worker("mine", 92, 50)
    assert ("waits-for-nobody", "likely") not in told(queues(busy))


@pytest.mark.parametrize(
    ("is_gone", "forked", "cause"),
    [(True, True, "fork-held-lock"), (True, False, None), (False, True, None)],
)
def test_the_gil_of_a_fork_whose_holder_did_not_come_along_is_never_free(is_gone, forked, cause):
    what = resource("gil", "the GIL")
    state = hang([worker("MainThread", PID, 30, native("take_gil"))], [wait(PID, what, line=30)])
    gil = GilState(False, True, None, is_gone=is_gone)
    found = first(state._replace(process=state.process._replace(forked=forked), gil=gil))
    assert (found.cause == "fork-held-lock") == (cause is not None)
    if cause:
        assert (found.confidence, found.blame[0].line) == ("likely", 30)
