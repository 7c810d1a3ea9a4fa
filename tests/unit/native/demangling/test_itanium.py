"""C++ names: the C++ library's demangler in a child process, and what hostile names do to it."""

from __future__ import annotations

import os
import signal
import time

import pytest

from atfault.native.demangling import itanium
from atfault.native.demangling.itanium import texts

NAMES = {
    "_Z1fv": "f()",
    "_ZN2at6native3addERKNS_6TensorE": "at::native::add(at::Tensor const&)",
    "_ZNSt6vectorIlSaIlEE2atEm": "std::vector<long, std::allocator<long> >::at(unsigned long)",
    "_Z3varIJidEEvDpT_": "void var<int, double>(int, double)",
    "_ZZ4mainENKUlvE_clEv": "main::{lambda()#1}::operator()() const",
    "_ZTV3Foo": "vtable for Foo",
    "_ZN1A1fB5cxx11Ev": "A::f[abi:cxx11]()",
    "_ZNSs6appendEPKc": "std::string::append(char const*)",
    "_Z3fooi.isra.0.cold": "foo(int) [clone .isra.0] [clone .cold]",
}
TYPES = {
    "i": "int",
    "PKc": "char const*",
    "St13runtime_error": "std::runtime_error",
    "N3c105ErrorE": "c10::Error",
    "N12_GLOBAL__N_14MineE": "(anonymous namespace)::Mine",
    "Z4mainE5Local": "main::Local",
}


def test_names_of_functions_and_types_are_told_and_others_are_not() -> None:
    others = ("", "main", "_Z", "_ZN", "_Z3fo", "_Z1fS5_", "_Z99999999999x", "_Z1f\udcff", "_Z1fé")
    assert texts((*NAMES, *TYPES, *others)) == {**NAMES, **TYPES}


@pytest.mark.parametrize(
    "name",
    (
        "_Z1f" + "P" * 10_000 + "i",
        "_Z1f" + "N1a" * 3000,
        "_Z1fIJ" + "iS_S_" * 3000 + "EEvv",
        "_Z1f" + "".join(f"1AI{'S_' * 8}E" for _ in range(50)),
        "_Z1fI1aEv" + "Dp" * 500 + "T_",
        "_Z" + "1f" * 8000,
        "_Z1fI" + "J" * 4000 + "E" * 4000 + "Evv",
        "_Z1fI" + "i" * 4000 + "Ev" + "DpT_" * 4000,
        "_Z1f1aI1b1bE" + "".join(f"1cIS{i - 1 if i else ''}_S{i}_E" for i in range(30)),
        "_Z" + "9" * 20_000,
    ),
)
def test_names_beside_a_hostile_one_are_told_all_the_same(name: str) -> None:
    found = texts(("_Z1fv", name, "_Z1gv"))
    assert found["_Z1fv"] == "f()" and found["_Z1gv"] == "g()"
    assert len(found.get(name, "")) <= itanium.MAX_TEXT


def test_a_name_that_brings_the_library_down_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: object, name: str) -> str:
        if "bad" in name:
            os.kill(os.getpid(), signal.SIGSEGV)
        return name.upper()

    monkeypatch.setattr(itanium, "_text", fails)
    assert texts(("_Za", "_Zbad", "_Zb")) == {"_Za": "_ZA", "_Zb": "_ZB"}
    assert texts(("_Zbad",) * 10 + ("_Zc",)) == {}  # nor are children started without end


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what was answered before."""
    monkeypatch.setattr(itanium, "_KNOWN", {})


def test_what_was_answered_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the ranks of a job, whose libraries are the same."""
    assert texts(("_Z1fv", "_Znot")) == {"_Z1fv": "f()"}
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    assert texts(("_Z1fv",)) == {"_Z1fv": "f()"}


def test_a_name_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(itanium, "SECONDS", 1.0)
    monkeypatch.setattr(itanium, "_text", lambda _, name: "x" if name == "_Za" else time.sleep(60))
    assert texts(("_Za", "_Zlong")) == {"_Za": "x"}


def test_without_a_library_of_cxx_names_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(itanium, "LIBRARIES", ("libnone.so",))
    assert texts(NAMES) == {}


def test_no_child_is_made_for_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    assert texts(()) == {}
