"""The rules about Numba: each speaks, is silent at what is nearly so, and without evidence."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.numba import (
    NumbaDispatcher,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
    NumbaType,
    SimulatedAccess,
)
from atfault.model.numba_run import BoundsHit, CompiledFunction, CompiledOverload, NumbaRun
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.nonces import checked

FILE = "/home/me/job.py"
NUMBAS = "/venv/lib/python3.11/site-packages/numba/core/dispatcher.py"
F = NumbaFunction("scale", "scale", FILE, 3)
INT, FLOAT = NumbaType("int64", "Integer"), NumbaType("float64", "Float")
STR = NumbaType("unicode_type", "UnicodeType")
OBJECT = NumbaType("pyobject", "PyObject")
EMPTY = NumbaType("list(undefined)", "List", (NumbaType("undefined", "Undefined"),))
ERROR = "numba.core.errors.TypingError"
PLACE = Location(FILE, 5, 12, 5, 20)


def array(layout="C", ndim=1, kind=FLOAT, *, readonly=False) -> NumbaType:
    name = f"array({kind.name}, {ndim}d, {layout})"
    return NumbaType(name, "Array", (kind,), ndim, layout, readonly)


def operand(kind, name="", role="value", **more) -> NumbaOperand:
    return NumbaOperand(role, name, kind, **more)


def failing(what, *operands, **more) -> NumbaFailure:
    more = {"location": PLACE, "error": ERROR, "stage": "nopython_type_inference", **more}
    return NumbaFailure(F, what, operands=operands, **more)


def case_of(failure=None, *, type_="numba.core.errors.TypingError", frames=None, **more) -> Case:
    own = RaisedFrame("main", Location(FILE, 9, 5, 9, 20), expression=more.pop("called", ""))
    error = RaisedException(
        type_, "text", frames or (RaisedFrame("_compile", Location(NUMBAS, 4)), own),
        (type_,), numba=failure, **more,
    )  # fmt: skip
    exception = UncaughtException("main", (error,), thread="MainThread")
    return Case(ProcessState(ProcessInfo(1)), exception=exception)


def first(case: Case):
    return checked(case).findings[0]


ORIGIN = NumbaOrigin("expression", Location(FILE, 4), type=INT, expression="n = 3")
EXCEPTION = NumbaType("ZeroDivisionError", "ExceptionClass")
MODULE = NumbaType("Module(numpy)", "Module", value="numpy")
CALLED = NumbaOperand("function", "", NumbaType("type(f)", "Dispatcher", value="m.f"))
OTHER = NumbaDispatcher("f", NumbaFunction("f", "f", FILE, 1), ("a", "b"))
RESHAPE = NumbaOperand("function", "", NumbaType("b", "BoundFunction", (array("A"),)),
                       expression="x.reshape")  # fmt: skip
SPEAKS = {
    "numba-operand-types": failing("operator", operand(INT, "a"), operand(STR, "s"), callee="add"),
    "numba-cannot-unify": failing(
        "return",
        types=(ORIGIN, ORIGIN._replace(type=STR, location=Location(FILE, 6))),
    ),
    "numba-untyped-list": failing("imprecise", operand(EMPTY), variable="found"),
    "numba-unknown-attribute": failing(
        "getattr", operand(MODULE), attribute="cumsums", near=("cumsum",)
    ),
    "numba-unsupported-python": failing("opcode", name="LOAD_BUILD_CLASS"),
    "numba-global": failing("global", name="TABLE", value="dict", known=True),
    "numba-argument-count": failing(
        "call", operand(INT), called=CALLED, dispatcher=OTHER, callee="m.f"
    ),
    "numba-signature-mismatch": failing(
        "signature", given=(array("A"),), signatures=((array("C"),),), convertible=((False,),)
    ),
    "numba-array-layout": failing("call", called=RESHAPE, callee="array.reshape"),
    "numba-object-mode": failing("argument", operand(OBJECT, "prices", "argument")),
    "configuration": failing("call", callee="numpy.solve", error="ImportError"),
}


@pytest.mark.parametrize("cause", SPEAKS)
def test_the_cause_is_told_with_the_line(cause):
    found = first(case_of(SPEAKS[cause]))
    assert (found.cause, found.family) == (cause, "exception")
    assert found.confidence == "certain"
    expected = {"numba-cannot-unify": 6, "numba-signature-mismatch": 9, "numba-object-mode": 9}
    assert found.blame[0].line == expected.get(cause, 5)
    assert found.blame[0].file == FILE and found.evidence is not None and found.advice


NEAR = {
    "an argument of each type that is known": failing("other"),
    "a container that is known, of something imprecise": failing("imprecise", operand(FLOAT)),
    "a field of a jitclass that is there": failing(
        "setattr", operand(NumbaType("P", "ClassInstanceType")), attribute="x", near=("x",)
    ),
    "a call of a compiled function with all arguments": failing(
        "call", operand(INT), operand(INT), called=CALLED, dispatcher=OTHER
    ),
}


@pytest.mark.parametrize("name", NEAR)
def test_what_is_nearly_so_is_left_alone(name):
    assert first(case_of(NEAR[name])).cause == "unknown"


@pytest.mark.parametrize("type_", [ERROR, "TypeError"])
def test_without_facts_of_the_compiler_nothing_is_said(type_):
    assert first(case_of(None, type_=type_)).cause == "unknown"


def test_a_failure_in_a_function_that_it_calls_is_told_there():
    inner = SPEAKS["numba-operand-types"]._replace(
        function=F._replace(name="helper"), location=Location(FILE, 40)
    )
    outer = failing("call", called=CALLED, dispatcher=OTHER, inner=(inner,))
    found = first(case_of(outer))
    assert (found.cause, found.blame[0].line, found.blame[1].line) == ("numba-operand-types", 40, 5)


def test_a_failure_inside_of_numbas_own_code_is_told_at_the_programs_own_line():
    theirs = NumbaFunction("impl", "impl", NUMBAS.replace("dispatcher", "append"), 700)
    inner = failing("operator", operand(INT), callee="sub")._replace(function=theirs)
    found = first(case_of(failing("call", operand(INT), callee="numpy.append", inner=(inner,))))
    assert found.blame[0].line == 5 and "append" in found.summary


def test_a_write_to_a_read_only_array_is_no_matter_of_types():
    failure = failing(
        "operator", operand(array(readonly=True), "table"), operand(INT), operand(FLOAT),
        callee="setitem",
    )  # fmt: skip
    assert first(case_of(failure)).cause == "numba-array-layout"
    writable = failure._replace(operands=(operand(array(), "table"), *failure.operands[1:]))
    assert first(case_of(writable)).cause == "numba-operand-types"


@pytest.mark.parametrize(
    ("called", "cause"),
    [
        ("f(1)", "numba-argument-count"),
        ("f(1, 2, 3)", "numba-argument-count"),
        ("f(1, c=2)", "numba-argument-count"),
        ("f(1, 2)", "unknown"),
        ("f(*values)", "unknown"),
        ("g(1)", "unknown"),
        ("f([1, 'a'], 2)", "numba-object-mode"),
        ("f([1, 2], 2)", "unknown"),
    ],
)
def test_a_call_that_the_dispatcher_refuses_is_counted_by_its_source(called, cause):
    own = (RaisedFrame("main", Location(FILE, 9, 5, 9, 5 + len(called)), expression=called),)
    case = case_of(None, type_="TypeError", frames=own, dispatchers=(OTHER,))
    assert first(case).cause == cause


def test_an_except_clause_with_a_type_is_unsupported_and_no_matter_of_types():
    found = first(case_of(failing("call", operand(OBJECT), operand(EXCEPTION))))
    assert found.cause == "numba-unsupported-python"


def run_of(*functions, **more) -> Case:
    return Case(ProcessState(ProcessInfo(1)), numba=NumbaRun("0.68", functions, **more))


def compiled(count, **more) -> CompiledFunction:
    kinds = [array("C"), array("A"), array("C", 2), array("A", 2), array("F", 2)]
    overloads = tuple(CompiledOverload((kind,), FLOAT, seconds=0.5) for kind in kinds[:count])
    return CompiledFunction(F, ("a",), overload_count=count, overloads=overloads, **more)


def test_a_function_compiled_again_and_again_is_told():
    found = first(run_of(compiled(5)))
    assert found.cause == "numba-recompilation"
    assert found.evidence[0].text == "a varies: dimensions 1 and 2; layout C, A and F"


def test_a_decorator_that_runs_again_and_again_is_told():
    assert first(run_of(compiled(1, same_code=9))).cause == "numba-recompilation"


def test_a_function_compiled_for_some_types_is_no_finding():
    found = first(run_of(compiled(4)))
    assert (found.cause, found.confidence) == ("none", "certain")


def test_a_failed_check_comes_before_all_else():
    hit = BoundsHit(F, PLACE, "a", 1, 0, 5, 5)
    found = first(run_of(compiled(5), hits=(hit,), checked=True))
    assert (found.cause, found.blame[0].line) == ("out-of-bounds", 5)


def test_without_a_run_of_numba_nothing_is_said_of_it():
    assert isinstance(Case().numba, Absent)
    assert first(Case(ProcessState(ProcessInfo(1)))).cause == "unknown"


ACCESS = SimulatedAccess((30, 0, 0), (1, 0, 0), (4, 30), (1, 30), True)
KERNEL = RaisedFrame("increment", Location(FILE, 7, 5, 7, 16), expression="cells[1, i]")


def simulated(access) -> Case:
    return case_of(type_="IndexError", frames=(KERNEL,), simulated=access)


def test_a_thread_of_a_simulated_kernel_that_leaves_its_array_is_told():
    found = first(simulated(ACCESS))
    assert (found.cause, found.confidence, found.blame[0].line) == ("out-of-bounds", "certain", 7)
    assert found.summary == (
        "cells has size 30 along axis 1; index 30 was written by thread (30, 0, 0) of block "
        "(1, 0, 0)"
    )


@pytest.mark.parametrize("access", [None, ACCESS._replace(position=(1, 29))])
def test_a_simulated_kernel_inside_of_its_array_is_no_finding(access):
    assert first(simulated(access)).cause == "unknown"
