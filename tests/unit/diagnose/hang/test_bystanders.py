"""Threads of packages that go on beside a job of the user's, and what no code of it would end."""

from __future__ import annotations

import pytest

from atfault.model.waits import SignalHandler
from support.hang_states import first, hang, hold, lock, resource, told, wait, worker
from support.states import PID, python, thread

SERVER = thread([python("run", file="/e/site-packages/server.py")], tid=PID, crashed=False)
JOB, OTHER = worker("job", 11, 12), worker("other", 12, 22)
DONE, LOCK = resource("event", "done"), lock("lock")
NOBODY = {"enders": (), "bystanders": (PID,)}


def job(what=DONE, holds=(), *others, **more):
    return hang([SERVER, JOB, *others], [wait(11, what, line=12, **more)], holds)


def test_a_thread_in_a_package_ends_no_wait_that_no_code_of_the_users_would_end():
    found = first(job(**NOBODY))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    (why,) = [one for one in found.evidence if "set()" in one.text]
    assert why.kind == "inferred" and '"MainThread"' in why.text and "done" in why.text


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"enders": ("publish",)},
        {"enders": (), "bystanders": ()},  # it has what is waited for at hand
    ],
)
def test_where_some_code_or_the_package_may_end_it_nothing_is_said(more):
    assert told(job(**more)) == [("unknown", "possible")]


def test_a_thread_that_is_no_bystander_may_end_it():
    assert told(job(DONE, (), OTHER, **NOBODY)) == [("unknown", "possible")]
    both = job(DONE, (), OTHER, enders=(), bystanders=(PID, 12))
    assert first(both).cause == "waits-for-nobody"


def test_a_lock_that_the_job_has_taken_itself_no_package_gives_back():
    own = [hold(11, LOCK, proof="suspected")]
    assert told(job(LOCK, own)) == [("unknown", "possible")]
    found = first(job(LOCK, own, **NOBODY))
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert any("release()" in one.text for one in found.evidence)


def test_a_librarys_handler_ends_it_by_what_it_was_given_alone():
    """gunicorn's worker leads to the application, whose functions name what is waited for."""
    leads = SignalHandler(6, "handle_abort", False, reaches=(DONE.address,), calls=("set",))
    state = job(**NOBODY)
    assert first(state._replace(handlers=(leads,))).cause == "waits-for-nobody"
    given = leads._replace(given=(DONE.address,))
    doubted = first(state._replace(handlers=(given,)))
    assert (doubted.cause, doubted.confidence) == ("waits-for-nobody", "possible")
    assert "handler" in [one.kind for one in doubted.doubts]
