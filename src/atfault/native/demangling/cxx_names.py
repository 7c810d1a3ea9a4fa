"""Names that follow the C++ scheme (`_Z…`), and what others than C++ compilers make of it.

Numba and Rust (before its v0 names) put their own things into such names, Cython's functions have
C++ names where it makes C++.
"""

from __future__ import annotations

from collections.abc import Iterable

from atfault.native.demangling import cython_names, itanium, numba_names, rust_legacy_names


def demangle_all(symbols: Iterable[str]) -> dict[str, str]:
    """Symbol → the name for people, of those that are understood."""
    return {symbol: _name(text) for symbol, text in itanium.texts(symbols).items()}


def _name(text: str) -> str:
    if numba_names.VERSION in text:
        name = numba_names.name_of(text)
        if name is not None:
            return name
    text = rust_legacy_names.spell_out(text)
    return cython_names.demangle(text) if text.startswith("__pyx_") else text
