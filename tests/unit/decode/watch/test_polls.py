"""Many short waits that are one, told from samples."""

from __future__ import annotations

import pytest

from atfault.decode.watch.polls import Naps, is_one_wait, with_again
from atfault.model.state import Waiting
from atfault.model.waits import Again, Asked, ChannelFacts
from atfault.native.timeouts import Timeout
from support.hang_states import hold, lock, moves, place, resource, wait, watched

LOOKS = Again(9, 3.0, place(12), 14, ())


def naps(spans, length, every=0.05):
    """Samples of waits that begin one after the other, and each take so long of `length`."""
    found, at, samples = Naps(), 0.0, 0
    for span in spans:
        start, end = at, at + span
        while at < end:
            found.note(Timeout(start + length - at, start + length))
            at, samples = at + every, samples + 1
        at = end
    return found.wakes(len(spans), sum(spans), samples)


def test_waits_that_run_to_their_end_are_counted():
    assert naps([0.3] * 10, 0.3) == 9
    assert naps([0.3], 0.3) == 0


def test_one_that_takes_longer_than_the_watch_was_not_seen_to_be_begun_anew():
    found = Naps()
    for sample in range(60):
        found.note(Timeout(10.0 - sample * 0.05, 110.0))
    assert found.wakes(1, 3.0, 60) == 0
    assert Naps().wakes(1, 3.0, 60) is None


def test_waits_that_are_cut_short_are_no_poll():
    assert naps([0.1] * 20, 0.5) is None
    assert naps([0.4] * 8, 1.0) is None


def test_short_waits_are_counted_by_the_kernel():
    found = Naps()
    for _ in range(60):
        found.note(Timeout(0.02, None))
    assert found.wakes(150, 3.0, 60) == 150
    assert found.wakes(300, 3.0, 60) == 150  # each turn gives way once more
    assert found.wakes(900, 3.0, 60) is None  # woken before that
    assert found.wakes(150, 3.0, 200) is None  # at work most of the time


def test_the_end_of_a_sleep_counts_as_well_but_who_wants_the_gil_does_not_sleep():
    """confluent-kafka-python#188: ten milliseconds at a time, for a condition."""

    def wakes(length=10, **more):
        found = Naps()
        for number in range(60):
            found.note(Timeout(0.001 * (number % length), 0.05 * number, **more))
        return found.wakes(250, 3.0, 60)

    assert wakes() == 250
    assert wakes(is_lock=True) == 250
    assert wakes(5, is_lock=True) is None
    assert wakes(7, is_lock=True) is None


@pytest.mark.parametrize(
    ("kind", "facts", "is_one"),
    [
        ("lock", {}, True),
        ("lock", {"does": ("print",)}, True),
        ("lock", {"does": ("self.pump",)}, False),
        ("lock", {"ends": True}, False),
        ("lock", {"does": None}, False),
        ("event", {}, True),
        ("event", {"does": ("print",)}, False),
        ("queue", {"does": ("log.info",)}, True),
        ("queue", {"does": ("self.tidy",)}, False),
        ("queue", {"does": ("self.tidy",), "loop": place(12)._replace(mine=False)}, True),
        ("queue", {"serves": True}, False),
        ("socket", {"does": ("self.heartbeat",), "loop": place(12)._replace(mine=False)}, True),
        ("socket", {"does": ("self.heartbeat",)}, False),
        ("socket", {"loop": None, "does": None}, True),
        ("socket", {"loop": None, "does": None, "wakes": 0}, False),
        ("lock", {"loop": None, "does": None}, False),
        ("time", {}, False),
    ],
)
def test_what_only_looks_goes_on_until_it_comes(kind, facts, is_one):
    assert is_one_wait(wait(11, resource(kind, "x")), LOOKS._replace(**facts)) is is_one


@pytest.mark.parametrize(("does", "is_one"), [(("self.timers",), False), (None, False), ((), True)])
def test_a_packages_event_loop_whose_turns_do_more_than_poll_waits_for_no_one_thing(does, is_one):
    """Twisted's reactor in crochet's thread: woken through a pipe of its own, or by its timers."""
    of_package = LOOKS._replace(does=does, loop=place(12)._replace(mine=False))
    polls = wait(11, resource("pipe", "x"), syscall="epoll_wait")
    assert is_one_wait(polls, of_package) is is_one
    received = polls._replace(syscall="poll", operation="recv")
    outside = resource("socket", "x", channel=ChannelFacts(peer="10.0.0.1:5672"))
    assert is_one_wait(received, of_package)
    assert is_one_wait(polls._replace(resource=outside), of_package)


def joined(one, holds=(), **seen):
    activity = watched(moves(11, 0.01)._replace(again=LOOKS, **seen))
    return with_again(Waiting(tuple(holds), (one,)), activity).waits[0]


def test_a_poll_is_a_wait_without_end():
    found = joined(wait(11, lock("a"), timeout=True))
    assert (found.timeout, found.exact, found.manner) == (False, False, "again")


def test_a_poll_that_was_awake_is_a_wait_as_well_but_nobody_else_is():
    full = wait(11, resource("queue", "q"), timeout=True)
    polls, moved = watched(moves(11, 0.01)._replace(again=LOOKS)), watched(moves(11, 0.01))
    (found,) = with_again(Waiting(between=(full,)), polls).waits
    assert (found.resource.name, found.timeout) == ("q", False)
    assert with_again(Waiting(between=(full,)), moved).waits == ()
    asleep = full._replace(resource=resource("queue", "r"))
    (found,) = with_again(Waiting(waits=(asleep,), between=(full,)), polls).waits
    assert found.resource.name == "r"


def test_a_lock_that_each_turn_takes_and_gives_back_is_not_kept():
    one = wait(11, lock("a"), timeout=True)
    assert joined(one, [hold(11, lock("b"), line=13)]).timeout
    assert not joined(one, [hold(11, lock("b"), line=5)]).timeout


def test_a_loop_that_sleeps_waits_for_what_it_asks():
    asked = Asked(resource("thread", "w", key="thread:12"), 12)
    found = joined(wait(11, resource("time", "time.sleep"), timeout=True), asked=asked)
    assert (found.resource.key, found.target_tid, found.timeout) == ("thread:12", 12, False)


def test_a_loop_that_asks_a_future_waits_for_who_computes_it():
    asked = Asked(resource("future", "job", address=0x70))
    seen = moves(11, 0.01)._replace(again=LOOKS, asked=asked)
    slept = wait(11, resource("time", "time.sleep"), timeout=True)
    found = with_again(Waiting((), (slept,), runners=((0x70, 12),)), watched(seen)).waits[0]
    assert (found.resource.kind, found.target_tid, found.timeout) == ("future", 12, False)


def test_whether_a_librarys_lock_is_given_up_is_known_already():
    for ends in (True, False):
        found = joined(wait(11, lock("a"), timeout=ends, operation="lock"))
        assert (found.timeout, found.manner) == (ends, "again")


def test_a_wait_without_a_timeout_stays_as_it_is():
    assert joined(wait(11, lock("a"))).again is None
