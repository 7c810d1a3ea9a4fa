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
from atfault.model.numba_run import (
    BoundsHit,
    ChangedFile,
    ComparedFunction,
    Comparisons,
    CompiledFunction,
    CompiledOverload,
    Difference,
    DifferingCall,
    Frozen,
    FrozenGlobal,
    Misfit,
    NumbaRun,
    ParallelLoop,
    Race,
    Reason,
    UnheardSeed,
    Wordless,
)
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.diagnosed import claims
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
    inner = RaisedFrame("_compile", Location(NUMBAS, 4))
    error = RaisedException(
        type_, more.pop("message", "text"), frames or (inner, own),
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
    expected = {"numba-cannot-unify": 4, "numba-signature-mismatch": 9, "numba-object-mode": 9}
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
def test_what_is_nearly_so_is_told_by_its_pass_alone(name):
    found = first(case_of(NEAR[name]))
    assert (found.cause, found.confidence) == ("numba-operand-types", "likely")


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


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("not enough arguments: expected 2, got 1", "numba-argument-count"),
        ("too many arguments: expected 2, got 3", "numba-argument-count"),
        ("missing argument 'b'", "numba-argument-count"),
        ("missing argument 'c'", "unknown"),
        ("not enough arguments: expected 3, got 1", "unknown"),
        ("can't unbox heterogeneous list: int64 != float64", "numba-object-mode"),
        ("can't unbox heterogeneous set", "numba-object-mode"),
        ("unsupported operand", "unknown"),
    ],
)
@pytest.mark.parametrize("called", ["f(*values)", "pool.map(f, values)"])
def test_a_call_of_which_the_source_tells_too_little_is_told_by_what_it_said(called, said, cause):
    own = (RaisedFrame("main", Location(FILE, 9, 5, 9, 5 + len(called)), expression=called),)
    case = case_of(None, type_="TypeError", frames=own, dispatchers=(OTHER,), message=said)
    found = first(case)
    assert found.cause == cause
    assert [line.line for line in found.blame] == [9]


def test_a_call_that_fits_two_signatures_is_told():
    signatures = ((FLOAT, INT), (INT, FLOAT))
    failure = failing("signature")._replace(
        given=(INT, INT), signatures=signatures, convertible=((True, True), (True, True))
    )
    found = first(case_of(failure, type_="TypeError"))
    assert found.cause == "numba-signature-mismatch" and "several" in found.summary


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
    assert claims(found) == ("numba-recompilation", "certain", ["job.py:3:scale"], {"read": 1})


def test_a_decorator_that_runs_again_and_again_is_told():
    assert first(run_of(compiled(1, same_code=9))).cause == "numba-recompilation"


def test_what_is_compiled_for_the_types_that_its_decorator_names_is_none():
    assert first(run_of(compiled(9, declared=True))).cause == "none"


def test_the_line_that_makes_it_compile_again_comes_before_the_function():
    made = Location(FILE, 30, 5, 30, 12)
    found = first(run_of(compiled(5, made=((made, "main"),))))
    assert [one.line for one in found.blame] == [30, 3]


@pytest.mark.parametrize(
    ("how", "guarded", "confidence"),
    [
        ("carried", True, "certain"),
        ("counted", True, "certain"),
        ("container", True, "certain"),
        ("same", False, "certain"),
        ("same", True, "likely"),
        ("collides", False, "possible"),
        ("earlier", False, "likely"),
    ],
)
def test_a_race_is_certain_where_each_iteration_does_it(how, guarded, confidence):
    race = Race(how, "total", PLACE, 4, guarded=guarded)
    found = first(run_of(compiled(1, races=(race,))))
    assert (found.cause, found.confidence) == ("data-race", confidence)
    assert [one.line for one in found.blame] == [5, 4] and found.advice


