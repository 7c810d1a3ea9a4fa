"""The limit of processor time for a piece of work."""

import threading
import time

import pytest

from atfault import cpu_deadline
from atfault.contained import contained
from atfault.cpu_deadline import CpuDeadline


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    monkeypatch.setattr(cpu_deadline, "LOOKS", 0.01)


def endless():
    while True:
        pass


def test_work_that_ends_in_time_is_done():
    done = []
    with CpuDeadline() as deadline:
        assert deadline.within(60.0, lambda: done.append(1))
    assert done == [1]


def test_work_that_does_not_end_is_left_and_the_next_one_is_done():
    done = []
    with CpuDeadline() as deadline:
        assert not deadline.within(0.05, endless)
        assert deadline.within(60.0, lambda: done.append(1))
        assert not deadline.within(0.05, endless)
    assert done == [1]


def test_what_contains_errors_does_not_keep_it():
    def stubborn():
        while True:
            with contained("a part", []):
                endless()

    with CpuDeadline() as deadline:
        assert not deadline.within(0.05, stubborn)


def test_it_holds_in_any_thread():
    ended = []

    def work():
        with CpuDeadline() as deadline:
            ended.append(deadline.within(0.05, endless))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert ended == [False]


def test_time_in_which_others_work_does_not_count():
    with CpuDeadline() as deadline:
        assert deadline.within(0.1, lambda: time.sleep(0.3))


def test_an_error_of_the_work_passes():
    with CpuDeadline() as deadline:
        with pytest.raises(ZeroDivisionError):
            deadline.within(60.0, lambda: 1 // 0)


def test_nothing_is_raised_after_work_that_ends_just_as_its_time_does():
    def spin(seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass

    with CpuDeadline() as deadline:
        for number in range(30):
            deadline.within(0.01 + number / 10_000, lambda: spin(0.01))
        spin(0.05)  # would be raised here


def test_where_no_thread_can_be_started_there_is_no_limit(monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with CpuDeadline() as deadline:
        assert deadline.within(0.0, lambda: None)
