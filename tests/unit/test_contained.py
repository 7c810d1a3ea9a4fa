"""Unexpected errors cost the part that they happen in, and no more; none passes our own tests."""

from __future__ import annotations

import struct

import pytest

from atfault.contained import DEBUG, MAX_TOLD, contained
from atfault.errors import AccessError, FormatError, MemoryFault, NoProcessState, UsageError

UNEXPECTED = [
    *(ValueError("x"), KeyError("x"), IndexError("x"), struct.error("x"), RecursionError("x")),
    *(OverflowError("x"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x"), MemoryError()),
    *(AssertionError("x"), AttributeError("x"), StopIteration(), OSError(5, "x")),
    *(MemoryFault(0x10), FormatError("x")),
]
NOT_OURS = [AccessError("process 7 ended"), NoProcessState("x"), UsageError("x")]
PASSING = [*NOT_OURS, KeyboardInterrupt(), SystemExit(1)]


@pytest.mark.parametrize("error", UNEXPECTED, ids=lambda one: type(one).__name__)
def test_an_unexpected_error_becomes_a_warning_that_says_what_is_missing(error, containing):
    warnings = []
    with contained("reading the heap", warnings) as failed:
        raise error
    (warning,) = warnings
    assert warning.startswith(f"reading the heap failed: {type(error).__name__}")
    assert "(test_contained.py:" in warning
    assert warning.endswith(
        "; please report it, with the output of the same command under ATFAULT_DEBUG=1"
    )
    assert failed.reason.startswith(f"reading the heap failed: {type(error).__name__} (test_cont")


@pytest.mark.parametrize("error", PASSING, ids=lambda one: type(one).__name__)
def test_an_interruption_and_the_end_of_the_target_keep_their_meaning(error, containing):
    warnings = []
    with pytest.raises(type(error)), contained("reading the heap", warnings):
        raise error
    assert not warnings


def test_what_goes_well_leaves_no_trace():
    warnings = []
    with contained("reading the heap", warnings) as failed:
        pass
    assert (failed.reason, warnings) == ("", [])


def test_nothing_is_contained_in_our_own_tests():
    with pytest.raises(ZeroDivisionError), contained("reading the heap", []):
        raise ZeroDivisionError


def test_debugging_prints_the_traceback_and_the_report_goes_on(monkeypatch, capsys):
    monkeypatch.setenv(DEBUG, "1")
    warnings = []
    with contained("reading the heap", warnings):
        raise ValueError("a\x1b[31m")
    err = capsys.readouterr().err
    assert "Traceback" in err and "ValueError: a?[31m" in err
    assert len(warnings) == 1


def test_a_reason_quotes_nothing_of_the_target(containing):
    with contained("reading the heap", []) as failed:
        raise ValueError("hunter2")
    assert "hunter2" not in failed.reason


def test_messages_are_bounded_and_on_one_line(containing):
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError

    warnings = []
    for error in (ValueError("a\nb" * 10_000), Odd()):
        with contained("it", warnings):
            raise error
    assert all("\n" not in one and len(one) < 600 for one in warnings)
    assert "Odd (test_contained.py:" in warnings[1]


def test_the_same_failure_of_many_threads_fills_no_report(containing):
    warnings = []
    for number in range(10_000):
        with contained(f"thread {number}", warnings):
            raise ValueError
    assert len(warnings) == MAX_TOLD
