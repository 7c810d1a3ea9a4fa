"""From counts to a verdict: no phase is believed before it had the chance to fail."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.stress.campaign import Findings
from atfault.stress.child import ChildEnd
from atfault.stress.plan import Environment
from atfault.stress.tally import Tally
from atfault.stress.verdict import chance_by_rounds, chance_by_runs, is_enough, judge

UNKNOWN = Absent("not told")
FAILURE = {"kind": "result", "text": "3 instead of 4", "thread": "", "call": 1, "frames": []}


def end(*failures, rounds=10, calls=1000):
    """A child that wrote its result."""
    result = {"rounds": rounds, "calls": calls, "failures": list(failures)}
    return ChildEnd(result, {}, None, None, False, 0, 0, 5, rounds, calls, 0.1, "")


def tally(name, clean=0, failed=0, rounds=10, skipped=""):
    made = Tally(name)
    for _ in range(clean):
        made.add(end(rounds=rounds), UNKNOWN)
    for _ in range(failed):
        made.add(end(FAILURE, rounds=1), UNKNOWN)
    made.skipped = skipped
    return made


def findings(free, locked=None, own=None, alone=None, reference=None, kind="constant"):
    phases = (
        reference or tally("reference", 2, rounds=1),
        alone or tally("alone", 5),
        free,
        locked or tally("locked", skipped="nothing failed without it"),
        own or tally("own", skipped="nothing failed without it"),
    )
    environment = Environment("python", "/usr/bin/python3")
    place = {"file": "/home/ada/m.py", "line": 3, "function": "call"}
    return Findings(environment, {}, UNKNOWN, {}, place, phases, kind, 1000)


def verdict(*phases, **more):
    return judge(findings(*phases, **more))


def test_a_lock_that_cures_it_is_proof():
    found = verdict(tally("free", failed=3), tally("locked", 3), tally("own", 3))
    assert (found.cause, found.confidence) == ("data-race", "certain")
    assert found.headline == "call is not thread-safe"
    assert "in 3 of 3 runs from many threads" in found.summary
    assert any("what the calls share is the instance" in text for text in found.evidence)


def test_instances_that_do_not_help_point_at_global_state():
    found = verdict(tally("free", failed=3), tally("locked", 3), tally("own", failed=3))
    assert (found.cause, found.confidence) == ("data-race", "certain")
    assert any("global to the library" in text for text in found.evidence)


def test_instances_that_fail_otherwise_tell_nothing_of_what_is_shared():
    """A cache whose calls draw from the module random: each instance ends in another state."""
    own = Tally("own")
    own.add(end({**FAILURE, "kind": "state"}, rounds=1), UNKNOWN)
    found = verdict(tally("free", failed=3), tally("locked", 3), own)
    assert found.cause == "data-race"
    assert not any("global" in text or "may run at once" in text for text in found.evidence)
    assert any("whether they would help is open" in text for text in found.evidence)


def test_only_separate_instances_help():
    found = verdict(tally("free", failed=3), tally("locked", failed=3), tally("own", 5))
    assert (found.cause, found.confidence) == ("data-race", "likely")
    assert "only with a shared instance" in found.summary


def test_nothing_helps():
    found = verdict(tally("free", failed=3), tally("locked", failed=3), tally("own", failed=3))
    assert found.cause == "unknown"
    assert "even one at a time" in found.headline


def test_a_rare_failure_needs_many_clean_rounds():
    free = tally("free", clean=7, failed=1, rounds=50)
    few = verdict(free, tally("locked", 3), alone=tally("alone", 3))
    assert (few.cause, few.confidence) == ("data-race", "possible")
    many = verdict(free, tally("locked", 60, rounds=50), alone=tally("alone", 60, rounds=50))
    assert (many.cause, many.confidence) == ("data-race", "certain")


def test_without_knowing_that_one_thread_is_well_it_is_not_certain():
    found = verdict(tally("free", failed=3), tally("locked", 3), alone=tally("alone", 1, rounds=1))
    assert (found.cause, found.confidence) == ("data-race", "likely")


@pytest.mark.parametrize(("clean", "failed", "confidence"), [(0, 2, "certain"), (1, 1, "likely")])
def test_a_failing_reference_is_no_race(clean, failed, confidence):
    found = verdict(tally("free"), reference=tally("reference", clean, failed))
    assert (found.cause, found.confidence) == ("fails-alone", confidence)


def test_a_failure_in_another_thread_than_the_first_is_told_apart():
    found = verdict(tally("free"), alone=tally("alone", failed=2))
    assert found.cause == "fails-alone"
    assert "other than the main thread" in found.summary


def test_a_failure_of_one_thread_that_shows_late_is_no_race():
    found = verdict(
        tally("free", failed=3), tally("locked", 3), alone=tally("alone", clean=4, failed=1)
    )
    assert found.cause == "fails-alone"


def test_no_failure_is_never_certain():
    found = verdict(tally("free", 8, rounds=100))
    assert (found.cause, found.confidence) == ("no-race-found", "likely")
    assert any("one round in 267" in text for text in found.evidence)


@pytest.mark.parametrize("kind", ["partly", "nothing"])
def test_no_failure_means_less_where_results_were_not_compared(kind):
    found = verdict(tally("free", 8), kind=kind)
    assert (found.cause, found.confidence) == ("no-race-found", "possible")
    assert not any("wrong result" in text for text in found.evidence)


def test_the_chances_are_those_of_equal_rates():
    free = tally("free", clean=1, failed=1, rounds=9)  # 1 of 10 rounds, 1 of 2 runs
    other = tally("locked", 3)
    assert chance_by_rounds(free, other) == pytest.approx(2.718281828**-3)
    assert chance_by_runs(free, other) == pytest.approx(0.125)
    assert not is_enough(free, other)
    assert is_enough(free, tally("locked", 7))


def test_a_crash_counts_as_one_failed_round():
    made = Tally("free")
    made.add(ChildEnd(None, {}, None, None, False, 139, 11, 3, 4, 250, 0.1, ""), UNKNOWN)
    assert (made.runs, made.failed_runs, made.rounds, made.failed_rounds) == (1, 1, 5, 1)
    assert made.failures[0].kind == "crash"
    assert made.failures[0].text == "SIGSEGV"


def test_an_exit_tells_the_last_line_of_the_log():
    made = Tally("free")
    log = "loading\nfatal: no licence\n\n"
    made.add(ChildEnd(None, {}, None, None, False, 3, 0, 3, 0, 0, 0.1, log), UNKNOWN)
    assert made.failures[0].text == "the process ended with exit code 3: fatal: no licence"


def test_crashes_come_first_and_like_failures_are_counted_together():
    made = Tally("free")
    for value in ("3 instead of 4", "5 instead of 4"):
        made.add(end({**FAILURE, "text": value}), UNKNOWN)
    made.add(ChildEnd(None, {}, None, None, False, 139, 11, 3, 4, 250, 0.1, ""), UNKNOWN)
    assert [(one.kind, one.runs) for one in made.failures] == [("crash", 1), ("result", 2)]
