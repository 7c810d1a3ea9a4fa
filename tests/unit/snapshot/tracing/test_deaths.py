"""Which deaths of children are explained, which are counted, which are nobody's business."""

from __future__ import annotations

import os
from typing import Any

import pytest

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.out_of_memory import OutOfMemory
from atfault.model.process import ProcessInfo, SignalInfo
from atfault.model.start import (
    COMMAND,
    EVENT_LOOP_COMMAND,
    EXECUTOR_WORKER,
    FORK,
    UNKNOWN_START,
    LastMoment,
    Start,
    StartKind,
)
from atfault.model.waits import Place
from atfault.snapshot.tracing import deaths
from atfault.snapshot.tracing import lost as lost_processes
from atfault.snapshot.tracing.deaths import Deaths, Fatal
from atfault.snapshot.tracing.family import Family

MAIN = 100
LINE = Place("train.py", 3, "main", mine=True)
PROCESS = StartKind("multiprocessing.Process", "part")
TRACKER = StartKind("resource tracker of multiprocessing", "helper")
SERVER = Place("/usr/lib/python3.11/multiprocessing/forkserver.py", 273, "main")
POOL = Start(MAIN, MAIN, EXECUTOR_WORKER, (LINE,))


class Observer:
    hang_seconds = 0.0

    def __init__(self) -> None:
        self.told: list[int] = []
        self.end: tuple[Any, ...] = ()

    def child_died(self, death: Any) -> int:
        self.told.append(death.process.pid)
        return 40 + len(self.told)

    def ended(self, *end: Any) -> None:
        self.end = end


class Helpers:
    """Works at once."""

    def start(self, work: Any, on_end: Any = lambda status: None, seconds: Any = None) -> int:
        on_end(work())
        return 0


class Scout:
    def __init__(self) -> None:
        self.marks: dict[int, tuple[object, ...]] = {}
        self.starts: dict[int, Start] = {}
        self.last: dict[int, LastMoment] = {}

    def mark(self, pid: int, tid: int, registers: bytes) -> tuple[object, ...]:
        return self.marks.get(pid, ("a.py:7",))

    def start_of(self, pid: int) -> Start | None:
        return self.starts.get(pid)

    def last_of(self, pid: int) -> LastMoment | None:
        return self.last.get(pid)

    def gone(self, pid: int) -> None:
        self.starts.pop(pid, None)

    def forked(self, *_: Any) -> None: ...

    def executed(self, pid: int) -> None: ...


class Nothing:
    def peak_rss(self, timeout: float) -> None: ...

    def evidence(self, pid: int, peak: Any) -> None: ...


class Run:
    """A program whose children die as a test says."""

    def __init__(self) -> None:
        self.observer, self.scout = Observer(), Scout()
        self.family = Family(ProcessInfo(MAIN), 1)
        nothing: Any = Nothing()
        helpers: Any = Helpers()
        self.deaths = Deaths(self.family, self.observer, helpers, nothing, nothing, self.scout)  # type: ignore[arg-type]

    def about_to_die(self, pid: int, number: int = 11, sender: int | None = None) -> bool:
        self.family.living.add(pid)
        info = SignalInfo(number, 1 if sender is None else 0, sender_pid=sender)
        termination = Termination(None, number, sender_pid=sender)
        fatal = Fatal(ProcessInfo(pid), info, termination, False)
        return self.deaths.expect(pid, pid, fatal, b"")

    def gone(self, pid: int, status: int) -> None:
        self.family.living.discard(pid)
        self.deaths.ended(pid, status)

    def crash(self, pid: int, number: int = 11, sender: int | None = None) -> bool:
        held = self.about_to_die(pid, number, sender)
        if held:
            self.deaths.explain(pid, b"{}")
        self.gone(pid, number)
        return held

    def over(self, status: int = 0) -> tuple[Any, ...]:
        self.family.main_ended = True
        self.deaths.ended(MAIN, status)
        self.deaths.tell_all()
        return self.observer.end[:3]

    @property
    def unsure(self) -> list[int]:
        """Whether the program failed for them is for others to say."""
        return [death.process.pid for death in self.observer.end[3]]

    def looked_at(self, pid: int, number: int = 15, report: bytes = b"{}") -> None:
        self.family.living.add(pid)
        info = SignalInfo(number, 0, sender_pid=1)
        fatal = Fatal(ProcessInfo(pid), info, Termination(None, number, sender_pid=1), False)
        self.deaths.looked_at(pid, fatal, report)


