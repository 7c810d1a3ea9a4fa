"""Who could end a wait inside of a library of native code."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.waits import EVENTFD, Bringers, ChannelFacts, LockFacts, SignalHandler
from support.hang_states import end, first, hang, resource, wait, worker
from support.states import PID, native, thread

INSIDE = native("meet", "extension")
LIBRARY = INSIDE.module.start
SLEEP = wait(11, resource("time", "a sleep"), line=20, timeout=True)


def inside(tid, line, kind="native-condition", name="a condition", outer=(), **facts):
    """A thread that waits in the library, and its wait."""
    who = worker(
        "MainThread" if tid == PID else f"t{tid}", tid, line, native("wait", "libc"), INSIDE, *outer
    )
    what = resource(kind, name, is_private=True, lock=facts.pop("lock", LockFacts()))
    return who, wait(tid, what, line=line, library=LIBRARY, **{"timeout": False} | facts)


def meeting(*pairs, **parts):
    """pairs: threads with their waits."""
    known = {"handlers": (), "caught_signals": ()} | parts
    return hang([who for who, _ in pairs], [one for _, one in pairs if one is not None], **known)


def said(*pairs, **parts):
    found = first(meeting(*pairs, **parts))
    return found.cause, found.confidence


def test_who_waits_with_nobody_beside_waits_for_nobody():
    assert said(inside(PID, 30)) == ("waits-for-nobody", "likely")


def test_an_idle_worker_gets_its_work_from_others():
    jobs = wait(11, resource("queue", "jobs"), line=20, idle="worker", timeout=False)
    assert said(inside(PID, 30), (worker("pool", 11, 20), jobs)) == ("waits-for-nobody", "likely")


def test_a_thread_of_native_code_at_rest_is_woken_by_others_and_one_that_polls_is_a_doubt():
    blas = thread([native("wait", "libc"), native("pool", "torch")], tid=11, crashed=False)
    rests = wait(11, resource("native-condition", "work", is_private=True), timeout=False)
    polls = wait(11, resource("socket", "a socket"), timeout=True)
    assert said(inside(PID, 30), (blas, rests)) == ("waits-for-nobody", "likely")
    assert said(inside(PID, 30), (blas, polls)) == ("waits-for-nobody", "possible")


def test_a_handler_of_pythons_that_leads_there_may_end_it():
    bringers = Bringers(others=("signal 10",))
    assert said(inside(PID, 30, bringers=bringers)) == ("stuck-native-call", "possible")


@pytest.mark.parametrize(
    ("in_handlers", "caught", "handlers", "confidence"),
    [
        (True, (2, 15), (), "possible"),
        (True, (2, 15), (SignalHandler(15, "stop", True),), "likely"),
        (True, Absent("a core"), (), "possible"),
        (False, (2, 15), (), "likely"),
        (True, (2,), (), "likely"),
    ],
)
def test_a_handler_of_native_code_is_a_doubt(in_handlers, caught, handlers, confidence):
    parts = {"caught_signals": caught, "handlers": handlers}
    mine = inside(PID, 30, in_handlers=in_handlers)
    assert said(mine, **parts) == ("waits-for-nobody", confidence)


def test_a_pipe_that_a_library_reads_may_be_written_by_its_own_threads():
    facts = ChannelFacts(3, "pipe:[9]")
    pipe = resource("pipe", "a pipe (fd 3)", key="pipe:[9]", channel=facts)
    reads = wait(PID, pipe, line=30, library=LIBRARY, timeout=False, syscall="read")
    both = (end("pipe:[9]", PID, "read", fd=3), end("pipe:[9]", PID, "write", fd=4))
    main = worker("MainThread", PID, 30, native("read", "libc"), INSIDE)
    assert said((main, reads), channel_ends=both) == ("waits-for-nobody", "likely")
    writer = thread([native("sleep", "libc"), INSIDE], tid=11, crashed=False)
    found = said((main, reads), (writer, SLEEP), channel_ends=both)
    assert found[1] == "possible"


def receives(*others, pump=None, apart=()):
    """The main thread, and another one, wait inside of a library until a thread wakes them; so does
    one of the library's own, which may have a connection."""
    ends = tuple([end(f"eventfd:[{fd}]", PID, "both", fd=fd) for fd in (7, 8, 9)])

    def woken(tid, line, fd):
        facts = ChannelFacts(fd, EVENTFD)
        what = resource("pipe", f"the eventfd (fd {fd})", key=f"eventfd:[{fd}]", channel=facts)
        facts = {"library": LIBRARY, "timeout": False, "syscall": "poll", "apart": apart}
        return wait(tid, what, line=line, **facts)

    main = worker("MainThread", PID, 30, native("poll", "libc"), INSIDE), woken(PID, 30, 7)
    other = worker("translator", 11, 16, native("poll", "libc"), INSIDE), woken(11, 16, 8)
    io = thread([native("epoll_wait", "libc"), INSIDE], tid=77, name="io", crashed=False)
    io = io._replace(python=Absent("no Python thread"))
    pumped = wait(77, pump, timeout=False) if pump is not None else woken(77, 0, 9)
    return meeting(main, other, (io, pumped), *others, channel_ends=ends)


def test_who_waits_in_a_library_that_leads_nowhere_else_waits_for_who_waits_there_too():
    found = first(receives())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert found.blame[0].line == 30


def test_who_goes_on_beside_may_call_the_library_unless_it_is_apart_from_it():
    ticker = worker("ticker", 78, 40), SLEEP._replace(tid=78)
    assert first(receives(ticker)).cause == "waiting-external"
    assert first(receives(ticker, apart=(78,))).cause == "waits-for-nobody"


@pytest.mark.parametrize("facts", [{"peer": "10.0.0.7:80"}, {"listening": "TCP 127.0.0.1:80"}])
def test_who_waits_in_a_library_with_a_connection_waits_for_the_outside(facts):
    away = resource("socket", "TCP", channel=ChannelFacts(9, **facts))
    assert first(receives(pump=away)).cause == "waiting-external"


def rwlock(tid, line, readers=None):
    return inside(tid, line, "rwlock", "a read-write lock", lock=LockFacts(readers=readers))


def test_a_reader_that_wants_to_read_once_more_and_a_writer_keep_each_other():
    joins = wait(PID, resource("thread", "t11", key="thread:11"), target_tid=11, timeout=False)
    main = worker("MainThread", PID, 5), joins
    found = first(meeting(main, rwlock(11, 20), rwlock(12, 40, readers=1)))
    assert (found.cause, found.confidence) == ("deadlock", "likely")
    assert {line.line for line in found.blame} >= {20, 40}


def test_a_reader_that_goes_on_lets_the_writer_in():
    reads = worker("t13", 13, 50, INSIDE), SLEEP._replace(tid=13)
    assert said(rwlock(PID, 30), rwlock(12, 40, readers=1), reads)[1] == "possible"


def test_more_readers_than_wait_are_somebody_else():
    found = said(rwlock(PID, 30), rwlock(12, 40, readers=2))
    assert found == ("waits-for-nobody", "likely")
