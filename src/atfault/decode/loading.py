"""An import that the dynamic loader refused → what is missing, who wants it, and who has it.

What the loader says (glibc, elf/dl-load.c, dl-lookup.c, dl-version.c; musl, ldso/dynlink.c):

    libx.so.1: cannot open shared object file: No such file or directory
    /…/_core.so: undefined symbol: _ZN3c105ErrorC2E…[, version V]
    /…/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by /…/_core.so)
    Error loading shared library libx.so.1: No such file or directory (needed by /…/_core.so)
    Error relocating /…/_core.so: symbol_name: symbol not found

It names one symbol of perhaps many, and does not say who wants a library: the files tell both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from atfault.decode.loader import Loader, libraries_below, stem_of
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException
from atfault.model.hand_over import HandOver
from atfault.model.loading import Candidate, LoadFailure, NearSymbol
from atfault.native.demangling.demangle import demangle

MAX_LISTED = 8
MAX_NEIGHBOURS = 64
"""Extension modules beside the one that failed, where it is not known which that was."""
MAX_CHECKED = 48
MAX_NEAR = 4
MAX_NEAR_NAMES = 200
SEARCH_DEPTH = 4
SEARCH_ENTRIES = 150_000

_LIBRARY = (
    re.compile(r"(?:^|\s)(?P<lib>[^\s:]{1,4096}): cannot open shared object file: No such file"),
    re.compile(
        r"Error loading shared library (?P<lib>[^\s:]{1,4096}): No such file or directory"
        r"(?: \(needed by (?P<by>[^)\n]{1,4096})\))?"
    ),
)
_SYMBOL = (
    re.compile(
        r"(?:^|\s)(?P<by>/[^\n]{1,4096}?): undefined symbol: (?P<symbol>[^\s,]{1,4096})"
        r"(?:, version (?P<version>\S{1,200}))?"
    ),
    re.compile(
        r"Error relocating (?P<by>[^\n]{1,4096}?): (?P<symbol>\S{1,4096}): symbol not found"
    ),
)
_VERSION = re.compile(
    r"(?:^|\s)(?P<lib>/?[^\s:]{1,4096}): version `(?P<version>[^'\n]{1,200})' not found "
    r"\(required by (?P<by>[^)\n]{1,4096})\)"
)
_COMMON = ("libc.", "libm.", "libdl.", "libpthread.", "librt.", "libgcc_s.", "ld-linux", "libutil.")
"""They hold no names but their own, which are versioned."""


def load_failure(handed: HandOver) -> LoadFailure | Absent:
    """What the loader refused, of the exception or of those it came from."""
    for error in handed.exception.chain():
        loading = error.is_a("ImportError") or error.is_a("OSError")
        if not loading or isinstance(error.message, Absent):
            continue
        text = "\n".join((error.message, *error.notes))
        look = _Look(handed, error)
        for match in _matches(_SYMBOL, text):
            return look.symbol(match["by"], match["symbol"])
        version = _VERSION.search(text)
        if version:
            return look.version(version["lib"], version["version"], version["by"])
        for match in _matches(_LIBRARY, text):
            return look.library(match["lib"], match.groupdict().get("by") or "")
    return Absent("no message of the dynamic loader is in the exception")


def _matches(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (match for pattern in patterns if (match := pattern.search(text)))


class _Look:
    """Reads the files that one failure is about."""

    def __init__(self, handed: HandOver, error: RaisedException) -> None:
        self._handed = handed
        self._error = error
        self._loader = Loader(handed.library_path, handed.loaded)
        python = handed.python
        prefix = "" if isinstance(python, Absent) else python.prefix
        packages = [path for path in handed.search_path if path.endswith("-packages")]
        self._places = (*packages, os.path.join(prefix, "lib") if prefix else "")

    # A library that is not found

    def library(self, name: str, wanted_by: str) -> LoadFailure:
        base = os.path.basename(name)
        importing = self._error.path or self._asked_of_ctypes()
        wants = wanted_by
        searched: tuple[str, ...] = ()
        if not wanted_by and importing != name:
            for candidate in [importing] if importing else self._neighbours():
                _, missing = self._loader.closure(candidate)
                one = next((one for one in missing if one.name == name), None)
                if one is not None:
                    wants, searched, importing = one.wanted_by, one.searched, candidate
                    break
        if "/" in name and os.path.exists(name):
            return self._of_other_machine(name, wants, importing)
        found, others = self._on_this_machine(base)
        return LoadFailure(
            "library",
            name,
            wanted_by=wants,
            importing="" if importing in (wants, name) else importing,
            found=found,
            other_versions=others,
            searched=searched,
        )

    def _of_other_machine(self, path: str, wants: str, importing: str) -> LoadFailure:
        """The loader says "no such file" of a library for another processor as well."""
        there = self._loader.open(path)
        machine = "" if there is None else there.machine
        return LoadFailure("machine", path, wanted_by=wants, importing=importing, machine=machine)

    def _on_this_machine(self, base: str) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """Files of exactly that name, and of the same with another number."""
        found, others = [], []
        for path in self._files_of(stem_of(base)):
            candidate = self._candidate(path)
            if os.path.basename(path) == base or candidate.soname == base:
                found.append(candidate)
            else:
                others.append(candidate)
        return tuple(found[:MAX_LISTED]), tuple(others[:MAX_LISTED])

    def _candidate(self, path: str) -> Candidate:
        known = self._loader.open(path)
        if known is None:
            return Candidate(path, why_not="it is no library that can be read")
        ours = {"x86_64": "x86-64", "aarch64": "AArch64"}.get(os.uname().machine, known.machine)
        wrong = f"it is made for {known.machine}" if known.machine != ours else ""
        return Candidate(path, known.soname, wrong)

    def _files_of(self, stem: str) -> list[str]:
        """Libraries of that name: where the interpreter's packages lie, then the system's own."""
        if not stem:
            return []
        below = libraries_below(self._places, stem, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES)
        system = libraries_below(self._loader.folders(), stem, depth=0, limit=SEARCH_ENTRIES)
        once = {os.path.realpath(path): path for path in reversed([*below, *system])}
        return list(reversed(once.values()))

    def _neighbours(self) -> list[str]:
        """Extension modules in the folder of the code that imported: one of them failed."""
        for frame in self._error.frames[:6]:
            folder = os.path.dirname(frame.location.file)
            if not folder.startswith("/"):
                continue
            try:
                names = sorted(os.listdir(folder))[:4096]
            except OSError:
                continue
            found = [os.path.join(folder, name) for name in names if name.endswith(".so")]
            if found:
                return found[:MAX_NEIGHBOURS]
        return []

    def _asked_of_ctypes(self) -> str:
        """The file that ctypes.CDLL was to load (Lib/ctypes/__init__.py); "" for another import."""
        for frame in self._error.frames[:2]:
            if frame.location.file.endswith("/ctypes/__init__.py"):
                for variable in () if isinstance(frame.locals, Absent) else frame.locals:
                    text = getattr(variable.value, "text", "")
                    if variable.name == "name" and text[:1] in "'\"":
                        return text[1:-1]
        return ""

    # A version that a library lacks

    def version(self, library: str, version: str, wanted_by: str) -> LoadFailure:
        base = os.path.basename(library)
        found = []
        for path in self._files_of(stem_of(base))[:MAX_CHECKED]:
            known = self._loader.open(path)
            if known is not None and version in known.versions():
                found.append(self._candidate(path))
        return LoadFailure(
            "version",
            version,
            wanted_by=wanted_by,
            lacking=(library,),
            found=tuple(found[:MAX_LISTED]),
        )

    # A symbol that nothing defines

    def symbol(self, wanted_by: str, symbol: str) -> LoadFailure:
        name = demangle(symbol)
        failure = LoadFailure("symbol", symbol, name="" if name == symbol else name)
        failure = failure._replace(wanted_by=wanted_by)
        wanting = self._loader.open(wanted_by)
        if wanting is None:
            return failure
        closure, _ = self._loader.closure(wanted_by)
        files = tuple(dict.fromkeys((*closure[1:], *self._handed.loaded)))[: MAX_CHECKED * 4]
        own = tuple(one.library for one in wanting.wanted() if one.name == symbol and one.library)
        linked = [path for path in closure[1:] if not os.path.basename(path).startswith(_COMMON)]
        also = [other for other in self._undefined(wanted_by, files) if other != symbol]
        return failure._replace(
            lacking=own or tuple(linked[:MAX_LISTED]),
            also_missing=tuple(map(demangle, also[:MAX_LISTED])),
            also_missing_count=len(also),
            near=tuple(self._near(symbol, files))[:MAX_NEAR],
            found=tuple(self._that_define(symbol, linked)),
        )

    def _undefined(self, path: str, files: tuple[str, ...]) -> list[str]:
        """Symbols that an object wants and none of the files has, nor the interpreter; [] where one
        of those cannot be read."""
        wanting = self._loader.open(path)
        interpreter, _ = self._loader.closure(os.path.realpath(self._handed.executable))
        objects = [self._loader.open(file) for file in (*files, *interpreter)]
        known = [one for one in objects if one is not None]
        if wanting is None or len(known) < len(objects):
            return []
        wanted = [one.name for one in wanting.wanted() if not one.is_weak]
        return [name for name in wanted if not any(one.defines(name) for one in known)]

    def _near(self, symbol: str, files: tuple[str, ...]) -> Iterator[NearSymbol]:
        """Symbols that are the same but for the kind of string, or else of the same C++ name."""
        prefix = name_prefix(symbol)
        if not prefix:
            return
        name = demangle(symbol)
        found = []
        for path in files:
            known = self._loader.open(path)
            if known is None or os.path.basename(path).startswith(_COMMON):
                continue
            for count, other in enumerate(known.names_beginning(prefix)):
                if count >= MAX_NEAR_NAMES:
                    break
                text = demangle(other)
                if _plain(text) == _plain(name):
                    found.append(NearSymbol(path, text, "abi"))
                elif _without_arguments(text) == _without_arguments(name):
                    found.append(NearSymbol(path, text, "signature"))
        same = [one for one in found if one.nearness == "abi"]
        yield from dict.fromkeys(same or found)  # a constructor has two symbols of one name

    def _that_define(self, symbol: str, linked: list[str]) -> Iterator[Candidate]:
        """Other files of the libraries it is linked with that have the symbol."""
        stems = dict.fromkeys(stem_of(os.path.basename(path)) for path in linked[:MAX_LISTED])
        for stem in stems:
            for path in self._files_of(stem)[:MAX_CHECKED] if len(stems) <= MAX_LISTED else []:
                known = self._loader.open(path)
                if known is not None and known.defines(symbol):
                    yield self._candidate(path)


def name_prefix(symbol: str) -> str:
    """The part of a C++ linkage name that holds the function's own name, without its arguments:
    "_ZN3c105ErrorC2ENS_14…" → "_ZN3c105ErrorC"; "" where that is not plain."""
    if not symbol.startswith("_Z"):
        return ""
    at = 2
    if symbol.startswith("N", at):
        at += 1
    while symbol[at : at + 1] in ("K", "r", "V", "R", "O"):
        at += 1
    begin = at
    while at < len(symbol) and symbol[at].isdigit():
        end = at
        while end < len(symbol) and symbol[end].isdigit() and end - at < 5:
            end += 1
        at = end + int(symbol[at:end])
        if not symbol.startswith("_ZN"):
            break
    if at == begin or at > len(symbol):
        return ""
    return symbol[: at + 1] if symbol[at : at + 1] in ("C", "D") else symbol[:at]


def _plain(name: str) -> str:
    """A demangled name in which both kinds of std::string are one."""
    text = name.replace("std::__cxx11::", "std::").replace("[abi:cxx11]", "")
    whole = "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"
    return text.replace(whole, "std::string")


def _without_arguments(name: str) -> str:
    """ "c10::Error::Error(int, …)" → "c10::Error::Error"."""
    return name.partition("(")[0]
