"""The engine: needs, ranking, blame, failures; plug-ins; the registry."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from atfault.diagnose.engine import _titled
from atfault.diagnose.order import ordered
from atfault.diagnose.rule import TELLING, Need, applies, rule, unmet
from atfault.diagnose.rules import every_rule, rules_for
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.findings import Blame, Finding
from atfault.model.process import SignalInfo
from atfault.model.state import NO_PYTHON, Layout
from atfault.model.waits import AsyncTask, Place, Resource, Wait
from support.diagnosed import claims, diagnose
from support.hang_states import hang
from support.states import (
    CODE,
    HEAP,
    PID,
    array,
    case_of,
    crash,
    mapping,
    native,
    python,
    segv,
    thread,
)


def finding(cause, confidence="likely", **more):
    return Finding(cause, f"it was {cause}", confidence, **more)


def made(cause, confidence="likely", *, generic=False, yields_to=(), needs=(), **more):
    @rule(cause, needs=needs, yields_to=(TELLING, *yields_to) if generic else yields_to)
    def one(case):
        yield finding(cause, confidence, **more)

    return one


@rule("waits", family="hang")
def waits(case):
    yield finding("waits", "certain")


STATE = crash(signal=segv(0x1234_0000), frames=[native("f", "extension"), python("main", line=7)])


def causes(*rules, state=STATE):
    return [(f.cause, f.confidence) for f in diagnose(state, rules).findings]


def test_a_surer_finding_comes_first():
    assert causes(made("a", "possible"), made("b", "certain")) == [
        ("b", "certain"),
        ("a", "possible"),
    ]


def test_of_equally_sure_findings_the_more_telling_rule_comes_first():
    assert causes(made("a"), made("b")) == [("a", "likely"), ("b", "likely")]


def test_of_an_exception_the_title_says_what_was_raised_where_the_rule_says_nothing():
    raised = UncaughtException("main", (RaisedException("KeyError", "x"),), thread="loader")
    case = Case(exception=raised)
    rules = [
        made("a", family="exception"),
        made("b", family="exception", title="Refused"),
        made("c", family="text"),
    ]
    told = [_titled(one, case).title for rule in rules for one in rule(case)]
    assert told == ['Uncaught KeyError in thread "loader"', "Refused", ""]


def test_a_rule_that_yields_to_another_comes_after_it():
    told = causes(made("a", yields_to=("b",)), made("c"), made("b"))
    assert [cause for cause, _ in told] == ["c", "b", "a"]


def test_rules_that_yield_to_each_other_in_a_circle_are_refused():
    with pytest.raises(ValueError, match="circle: a → b → a"):
        ordered([made("a", yields_to=("b",)), made("b", yields_to=("a",))])


@pytest.mark.parametrize("code", [0, 1])
@pytest.mark.parametrize("number", range(32))
def test_a_room_that_is_not_asked_has_no_rule_for_such_an_end(number, code):
    case = case_of(crash(signal=SignalInfo(number, code=code, sender_pid=None if code else 1)))
    asked = {one.rule_id for one in rules_for(case)}
    others = [one for one in every_rule() if one.rule_id not in asked and applies(one, case)]
    assert [one.rule_id for one in others if not one.leads and (one.on or list(one(case)))] == []


def test_every_rule_that_is_yielded_to_exists():
    known = {one.rule_id for one in every_rule()}
    assert {name for one in every_rule() for name in one.yields_to} - {TELLING} <= known


def test_a_generic_finding_is_dropped_beside_a_telling_one_that_is_as_sure():
    assert causes(made("generic", generic=True), made("b")) == [("b", "likely")]


def test_a_generic_finding_that_is_surer_stays_first():
    told = causes(made("generic", "certain", generic=True), made("b"))
    assert told == [("generic", "certain"), ("b", "likely")]


def test_beside_a_possible_finding_a_generic_one_becomes_possible_and_comes_last():
    told = causes(made("generic", "likely", generic=True), made("b", "possible"))
    assert told == [("b", "possible"), ("generic", "possible")]


def test_of_several_generic_findings_the_first_is_kept():
    told = causes(made("a", generic=True), made("b", generic=True))
    assert told == [("a", "likely")]


def test_the_same_cause_is_told_once():
    assert causes(made("a", "likely"), made("a", "certain")) == [("a", "certain")]


def test_there_is_always_a_finding():
    assert causes() == [("unknown", "possible")]


def test_an_unmet_need_is_said_with_its_reason():
    state = STATE._replace(buffers=(), python=Absent("the interpreter was not found"))
    diagnosis = diagnose(state, (made("a", needs=(Need.BUFFERS,)),))
    assert [(n.rule, n.reason) for n in diagnosis.not_checked] == [
        ("a", "the interpreter was not found")
    ]


NEWER = STATE._replace(python=STATE.python._replace(left_out="CPython 3.99 is not known whole"))


def leaning(cause, *confidences):
    @rule(cause, partly=(Need.INTERPRETER,))
    def one(state):
        for confidence in confidences:
            yield finding(cause, confidence)

    return one


def test_a_rule_that_leans_on_what_was_left_out_is_one_step_less_sure():
    assert causes(leaning("a", "certain"), state=NEWER) == [("a", "likely")]
    assert causes(leaning("a", "likely"), state=NEWER) == [("a", "possible")]
    assert causes(leaning("a", "possible"), state=NEWER) == [("a", "possible")]
    assert causes(leaning("a", "certain")) == [("a", "certain")]


def test_a_rule_that_leans_on_what_was_left_out_and_finds_nothing_was_not_checked():
    diagnosis = diagnose(NEWER, (leaning("a"), leaning("b", "likely"), made("c")))
    assert [(n.rule, n.reason) for n in diagnosis.not_checked] == [
        ("a", "CPython 3.99 is not known whole")
    ]
    assert not diagnose(STATE, (leaning("a"),)).not_checked


def test_what_merely_happened_in_an_interpreter_that_is_not_known_whole_is_not_certain():
    inside = native("PyObject_GetAttr", "libpython")
    state = crash(signal=segv(8), frames=[inside, python("main", line=7)])
    state = state._replace(python=NEWER.python)
    assert causes(made("a", "certain", yields_to=(TELLING,)), state=state) == [("a", "likely")]
    assert causes(made("a", "certain", yields_to=(TELLING,)), state=NEWER) == [("a", "certain")]


def test_an_unknown_need_is_unmet():
    assert "nothing provides" in unmet("moon phase", STATE)


def test_an_exception_in_a_rule_is_a_warning_and_the_others_run(containing):
    @rule("broken")
    def broken(state):
        yield finding("half")
        raise ZeroDivisionError("oops")

    diagnosis = diagnose(STATE, (broken, made("b")))
    (warning,) = diagnosis.warnings
    assert warning.startswith("rule broken failed: ZeroDivisionError: oops (test_engine.py:")
    assert "b" in [f.cause for f in diagnosis.findings]


def test_a_finding_without_lines_gets_the_crashed_threads_own_ones():
    frames = [native("f", "extension"), python("inner", line=3), python("outer", line=9)]
    found = diagnose(crash(signal=segv(8), frames=frames), (made("a"),)).findings[0]
    assert [(b.function, b.line, b.thread) for b in found.blame] == [
        ("inner", 3, "MainThread"),
        ("outer", 9, "MainThread"),
    ]


@pytest.mark.parametrize(
    "cause, confidence, is_told",
    [
        ("out-of-bounds", "certain", False),
        ("out-of-bounds", "likely", True),
        ("heap-corruption", "certain", True),
    ],
)
def test_what_others_did_is_no_reason_for_what_is_certain_and_explained(cause, confidence, is_told):
    others = [thread([native("g", "extension"), python("serve")], tid=5000, crashed=False)]
    state = crash(
        signal=segv(0x1234_0000), frames=[native("f", "extension"), python()], threads=others
    )
    first = diagnose(state, [made(cause, confidence)]).findings[0]
    assert len(first.evidence) == 1 + is_told  # the function that failed is told in any case


def test_frames_of_libraries_are_not_blamed():
    frames = [python("run", file="/usr/lib/python3.12/threading.py"), python("main", line=4)]
    found = diagnose(crash(signal=segv(8), frames=frames), (made("a"),)).findings[0]
    assert [b.function for b in found.blame] == ["main"]


def test_lines_that_a_rule_names_are_kept():
    blame = (Blame("x.py", 1, "f", "T", pid=PID),)
    assert diagnose(STATE, (made("a", blame=blame),)).findings[0].blame == blame


def test_a_stack_without_own_lines_says_so():
    state = crash(signal=segv(8), frames=[native("worker", "extension")])
    found = diagnose(state, (made("a"),)).findings[0]
    assert found.blame == ()
    assert claims(found) == ("a", "likely", [], {"read": 1})


def test_a_program_that_is_installed_as_a_package_has_lines_nevertheless():
    """pip install of a service: its package called numpy, whose native code failed."""
    packages = "/venv/lib/python3.12/site-packages/"
    frames = [
        native("reduce", "numba"),
        python("_sum", file=f"{packages}numba/_methods.py", line=49),
        python("render", file=f"{packages}shop/views.py", line=6),
        python("handle", file=f"{packages}flask/app.py", line=900),
        python("serve", file=f"{packages}shop/main.py", line=80),
        python("run", file="/usr/lib/python3.12/threading.py"),
    ]
    found = diagnose(crash(signal=segv(8), frames=frames), (made("a"),)).findings[0]
    assert [(b.function, b.line) for b in found.blame] == [("render", 6), ("serve", 80)]
    assert claims(found) == ("a", "likely", ["views.py:6:render", "main.py:80:serve"], {"read": 2})
    own = [*frames[:2], python("main", line=4), *frames[2:]]
    found = diagnose(crash(signal=segv(8), frames=own), (made("a"),)).findings[0]
    assert [b.function for b in found.blame] == ["main"]
    assert diagnose(crash(signal=segv(8), frames=frames[:2]), (made("a"),)).findings[0].blame == ()


def test_of_a_stack_that_was_not_read_whole_no_more_is_said_than_is_known():
    state = crash(signal=segv(8), frames=[native("worker", "extension")])
    crashed = state.threads[0]
    cut = crashed._replace(stack=crashed.stack._replace(stop_reason="the stack is not readable"))
    found = diagnose(state._replace(threads=(cut,)), (made("a"),)).findings[0]
    assert claims(found) == ("a", "likely", [], {"read": 1})
    unread = state._replace(python=Absent("CPython's state cannot be read"))
    found = diagnose(unread, (made("a"),)).findings[0]
    assert claims(found) == ("a", "likely", [], {"read": 1})


@pytest.mark.parametrize(
    ("end", "with_line", "without_line"),
    (
        (
            {"signal": segv(0x1234_0000)},
            "check what is passed to the call on that line: an",
            "check what is passed to the call: an",
        ),
        (
            {"signal": SignalInfo(5, 0x80, None, PID)},
            "check what that line passes to the native call; a",
            "check what is passed to the native call; a",
        ),
        (
            {"signal": SignalInfo(8, 1, 0x1000, PID)},
            "check the divisor (a step, size, count or modulus) passed on that line",
            "check the divisor (a step, size, count or modulus) passed",
        ),
    ),
)
def test_advice_does_not_speak_of_a_line_that_is_not_there(end, with_line, without_line):
    inside = native("f", "extension")
    for frames, told in (([inside, python()], with_line), ([inside], without_line)):
        found = diagnose(crash(frames=frames, **end)).findings[0]
        assert bool(found.blame) == (told == with_line)
        assert found.advice[0].text.startswith(told)


def test_code_made_from_a_string_is_blamed_after_lines_that_can_be_seen():
    frames = [native("f"), python("__init__", line=3, file="<string>"), python("make", line=9)]
    found = diagnose(crash(signal=segv(8), frames=frames), (made("a"),)).findings[0]
    assert [(b.function, b.line) for b in found.blame] == [("make", 9), ("__init__", 3)]


WORKER = {"tid": 4712, "name": "pool_0"}
LIBRARY = [native("strlen"), python("run", file="/usr/lib/python3.12/threading.py")]


def test_of_lines_from_a_string_alone_that_a_rule_blames_the_line_that_called_them_comes_first():
    frames = [python("__eq__", line=3, file="<string>"), python("same", line=9), python()]
    state = crash(signal=segv(8), frames=frames)
    made_of_text = Blame("<string>", 3, "__eq__", "MainThread", tid=PID, pid=PID)
    found = diagnose(state, (made("a", blame=(made_of_text,)),)).findings[0]
    assert [(b.function, b.line) for b in found.blame] == [("same", 9), ("__eq__", 3)]
    elsewhere = made_of_text._replace(tid=4712)
    assert diagnose(state, (made("a", blame=(elsewhere,)),)).findings[0].blame == (elsewhere,)


def blamed_for_a_worker(*threads, **more):
    """What a crash in a thread is put down to that runs none of the user's own lines."""
    state = crash(signal=segv(8), frames=LIBRARY, thread=WORKER, threads=threads, **more)
    found = diagnose(state, (made("a"),)).findings[0]
    return [(b.function, b.line, b.thread) for b in found.blame], found.evidence[-1].text


