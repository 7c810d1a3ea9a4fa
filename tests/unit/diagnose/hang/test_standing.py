"""Waits of the program's own work that stand still while other things go on: told first, as a
possibility; near misses beside each."""

from __future__ import annotations

import pytest

from atfault.model.waits import Again, ChannelFacts, SignalHandler
from support.hang_states import (
    FILE,
    end,
    first,
    hang,
    library,
    moves,
    place,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, python, thread

TICKER, JOB, SERVER = 11, 12, 13
EVENT = resource("event", "done", address=0x1000)
SLEEP = resource("time", "time.sleep")
TICKS = Again(3, 3.0, place(9, "tick"), 12, ("print",), serves=True)
STEPS = Again(3, 3.0, place(9, "steps"), 12, ("self.step",))
PACKAGE = "/venv/lib/python3.12/site-packages/pool.py"


def beside(*others, waits, **parts):
    """The main thread waits for an event, or what `waits` says; a ticker prints now and then."""
    ticks = wait(TICKER, SLEEP, line=40, timeout=True, again=TICKS)
    threads = [worker("MainThread", PID, 30), worker("ticker", TICKER, 40), *others]
    seen = watched(*[moves(tid, 0.0, moved=False) for tid in (PID, TICKER, JOB, SERVER)])
    return hang(threads, [*waits, ticks], **{"activity": seen, **parts})


def test_what_stands_beside_a_ticker_comes_before_that_one_and_is_doubted():
    found = first(beside(waits=[wait(PID, EVENT, line=30)]))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 30
    assert any("ticker" in one.text for one in found.doubts)


@pytest.mark.parametrize(
    "other",
    [
        {"timeout": True, "left": 3.6},
        {"timeout": True, "again": STEPS},
    ],
    ids=["sleeps once", "sleeps between two steps"],
)
def test_who_works_and_could_end_it_keeps_it_from_being_told(other):
    works = wait(JOB, SLEEP, line=50, **other)
    state = beside(worker("worker", JOB, 50), waits=[wait(PID, EVENT, line=30), works])
    assert told(state)[0][0] == "slow-not-stuck"
    apart = wait(PID, EVENT, line=30, apart=(JOB,))
    state = beside(worker("worker", JOB, 50), waits=[apart, works])
    assert told(state)[0] == ("waits-for-nobody", "possible")


@pytest.mark.parametrize("is_called_back", [True, False])
@pytest.mark.parametrize("mine", [True, False])
def test_a_packages_handler_ends_no_wait_of_what_the_package_has_called(mine, is_called_back):
    """It leads to all that the package has; one of the user's own may be meant to end it."""
    own = [python(name, line=line, file=FILE) for name, line in (("take", 30), ("main", 50))]
    between = [python("run", file=PACKAGE)] if is_called_back else []
    main = thread([own[0], *between, own[1]], tid=PID, name="MainThread", crashed=False)
    handler = SignalHandler(15, "stop", mine, reaches=(EVENT.address,), calls=("set",))
    state = hang([main], [wait(PID, EVENT, line=30)], handlers=(handler,))
    is_told = is_called_back and not mine
    assert (first(state).cause == "waits-for-nobody") is is_told


def test_an_idle_wait_is_none():
    assert told(beside(waits=[wait(PID, EVENT, line=30, idles=True)]))[0][0] == "slow-not-stuck"


def test_a_child_that_computes_may_bring_it():
    seen = watched(moves(PID, 0.0, moved=False))._replace(family=((90, 2.7),))
    state = beside(waits=[wait(PID, EVENT, line=30)], activity=seen, relatives=(relative(90),))
    assert told(state)[0][0] != "waits-for-nobody"


def test_what_a_package_asks_for_in_turns_is_such_a_wait_and_a_loop_of_ones_own_is_not():
    condition = resource("condition", "pool", address=0x2000)
    asks = Again(9, 3.0, place(3, "Pool.connect")._replace(mine=False, file=PACKAGE), 9, ())
    waits = [wait(PID, condition, line=30, timeout=True, again=asks)]
    assert told(beside(waits=waits))[0] == ("waits-for-nobody", "possible")
    own = wait(PID, condition, line=30, timeout=True, again=STEPS)
    assert told(beside(waits=[own]))[0][0] != "waits-for-nobody"


def test_a_connection_to_ones_own_server_is_no_wait_for_the_outside():
    asked = resource("socket", "TCP to 127.0.0.1:80", key="socket:[9]", channel=ChannelFacts(5))
    port = resource("socket", "TCP", channel=ChannelFacts(6, listening="TCP 127.0.0.1:80"))
    server = thread([library("serve", PACKAGE)], tid=SERVER, name="server", crashed=False)
    ends = (end("socket:[9]", PID, "both", is_peer=True),)
    waits = [wait(PID, asked, line=30), wait(SERVER, port, timeout=True)]
    found = first(beside(server, waits=waits, channel_ends=ends))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    ends = (end("socket:[9]", 812, "both", is_peer=True),)
    assert told(beside(server, waits=waits, channel_ends=ends))[0] == ("waiting-external", "likely")


def test_what_waits_for_the_outside_and_may_end_the_other_wait_comes_first():
    asked = resource("socket", "TCP to 10.0.0.7:80", key="socket:[9]", channel=ChannelFacts(5))
    ends = (end("socket:[9]", 812, "both", is_peer=True),)
    outer = wait(JOB, asked, line=50)
    state = beside(
        worker("reader", JOB, 50), waits=[wait(PID, EVENT, line=30), outer], channel_ends=ends
    )
    assert told(state)[0] == ("waiting-external", "likely")
