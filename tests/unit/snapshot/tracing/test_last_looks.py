"""Which signals wait for a look at the process that they are to end."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

from atfault.model.process import ProcessInfo, SignalInfo
from atfault.snapshot.tracing import last_looks
from atfault.snapshot.tracing.deaths import Family
from atfault.snapshot.tracing.last_looks import HURRY_SECONDS, SECONDS, LastLooks

MAIN, ARBITER, WORKER, SHELL = 100, 100, 101, 102
OUTSIDE = 7


class Scout:
    def runs_python(self, pid: int) -> bool:
        return pid != SHELL


class Hangs:
    """Looks when a test says so."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, int, float]] = []
        self.kept: list[tuple[int, int]] = []
        self.end: Callable[[], None] = lambda: None

    def look_at(
        self, pid: int, tid: int, work: Any, on_end: Callable[[], None], seconds: float
    ) -> bool:
        self.begun.append((pid, tid, seconds))
        self.end = on_end
        return True

    def keep(self, pid: int, tid: int) -> None:
        self.kept.append((pid, tid))


class Deaths:
    def looked_at(self, *_: Any) -> None:
        raise AssertionError("there was nothing to tell")


class Observer:
    def last_look(self, target: Any, told: str, is_alone: bool) -> bytes:
        return b""


@pytest.fixture
def delivered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """(thread, signal) of what was let go."""
    found: list[tuple[int, int]] = []
    resume = lambda request, tid, address, number: found.append((tid, number))  # noqa: E731
    monkeypatch.setattr(last_looks.ptrace, "resume", resume)
    monkeypatch.setattr(last_looks, "process_info", ProcessInfo)
    monkeypatch.setattr(last_looks, "_sleeps_at_a_lock", lambda tid: tid != 999)
    return found


def looks() -> tuple[LastLooks, Hangs]:
    family, hangs = Family(ProcessInfo(MAIN), 1), Hangs()
    family.living |= {WORKER, SHELL}
    parts: Any = (family, Observer(), hangs, Deaths(), Scout())
    return LastLooks(*parts), hangs


def sent(number: int, sender: int | None, code: int = 0) -> SignalInfo:
    return SignalInfo(number, code, None, sender)


@pytest.mark.parametrize(
    ("pid", "number", "sender", "is_handled", "seconds"),
    [
        (MAIN, signal.SIGINT, OUTSIDE, True, SECONDS),
        (MAIN, signal.SIGTERM, 0, True, SECONDS),  # of another pid namespace
        (WORKER, signal.SIGABRT, ARBITER, True, HURRY_SECONDS),  # gunicorn's
        (WORKER, signal.SIGTERM, SHELL, False, SECONDS),  # timeout's
    ],
)
def test_a_signal_that_is_to_end_a_process_waits(
    pid: int,
    number: int,
    sender: int,
    is_handled: bool,
    seconds: float,
    delivered: list[tuple[int, int]],
) -> None:
    watch, hangs = looks()
    assert watch.begin(pid, pid, sent(number, sender), is_handled=is_handled)
    assert hangs.begun == [(pid, pid, seconds)]
    assert delivered == []
    watch.release_all()
    assert delivered == [(pid, number)]


@pytest.mark.parametrize(
    ("pid", "tid", "info", "is_handled"),
    [
        (MAIN, MAIN, sent(signal.SIGINT, None, 0x80), True),  # Ctrl-C
        (MAIN, MAIN, sent(signal.SIGTERM, MAIN), True),  # its own
        (MAIN, MAIN, sent(signal.SIGUSR1, OUTSIDE), True),
        (MAIN, 999, sent(signal.SIGTERM, OUTSIDE), True),  # it does not sleep at a lock
        (WORKER, WORKER, sent(signal.SIGTERM, ARBITER), False),  # Pool.terminate()
        (SHELL, SHELL, sent(signal.SIGTERM, OUTSIDE), True),  # it runs no Python
    ],
)
def test_every_other_signal_comes_at_once(
    pid: int, tid: int, info: SignalInfo, is_handled: bool, delivered: list[tuple[int, int]]
) -> None:
    watch, hangs = looks()
    assert not watch.begin(tid, pid, info, is_handled=is_handled)
    assert hangs.begun == []


def test_a_second_signal_waits_for_the_same_look_and_a_later_one_for_none(
    delivered: list[tuple[int, int]],
) -> None:
    watch, hangs = looks()
    assert watch.begin(WORKER, WORKER, sent(signal.SIGTERM, SHELL), is_handled=False)
    assert watch.begin(150, WORKER, sent(signal.SIGTERM, SHELL), is_handled=False)
    assert hangs.kept == [(WORKER, 150)] and len(hangs.begun) == 1
    hangs.end()
    assert delivered == [(WORKER, signal.SIGTERM), (150, signal.SIGTERM)]
    assert not watch.begin(WORKER, WORKER, sent(signal.SIGTERM, SHELL), is_handled=False)