def test_what_leaves_an_objmode_block_as_another_type_is_told_with_both_lines():
    made = PLACE._replace(line=6)
    misfit = Misfit("dtype", "y", "array(float64, 1d, A)", "int64, 1 dimension", PLACE, made)
    found = first(run_of(compiled(1, misfits=(misfit,))))
    assert (found.cause, found.confidence) == ("numba-signature-mismatch", "certain")
    assert [one.line for one in found.blame] == [5, 6] and found.advice
    several = misfit._replace(made=None)
    assert [one.line for one in first(run_of(compiled(1, misfits=(several,)))).blame] == [5]
    assert first(run_of(compiled(1))).cause != "numba-signature-mismatch"


def test_parallel_without_a_parallel_loop_is_told():
    serial = (ParallelLoop(6, "", "ordinary"),)
    overload = CompiledOverload((FLOAT,), FLOAT, seconds=1.0, loops=serial)
    one = CompiledFunction(F, ("a",), ("parallel",), overload_count=1, overloads=(overload,))
    found = first(run_of(one))
    assert (found.cause, [line.line for line in found.blame]) == ("numba-not-parallel", [3, 6])
    parallel = overload._replace(loops=(*serial, ParallelLoop(8, "prange", "parallel")))
    assert first(run_of(one._replace(overloads=(parallel,)))).cause == "none"
    cached = overload._replace(seconds=0.0, loops=())
    assert first(run_of(one._replace(overloads=(cached,)))).cause == "none"


def test_a_prange_that_stayed_ordinary_is_told_beside_what_is_parallel():
    loops = (ParallelLoop(6, "prange", "ordinary"), ParallelLoop(4, "numpy.zeros", "parallel"))
    overload = CompiledOverload((FLOAT,), FLOAT, seconds=1.0, loops=loops)
    one = CompiledFunction(F, ("a",), ("parallel",), overload_count=1, overloads=(overload,))
    found = first(run_of(one))
    assert (found.cause, [line.line for line in found.blame]) == ("numba-not-parallel", [3, 6])
    assert "prange" in found.summary


def test_loops_in_object_mode_are_told_unless_they_were_taken_out():
    loop = (ParallelLoop(6, "", "ordinary"),)
    overload = CompiledOverload((FLOAT,), FLOAT, object_mode=True, seconds=1.0, loops=loop)
    one = CompiledFunction(F, ("a",), ("forceobj",), overload_count=1, overloads=(overload,))
    found = first(run_of(one))
    assert (found.cause, [o.line for o in found.blame]) == ("numba-object-mode", [3, 6])
    for harmless in (overload._replace(lifted=1), overload._replace(loops=())):
        assert first(run_of(one._replace(overloads=(harmless,)))).cause == "none"


@pytest.mark.parametrize(("times", "cause"), [(1000, "numba-object-mode"), (999, "none")])
def test_an_objmode_block_in_a_loop_is_told_where_it_ran_often(times, cause):
    overload = CompiledOverload((FLOAT,), FLOAT, seconds=1.0)
    one = CompiledFunction(F, ("a",), overload_count=1, overloads=(overload,))
    found = first(run_of(one._replace(blocks=((PLACE, times),))))
    assert found.cause == cause
    assert [line.line for line in found.blame] == ([5] if cause != "none" else [])


@pytest.mark.parametrize(
    ("stage", "cause"),
    [("native_lowering", "numba-operand-types"), ("some_rewrites", "numba-unsupported-python")],
)
def test_what_no_rule_explains_is_told_by_its_pass(stage, cause):
    found = first(case_of(failing("other", stage=stage, error="TypeError")))
    assert (found.cause, found.confidence, found.blame[0].line) == (cause, "likely", 5)


def test_a_method_that_the_source_does_not_name_is_pythons_own_of_a_comprehension():
    failure = failing("getattr", operand(INT), attribute="add", syntax="SetComp")
    found = first(case_of(failure))
    assert found.cause == "numba-unsupported-python" and "set comprehension" in found.summary


