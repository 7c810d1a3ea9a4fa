"""Why an import, or the loading of a shared object, failed: one record a kind of reason."""

from typing import Literal, NamedTuple

LoadProblem = Literal["symbol", "version", "library"]
"""What was missing: a symbol, a version of a library's symbols, a library."""
Missing = Literal["abi", "signature", "gone", "unlinked", "unknown"]
"""Of a symbol that no library has: "abi": one has the same but for the C++ library's two kinds of
std::string; "signature": one has the name, with other arguments; "gone": none has anything like it;
"unlinked": a library has exactly it, which is not among those that the file is linked with;
"unknown": one of the libraries that could have it cannot be read."""
StringKind = Literal["old", "new", "both", ""]
"""Which std::string an object was compiled with; "" for one that has none."""


A_DLL, A_FUNCTION = "a DLL", "a function of a DLL"
"""All that Windows tells of what is missing."""


class Candidate(NamedTuple):
    """A file on this machine that has what was missing, or nearly."""

    path: str
    soname: str = ""
    """Of another version of the library: what that calls itself."""
    why_not: str = ""
    """Why the loader did not take it, as a clause; "" when it simply does not look there."""
    package: str = ""
    """Name of the installed package that brought it; "" when unknown."""


class MissingSymbol(NamedTuple):
    """A symbol that a file wants and nothing has."""

    symbol: str
    """Its linkage name."""
    name: str
    """Demangled; the linkage name where that is not mangled."""
    kind: Missing
    near: str = ""
    """What there is in its place, demangled; "" when nothing is like it."""
    library: str = ""
    """The file that has that."""


class Built(NamedTuple):
    """How a file was compiled, as far as it tells."""

    file: str
    strings: StringKind
    compiler: str = ""
    """Of .comment: "GCC: (GNU) 11.2.1"; the first that is named."""


class Versions(NamedTuple):
    """Two installed packages, and whether they belong together."""

    wanting: str
    """Name and version of the package whose file wants something: "torchvision 0.15.2"."""
    providing: str
    """Of the package that should have it: "torch 2.13.0"."""
    requirement: str = ""
    """What the first one's metadata says of the second: "torch==2.0.1"; "" for nothing."""
    fit: bool | None = None
    """Whether the second is such a one; None when nothing is said, or it cannot be read."""


class LoadFailure(NamedTuple):
    """A file that could not be loaded, what it lacks, and where that is."""

    problem: LoadProblem
    wanted: str
    """The symbol (linkage name), the version ("GLIBCXX_3.4.32"), or the library's name."""
    name: str = ""
    """Of a symbol: demangled."""
    wanted_by: str = ""
    """The file that wants it; "" when unknown."""
    importing: str = ""
    """The file that was to be loaded, where that is another one; "" when it is not."""
    lacking: tuple[str, ...] = ()
    """The libraries that should have had it: the one whose version it names, or those that
    `wanted_by` is linked with."""
    missing: tuple[MissingSymbol, ...] = ()
    """All symbols that it wants and nothing has, that which the loader named first. Empty where the
    files cannot be read."""
    built: tuple[Built, ...] = ()
    """`wanted_by`, and the library that should have had what is missing."""
    versions: Versions | None = None
    newest: str = ""
    """Of a version: the newest of its kind that the library has ("GLIBCXX_3.4.30")."""
    found: tuple[Candidate, ...] = ()
    """Files that have exactly that."""
    other_versions: tuple[Candidate, ...] = ()
    """Of a library: files of the same name with another number."""
    searched: tuple[str, ...] = ()
    """Folders in which the loader looked, in its order."""
    interpreter: str = ""
    """Of a symbol of Python's C API: the interpreter that lacks it ("Python 3.11")."""
    operator: str = ""
    """ "torchvision::nms", which torch does not have as the file was not loaded; "" for an import
    that failed."""

    def count(self, kind: Missing) -> int:
        """How many of the missing symbols are of that kind."""
        return sum(one.kind == kind for one in self.missing)


