"""Of a real process: what fails at one frame, or in one thread, costs the others nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from atfault.analyze.process import analyze_core
from atfault.cpython.frames.code import CodeTable
from atfault.decode import threads
from atfault.options import Options
from support.real_cores import CRASH, dump


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    made = dump(sys.executable, tmp_path_factory.mktemp("core"), CRASH)
    if not isinstance(made, Path):
        pytest.skip(made)
    return str(made)


def explained(core):
    return analyze_core(core, None, Options(lines=False))


def failing(original, when):
    """`original`, which fails where `when(its arguments)`."""

    def call(*arguments, **named):
        if when(*arguments):
            raise IndexError("list index out of range")
        return original(*arguments, **named)

    return call


def pythons(report, *, crashed):
    (thread,) = [one for one in report.threads if one.crashed is crashed][:1]
    return {one.function: one for one in thread.frames if one.kind == "python"}


@pytest.mark.representative("errors of our own")
def test_variables_that_cannot_be_read_are_missing_of_their_frame_alone(
    core, containing, monkeypatch
):
    def is_fail(_, frame, __):
        return frame.code.name == "fail"

    monkeypatch.setattr(threads, "frame_locals", failing(threads.frame_locals, is_fail))
    report = explained(core)
    frames = pythons(report, crashed=True)
    assert frames["fail"].locals is None and frames["fail"].line
    assert {one.name for one in frames["<module>"].locals} >= {"event"}
    (warning,) = [one for one in report.warnings if "IndexError" in one]
    assert warning.startswith("reading the variables of fail() failed: IndexError: list index")
    assert report.diagnosis[0].blame[0].function == "fail"


def test_a_thread_is_shown_as_far_as_its_frames_can_be_read(core, containing, monkeypatch):
    def is_wait(_, code, __):
        return code.info.name == "run"

    monkeypatch.setattr(CodeTable, "location", failing(CodeTable.location, is_wait))
    report = explained(core)
    assert list(pythons(report, crashed=True)) == ["string_at", "fail", "<module>"]
    other = next(one for one in report.threads if not one.crashed)
    assert [one.function for one in other.frames if one.kind == "python"][-1] == "wait"
    assert "reading a Python frame failed: IndexError" in other.stop_reason
    assert report.diagnosis[0].blame[0].function == "fail"


def test_without_the_interpreters_threads_the_native_stacks_are_shown(
    core, containing, monkeypatch
):
    monkeypatch.setattr(
        "atfault.cpython.runtime.PythonRuntime.threads", failing(None, lambda _: True)
    )
    report = explained(core)
    assert report.signal.name == "SIGSEGV" and len(report.threads) == 2
    assert all(one.frames for one in report.threads)
    assert any(one.startswith("reading Python's threads failed: IndexE") for one in report.warnings)