def test_a_number_that_is_called_is_named_as_such():
    number = operand(INT, "max", "function", expression="max")
    found = first(case_of(failing("call", operand(FLOAT, "a"), called=number, callee="")))
    assert (found.cause, found.summary) == ("numba-operand-types", "max is int64, and no function")


def test_a_none_that_was_used_as_a_number_is_likely():
    maybe = operand(NumbaType("OptionalType(int64)", "Optional", (INT,)), "at")
    found = first(case_of(failing("raised", maybe, callee="optional"), type_="TypeError"))
    assert (found.cause, found.confidence) == ("numba-operand-types", "likely")
    assert found.blame[0].line == 5 and "at was None, and int64 is wanted" in found.summary


def test_a_jump_out_of_an_objmode_block_is_likely():
    failure = failing("opcode", name="objmode_left", error="ValueError", stage="ir_processing")
    found = first(case_of(failure, type_="ValueError"))
    assert (found.cause, found.confidence) == ("numba-unsupported-python", "likely")


def test_a_text_that_has_no_value_in_it_is_likely():
    told = compiled(1)._replace(wordless=(Wordless("str", "size", FLOAT, PLACE),))
    found = first(run_of(told))
    assert (found.cause, found.confidence) == ("numba-result-differs", "likely")
    assert found.blame[0].line == 5 and '"<object type:float64>"' in found.summary


def test_an_instruction_is_told_with_the_word_of_the_grammar():
    found = first(case_of(failing("opcode", name="MATCH_SEQUENCE", syntax="Match")))
    assert "match" in found.summary


@pytest.mark.parametrize("location", [PLACE, None])
def test_a_seed_that_compiled_code_does_not_hear_of_is_likely(location):
    seed = UnheardSeed("random", location, "play", Location(FILE, 30), "main")
    functions = (ComparedFunction(F, 10, 10, seeded=seed),)
    found = first(run_of(compiled(1), comparisons=Comparisons(functions, ())))
    assert (found.cause, found.confidence) == ("numba-result-differs", "likely")
    assert [one.line for one in found.blame] == [*([5] if location else []), 30, 3]


def test_what_was_compiled_in_is_blamed_where_it_was_assigned_afterwards():
    value = Frozen("1.0", "1.5", "fill", is_set=True)
    reason = Reason("outdated", Location(FILE, 21), "tune", "rate", frozen=value)
    found = first(compared(DIFFERS._replace(reasons=(reason,))))
    assert [one.line for one in found.blame] == [21, 30, 3]
    assert "rate = 1.0; it is 1.5 now, assigned in tune" in found.evidence[0].text


@pytest.mark.parametrize(
    ("callee", "cause"),
    [
        ("decorate", "numba-declaration"),
        ("ufunc", "numba-signature-mismatch"),
        ("bind", "numba-argument-count"),
        ("construct", "numba-unsupported-python"),
        ("count", "numba-argument-count"),
        ("result", "numba-argument-count"),
        ("hook", "numba-declaration"),
        ("large", "numba-object-mode"),
        ("literal", "numba-operand-types"),
        ("empty_ufunc", "numba-declaration"),
    ],
)
def test_what_numba_refuses_without_compiling_is_told_at_its_place(callee, cause):
    found = first(case_of(failing("refused", callee=callee)))
    assert (found.cause, found.confidence) == (cause, "likely")
    assert found.blame[0].line == 5


@pytest.mark.parametrize(
    ("phase", "cause"),
    [
        ("decorate", "numba-declaration"),
        ("implementation", "numba-operand-types"),
        ("python", "numba-unsupported-python"),
    ],
)
def test_what_numba_raised_without_a_record_is_told_by_the_phase_that_raised_it(phase, cause):
    found = first(case_of(failing("other", callee=phase), type_="ValueError"))
    assert (found.cause, found.confidence) == (cause, "likely" if phase else "possible")
    assert phase == "" or found.summary.endswith(": text")


