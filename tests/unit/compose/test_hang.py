"""Process states with waits → the report's graph, headings, tasks and relatives."""

from __future__ import annotations

from atfault.compose.report import compose
from atfault.model.absent import Absent
from atfault.model.findings import Blame, Finding
from atfault.model.process import ProcessInfo, Registers, Thread
from atfault.model.stacks import StackTrace, ThreadState
from atfault.model.state import GilState
from atfault.model.waits import (
    Activity,
    AsyncTask,
    Hold,
    Place,
    Resource,
    ThreadActivity,
    Wait,
)
from atfault.report.headline import headline
from atfault.report.json import dumps, loads
from atfault.source import SourceReader
from support.diagnosed import diagnose
from support.schema import validate
from support.states import MadeState, case_of

PID = 4711


def thread(tid, name):
    native = Thread(tid, name, Registers((None,) * 17), "S")
    nothing = Absent("not looked at")
    return ThreadState(native, StackTrace((), True), nothing, nothing, python_name=name)


def lock(number):
    return Resource("lock", f"lock:0x{number}@{PID}", f"lock_{number}", number, PID)


def place(line):
    return Place("/home/ada/bank.py", line, "pay", mine=True)


def state(**changes):
    base = MadeState.of(
        process=ProcessInfo(PID, 1, "/usr/bin/python3", ("python", "bank.py"), "/home/ada"),
        arch="x86_64",
        kind="live",
        signal=Absent("alive"),
        termination=Absent("alive"),
        mappings=(),
        modules=(),
        python=Absent("not looked at"),
        gil=GilState(known=False),
        threads=(thread(PID, "MainThread"), thread(4712, "pay-1"), thread(4713, "pay-2")),
    )
    return base._replace(**changes)


def deadlocked():
    return state(
        holds=(
            Hold(4712, PID, lock(1), "with", place(10)),
            Hold(4713, PID, lock(2), "with", place(10)),
        ),
        waits=(
            Wait(4712, PID, lock(2), place(12), timeout=False),
            Wait(4713, PID, lock(1), place(12), timeout=False),
            Wait(
                PID,
                PID,
                Resource("thread", "thread:4712", 'thread "pay-1"'),
                place(25),
                timeout=False,
                target_tid=4712,
                target_pid=PID,
            ),
        ),
    )


def composed(of):
    return compose(case_of(of), diagnose(of), SourceReader(), kind="hang")


def test_the_graph_has_every_thread_lock_and_wait_once():
    graph = composed(deadlocked()).waits
    keys = {node.key for node in graph.nodes}
    assert keys == {
        "thread:4711", "thread:4712", "thread:4713", f"lock:0x1@{PID}", f"lock:0x2@{PID}",
    }  # fmt: skip
    assert len(graph.nodes) == len(keys)
    edges = {(edge.source, edge.target, edge.kind) for edge in graph.edges}
    assert edges == {
        ("thread:4712", f"lock:0x2@{PID}", "waits-for"),
        ("thread:4713", f"lock:0x1@{PID}", "waits-for"),
        ("thread:4711", "thread:4712", "waits-for"),
        (f"lock:0x1@{PID}", "thread:4712", "held-by"),
        (f"lock:0x2@{PID}", "thread:4713", "held-by"),
    }
    assert all(edge.place.line in (10, 12, 25) for edge in graph.edges)


def test_each_step_of_a_cycle_is_an_edge():
    report = composed(deadlocked())
    edges = {(edge.source, edge.target) for edge in report.waits.edges}
    (cycle,) = report.waits.cycles
    assert len(cycle) == 4
    assert report.diagnosis[0].about == cycle
    for key, following in zip(cycle, (*cycle[1:], cycle[0])):
        assert (key, following) in edges


def test_threads_say_what_they_hold_and_wait_for():
    report = composed(deadlocked())
    threads = {thread.name: thread for thread in report.threads}
    assert threads["pay-1"].holds[0]["name"] == "lock_1"
    assert threads["pay-1"].holds[0]["line"] == 10
    wait = threads["pay-1"].waits_for
    assert (wait["name"], wait["line"], wait["timeout"]) == ("lock_2", 12, False)
    assert wait["held_by"] == [{"tid": 4713, "pid": PID, "name": "pay-2"}]
    assert threads["MainThread"].waits_for["kind"] == "thread"


def test_what_is_composed_fits_the_schema_and_survives_the_round_trip():
    report = composed(deadlocked())
    validate(dumps(report))
    assert loads(dumps(report)) == report
    assert "eadlock between 2 threads" in headline(report)


def test_a_process_that_holds_and_waits_for_nothing_has_no_graph():
    assert composed(state()).waits is None
    assert composed(state()).threads[0].waits_for is None


def test_tasks_name_who_awaits_them_and_start_at_the_innermost_frame():
    frames = (Place("/a.py", 9, "main", mine=True), Place("/b.py", 3, "sleep"))
    tasks = (
        AsyncTask(0x10, "outer", 0x99, PID, "pending", frames[:1], "task 'inner'", 0x20),
        AsyncTask(0x20, "inner", 0x99, PID, "pending", frames, "a future", 0x30),
        AsyncTask(0x40, "over", 0x99, PID, "done", (), ""),
    )
    outer, inner = composed(state(tasks=tasks)).tasks
    assert inner.awaited_by == ("outer",)
    assert outer.awaited_by == ()
    assert [frame.function for frame in inner.frames] == ["sleep", "main"]
    assert inner.loop == "0x99"


def test_activity_is_carried_over():
    seen = ThreadActivity(PID, 2.99, 3.0, 5, True, ("i 1 → 2",), place(7), ("done = False",))
    activity = composed(state(activity=Activity(3.0, 60, (seen,)))).activity
    assert activity.threads[0].fixed == ("done = False",)
    assert activity.threads[0].loop.line == 7


def test_relatives_are_children_with_their_own_waits():
    pipe = Resource("pipe", "pipe:[7]", "pipe to process 4711")
    child = state(
        process=ProcessInfo(4800, PID, "/usr/bin/python3", ("python",), "/home/ada"),
        threads=(thread(4800, "MainThread"),),
        waits=(Wait(4800, 4800, pipe, place(40)),),
    )
    report = composed(state(family=(child,)))
    assert report.children[0].process.relation == "child"
    assert report.children[0].threads[0].waits_for["name"] == "pipe to process 4711"
    assert "thread:4800" in {node.key for node in report.waits.nodes}
    validate(dumps(report))


def test_a_relatives_first_finding_is_what_was_found_about_it():
    child = state(
        process=ProcessInfo(90, PID, "/usr/bin/python3", ("python", "bank.py"), "/home/ada"),
        threads=(thread(90, "MainThread"),),
    )
    found = Finding("deadlock", "of the child", "likely", (Blame("a.py", 3, "f", "", pid=90),))
    diagnosis = diagnose(state())._replace(findings=(found,))
    report = compose(case_of(state(family=(child,))), diagnosis, SourceReader(), kind="hang")
    assert report.children[0].diagnosis == report.diagnosis
    own = found._replace(blame=(found.blame[0]._replace(pid=None),))
    diagnosis = diagnosis._replace(findings=(own,))
    report = compose(case_of(state(family=(child,))), diagnosis, SourceReader(), kind="hang")
    assert report.children[0].diagnosis[0].cause == "unknown"
