"""Objects that Python code changed while native code was at work on them: positive, near miss,
missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.buffers import Buffer
from atfault.model.damage import DamagedObject, Reach
from atfault.model.process import SignalInfo
from atfault.model.state import FaultAccess
from atfault.model.suspects import ChangedObject
from atfault.model.values import Value, Variable
from support.diagnosed import claims, diagnose
from support.states import AREA, HEAP, PID, crash, native, python, segv

FILE = "/home/ada/paint.py"
EMPTIED = ChangedObject("rows", "list", 0, "clear", FILE, 7, "Row.__eq__", "remove", 1, "ended")
IN_CALL = [native("list_remove", "libpython"), python(line=18)]
ABORT = SignalInfo(6, -6, None, PID)


def findings(changed, *, address=0x8, frames=IN_CALL, **more):
    return diagnose(crash(signal=segv(address), frames=frames, changed=(changed,), **more)).findings


def test_what_a_method_emptied_is_named_with_both_lines_in_place_of_the_null():
    found = findings(EMPTIED)[0]
    assert claims(found) == (
        "use-after-free",
        "likely",
        ["paint.py:18:main", "paint.py:7:__eq__"],
        {"read": 4},
    )
    assert [one.line for one in found.blame] == [18, 7]
    assert claims(found) == (
        "use-after-free",
        "likely",
        ["paint.py:18:main", "paint.py:7:__eq__"],
        {"read": 4},
    )


def test_code_that_only_may_have_run_counts_where_the_object_is_empty():
    assert findings(EMPTIED._replace(ran="may"))[0].cause == "use-after-free"
    full = findings(EMPTIED._replace(ran="may", length=3, operation="pop"))
    assert [one.cause for one in full] == ["null-dereference"]


def test_a_list_that_is_not_empty_was_not_emptied():
    assert findings(EMPTIED._replace(length=4))[0].cause == "null-dereference"


def test_what_has_grown_is_no_reason_for_null():
    grown = EMPTIED._replace(operation="append", length=101)
    assert [one.cause for one in findings(grown)] == ["null-dereference"]
    assert findings(grown, address=AREA)[0].cause == "use-after-free"


def test_a_function_of_an_earlier_call_is_no_more_than_a_possibility():
    first, second = findings(EMPTIED._replace(ran="before"))
    assert (first.cause, first.confidence) == ("null-dereference", "certain")
    assert (second.cause, second.confidence) == ("use-after-free", "possible")


def test_a_function_that_fails_for_its_own_reasons_is_left_alone():
    inside = [native("strlen"), python("hook", line=6), native("reduce"), python(line=18)]
    found = findings(EMPTIED._replace(ran="runs", frame_index=3), address=0, frames=inside)
    assert [one.cause for one in found] == ["null-dereference"]


def test_a_function_that_fails_with_what_it_was_passed_is_about_what_was_emptied():
    inside = [
        native("PyObject_GetAttr", "libpython"),
        python("__eq__", line=6),
        native("deque_index", "libpython"),
        python(line=18),
    ]
    passed = Reach("variable", "other", PID, 1, is_given=True)
    damage = (DamagedObject(HEAP, "its reference count is 0", operated="type", reached=(passed,)),)
    changed = EMPTIED._replace(ran="runs", frame_index=3)
    found = findings(changed, address=AREA, frames=inside, damage=damage)[0]
    assert (found.cause, [one.line for one in found.blame]) == ("use-after-free", [18, 7, 6])


def test_a_view_that_its_function_goes_on_with_is_about_what_it_emptied():
    view = Buffer("memoryview", AREA, AREA, AREA + 4096, "uint8", 1, (4096,), (1,))
    inside = [
        native("memory_ass_sub", "libpython"),
        python("shade", line=9, view=view),
        native("lend", "extension"),
        python(line=18),
    ]
    changed = EMPTIED._replace(ran="runs", frame_index=3, function="shade", line=8)
    found = findings(changed, address=AREA + 64, frames=inside)[0]
    assert (found.cause, [one.line for one in found.blame]) == ("use-after-free", [9, 8, 18])


def test_an_empty_array_was_none_when_the_call_began():
    nothing = Buffer("array.array", HEAP, HEAP, HEAP, "float64", 8, (0,), (8,))
    far = HEAP + (32 << 20)
    frames = [native("write", "libpython"), python(line=18, rows=nothing, i=far - HEAP >> 3)]
    more = {"access": FaultAccess("read", far, 8)}
    plain = diagnose(crash(signal=segv(far), frames=frames, **more)).findings[0]
    assert plain.cause == "out-of-bounds"
    found = findings(EMPTIED._replace(type_name="array.array"), address=far, frames=frames, **more)
    assert found[0].cause == "use-after-free"


@pytest.mark.parametrize("ran", ["ended", "before"])
def test_a_freed_object_is_told_with_the_line_that_let_go_of_it(ran):
    gone = DamagedObject(
        0x7E00_0000_1000,
        "its reference count 0x7e0000001fc0 is impossible",
        (0x7E00_0000_1FC0, 0, 0, 0),
        "a free block of Python's allocator (48 bytes)",
        True,
        operated="type",
        called="fire",
    )
    found = findings(EMPTIED._replace(ran=ran), address=AREA, damage=(gone,))[0]
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    assert 7 in [one.line for one in found.blame]


def test_an_abort_of_the_allocator_is_told_as_well():
    state = crash(signal=ABORT, frames=[native("abort"), *IN_CALL], changed=(EMPTIED,))
    assert diagnose(state).findings[0].cause == "use-after-free"


def test_without_such_an_object_nothing_is_said():
    found = diagnose(crash(signal=segv(0x8), frames=IN_CALL)).findings
    assert [one.cause for one in found] == ["null-dereference"]


@pytest.mark.parametrize("operation", ["close", "release", "detach"])
def test_what_a_method_of_the_argument_gave_up_has_no_length_to_show(operation):
    handle = EMPTIED._replace(type_name="app.Reader", length=None, operation=operation, ran="may")
    found = findings(handle._replace(is_given_up=True))[0]
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    assert [one.cause for one in findings(handle)] == ["null-dereference"]
    assert findings(handle._replace(ran="ended"))[0].cause == "use-after-free"


def test_a_generator_that_the_call_went_on_with_is_told_with_its_own_step():
    own = EMPTIED._replace(type_name="itertools.pairwise", length=None, operation="next")
    found = findings(own._replace(ran="resumes", function="readings"))[0]
    assert claims(found) == (
        "use-after-free",
        "likely",
        ["paint.py:18:main", "paint.py:7:readings"],
        {"read": 3},
    )


def test_a_method_is_told_by_its_whole_name():
    future = EMPTIED._replace(type_name="_asyncio.Future", length=None, operation="remove")
    found = findings(future._replace(method="remove_done_callback"))[0]
    assert claims(found) == (
        "use-after-free",
        "likely",
        ["paint.py:18:main", "paint.py:7:__eq__"],
        {"read": 3},
    )


def test_what_a_function_around_the_failed_call_may_have_given_back_needs_its_memory_to_show():
    gone = Buffer("memoryview", 0x3, 0x3, 0x7, "uint8", 1, (4,), (1,))
    inner = [native("memcpy"), python("write", line=30, block=gone), native("seek", "libpython")]
    closed = EMPTIED._replace(length=None, operation="close", ran="may", frame_index=3)
    closed = closed._replace(is_given_up=True)
    found = findings(closed, address=0x3, frames=[*inner, python(line=43)])
    assert (found[0].cause, found[0].blame[0].line) == ("use-after-free", 43)
    found = findings(closed, address=0x10, frames=[*inner, python(line=43)])
    assert [one.cause for one in found] == ["null-dereference"]


def test_what_the_call_is_not_known_to_have_is_a_possibility():
    found = findings(EMPTIED._replace(is_given=False))
    assert [one.cause for one in found] == ["null-dereference", "use-after-free"]
    assert [one.confidence for one in found] == ["certain", "possible"]
    fill = 0xDDDD_DDDD_DDDD_DDE5  # of a second look: what was read had been freed
    assert findings(EMPTIED._replace(is_given=False), address=fill)[0].confidence == "likely"


# a native function that was entered twice (gh-146169: expat; also pairwise, sqlite3, Tk)


def entered(function, where, line, name="Parse"):
    parser = Variable("the object", Value("pyexpat.xmlparser", "", where), "operand", name)
    return python(function, line=line)._replace(operands=(parser,))


PARSE = native("pyexpat_xmlparser_Parse", "extension")


def told(*frames, address=AREA):
    found = diagnose(crash(signal=segv(address), frames=[PARSE, *frames])).findings[0]
    return " ".join(one.text for one in (*found.evidence, *found.advice))


def test_a_native_function_that_its_own_callback_enters_again_is_named_with_both_callers():
    text = told(entered("more", HEAP, 13), PARSE, entered("parse", HEAP, 19))
    assert "Parse was re-entered" in text and "do not call Parse from a function" in text
    assert "parse (" in text and "paint.py:19" in text and "paint.py:13" in text


@pytest.mark.parametrize(
    "outer",
    [
        entered("parse", HEAP + 64, 19),
        entered("parse", HEAP, 19, "ParseFile"),
        entered("parse", 0, 19),
        python("parse"),
    ],
)
def test_another_object_or_function_is_not_entered_twice(outer):
    assert "re-entered" not in told(entered("more", HEAP, 13), PARSE, outer)


def test_python_code_that_calls_python_code_enters_nothing():
    assert "re-entered" not in told(entered("more", HEAP, 13), entered("parse", HEAP, 19))


def test_a_wrapper_in_python_of_the_same_name_is_no_native_function():
    """simpleitk_image_after_a_failed_sum of tests/real: SWIG writes it in Python and in C."""
    below = native("_PyFunction_Vectorcall", "libpython")  # as up to 3.10
    wrapped = (entered("Parse", HEAP, 44), below, entered("__ne__", HEAP, 19))
    assert "re-entered" not in told(*wrapped)
    assert "re-entered" in told(*wrapped, PARSE, entered("parse", HEAP, 7))


def test_numbers_and_texts_are_shared_by_many_calls():
    def of(line):
        text = Value("str", "'x'", HEAP)
        return python(line=line)._replace(
            operands=(Variable("argument 1", text, "operand", "f", True),)
        )

    assert "re-entered" not in told(of(3), PARSE, of(9))
