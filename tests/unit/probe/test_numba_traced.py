"""Iterations that are followed on the arguments of a call (atfault_probe.numba.traced)."""

from __future__ import annotations

from typing import Any

import pytest

from atfault_probe.numba import arrays, bodies, races, traced
from support.recorded_ir import codes, state_of

np = pytest.importorskip("numpy")

MANY = 64


def floats(count: int = MANY) -> Any:
    return np.arange(count, dtype=np.float64)


def ints(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


def found(name: str, **given: Any) -> list[dict]:
    """What is told of a call of the function."""
    traced._spent[0] = 0
    state, code = state_of(name)
    names = codes()[name].co_varnames
    return races.of_state(state, code, {names.index(one): each for one, each in given.items()})


def kinds(told: list[dict]) -> list[tuple[str, str, bool]]:
    return [(one["how"], one["variable"], bool(one["met"])) for one in told]


SAME = floats()
MEET = {
    "an index out of data": ("histogram", {"a": ints(1, 2, 1), "out": ints(0, 0, 0)}, "collides"),
    "a value that is stored": (
        "copied",
        {"where": ints(3, 1, 3), "a": floats(3), "out": floats(4)},
        "collides",
    ),
    "neighbours": ("smeared", {"a": floats(4), "out": floats(8)}, "collides"),
    "the other end": ("mirrored", {"out": floats()}, "earlier"),
    "a distance that is given": ("lagged", {"out": floats(), "lag": 5}, "earlier"),
    "two names for one array": ("reads_elsewhere", {"a": SAME, "out": SAME}, "earlier"),
    "two parts of one array": ("reads_elsewhere", {"a": SAME[:-1], "out": SAME[1:]}, "earlier"),
    "stretches": (
        "scaled_rows",
        {"starts": ints(0, 4, 2, 6), "a": floats(4), "out": floats(8)},
        "collides",
    ),
    "blocks": ("blocks_that_overlap", {"a": floats(), "out": floats(80)}, "collides"),
}


@pytest.mark.parametrize("name", MEET)
def test_two_iterations_that_come_to_one_element_prove_a_race(name):
    function, given, how = MEET[name]
    told = found(function, **given)
    assert told[0]["how"] == how and not told[0]["guarded"]
    first, second, element = told[0]["met"]
    assert first != second and element


APART = {
    "a permutation": ("copied", {"where": ints(2, 0, 1), "a": floats(3), "out": floats(3)}),
    "counts of it": ("histogram", {"a": np.arange(MANY), "out": np.zeros(MANY, np.int64)}),
    "stretches in order": (
        "scaled_rows",
        {"starts": np.arange(0, 81, 5), "a": floats(16), "out": floats(80)},
    ),
    "a distance as long as the loop": ("lagged", {"out": floats(20), "lag": 10}),
    "colours": ("red_and_black", {"a": floats()}),
    "two indices of one": ("unflattened", {"out": np.zeros((4, 5)), "n": 5}),
}


@pytest.mark.parametrize("name", APART)
def test_iterations_that_never_meet_in_a_call_are_counted_and_are_no_race(name):
    function, given = APART[name]
    told = found(function, **given)
    assert all(one["how"] == "unproven" and one["tried"] and not one["met"] for one in told)


def test_the_two_iterations_and_the_element_are_told():
    (told,) = found("histogram", a=ints(5, 7, 2, 7), out=np.zeros(8, np.int64))
    assert sorted(told["met"][:2]) == [1, 3] and told["met"][2] == "7"


def test_a_condition_of_which_nothing_is_known_guards():
    (told,) = found("largest", a=floats(), out=floats(1))
    assert told["guarded"] and told["how"] == "same"


def test_what_is_set_to_one_value_is_no_race():
    assert found("scattered_once", where=ints(1, 1, 1), out=floats(2)) == []


def test_numbers_of_an_array_that_the_loop_writes_to_are_not_taken():
    held = np.zeros(MANY, np.int64)
    told = found("copied", where=held, a=floats(), out=held)
    assert not any(one["met"] for one in told)


def test_a_loop_that_the_call_does_not_come_to_proves_nothing():
    given = {"a": floats(), "out": floats()}
    assert [bool(one["met"]) for one in found("never_come_to", n=0, **given)] == [False]
    assert [bool(one["met"]) for one in found("never_come_to", n=1, **given)] == [True]


def test_no_more_statements_are_followed_than_there_is_time_for(monkeypatch):
    monkeypatch.setattr(traced, "MAX_SPENT", -1)
    (told,) = found("histogram", a=ints(1, 1), out=ints(0, 0))
    assert told["how"] == "collides" and not told["met"]


class OfTheProgram(np.ndarray):
    def __getitem__(self, index):
        raise AssertionError("the program's own code was called")


def test_an_array_of_a_class_of_the_programs_is_not_read():
    held = ints(1, 1).view(OfTheProgram)
    (told,) = found("histogram", a=held, out=ints(0, 0))
    assert not told["met"]


def test_a_part_of_a_part_is_where_it_is_in_the_array():
    held = np.zeros((6, 8))
    view = arrays.View.of(arrays.Array("held", "", held, 2))
    part = view.at((slice(1, 5),)).at((2,)).at((slice(None, None, -2),)).at((1,))
    assert part.axes == [3, 5]
    assert part.elements() == [held[3, 5:].__array_interface__["data"][0]]
    assert view.turned().at((5, 3)).axes == [3, 5]
    assert view.at((6,)) is None and view.at((0, 0, 0)) is None


@pytest.mark.parametrize(
    ("function", "given", "expected"),
    [
        (int, [2.7], 2),
        (min, [1, 2], 1),
        (int, [float("nan")], arrays.UNKNOWN),
        (pow, [2, -1], arrays.UNKNOWN),
        (pow, [10, 40], arrays.UNKNOWN),
        (None, [1], arrays.UNKNOWN),
    ],
)
def test_a_number_is_computed_where_compiled_code_has_the_same(function, given, expected):
    assert traced.computed(function, given) == expected


def test_what_has_to_hold_to_come_to_a_block_is_told():
    blocks = {
        0: [("Branch", "first", ("yes", 1, 2))],
        1: [("Branch", "second", ("more", 3, 2))],
        2: [("Jump", "last", (4,))],
        3: [("Jump", "third", (4,))],
        4: [],
    }
    needed = [(condition, holds) for _, condition, holds in bodies.deciding(blocks, 3)]
    assert needed == [("yes", True), ("more", True)]
    assert bodies.deciding(blocks, 4) == [] == bodies.deciding(blocks, 2)


@pytest.mark.parametrize(
    ("firsts", "rounds"),
    [
        ([[(0,), (8,)], [(1024,), (1032,)], [(2048,), (2056,)]], [128]),  # addresses
        ([[(0, 0), (0, 1)], [(0, 36), (0, 37)]], [36]),  # indices
        ([[(0, 0), (0, 1)], [(1, 0), (1, 1)]], []),  # rows: no way along one leads to the next
        ([[(0,), (3,)], [(4,), (7,)]], []),
    ],
)
def test_an_inner_loop_is_followed_to_where_another_iteration_begins(firsts, rounds):
    assert traced._between({1: firsts}) == rounds
