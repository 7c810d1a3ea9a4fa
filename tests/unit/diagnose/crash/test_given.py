"""Sizes that functions of the C library were given: told where they show, and not guessed."""

from __future__ import annotations

from atfault.diagnose.crash.given import given_size
from atfault.model.state import FaultAccess
from support.states import AREA, HEAP, crash, native, python, segv

RDX = 1


def size(value, *, function="__memcpy_evex", access=None, **variables):
    state = crash(
        signal=segv(AREA),
        frames=[native(function), python(**variables)],
        registers={RDX: value},
        **({} if access is None else {"access": access}),
    )
    return given_size(state)


def test_a_size_below_zero_is_told():
    assert "memcpy was given a size of -300 bytes: below zero" in size((1 << 64) - 300)


def test_a_size_that_a_variable_holds_is_told_with_it():
    assert "8589934593 bytes: count in main" in size((1 << 33) + 1, count=(1 << 33) + 1)


def test_one_that_the_address_was_computed_from_is_told():
    access = FaultAccess("read", AREA, 64, registers=(("rsi", AREA), ("rdx", 5000)))
    assert size(5000, access=access) == "memcpy was given a size of 5000 bytes"


def test_a_register_that_may_hold_anything_says_nothing():
    assert size(5000) == ""
    assert size(AREA) == ""
    assert size((1 << 64) - (1 << 45)) == ""


def test_an_address_is_no_size_even_where_a_variable_holds_it():
    """memset(t.data_ptr(), 0, n): the register holds where to, not how much."""
    assert size(HEAP + 0x40, where=HEAP + 0x40) == ""


def test_other_functions_have_no_size_there():
    assert size((1 << 64) - 300, function="strlen") == ""
    assert size((1 << 64) - 300, function="work") == ""


def test_small_ones_are_left_out_where_they_explain_nothing():
    access = FaultAccess("read", AREA, 64, registers=(("rdx", 10),))
    state = crash(signal=segv(AREA), frames=[native("memcpy")], registers={RDX: 10}, access=access)
    assert given_size(state) and not given_size(state, 1 << 20)
