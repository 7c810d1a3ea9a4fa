"""Names that follow the C++ scheme (`_Z…`), and what others than C++ compilers make of it.

Numba and Rust (before its v0 names) put their own things into such names, Cython's functions have
C++ names where it makes C++.
"""

from __future__ import annotations

from atfault.native.demangling import cython_names, itanium, numba_names, rust_legacy_names

_NUMBA = ("B2v", "B3v", "B4v")
"""ABI tags that hold the version of a function."""


def demangle(symbol: str) -> str:
    """The name for people; the symbol itself where it is not understood."""
    try:
        if any(tag in symbol for tag in _NUMBA):
            text = numba_names.demangle(symbol)
            if text is not None:
                return text
        text = itanium.demangle(symbol)
    except itanium.NotMangled:
        return symbol
    if "17h" in symbol:
        text = rust_legacy_names.spell_out(text)
    return cython_names.demangle(text) if text.startswith("__pyx_") else text
