"""Each part of a process may fail on its own: the report goes on, and says what it lacks."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace

import pytest

from atfault.analyze.process import analyze_core
from atfault.decode import threads
from atfault.decode.crash import objects
from atfault.decode.state import DecodedProcess, decode
from atfault.model.process import ProcessInfo
from atfault.model.state import PARTS, Fault, Objects, ProcessState
from atfault.options import Options
from atfault.report.text import render
from atfault.snapshot.core import open_core
from support.elf_builder import CoreBuilder

GIVEN = ("ending", "layout", "python", "gil", "threads", "activity", "started", "warnings")
"""Parts that come with the process, or are those of `_found` and `layout`, which contain their own
failures."""


def failing(*_, **__):
    raise IndexError("list index out of range")


@pytest.fixture
def core(tmp_path):
    """Two threads of a program without Python, the first at a read of 0x10."""
    builder = CoreBuilder().thread(10, 11, pc=0x1004, sp=0x7FFF_0000).siginfo(11, 1, 0x10)
    data = builder.process(10).thread(11, pc=0x2000, sp=0x7FFF_8000)
    path = tmp_path / "core"
    path.write_bytes(data.segment(0x7FFF_0000, bytes(0x10000)).build())
    return str(path)


def test_every_part_that_is_decoded_is_contained():
    decoded = [
        name for name in PARTS if isinstance(vars(DecodedProcess).get(name), cached_property)
    ]
    assert len(decoded) > 12
    for name in decoded:
        if name not in GIVEN:
            assert hasattr(vars(DecodedProcess)[name].func, "__wrapped__"), name


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("atfault.decode.address_space._stack_limits", "finding where the stacks end"),
        ("atfault.decode.state.fault_access", "decoding the faulting instruction"),
        ("atfault.decode.state.environment_of", "reading the versions of packages"),
        ("atfault.decode.state._buffers", "reading the arrays"),
        ("atfault.decode.state.decode_threads", "decoding the threads"),
        ("atfault.decode.state.DecodedProcess._ended_by_itself", "reading who waits for whom"),
        ("atfault.decode.crash.objects.decode_objects", "looking for damaged objects"),
        ("atfault.decode.state.DecodedProcess._is_about_heap", "reading the heap"),
        ("atfault.decode.threads.find_runtime", "looking for the interpreter"),
        ("atfault.native.unwind.Unwinder._drive", "unwinding thread 10"),
        ("atfault.compose.report._verify", "comparing source files"),
        ("atfault.compose.report.headline", "making the headline"),
        ("atfault.compose.report._native_frame", ""),
    ],
)
def test_a_part_that_fails_costs_itself_alone(where, what, core, containing, monkeypatch):
    monkeypatch.setattr(where, failing)
    report = analyze_core(core, None, Options(lines=False))
    assert report.diagnosis[0].cause and report.signal.name == "SIGSEGV"
    assert {thread.tid for thread in report.threads} == {10, 11} or not what
    told = [one for one in report.warnings if what and one.startswith(what)]
    assert not what or "IndexError: list index out of range" in told[0]
    assert "SIGSEGV" in render(report)


def test_a_search_for_objects_that_fails_costs_itself_alone(containing, monkeypatch):
    for search in objects.SEARCHES:
        monkeypatch.setattr(objects._Search, search, failing)
    monkeypatch.setattr(objects._Search, "is_about_objects", lambda _: False)
    losses: list[str] = []
    known = SimpleNamespace(runtime=SimpleNamespace(left_out=""), crashed=object())
    state = ProcessState(ProcessInfo(1))
    found = objects.decode_objects(None, (), known, state, losses, is_about_heap=False)
    assert found == Objects()
    assert [told.partition(" failed")[0] for told in losses] == list(objects.SEARCHES.values())


def test_a_part_that_failed_says_so_in_place_of_its_reasons(core, containing, monkeypatch):
    monkeypatch.setattr("atfault.decode.state.fault_access", failing)
    with open_core(core) as snapshot:
        fault = decode(snapshot, Options(lines=False)).fault
    assert fault.access.reason.startswith("decoding the faulting instruction failed: IndexError (")
    assert fault == Fault(*[fault.access] * 3)


def test_one_thread_that_fails_keeps_its_native_stack_and_the_others_theirs(
    core, containing, monkeypatch
):
    merge = threads.merge

    def once(native, *rest):
        return failing() if native.frames[0].pc == 0x2000 else merge(native, *rest)

    monkeypatch.setattr(threads, "merge", once)
    report = analyze_core(core, None, Options(lines=False))
    sound, failed = report.threads
    assert (sound.crashed, sound.merged) == (True, True)
    assert (failed.tid, failed.merged) == (11, False)
    assert failed.frames[0].address == "0x2000"
    assert failed.stop_reason.startswith("decoding thread 11 failed: IndexError (")
    assert any(
        one.startswith("decoding thread 11 failed: IndexError: list") for one in report.warnings
    )