def exited(code: int) -> int:
    return code << 8


def test_children_that_die_alike_are_one_report_and_a_count() -> None:
    run = Run()
    assert [run.crash(pid) for pid in (1, 2, 3)] == [True, False, False]
    assert run.observer.told == [1]
    main, (death,), left_out = run.over(exited(1))
    assert (main, left_out) == (None, {})
    assert (death.alike, death.alike_count, death.number) == ((2, 3), 2, 41)
    assert death.outcome == "ended with exit status 1"


def test_those_that_die_while_the_first_is_explained_are_counted() -> None:
    run = Run()
    assert run.about_to_die(1)
    assert not run.about_to_die(2)
    run.gone(2, 11)
    run.deaths.explain(1, b"{}")
    run.gone(1, 11)
    (death,) = run.over()[1]
    assert (death.process.pid, death.alike) == (1, (2,))


def test_each_way_to_die_is_told() -> None:
    run = Run()
    run.scout.marks = {1: ("a.py:7",), 2: ("b.py:3",)}
    assert [run.crash(pid) for pid in (1, 2, 3)] == [True, True, False]
    assert run.crash(4, number=8)  # the same line, another signal
    assert run.observer.told == [1, 2, 4]


def test_only_so_many_are_explained_at_once_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run()
    run.scout.marks = {pid: (pid,) for pid in range(1, 100)}
    held = [run.about_to_die(pid) for pid in range(1, 10)]
    assert held.count(True) == deaths.MAX_AT_ONCE
    for pid in range(1, 10):
        run.deaths.explain(pid, b"{}")
        run.gone(pid, 11)
    explained = sum(run.crash(pid) for pid in range(10, 90))
    assert explained == deaths.MAX_CHILD_REPORTS - deaths.MAX_AT_ONCE
    monkeypatch.setattr(deaths, "MORE_EVERY", 0.0)
    assert run.crash(95), "a server that runs on is explained again after a while"
    assert run.over()[2] == {11: 89 - deaths.MAX_CHILD_REPORTS}


def test_a_count_of_thousands_keeps_a_few_pids() -> None:
    run = Run()
    for pid in range(1000, 4000):
        run.crash(pid)
    (death,) = run.over()[1]
    assert death.alike_count == 2999 and len(death.alike) == lost_processes.MAX_LISTED


@pytest.mark.parametrize("status", [9, exited(3)])
@pytest.mark.parametrize(("end", "told"), [(exited(1), 1), (0, 0)])
def test_a_lost_worker_is_told_of_if_the_program_fails(status: int, end: int, told: int) -> None:
    run = Run()
    run.scout.starts = {5: POOL, 6: POOL}
    run.gone(5, status)
    run.gone(6, status)
    children = run.over(end)[1]
    assert len(children) == told
    if told:
        assert (children[0].process.pid, children[0].alike) == (5, (6,))
        assert children[0].start == POOL
        assert isinstance(children[0].analysis, Absent)


@pytest.mark.parametrize("kind", [COMMAND, UNKNOWN_START, TRACKER])
def test_other_programs_may_end_as_they_like(kind: StartKind) -> None:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=kind)}
    run.gone(5, 9)
    assert run.over(exited(1))[1] == ()


@pytest.mark.parametrize("kind", [PROCESS, FORK])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_process_of_the_programs_own_is_its_business_if_it_fails_at_once(
    kind: StartKind, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=kind)}
    run.gone(5, 9)
    if not at_once:
        monkeypatch.setattr(deaths, "AT_ONCE", -1.0)
    monkeypatch.setattr(lost_processes, "AT_ONCE", -1.0)
    assert len(run.over(exited(1))[1]) == at_once


@pytest.mark.parametrize(("act", "told"), [("", 1), ("kill", 1), ("cpu-limit", 1), ("ended", 0)])
@pytest.mark.parametrize("kind", [COMMAND, FORK])
def test_a_killed_command_is_told_of_unless_the_program_was_ending_it(
    kind: StartKind, act: Any, told: int
) -> None:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=kind)}
    run.scout.last = {5: LastMoment(5, act, (LINE,), ProcessInfo(5, MAIN, argv=("job", "1")))}
    run.gone(5, 9)
    children = run.over(exited(1))[1]
    assert len(children) == told
    if told:
        assert children[0].last == run.scout.last[5]
        assert children[0].process.argv == ("job", "1")
        assert (children[0].termination.sender_pid == 5) is (act == "kill")


