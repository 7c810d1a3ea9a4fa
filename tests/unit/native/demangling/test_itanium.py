"""C++ names, held against what c++filt prints for them."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.native.demangling.itanium import NotMangled, demangle, demangle_type

NAMES = {
    "_Z1fv": "f()",
    "_Z1fiPKcz": "f(int, char const*, ...)",
    "_ZN2at6native3addERKNS_6TensorE": "at::native::add(at::Tensor const&)",
    "_ZN3FooC1ERKS_": "Foo::Foo(Foo const&)",
    "_ZN3FooD0Ev": "Foo::~Foo()",
    "_ZNK3Foo3getEv": "Foo::get() const",
    "_ZNO3Foo4takeEv": "Foo::take() &&",
    "_ZNSt6vectorIlSaIlEE2atEm": "std::vector<long, std::allocator<long> >::at(unsigned long)",
    "_Z3addIfEvRKT_": "void add<float>(float const&)",
    "_Z3varIJidEEvDpT_": "void var<int, double>(int, double)",
    "_Z3varIJEEvDpT_": "void var<>()",
    "_ZN1aplERKS_S1_": "a::operator+(a const&, a const&)",
    "_ZN1acvbEv": "a::operator bool()",
    "_ZN1acvT_IiEEv": "a::operator int<int>()",
    "_Zli2_xy": 'operator"" _x(unsigned long long)',
    "_ZN12_GLOBAL__N_13runEv": "(anonymous namespace)::run()",
    "_ZZ4mainENKUlvE_clEv": "main::{lambda()#1}::operator()() const",
    "_ZZ4mainENKUlT_E0_clIiEEDaS_": "auto main::{lambda(auto:1)#2}::operator()<int>(int) const",
    "_ZN1AUt0_1fEv": "A::{unnamed type#2}::f()",
    "_Z1fPFivE": "f(int (*)())",
    "_Z1fPFPFivEdE": "f(int (*(*)(double))())",
    "_Z1fRA3_A4_i": "f(int (&) [3][4])",
    "_Z1fM1AFivE": "f(int (A::*)())",
    "_Z1fM1AKFivE": "f(int (A::*)() const)",
    "_Z1fM1Ai": "f(int A::*)",
    "_Z1fIiEvOT_": "void f<int>(int&&)",
    "_Z1fIRiEvOT_": "void f<int&>(int&)",
    "_Z1fILi3EEvv": "void f<3>()",
    "_Z1fILb1ELin5ELm7EEvv": "void f<true, -5, 7ul>()",
    "_Z1fIL5Color2EEvv": "void f<(Color)2>()",
    "_Z1fIXadL_Z1gvEEEvv": "void f<&(g())>()",
    "_Z1fIXadL_ZN1a1gEvEEEvv": "void f<&a::g>()",
    "_Z1fIiEDTplfp_fp_ET_": "decltype ({parm#1}+{parm#1}) f<int>(int)",
    "_ZTV3Foo": "vtable for Foo",
    "_ZTI3Foo": "typeinfo for Foo",
    "_ZThn16_N1A1fEv": "non-virtual thunk to A::f()",
    "_ZTv0_n24_N1A1fEv": "virtual thunk to A::f()",
    "_ZGVZ1fvE1x": "guard variable for f()::x",
    "_ZN1A1fB5cxx11Ev": "A::f[abi:cxx11]()",
    "_Z1fNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE": (
        "f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >)"
    ),
    "_ZNSs6appendEPKc": "std::string::append(char const*)",
    "_ZNSsC1EPKcRKSaIcE": (
        "std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string("
        "char const*, std::allocator<char> const&)"
    ),
    "_Z3fooi.isra.0.cold": "foo(int) [clone .isra.0] [clone .cold]",
    "_Z1fDn": "f(decltype(nullptr))",
    "_Z1fPDoFvvE": "f(void (*)() noexcept)",
    "_Z1fu6__bf16": "f(__bf16)",
    "_Z1fDF16_": "f(_Float16)",
    "_Z1fDv4_f": "f(float __vector(4))",
    "_ZN1AIiE1BIdE1fEv": "A<int>::B<double>::f()",
}
TYPES = {
    "i": "int",
    "PKc": "char const*",
    "St13runtime_error": "std::runtime_error",
    "N3c105ErrorE": "c10::Error",
    "N12_GLOBAL__N_14MineE": "(anonymous namespace)::Mine",
    "Z4mainE5Local": "main::Local",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_reads_as_cxxfilt_writes_it(name: str) -> None:
    assert demangle(name) == NAMES[name]


@pytest.mark.parametrize("name", TYPES)
def test_a_type_of_the_runtime_type_information(name: str) -> None:
    assert demangle_type(name) == TYPES[name]


@pytest.mark.parametrize(
    "name",
    ("", "main", "_Z", "_ZN", "_Z3fo", "_Z1fS5_", "_Z1fT_", "_Z99999999999x", "_ZGVbN2v_sin"),
)
def test_what_is_no_mangled_name_is_refused(name: str) -> None:
    with pytest.raises(NotMangled):
        demangle(name)


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
        "_ZN1aE1aIS_S_E" + "I" + "".join(f"1bIS{i}_S{i}_E" for i in range(10)) + "Evv",
        "_Z1fI" + "i" * 4000 + "Ev" + "DpT_" * 4000,
    ),
)
def test_hostile_names_end_soon(name: str) -> None:
    start = time.perf_counter()
    try:
        text = demangle(name)
    except NotMangled:
        text = ""
    assert time.perf_counter() - start < 2
    assert len(text) < 1 << 20


def test_doubling_substitutions_do_not_fill_the_memory() -> None:
    name = "_Z1f1aI1b1bE" + "".join(f"1cIS{'' if i == 0 else i - 1}_S{i}_E" for i in range(30))
    start = time.perf_counter()
    try:
        assert len(demangle(name)) < 1 << 20
    except NotMangled:
        pass
    assert time.perf_counter() - start < 2


@settings(max_examples=300, deadline=2000)
@given(st.sampled_from(sorted(NAMES)), st.randoms(use_true_random=False))
def test_damaged_names_raise_nothing_else(name: str, chance: random.Random) -> None:
    letters = list(name)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(2, len(letters))
        letters[at : at + chance.randint(0, 2)] = chance.choice("NISTEPKXLJDvifcls0129_Z\0é ")
    try:
        assert isinstance(demangle("".join(letters)), str)
    except NotMangled:
        pass


@settings(max_examples=300, deadline=2000)
@given(st.text(alphabet="NISTEPKRXLJDpvifcsltrZFMUOACB0129_", max_size=60))
def test_random_names_raise_nothing_else(rest: str) -> None:
    try:
        assert isinstance(demangle("_Z" + rest), str)
    except NotMangled:
        pass