class UnfitFile(NamedTuple):
    """A library that is there, but is none for this machine, or none at all."""

    path: str
    kind: Literal["empty", "pointer", "text", "cut", "class", "machine", "no-library", "unknown"]
    """As `formats.file_kind` has it."""
    machine: str = ""
    """What it is made for."""
    here: str = ""
    """The processor of this machine."""
    detail: str = ""
    wanted_by: str = ""
    """The file that needs it; "" when it was to be loaded itself."""
    package: str = ""
    """Name and version of the installed package that brought it; "" when unknown."""


class OtherPython(NamedTuple):
    """An extension module that was built for another Python."""

    module: str
    """That was to be imported: "pkg._core"."""
    files: tuple[str, ...]
    """That are there for others."""
    built_for: tuple[str, ...]
    """In words, of each file: "CPython 3.8", "CPython 3.13, free-threaded"."""
    running: str
    """ "CPython 3.11"; "" when unknown."""
    package: str = ""


class OtherNumpy(NamedTuple):
    """An extension module that was compiled against another numpy than the one that is there."""

    built_for: str
    """ "1.x", "2.x", "a newer numpy", "an older numpy"."""
    installed: str = ""
    """The version that is there; "" when unknown."""
    wanted_by: str = ""
    """The module: its file, or its name; "" when unknown."""
    package: str = ""
    """Name and version of its package; "" when unknown."""
    requirement: str = ""
    """What that package's metadata says of numpy."""
    fits: bool | None = None
    """Whether the numpy that is there is such a one."""
    module: str = ""
    """What the user's own line imports that failed: "cv_bridge"; "" when unknown."""


class BuiltWithout(NamedTuple):
    """A module of the standard library that this Python was built without, as the headers of a
    library were not there."""

    module: str
    library: str
    package: str
    """Of Debian, that has the headers."""


class Refused(NamedTuple):
    """A sound library that the C library would not load in this process."""

    kind: Literal["static-tls", "executable-stack"]
    path: str
    """"" when the loader does not say."""
    proven: bool
    """The file itself says that it asks for that."""
    size: int = 0
    """Of thread-local variables: their bytes; 0 when unknown."""


class NoInit(NamedTuple):
    """An extension module without the function that Python calls to make it a module."""

    function: str
    """ "PyInit_fast"."""
    file: str
    """"" when it is not told."""
    there: tuple[str, ...] = ()
    """Such functions that the file has: it was built under their names."""


class DllFailed(NamedTuple):
    """A DLL that was found, and that Windows gave up loading."""

    kind: Literal["initialization", "paging-file"]
    file: str
    """The module that was to be imported, or the DLL."""


class Shadowed(NamedTuple):
    """A file of the user's own that is imported in the place of a package or of the standard
    library."""

    module: str
    """ "torch"."""
    file: str
    hides: str
    """The package with its version, or "the standard library"."""
    proven: bool
    """The other one is there, too."""


class NoOperators(NamedTuple):
    """An operator that torch does not know: of a package whose library was not loaded, for a reason
    that the files do not tell, or that are not here."""

    operator: str
    """ "torchvision::nms"."""
    package: str
    """That has it: a name, with its version where that is known."""
    checked: int = 0
    """Its files that were looked at, and found to be all right."""
    versions: Versions | None = None
    """It and torch."""


class TwoRuntimes(NamedTuple):
    """Two copies of a library that must be there once (OpenMP)."""

    first: str
    """What was found in memory already."""
    second: str
    """What was to be initialized besides."""
    files: tuple[str, ...] = ()
    """All runtimes of that kind in the packages."""


ImportFailure = (
    LoadFailure
    | UnfitFile
    | OtherPython
    | OtherNumpy
    | Refused
    | DllFailed
    | NoInit
    | Shadowed
    | NoOperators
    | TwoRuntimes
    | BuiltWithout
)
