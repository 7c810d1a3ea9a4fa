"""Linkage names → names for people: C++ (Itanium), Rust, Numba's use of the C++ scheme, Cython.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
__pyx_pw_5shape_4Grid_3total                 shape.Grid.total
pairwise_next.lto_priv.0                     pairwise_next
"""

from __future__ import annotations

import re

from atfault import lazy

_SCHEMES = (
    ("_Z", "atfault.native.demangling.cxx_names:demangle"),
    ("__pyx_", "atfault.native.demangling.cython_names:demangle"),
    ("_R", "atfault.native.demangling.rust_names:demangle"),
)
"""How names of a scheme begin → what reads it, imported when the first of them is met."""
_WRAPPERS = ("__gufunc__._Z", "cfunc._Z")
"""Numba's entry for NumPy, parallel loops and C callers."""
_COPIES = r"(?:\.(?:lto_priv|isra|part|constprop|cold|localalias|llvm)(?:\.\d+)*)+$"
"""What compilers append to the name of a copy that they made of a function, or of a part of it."""


def demangle(symbol: str) -> str:
    """The name in the source; the symbol itself where it is not mangled or not understood."""
    if "." in symbol:
        symbol = re.sub(_COPIES, "", symbol) or symbol
    if symbol.startswith(_WRAPPERS):
        symbol = symbol[symbol.index("._Z") + 1 :]
    for start, reader in _SCHEMES:
        if symbol.startswith(start):
            return lazy.load(reader)(symbol) or symbol
    return symbol
