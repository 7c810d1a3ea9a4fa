"""Which line makes Numba compile once more (atfault_probe.numba.again)."""

from __future__ import annotations

import sys

import pytest

from atfault_probe.numba import again

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="code has no columns")


def compiling(*values, **named):
    """What stands for a compiled function."""
    return [(one[1], one[5]) for one in again.places(sys._getframe(1))]


def handed(x, k=2):
    return compiling(x, 3, k)


def made_of(xs):
    return compiling(tuple(xs))


def reassigned(x):
    x = [*x]
    return compiling(x)


def by_name(x):
    return compiling(values=x)


def spread(xs):
    return compiling(*xs)


def line_of(function, offset):
    return function.__code__.co_firstlineno + offset


def called_in_a_loop(function):
    for _ in range(2):
        found = function([1])
    return found


LOOP = (line_of(called_in_a_loop, 2), "called_in_a_loop")


@pytest.mark.parametrize("function", [handed, by_name])
def test_a_call_that_hands_its_parameters_on_is_not_where_they_came_about(function):
    assert called_in_a_loop(function)[0] == LOOP


@pytest.mark.parametrize(("function", "line"), [(made_of, 1), (reassigned, 2), (spread, 1)])
def test_a_call_with_what_it_has_made_itself_comes_first_then_the_loop(function, line):
    own = (line_of(function, line), function.__name__)
    assert called_in_a_loop(function) == [own, LOOP]


def test_without_columns_the_innermost_call_is_taken(monkeypatch):
    monkeypatch.setattr(again, "place_at", lambda code, lasti, line: [line, None, None, None])
    assert called_in_a_loop(handed) == [(line_of(handed, 1), "handed"), LOOP]


def factory(k):
    def made(x):
        return x + k

    return [(one[1], one[5]) for one in again.places(sys._getframe(), made.__code__.co_freevars)]


def test_what_is_made_of_parameters_alone_comes_about_where_they_are_given():
    assert called_in_a_loop(factory) == [LOOP]
