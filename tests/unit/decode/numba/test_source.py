"""The source text of what Numba could not compile."""

from __future__ import annotations

import pytest

from atfault.decode.numba.source import (
    MAX_EXPRESSION,
    MAX_LINES,
    dispatcher_with_source,
    failure_with_source,
    text_at,
)
from atfault.model.numba import (
    NumbaDispatcher,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
)
from atfault.model.stacks import Location
from atfault.snapshot.target_files import GivenFiles
from atfault.source import SourceReader

TEXT = """\
@njit(parallel=True)
@wraps(other)
def grow(cells):
    größe = cells + "x"
    return sum(
        cells,
        größe)
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "grid.py"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


@pytest.fixture
def source():
    return SourceReader(GivenFiles())


def function(file, line=1):
    return NumbaFunction("grow", "grow", file, line)


def test_columns_count_bytes_and_several_lines_are_one_text(file, source):
    assert text_at(Location(file, 4, 5, 4, 12), source) == "größe"
    assert text_at(Location(file, 4, 15, 4, 20), source) == "cells"
    assert text_at(Location(file, 5, 12, 7, 16), source) == "sum(\n        cells,\n        größe"


@pytest.mark.parametrize(
    "line, column, end_line, end_column",
    [
        *[(None, 5, 4, 9), (4, None, 4, 9), (4, 5, None, 9), (4, 5, 4, None)],
        *[(4, 5, 3, 9), (7, 1, 8, 2), (4, 5, 4 + MAX_LINES + 1, 9)],
    ],
)
def test_a_place_that_is_not_whole_or_not_there_has_no_text(
    file, source, line, column, end_line, end_column
):
    assert text_at(Location(file, line, column, end_line, end_column), source) == ""
    assert text_at(None, source) == ""


def test_a_long_text_is_cut_and_the_most_lines_are_read(tmp_path, source):
    long = tmp_path / "long.py"
    long.write_text("x" * (MAX_EXPRESSION + 5) + "\n" + "y\n" * MAX_LINES)
    assert text_at(Location(str(long), 1, 1, 1, 9999), source) == "x" * MAX_EXPRESSION
    whole = text_at(Location(str(long), 1, MAX_EXPRESSION, 1 + MAX_LINES, 2), source)
    assert whole.count("\n") == MAX_LINES


def test_a_failure_gets_its_texts_and_keeps_what_it_had_elsewhere(file, source):
    there, nowhere = Location(file, 4, 15, 4, 20), Location("/gone.py", 4, 15, 4, 20)
    origins = (
        NumbaOrigin("expression", Location(file, 5)),
        NumbaOrigin("argument", Location(file, 5)),
        NumbaOrigin("global", nowhere, expression="kept"),
    )
    operands = (
        NumbaOperand("value", location=there, origins=origins),
        NumbaOperand("value", location=nowhere, expression="kept"),
    )
    inner = NumbaFailure(function(file), "call", Location(file, 4, 5, 4, 12))
    failure = NumbaFailure(
        *(function(file), "operands", there),
        operands=operands,
        called=operands[0],
        types=origins,
        inner=(inner,),
    )
    found = failure_with_source(failure, source)
    assert found.expression == "cells"
    assert [one.expression for one in found.operands] == ["cells", "kept"]
    assert found.called.expression == "cells"
    texts = ["return sum(", "", "kept"]
    assert [one.expression for one in found.types] == texts
    assert [one.expression for one in found.operands[0].origins] == texts
    assert found.inner[0].expression == "größe"
    unknown = failure_with_source(failure._replace(location=nowhere, expression="kept"), source)
    assert unknown.expression == "kept"
    assert failure_with_source(failure._replace(called=None), source).called is None


def test_a_place_at_a_decorator_is_that_of_the_def_below(file, source):
    failure = NumbaFailure(function(file), "operands", Location(file, 1))
    assert failure_with_source(failure, source).location == Location(file, 3)
    for other in (Location(file, 2), Location(file, 1, 2, 1, 6), None):
        assert failure_with_source(failure._replace(location=other), source).location == other
    made = NumbaDispatcher("grow", function(file))
    assert dispatcher_with_source(made, source).function.first_line == 3
    below = NumbaDispatcher("grow", function(file, 4))
    assert dispatcher_with_source(below, source).function.first_line == 4
