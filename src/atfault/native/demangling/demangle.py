"""Linkage names → names for people: C++ (Itanium), Rust, Numba's use of the C++ scheme, Cython.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
__pyx_pw_5shape_4Grid_3total                 shape.Grid.total
pairwise_next.lto_priv.0                     pairwise_next

Names of the functions that Cython makes.

A prefix that says what it is, the scopes, outermost first, with their lengths, for what Python
calls a number within the scope, and the name (Cython: Compiler/Naming.py, Scope.mangle):

    __pyx_f_ 7sklearn_ 4tree_ 5_tree_ 4Tree_ _apply_dense       a cdef function
    __pyx_pw_ 5shape_ 4Grid_ 3total                             Python's entry to a def function
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault import lazy

CXX = "_Z"
_WRAPPERS = ("__gufunc__._Z", "cfunc._Z")
"""Numba's entry for NumPy, parallel loops and C callers."""
_COPIES = r"(?:\.(?:lto_priv|isra|part|constprop|cold|localalias|llvm)(?:\.\d+)*)+$"
"""What compilers append to the name of a copy that they made of a function, or of a part of it."""
_C = ("__pyx_f_",)
_PYTHON = ("__pyx_pw_", "__pyx_pf_")


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
    if name.startswith("__pyx_"):
        return cython_name(name)
    if name.startswith("_R"):
        spelled: str = lazy.load("atfault.native.demangling.rust_names:demangle")(name)
        return spelled or name
    return name


def cython_name(symbol: str) -> str:
    """ "shape.Grid.total" for a function that Cython made; the symbol itself for its helpers."""
    name = symbol.partition("(")[0]
    if name.startswith("__pyx_fuse_"):  # one of the variants for fused types
        name = name[name.find("__pyx_", 1) :]
    if not name.startswith(_C + _PYTHON):
        return symbol
    mangled, _, suffix = name.split("_", 4)[4].partition(".")
    path: tuple[str, ...] = ()
    if name.startswith(_PYTHON):
        path = _path(mangled, is_numbered=True)
    if not path and not name.startswith("__pyx_pw_"):
        path = _path(mangled, is_numbered=False)
    if not path:
        return symbol
    return ".".join(path) + (f" [clone .{suffix}]" if suffix else "")


def _path(text: str, is_numbered: bool) -> tuple[str, ...]:
    """ "5shape_4Grid_3total" → ("shape", "Grid", "total"); () when it is not of that form."""
    scopes: list[str] = []
    while True:
        digits = len(text) - len(text.lstrip("0123456789"))
        end = digits + int(text[:digits]) if 0 < digits <= 3 else 0
        scope, following = text[digits:end], text[end + 1 :]
        if text[end : end + 1] != "_" or not scope.isidentifier() or not following:
            break
        if is_numbered and not following[0].isdigit():
            break
        scopes.append(scope)
        text = following
    own = text.lstrip("0123456789") if is_numbered else text
    return (*scopes, own) if scopes and own.isidentifier() else ()
