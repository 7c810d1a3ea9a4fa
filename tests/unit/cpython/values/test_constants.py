"""Integers among the constants of this process's own code objects."""

from __future__ import annotations

from atfault.cpython.values.constants import MAX_CONSTANTS, integer_constants
from support.this_process import here


def constants_of(source: str) -> tuple[int, ...]:
    code = compile(source, "program.py", "exec")
    return integer_constants(here(), id(code))


def test_numbers_written_in_the_source_are_found() -> None:
    found = constants_of("f(50_000_000, -7_000_000, 1152921504606846976, 'text', 1.5, None, True)")
    assert {50_000_000, -7_000_000, 2**60} <= set(found)
    assert not {True} & {number for number in found if isinstance(number, bool)}


def test_not_a_code_object_has_no_constants() -> None:
    assert integer_constants(here(), 8) == ()
    thing = [1, 2, 3]
    assert integer_constants(here(), id(thing)) == ()


def test_many_constants_are_cut() -> None:
    source = "\n".join(f"x{i} = {100_000 + i}" for i in range(2 * MAX_CONSTANTS))
    assert 0 < len(constants_of(source)) <= MAX_CONSTANTS