def joining(tid, name="MainThread"):
    wait = Wait(tid, PID, Resource("thread", "thread:4712", "pool_0"), target_tid=4712)
    return thread([python("main", line=9)], tid=tid, crashed=False, name=name), wait


def test_a_thread_that_runs_no_own_lines_leads_to_the_one_that_waits_for_it():
    main, wait = joining(1)
    lines, note = blamed_for_a_worker(main, waits=(wait,))
    assert lines == [("main", 9, "MainThread")]
    assert 'the one shown waits for it, in thread "MainThread"' in note


def test_a_thread_that_waits_for_another_is_not_blamed():
    main, wait = joining(1)
    lines, note = blamed_for_a_worker(main, waits=(wait._replace(target_tid=4713),))
    assert lines == []
    assert "none of your own lines" in note


def test_of_two_that_wait_neither_is_blamed():
    (one, first), (other, second) = joining(1), joining(2, "other")
    assert blamed_for_a_worker(one, other, waits=(first, second))[0] == []


@pytest.mark.parametrize(("runner", "lines"), ((4712, [("job", 6, "M")]), (4713, []), (None, [])))
def test_a_task_that_waits_for_what_the_thread_computes_is_blamed(runner, lines):
    frames = (
        Place("/home/ada/paint.py", 6, "job", mine=True),
        Place("/usr/lib/python3.12/asyncio/threads.py", 25, "to_thread"),
    )
    task = AsyncTask(0x10, "Task-2", 0x99, 1, "pending", frames, "a call", runner=runner)
    loop = thread([native("epoll_wait")], tid=1, crashed=False, name="M")
    assert blamed_for_a_worker(loop, tasks=(task,))[0] == lines