def test_of_a_record_the_field_that_is_missing_is_named():
    record = NumbaType("Record(x)", "Record", value="crates")
    for one in (record, NumbaType("array(Record(x), 1d, C)", "Array", (record,), ndim=1)):
        thing = operand(one, "tree")
        failure = failing("getattr", thing, attribute="crate", near=("crates",))
        found = first(case_of(failure))
        assert found.cause == "numba-unknown-attribute" and "no field crate" in found.summary
        assert found.advice[0].text == "did you mean crates?"


def test_a_write_that_was_followed_and_is_not_proven_makes_nothing_found_less_certain():
    race = Race("unproven", "total", PLACE, 4, tried=100, is_whole=True)
    found = first(run_of(compiled(4, unproven=(race,))))
    assert (found.cause, found.confidence) == ("none", "likely")
    assert "total (line 5)" in found.evidence[0].text and "100" in found.evidence[0].text


@pytest.mark.parametrize("why", ["data", "lossy", "read", "other"])
def test_a_write_of_which_nothing_is_proven_is_a_possible_race(why):
    race = Race("unproven", "total", PLACE, 4, why=why)
    found = first(run_of(compiled(4, unproven=(race,))))
    assert (found.cause, found.confidence) == ("data-race", "possible")
    assert [one.line for one in found.blame] == [5, 4] and found.advice


def test_two_iterations_at_one_element_make_a_race_certain():
    race = Race("collides", "total", PLACE, 4, iterations=(3, 17), element="5")
    found = first(run_of(compiled(1, races=(race,))))
    assert found.confidence == "certain"
    assert all(word in found.evidence[0].text for word in ("3", "17", "total[5]"))
    guarded = race._replace(guarded=True)
    likely = Race("same", "other", PLACE._replace(line=9), 4, guarded=True)
    found = first(run_of(compiled(1, races=(likely, guarded))))
    assert (found.confidence, found.blame[0].line) == ("likely", 9)
    found = first(run_of(compiled(1, races=(likely, race))))
    assert (found.confidence, found.blame[0].line) == ("certain", 5)


def test_a_call_whose_interpreted_numbers_did_not_fit_comes_behind_others():
    reported = Reason("width", PLACE, "scale", python="uint8", numba="int64", reported=True)
    own = DIFFERS._replace(reasons=(reported._replace(reported=False),), number=8)
    case = compared(DIFFERS._replace(reasons=(reported,)))
    run = case.numba
    both = (*run.comparisons.differing, own)
    run = run._replace(comparisons=run.comparisons._replace(differing=both))
    found = first(case._replace(numba=run))
    assert any("call 8 of" in one.text for one in found.evidence)


def test_a_function_compiled_for_some_types_is_no_finding():
    found = first(run_of(compiled(4)))
    assert (found.cause, found.confidence) == ("none", "likely")
    assert "--check-bounds" in found.evidence[-1].text and "--compare" in found.evidence[-1].text


COMPARED = Comparisons((ComparedFunction(F, 10, 10),))
UNSEEN = Race("unseen", "", PLACE, 4)
FOLLOWED = Race("unproven", "total", PLACE, 4, tried=50, is_whole=True)


@pytest.mark.parametrize(
    ("confidence", "more", "asked"),
    [
        ("certain", {}, COMPARED),
        ("certain", {"looked": False}, COMPARED),
        ("likely", {"unproven": (FOLLOWED,)}, COMPARED),
        ("possible", {"unproven": (FOLLOWED._replace(is_whole=False),)}, COMPARED),
        ("possible", {"unseen": (UNSEEN,)}, COMPARED),
        ("possible", {"looked": False, "options": ("parallel",)}, COMPARED),
        ("possible", {}, Comparisons((ComparedFunction(F, 10, 9),))),
    ],
)
def test_nothing_found_is_as_certain_as_what_was_proven(confidence, more, asked):
    function = compiled(0, **more)._replace(overloads=(CompiledOverload((array("C"),), FLOAT),))
    found = first(run_of(function, checked=True, comparisons=asked))
    assert (found.cause, found.confidence) == ("none", confidence)


