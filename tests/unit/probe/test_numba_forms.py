"""Indices as sums of products, and what is proven by them (atfault_probe.numba.forms)."""

from __future__ import annotations

import pytest

from atfault_probe.numba import forms
from atfault_probe.numba.forms import LOOP, add, multiply, named, number, subtract

AT, J, N, CHANGES = named(LOOP), named("j"), named("n"), named("changes")


def is_fixed(name: str) -> bool:
    return name not in (LOOP, "changes")


def test_what_is_added_and_taken_away_again_is_gone():
    assert subtract(add(AT, number(3)), add(number(3), AT)) == {}
    assert multiply(add(AT, number(1)), N) == add(multiply(N, AT), N)


def test_a_product_of_too_many_terms_is_none():
    many = {(str(at),): 1 for at in range(8)}
    assert multiply(many, many) is None


def test_a_name_is_replaced_where_it_stands_by_itself():
    assert forms.replaced(add(AT, J, 2), "j", number(4)) == add(AT, number(8))
    assert forms.replaced(multiply(J, N), "j", number(4)) == multiply(J, N)


def block(first: dict, length: dict) -> tuple[dict, dict]:
    return first, add(first, length)


ONE = number(1)
OWN = {
    "i": block(AT, ONE),
    "i + 3": block(add(AT, number(3)), ONE),
    "j - i": block(subtract(J, AT), ONE),
    "2 * i + 1": block(add(multiply(AT, number(2)), ONE), ONE),
    "i * n + j": block(add(multiply(AT, N), J), ONE),
    "i * n : i * n + n": block(multiply(AT, N), N),
    "i * n : i * n + n - 1": block(multiply(AT, N), subtract(N, ONE)),
    "4 * i : 4 * i + 4": block(multiply(AT, number(4)), number(4)),
}
NOT_PROVEN = {
    "j": block(J, ONE),
    "i * i": block(multiply(AT, AT), ONE),
    "i + changes": block(add(AT, CHANGES), ONE),
    "i * changes": block(multiply(AT, CHANGES), ONE),
    "4 * i : 4 * i + 5": block(multiply(AT, number(4)), number(5)),
    "i * n : i * n + j": block(multiply(AT, N), J),
    "i : n": (AT, N),
}


@pytest.mark.parametrize("name", OWN)
def test_stretches_of_different_iterations_are_proven_to_be_apart(name):
    assert forms.is_apart(*OWN[name], is_fixed)


@pytest.mark.parametrize("name", NOT_PROVEN)
def test_stretches_that_may_meet_are_not(name):
    assert not forms.is_apart(*NOT_PROVEN[name], is_fixed)


def test_a_distance_is_one_number_or_none():
    assert forms.distance(add(AT, number(2)), AT) == 2
    assert forms.distance(AT, J) is None
