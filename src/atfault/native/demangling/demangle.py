"""Linkage names → names for people: C++ (Itanium), Rust, Numba's use of the C++ scheme, Cython.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
__pyx_pw_5shape_4Grid_3total                 shape.Grid.total
"""

from __future__ import annotations

from atfault.native.demangling import (
    cython_names,
    itanium,
    numba_names,
    rust_legacy_names,
    rust_names,
)

_WRAPPERS = ("__gufunc__._Z", "cfunc._Z")


def demangle(symbol: str) -> str:
    """The name for people; the symbol itself where it is not mangled or not understood."""
    if symbol.startswith("_Z"):
        try:
            if "B2v" in symbol or "B3v" in symbol or "B4v" in symbol:
                text = numba_names.demangle(symbol)
                if text is not None:
                    return text
            text = itanium.demangle(symbol)
        except itanium.NotMangled:
            return symbol
        if "17h" in symbol:
            text = rust_legacy_names.spell_out(text)
        return demangle(text) if text.startswith("__pyx_") else text
    if symbol.startswith("__pyx_"):
        return cython_names.demangle(symbol)
    if symbol.startswith(_WRAPPERS):  # Numba's entry for NumPy, parallel loops and C callers
        return demangle(symbol[symbol.index("._Z") + 1 :])
    if symbol.startswith("_R"):
        return rust_names.demangle(symbol) or symbol
    return symbol
