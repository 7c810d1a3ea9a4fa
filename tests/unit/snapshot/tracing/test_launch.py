"""Where a program is looked up, and what is known of our own start."""

from __future__ import annotations

import os
import signal

import pytest

from atfault.snapshot.tracing import launch


@pytest.mark.parametrize(
    ("name", "environment", "expected"),
    [
        (b"x", (b"PATH=/a:/b",), [b"/a/x", b"/b/x"]),
        (b"x", (b"PATH=/a::",), [b"/a/x", b"./x", b"./x"]),
        (b"x", (b"OTHER=1",), [b"/bin/x", b"/usr/bin/x"]),
        (b"./x", (b"PATH=/a",), [b"./x"]),
        (b"d/x", (), [b"d/x"]),
        (b"", (b"PATH=/a",), []),
        (b"x", (b"PATH=/1", b"PATH=/2"), [b"/1/x"]),
    ],
)
def test_a_program_is_looked_up_as_execvp_does(
    name: bytes, environment: tuple[bytes, ...], expected: list[bytes]
) -> None:
    assert launch.candidates(name, environment) == expected


def test_the_start_holds_the_environment_we_were_given() -> None:
    os.environ["ATFAULT_TEST_ADDED_LATER"] = "1"
    try:
        start = launch.gather(["prog", "ü"])
    finally:
        del os.environ["ATFAULT_TEST_ADDED_LATER"]
    assert start.argv == (b"prog", "ü".encode())
    assert not any(e.startswith(b"ATFAULT_TEST_ADDED_LATER") for e in start.environment)
    assert any(e.startswith(b"PATH=") for e in start.environment)


def test_what_python_ignores_by_itself_is_not_taken_for_our_callers_wish() -> None:
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    assert signal.SIGPIPE not in launch.gather(["x"]).ignored