@pytest.mark.parametrize(("act", "told"), [("", 0), ("kill", 1), ("cpu-limit", 1), ("ended", 0)])
def test_a_command_of_an_event_loop_is_told_of_where_that_is_sure(act: Any, told: int) -> None:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=EVENT_LOOP_COMMAND)}
    run.scout.last = {5: LastMoment(5, act, (LINE,))}
    run.gone(5, 9)
    assert len(run.over(exited(1))[1]) == told


def test_workers_that_leave_at_different_lines_are_told_apart() -> None:
    run = Run()
    run.scout.starts = {5: POOL, 6: POOL, 7: POOL}
    other = LINE._replace(line=9)
    run.scout.last = {
        pid: LastMoment(pid, "exit", (line,)) for pid, line in ((5, LINE), (6, other), (7, LINE))
    }
    for pid in (5, 6, 7):
        run.gone(pid, exited(2))
    assert [(d.process.pid, d.alike) for d in run.over(exited(1))[1]] == [(5, (7,)), (6, ())]


def test_one_that_killed_itself_was_not_killed_for_memory() -> None:
    class Kills(Nothing):
        def evidence(self, pid: int, peak: Any) -> OutOfMemory:
            return OutOfMemory("cgroup", kills=1)

    run = Run()
    oom: Any = Kills()
    run.deaths._oom = oom
    run.scout.starts = {5: POOL, 6: POOL}
    run.scout.last = {5: LastMoment(5, "kill", (LINE,)), 6: LastMoment(6, "", (LINE,))}
    run.gone(5, 9)
    assert run.observer.told == []
    run.gone(6, 9)
    assert run.observer.told == [6], "another one was"


def test_a_process_that_exits_with_an_error_has_said_why() -> None:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=PROCESS)}
    run.gone(5, exited(1))
    assert run.over(exited(1))[1] == ()


def test_a_crash_explains_more_than_a_lost_worker() -> None:
    run = Run()
    run.scout.starts = {5: POOL}
    run.gone(5, exited(1))
    run.crash(7)
    assert [death.process.pid for death in run.over(exited(1))[1]] == [7]


def test_a_crash_of_long_ago_explains_no_failure_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run()
    run.crash(7)
    run.scout.starts = {5: POOL, 6: POOL}
    run.gone(5, exited(1))
    run.deaths._last_crash -= 60
    for kind in run.deaths._lost.kinds.values():
        kind.when -= 30
    assert [death.process.pid for death in run.over(exited(1))[1]] == [7], "nor a worker's"
    run = Run()
    run.crash(7)
    run.deaths._last_crash -= 60
    run.scout.starts = {5: POOL}
    run.gone(5, exited(1))
    assert [death.process.pid for death in run.over(exited(1))[1]] == [7, 5]


def test_workers_that_end_after_the_program_was_asked_to_are_not_lost() -> None:
    run = Run()
    run.scout.starts = {5: POOL}
    run.deaths.got(MAIN, 2, None)
    run.gone(5, exited(1))
    assert run.over(exited(130))[1] == ()


def left(*places: Place) -> LastMoment:
    return LastMoment(5, "exit", places)


@pytest.mark.parametrize(
    ("kind", "last", "status", "told"),
    [
        (EXECUTOR_WORKER, left(LINE), exited(7), True),
        (EXECUTOR_WORKER, left(LINE), exited(0), True),
        (EXECUTOR_WORKER, left(), exited(7), False),  # nobody knows who called exit
        (EXECUTOR_WORKER, LastMoment(5, "kill", (LINE,)), 9, True),
        (EXECUTOR_WORKER, LastMoment(5, "", (LINE,)), 9, False),  # perhaps the program killed it
        (PROCESS, left(LINE), exited(7), True),
        (PROCESS, left(Place("engine.py", 4, "_guard")), exited(7), True),
        (
            PROCESS,
            left(Place("/lib/multiprocessing/popen_fork.py", 71, "_launch")),
            exited(7),
            False,
        ),
        (EXECUTOR_WORKER, left(SERVER, LINE), exited(0), False),
        (PROCESS, left(LINE), exited(0), False),
        (FORK, left(LINE), exited(7), False),  # what its status says is between the two
    ],
)
def test_of_a_program_that_copes_those_are_told_that_ended_themselves(
    kind: StartKind, last: LastMoment, status: int, told: bool
) -> None:
    run = Run()
    run.scout.starts = {5: Start(MAIN, MAIN, kind, (LINE,))}
    run.scout.last = {5: last}
    run.gone(5, status)
    assert [death.process.pid for death in run.over(exited(0))[1]] == ([5] if told else [])


