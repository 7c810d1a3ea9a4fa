"""A process that hung, and that another one ended for that: it is as it was while it lived."""

from __future__ import annotations

import pytest

from atfault.analyze.process import kind_of
from atfault.diagnose.rules import rules_for
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.process import SignalInfo
from atfault.model.waits import ChannelFacts
from support.diagnosed import claims, diagnose
from support.hang_states import first, hang, hold, lock, resource, told, wait, worker
from support.states import PID, case_of

A, B = lock("a"), lock("b")
MAIN = worker("MainThread", PID, 30, function="main")
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)
RING = hang(
    [ONE, TWO],
    [wait(11, B, line=12), wait(12, A, line=22)],
    [hold(11, A, line=10), hold(12, B, line=20)],
)
TIMEOUT = "pid 812 (timeout)"


def ended(state, number, *, code=0, sender=812, words=TIMEOUT):
    return state._replace(
        kind="traced",
        signal=SignalInfo(number, code, None, sender, 0, PID),
        termination=Termination(None, number, sender=words, sender_pid=sender),
    )


@pytest.mark.parametrize("number", [1, 2, 3, 6, 10, 11, 15])
def test_the_hang_comes_before_who_ended_it(number):
    """SIGABRT is of gunicorn's and systemd's watchdogs, SIGTERM of timeout, Docker and Slurm."""
    state = ended(RING, number)
    assert told(state) == [("deadlock", "certain"), ("killed", "certain")]
    found = first(state)
    assert {b.line for b in found.blame} == {10, 12, 20, 22}
    assert claims(found) == (
        "deadlock",
        "certain",
        ["bank.py:12:work", "bank.py:22:work", "bank.py:20:work", "bank.py:10:work"],
        {"read": 3},
    )
    assert kind_of(state) == "killed"


def test_who_ended_it_from_outside_of_a_container_is_another_one_too():
    state = ended(RING, 15, sender=0, words="a process outside this container")
    assert told(state)[0] == ("deadlock", "certain")
    assert claims(first(state)) == (
        "deadlock",
        "certain",
        ["bank.py:12:work", "bank.py:22:work", "bank.py:20:work", "bank.py:10:work"],
        {"read": 3},
    )
    assert kind_of(ended(RING, 6, sender=0)) == "killed"


@pytest.mark.parametrize(
    "more", [{"sender": PID, "code": -6}, {"sender": None, "code": 0x80}, {"code": -2}]
)
def test_what_the_process_or_the_kernel_did_itself_is_no_look_at_a_living_one(more):
    state = ended(RING, 15, **more, words="")
    assert [cause for cause, _ in told(state)] == ["killed"]
    assert {one.family for one in rules_for(case_of(state))} == {"killed"}


def test_a_likely_hang_comes_first_as_well():
    state = hang([MAIN], [wait(PID, resource("event", "stop"))])
    assert told(ended(state, 15)) == [("waits-for-nobody", "likely"), ("killed", "certain")]


def test_a_merely_possible_one_comes_after_who_ended_it():
    waits = [wait(11, A, line=12), wait(12, B, line=22)]
    state = ended(hang([ONE, TWO], waits), 15)
    assert told(state) == [("killed", "certain"), ("deadlock", "possible")]
    assert first(state).cause == "killed"


def test_a_server_at_rest_that_is_told_to_end_was_killed():
    listens = resource("socket", "a socket", channel=ChannelFacts(listening="TCP 127.0.0.1:80"))
    state = ended(hang([MAIN], [wait(PID, listens, operation="accept")]), 15)
    assert told(state) == [("killed", "certain"), ("waiting-external", "likely")]


def test_a_program_at_work_that_is_told_to_end_was_killed():
    assert told(ended(hang([MAIN]), 15)) == [("killed", "certain")]


def test_of_one_that_nobody_is_known_to_have_ended_no_hang_is_told():
    gone = RING._replace(signal=Absent("nobody sees it"), termination=Termination(None, 9))
    assert [cause for cause, _ in told(gone)] == ["killed"]
    assert diagnose(gone).findings[0].confidence == "likely"
