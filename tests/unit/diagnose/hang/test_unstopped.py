"""A server's thread that is joined before it is stopped."""

from __future__ import annotations

from atfault.model.waits import Serving
from support.hang_states import first, hang, resource, told, wait, worker
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
