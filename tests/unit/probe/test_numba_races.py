"""Races in parallel loops that Numba compiles (atfault_probe.numba.races), from recorded ones."""

from __future__ import annotations

import pytest

from atfault_probe.numba import races
from support.recorded_ir import codes, lines, recorded, state_of

MARK = "# race: "
UNPROVEN = "# unproven "


def told(name: str) -> list[dict]:
    state, code = state_of(name)
    return races.of_state(state, code)


def shown(one: dict) -> str:
    by = [f"by {one['index']}"] if one["index"] else []
    return " ".join([one["how"], one["variable"], *by, *["guarded"] * one["guarded"]])


@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_loop_races_where_it_is_marked_and_nowhere_else(name):
    first = codes()[name].co_firstlineno
    marked = []
    for number, line in enumerate(lines()[first:], first + 1):
        if line.startswith("def "):
            break
        marked += [(number, line.partition(MARK)[2])] * (MARK in line)
    races_told = [one for one in told(name) if one["how"] != "unproven"]
    assert sorted((one["place"][0], shown(one)) for one in races_told) == marked


@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_write_is_unproven_where_it_is_marked_and_nowhere_else(name):
    first = codes()[name].co_firstlineno
    marked = []
    for number, line in enumerate(lines()[first:], first + 1):
        if line.startswith("def "):
            break
        marked += [number] * (UNPROVEN in line)
    assert [one["place"][0] for one in told(name) if one["how"] == "unproven"] == marked


def test_the_loop_and_what_changes_a_container_are_named():
    (found,) = told("appended")
    assert "in prange" in lines()[found["loop"] - 1]
    assert found["method"] == "append"


def test_where_an_iteration_writes_to_its_own_element_too_the_other_comes_first():
    assert [one["how"] for one in told("own_and_shared")] == ["same", "earlier"]


def test_no_more_is_told_than_a_reader_wants(monkeypatch):
    monkeypatch.setattr(races, "MAX_TOLD", 0)
    assert told("same_element") == []


def test_what_is_no_loop_of_numbas_is_left_alone():
    state, code = state_of("same_element")
    state.typemap = None
    assert races.of_state(state, code)  # types are not asked for elements of arrays
    code._ir = None
    assert races.of_state(state, code) == []
