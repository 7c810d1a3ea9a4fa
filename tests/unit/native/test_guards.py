"""Who makes a static variable of C++, from made-up stacks."""

from __future__ import annotations

import struct

import pytest

from atfault.model.absent import Absent
from atfault.native.waits import native_waits
from support.sleeping import FUTEX, asleep, stack, thread

GUARD = 0x5555_0000_1000
BEING_MADE, DONE = 0x10100, 0x1
WAITER = stack("syscall", "__cxa_guard_acquire", "colours()", "Catalogue()", "catalogue()", "run")
MAKER = stack("nanosleep", "Colours()", "colours()", "run")


def wait_of(*others, word=BEING_MADE, waiter=WAITER):
    asked = thread(11, FUTEX, GUARD, 0, BEING_MADE)
    threads = [thread(12 + at, None) for at in range(len(others))]
    snapshot = asleep({GUARD: struct.pack("<Q", word)}, asked, *threads)
    return native_waits(snapshot, [waiter, *others])[0]


def test_who_is_further_in_the_function_of_the_variable_makes_it():
    found = wait_of(MAKER, stack("read", "run"))
    assert (found.kind, found.owner, found.by_stacks) == ("mutex", 12, True)
    assert found.what == "the guard of a static variable in colours()"


def test_who_waits_for_the_guard_as_well_does_not_make_it():
    assert wait_of(MAKER, WAITER).owner == 12
    assert wait_of(WAITER).owner is None


def test_one_that_comes_back_to_the_function_waits_for_itself():
    again = stack("syscall", "__cxa_guard_acquire", "colours()", "Colours()", "colours()")
    assert wait_of(stack("read"), waiter=again).owner == 11


@pytest.mark.parametrize(
    "others",
    [(MAKER, MAKER), (MAKER, Absent("not read")), (MAKER, stack("read")._replace(stop_reason="?"))],
)
def test_where_it_may_be_another_one_nobody_is_told(others):
    assert wait_of(*others).owner is None


def test_a_variable_that_is_made_has_no_maker():
    found = wait_of(MAKER, word=DONE)
    assert (found.kind, found.owner) == ("unknown", None)
