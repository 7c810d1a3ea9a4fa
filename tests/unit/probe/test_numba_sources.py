"""What values in a parallel loop are computed of (atfault_probe.numba.sources)."""

from __future__ import annotations

import pytest

from atfault_probe.numba import forms
from atfault_probe.numba.sources import Values, given, settled
from atfault_probe.numba.types import get
from support.recorded_ir import lines, state_of

MARK = "# of:"


class Loop(Values):
    """The first parallel loop of a function."""

    def __init__(self, name: str) -> None:
        state, code = state_of(name)
        loops = (one for one in code.statements() if type(one).__name__ == "Parfor")
        parfor = next(loops)
        super().__init__(parfor, get(parfor, "loop_body"), code, state.typemap)

    def names(self, shown: str) -> list[str]:
        return [name for name in self._assigned if self._shown(name) == shown]

    def of(self, shown: str) -> set:
        return set().union(*(self._sources(name) for name in self.names(shown)))

    def distance(self, shown: str) -> int | None:
        (name,) = self.names(shown)
        return forms.distance(self._form(name) or {}, forms.named(forms.LOOP))


MARKED = [
    (line.split()[0], set(line.partition(MARK)[2].split())) for line in lines() if MARK in line[8:]
]


@pytest.mark.parametrize(("variable", "kinds"), MARKED, ids=[name for name, _ in MARKED])
def test_a_value_is_computed_of_what_is_marked(variable, kinds):
    assert Loop("sources").of(variable) == kinds


@pytest.mark.parametrize(
    ("variable", "apart"),
    [("before", -1), ("after", 2), ("turned", 3), ("from_data", None)],
)
def test_an_index_lies_a_constant_from_that_of_the_loop(variable, apart):
    assert Loop("distances").distance(variable) == apart


def test_where_too_many_names_lead_nothing_is_known(monkeypatch):
    loop = Loop("sources")
    loop._left = 0
    assert loop.of("both") == {"other"}


PARAMETER = 0


@pytest.mark.parametrize(
    ("kind", "groups", "expected"),
    [
        ("lossy", [{"loop", "data"}], {"lossy", "data"}),
        ("lossy", [{"data"}], {"data"}),
        ("call", [{"loop"}], {"other"}),
        ("call", [{"data"}], {"data"}),
        ("range", [set(), {"inner"}, set()], {"inner"}),
        ("range", [{"loop"}, set(), set()], {"shared"}),
        ("range", [set(), {"data"}, set()], {"shared"}),
        ("range", [{"loop"}, {"loop"}, set()], {"other"}),
        ("range", [{"loop"}, set(), {"loop"}], {"other"}),
        ("range", [set(), {"other"}, set()], {"other"}),
    ],
)
def test_sources_come_together(kind, groups, expected):
    assert settled(kind, *groups) == expected


def test_what_a_parameter_decides_waits_for_the_argument():
    waiting = settled("lossy", {PARAMETER, "data"})
    assert given(waiting, [{"loop"}], []) == {"lossy", "data"}
    assert given(waiting, [set()], []) == {"data"}
    ends = settled("range", {PARAMETER}, {1}, set())
    assert given(ends, [{"loop"}, {"loop"}], []) == {"other"}
    assert given(ends, [{"loop"}, set()], []) == {"shared"}


def test_of_an_argument_that_is_not_given_nothing_is_known():
    assert given({2}, [{"loop"}], []) == {"other"}
    assert given({("length", 2)}, [], [set()]) == {"other"}


def test_a_row_that_is_chosen_by_the_loop_is_of_one_length():
    ends = settled("range", set(), {("length", PARAMETER)}, set())
    assert given(ends, [{"loop"}], [set()]) == {"inner"}
