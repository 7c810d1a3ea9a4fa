"""The parts of `run --again` that need no process: settings, and the merging."""

from __future__ import annotations

from atfault.again import merge, settings
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.numba import NumbaFunction
from atfault.model.numba_run import BoundsHit
from atfault.model.stacks import Location
from atfault.source import SourceReader
from support.crash_reports import out_of_bounds

THREAD = """\
Exception in thread Thread-1 (work):
Traceback (most recent call last):
  File "t.py", line 9, in work
ValueError
"""
SOURCE = SourceReader()
PLAN = settings.Plan("checks", (), "PYTHONMALLOC=debug")


def report(cause="heap-corruption", confidence="certain", line=20, **finding):
    base = out_of_bounds()
    blame = (Blame("/home/me/app.py", line, "main", "MainThread"),) if line else ()
    evidence = tuple(map(Evidence, finding.pop("evidence", ())))
    summary = finding.pop("summary", "a summary")
    found = Finding(cause, summary, confidence, blame, evidence, **finding)
    return base._replace(diagnosis=(found,), kind="crash", warnings=(), again=())


def look(second=None, plan=PLAN, **fields):
    return merge.Look(plan, second, fields.pop("exit_code", 134), **fields)


# settings


def test_pythons_blocks_are_checked_only_where_there_is_python():
    first = report()
    variables = dict(settings.checks(first, "/tmp/x", lambda name: "/lib/" + name).variables)
    assert variables["PYTHONMALLOC"] == "debug"
    assert variables["NUMBA_CACHE_DIR"] == "/tmp/x"
    native = first._replace(process=first.process._replace(python=None), threads=())
    variables = dict(settings.checks(native, "/tmp/x", lambda name: "/lib/" + name).variables)
    assert "PYTHONMALLOC" not in variables and variables["MALLOC_CHECK_"] == "3"


def test_a_missing_debug_library_is_said_and_not_preloaded(monkeypatch):
    monkeypatch.setattr(settings, "_is_old_glibc", lambda: False)
    plan = settings.checks(report(), "/tmp/x", lambda name: "")
    assert "LD_PRELOAD" not in dict(plan.variables)
    assert "MALLOC_CHECK_" not in plan.words
    assert any("libc_malloc_debug" in note for note in plan.notes)


def test_developer_mode_is_for_misuse_of_the_c_api_alone():
    assert "PYTHONDEVMODE" not in dict(settings.checks(report(), "/x").variables)
    assert "PYTHONDEVMODE" in dict(settings.checks(report("gil-not-held"), "/x").variables)


def test_what_is_preloaded_already_stays():
    plan = settings.Plan("x", (("LD_PRELOAD", "mine.so"), ("A", "new")), "")
    entries = settings.environment((b"LD_PRELOAD=theirs.so", b"A=old", b"B=1"), plan)
    assert entries == (b"B=1", b"LD_PRELOAD=mine.so theirs.so", b"A=new")


def test_causes_that_are_clear_need_no_second_look():
    assert settings.no_second_look(report("integer-division-by-zero"))
    assert settings.no_second_look(report()._replace(kind="killed"))
    assert not settings.no_second_look(report())


def test_one_size_of_block_is_guarded_with_pythons_objects():
    variables = dict(settings.guarding("/tmp/g.so", 61).variables)
    assert variables["ATFAULT_GUARD"] == "61:61" and variables["PYTHONMALLOC"] == "malloc"
    assert "ATFAULT_GUARD" not in dict(settings.guarding("/tmp/g.so").variables)


# merging


FUNCTION = NumbaFunction("scatter", "scatter", "app.py", 3)
HIT = BoundsHit(FUNCTION, Location("app.py", 5, 9, 5, 20), "counts", 1, 0, 129, 129, 24)


def test_an_index_that_the_checks_found_leads_with_its_line():
    merged = merge.merged(report(), [look(hits=(HIT,), exit_code=1)], SOURCE)
    first = merged.diagnosis[0]
    assert (first.cause, first.confidence) == ("out-of-bounds", "certain")
    assert first.summary.startswith("counts has 129 elements; index 129 was used")
    assert [(blame.line, blame.column) for blame in first.blame] == [(5, 9)]
    assert any("without these settings: heap-corruption" in e.text for e in first.evidence)
    assert merge.is_solved(report(), look(hits=(HIT,)))
    assert not merge.is_solved(report(), look())


def test_what_the_first_run_could_name_is_not_replaced():
    first = report("out-of-bounds", summary="table has 10 elements; element 99 was read")
    merged = merge.merged(first, [look(hits=(HIT,), exit_code=1)], SOURCE)
    assert merged.diagnosis[0].summary.startswith("table has 10")
    assert "to use an index that is out of bounds" in merged.diagnosis[0].evidence[-1].text


def test_the_guarded_access_leads_before_the_checks():
    checked = look(report(line=30))
    caught = report("out-of-bounds", line=8, under_guard=True)
    guarded = look(caught, settings.Plan("guard", (), "a guard page behind each block"))
    merged = merge.merged(report(), [checked, guarded], SOURCE)
    assert merged.diagnosis[0].cause == "out-of-bounds"
    assert merged.diagnosis[0].blame[0].line == 8
    assert [run.diagnosis[0].blame[0].line for run in merged.again] == [8, 30]
    assert merged.signal == report().signal


