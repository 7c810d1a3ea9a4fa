"""Exceptions that ended others before a hang."""

from __future__ import annotations

from atfault.diagnose.hang.failed_before import with_failures
from atfault.diagnose.words import brief
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.findings import Blame, Finding
from atfault.model.places import Place
from atfault.model.stacks import Location
from atfault.model.waits import EndedThread, FailedTask
from support.states import PID, crash

FRAMES = (
    RaisedFrame("loads", Location("/usr/lib/python3.11/json/decoder.py", 355)),
    RaisedFrame("read", Location("/home/ada/paint.py", 12), qualname="Reader.read"),
)


def failed(thread: str, pid: int = PID, message: str | Absent = "no such row"):
    return UncaughtException(
        "thread", (RaisedException("ValueError", message, FRAMES),), pid=pid, thread=thread
    )


def shown(finding: Finding, case: Case) -> Finding:
    """As the engine has it: places without their folders."""
    return brief(with_failures(finding, case))


def told(*exceptions: UncaughtException, cause: str = "waits-for-nobody"):
    finding = Finding(cause=cause, summary="", confidence="likely", family="hang")
    found = shown(finding, Case(crash(signal=Absent("none")), failed=exceptions))
    return [one.text for one in found.evidence]


def test_the_thread_its_exception_and_the_users_own_line_are_told():
    assert told(failed("loader")) == [
        'thread "loader" had ended by ValueError: no such row (paint.py:12, in Reader.read)'
    ]


def test_threads_and_processes_that_failed_alike_share_a_line():
    (text,) = told(failed("loader"), failed("writer"), failed("MainThread", PID + 1))
    assert text.startswith(f'threads "loader" and "writer" and process {PID + 1} had ended by')


def test_a_message_that_is_not_known_or_long_leaves_the_type_and_its_beginning():
    assert "ended by ValueError (paint.py" in told(failed("a", message=Absent("not asked")))[0]
    (text,) = told(failed("a", message="x\n" * 400))
    assert len(text) < 250 and "\n" not in text


def test_a_hang_that_is_whole_by_itself_is_left_as_it_is():
    assert told(failed("loader"), cause="deadlock") == []
    assert told() == []


def test_tasks_whose_exception_nobody_asked_for_are_told_with_the_users_own_line():
    places = (
        Place("/usr/lib/python3.11/json/decoder.py", 355, "loads"),
        Place("/home/ada/paint.py", 12, "consume", mine=True),
    )
    tasks = tuple(FailedTask(f"Task-{n}", "KeyError('pears')", places) for n in (2, 3))
    state = crash(signal=Absent("none"), failed_tasks=tasks)
    finding = Finding(cause="waits-for-nobody", summary="", confidence="likely", family="hang")
    (one,) = shown(finding, Case(state)).evidence
    assert one.text == (
        'tasks "Task-2" and "Task-3" had ended by KeyError(\'pears\') (paint.py:12, in consume), '
        "which nobody has asked for"
    )


def test_of_threads_that_ended_who_knows_how_those_that_would_have_ended_the_wait_are_told():
    ran = Place("/home/ada/paint.py", 7, "Mixer.run", mine=True)
    state = crash(signal=Absent("none"))
    ended = (
        EndedThread("mixer", ran, (PID,)),
        EndedThread("other", ran, ()),
        EndedThread("x", None, ()),
    )
    case = Case(state._replace(waiting=state.waiting._replace(ended_threads=ended)))
    blame = (Blame("/home/ada/paint.py", 20, "main", "MainThread", tid=PID),)
    finding = Finding(
        cause="waits-for-nobody", summary="", confidence="likely", family="hang", blame=blame
    )
    (text,) = [one.text for one in shown(finding, case).evidence]
    assert text == 'thread "mixer" has ended: Mixer.run (paint.py:7) would have ended the wait'