def test_a_helper_thread_leads_to_the_thread_that_is_in_the_same_library():
    main = thread(
        [native("parallel_for", "torch"), python("train", line=30)], tid=1, crashed=False, name="M"
    )
    state = crash(
        signal=segv(8), frames=[native("kernel", "torch")], threads=(main,), thread={"name": "w"}
    )
    found = diagnose(state, (made("a"),)).findings[0]
    assert [(b.function, b.line, b.thread) for b in found.blame] == [("train", 30, "M")]
    assert claims(found) == ("a", "likely", ["paint.py:30:train"], {"read": 2})


def test_a_library_that_waits_for_its_own_python_thread_is_seen_behind_the_waiting():
    waiting = python("join", file="/usr/lib/python3.12/threading.py")
    main = thread(
        [native("sem_wait"), waiting, native("query", "torch"), python("search", line=30)],
        tid=1,
        crashed=False,
        name="M",
    )
    frames = [native("kernel", "torch"), python("run", file="/usr/lib/python3.12/threading.py")]
    state = crash(signal=segv(8), frames=frames, threads=(main,))
    found = diagnose(state, (made("a"),)).findings[0]
    assert [(b.function, b.line, b.thread) for b in found.blame] == [("search", 30, "M")]


def test_with_two_threads_in_the_same_library_nobody_is_blamed():
    others = tuple(
        thread([native("f", "torch"), python("train")], tid=n, crashed=False) for n in (1, 2)
    )
    state = crash(signal=segv(8), frames=[native("kernel", "torch")], threads=others)
    assert diagnose(state, (made("a"),)).findings[0].blame == ()


