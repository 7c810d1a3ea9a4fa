"""Of several exceptions, which came first and which followed from it."""

from __future__ import annotations

from atfault.decode.exceptions.consequences import consequences_of, followers_of, told_apart
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.hand_over import HandOver
from atfault.model.process import Rank

GLOO = "[…/gloo/transport/tcp/pair.cc:553] Connection closed by peer [::1]:5"


def failed(
    pid: int, kind: str, message: str, when: int | None, rank: int | None = None
) -> HandOver:
    error = RaisedException(kind, message)
    known = None if rank is None else Rank(rank, rank, 2)
    return HandOver(UncaughtException("main", (error,), pid), rank=known, when=when)


LATE = failed(1, "KeyError", "'b'", 3_000_000_000, 0)
FIRST = failed(2, "IndexError", "no", 1_000_000_000, 1)
PEER = failed(3, "RuntimeError", GLOO, 1_500_000_000, 0)


def test_they_are_told_apart_and_in_order_of_time():
    assert told_apart([LATE, PEER, FIRST]) == ([FIRST, LATE], [PEER])


def test_a_command_that_a_signal_ended_had_failed_before_whoever_says_so():
    says = failed(4, "subprocess.CalledProcessError", "", 9)
    error = says.exception.error
    for code, follows in ((-9, True), (1, False), (None, False)):
        one = says._replace(
            exception=says.exception._replace(exceptions=(error._replace(returncode=code),))
        )
        assert told_apart([one]) == (([], [one]) if follows else ([one], []))


def test_a_workers_traceback_in_the_message_stands_for_the_worker():
    head = "Caught KeyError in DataLoader worker process 3.\n"
    trace = 'Original Traceback (most recent call last):\n  File "a.py", line 7, in f\nKeyError: 1'
    says = failed(5, "KeyError", head + trace, 9)
    assert told_apart([says]) == ([says], [])
    alone = failed(5, "KeyError", head, 9)
    assert told_apart([alone]) == ([], [alone])


def test_those_without_a_time_come_last():
    unknown = failed(9, "KeyError", "'c'", None)
    assert told_apart([unknown, LATE]) == ([LATE, unknown], [])


def test_only_what_other_processes_said_later_followed():
    thread = FIRST._replace(exception=FIRST.exception._replace(source="thread"))
    assert followers_of(FIRST, [PEER]) == [PEER]
    assert followers_of(thread, [PEER]) == []
    assert followers_of(LATE, [PEER]) == []
    assert followers_of(PEER, [PEER]) == []
    assert followers_of(FIRST._replace(when=None), [PEER]) == [PEER]


def test_what_followed_is_told_with_its_rank_and_the_time_between():
    (one,) = consequences_of(FIRST.when, [PEER])
    assert one.rank is not None and one.rank.rank == 0
    assert (one.pid, one.kind, one.seconds, one.message) == (3, "peer-gone", 0.5, GLOO)
    assert consequences_of(None, [PEER])[0].seconds is None
