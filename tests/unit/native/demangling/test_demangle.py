"""Names for people: the dispatch, Rust, Numba, Cython."""

from __future__ import annotations

import pytest

from atfault.native.demangling.demangle import demangle

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
    "cfunc._ZN8__main__1fB2v1B4c8tJEx": "f(long)",
    "__gufunc__._ZN13_3cdynamic_3e36__numba_parfor_gufunc_0x7f73f02fbe60B2v5B4c8tJE5ArrayIdLi1E1C7"
    "mutable7alignedE": "parallel_loop(Array<double, 1, C>)",
    "__pyx_f_7sklearn_4tree_5_tree_4Tree__apply_dense": "sklearn.tree._tree.Tree._apply_dense",
    "__pyx_pw_5shape_4Grid_3total": "shape.Grid.total",
    "__pyx_pf_5shape_4Grid_2total_of": "shape.Grid.total_of",
    "__pyx_pw_5shape_3tot_x": "shape.tot_x",
    "__pyx_pf_5shape_outer": "shape.outer",
    "__pyx_pw_5shape_outer": "__pyx_pw_5shape_outer",
    "__pyx_f_5shape__par._omp_fn.0": "shape._par [clone ._omp_fn.0]",
    "__pyx_fuse_1__pyx_f_5shape_gemm": "shape.gemm",
    "_Z24__pyx_pw_5shape_3consumePv": "shape.consume",
    "__pyx_tp_new_5shape_Grid": "__pyx_tp_new_5shape_Grid",
    "__pyx_pw_": "__pyx_pw_",
    "__pyx_f_5shape": "__pyx_f_5shape",
    "_ZN8__main__4main12_3clocals_3e5innerB3v12B4c8tJEbhi": "inner(bool, uint8, int32)",
}


@pytest.mark.parametrize("symbol", NAMES)
def test_a_symbol_becomes_a_name_for_people(symbol: str) -> None:
    assert demangle(symbol) == NAMES[symbol]


@pytest.mark.parametrize(
    ("symbol", "name"),
    (
        ("pairwise_next.lto_priv.0", "pairwise_next"),
        ("_multidict_extend.isra.0", "_multidict_extend"),
        ("collect.constprop.0.cold", "collect"),
        ("_Z3fooi.part.3.cold", "foo(int)"),
        ("Foo.cold_start", "Foo.cold_start"),
        ("module.fn_part.7", "module.fn_part.7"),
        (".cold", ".cold"),
    ),
)
def test_what_compilers_append_to_copies_of_a_function_is_left_out(symbol: str, name: str) -> None:
    assert demangle(symbol) == name
