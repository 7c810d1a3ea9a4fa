"""The choice of programs for other interpreters leaves out neither a program nor a family."""

from __future__ import annotations

import pytest

from support.crossing import LEAST, crossed, one_of_each

OTHERS = ("3.8", "3.13", "3.14", "3.13t", "3.14t")
FAMILIES = {
    **{f"deadlock {n}": "deadlock" for n in range(9)},
    "loop": "loop",
    "gil": "gil",
    "gil of threads": "gil",
}
FITTING = {name: OTHERS if not name.startswith("gil") else OTHERS[:3] for name in FAMILIES}


@pytest.fixture(autouse=True)
def _not_everything(monkeypatch):
    monkeypatch.delenv("ATFAULT_WHOLE_ZOO", raising=False)


def test_each_program_runs_on_several_interpreters():
    pairs = crossed(FAMILIES, FITTING)
    assert len(set(pairs)) == len(pairs)
    for name in FAMILIES:
        assert sum(program == name for program, _ in pairs) >= LEAST, name


def test_each_interpreter_sees_each_family_that_it_can_run():
    seen = {(FAMILIES[program], other) for program, other in crossed(FAMILIES, FITTING)}
    assert seen == {(FAMILIES[name], other) for name in FAMILIES for other in FITTING[name]}


def test_no_program_is_run_where_it_does_not_fit():
    assert all(other in FITTING[program] for program, other in crossed(FAMILIES, FITTING))


def test_it_is_a_part_and_evenly_spread():
    pairs = crossed(FAMILIES, FITTING)
    counts = [sum(other == one for _, other in pairs) for one in OTHERS]
    assert len(pairs) < sum(map(len, FITTING.values())) * 2 / 3
    assert max(counts) - min(counts) <= 3, counts


def test_one_interpreter_that_fits_is_enough():
    assert crossed({"a": "x"}, {"a": ("3.8",)}) == [("a", "3.8")]
    assert crossed({"a": "x"}, {"a": ()}) == []


def test_with_none_for_each_program_each_interpreter_sees_each_family_once():
    pairs = crossed(FAMILIES, FITTING, least=0)
    met = [(FAMILIES[program], other) for program, other in pairs]
    assert sorted(met) == sorted(
        {(FAMILIES[name], other) for name in FAMILIES for other in FITTING[name]}
    )
    deadlocks = [program for program, _ in pairs if FAMILIES[program] == "deadlock"]
    assert len(set(deadlocks)) == len(OTHERS), "another one on each"


def test_one_of_each_kind_is_the_first_or_all(monkeypatch):
    assert one_of_each(["aa", "b", "cc", "d"], len) == ["aa", "b"]
    monkeypatch.setenv("ATFAULT_WHOLE_ZOO", "1")
    assert one_of_each(["aa", "b", "cc", "d"], len) == ["aa", "b", "cc", "d"]


def test_fewer_for_each_program_still_show_each_interpreter_each_family():
    pairs = crossed(FAMILIES, FITTING, least=1)
    assert {program for program, _ in pairs} == set(FAMILIES)
    assert {(FAMILIES[program], other) for program, other in pairs} == {
        (FAMILIES[name], other) for name in FAMILIES for other in FITTING[name]
    }
    assert len(pairs) < len(crossed(FAMILIES, FITTING))


def test_everything_when_it_is_asked_for(monkeypatch):
    monkeypatch.setenv("ATFAULT_WHOLE_ZOO", "1")
    assert len(crossed(FAMILIES, FITTING)) == sum(map(len, FITTING.values()))
