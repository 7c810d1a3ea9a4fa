"""Who of a wait-for graph never moves: rings, chains, alternatives, all of several."""

import random

import pytest

from atfault.diagnose.hang.never_moving import Demand, never_moving


def stuck(waits, *, all_of=(), given=()):
    """waits: actor → the groups that it waits for, each as text: one letter a member."""
    demands = {
        actor: Demand(tuple(groups), needs_all=actor in all_of) for actor, groups in waits.items()
    }
    sources = {group: tuple(group) for groups in waits.values() for group in groups}
    return "".join(sorted(never_moving(demands, sources, given)))


def test_a_ring_never_moves_and_neither_does_who_waits_for_it():
    assert stuck({"a": ["b"], "b": ["a"], "c": ["a"], "d": ["c"]}) == "abcd"


def test_who_waits_for_one_that_moves_goes_on():
    assert stuck({"a": ["b"], "b": ["x"]}) == ""


def test_one_member_of_a_source_that_moves_opens_it():
    assert stuck({"a": ["ax"], "b": ["a"]}) == ""
    assert stuck({"a": ["ab"], "b": ["ab"]}) == "ab"


def test_one_open_alternative_is_enough():
    assert stuck({"a": ["a", "x"], "b": ["a"]}) == ""


def test_who_needs_all_is_stuck_by_one():
    assert stuck({"a": ["b", "x"], "b": ["b"]}, all_of="a") == "ab"
    assert stuck({"a": ["x", "y"]}, all_of="a") == ""


def test_what_is_given_does_not_move_whatever_it_waits_for():
    assert stuck({"a": ["b"], "b": ["x"]}, given="b") == "ab"


def test_a_source_without_members_never_opens():
    assert never_moving({"a": Demand(("nobody",))}, {"nobody": ()}) == {"a"}


def test_the_same_source_twice_counts_once():
    assert stuck({"a": ["x", "x"]}, all_of="a") == ""


@pytest.mark.parametrize("seed", range(200))
def test_it_is_the_largest_set_that_taking_away_one_by_one_leaves(seed):
    draw = random.Random(seed)
    actors = "abcdefghij"
    waits = {
        actor: ["".join(draw.sample(actors, draw.randint(1, 3))) for _ in range(draw.randint(1, 3))]
        for actor in draw.sample(actors, draw.randint(1, 10))
    }
    all_of = {actor for actor in waits if draw.random() < 0.3}
    left = set(waits)
    while True:
        free = {
            actor
            for actor in left
            for opens in [[not left.issuperset(group) for group in waits[actor]]]
            if (all(opens) if actor in all_of else any(opens))
        }
        if not free:
            break
        left -= free
    assert stuck(waits, all_of=all_of) == "".join(sorted(left))
