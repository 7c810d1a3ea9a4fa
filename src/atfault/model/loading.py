"""Why the dynamic loader refused a shared object."""

from typing import Literal, NamedTuple

LoadProblem = Literal["symbol", "version", "library", "machine"]
"""What was missing: a symbol, a version of a library's symbols, a library; "machine": the library
is there, but made for another processor."""
Nearness = Literal["abi", "signature"]


class Candidate(NamedTuple):
    """A file on this machine that has what was missing, or nearly."""

    path: str
    soname: str = ""
    """Of another version of the library: what that calls itself."""
    why_not: str = ""
    """Why the loader did not take it, as a clause; "" when it simply does not look there."""


class NearSymbol(NamedTuple):
    """A symbol like the one that is missing."""

    library: str
    """The file that defines it."""
    name: str
    """Demangled."""
    nearness: Nearness
    """"abi": the same but for the C++ library's two kinds of std::string; "signature": the same
    name, with other arguments."""


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
    also_missing: tuple[str, ...] = ()
    """More symbols that it wants and nothing has: demangled, some of them."""
    also_missing_count: int = 0
    near: tuple[NearSymbol, ...] = ()
    found: tuple[Candidate, ...] = ()
    """Files that have exactly that."""
    other_versions: tuple[Candidate, ...] = ()
    """Of a library: files of the same name with another number."""
    searched: tuple[str, ...] = ()
    """Folders in which the loader looked, in its order."""
    machine: str = ""
    """Of "machine": what the library is made for."""
