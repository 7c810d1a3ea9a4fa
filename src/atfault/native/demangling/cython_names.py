"""Names of the functions that Cython makes.

A prefix that says what it is, the scopes, outermost first, with their lengths, for what Python
calls a number within the scope, and the name (Cython: Compiler/Naming.py, Scope.mangle):

    __pyx_f_ 7sklearn_ 4tree_ 5_tree_ 4Tree_ _apply_dense       a cdef function
    __pyx_pw_ 5shape_ 4Grid_ 3total                             Python's entry to a def function
"""

from __future__ import annotations

_C = ("__pyx_f_",)
_PYTHON = ("__pyx_pw_", "__pyx_pf_")


def demangle(symbol: str) -> str:
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
