"""What the guard hands over is as untrusted as the rest."""

from __future__ import annotations

import random

import pytest

from atfault.decode.exceptions.refused import MAX_BAD, refused_argument
from atfault.model.stacks import Location

FACTS = {
    "function": "nll_loss",
    "argument": "target",
    "dtype": "int64",
    "shape": [4],
    "device": "cuda:0",
    "low": 0,
    "high": 2,
    "exempt": -100,
    "bad": [[[3], 3]],
    "bad_count": 1,
    "whose": "input",
    "extents": [4, 3],
    "dim": 1,
    "problem": "range",
    "needed": None,
    "there": None,
    "forward": ["/home/me/train.py", 5, "forward"],
}


def test_all_of_it_is_read():
    found = refused_argument(FACTS)
    assert found is not None
    assert (found.function, found.argument, found.bad) == ("nll_loss", "target", (((3,), 3),))
    assert (found.array.shape, found.array.device, found.extents) == ((4,), "cuda:0", (4, 3))
    assert found.forward == Location("/home/me/train.py", 5)


@pytest.mark.parametrize("key", ["function", "argument", "dtype", "shape", "device", "problem"])
def test_without_what_it_is_about_it_is_nothing(key):
    assert refused_argument({**FACTS, key: "not\x1b[31m a name"}) is None
    assert refused_argument({name: value for name, value in FACTS.items() if name != key}) is None


def test_a_dimension_that_is_not_there_is_left_out():
    found = refused_argument({**FACTS, "dim": 7})
    assert found is not None and (found.whose, found.extents, found.dim) == ("", (), None)


def test_numbers_that_are_none_and_endless_lists_are_bounded():
    bad = [[[0], "nan"], [[0], "rm -rf"], [[0], 10**40], [[0, 0], 1], [[-1], 1], "x", [[0], True]]
    found = refused_argument({**FACTS, "bad": bad})
    assert found is not None and found.bad == (((0,), "nan"), ((0,), 1))
    found = refused_argument({**FACTS, "bad": [[[0], 5]] * 10_000})
    assert found is not None and len(found.bad) == MAX_BAD


def test_damaged_facts_never_raise():
    chance = random.Random(3)
    junk = (None, [], {}, "", "x" * 9000, -1, 1 << 80, 1e9, [[]], [None], True)
    for _ in range(3000):
        damaged = {name: chance.choice((value, *junk)) for name, value in FACTS.items()}
        refused_argument(damaged)
    for one in junk:
        assert refused_argument(one) is None
