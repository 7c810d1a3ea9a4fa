"""Event loops that are not written in Python (here, of a package called torch)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.decode.waiting.foreign_loops import foreign_waits
from atfault.model.family import ChannelEnd
from atfault.model.waits import ChannelFacts, LoopFacts, Resource, Wait
from atfault.native.native_wait import NativeWait
from support.states import PID, native, python, thread

LOOP = 0x7F10
POLL = NativeWait(PID, "epoll_pwait", "fd", timeout=False)
RUNNING = thread([native("epoll_pwait"), native("uv_run", "torch"), python("run")])
OWN_PIPE = (ChannelEnd("pipe:[7]", PID, 7, "read"), ChannelEnd("pipe:[7]", PID, 8, "write"))
OWN_SOCKET = (
    ChannelEnd("socket:[11]", PID, 11, "both"),
    ChannelEnd("socket:[11]", PID, 12, "both", is_peer=True),
)


def wait(kind, key, **facts):
    return Wait(PID, PID, Resource(kind, key, key, channel=ChannelFacts(**facts)), syscall="")


PIPE, SOCKET = wait("pipe", "pipe:[7]"), wait("socket", "socket:[11]")
PEER = wait("socket", "socket:[13]", peer="10.0.0.1:80")


def found(*waits, state=RUNNING, how=POLL, ends=(*OWN_PIPE, *OWN_SOCKET), package="torch"):
    channels = SimpleNamespace(pid=PID, ends=list(ends))
    return foreign_waits(LOOP, package, state, how, list(waits), channels)


def test_a_thread_in_the_loops_own_poll_waits_for_the_loops_events():
    (one,) = found(PIPE, SOCKET, wait("fd", "9", target="anon_inode:[eventfd]"))
    assert one.resource.address == LOOP
    assert (one.resource.loop, one.resource.detail) == (LoopFacts(0), "0 timers")


def test_what_others_can_send_is_waited_for_as_well():
    first, second = found(PIPE, PEER)
    assert first.resource.loop == LoopFacts(1)
    assert second == PEER


def test_a_channel_of_which_another_process_has_an_end_is_not_the_loops_own():
    shared = (*OWN_PIPE, ChannelEnd("pipe:[7]", 99, 3, "write"))
    assert found(PIPE, ends=shared)[1:] == [PIPE]
    half = OWN_SOCKET[:1]
    assert found(SOCKET, ends=half)[1:] == [SOCKET]


def test_with_a_timer_nothing_is_said_of_how_many():
    (one,) = found(PIPE, how=POLL._replace(timeout=True))
    assert (one.resource.loop, one.resource.detail) == (LoopFacts(0), "")


def test_a_descriptor_that_is_not_known_leaves_open_what_is_watched():
    first, *_ = found(wait("fd", "fd:5"))
    assert first.resource.loop == LoopFacts(None)


@pytest.mark.parametrize(
    ("state", "how"),
    (
        (RUNNING, POLL._replace(syscall="futex")),
        (thread([native("epoll_pwait"), python("callback"), native("f", "torch")]), POLL),
        (thread([native("epoll_pwait"), python("run")]), POLL),
        (RUNNING._replace(stack=RUNNING.stack._replace(merged=False)), POLL),
    ),
)
def test_what_a_callback_waits_for_is_not_the_loops_wait(state, how):
    assert found(PIPE, PEER, state=state, how=how) == [PIPE, PEER]


def test_a_loop_of_another_package_is_not_there():
    assert found(PIPE, package="uvloop") == [PIPE]