def test_a_failed_check_comes_before_all_else():
    hit = BoundsHit(F, PLACE, "a", 1, 0, 5, 5)
    found = first(run_of(compiled(5), hits=(hit,), checked=True))
    assert (found.cause, found.blame[0].line) == ("out-of-bounds", 5)


def test_without_a_run_of_numba_nothing_is_said_of_it():
    assert isinstance(Case().numba, Absent)
    assert first(Case(ProcessState(ProcessInfo(1)))).cause == "unknown"


FROZEN = FrozenGlobal("LIMIT", "3", "4", PLACE)
CHANGED = ChangedFile("step", "/home/me/helper.py", PLACE, 2000.0, 1000.0)


def test_a_cached_function_with_old_values_is_told_before_one_with_a_newer_file():
    found = first(run_of(compiled(1, cached_files=(CHANGED,))))
    assert (found.cause, found.confidence) == ("numba-stale-cache", "likely")
    assert "helper.py" in found.summary and found.blame[0].line == 5
    both = run_of(compiled(1, cached_files=(CHANGED,)), compiled(1, cached_globals=(FROZEN,)))
    found = first(both)
    assert claims(found) == ("numba-stale-cache", "certain", ["job.py:5:scale"], {"read": 4})


def test_a_global_that_changed_after_compiling_is_likely_at_most():
    found = first(run_of(compiled(1, changed=(FROZEN,))))
    assert (found.cause, found.confidence) == ("numba-global", "likely")
    assert found.blame[0].line == 5
    assert first(run_of(compiled(1, changed=()))).cause == "none"


VALUE = Difference("result", "value", "1", "2", position=(2, 3), differing=4, size=12)
DIFFERS = DifferingCall(F, Location(FILE, 30, 1, 30, 9), "main", VALUE, number=7)


def compared(*calls, **more) -> Case:
    functions = (ComparedFunction(F, 10, 9, bool(calls), (("time", 1),)),)
    return run_of(compiled(1, **more), comparisons=Comparisons(functions, calls))


def test_a_call_that_differs_is_told_with_place_and_values():
    found = first(compared(DIFFERS))
    assert claims(found) == (
        "numba-result-differs",
        "likely",
        ["job.py:30:main", "job.py:3:scale"],
        {"read": 2},
    )
    assert [one.line for one in found.blame] == [30, 3]
    told = " ".join(one.text for one in found.evidence)
    assert "4 of 12 elements differ" in told and "call 7 of scale, job.py:30, in main" in told


def test_an_operation_with_other_numbers_comes_first_and_makes_it_certain():
    place = Location(FILE, 7, 5, 7, 10)
    reasons = (
        Reason("wrap", place, "scale", "a * b", "1099", kind="int8"),
        Reason("width", place, "scale", "a - b", python="uint8", numba="float64", kind="float64"),
        Reason("whole", place, "scale", "a ** b", "0.5", kind="int64"),
    )
    found = first(compared(DIFFERS._replace(reasons=reasons)))
    assert (found.confidence, found.blame[0].line, found.blame[0].column) == ("certain", 7, 5)
    told = " ".join(one.text for one in found.evidence)
    assert "a * b is 1099, more than int8 holds; compiled code keeps the lowest 8 bits" in told
    assert "computed of uint8 interpreted, and of float64 compiled" in told
    assert "a ** b is 0.5 interpreted; compiled it is int64" in told


def test_another_thread_that_may_have_interfered_makes_it_likely():
    assert first(compared(DIFFERS._replace(alone=False))).confidence == "likely"


def test_calls_that_are_the_same_are_no_finding():
    found = first(compared())
    assert found.cause == "none" and "9 of 10 calls" in found.evidence[0].text