def test_frames_of_a_handler_on_top_are_not_the_place_of_failure():
    frames = [
        native("raise"),
        native("faulthandler_fatal_error", "libpython"),
        native("<signal handler called>", is_signal_frame=True),
        native("strlen"),
        python("main", line=5),
    ]
    found = diagnose(crash(signal=segv(0), frames=frames)).findings[0]
    assert found.cause == "null-dereference"
    assert found.summary.startswith("strlen ")


def test_a_handler_that_fails_itself_is_the_place_of_failure():
    frames = [
        native("strlen"),
        native("on_alarm", "extension"),
        native("<signal handler called>", is_signal_frame=True),
        native("clock_nanosleep"),
        python("main", line=5),
    ]
    state = crash(signal=segv(0), frames=frames, thread={"fails_here": True})
    found = diagnose(state).findings[0]
    assert found.summary.startswith("strlen ")
    assert claims(found) == ("null-dereference", "certain", ["paint.py:5:main"], {"read": 2})


def test_every_listed_rule_exists_and_says_what_it_is():
    for loaded in every_rule():
        assert loaded.rule_id.replace("-", "_") == loaded.__name__
        assert loaded.__doc__ and loaded.causes
        assert all(
            unmet(need, case_of(STATE)) != f"nothing provides {need!r}" for need in loaded.needs
        )


