"""What is said of a test whose process was lost, and when it is ended."""

from __future__ import annotations

import pytest

from atfault.looking import Look, Unseen
from atfault.pytest_plugin.failure import may_be_ended, too_long


def look(cause: str, confidence: str = "likely") -> Look:
    return Look("", {"cause": cause, "confidence": confidence}, "")


@pytest.mark.parametrize(
    ("kind", "seen", "is_ended"),
    [
        ("test", look("slow-not-stuck"), True),
        ("test", Unseen("no rights"), True),
        ("collect", look("slow-not-stuck"), False),
        ("collect", look("unknown"), False),
        ("collect", look("waiting-external", "possible"), True),
        ("collect", look("busy-loop", "possible"), False),
        ("collect", Unseen("no rights"), False),
        ("collect", look("deadlock"), True),
    ],
)
def test_a_slow_test_is_ended_and_a_slow_import_is_not(kind, seen, is_ended) -> None:
    assert may_be_ended(kind, seen) is is_ended


def test_what_took_too_long_is_named() -> None:
    assert "the test took more than 5 s" in too_long(("test", "test_a.py::test_one"), 5.0)
    assert "of test_a.py took more than 0.5 s" in too_long(("collect", "test_a.py"), 0.5)
    assert "of the session took" in too_long(("collect", ""), 5.0)