@pytest.mark.parametrize("what", ["index", "division", "unset", "raised", "wrap", "width",
                                  "overflow", "uninitialised"])  # fmt: skip
def test_the_line_that_a_run_of_its_own_has_shown_comes_first(what):
    reason = Reason(
        what, Location(FILE, 8), "scale", "r", "9", "IndexError", "text", "int8", "int64"
    )
    found = first(compared(DIFFERS._replace(reasons=(reason,))))
    assert [one.line for one in found.blame] == [8, 30, 3]
    assert "job.py:8" in found.evidence[0].text and found.advice


@pytest.mark.parametrize("what", ["fastmath", "parallel", "outdated"])
def test_a_way_of_compiling_that_changes_the_result_is_the_reason(what):
    reason = Reason(what, Location(FILE, 3), "scale")
    found = first(compared(DIFFERS._replace(reasons=(reason,))))
    assert found.blame[0].line == (3 if what == "fastmath" else 30)
    assert "comes to the interpreted" in found.evidence[0].text
    found = first(compared(DIFFERS._replace(reasons=(reason,)), changed=(FROZEN,)))
    is_frozen = any("LIMIT = 3" in one.text for one in found.evidence)
    assert is_frozen is (what != "fastmath") and (found.blame[0].line == 5) is is_frozen


def test_an_exception_in_one_of_the_two_is_told_as_such():
    other = Difference("result", "raised", "", "IndexError")
    found = first(compared(DIFFERS._replace(difference=other)))
    assert claims(found) == (
        "numba-result-differs",
        "likely",
        ["job.py:30:main", "job.py:3:scale"],
        {"read": 1},
    )
    other = Difference("result", "raised", "ZeroDivisionError", "")
    found = first(compared(DIFFERS._replace(difference=other)))
    assert claims(found) == (
        "numba-result-differs",
        "likely",
        ["job.py:30:main", "job.py:3:scale"],
        {"read": 1},
    )


def test_a_result_that_is_not_what_the_signature_says_is_told_at_its_return():
    types = (ORIGIN._replace(type=FLOAT), ORIGIN._replace(type=array()))
    found = first(case_of(failing("declared", types=types)))
    assert claims(found) == (
        "numba-signature-mismatch",
        "certain",
        ["job.py:5:scale", "job.py:9:main"],
        {},
    )


ACCESS = SimulatedAccess((30, 0, 0), (1, 0, 0), (4, 30), (1, 30), True)
KERNEL = RaisedFrame("increment", Location(FILE, 7, 5, 7, 16), expression="cells[1, i]")


def simulated(access) -> Case:
    return case_of(type_="IndexError", frames=(KERNEL,), simulated=access)


def test_a_thread_of_a_simulated_kernel_that_leaves_its_array_is_told():
    found = first(simulated(ACCESS))
    assert (found.cause, found.confidence, found.blame[0].line) == ("out-of-bounds", "certain", 7)
    assert claims(found) == ("out-of-bounds", "certain", ["job.py:7:increment"], {"read": 1})


@pytest.mark.parametrize("access", [None, ACCESS._replace(position=(1, 29))])
def test_a_simulated_kernel_inside_of_its_array_is_no_finding(access):
    assert first(simulated(access)).cause == "unknown"


MATRIX, SMALL = array(ndim=2), array(ndim=2, kind=NumbaType("float32", "Float"))
ARRAYS = NumbaType("list(array(float64, 1d, C))", "List", (array(),))
WHOLE = array(ndim=2, kind=INT)
PAIR = NumbaType("Tuple(int64, unicode_type)", "Tuple", (INT, STR))
MASK = array(ndim=2, kind=NumbaType("bool", "Boolean"))
COUNTS = NumbaType("DictType[unicode_type,int64]", "DictType", (STR, INT))
METHOD = NumbaType("BoundFunction(max)", "BoundFunction", (MATRIX,))


