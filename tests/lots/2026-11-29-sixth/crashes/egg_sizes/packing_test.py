"""Tests of the packing station."""

import random

import pytest
from sizes import Sizes


@pytest.fixture(scope="module")
def grams():
    chance = random.Random(12)
    return [chance.gauss(58, 6) for _ in range(300)]


@pytest.fixture
def sizes():
    return Sizes()


def test_names(sizes):
    assert list(sizes.least) == ["S", "M", "L"]


def test_counts(sizes, grams):
    counts = sizes.count(grams)
    assert counts["M"] > counts["S"]
    assert sum(counts.values()) <= len(grams)
