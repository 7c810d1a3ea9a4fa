"""An import that failed → why: what is missing, who wants it, who has it, and how both were built.

The loader names one symbol of perhaps many, and does not say who wants a library: the files tell
both. What else makes an import fail (another Python's module, another numpy, a file of the user's
own in the way) is in `import_failures`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from atfault.decode.imports import failures
from atfault.decode.imports.distributions import fits, normal
from atfault.decode.imports.loader import (
    Loader,
    kind_of,
    machine_here,
    shared_files_below,
    stem_of,
)
from atfault.decode.imports.loader_messages import (
    Initialized,
    MissingLibrary,
    MissingVersion,
    NoModule,
    NoName,
    NoOperator,
    NotLoadable,
    NumpySays,
    Said,
    UndefinedSymbol,
    said,
)
from atfault.decode.imports.missing_symbols import classed, missing_symbols, namespace_of
from atfault.decode.imports.python_home import package_folder_of
from atfault.decode.imports.surroundings import Surroundings
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException
from atfault.model.hand_over import HandOver
from atfault.model.loading import (
    Built,
    Candidate,
    DllFailed,
    ImportFailure,
    LoadFailure,
    MissingSymbol,
    NoInit,
    NoOperators,
    Refused,
    UnfitFile,
    Versions,
)
from atfault.native.demangling.demangle import demangle

MAX_LISTED = 8
MAX_NEIGHBOURS = 64
"""Extension modules beside the one that failed, where it is not known which that was."""
MAX_CHECKED = 48
MAX_PROVIDERS = 4
MAX_OF_PACKAGE = 5000
OPERATORS = "its operators"
TORCH_LIBRARY = "torch7Library"
"""In the symbols of whatever registers operators (torch::Library)."""
_ABOUT_IMPORTS = ("ImportError", "ModuleNotFoundError", "OSError", "AttributeError")
_ABOUT_NUMPY = ("ImportError", "ValueError", "RuntimeError")
_ABOUT_OPERATORS = ("RuntimeError", "AttributeError")
_KINDS = {NumpySays: _ABOUT_NUMPY, NoOperator: _ABOUT_OPERATORS}
"""Types of exceptions whose messages are of that kind; _ABOUT_IMPORTS for all others."""
_OF_NUMBAS_CUDA = ("NvvmSupportError", "CudaSupportError")
"""As text has them, which does not tell what they come from."""
_NUMBERED = re.compile(r"([A-Za-z_]{1,40}_)([\d.]{1,20})$")


def load_failure(handed: HandOver) -> ImportFailure | Absent:
    """Why an import failed, by the exception that ended the program or one that it came from."""
    for error in handed.exception.chain():
        if isinstance(error.message, Absent):
            continue
        words = said("\n".join((error.message, *error.notes)))
        kinds = _KINDS.get(type(words), _ABOUT_IMPORTS)
        named = error.type.endswith(_OF_NUMBAS_CUDA)
        if words is None or not (named or any(map(error.is_a, kinds))):
            continue
        found = _Look(handed, error, Surroundings(handed, _about(words, error))).at(words)
        if found is not None:
            return found
    return Absent("the exception is about no import that failed")


def check_file(handed: HandOver, path: str, around: Surroundings) -> ImportFailure | None:
    """Why a shared object could not be loaded, though nobody has tried: it is no library, or lacks
    a library, a version or a symbol; None where nothing is in its way as far as the files tell.

    A library that some package brings counts as loaded: its own code will have done that.
    """
    look = _Look(handed, RaisedException("ImportError", "", path=path), around)
    return look.ahead(path)


def _about(words: Said, error: RaisedException) -> str:
    """The file that a failure is about, rather one that lies in a package."""
    named = [getattr(words, name, "") for name in ("file", "wanted_by", "path")]
    files = [*named, error.path or "", *(frame.location.file for frame in error.frames[:8])]
    files = list(filter(None, files))
    return next(filter(package_folder_of, files), next(iter(files), ""))


class _Look:
    """Reads the files that one failure is about."""

    def __init__(self, handed: HandOver, error: RaisedException, around: Surroundings) -> None:
        self._handed = handed
        self._error = error
        self._around = around
        self._loader = around.loader

    def at(self, words: Said) -> ImportFailure | None:
        around = self._around
        if isinstance(words, MissingLibrary):
            return self.library(words.library, words.wanted_by)
        if isinstance(words, UndefinedSymbol):
            return _of_library(self.symbol(words.file, words.symbol), words.version)
        if isinstance(words, MissingVersion):
            return self.version(words.library, words.version, words.wanted_by)
        if isinstance(words, NotLoadable):
            if words.machine:
                return UnfitFile(words.path, "machine", words.machine, words.here)
            return self.unfit(words.path, "")
        if isinstance(words, DllFailed):
            return words
        if isinstance(words, NoInit):
            return self.no_init(words)
        if isinstance(words, Refused):
            return failures.refused(words, self._loader)
        handed, error = self._handed, self._error
        if isinstance(words, NoModule):
            return failures.no_module(words, error, handed, around)
        if isinstance(words, NoName):
            return failures.no_name(words, error, handed, around)
        if isinstance(words, NumpySays):
            return failures.other_numpy(words, error, around)
        if isinstance(words, NoOperator):
            return self.operator(words)
        assert isinstance(words, Initialized)
        return failures.two_runtimes(words, around.packages)

    # A file that nobody has tried to load

    def ahead(self, path: str) -> ImportFailure | None:
        if self._loader.open(path) is None or kind_of(path).kind == "cut":
            return self.unfit(path, "")
        closure = self._loader.closure(path, presume=True)
        if closure.unfound:
            one = closure.unfound[0]
            found = self.library(one.name, one.wanted_by)
            if isinstance(found, LoadFailure):
                return found._replace(searched=one.searched)
            return found
        for file in closure.files:
            lacking = self._lacking_version(file, closure.files)
            if lacking is not None:
                return self.version(*lacking, file)
        scope = (*closure.files[1:], *self._around.interpreter)
        missing = missing_symbols(self._loader, path, scope, self._handed.loaded)
        if isinstance(missing, Absent) or not missing:
            return None
        others = self._around.files_beside(path)
        left = [one for one in missing if not self._is_in(others, one.symbol)]
        return self.symbol(path, left[0].symbol) if left else None

    def _lacking_version(self, path: str, files: tuple[str, ...]) -> tuple[str, str] | None:
        """(library, version) that an object wants of another, which lacks it."""
        wanting = self._loader.open(path)
        named = {os.path.basename(file): file for file in files}
        for library, version in () if wanting is None else wanting.wanted_versions():
            place = named.get(library)
            known = None if place is None else self._loader.open(place)
            have = frozenset() if known is None else known.versions()
            if place is not None and have and version not in have:
                return place, version
        return None

    def _is_in(self, files: tuple[str, ...], symbol: str) -> bool:
        return any(self._loader.defines(path, symbol) for path in files)

    # An operator of torch's that nobody has registered

    def operator(self, words: NoOperator) -> ImportFailure:
        """Why the library that has it could not be loaded, by its files."""
        torch = [os.path.join(folder, "torch", "__init__.py") for folder in self._around.packages]
        torch = [path for path in torch if os.path.isfile(path)]
        files = self._with_operators(words) if torch else []
        operator = f"{words.space}::{words.name}" if words.name else OPERATORS
        for path in files:
            found = self.ahead(path)
            if isinstance(found, LoadFailure):
                return found._replace(operator=operator)
            if isinstance(found, UnfitFile):
                return found
        owner = next(filter(None, map(self._around.distributions.owner, files)), None)
        package = next(self._packages_of(words), "") if owner is None else str(owner)
        versions = self._declared(files[0], torch) if files else None
        return NoOperators(operator, package, len(files), versions)

    def _with_operators(self, words: NoOperator) -> list[str]:
        """Shared objects of the package that an operator is of, that name it: the package is named
        as the operator's namespace, or its code asked for the operator."""
        for top in self._packages_of(words):
            folders = [os.path.join(folder, top) for folder in self._around.packages]
            below = shared_files_below(tuple(folders), depth=2, limit=MAX_OF_PACKAGE)
            files = sorted(below, key=lambda path: "_C" not in os.path.basename(path))[:MAX_CHECKED]
            for name in (f"{words.space}::{words.name}", words.name or TORCH_LIBRARY):
                named = [path for path in files if self._mentions(path, name)]
                if named:
                    return named
        return []

    def _packages_of(self, words: NoOperator) -> Iterator[str]:
        """Names of the packages that an operator may be of."""
        tops = [words.space] if words.space else []
        for frame in self._error.frames[:12]:
            folder = package_folder_of(frame.location.file)
            if folder:
                tops.append(frame.location.file[len(folder) :].lstrip("/").partition("/")[0])
        yield from dict.fromkeys(one for one in tops if one != "torch")

    def _mentions(self, path: str, text: str) -> bool:
        known = self._loader.open(path)
        return known is None or known.mentions(text.encode())

    # A file that is no module of its name

    def no_init(self, words: NoInit) -> NoInit:
        path = self._error.path or ""
        known = self._loader.open(path) if path else None
        found = () if known is None else sorted(set(known.names_beginning("PyInit_")))
        there = tuple(name for name in found if self._loader.defines(path, name))
        return words._replace(file=path, there=there[:MAX_LISTED])

    # A library that is not found

    def library(self, name: str, wanted_by: str) -> ImportFailure:
        base = os.path.basename(name)
        importing = self._error.path or self._asked_of_ctypes()
        wants = wanted_by
        searched: tuple[str, ...] = ()
        if not wanted_by and importing != name:
            for candidate in [importing] if importing else self._neighbours():
                missing = self._loader.closure(candidate).unfound
                one = next((one for one in missing if one.name == name), None)
                if one is not None:
                    wants, searched, importing = one.wanted_by, one.searched, candidate
                    break
        if "/" in name and os.path.exists(name):
            # The loader says "no such file" of a library for another processor as well.
            return self.unfit(name, wants)
        found, others = self._on_this_machine(base)
        return LoadFailure(
            "library",
            name,
            wanted_by=wants,
            importing="" if importing in (wants, name) else importing,
            found=found,
            other_versions=others,
            searched=searched,
            versions=self._declared(wants, self._near_by(wants, found, others), required=True),
        )

    def _near_by(self, wants: str, *candidates: tuple[Candidate, ...]) -> list[str]:
        """Files of packages that `wants` may need: what was found, and its other libraries."""
        others = self._loader.closure(wants, presume=True).files[1:] if wants else ()
        inside = [path for path in others if package_folder_of(path)]
        return [*(one.path for some in candidates for one in some), *inside]

    def unfit(self, path: str, wants: str) -> UnfitFile:
        """A file that is there, and not what the loader can take."""
        place = path if "/" in path else self._named(path)
        known = kind_of(place)
        kind = "unknown" if known.kind == "library" else known.kind
        return UnfitFile(
            place,
            kind,
            known.machine,
            machine_here(),
            known.detail,
            wanted_by=wants or self._that_wants(place),
            package=self._around.owner(place),
        )

    def _named(self, name: str) -> str:
        """Where the loader has come upon a library that it names without its folder."""
        wanting = self._error.path or self._asked_of_ctypes()
        closure = self._loader.closure(wanting).files if wanting else ()
        same = [path for path in closure if os.path.basename(path) == name]
        return next(iter(same), "") or self._loader.find(name) or name

    def _that_wants(self, path: str) -> str:
        importing = self._error.path or ""
        return importing if importing and importing != path else ""

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
        owner = self._around.distributions.owner(path)
        package = "" if owner is None else owner.name
        known = self._loader.open(path)
        if known is None:
            return Candidate(path, "", failures.unfit_words(kind_of(path)), package)
        wrong = f"it is made for {known.machine}" if known.machine != machine_here() else ""
        return Candidate(path, known.soname, wrong, package)

    def _files_of(self, stem: str) -> list[str]:
        """Libraries of that name: where the interpreter's packages lie, then the system's own."""
        paths = self._around.libraries.get(stem, []) if stem else []
        once = {os.path.realpath(path): path for path in reversed(paths)}
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
        failure = LoadFailure("version", version, wanted_by=wanted_by, lacking=(library,))
        taken = self._loader.open(library)
        has_it = taken is not None and version in taken.versions()
        if has_it or self._loader.open(wanted_by) is None:
            return failure  # it was said on another machine, or before that library was renewed
        found = []
        for path in self._files_of(stem_of(os.path.basename(library)))[:MAX_CHECKED]:
            known = self._loader.open(path)
            if known is not None and version in known.versions():
                found.append(self._candidate(path))
        return failure._replace(
            newest="" if taken is None else newest_like(version, taken.versions()),
            found=tuple(found[:MAX_LISTED]),
        )

    # A symbol that nothing defines

    def symbol(self, wanted_by: str, symbol: str) -> LoadFailure:
        name = demangle(symbol)
        failure = LoadFailure("symbol", symbol, name="" if name == symbol else name)
        lacks = self._interpreter_that_lacks(symbol)
        failure = failure._replace(wanted_by=wanted_by, interpreter=lacks)
        wanting = self._loader.open(wanted_by)
        if wanting is None:
            return failure
        # The loader says this when it has found all that the file needs.
        closure = self._loader.closure(wanted_by, presume=True).files[1:]
        own = tuple(one.library for one in wanting.wanted() if one.name == symbol and one.library)
        linked = [path for path in closure if not roles.has_own_names_alone(os.path.basename(path))]
        missing = self._missing(wanted_by, symbol, closure)
        providers = _providers(self._loader, missing, linked)
        lacking = providers or own or tuple(linked[:MAX_LISTED])
        return failure._replace(
            lacking=lacking,
            missing=missing,
            built=self._built(wanted_by, *lacking[:1]),
            versions=self._declared(wanted_by, providers or lacking),
            found=tuple(self._that_define(symbol, linked)),
        )

    def _interpreter_that_lacks(self, symbol: str) -> str:
        """ "Python 3.11" of a symbol of Python's C API; "" of others, and where it has that."""
        if not symbol.startswith(("Py", "_Py")):
            return ""
        if self._is_in(self._around.interpreter, symbol):
            return ""
        version = self._around.version
        return "Python" if version is None else f"Python {version[0]}.{version[1]}"

    def _missing(
        self, path: str, symbol: str, closure: tuple[str, ...]
    ) -> tuple[MissingSymbol, ...]:
        """All that is missing, the one that the loader named first. It is proven of that one alone
        where a library cannot be read."""
        scope = (*closure, *self._around.interpreter)
        loaded, beside = self._handed.loaded, self._around.files_beside(path)
        # It may not even name the library: extensions of torch find all of it in memory.
        likely = tuple(file for file in dict.fromkeys((*loaded, *beside)) if file not in scope)
        all_missing = missing_symbols(self._loader, path, scope, loaded, likely)
        others = () if isinstance(all_missing, Absent) else all_missing
        named = [one for one in others if one.symbol == symbol]
        first = named or list(classed(self._loader, [symbol], (*scope, *likely)))
        if first[0].kind == "gone":
            first = [self._unlinked(first[0], scope)]
        return (*first[:1], *(one for one in others if one.symbol != symbol))

    def _unlinked(self, one: MissingSymbol, scope: tuple[str, ...]) -> MissingSymbol:
        """The same, where a library in memory has it that the file does not name as needed."""
        for path in self._handed.loaded:
            if path not in scope and self._loader.defines(path, one.symbol):
                return one._replace(kind="unlinked", near=one.name, library=path)
        return one

    def _that_define(self, symbol: str, linked: list[str]) -> Iterator[Candidate]:
        """Other files of the libraries it is linked with that have the symbol."""
        stems = dict.fromkeys(stem_of(os.path.basename(path)) for path in linked[:MAX_LISTED])
        for stem in stems:
            for path in self._files_of(stem)[:MAX_CHECKED] if len(stems) <= MAX_LISTED else []:
                if self._loader.defines(path, symbol):
                    yield self._candidate(path)

    def _built(self, *paths: str) -> tuple[Built, ...]:
        """How files were compiled, of those that can be read."""
        opened = [(path, self._loader.open(path)) for path in paths]
        return tuple(
            Built(path, one.string_kinds.kind, next(iter(one.compilers), ""))
            for path, one in opened
            if one is not None
        )

    def _declared(
        self, wanting: str, providers: tuple[str, ...] | list[str], *, required: bool = False
    ) -> Versions | None:
        """What the package of a file says of the package that should have what it wants."""
        distributions = self._around.distributions
        package = distributions.owner(wanting)
        if package is None:
            return None
        needs = {one.name: one for one in package.requirements(self._around.version)}
        owners = [distributions.owner(path) for path in providers]
        others = [one for one in owners if one is not None and one is not package]
        # Rather one that it speaks of: its libraries may have come with something else's.
        other = next((one for one in others if normal(one.name) in needs), next(iter(others), None))
        need = None if other is None else needs.get(normal(other.name))
        if other is None or (need is None and required):
            return None
        if need is None:
            return Versions(str(package), str(other))
        fit = fits(other.version, need.specifier) if need.specifier else None
        return Versions(str(package), str(other), need.text, fit)


