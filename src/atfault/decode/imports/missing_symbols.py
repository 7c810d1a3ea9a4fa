"""Which symbols a shared object wants that nothing has, and what there is in their place.

The loader names one and stops there. Which way they are missing tells why (all examples are of
extensions of torch):

    c10::Error::Error(SourceLocation, std::string)    the library has it with the other string:
                                                      "abi", the two were compiled differently
    at::_ops::add::call(Tensor const&)                it has the name, with more arguments:
                                                      "signature", another version
    c10::RegisterOperators::~RegisterOperators()      it has nothing like that: "gone", likewise
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable

from atfault.decode.imports.loader import Loader
from atfault.formats.dynamic import gnu_hash
from atfault.formats.shared_object import SharedObject
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.loading import Missing, MissingSymbol
from atfault.native.demangling.demangle import demangle_all

MAX_CLASSED = 400
"""Symbols of one file whose likes are looked for; the others count as unknown."""
MAX_NEAR_NAMES = 200
_NAMESPACE = re.compile(r"_Z(?:T[VIS])?N[KrVRO]{0,4}(\d{1,3})(?=[A-Za-z_])")


def missing_symbols(
    loader: Loader,
    path: str,
    scope: tuple[str, ...],
    more: tuple[str, ...] = (),
    likely: tuple[str, ...] = (),
) -> tuple[MissingSymbol, ...] | Absent:
    """Those of the object in `path` that neither the files of `scope` have (all that it is linked
    with, the interpreter, what is global in the process), nor those of `more` (other files in
    memory, whose names it sees or not, as they were loaded).

    Absent where the file cannot be read, or where one of the others cannot, so that nothing is
    proven to be missing. What is like them is looked for in `likely` as well.
    """
    wanting = loader.open(path)
    if wanting is None:
        return Absent("it cannot be read")
    names = _undefined(wanting)
    for file in dict.fromkeys((*scope, *more)):
        if not names:
            return ()
        known = loader.open(file)
        if known is None:
            return Absent(f"{file} cannot be read")
        names = known.lacking(names)
    left = wanting.used([name for name, _ in names]) if names else frozenset()
    return classed(loader, [name for name, _ in names if name in left], (*scope, *likely))


def classed(
    loader: Loader, names: Iterable[str], scope: tuple[str, ...]
) -> tuple[MissingSymbol, ...]:
    """What there is in the place of each, in the files of `scope`."""
    made = []
    for number, (name, text) in enumerate(demangle_all(names).items()):
        likes = _likes(loader, name, text, scope) if number < MAX_CLASSED else []
        if number >= MAX_CLASSED:
            made.append(MissingSymbol(name, text, "unknown"))
        elif likes:
            kind, near, library = likes[0]
            made.append(MissingSymbol(name, text, kind, near, library))
        else:
            made.append(MissingSymbol(name, text, "gone"))
    return tuple(made)


def _undefined(wanting: SharedObject) -> list[tuple[str, int]]:
    """(name, hash) of what it must have."""
    return [
        (one.name, gnu_hash(one.name.encode("utf-8", "replace")))
        for one in wanting.wanted()
        if not one.is_weak
    ]


def _likes(
    loader: Loader, symbol: str, name: str, files: tuple[str, ...]
) -> list[tuple[Missing, str, str]]:
    """(how it differs, its name, the file that has it); those that differ least first."""
    prefix = name_prefix(symbol)
    if not prefix:
        return []
    found: list[tuple[Missing, str, str]] = []
    for path in files:
        known = loader.open(path)
        if known is None or roles.has_own_names_alone(os.path.basename(path)):
            continue
        near = demangle_all(itertools.islice(known.names_beginning(prefix), MAX_NEAR_NAMES))
        for text in near.values():
            if plain_strings(text) == plain_strings(name):
                found.append(("abi", text, path))
            elif without_arguments(text) == without_arguments(name):
                found.append(("signature", text, path))
    return sorted(found, key=lambda one: one[0] != "abi")


def name_prefix(symbol: str) -> str:
    """The part of a C++ linkage name that holds the function's own name, without its arguments:
    "_ZN3c105ErrorC2ENS_14…" → "_ZN3c105ErrorC"; "" where that is not plain."""
    if not symbol.startswith("_Z"):
        return ""
    at = 4 if symbol[2:4] in ("TV", "TI", "TS") else 2  # vtable, typeinfo and its name
    nested = symbol.startswith("N", at)
    at += nested
    while nested and symbol[at : at + 1] in ("K", "r", "V", "R", "O"):
        at += 1
    begin = at
    while at < len(symbol) and symbol[at].isdigit():
        end = at
        while end < len(symbol) and symbol[end].isdigit() and end - at < 5:
            end += 1
        at = end + int(symbol[at:end])
        if not nested:
            break
    if at == begin or at > len(symbol):
        return ""
    return symbol[: at + 1] if symbol[at : at + 1] in ("C", "D") else symbol[:at]


def plain_strings(name: str) -> str:
    """A demangled name in which both kinds of std::string are one."""
    text = name.replace("std::__cxx11::", "std::").replace("[abi:cxx11]", "")
    whole = "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"
    return text.replace(whole, "std::string").replace("std::string >", "std::string>")


def without_arguments(name: str) -> str:
    """ "c10::Error::Error(int, …)" → "c10::Error::Error"."""
    return name.partition("(")[0]


def namespace_of(symbol: str) -> str:
    """The outermost namespace that a linkage name begins with: "_ZN3c10"; "" for none."""
    match = _NAMESPACE.match(symbol)
    if match is None:
        return ""
    size = int(match[1])
    name = symbol[match.end() : match.end() + size]
    return f"_ZN{size}{name}" if len(name) == size and size < 100 else ""
