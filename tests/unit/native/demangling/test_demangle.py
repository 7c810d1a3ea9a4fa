"""Names for people: the dispatch, Rust, Numba, and the folding of long names."""

from __future__ import annotations

import pytest

from atfault.native.demangling.demangle import MAX_SHORT, demangle, short_name

NAMES = {
    "main": "main",
    "PyObject_Call": "PyObject_Call",
    "_Z3addii": "add(int, int)",
    "_Znot_one": "_Znot_one",
    "_ZN4core3fmt5write17h0123456789abcdefE": "core::fmt::write",
    "_ZN4core3fmt5write17h0123456789abcxyzE": "core::fmt::write::h0123456789abcxyz",
    "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar17h"
    "930b740aa94f1d3aE": "<Test + 'static as foo::Bar<Test>>::bar",
    "_RNvCskwGfYPst2Cb_3foo16example_function": "foo::example_function",
    "_RINvNtC3std3mem8align_ofdE": "std::mem::align_of<f64>",
    "_RNCNvCsgStHSCytQ6I_7mycrate4main0B3_": "mycrate::main::{closure#0}",
    "_RNvXs_C7mycrateNtB4_3FooNtB4_3Bar3run": "<mycrate::Foo as mycrate::Bar>::run",
    "_RNCNCNvNtC3std2fs6rename00B7_": "std::fs::rename::{closure#0}::{closure#0}",
    "_RINvC1a4dropDINtB2_2FnuEp6OutputbEL_EB2_": "a::drop<dyn a::Fn<(), Output = bool>>",
    "_RINvC1a4dropDNtB2_4Iterp4ItembEL_EB2_": "a::drop<dyn a::Iter<Item = bool>>",
    "_RINvC1a4dropINtB2_4InfoL_EEB2_": "a::drop<a::Info>",
    "_RNvNvC3foo3bar3bazRShOxTlmEPFEuEE": "_RNvNvC3foo3bar3bazRShOxTlmEPFEuEE",
    "_RINvC3foo3barRShOxTlmEPFEuKj5_E": "foo::bar<&[u8], *mut i64, (i32, u32), *const fn(), 5>",
    "_R": "_R",
    "_RB_": "_RB_",
    # numba 0.6x: module and name, a version, flags of the target, argument types
    "_ZN8__main__5paintB2v1B38c8tJTIeFIjxB2IKSgI4CrvQClQZ6FczSBAA_3dE5ArrayIdLi2E1C7mutable7"
    "alignedExx": "paint(Array<double, 2, C>, long, long)",
    "_ZN7cpython8__main__5paintB2v1B4c8tJEbhi": "cpython::paint(bool, uint8, int32)",
    "_ZN8__main__4main12_3clocals_3e5innerB3v12B4c8tJEbhi": "inner(bool, uint8, int32)",
}


@pytest.mark.parametrize("symbol", NAMES)
def test_a_symbol_becomes_a_name_for_people(symbol: str) -> None:
    assert demangle(symbol) == NAMES[symbol]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("memcpy", "memcpy"),
        ("foo(int) [clone .isra.0] [clone .cold]", "foo(int)"),
        ("void a::f<" + "b<c>, " * 40 + "d>(int)", "a::f<…>(int)"),
        ("a::f(" + "std::vector<int> const&, " * 10 + "long) const", "a::f(…) const"),
        (
            "std::ostream& a::operator<< <" + "x, " * 60 + "y>(int)",
            "a::operator<< <…>(int)",
        ),
        ("a::operator()(" + "long, " * 40 + "long) const", "a::operator()(…) const"),
        (
            "(anonymous namespace)::run<" + "x, " * 60 + "y>()",
            "(anonymous namespace)::run<…>()",
        ),
    ],
)
def test_a_long_name_is_folded(name: str, expected: str) -> None:
    assert short_name(name) == expected


def test_no_short_name_is_longer_than_its_limit() -> None:
    for name in ("x" * 5000, "a::" * 2000 + "b", "<" * 3000, "f" + "()" * 2000, "operator<" * 600):
        assert len(short_name(name)) <= MAX_SHORT
        assert len(short_name(name, 20)) <= 20