def test_a_worker_that_leaves_when_it_is_asked_to_is_not_lost() -> None:
    run = Run()
    run.scout.starts = {5: POOL}
    run.scout.last = {5: left(LINE)}
    run.deaths.got(5, 15, MAIN)
    assert run.deaths.was_asked(5)
    run.gone(5, exited(7))
    assert not run.deaths.was_asked(5)
    assert run.over(exited(0))[1] == () and run.over(exited(1))[1] == ()


def test_a_signal_to_the_whole_group_is_no_report_of_each() -> None:
    run = Run()
    run.deaths.got(MAIN, 15, 700)
    assert not run.crash(5, number=15, sender=700)
    assert run.crash(6, number=15, sender=701), "another sender meant this one"
    assert run.observer.told == [6]
    assert run.over(15)[2] == {}


def test_the_groups_signal_may_reach_a_child_first() -> None:
    run = Run()
    assert run.about_to_die(5, number=15, sender=700)
    run.deaths.got(MAIN, 15, 700)
    run.deaths.explain(5, b"{}")
    run.gone(5, 15)
    assert run.observer.told == [] and run.over(15)[1] == ()


def test_one_that_was_killed_while_it_was_looked_at_is_not_told() -> None:
    run = Run()
    assert run.about_to_die(1)
    run.gone(1, 9)
    run.deaths.explain(1, b"{}")
    assert run.over()[1] == ()
    assert os.WIFSIGNALED(9)


RANK = Start(MAIN, MAIN, COMMAND, (LINE,))


def lost_long_ago(monkeypatch: pytest.MonkeyPatch, holder: int = MAIN) -> Run:
    """A program one of whose processes has left by os._exit(7) at a line of its own."""
    monkeypatch.setattr(deaths, "AT_ONCE", -1.0)
    monkeypatch.setattr(lost_processes, "AT_ONCE", -1.0)
    run = Run()
    run.family.living |= {5, 6, holder}
    run.scout.starts = {5: RANK._replace(pid=holder), 6: RANK._replace(pid=holder)}
    run.scout.last = {5: LastMoment(5, "exit", (LINE,))}
    run.gone(5, exited(7))
    return run


def test_a_process_for_which_the_others_are_ended_is_told_however_long_that_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = lost_long_ago(monkeypatch)
    run.deaths.got(6, 15, MAIN)
    run.gone(6, 15)
    assert [death.process.pid for death in run.over(exited(1))[1]] == [5]


@pytest.mark.parametrize(("pid", "sender"), [(6, None), (6, 999), (6, 6), (MAIN, 999)])
def test_others_that_somebody_else_ends_prove_nothing(
    monkeypatch: pytest.MonkeyPatch, pid: int, sender: int | None
) -> None:
    run = lost_long_ago(monkeypatch)
    run.deaths.got(pid, 15, sender)
    assert run.over(exited(1))[1] == ()


