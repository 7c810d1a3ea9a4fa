"""Linkage names → names for people: C++ (Itanium), Rust, Numba's use of the C++ scheme, Cython.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
__pyx_pw_5shape_4Grid_3total                 shape.Grid.total
pairwise_next.lto_priv.0                     pairwise_next
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault import lazy

CXX = "_Z"
_SCHEMES = (
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
    return demangle_all((symbol,))[symbol]


def demangle_all(symbols: Iterable[str]) -> dict[str, str]:
    """The same of many at once: those of C++ take a child process, which is one for all of them."""
    mangled = {symbol: _without_additions(symbol) for symbol in symbols}
    of_cxx = {name for name in mangled.values() if name.startswith(CXX)}
    names = lazy.load("atfault.native.demangling.cxx_names:demangle_all")(of_cxx) if of_cxx else {}
    return {symbol: names.get(name) or _read(name) for symbol, name in mangled.items()}


def _without_additions(symbol: str) -> str:
    if "." in symbol:
        symbol = re.sub(_COPIES, "", symbol) or symbol
    if symbol.startswith(_WRAPPERS):
        symbol = symbol[symbol.index("._Z") + 1 :]
    return symbol


def _read(name: str) -> str:
    for start, reader in _SCHEMES:
        if name.startswith(start):
            return lazy.load(reader)(name) or name
    return name
