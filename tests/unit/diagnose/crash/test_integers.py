"""Which of a program's integers are evidence, and which may be there by chance."""

from __future__ import annotations

import pytest

from atfault.diagnose.crash.integers import TOO_LARGE, holder_of, integers_of
from atfault.model.values import Value, Variable
from support.diagnosed import diagnose
from support.states import array, calls, crash, ctypes_call, native, python, segv

ODD = 0x1234_5678_9ABC


def reasons(frames, address):
    state = crash(signal=segv(address), frames=[*ctypes_call(native("strlen")), *frames])
    return [one.text for one in diagnose(state).findings[0].evidence]


def named(frames, address):
    marks = (" holds ", " is written ")
    return [text for text in reasons(frames, address) if any(mark in text for mark in marks)]


def test_a_small_number_elsewhere_in_the_program_is_not_named():
    inner = python("show", level=5, elsewhere=("level",))
    outer = python("main", verbosity=5)
    assert named([inner, outer], 5) == []


def test_true_is_not_the_number_one():
    value = Value("bool", "True", number=1)
    assert named([python(autoawait=value)], 1) == []


def test_an_item_of_what_is_on_the_line_is_not_what_was_passed():
    item = Value("int", "5", number=5)
    table = Value("dict", "{'b': 5}", children=(('["b"]', item),))
    assert named([python(table=table)], 5) == []


def test_an_attribute_counts_when_the_line_reads_it():
    conf = Value("Conf", "<Conf>", children=((".level", Value("int", "5", number=5)),))
    frame = python(conf=conf)
    assert named([frame], 5) == []
    frame = frame._replace(line_names=("conf", "level"))
    assert named([frame], 5) == ["conf.level in main holds exactly this number"]


def test_a_variable_on_the_line_is_named():
    assert named([python(which=5)], 5) == ["which in main holds exactly this number"]


def test_a_number_written_on_the_line_is_named_and_one_elsewhere_is_not():
    assert named([python(constants=(5,))], 5) == ["5 is written on that line, in main"]
    assert named([python(constants=(5,), elsewhere=(5,))], 5) == []


def test_an_argument_of_the_call_is_named():
    frame = calls(python(), 5, name="strlen")
    assert named([frame], 5) == ["argument 1 of strlen in main holds exactly this number"]


def test_an_argument_of_an_outer_call_is_not():
    inner = python("callback")
    assert named([inner, calls(python(), 5, name="qsort")], 5) == []


def test_what_a_function_of_a_library_was_given_on_that_line_is_named():
    library = "/usr/lib/python3.12/ctypes/__init__.py"
    given = Variable("ptr", Value("int", "5", number=5), "argument")
    own = Variable("size", Value("int", "6", number=6), "local")
    callee = python("string_at", file=library)._replace(locals=(given, own))
    assert named([callee, python()], 5) == ["ptr in string_at holds exactly this number"]
    assert named([callee, python()], 6) == []


def test_a_large_number_counts_wherever_it_is():
    outer = python("main", handle=ODD, elsewhere=("handle",))
    assert "handle in main holds this very address" in reasons([python("use"), outer], ODD)


@pytest.mark.parametrize("number", [1 << 40, (1 << 32) - 1, 3_000_000_000_000])
def test_a_round_number_elsewhere_is_no_address(number):
    thread = crash(
        signal=segv(number), frames=[native("f"), python(limit=number, elsewhere=("limit",))]
    ).crashed
    assert holder_of(thread, number) is None
    assert number in integers_of(thread)  # as an index it may well be


def test_none_elsewhere_is_not_what_was_passed():
    frames = [python(text=None, other=None, elsewhere=("other",))]
    assert "text was None there" in reasons(frames, 0)


def test_a_small_index_elsewhere_explains_nothing():
    grid = array(0x5555_0000_1000, (16,))
    address = grid.address + 8 * (TOO_LARGE - 1)
    inner = python("draw", grid=grid)
    far = crash(
        signal=segv(address + (1 << 40)),
        frames=[native("f", "extension"), inner, python(count=TOO_LARGE - 1 + (1 << 37))],
    )
    assert diagnose(far).findings[0].cause == "out-of-bounds"
    near = crash(
        signal=segv(grid.address + (64 << 20)),
        frames=[native("f", "extension"), inner, python(count=TOO_LARGE - 1)],
    )
    assert TOO_LARGE - 1 not in integers_of(near.crashed)