def test_no_rule_fails_on_a_state_that_holds_nothing():
    empty = STATE._replace(
        signal=Absent("no signal"),
        mappings=(),
        modules=(),
        python=Absent("none"),
        threads=(),
        buffers=(),
        stack_limits=(),
    )
    for number in (0, 4, 5, 6, 7, 8, 9, 11, 15):
        signal = segv(None, number=number) if number else Absent("no signal")
        diagnosis = diagnose(empty._replace(signal=signal))
        assert diagnosis.findings and not diagnosis.warnings


def test_a_healthy_snapshot_is_unknown():
    state = STATE._replace(signal=Absent("the process was alive"))
    found = diagnose(state).findings
    assert [f.cause for f in found] == ["unknown"]
    assert "alive" in found[0].summary


def test_a_process_that_works_is_unknown_with_its_line():
    [worker] = STATE.threads
    worker = worker._replace(crashed=False, thread=worker.thread._replace(state="R"))
    state = STATE._replace(
        kind="live",
        signal=Absent("alive"),
        threads=(worker,),
        activity=Absent("not watched"),
    )
    found = diagnose(state).findings[0]
    assert (found.cause, [blame.line for blame in found.blame]) == ("unknown", [7])
    assert claims(found) == ("unknown", "possible", ["paint.py:7:main"], {})


@pytest.mark.slow
def test_ten_thousand_frames_and_a_thousand_buffers_are_quick():
    big = [python("f", line=n % 7, file="/a.py", a=array(HEAP + n * 64, (4,))) for n in range(1000)]
    frames = [native("f", "extension"), *big, *[python("g", file="/a.py")] * 9000]
    state = crash(signal=segv(CODE + (1 << 40)), frames=frames)
    assert diagnose(state).findings


