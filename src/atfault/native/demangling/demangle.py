"""Linkage names → names for people: C++ (Itanium), Rust, Numba's use of the C++ scheme, Cython.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
__pyx_pw_5shape_4Grid_3total                 shape.Grid.total
"""

from __future__ import annotations

_HEX = frozenset("0123456789abcdef")
_WRAPPERS = ("__gufunc__._Z", "cfunc._Z")
_PARALLEL = "__numba_parfor_gufunc"


def demangle(symbol: str) -> str:
    """The name for people; the symbol itself where it is not mangled or not understood."""
    if symbol.startswith("_Z"):
        from atfault.native.demangling import itanium

        try:
            if "B2v" in symbol or "B3v" in symbol or "B4v" in symbol:
                text = _numba(symbol)
                if text is not None:
                    return text
            text = itanium.demangle(symbol)
        except itanium.NotMangled:
            return symbol
        text = _rust_legacy(text) if "17h" in symbol else text
        return _cython(text) if text.startswith("__pyx_") else text
    if symbol.startswith("__pyx_"):
        return _cython(symbol)
    if symbol.startswith(_WRAPPERS):  # Numba's entry for NumPy, parallel loops and C callers
        return demangle(symbol[symbol.index("._Z") + 1 :])
    if symbol.startswith("_R"):
        from atfault.native.demangling import rust_names

        return rust_names.demangle(symbol) or symbol
    return symbol


def _rust_legacy(text: str) -> str:
    """Cut off ::h and 16 hex digits, and spell out $LT$ and its like (rustc, legacy mangling)."""
    head, separator, tail = text.rpartition("::h")
    if not separator or len(tail) < 16 or not set(tail[:16]) <= _HEX or tail[16:17].isalnum():
        return text
    text = head + tail[16:]
    for code, spelling in (
        ("$LT$", "<"), ("$GT$", ">"), ("$RF$", "&"), ("$BP$", "*"), ("$LP$", "("), ("$RP$", ")"),
        ("$C$", ","), ("$SP$", "@"), ("$u20$", " "), ("$u27$", "'"), ("$u5b$", "["),
        ("$u5d$", "]"), ("$u7b$", "{"), ("$u7d$", "}"), ("$u3b$", ";"), ("$u2b$", "+"),
        ("$u22$", '"'), ("..", "::"),
    ):  # fmt: skip
        text = text.replace(code, spelling)
    return "::".join(
        part[1:] if part.startswith("_<") or part.startswith("_&") else part
        for part in text.split("::")
    )


# Cython (Compiler/Naming.py, Scope.mangle): a prefix that says what it is, the scopes, outermost
# first, with their lengths, for what Python calls a number within the scope, and the name.
#
#     __pyx_f_ 7sklearn_ 4tree_ 5_tree_ 4Tree_ _apply_dense       a cdef function
#     __pyx_pw_ 5shape_ 4Grid_ 3total                             Python's entry to a def function
_CYTHON_C = ("__pyx_f_",)
_CYTHON_PYTHON = ("__pyx_pw_", "__pyx_pf_")


def _cython(symbol: str) -> str:
    """ "shape.Grid.total" for a function that Cython made; the symbol itself for its helpers."""
    name = symbol.partition("(")[0]
    if name.startswith("__pyx_fuse_"):  # one of the variants for fused types
        name = name[name.find("__pyx_", 1) :]
    if not name.startswith(_CYTHON_C + _CYTHON_PYTHON):
        return symbol
    mangled, _, suffix = name.split("_", 4)[4].partition(".")
    path: tuple[str, ...] = ()
    if name.startswith(_CYTHON_PYTHON):
        path = _cython_path(mangled, is_numbered=True)
    if not path and not name.startswith("__pyx_pw_"):
        path = _cython_path(mangled, is_numbered=False)
    if not path:
        return symbol
    return ".".join(path) + (f" [clone .{suffix}]" if suffix else "")


def _cython_path(text: str, is_numbered: bool) -> tuple[str, ...]:
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


# Numba (numba/core/itanium_mangler.py, funcdesc.py) mangles module and qualified name as a nested
# name, then ABI tags (a version v1, v2 …, flags of the target), then the argument types. Characters
# outside [A-Za-z0-9_] become _ and two hex digits: main.<locals>.f is 4main 14_3clocals_3e 1f.

_NUMBA_TYPES = {
    "bool": "bool",
    "signed char": "int8",
    "unsigned char": "uint8",
    "short": "int16",
    "unsigned short": "uint16",
    "int": "int32",
    "unsigned int": "uint32",
    "long long": "long",
    "unsigned long long": "unsigned long",
}
_NUMBA_NOISE = frozenset({"mutable", "aligned", "nonaligned", "readonly"})


def _numba(symbol: str) -> str | None:
    """ "paint(Array<double, 2, C>, long, long)", or None when the name is not Numba's."""
    from atfault.native.demangling import itanium

    text = itanium.demangle(symbol)
    start = text.find("[abi:v")
    end = start + len("[abi:v")
    while end < len(text) and text[end].isdigit():
        end += 1
    if start <= 0 or text[end : end + 1] != "]" or end == start + len("[abi:v"):
        return None
    path = text[:start]
    rest = text[end + 1 :]
    while rest.startswith("[abi:"):
        close = rest.find("]")
        if close < 0:
            return None
        rest = rest[close + 1 :]
    own = path.rpartition("::")[2]
    if own.startswith(_PARALLEL):
        own = "parallel_loop"
    name = _unescape_numba(own) + _numba_arguments(rest)
    # The wrapper that unpacks Python's arguments has the same name in a scope of its own.
    return f"cpython::{name}" if path.startswith("cpython::") else name


def _unescape_numba(part: str) -> str:
    """ "_3clocals_3e" → "<locals>"; a name in which other bytes would appear is left alone."""
    if "_3c" not in part and "_24" not in part:
        return part
    return part.replace("_3c", "<").replace("_3e", ">").replace("_24", "$")


def _numba_arguments(text: str) -> str:
    """Parameter types in Numba's own words, without the layout flags that nobody reads."""
    if not text.startswith("("):
        return text
    out: list[str] = []
    for group in _split(text[1:].rpartition(")")[0]):
        out.append(_numba_type(group))
    return f"({', '.join(out)})" + text.rpartition(")")[2]


def _numba_type(text: str) -> str:
    if text in _NUMBA_TYPES:
        return _NUMBA_TYPES[text]
    if text.endswith(">") and "<" in text:
        name, _, inside = text[:-1].partition("<")
        arguments = [_numba_type(part) for part in _split(inside)]
        kept = [part for part in arguments if part not in _NUMBA_NOISE]
        return f"{name}<{', '.join(kept)}>"
    return text


def _split(text: str) -> list[str]:
    """Split at the commas that are inside no brackets."""
    parts: list[str] = []
    depth, start = 0, 0
    for index, char in enumerate(text):
        if char in "<([{":
            depth += 1
        elif char in ">)]}":
            depth -= 1
        elif char == "," and depth <= 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
