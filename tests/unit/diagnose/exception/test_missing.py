"""missing-library and missing-symbol: what the loader's refusal comes to in words."""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.findings import Finding
from atfault.model.loading import Candidate, LoadFailure, NearSymbol
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.nonces import checked

CORE = "/venv/site-packages/pkg/_core.so"


def case(failure: LoadFailure | Absent) -> Case:
    frames = (
        RaisedFrame("<module>", Location("/venv/lib/site-packages/pkg/__init__.py", 1)),
        RaisedFrame("<module>", Location("/home/me/job.py", 3)),
    )
    error = RaisedException("ImportError", "…", frames, ("ImportError",))
    outer = RaisedException("RuntimeError", "no backend", frames[1:], ("RuntimeError",), cause=1)
    exception = UncaughtException("main", (outer, error), thread="MainThread")
    return Case(ProcessState(ProcessInfo(1)), exception=exception, load_failure=failure)


def found(failure: LoadFailure) -> Finding | None:
    rules = (missing_symbol, missing_library)
    findings = [finding for rule in rules for finding in rule(case(failure))]
    assert len(findings) <= 1
    return findings[0] if findings else None


def evidence(finding: Finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


LIBRARY = LoadFailure("library", "libgeo.so.1", wanted_by=CORE, searched=("/lib", "/usr/lib"))
SYMBOL = LoadFailure("symbol", "_ZN3geo4sizeEl", name="geo::size(long)", wanted_by=CORE)


def test_a_missing_library_names_who_wants_it_and_where_was_looked():
    one = found(LIBRARY)
    assert one is not None and (one.cause, one.confidence) == ("missing-library", "certain")
    assert one.summary == "_core.so needs libgeo.so.1, which was not found"
    assert CORE in evidence(one) and "/lib, /usr/lib" in evidence(one)
    assert [(blame.file, blame.line) for blame in one.blame] == [("/home/me/job.py", 3)]


def test_the_library_that_lies_elsewhere_comes_with_a_command():
    place = Candidate("/venv/nvidia/geo/lib/libgeo.so.1")
    one = found(LIBRARY._replace(found=(place,)))
    assert one is not None
    assert one.advice[0].command == "export LD_LIBRARY_PATH=/venv/nvidia/geo/lib"


def test_one_for_another_processor_is_no_help():
    place = Candidate("/opt/libgeo.so.1", why_not="it is made for AArch64")
    one = found(LIBRARY._replace(found=(place,)))
    assert one is not None and "but it is made for AArch64" in evidence(one)
    assert all(advice.command is None for advice in one.advice)


def test_another_version_is_named():
    one = found(LIBRARY._replace(other_versions=(Candidate("/x/libgeo.so.2", "libgeo.so.2"),)))
    assert one is not None and "/x/libgeo.so.2 is another version of it" in evidence(one)


def test_a_library_of_which_no_more_is_known_is_left_to_the_traceback():
    assert found(LoadFailure("library", "libgeo.so.1")) is None


def test_a_file_for_another_processor_is_no_missing_file():
    failure = LoadFailure("machine", "/opt/libgeo.so", machine="AArch64")
    one = found(failure)
    assert one is not None
    assert one.summary == "/opt/libgeo.so is there, but it is made for AArch64"


def test_a_missing_symbol_is_demangled_and_what_is_near_is_shown():
    near = NearSymbol("/x/libgeo.so.1", "geo::size(int)", "signature")
    one = found(SYMBOL._replace(near=(near,), also_missing=("a", "b"), also_missing_count=12))
    assert one is not None and (one.cause, one.confidence) == ("missing-symbol", "certain")
    assert one.summary == "_core.so needs geo::size(long), which none of its libraries has"
    assert "/x/libgeo.so.1 has geo::size(int)" in evidence(one)
    assert "12 more symbols are missing, such as a, b" in evidence(one)
    assert "_core.so and libgeo.so.1 that belong together" in one.advice[0].text


def test_two_kinds_of_string_are_said_to_be_that():
    near = NearSymbol("/x/libgeo.so.1", "geo::paint(std::string)", "abi")
    one = found(SYMBOL._replace(near=(near,)))
    assert one is not None and "other kind of std::string" in evidence(one)
    assert "_GLIBCXX_USE_CXX11_ABI" in one.advice[0].text


@pytest.mark.parametrize("symbol", ["_PyUnicode_Ready", "PyObject_Vectorcall"])
def test_a_symbol_of_pythons_own_is_of_another_python(symbol):
    one = found(LoadFailure("symbol", symbol, wanted_by=CORE))
    assert one is not None and "Python's own C API" in evidence(one)


def test_a_version_that_is_missing_names_the_library_that_is_too_old():
    failure = LoadFailure(
        "version", "GLIBCXX_3.4.32", wanted_by=CORE, lacking=("/lib/libstdc++.so.6",)
    )
    newer = Candidate("/conda/lib/libstdc++.so.6")
    one = found(failure._replace(found=(newer,)))
    assert one is not None and one.cause == "missing-symbol"
    assert one.summary == "_core.so needs GLIBCXX_3.4.32 of libstdc++.so.6, which is too old for it"
    assert one.advice[0].command == "export LD_LIBRARY_PATH=/conda/lib"


def test_where_the_loader_said_nothing_neither_rule_speaks():
    nothing = case(Absent("no message of the dynamic loader"))
    diagnosis = checked(nothing, (missing_symbol, missing_library))
    assert diagnosis.findings[0].cause == "unknown"
    assert diagnosis.not_checked == ()  # there was nothing to check
