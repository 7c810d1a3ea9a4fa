"""A server's thread, or process, that is joined before it is stopped."""

from __future__ import annotations

from atfault.model.waits import ChannelFacts, Serving
from support.hang_states import first, hang, relative, resource, told, wait, worker
from support.states import PID

POST = worker("post", 11, 20)
OTHER = worker("other", 12, 40)


def joined(*threads, stoppers=(PID,), unsure=(), function="close", others=()):
    """The main thread waits for the end of a thread that serves."""
    main = worker("MainThread", function=function)
    waits = [
        wait(PID, resource("thread", 'thread "post"', key="thread:11"), target_tid=11),
        wait(11, resource("socket", "TCP, listening"), line=20, timeout=True),
        *others,
    ]
    serving = (Serving(11, ("shutdown",), stoppers, unsure),)
    return hang([main, POST, *threads], waits, serving=serving, handlers=())


def test_by_whom_would_stop_it_is_a_deadlock():
    found = first(joined())
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert [one.line for one in found.blame][:1] == [10]


def test_as_a_with_is_left_and_nobody_would_stop_it_waits_for_nobody():
    found = first(joined(stoppers=(), function="__exit__"))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")


def test_to_serve_for_ever_is_none():
    assert first(joined(stoppers=(), function="main")).cause not in ("waits-for-nobody", "deadlock")


def test_another_thread_that_goes_on_or_the_server_itself_may_stop_it():
    for stoppers in ((PID, 12), (PID, 11)):
        found = told(joined(OTHER, stoppers=stoppers))
        assert not {"deadlock", "waits-for-nobody"} & {cause for cause, _ in found}


def test_of_which_not_all_was_looked_through_it_is_possible_only():
    assert first(joined(OTHER, unsure=(12,))).confidence == "possible"


CHILD = PID + 1


def joined_child(*threads, function="tearDown", listening="TCP 127.0.0.1:80", waits=()):
    """The main thread waits for the end of a child that takes connections."""
    facts = ChannelFacts(3, listening=listening)
    takes = wait(CHILD, resource("socket", "TCP", channel=facts), line=20, pid=CHILD)
    child = hang([worker("MainThread", CHILD, 20)], [takes], pid=CHILD, ppid=PID, handlers=())
    what = resource("process", f"process {CHILD}", key=f"process:{CHILD}")
    ends = wait(PID, what, target_pid=CHILD)
    main = worker("MainThread", function=function)
    family = {"family": (child,), "relatives": (relative(CHILD),)}
    return hang([main, *threads], [ends, *waits], handlers=(), **family)


def test_a_child_that_serves_and_that_a_test_joins_as_it_ends_was_not_told_to():
    found = first(joined_child())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert {one.line for one in found.blame} >= {10, 20}


def test_a_child_that_serves_for_a_main_program_or_does_anything_else_is_none():
    assert first(joined_child(function="main")).cause == "waiting-external"
    assert first(joined_child(listening="")).cause == "waiting-external"


def test_a_thread_that_goes_on_may_end_the_child():
    sleeps = wait(12, resource("time", "a sleep"), line=40, timeout=True)
    found = first(joined_child(OTHER, waits=[sleeps]))
    assert [one.kind for one in found.doubts] == ["unread", "other-thread"]
