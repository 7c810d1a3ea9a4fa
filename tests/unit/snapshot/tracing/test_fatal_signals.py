"""Which signals end a process and who sent them."""

from __future__ import annotations

import os

import pytest

from atfault.model.process import SignalInfo
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.fatal_signals import is_expected, is_handled, sender_in_words


def status(caught: int = 0, ignored: int = 0) -> bytes:
    return b"Name:\tx\nSigIgn:\t%016x\nSigCgt:\t%016x\n" % (ignored, caught)


def test_a_signal_is_handled_when_caught_or_ignored() -> None:
    assert is_handled(status(caught=1 << 10), 11)
    assert is_handled(status(ignored=1 << 10), 11)
    assert not is_handled(status(caught=1 << 9, ignored=1 << 11), 11)
    assert is_handled(status(caught=1 << 63), 64)


def test_a_thread_that_is_gone_counts_as_handled() -> None:
    assert is_handled(b"", 11)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (SignalInfo(2, code=0x80), True),  # Ctrl-C
        (SignalInfo(2, code=-6, sender_pid=100), True),  # Python after KeyboardInterrupt
        (SignalInfo(2, code=0, sender_pid=7), False),  # kill -INT
        (SignalInfo(13, code=0, sender_pid=100), False),  # a pipe of its own
        (SignalInfo(15, code=0, sender_pid=7), False),
        (SignalInfo(15, code=0, sender_pid=100), False),
        (SignalInfo(11, code=1), False),
        (SignalInfo(6, code=-6, sender_pid=100), False),
        (SignalInfo(3, code=0x80), False),  # Ctrl-\ asks for a report
    ],
)
def test_everyday_ends_need_no_report(info: SignalInfo, expected: bool) -> None:
    assert is_expected(info, 100, frozenset({100}), is_main=True) is expected


def test_the_end_of_a_pipeline_and_a_workers_broken_pipe_need_no_report() -> None:
    broken = SignalInfo(13, code=0, sender_pid=100)
    assert is_expected(broken, 100, frozenset({100}), is_main=True, ends_pipeline=True)
    assert is_expected(broken, 100, frozenset({7, 100}), is_main=False)


def test_a_worker_ended_by_its_family_needs_no_report() -> None:
    family = frozenset({100, 101})
    asked = SignalInfo(15, code=0, sender_pid=100)
    assert is_expected(asked, 101, family, is_main=False)
    assert not is_expected(asked._replace(sender_pid=7), 101, family, is_main=False)
    assert not is_expected(SignalInfo(11, code=0, sender_pid=100), 101, family, is_main=False)


def test_a_worker_that_ends_itself_needs_one_unless_it_was_told_to() -> None:
    family = frozenset({100, 101})
    own = SignalInfo(15, code=0, sender_pid=101)
    assert not is_expected(own, 101, family, is_main=False)
    assert is_expected(own, 101, family, is_main=False, was_asked=True)


def test_senders_are_named() -> None:
    me = os.getpid()
    assert sender_in_words(SignalInfo(11, code=1), 5) == ""
    assert sender_in_words(SignalInfo(15, code=0, sender_pid=5), 5) == "the program itself"
    assert sender_in_words(SignalInfo(15, code=0, sender_pid=me), 5).startswith(f"pid {me} (")
    assert "gone" in sender_in_words(SignalInfo(15, code=0, sender_pid=1 << 30), 5)
    assert "container" in sender_in_words(SignalInfo(15, code=0, sender_pid=0), 5)


def test_harmless_signals_are_no_crashes() -> None:
    assert not fatal_signals.HARMLESS & fatal_signals.CRASHES
    assert fatal_signals.FREQUENT < fatal_signals.HARMLESS
