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
        self.begun: list[tuple[int, float]] = []
        self.end: Callable[[], None] = lambda: None

    def look_at(self, pid: int, work: Any, on_end: Callable[[], None], seconds: float) -> bool:
        self.begun.append((pid, seconds))
        self.end = on_end
        return True


class Deaths:
    def looked_at(self, *_: Any) -> None:
        raise AssertionError("there was nothing to tell")


class Observer:
    def last_look(self, target: Any, asked: Any) -> bytes:
        return b""


class Kernel:
    """What it was told to do."""

    def __init__(self) -> None:
        self.went_on: list[tuple[int, int]] = []
        """(thread, signal that it gets)."""
        self.sent: list[tuple[int, int]] = []
        """(process, signal)."""
        self.told: list[tuple[int, bytes]] = []
        """(thread, what it is told of its signal)."""

    def resume(self, request: int, tid: int, address: int, number: int) -> None:
        self.went_on.append((tid, number))

    def kill(self, pid: int, number: int) -> None:
        self.sent.append((pid, number))

    def set_signal_info(self, tid: int, raw: bytes) -> None:
        self.told.append((tid, raw))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    made = Kernel()
    monkeypatch.setattr(last_looks.ptrace, "resume", made.resume)
    monkeypatch.setattr(last_looks.ptrace, "set_signal_info", made.set_signal_info)
    monkeypatch.setattr("os.kill", made.kill)
    monkeypatch.setattr(last_looks, "process_info", ProcessInfo)
    monkeypatch.setattr(last_looks, "_waits_for_signals", lambda tid: tid == 999)
    return made


def looks() -> tuple[LastLooks, Hangs]:
    family, hangs = Family(ProcessInfo(MAIN), 1), Hangs()
    family.living |= {WORKER, SHELL}
    family.parents[WORKER] = MAIN
    parts: Any = (family, Observer(), hangs, Deaths(), Scout())
    return LastLooks(*parts), hangs


def sent(number: int, sender: int | None, code: int = 0) -> SignalInfo:
    return SignalInfo(number, code, None, sender)


def raw(number: int, sender: int) -> bytes:
    """A siginfo_t, as far as it is looked at here."""
    return number.to_bytes(4, "little") + sender.to_bytes(4, "little")


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
    kernel: Kernel,
) -> None:
    watch, hangs = looks()
    first = raw(number, sender)
    assert watch.as_it_came(pid, pid, first) == first
    assert watch.begin(pid, pid, sent(number, sender), first, is_handled=is_handled)
    assert hangs.begun == [(pid, seconds)]
    assert (kernel.went_on, kernel.sent) == ([(pid, 0)], [])
    hangs.end()
    assert kernel.sent == [(pid, number)]
    assert watch.as_it_came(pid, pid, raw(number, 1)) == first
    assert kernel.told == [(pid, first)]
    assert not watch.begin(pid, pid, sent(number, sender), first, is_handled=is_handled)


@pytest.mark.parametrize(
    ("pid", "tid", "info", "is_handled"),
    [
        (MAIN, MAIN, sent(signal.SIGINT, None, 0x80), True),  # Ctrl-C
        (MAIN, MAIN, sent(signal.SIGTERM, MAIN), True),  # its own
        (MAIN, MAIN, sent(signal.SIGUSR1, OUTSIDE), True),
        (MAIN, 999, sent(signal.SIGTERM, OUTSIDE), True),  # it waits for signals
        (WORKER, WORKER, sent(signal.SIGTERM, ARBITER), False),  # Pool.terminate()
        (SHELL, SHELL, sent(signal.SIGTERM, OUTSIDE), True),  # it runs no Python
    ],
)
def test_every_other_signal_comes_at_once(
    pid: int, tid: int, info: SignalInfo, is_handled: bool, kernel: Kernel
) -> None:
    watch, hangs = looks()
    assert not watch.begin(tid, pid, info, b"", is_handled=is_handled)
    assert (hangs.begun, kernel.went_on) == ([], [])


def test_a_second_signal_waits_for_the_same_look_and_a_later_one_for_none(kernel: Kernel) -> None:
    watch, hangs = looks()
    for tid, number in (WORKER, signal.SIGTERM), (150, signal.SIGTERM), (150, signal.SIGINT):
        assert watch.begin(tid, WORKER, sent(number, SHELL), raw(number, SHELL), is_handled=False)
    assert len(hangs.begun) == 1
    hangs.end()
    assert kernel.sent == [(WORKER, signal.SIGTERM), (WORKER, signal.SIGINT)]
    assert not watch.begin(WORKER, WORKER, sent(signal.SIGTERM, SHELL), b"", is_handled=False)


def test_a_child_of_one_that_is_looked_at_gets_its_signal_when_that_is_done(kernel: Kernel) -> None:
    """`timeout` sends it to the whole group."""
    watch, hangs = looks()
    for pid in (MAIN, WORKER):
        info = sent(signal.SIGTERM, OUTSIDE)
        assert watch.begin(pid, pid, info, raw(signal.SIGTERM, OUTSIDE), is_handled=False)
    assert [pid for pid, _ in hangs.begun] == [MAIN]
    hangs.end()
    assert kernel.sent == [(MAIN, signal.SIGTERM), (WORKER, signal.SIGTERM)]


def test_what_was_taken_back_is_forgotten_with_its_process(kernel: Kernel) -> None:
    watch, hangs = looks()
    info = sent(signal.SIGTERM, OUTSIDE)
    watch.begin(MAIN, MAIN, info, raw(signal.SIGTERM, OUTSIDE), is_handled=True)
    hangs.end()
    watch.gone(MAIN)
    again = raw(signal.SIGTERM, 1)
    assert (watch.as_it_came(MAIN, MAIN, again), kernel.told) == (again, [])
