"""Binaries that were not made for each other: positive, near miss, missing evidence."""

from __future__ import annotations

from atfault.model.holders import PointerVariable
from atfault.model.printed import PrintedTail
from atfault.model.state import Origin, PythonInfo
from support.diagnosed import claims, diagnose
from support.nonces import checked
from support.states import MODULES, array, case_of, crash, native, python, segv

EXTENSION = MODULES["extension"]
NUMPY = EXTENSION._replace(path="/venv/site-packages/numpy/_core/_multiarray_umath.so")
TABLE = PointerVariable("PyArray_API", EXTENSION.start + 0x4040, 0, EXTENSION)
FRAMES = [native("make", "extension"), python(line=18)]
PYTHON = PythonInfo((3, 12, 1), "3.12.1")


def first(address=0x2E8, printed=b"", frames=FRAMES, **state):
    case = case_of(crash(signal=segv(address), frames=frames, **state))
    if printed:
        case = case._replace(printed=PrintedTail(printed))
    return checked(case).findings[0]


def test_a_table_of_functions_that_was_never_imported_is_named():
    found = first(variable=TABLE)
    assert (found.cause, found.confidence) == ("null-dereference", "certain")
    assert "numpy" in found.summary and "PyArray_API" in found.summary
    assert any("import_array()" in one.text for one in found.advice)


def test_one_that_the_compiler_knew_to_be_null_is_likely():
    found = first(variable=TABLE._replace(address=0))
    assert (found.cause, found.confidence) == ("null-dereference", "likely")


def test_a_table_shared_by_files_and_those_of_other_packages_count():
    assert "numpy" in first(variable=TABLE._replace(name="cool_ARRAY_API")).summary
    assert "datetime" in first(variable=TABLE._replace(name="_ZL13PyDateTimeAPI")).summary
    assert "greenlet" in first(variable=TABLE._replace(name="_PyGreenlet_API")).summary


def test_why_the_import_failed_is_told_where_numpy_is_of_another_major_version():
    origins = (Origin(EXTENSION, numpy_abi=1), Origin(NUMPY, "numpy", "2.4.6"))
    words = b"A module that was compiled using NumPy 1.x cannot be run in\nNumPy 2.4.6 as it may"
    found = first(variable=TABLE, origins=origins, printed=words)
    told = " ".join(one.text for one in found.evidence)
    assert "compiled for numpy 1, and numpy 2.4.6" in told and "the program printed" in told


def test_another_variable_that_is_null_is_evidence_of_a_null_dereference():
    found = first(variable=TABLE._replace(name="current_session"))
    assert (found.cause, found.confidence) == ("null-dereference", "certain")
    assert any("current_session" in one.text for one in found.evidence)


def test_a_table_that_is_filled_is_none_of_it():
    assert first(variable=TABLE._replace(value=0x100)).cause == "null-dereference"


def test_the_headers_of_another_python_are_likely_the_reason():
    origins = (Origin(EXTENSION, python=(3, 8)),)
    found = first(address=0x7E00_0000_0000, origins=origins, python=PYTHON)
    assert (found.cause, found.confidence) == ("abi-mismatch", "likely")
    assert "3.8" in found.summary and "3.12" in found.summary
    same = (Origin(EXTENSION, python=(3, 12)),)
    assert first(address=0x7E00_0000_0000, origins=same, python=PYTHON).cause == "wild-pointer"


WITH_ARRAY = [native("make", "extension"), python(line=18, grid=array(0x7000_3000, (4, 4)))]


def test_code_for_numpy_1_under_numpy_2_is_likely_the_reason():
    origins = (Origin(EXTENSION, numpy_abi=1), Origin(NUMPY, "numpy", "2.4.6"))
    found = first(address=0x7E00_0000_0000, origins=origins, frames=WITH_ARRAY)
    assert (found.cause, found.confidence) == ("abi-mismatch", "likely")
    older = (Origin(EXTENSION, numpy_abi=1), Origin(NUMPY, "numpy", "1.26.4"))
    assert first(address=0x7E00_0000_0000, origins=older, frames=WITH_ARRAY).cause == "wild-pointer"


def test_code_for_numpy_1_that_no_array_was_given_to_is_merely_possible():
    origins = (Origin(EXTENSION, numpy_abi=1), Origin(NUMPY, "numpy", "2.4.6"))
    case = case_of(crash(signal=segv(0x7E00_0000_0000), frames=FRAMES, origins=origins))
    told = [(one.cause, one.confidence) for one in checked(case).findings]
    assert told == [("wild-pointer", "likely"), ("abi-mismatch", "possible")]


ONE = EXTENSION._replace(path="/venv/site-packages/torch/lib/libgomp-24e2ab19.so.1")
OTHER = EXTENSION._replace(path="/venv/site-packages/sklearn.libs/libgomp-a34b3233.so.1")


def causes_with(inside, *modules):
    failed = native("gomp_team_start", "extension")._replace(module=inside)
    state = crash(
        signal=segv(0x7E00_0000_0000),
        frames=[failed, python()],
        modules=(*MODULES.values(), *modules),
    )
    return [(one.cause, one.confidence) for one in diagnose(state).findings]


def test_two_copies_of_a_library_are_a_possibility_where_one_of_them_failed():
    assert ("abi-mismatch", "possible") in causes_with(ONE, ONE, OTHER)
    assert causes_with(ONE, ONE, OTHER)[0][0] == "wild-pointer"


def test_two_copies_elsewhere_and_one_alone_are_not_accused():
    assert all(cause != "abi-mismatch" for cause, _ in causes_with(EXTENSION, ONE, OTHER))
    assert all(cause != "abi-mismatch" for cause, _ in causes_with(ONE, ONE))


WARNING = (
    b"x.py:1: RuntimeWarning: numpy.ndarray size changed, may indicate binary incompatibility. "
    b"Expected 16 from C header, got 96 from PyObject\n"
)


def test_what_a_module_warned_of_is_a_possibility():
    case = case_of(crash(signal=segv(0x7E00_0000_0000), frames=FRAMES))
    case = case._replace(printed=PrintedTail(WARNING))
    assert all(one.cause != "abi-mismatch" for one in checked(case).findings)
    extension = case.process.with_parts(origins=(Origin(EXTENSION),))
    found = checked(case._replace(process=extension)).findings
    assert [(one.cause, one.confidence) for one in found] == [
        ("wild-pointer", "likely"),
        ("abi-mismatch", "possible"),
    ]
    assert claims(found[1]) == ("abi-mismatch", "possible", ["paint.py:18:main"], {"read": 1})


def test_the_packages_on_the_stack_are_named_with_their_versions():
    origins = (Origin(EXTENSION, "fast", "1.0"), Origin(NUMPY, "numpy", "2.4.6"))
    told = " ".join(one.text for one in first(origins=origins).evidence)
    assert "fast 1.0" in told and "numpy" not in told
