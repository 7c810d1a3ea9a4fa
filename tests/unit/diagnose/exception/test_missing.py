"""Imports that failed: what the reason comes to in words, and in a cause."""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.exception.abi_mismatch import abi_mismatch
from atfault.diagnose.rules.exception.another_python import module_for_another_python
from atfault.diagnose.rules.exception.import_blocked import import_blocked
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.findings import Finding
from atfault.model.loading import (
    A_DLL,
    Built,
    BuiltWithout,
    Candidate,
    ImportFailure,
    LoadFailure,
    MissingSymbol,
    OtherNumpy,
    OtherPython,
    Refused,
    Shadowed,
    TwoRuntimes,
    UnfitFile,
    Versions,
)
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.diagnosed import claims
from support.nonces import checked

CORE = "/venv/site-packages/pkg/_core.so"


RULES = (
    abi_mismatch,
    missing_symbol,
    missing_library,
    module_for_another_python,
    import_blocked,
)


def case(failure: ImportFailure | Absent) -> Case:
    frames = (
        RaisedFrame("<module>", Location("/venv/lib/site-packages/pkg/__init__.py", 1)),
        RaisedFrame("<module>", Location("/home/me/job.py", 3)),
    )
    error = RaisedException("ImportError", "…", frames, ("ImportError",))
    outer = RaisedException("RuntimeError", "no backend", frames[1:], ("RuntimeError",), cause=1)
    exception = UncaughtException("main", (outer, error), thread="MainThread")
    return Case(ProcessState(ProcessInfo(1)), exception=exception, load_failure=failure)


def found(failure: ImportFailure) -> Finding | None:
    findings = [finding for rule in RULES for finding in rule(case(failure))]
    assert len(findings) <= 1
    return findings[0] if findings else None


