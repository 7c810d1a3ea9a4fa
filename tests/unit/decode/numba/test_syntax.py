"""The construct of Python at a place."""

from __future__ import annotations

import pytest

from atfault.decode.numba.syntax import syntax_at
from atfault.model.stacks import Location

TEXT = """\
def areas(codes, move):
    match move:
        case (x, y):
            del codes[x]
    with open("a") as log:
        log.write("b")
    return {code // 10 for code in codes}, [one.add for one in codes]
"""


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ((2,), "Match"),
        ((3, 14, 3, 20), "Match"),
        ((4, 17, 4, 25), "Delete"),
        ((5, 10, 5, 19), "With"),
        ((6, 9, 6, 23), ""),
        ((7, 13, 7, 17), "SetComp"),
        ((7,), ""),
        ((99,), ""),
    ],
)
def test_the_innermost_construct_is_told_and_of_a_statement_its_head_alone(place, name):
    assert syntax_at(TEXT, Location("a.py", *place)) == name


def test_an_attribute_that_the_source_looks_up_itself_is_no_construct():
    line = "    return {code // 10 for code in codes}\n"
    assert syntax_at(TEXT, Location("a.py", 7), "add") == ""
    assert syntax_at("def f(codes):\n" + line, Location("a.py", 2), "add") == "SetComp"


def test_what_cannot_be_parsed_tells_nothing():
    assert syntax_at("def (", Location("a.py", 1)) == ""
    assert syntax_at(TEXT, Location("a.py")) == ""