def stopped(name="SIGTRAP", **frame):
    base = report()
    crashed = next(thread for thread in base.threads if thread.crashed)
    own = next(one for one in crashed.frames if one.mine)._replace(**frame)
    plumbing = own._replace(mine=False, function="helper")
    threads = (crashed._replace(frames=(plumbing, own)),)
    return base._replace(signal=base.signal._replace(name=name), threads=threads)


def test_the_line_that_asked_for_the_block_is_named_beside_the_access():
    caught = report("out-of-bounds", line=8, under_guard=True, block=(5 << 32 | 1, 2008))
    plan = settings.guarding("/tmp/g.so")
    guarded = look(caught, plan)
    assert merge.guarded_block(guarded) == (5 << 32 | 1, 2008)
    again = settings.stopping(plan, merge.guarded_block(guarded))
    settings_of = [dict(one.variables) for one in (plan, again)]
    lengths = {len(one["ATFAULT_GUARD_STOP"]) for one in settings_of}
    assert len(lengths) == 1 and lengths == {41}
    assert settings_of[1]["ATFAULT_GUARD_STOP"].endswith(":00000000000000002008")
    place = stopped(file="/home/me/app.py", line=3, function="make", code="np.zeros(251)")
    known = guarded._replace(allocated=merge.where_allocated(look(place, again)))
    lead = merge.merged(report(), [known], SOURCE).diagnosis[0]
    assert any("asked for at app.py:3, in make: np.zeros(251)" in e.text for e in lead.evidence)


def test_a_run_that_was_not_stopped_at_the_block_names_no_line():
    assert merge.where_allocated(look(stopped("SIGSEGV"))) is None
    assert merge.where_allocated(look(None)) is None
    assert merge.guarded_block(look(report())) == ()


def test_the_first_finding_stays_when_the_second_run_says_no_more():
    merged = merge.merged(report(), [look(report())], SOURCE)
    assert merged.diagnosis[0].blame[0].line == 20
    assert "died at the same line" in merged.diagnosis[0].evidence[-1].text


def test_what_was_freed_leads_before_what_became_of_that():
    freed = report("use-after-free", "likely", 12)
    for symptom in ("refcount-corruption", "wild-pointer", "heap-corruption"):
        merged = merge.merged(report(symptom, "likely"), [look(freed)], SOURCE)
        assert merged.diagnosis[0].cause == "use-after-free"
        assert merged.diagnosis[0].blame[0].line == 12
    sure = report("null-dereference", "certain")
    assert merge.merged(sure, [look(freed)], SOURCE).diagnosis[0].cause == "null-dereference"
    guess = report("use-after-free", "possible", 12)
    merged = merge.merged(report("wild-pointer", "likely"), [look(guess)], SOURCE)
    assert merged.diagnosis[0].cause == "wild-pointer"
    here = report("use-after-free", "likely", 20)
    assert merge.merged(sure, [look(here)], SOURCE).diagnosis[0].cause == "use-after-free"


def test_a_crash_that_does_not_come_again_is_said():
    merged = merge.merged(report(), [look(exit_code=0)], SOURCE)
    assert "did not crash (exit code 0)" in merged.diagnosis[0].evidence[-1].text
    assert merged.again == ()


def test_another_exception_is_told_and_not_taken_for_the_cause():
    merged = merge.merged(report(), [look(errors=THREAD, exit_code=1)], SOURCE)
    assert merged.diagnosis[0].cause == "heap-corruption"
    assert "ended with ValueError (t.py:9)" in merged.diagnosis[0].evidence[-1].text


def test_the_advice_to_run_it_again_is_not_given_twice():
    advice = (Advice("run it again", "atfault run --again python app.py", True), Advice("look"))
    merged = merge.merged(report(advice=advice), [look(report())], SOURCE)
    assert merged.diagnosis[0].advice == (Advice("look"),)


def test_the_size_of_the_damaged_block_comes_from_the_interpreter():
    text = "Debug memory block at address p=0x7f: API 'o'\n    61 bytes originally requested\n"
    assert merge.size_of_damaged(look(report(), errors=text)) == 61
    assert merge.size_of_damaged(look(None, errors=text)) is None
    assert merge.size_of_damaged(look(report(), errors="61 bytes originally requested")) is None


def test_a_program_that_needs_memory_as_malloc_aligns_it_is_run_so():
    plan = settings.guarding("/tmp/g.so")
    refused = report()._replace(signal=report().signal._replace(code_name="SI_KERNEL"))
    assert merge.is_misaligned(look(refused, plan))
    assert not merge.is_misaligned(look(report(), plan))
    assert not merge.is_misaligned(look(None, plan))
    alignments = [
        dict(one.variables)["ATFAULT_GUARD_ALIGN"] for one in (plan, settings.aligned(plan))
    ]
    assert alignments == ["08", "16"]
    assert len(settings.aligned(plan).variables) == len(plan.variables)
