"""Linkage names → names for people: C++ (Itanium), Rust, and Numba's use of the C++ scheme.

_ZN2at6native3addERKNS_6TensorE              at::native::add(at::Tensor const&)
_ZN4core3fmt5write17h0123456789abcdefE       core::fmt::write
_ZN8__main__5paintB2v1B..E5ArrayIdLi2E1CExx  paint(Array<double, 2, C>, long, long)
"""

from __future__ import annotations

MAX_SHORT = 96
_HEX = frozenset("0123456789abcdef")
_GUFUNC = "__gufunc__._Z"


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
        return _rust_legacy(text) if "17h" in symbol else text
    if symbol.startswith(_GUFUNC):  # Numba's wrapper of a parallel loop's body
        return _GUFUNC[:-2] + demangle(symbol[len(_GUFUNC) - 2 :])
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
    name = _unescape_numba(path.rpartition("::")[2]) + _numba_arguments(rest)
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


def short_name(name: str, limit: int = MAX_SHORT) -> str:
    """`name` with its longest template and parameter lists folded, for one line of a report.

        std::vector<long, std::allocator<long> >::at(unsigned long)    fits: left alone
        c10::impl::wrap_<…>::call(…)                                   folded until it fits

    A return type and the compiler's [clone …] are left out. The JSON report has the full name.
    """
    text = name.partition(" [clone ")[0]
    if len(text) <= limit:
        return text
    text = _without_return_type(text)
    for opening, closing in (("<", ">"), ("(", ")")):
        if len(text) > limit:
            text = _fold(text, opening, closing)
    if len(text) > limit:
        text = "…" + text[-(limit - 1) :]
    return text


def _fold(text: str, opening: str, closing: str) -> str:
    """Replace the contents of every outermost bracket pair by "…"."""
    out: list[str] = []
    depth, index = 0, 0
    while index < len(text):
        literal = _unfolded(text, index)
        char = literal or text[index]
        if literal:
            if depth == 0:
                out.append(literal)
        elif char == opening:
            if depth == 0:
                out.append(opening)
            depth += 1
        elif char == closing and depth:
            depth -= 1
            if depth == 0:
                out.append("…" + closing)
        elif depth == 0:
            out.append(char)
        index += len(char)
    return "".join(out)


def _unfolded(text: str, index: int) -> str:
    """What begins at `index` and holds brackets that are none: "->", "operator<<" and so on."""
    for literal in ("->", "(anonymous namespace)", "operator()", "operator<=>", "operator<<"):
        if text.startswith(literal, index):
            return literal
    for literal in ("operator>>", "operator<=", "operator>=", "operator<", "operator>"):
        if text.startswith(literal, index):
            return literal
    return ""


def _without_return_type(name: str) -> str:
    """ "void f<int>(long)" → "f<int>(long)"."""
    depth = 0
    for index, char in enumerate(name):
        if char in "<({[":
            depth += 1
        elif char in ">)}]":
            depth -= 1
        elif char == " " and depth == 0:
            before = name[:index]
            if before.endswith(("operator", ",", "const", "&", "*")) and "operator" in before:
                return name
            if name[index + 1 : index + 2] in ("[", "c", "&") and before.endswith(")"):
                return name
            return _without_return_type(name[index + 1 :])
    return name