# Plug-ins


@pytest.fixture
def packages(tmp_path, monkeypatch):
    packages = tmp_path / "site-packages"
    packages.mkdir()
    monkeypatch.setattr(sys, "path", [str(packages), *sys.path])
    return packages


def install(packages, target="extra_rules:extra"):
    info = packages / "extra-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[atfault.rules]\nextra = {target}\n")
    (packages / "extra_rules.py").write_text(
        "from atfault.diagnose.rule import rule\n"
        "from atfault.model.findings import Finding\n"
        "@rule('moon-phase')\n"
        "def extra(state):\n"
        "    yield Finding('moon-phase', 'full moon', 'certain')\n"
        "def no_rule(state):\n"
        "    return []\n"
    )


def test_rules_of_other_packages_run_once_they_are_installed(packages):
    assert "moon-phase" not in [f.cause for f in diagnose(STATE).findings]
    install(packages)
    assert "moon-phase" in [f.cause for f in diagnose(STATE).findings]


def test_an_entry_point_that_is_no_rule_is_a_warning(packages):
    install(packages, "extra_rules:no_rule")
    sys.modules.pop("extra_rules", None)
    assert any("rule extra could not be loaded" in w for w in diagnose(STATE).warnings)


def test_a_damaged_list_of_entry_points_is_a_warning(packages):
    info = packages / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    rubbish = b"\xff\x00[atfault.rules\n[atfault.rules]\n=\nno target\n"
    (info / "entry_points.txt").write_bytes(rubbish)
    found = diagnose(STATE)
    assert found.findings
    assert any("installed rules" in warning for warning in found.warnings)


def test_the_pages_of_the_causes_are_fresh():
    done = subprocess.run(
        [sys.executable, "tools/gen_cause_docs.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_line_is_blamed_once_by_whichever_name_of_its_function():
    blame = (
        Blame("bank.py", 7, "Account.pay", "MainThread", pid=PID),
        Blame("bank.py", 7, "pay", "MainThread", pid=PID),
        Blame("bank.py", 7, "pay", "worker", pid=PID),
        Blame("bank.py", 7, "<lambda>", "MainThread", pid=PID),
    )

    found = diagnose(STATE, (made("deadlock", "certain", blame=blame),)).findings[0]
    assert found.blame == (blame[0], blame[2], blame[3])


def test_without_the_interpreters_state_a_hang_is_merely_possible():
    reason = Absent("CPython's state cannot be read: 24 bytes at 0x7000")
    unread = hang([], python=reason, mappings=(mapping(0x7000, 0x1000),))
    assert causes(waits, state=unread) == [("waits", "possible")]
    assert causes(waits, state=hang([], python=reason)) == [("waits", "certain")], "it has ended"
    assert causes(waits, state=hang([], python=Absent(NO_PYTHON))) == [("waits", "certain")]
    assert causes(waits, state=hang([])) == [("waits", "certain")]


def test_of_a_core_that_is_cut_off_no_hang_is_certain():
    cut = hang([], layout=Layout(lacking="the core is cut off: 3 % of its memory is missing"))
    assert causes(waits, state=cut) == [("waits", "likely")]
    assert causes(made("a", "certain"), state=cut) == [("a", "certain")]


@pytest.mark.slow
def test_a_rule_that_uses_up_the_time_is_left_out_by_name(monkeypatch, containing):
    @rule("endless")
    def endless(case):
        yield finding("endless", "certain")
        while True:
            pass

    monkeypatch.setattr("atfault.diagnose.engine.SECONDS", 0.05)
    diagnosis = diagnose(STATE, (endless, made("a")))
    assert [one.cause for one in diagnosis.findings] == ["a"]
    (left_out,) = diagnosis.not_checked
    assert left_out.rule == "endless"
    assert "CPU time" in left_out.reason
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