def evidence(finding: Finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


LIBRARY = LoadFailure("library", "libgeo.so.1", wanted_by=CORE, searched=("/lib", "/usr/lib"))
SYMBOL = LoadFailure("symbol", "_ZN3geo4sizeEl", name="geo::size(long)", wanted_by=CORE)


def test_a_missing_library_names_who_wants_it_and_where_was_looked():
    one = found(LIBRARY)
    assert one is not None and (one.cause, one.confidence) == ("missing-library", "certain")
    assert claims(one) == ("missing-library", "certain", ["job.py:3:<module>"], {"read": 2})
    assert CORE in evidence(one) and "/lib, /usr/lib" in evidence(one)
    assert [(blame.file, blame.line) for blame in one.blame] == [("/home/me/job.py", 3)]


def test_the_library_that_lies_elsewhere_comes_with_a_command():
    place = Candidate("/venv/nvidia/geo/lib/libgeo.so.1")
    one = found(LIBRARY._replace(found=(place,)))
    assert one is not None
    assert claims(one) == ("missing-library", "certain", ["job.py:3:<module>"], {"read": 2})


def test_one_for_another_processor_is_no_help():
    place = Candidate("/opt/libgeo.so.1", why_not="it is made for AArch64")
    one = found(LIBRARY._replace(found=(place,)))
    assert one is not None and "but it is made for AArch64" in evidence(one)
    assert all(advice.command is None for advice in one.advice)


def test_another_version_is_named():
    one = found(LIBRARY._replace(other_versions=(Candidate("/x/libgeo.so.2", "libgeo.so.2"),)))
    assert one is not None and "/x/libgeo.so.2 is another version of it" in evidence(one)


def test_a_known_library_comes_with_debians_package_of_its_version():
    one = found(LoadFailure("library", "libGL.so.1"))
    assert one is not None and one.advice[0].command == "apt-get install libgl1"


def test_what_windows_does_not_name_is_most_often_the_runtime_of_its_compiler():
    one = found(LoadFailure("library", A_DLL, wanted_by="_core.pyd"))
    assert one is not None and one.summary == "_core.pyd, or a DLL that it needs, was not found"
    assert "VCRedist" in (one.advice[0].command or "")


def test_a_module_that_this_python_was_built_without_needs_the_headers():
    one = found(BuiltWithout("_ssl", "OpenSSL", "libssl-dev"))
    assert one is not None and "was built without OpenSSL" in one.summary
    assert claims(one) == ("missing-library", "certain", ["job.py:3:<module>"], {"read": 1})


def test_a_library_of_which_no_more_is_known_is_left_to_the_traceback():
    assert found(LoadFailure("library", "libgeo.so.1")) is None


def test_what_a_package_in_the_environment_loads_itself_is_to_be_imported_first():
    place = Candidate("/venv/torch/lib/libc10.so", package="torch")
    one = found(LIBRARY._replace(wanted="libc10.so", found=(place,)))
    assert one is not None
    assert claims(one) == ("missing-library", "certain", ["job.py:3:<module>"], {"read": 2})


def test_a_part_of_torch_for_gpus_is_missed_beside_a_torch_without():
    versions = Versions("vision 0.15", "torch 2.13.0+cpu", "torch==2.0.1", False)
    one = found(LIBRARY._replace(wanted="libc10_cuda.so", versions=versions))
    assert one is not None
    assert "a part of torch built with CUDA; this one is torch 2.13.0+cpu" in evidence(one)
    assert claims(one) == ("missing-library", "certain", ["job.py:3:<module>"], {"read": 4})


@pytest.mark.parametrize(
    ("kind", "detail", "words", "reason"),
    [
        ("machine", "", "it is made for AArch64, not for x86-64", "no such file"),
        ("pointer", "4711", "it is a pointer of git-lfs, not the library itself", "4,711 bytes"),
        ("empty", "", "it is empty", ""),
        ("cut", "512", "it is cut off", "512 bytes are missing"),
        ("text", "GROUP (x)", "it is a text file", "GROUP (x)"),
        ("unknown", "", "it is no library that can be loaded", ""),
    ],
)
def test_a_file_that_is_there_and_is_no_library_is_no_missing_file(kind, detail, words, reason):
    failure = UnfitFile("/opt/libgeo.so", kind, "AArch64", "x86-64", detail, package="geo 1.0")
    one = found(failure)
    assert one is not None and one.cause == "missing-library"
    assert one.summary == f"/opt/libgeo.so is there, but {words}"
    assert reason in evidence(one) and "it belongs to geo 1.0" in evidence(one)
    command = "git -C /opt lfs pull" if kind == "pointer" else None
    assert [advice.command for advice in one.advice] == [command]


def missing(kind, number=0) -> MissingSymbol:
    name = SYMBOL.wanted if not number else f"_ZN3geo5area{number}El"
    near, library = ("", "") if kind == "gone" else ("geo::size(int)", "/x/libgeo.so.1")
    return MissingSymbol(name, "geo::size(long)" if not number else name, kind, near, library)


def test_a_missing_symbol_is_demangled_and_what_is_near_is_shown():
    others = [missing("gone", number) for number in range(1, 13)]
    one = found(
        SYMBOL._replace(missing=(missing("signature"), *others), lacking=("/x/libgeo.so.1",))
    )
    assert one is not None and (one.cause, one.confidence) == ("missing-symbol", "certain")
    assert claims(one) == ("missing-symbol", "certain", ["job.py:3:<module>"], {"read": 8})
    assert "libgeo.so.1 has geo::size(int)" in evidence(one)
    assert "13 symbols are missing: 1 there with other arguments, 12 not there at all" in evidence(
        one
    )
    assert claims(one) == ("missing-symbol", "certain", ["job.py:3:<module>"], {"read": 8})


BUILT = (Built(CORE, "old", "GCC: 9.3.1"), Built("/x/libgeo.so.1", "new"))
FIT = Versions("pkg 1.0", "geo 2.13.0+cpu", "geo>=2", True)


def test_where_all_are_there_with_the_other_string_the_two_were_built_differently():
    failure = SYMBOL._replace(missing=(missing("abi"), missing("abi", 1)), built=BUILT)
    one = found(failure._replace(versions=FIT))
    assert one is not None and (one.cause, one.confidence) == ("abi-mismatch", "certain")
    assert claims(one) == ("abi-mismatch", "certain", ["job.py:3:<module>"], {"read": 8})
    assert "_core.so was compiled with the old std::string" in evidence(one)
    assert "libgeo.so.1 was compiled with the new std::string" in evidence(one)
    assert "the versions fit: pkg 1.0 asks for geo>=2" in evidence(one)
    assert "-D_GLIBCXX_USE_CXX11_ABI=1" in one.advice[0].text
    assert all(advice.command is None for advice in one.advice)


def test_where_others_are_gone_it_is_a_matter_of_versions():
    some = (missing("abi"), missing("abi", 1), missing("signature", 2), missing("gone", 3))
    unfit = FIT._replace(requirement="geo==2.0.1", fit=False)
    one = found(SYMBOL._replace(missing=some, built=BUILT, versions=unfit))
    assert one is not None and one.cause == "missing-symbol"
    assert "pkg 1.0 asks for geo==2.0.1, and there is geo 2.13.0+cpu" in evidence(one)
    assert claims(one) == ("missing-symbol", "certain", ["job.py:3:<module>"], {"read": 10})


def test_one_that_differs_otherwise_among_many_does_not_hide_the_reason():
    """A compiler inlines a function here and not there."""
    some = (missing("abi"), *(missing("abi", number) for number in range(1, 30)))
    one = found(SYMBOL._replace(missing=(*some, missing("gone", 40)), built=BUILT))
    assert one is not None and one.cause == "abi-mismatch"


@pytest.mark.parametrize(
    ("wanted", "name", "cause"),
    [
        ("_ZN3geo4nameESs", "geo::name(std::string)", "abi-mismatch"),
        ("_ZN3geo4sizeEl", "geo::size(long)", "missing-symbol"),
    ],
)
def test_of_a_text_alone_the_string_in_the_name_is_a_hint(wanted, name, cause):
    one = found(LoadFailure("symbol", wanted, name=name, wanted_by=CORE))
    assert one is not None and one.cause == cause
    assert one.confidence == ("likely" if cause == "abi-mismatch" else "certain")


def test_a_library_that_it_is_not_linked_with_is_named():
    failure = SYMBOL._replace(missing=(missing("unlinked"),))
    one = found(failure)
    assert one is not None and one.cause == "missing-symbol"
    assert "is none of those that it is linked with" in evidence(one)
    assert claims(one) == ("missing-symbol", "certain", ["job.py:3:<module>"], {"read": 3})


@pytest.mark.parametrize("symbol", ["_PyUnicode_Ready", "PyObject_Vectorcall"])
def test_a_symbol_of_pythons_own_is_of_another_python(symbol):
    one = found(LoadFailure("symbol", symbol, wanted_by=CORE, interpreter="Python 3.13"))
    assert one is not None and one.cause == "python-version"
    assert "Python's own C API" in evidence(one) and "Python 3.13" in one.summary


def test_one_of_a_debug_build_is_told_from_another_version():
    one = found(LoadFailure("symbol", "_Py_RefTotal", wanted_by=CORE, interpreter="Python 3.13"))
    assert one is not None and one.cause == "abi-mismatch" and "debug build" in one.summary


def test_a_file_for_another_python_is_named():
    file = "/venv/pkg/_core.cpython-38-x86_64-linux-gnu.so"
    failure = OtherPython("pkg._core", (file,), ("CPython 3.8",), "CPython 3.11", "pkg 1.0")
    one = found(failure)
    assert one is not None and (one.cause, one.confidence) == ("python-version", "certain")
    assert claims(one) == ("python-version", "certain", ["job.py:3:<module>"], {"read": 1})
    assert file in evidence(one) and "install pkg 1.0 with the Python" in one.advice[0].text


def test_another_numpy_is_named_with_what_the_package_asks_for():
    failure = OtherNumpy("1.x", "2.4.6", "/venv/pkg/_core.so", "pkg 1.0", "numpy<2", False)
    one = found(failure)
    assert one is not None and one.cause == "abi-mismatch"
    assert claims(one) == ("abi-mismatch", "certain", ["job.py:3:<module>"], {"read": 3})
    assert "asks for numpy<2, which this one is not" in evidence(one)
    assert claims(one) == ("abi-mismatch", "certain", ["job.py:3:<module>"], {"read": 3})


def test_a_file_in_the_way_of_a_package_is_to_be_renamed():
    one = found(Shadowed("torch", "/home/me/torch.py", "torch 2.13.0", True))
    assert one is not None and (one.cause, one.confidence) == ("configuration", "certain")
    assert claims(one) == ("configuration", "certain", ["job.py:3:<module>"], {"read": 1})


def test_limits_of_the_c_library_come_with_what_cures_them():
    tls = found(Refused("static-tls", "/x/libgomp.so.1", True))
    stack = found(Refused("executable-stack", "/x/libc2.so", True))
    assert tls is not None and stack is not None
    assert tls.cause == stack.cause == "configuration"
    assert "GLIBC_TUNABLES" in str(tls.advice[0].command) and "DF_STATIC_TLS" in evidence(tls)
    assert "executable stack" in stack.summary and "PT_GNU_STACK" in evidence(stack)


def test_two_openmp_runtimes_are_both_named():
    one = found(TwoRuntimes("libgomp.so.1", "libiomp5.so", ("/v/torch/lib/libgomp.so.1",)))
    assert one is not None and one.cause == "configuration"
    assert "libgomp.so.1" in one.summary and "libiomp5.so" in one.summary


def test_a_version_that_is_missing_names_the_library_that_is_too_old():
    failure = LoadFailure(
        "version", "GLIBCXX_3.4.32", wanted_by=CORE, lacking=("/lib/libstdc++.so.6",)
    )
    newer = Candidate("/conda/lib/libstdc++.so.6")
    one = found(failure._replace(found=(newer,)))
    assert one is not None and one.cause == "missing-symbol"
    assert claims(one) == ("missing-symbol", "certain", ["job.py:3:<module>"], {"read": 4})


def test_where_no_import_failed_none_of_the_rules_speaks():
    nothing = case(Absent("no message of the dynamic loader"))
    diagnosis = checked(nothing, RULES)
    assert diagnosis.findings[0].cause == "unknown"
    assert diagnosis.not_checked == ()  # there was nothing to check
