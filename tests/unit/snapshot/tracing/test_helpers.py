"""Processes beside the program, and their time limits."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from atfault.snapshot.tracing.helpers import MAX_RESULT, Helpers, taken_result


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    before = signal.getsignal(signal.SIGALRM)
    yield Helpers()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def end_of(helpers: Helpers, pid: int) -> int:
    _, status = os.waitpid(pid, 0)
    assert helpers.has_ended(pid, status)
    return status


def test_the_end_of_a_helper_is_told_with_its_status(helpers: Helpers) -> None:
    told: list[int] = []
    pid = helpers.start(lambda: 7, told.append)
    assert helpers.is_awaited()
    assert os.waitstatus_to_exitcode(end_of(helpers, pid)) == 7
    assert [os.waitstatus_to_exitcode(status) for status in told] == [7]
    assert not helpers.is_awaited()
    assert not helpers.has_ended(pid, 0)


def test_work_that_raises_ends_its_helper(helpers: Helpers) -> None:
    def work() -> int:
        os.close(2)
        raise ValueError

    assert os.waitstatus_to_exitcode(end_of(helpers, helpers.start(work))) == 1


def test_only_the_late_are_killed(helpers: Helpers) -> None:
    def work(seconds: float) -> int:
        time.sleep(seconds)
        return 0

    late = helpers.start(lambda: work(3600), seconds=0.1)
    free = helpers.start(lambda: work(0.3), seconds=0.1)
    helpers.limit(free, None)
    assert os.waitstatus_to_exitcode(end_of(helpers, late)) == -signal.SIGKILL
    assert os.waitstatus_to_exitcode(end_of(helpers, free)) == 0


def test_who_works_in_the_background_is_not_awaited(helpers: Helpers) -> None:
    pid = helpers.start(lambda: 0)
    helpers.in_background(pid, True)
    assert not helpers.is_awaited()
    helpers.in_background(pid, False)
    assert helpers.is_awaited()
    end_of(helpers, pid)


def test_a_result_too_large_to_be_read_is_none_and_never_cut_off() -> None:
    def left(size: int) -> bytes | None:
        fd = os.memfd_create("result")
        os.truncate(fd, size)
        return taken_result(fd)

    assert left(MAX_RESULT + 1) is None
    assert left(3) == b"\0\0\0"
