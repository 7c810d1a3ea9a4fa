"""Names that follow the C++ scheme (`_Z…`), and what others than C++ compilers make of it.

Numba and Rust (before its v0 names) put their own things into such names, Cython's functions have
C++ names where it makes C++.

Names of the functions that Numba compiles.

Module and qualified name as a nested name of the C++ scheme, then ABI tags (a version v1, v2 …,
flags of the target), then the argument types. Characters outside [A-Za-z0-9_] become _ and two hex
digits: main.<locals>.f is 4main 14_3clocals_3e 1f. (numba/core: itanium_mangler.py, funcdesc.py)

Rust's older symbol names: the C++ scheme with a hash at the end.

_ZN4core3fmt5write17h0123456789abcdefE        core::fmt::write
"""

from __future__ import annotations

from collections.abc import Iterable

from atfault.native.demangling import demangle, itanium

VERSION = "[abi:v"
"""The first of the tags."""
_PARALLEL = "__numba_parfor_gufunc"
_TYPES = {
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
_NOISE = frozenset({"mutable", "aligned", "nonaligned", "readonly"})
_HEX = frozenset("0123456789abcdef")


def demangle_all(symbols: Iterable[str]) -> dict[str, str]:
    """Symbol → the name for people, of those that are understood."""
    return {symbol: _name(text) for symbol, text in itanium.texts(symbols).items()}


def _name(text: str) -> str:
    if VERSION in text:
        name = name_of(text)
        if name is not None:
            return name
    text = spell_out(text)
    return demangle.cython_name(text) if text.startswith("__pyx_") else text


def name_of(text: str) -> str | None:
    """ "paint(Array<double, 2, C>, long, long)" of a demangled name, or None when it is not
    Numba's."""
    start = text.find(VERSION)
    end = start + len(VERSION)
    while end < len(text) and text[end].isdigit():
        end += 1
    if start <= 0 or text[end : end + 1] != "]" or end == start + len(VERSION):
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
    name = _unescape(own) + _arguments(rest)
    # The wrapper that unpacks Python's arguments has the same name in a scope of its own.
    return f"cpython::{name}" if path.startswith("cpython::") else name


def _unescape(part: str) -> str:
    """ "_3clocals_3e" → "<locals>"; a name in which other bytes would appear is left alone."""
    if "_3c" not in part and "_24" not in part:
        return part
    return part.replace("_3c", "<").replace("_3e", ">").replace("_24", "$")


def _arguments(text: str) -> str:
    """Parameter types in Numba's own words, without the layout flags that nobody reads."""
    if not text.startswith("("):
        return text
    out: list[str] = []
    for group in _split(text[1:].rpartition(")")[0]):
        out.append(_type(group))
    return f"({', '.join(out)})" + text.rpartition(")")[2]


def _type(text: str) -> str:
    if text in _TYPES:
        return _TYPES[text]
    if text.endswith(">") and "<" in text:
        name, _, inside = text[:-1].partition("<")
        arguments = [_type(part) for part in _split(inside)]
        kept = [part for part in arguments if part not in _NOISE]
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


def spell_out(text: str) -> str:
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
