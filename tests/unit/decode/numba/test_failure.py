"""What the probe noted of Numba is read as hostile: checked, bounded, masked."""

from __future__ import annotations

import json
import random

import pytest

from atfault.decode.numba.failure import MAX_LEVELS, read_containers, read_dispatchers, read_failure
from atfault.decode.numba.run import MAX_HITS, read_run
from atfault.model.secret_texts import mask_text
from atfault.options import Options
from support.parts import times

FUNCTION = {"name": "f", "qualname": "f", "file": "/home/me/job.py", "first_line": 3}
ARRAY = {"n": "array(float64, 1d, C)", "k": "Array", "d": [{"n": "float64", "k": "Float"}],
         "ndim": 1, "layout": "C", "readonly": True}  # fmt: skip
PLACE = [5, 5, 11, 16]
RECORD = {
    "function": FUNCTION,
    "what": "operator",
    "callee": "_operator.add",
    "place": PLACE,
    "arguments": [["a", ARRAY, ""]],
    "operands": [{"role": "value", "name": "a", "type": ARRAY, "place": None,
                  "origins": [{"kind": "argument", "name": "a", "index": 0, "place": [3]}]}],
    "inner": [],
}  # fmt: skip
CHECKED = "report bounds"
CALL = {"file": "/home/me/job.py", "line": 9, "place": [9, 9, 6, 14], "function": "<module>"}
DIFFERENCE = {"of": "arguments", "path": "[1][0]", "what": "value", "index": [2, 0], "one": "1",
              "other": "2", "count": 3, "size": 8}  # fmt: skip
DIFFERING = {
    "function": FUNCTION,
    "call": CALL,
    "difference": DIFFERENCE,
    "number": 4,
    "arguments": [["a", ARRAY, {"t": "int", "k": "int", "v": 3}]],
    "why": [{"what": "wrap", "file": "/home/me/job.py", "line": 5, "name": "r", "value": "9"}],
    "interpreted": {"type": "IndexError", "text": "password=hunter2secret"},
    "inner": {"function": FUNCTION, "call": CALL, "difference": DIFFERENCE},
    "alone": True,
}


def test_a_record_is_read_with_columns_from_1():
    failure = read_failure(RECORD, str)
    place = failure.location
    assert (failure.what, place.line, place.column, place.end_column) == ("operator", 5, 12, 17)
    (operand,) = failure.operands
    assert operand.type.readonly and operand.type.parts[0].name == "float64"
    assert operand.origins[0].position == 0 and operand.origins[0].location.line == 3


@pytest.mark.parametrize("plain", [None, 3, [], "x", {}, {"function": 7, "what": ["x"]}])
def test_what_is_no_record_is_none_or_says_nothing(plain):
    failure = read_failure(plain, str)
    assert failure is None or (failure.what, failure.location) == ("other", None)


def test_records_inside_of_records_are_bounded():
    deep = dict(RECORD)
    for _ in range(50):
        deep = {**RECORD, "inner": [deep, deep]}
    count = 0
    todo = [read_failure(deep, str)]
    while todo:
        count += 1
        todo += todo.pop().inner
    assert count <= MAX_LEVELS


def test_a_secret_that_is_a_literal_is_masked():
    literal = {"n": "Literal[str](password=hunter2secret)", "k": "StringLiteral", "v": "x"}
    failure = read_failure({**RECORD, "given": [literal]}, mask_text)
    assert "hunter2secret" not in failure.given[0].name


def junk(chance: random.Random, depth: int = 0):
    kinds = [None, -1, 1 << 80, 1.5, "x" * 400, True, [], {}]
    if depth < 4 and chance.random() < 0.6:
        if chance.random() < 0.5:
            return [junk(chance, depth + 1) for _ in range(chance.randrange(40))]
        names = [*RECORD, "n", "k", "d", "v", "types", "near", "signatures", "dispatcher", "kind"]
        return {chance.choice(names): junk(chance, depth + 1) for _ in range(8)}
    return chance.choice(kinds)


@pytest.mark.chance
def test_no_content_makes_reading_fail():
    chance = random.Random(4)
    for _ in range(times("ATFAULT_FUZZ_CASES", few=60, many=600)):
        plain = junk(chance)
        read_failure(plain, str)
        read_dispatchers(plain)
        read_containers(plain)
        read_failure({**RECORD, chance.choice(list(RECORD)): plain}, str)
        report = {chance.choice(["functions", "compared"]): plain}
        call = {"difference": DIFFERENCE, "call": CALL, chance.choice(list(DIFFERING)): plain}
        files = [json.dumps(call).encode()]
        read_run([json.dumps(report).encode()], [], files, Options(), "report compare:5")


SITE = {"function": FUNCTION, "place": PLACE, "array": "a", "ndim": 1, "axis": 0}


def bounds(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def test_failed_checks_are_joined_with_their_places_across_processes():
    files = [bounds("hit 7 -5 4", "hit 9 5 5", "hit 9 6 5"), bounds(f"site 9 {json.dumps(SITE)}")]
    (hit,) = read_run([], files, [], Options(), CHECKED).hits
    assert (hit.array, hit.position, hit.size, hit.times) == ("a", 5, 5, 2)


def test_a_negative_index_is_told_as_the_program_had_it():
    (hit,) = read_run(
        [], [bounds(f"site 1 {json.dumps(SITE)}", "hit 1 -5 4")], [], Options(), CHECKED
    ).hits
    assert hit.position == -9


@pytest.mark.parametrize("line", ["site", "hit 1", "hit a b c", "site 1 [", "hit 1 2 3", "\x00"])
def test_damaged_lines_of_checks_are_left_out(line):
    assert read_run([b"{", b"[]"], [bounds(line)], [], Options(), CHECKED).hits == ()


def test_failed_checks_are_bounded():
    lines = [f"site {n} {json.dumps(SITE)}\nhit {n} 5 5" for n in range(MAX_HITS * 2)]
    assert len(read_run([], [bounds(*lines)], [], Options(), CHECKED).hits) == MAX_HITS


def test_a_call_that_differs_is_read():
    run = read_run([], [], [json.dumps(DIFFERING).encode()], Options(), "report compare:5")
    (call,) = run.comparisons.differing
    difference = call.difference
    assert (difference.of, difference.argument, difference.path) == ("argument", 1, "[0]")
    assert (difference.position, difference.differing, difference.size) == ((2, 0), 3, 8)
    assert (call.location.line, call.location.column, call.caller) == (9, 7, "<module>")
    assert call.arguments[0].value.text == "3" and call.types == ("array(float64, 1d, C)",)
    assert call.reasons[0].what == "wrap" and call.inner.difference == difference
    assert "hunter2secret" not in call.text


def test_values_of_arguments_are_left_out_where_that_is_asked_for():
    files = [json.dumps(DIFFERING).encode()]
    run = read_run([], [], files, Options(locals=False), "report compare:5")
    assert run.comparisons.differing[0].arguments == ()


@pytest.mark.parametrize("missing", ["call", "difference"])
def test_a_call_without_place_or_difference_is_none(missing):
    plain = {**DIFFERING, missing: None}
    run = read_run([], [], [json.dumps(plain).encode(), b"{"], Options(), "compare:5")
    assert run.comparisons.differing == ()
    assert read_run([], [], [], Options(), "report").comparisons is None