@pytest.mark.parametrize(("status", "told"), [(exited(1), 1), (0, 0)])
def test_a_process_is_told_when_its_launcher_failed_for_it_and_the_program_for_that(
    monkeypatch: pytest.MonkeyPatch, status: int, told: int
) -> None:
    run = Run()
    monkeypatch.setattr(Family, "parent_of", lambda self, pid: MAIN)
    run.family.living |= {5, 50}
    run.scout.starts = {5: RANK._replace(pid=50)}
    run.scout.last = {5: LastMoment(5, "exit", (LINE,))}
    run.gone(5, exited(7))
    run.gone(50, status)
    assert len(run.over(exited(1))[1]) == told


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program fails long after."""
    monkeypatch.setattr(deaths, "AT_ONCE", -1.0)
    monkeypatch.setattr(lost_processes, "AT_ONCE", -1.0)


def lost(kind: StartKind, last: LastMoment | None, status: int) -> Run:
    run = Run()
    run.scout.starts = {5: POOL._replace(kind=kind)}
    if last is not None:
        run.scout.last = {5: last}
    run.gone(5, status)
    return run


ITSELF = LastMoment(5, "kill", (LINE,))
SOMEBODY = LastMoment(5, "", (LINE,))


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize(
    ("kind", "last", "status", "code", "is_sure"),
    [
        (COMMAND, ITSELF, 9, 1, True),
        (PROCESS, ITSELF, 9, 1, True),
        (COMMAND, LastMoment(5, "cpu-limit", (LINE,)), 9, 1, True),
        (COMMAND, SOMEBODY._replace(awaited=True), 9, 1, True),
        (COMMAND, SOMEBODY, 9, 137, True),  # as shells pass it on
        (COMMAND, SOMEBODY, 9, 247, True),  # as Python does
        (PROCESS, left(LINE), exited(7), 1, True),
        (COMMAND, SOMEBODY, 9, 1, False),
        (PROCESS, None, 9, 1, False),
        (COMMAND, left(LINE), exited(7), 1, False),  # a status says something to who asked
    ],
)
def test_however_late_the_program_fails_an_order_of_events_ties_it_to_a_process(
    kind: StartKind, last: LastMoment | None, status: int, code: int, is_sure: bool
) -> None:
    run = lost(kind, last, status)
    children = run.over(exited(code))[1]
    assert [death.process.pid for death in children] == ([5] if is_sure else [])
    assert all(death.is_late for death in children)
    assert run.unsure == ([] if is_sure else [5])


@pytest.mark.usefixtures("late")
def test_whoever_has_started_another_process_since_went_on() -> None:
    for last in (ITSELF, SOMEBODY):
        run = lost(COMMAND, last, 9)
        run.deaths.born(MAIN)
        assert run.over(exited(1))[1] == () and run.unsure == []
    run = lost(COMMAND, ITSELF, 9)
    run.deaths.born(77)  # another one
    assert len(run.over(exited(1))[1]) == 1


@pytest.mark.usefixtures("late")
def test_a_process_that_was_started_anew_and_is_lost_once_more_is_told() -> None:
    run = lost(COMMAND, ITSELF, 9)
    run.deaths.born(MAIN)
    run.scout.starts, run.scout.last = {6: RANK}, {6: ITSELF._replace(tid=6)}
    run.gone(6, 9)
    ((death,),) = [run.over(exited(1))[1]]
    assert (death.process.pid, death.alike) == (5, (6,))


@pytest.mark.usefixtures("late")
def test_nothing_of_the_kind_is_told_of_a_program_that_ends_well() -> None:
    run = lost(COMMAND, SOMEBODY, 9)
    assert run.over(0)[1] == () and run.unsure == []


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize(("last", "is_sure"), [(ITSELF, True), (SOMEBODY, False)])
def test_a_launcher_that_fails_late_hands_on_what_it_lost(
    monkeypatch: pytest.MonkeyPatch, last: LastMoment, is_sure: bool
) -> None:
    monkeypatch.setattr(Family, "parent_of", lambda self, pid: MAIN)
    run = Run()
    run.family.living |= {5, 50}
    run.scout.starts, run.scout.last = {5: RANK._replace(pid=50)}, {5: last}
    run.gone(5, 9)
    run.gone(50, exited(1))
    assert len(run.over(exited(1))[1]) == is_sure
    assert run.unsure == ([] if is_sure else [5])


@pytest.mark.parametrize("status", [exited(1), exited(0), 15, 9])
def test_a_process_that_hung_as_it_was_told_to_end_is_told_with_what_was_seen(status: int) -> None:
    run = Run()
    run.looked_at(1)
    run.gone(1, status)
    assert run.observer.told == [1]
    main, (death,), _ = run.over(exited(1))
    assert main is None and death.analysis == b"{}" and death.termination.signal == 15
    run.looked_at(MAIN, number=2)
    assert run.over(exited(130))[0].analysis == b"{}"


def test_one_that_goes_on_after_a_signal_and_ends_later_was_not_ended_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(deaths.time, "monotonic", lambda: now[0])
    run = Run()
    run.looked_at(1)
    run.looked_at(2)
    now[0] += deaths.SOON + 1
    run.gone(1, exited(1))
    assert run.observer.told == []
    run.gone(2, 9)  # SIGKILL follows where a signal did not help
    assert run.observer.told == [2]


def test_a_process_that_hung_and_crashed_since_is_told_to_have_crashed() -> None:
    run = Run()
    run.looked_at(1)
    assert run.crash(1)
    assert [death.termination.signal for death in run.over(exited(1))[1]] == [11]