def _of_library(failure: LoadFailure, version: str) -> LoadFailure:
    """NVIDIA's libraries name the versions of their symbols as the library itself, which tells
    where a symbol should be whose files are not here."""
    named = bool(re.fullmatch(r"lib[\w.+-]{1,100}\.so\.\d{1,3}", version))
    return failure._replace(lacking=(version,)) if named and not failure.lacking else failure


def newest_like(version: str, versions: frozenset[str]) -> str:
    """Of the versions with the same name ("GLIBCXX_") the one with the highest number."""
    match = _NUMBERED.match(version)
    if match is None:
        return ""
    numbered = [found for one in versions if (found := _NUMBERED.match(one))]
    same = [one for one in numbered if one[1] == match[1]]
    return max(same, key=_number, default=[""])[0]


def _number(match: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in match[2].split(".") if part)


def _providers(
    loader: Loader, missing: tuple[MissingSymbol, ...], linked: list[str]
) -> tuple[str, ...]:
    """Those of the libraries that should have had what is missing: they have something near, or
    most of the same namespace."""
    near = dict.fromkeys(one.library for one in missing if one.library)
    if near:
        return tuple(near)[:MAX_PROVIDERS]
    spaces = dict.fromkeys(filter(None, (namespace_of(one.symbol) for one in missing)))
    counts = (
        (sum(_names(loader, path, space) for space in list(spaces)[:4]), path) for path in linked
    )
    counted = sorted(counts, reverse=True) if spaces else []
    return tuple(path for number, path in counted if number)[:1]


def _names(loader: Loader, path: str, prefix: str) -> int:
    known = loader.open(path)
    return 0 if known is None else sum(1 for _ in known.names_beginning(prefix))
