"""What Numba compiled in one run, as part of a report under `atfault numba`."""

from typing import NamedTuple


class NumbaPassReport(NamedTuple):
    """One pass of the compiler."""

    name: str
    seconds: float


class NumbaVariableReport(NamedTuple):
    """A variable at a line."""

    name: str
    """ "return" for the result."""
    type: str
    """As Numba writes it."""


class NumbaLineReport(NamedTuple):
    """What a line gives values to."""

    line: int
    variables: tuple[NumbaVariableReport, ...]


class NumbaApartReport(NamedTuple):
    """Why a loop was not fused with another."""

    loop: int
    reason: str
    """In Numba's own words."""


class NumbaLoopReport(NamedTuple):
    """What became of a loop, or of an operation on arrays, with parallel=True."""

    loop: int | None
    """Numba's own number."""
    line: int
    what: str
    """ "prange", "numpy.sum" …; "" for a for statement over something else."""
    state: str
    """parallel, fused, serial or ordinary."""
    into: int | None
    """The loop that it is fused into, or runs in."""
    apart: tuple[NumbaApartReport, ...]


class NumbaOverloadReport(NamedTuple):
    """A function compiled for arguments of certain types."""

    types: tuple[str, ...]
    """As Numba writes them."""
    returns: str
    object_mode: bool
    lifted: int
    """Loops taken out of object mode."""
    seconds: float
    """That it took; 0 for one from the cache."""
    passes: tuple[NumbaPassReport, ...]
    """The slowest ones."""
    lines: tuple[NumbaLineReport, ...] = ()
    """Of the function's variables; () of one from the cache, as the loops are."""
    loops: tuple[NumbaLoopReport, ...] = ()
    objects: tuple[str, ...] = ()
    """Variables that are Python objects in it."""


class NumbaFunctionReport(NamedTuple):
    """One compiled function."""

    function: str
    file: str
    line: int
    options: tuple[str, ...]
    """Of its decorator, those that are set."""
    cache: str | None
    """The folder that it is cached in."""
    cache_hits: int
    cache_misses: int
    same_code: int
    """Functions made of the same code."""
    combinations: int
    """Of types, that it was compiled for; the first of them are `overloads`."""
    overloads: tuple[NumbaOverloadReport, ...]


class NumbaLeftOutReport(NamedTuple):
    """Calls that were not compared."""

    reason: str
    times: int


class NumbaComparedReport(NamedTuple):
    """A function whose calls were run interpreted, too."""

    function: str
    file: str
    line: int
    calls: int
    compared: int
    differs: bool
    left_out: tuple[NumbaLeftOutReport, ...]


class NumbaReport(NamedTuple):
    """What Numba compiled in one run."""

    version: str
    checked: bool
    """Whether each index was checked."""
    functions: tuple[NumbaFunctionReport, ...]
    compared: tuple[NumbaComparedReport, ...] = ()
    """Of --compare."""
