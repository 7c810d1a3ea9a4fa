"""Exceptions that ended others before a hang."""

from __future__ import annotations

from atfault.diagnose.hang.failed_before import with_failures
from atfault.diagnose.words import brief
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.findings import Finding
from atfault.model.places import Place
from atfault.model.stacks import Location
from atfault.model.state import Unhandled
from atfault.model.waits import Again, FailedTask, LoopCondition
from support.hang_states import (
    FILE,
    first,
    hang,
    library,
    moves,
    resource,
    wait,
    watched,
    worker,
)
from support.states import PID, crash, thread

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


# a thread that goes round until it is told, by what has failed

BEAT = worker("beat", 11, 20, function="run")
ENDING = thread([library("_shutdown", "threading.py")], tid=PID, name="MainThread", crashed=False)
FAILURE = Unhandled("ValueError('some')", (Place(FILE, 31, "baskets", mine=True),))
LOOP = Again(3, 3.0, Place(FILE, 20, "run", mine=True), 21, does=("self.beats",))
TOLD_TO_STOP = resource("event", "self.stopped")


def ending(*beside, failure=FAILURE, again=LOOP, what=TOLD_TO_STOP, threads=(), condition=None):
    """The main thread waits, as Python ends, for a thread that wakes up again and again."""
    seen = moves(11, 0.0)._replace(again=again, condition=condition)
    joined = wait(PID, resource("thread", "beat", key="thread:11"))._replace(target_tid=11)
    waits = [joined, wait(11, what, line=20, timeout=True)._replace(again=again), *beside]
    activity = watched(moves(PID, 0.0, moved=False), seen)
    return hang([ENDING, BEAT, *threads], waits, activity=activity, main_failure=failure)


def test_who_serves_until_it_is_told_is_told_by_nobody_once_the_main_thread_has_failed():
    found = first(ending())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert [blame.line for blame in found.blame][:2] == [20, 31]


def test_a_loop_that_is_meant_to_go_on_or_whose_flag_stands_still_is_not_told_either():
    naps = resource("time", "time.sleep")
    assert first(ending(again=LOOP._replace(serves=True), what=naps)).cause == "waits-for-nobody"
    still = LoopCondition(20, 21, "self.running", ("self.running = True",), True, False, False)
    assert first(ending(what=naps, condition=still)).cause == "waits-for-nobody"
    assert first(ending(what=naps)).cause != "waits-for-nobody"


def test_a_thread_that_outlives_a_main_thread_which_did_not_fail_serves():
    assert first(ending(failure=None)).cause != "waits-for-nobody"


def test_a_loop_that_ends_by_itself_is_waited_for():
    assert first(ending(again=LOOP._replace(ends=True))).cause != "waits-for-nobody"


def test_another_thread_that_goes_on_may_tell_it():
    found = first(ending(threads=(worker("other", 12, 40),)))
    assert found.confidence == "possible"