@pytest.mark.parametrize(
    ("failure", "advice"),
    [
        (failing("call", operand(ARRAYS), callee="numpy.vstack", expression="np.vstack([a, b])"),
         "np.vstack((a, b))"),
        (failing("call", operand(ARRAYS, "parts"), callee="numpy.vstack",
                 expression="np.vstack(parts)"), "make the whole with np.empty"),
        (failing("call", operand(ARRAYS), callee="numpy.array", expression="np.array([a])"),
         "np.stack((a,))"),
        (failing("call", operand(MATRIX, "a"), operand(INT, keyword="axis"), callee="numpy.mean"),
         "a.sum(axis) / a.shape[axis]"),
        (failing("call", operand(INT, keyword="axis"),
                 called=operand(METHOD, expression="a.max")), "a[i].max()"),
        (failing("operator", operand(MATRIX, "a"), operand(SMALL, "b"), callee="matmul"),
         "b.astype(np.float64)"),
        (failing("operator", operand(WHOLE, "a"), operand(WHOLE, "b"), callee="matmul"),
         "a.astype(np.float64), b.astype(np.float64)"),
        (failing("operator", operand(PAIR, "row"), operand(INT, "i"), callee="getitem"),
         "literal_unroll(row)"),
        (failing("call", operand(STR, "text"), callee="float"), "pass float(text)"),
        (failing("operator", operand(ARRAYS), operand(FLOAT, "n"), callee="mul"), "int(n)"),
        (failing("operator", operand(MATRIX, "a"), operand(ARRAYS, "i"), callee="getitem"),
         "a[np.array(i)]"),
        (failing("operator", operand(MATRIX, "a"), operand(MASK, "m"), operand(INT, "v"),
                 callee="setitem"), "np.where(m, v, a)"),
        (failing("operator", operand(COUNTS, "d"), operand(STR, "k"), operand(STR, "v"),
                 callee="setitem"), "its values int64"),
    ],
)  # fmt: skip
def test_the_advice_is_what_numba_has_in_its_place(failure: NumbaFailure, advice: str) -> None:
    finding = first(case_of(failure))
    assert finding.cause == "numba-operand-types"
    assert advice in finding.advice[0].text


def test_a_class_that_comes_from_a_jitclass_is_refused_where_it_is_defined() -> None:
    check = "/venv/lib/python3.11/site-packages/numba/experimental/jitclass/base.py"
    own = RaisedFrame("<module>", Location(FILE, 9))
    error = RaisedException(
        "TypeError", "cannot subclass from a jitclass",
        (RaisedFrame("__new__", Location(check, 91)), own), ("TypeError",),
    )  # fmt: skip
    exception = UncaughtException("main", (error,), thread="MainThread")
    finding = first(Case(ProcessState(ProcessInfo(1)), exception=exception))
    assert (finding.cause, finding.blame[0].line) == ("numba-declaration", 9)
    elsewhere = error._replace(frames=(own,))
    case = Case(ProcessState(ProcessInfo(1)), exception=exception._replace(exceptions=(elsewhere,)))
    assert first(case).cause != "numba-declaration"


def test_an_objmode_block_is_told_what_to_declare() -> None:
    left = failing("construct", operand(None, "took"), name="objmode")
    finding = first(case_of(left))
    assert claims(finding) == (
        "numba-declaration",
        "certain",
        ["job.py:5:scale", "job.py:9:main"],
        {},
    )


def test_what_a_prange_loop_does_not_take_is_named() -> None:
    failure = failing("construct", name="Expr", stage="parfor_pass")
    case = case_of(failure)
    error = case.exception.error._replace(message="x\nOverwrite of parallel loop index\ny")
    case = case._replace(exception=case.exception._replace(exceptions=(error,)))
    assert claims(first(case)) == (
        "numba-unsupported-python",
        "certain",
        ["job.py:5:scale", "job.py:9:main"],
        {},
    )
