"""How the programs of tests/real are judged, and that each has an answer."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("tomllib")

from support import real_judge, real_programs
from support.real_judge import NOT_RUN, RIGHT, VAGUE, WRONG
from support.real_programs import Answer

ANSWER = Answer(
    name="bank",
    path="/programs/bank.py",
    thread="https://example.org/1",
    cause=("deadlock", "waits-for-nobody"),
    vague=("waiting-external",),
    says=(),
    never=("the cat did it",),
    certain=True,
    packages=(),
    needs=(),
    on="",
    python=(),
    look=("attach",),
    kind="crash",
    ci=False,
    here=frozenset({10}),
    also=frozenset({20}),
)


def finding(cause="deadlock", confidence="likely", line=10, file="/programs/bank.py", said="hangs"):
    blame = [] if line is None else [{"file": file, "line": line}]
    return {
        "cause": cause,
        "confidence": confidence,
        "summary": said,
        "blame": blame,
        "evidence": [],
        "advice": [],
    }


def judged(*findings, **changes):
    return real_judge.judge(ANSWER._replace(**changes), {"diagnosis": list(findings)})


def test_an_accepted_cause_at_the_line_is_right():
    assert judged(finding()).grade == RIGHT
    assert judged(finding("waits-for-nobody")).grade == RIGHT


def test_what_is_true_but_less_is_vague():
    assert judged(finding("waiting-external")).grade == VAGUE
    assert judged(finding("unknown", line=None)).grade == VAGUE
    assert judged(finding(line=20)).grade == VAGUE
    assert judged(finding(line=None)).grade == VAGUE
    assert judged(finding(file="/lib/queue.py", line=5)).grade == VAGUE
    assert judged(finding(), says=("savings",)).grade == VAGUE


def test_another_cause_or_line_is_wrong():
    assert judged(finding("busy-loop")).grade == WRONG
    assert judged(finding(line=11)).grade == WRONG
    assert judged(finding("waiting-external", file="/lib/select.py", line=5)).grade == WRONG


def test_what_must_not_be_said_is_wrong():
    assert judged(finding(said="the cat did it")).grade == WRONG
    assert judged(finding("waiting-external", said="so it will go on by itself")).grade == WRONG
    second = finding("busy-loop", said="the cat did it")
    assert judged(finding(), second).grade == WRONG
    assert judged(finding(), {**second, "confidence": "possible"}).grade == RIGHT


def test_a_wrong_one_that_was_certain_is_told_apart():
    assert judged(finding("busy-loop", "certain")).surely_wrong
    assert judged(finding(), finding("busy-loop", "certain")).surely_wrong
    assert judged(finding(line=11, confidence="certain")).surely_wrong
    assert judged(finding(confidence="certain"), certain=False).surely_wrong
    assert not judged(finding("busy-loop")).surely_wrong


def test_the_programs_own_name_is_not_something_said():
    assert judged(finding(said="in bank.py:10"), says=("bank",)).grade == VAGUE
    assert judged(finding(said="waits for bank-server"), says=("-server",)).grade == RIGHT


def test_a_healthy_program_may_be_waited_for_but_not_hang():
    def healthy(*findings):
        return real_judge.judge_healthy(ANSWER, {"diagnosis": list(findings)}).grade

    assert healthy(finding("waiting-external")) == RIGHT
    assert healthy(finding("slow-not-stuck", "likely")) == RIGHT
    assert healthy(finding("deadlock", "possible")) == RIGHT
    assert healthy(finding("deadlock")) == WRONG
    assert healthy(finding("slow-not-stuck"), finding("busy-loop")) == WRONG


def test_each_hang_has_a_thread_a_cause_and_a_line():
    hangs = real_programs.answers("hangs")
    assert len(hangs) >= 70
    for hang in hangs:
        with open(hang.path, encoding="utf-8") as file:
            text = file.read()
        assert re.search(rf"^# {re.escape(hang.thread)}$", text, re.MULTILINE), hang.name
        assert hang.cause and hang.here, hang.name
        assert "READY" in text, hang.name
        assert not (hang.packages and hang.ci), hang.name


CRASH = ANSWER._replace(cause=("out-of-bounds",), vague=("wild-pointer",))


def judged_crash(*findings, kind="crash", **changes):
    report = {"kind": kind, "diagnosis": list(findings)}
    return real_judge.judge_crash(CRASH._replace(**changes), report)


def test_the_line_of_a_crash_is_judged_apart_from_its_cause():
    right = judged_crash(finding("out-of-bounds"))
    assert (right.grade, right.line_right) == (RIGHT, True)
    elsewhere = judged_crash(finding("out-of-bounds", line=11))
    assert (elsewhere.grade, elsewhere.line, elsewhere.line_right) == (RIGHT, "other", False)
    inside = judged_crash(finding("out-of-bounds", file="/lib/numpy.py"))
    assert (inside.grade, inside.line, inside.line_right) == (RIGHT, "library", False)
    lineless = judged_crash(finding("out-of-bounds", line=None), here=frozenset())
    assert (lineless.grade, lineless.line_right) == (RIGHT, True)


def test_the_cause_of_a_crash_is_right_vague_or_wrong():
    assert judged_crash(finding("wild-pointer")).grade == VAGUE
    assert judged_crash(finding("unknown", line=None)).grade == VAGUE
    assert judged_crash(finding("out-of-bounds"), says=("savings",)).grade == VAGUE
    assert judged_crash(finding("stack-overflow")).grade == WRONG
    assert judged_crash(finding("out-of-bounds", said="the cat did it")).grade == WRONG


def test_what_is_wrong_of_a_crash_and_certain_is_told_apart():
    assert judged_crash(finding("stack-overflow", "certain")).surely_wrong
    assert judged_crash(finding("out-of-bounds"), finding("data-race", "certain")).surely_wrong
    assert judged_crash(finding("out-of-bounds", "certain", line=11)).surely_wrong
    assert judged_crash(finding("out-of-bounds", "certain"), certain=False).surely_wrong
    assert not judged_crash(finding("out-of-bounds", line=11)).surely_wrong


def test_a_crash_in_place_of_which_an_exception_came_was_not_run():
    assert judged_crash(finding("unknown"), kind="exception").grade == NOT_RUN
    assert judged_crash(finding("out-of-bounds"), kind="killed").grade == NOT_RUN
    killed = CRASH._replace(kind="killed", cause=("out-of-memory",))
    report = {"kind": "killed", "diagnosis": [finding("out-of-memory")]}
    assert real_judge.judge_crash(killed, report).grade == RIGHT


def test_each_crash_has_a_thread_and_a_cause():
    crashes = real_programs.answers("crashes")
    assert len(crashes) >= 40
    for crash in crashes:
        with open(crash.path, encoding="utf-8") as file:
            text = file.read()
        assert re.search(rf"^# {re.escape(crash.thread)}$", text, re.MULTILINE), crash.name
        assert crash.cause, crash.name
        assert set(crash.look) <= {"run", "core", "again"}, crash.name
        assert all("==" in package for package in crash.packages), crash.name


def test_there_are_healthy_programs_enough():
    assert len(real_programs.answers("healthy")) >= 40
