"""What Numba did in one run of a program (`atfault numba`).

Calls of compiled functions that were run interpreted, too (`atfault numba --compare`).
"""

from typing import Literal, NamedTuple

from atfault.model.numba import NumbaFunction, NumbaType
from atfault.model.stacks import Location
from atfault.model.values import Variable

ReasonKind = Literal[
    "index",
    "division",
    "unset",
    "raised",
    "wrap",
    "width",
    "whole",
    "overflow",
    "uninitialised",
    "fastmath",
    "parallel",
    "outdated",
]
"""Why results differ, shown by a run of its own:

index, division, unset, raised   the interpreted run raised that, and the compiled one went on
wrap             a whole number that int64, or its type, does not hold
whole            a number with a part behind the point, which is a whole one compiled
width            a number is of another type when it is compiled
overflow         numpy said so of a number of fixed size
uninitialised    the result depends on what an array held before anything was written to it
fastmath, parallel   compiled without that option, the result is the interpreted one
outdated         compiled afresh, the result is the interpreted one
"""


class TypedLine(NamedTuple):
    """What a line gives values to."""

    line: int
    names: tuple[tuple[str, str], ...]
    """(variable, its type as Numba writes it); "return" stands for the result."""


class ParallelLoop(NamedTuple):
    """What became of a loop, or of an operation on arrays, with parallel=True."""

    line: int
    what: str
    """ "prange", "numpy.sum" …; "stand-in" for a prange that is Python's range; "" for a for
    statement over something else."""
    state: Literal["parallel", "fused", "serial", "ordinary"]
    """fused into the loop `into`; serial inside of it; ordinary: it was never to be parallel, or is
    a prange that could not be."""
    number: int | None = None
    """Numba's own."""
    into: int | None = None
    apart: tuple[tuple[int, str], ...] = ()
    """(number, why in Numba's own words) of loops that it was not fused with."""


RaceKind = Literal[
    "carried",
    "counted",
    "same",
    "collides",
    "memory",
    "earlier",
    "container",
    "generator",
    "rows",
    "threads",
    "unproven",
    "unseen",
]
"""What iterations of a parallel loop do to the same memory:

carried     a variable that an iteration takes over from the one before; Numba does not reduce it
counted     an element is written at an index that is a reduction: each thread counts by itself
same        each iteration writes to the same place: elements, or a field of an object
collides    two iterations write to one element, or it is updated at an index that comes out of data
memory      two iterations write to different elements, which are one memory
earlier     an element is written that another iteration reads
container   a list, set or dict is changed
generator   numbers are drawn from one generator of random numbers
rows        a ufunc for all cores writes to an input that is one array for all rows
threads     several threads call the function, which has no GIL, with one array that it writes to
unproven    none that is known: nothing tells that what is written is each iteration's own
unseen      none that is known: a function that is called there was not looked into, or the loop is
            longer than what is looked at
"""


UnprovenKind = Literal["data", "lossy", "read", "other"]
"""Why nothing is proven of a write: its index comes out of data, or is the loop's by // or % alone;
other elements of the array are read; nobody knows how the index is computed."""


class Race(NamedTuple):
    """One that the code of a parallel loop has, however the program went."""

    how: RaceKind
    variable: str
    location: Location
    """Of the write."""
    loop: int
    """The line of the prange."""
    index_name: str = ""
    """The variable that the index comes from; "" where it is none of the program's."""
    method: str = ""
    """That changes the container."""
    guarded: bool = False
    """There is a condition in the loop: not each iteration need come to the write."""
    iterations: tuple[int, int] | None = None
    """Two that came to one element, by the arguments of the call that it was compiled for."""
    element: str = ""
    """The index of it."""
    tried: int = 0
    """How many iterations were followed to the write with those arguments, of which no two met; 0
    where that could not be done."""
    is_whole: bool = False
    """That were all of them."""
    why: UnprovenKind = "other"


MisfitKind = Literal["dtype", "ndim", "layout", "kind", "lossy", "number", "left"]
"""What left an objmode block, beside its declared type: elements of another type, another number of
dimensions, not contiguous, no text, a number with a fraction for a whole one, no number; a
return left the block."""


class Wordless(NamedTuple):
    """The text of a value for which compiled code has none."""

    function: str
    """ "str" or "repr"."""
    variable: str
    """ "" where it has no name."""
    type: NumbaType | None
    location: Location


class Misfit(NamedTuple):
    """A variable that leaves an objmode block as something else than its head says."""

    how: MisfitKind
    variable: str
    declared: str
    """The type, as Numba writes it."""
    came: str
    """What it was: type and dimensions of an array, the number, or the name of its type."""
    location: Location
    """Of the `with`."""
    made: Location | None = None
    """Of the assignment, where there is one alone."""


class FrozenGlobal(NamedTuple):
    """A value that a function was compiled with, and that is another one now."""

    name: str
    then: str
    now: str
    location: Location
    """Where the function takes it."""
    function: str = ""
    """The one that takes it, where that is another one, which is in the code of the first."""


class ChangedFile(NamedTuple):
    """A file that has changed since a function that uses it was cached."""

    name: str
    """What the function takes from it."""
    file: str
    location: Location
    """Where the function takes it."""
    changed: float
    """In seconds since 1970; so is compiled."""
    compiled: float


class CompiledOverload(NamedTuple):
    """A function compiled for arguments of certain types."""

    types: tuple[NumbaType, ...]
    returns: NumbaType | None
    object_mode: bool = False
    lifted: int = 0
    """Loops that were taken out of object mode."""
    seconds: float = 0.0
    """That it took to compile it; 0 for one from the cache."""
    passes: tuple[tuple[str, float], ...] = ()
    """(name, seconds) of the slowest passes of the compiler."""
    lines: tuple[TypedLine, ...] = ()
    """() of one from the cache; so are the loops."""
    loops: tuple[ParallelLoop, ...] = ()


class CompiledFunction(NamedTuple):
    """One function, and what it was compiled for."""

    function: NumbaFunction
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """Of its decorator, those that are set: "parallel", "fastmath" …"""
    cache_path: str | None = None
    """None: it is not cached."""
    cache_files: str = ""
    """What the names of its files there begin with."""
    cache_hits: int = 0
    cache_misses: int = 0
    same_code: int = 1
    """How many functions were made of the same code: more than 1 where its decorator runs again and
    again."""
    overload_count: int = 0
    overloads: tuple[CompiledOverload, ...] = ()
    """The first of them."""
    changed: tuple[FrozenGlobal, ...] = ()
    """Globals that were given another value after it was compiled in this run."""
    cached_globals: tuple[FrozenGlobal, ...] = ()
    """Of one from the cache: globals that had other values when that was written."""
    cached_files: tuple[ChangedFile, ...] = ()
    races: tuple[Race, ...] = ()
    unproven: tuple[Race, ...] = ()
    """Writes in a parallel loop that may be none."""
    unseen: tuple[Race, ...] = ()
    looked: bool = True
    """Its parallel loops were looked at as it was compiled: not those of one from the cache."""
    misfits: tuple[Misfit, ...] = ()
    wordless: tuple[Wordless, ...] = ()
    blocks: tuple[tuple[Location, int], ...] = ()
    """objmode blocks in its loops, and how often each ran."""
    made: tuple[tuple[Location, str], ...] = ()
    """Lines of the program's that make Numba compile it once more, each with the function that it
    is in: that decorates, passes another function, or calls; then the one in a loop."""
    declared: bool = False
    """Its decorator says for which types it is compiled."""
    stand_in: Location | None = None
    """Where the program makes its prange Python's range."""

    @property
    def seconds(self) -> float:
        """That it took to compile all of them."""
        return sum(one.seconds for one in self.overloads)


class BoundsHit(NamedTuple):
    """A check of an index that failed."""

    function: NumbaFunction
    location: Location
    array: str
    """The variable's name; "" when it has none."""
    ndim: int | None
    """Dimensions of the array."""
    axis: int | None
    position: int
    """The index, as the program had it."""
    size: int
    times: int = 1


class Frozen(NamedTuple):
    """A value that was compiled in, and has been given another one since."""

    then: str
    now: str
    of: str
    """The function that was compiled with it."""
    is_set: bool = False
    """The place of the reason is where it was given the other one; else where it is taken."""


class Reason(NamedTuple):
    """Why the results of a call differ."""

    what: ReasonKind
    location: Location
    function: str = ""
    name: str = ""
    """Of the variable, or the expression."""
    value: str = ""
    error: str = ""
    """The type of the exception, and its text."""
    text: str = ""
    python: str = ""
    """Types of the variable, or of the expression's operands, interpreted and compiled."""
    numba: str = ""
    kind: str = ""
    """What numpy said: "overflow", "divide by zero" …; Numba's type of the expression."""
    reported: bool = False
    """numpy warned of an overflow there, interpreted."""
    frozen: Frozen | None = None
    """Of what is outdated: the value of `name`."""


class Difference(NamedTuple):
    """The first place where two results differ."""

    of: Literal["result", "argument"]
    what: Literal["value", "shape", "size", "kind", "raised"]
    one: str
    """Of the compiled run; an exception's type, "" for none, where `what` is "raised"."""
    other: str
    """Of the interpreted one."""
    path: str = ""
    """Into lists and tuples: "[1]"."""
    argument: int | None = None
    position: tuple[int, ...] | None = None
    """The index in an array."""
    differing: int = 1
    """Elements of the array that differ, of `size`."""
    size: int = 1


class DifferingCall(NamedTuple):
    """A call whose compiled and interpreted results differ."""

    function: NumbaFunction
    location: Location
    """Of the call."""
    caller: str
    difference: Difference
    number: int = 0
    """It was the n-th call of the function in its process; 0 where they were not counted."""
    arguments: tuple[Variable, ...] = ()
    types: tuple[str, ...] = ()
    """Of the arguments, as Numba writes them."""
    text: str = ""
    """Of the exception that one of the two raised."""
    reasons: tuple[Reason, ...] = ()
    inner: "DifferingCall | None" = None
    """The innermost call on the way of a compiled function that differs by itself."""
    alone: bool = True
    """No other thread could have changed the arguments meanwhile."""


class UnheardSeed(NamedTuple):
    """A seed that was set outside of compiled code, which then drew numbers."""

    module: str
    """ "numpy.random" or "random"."""
    location: Location | None
    """Where it is set; None where that is not known."""
    function: str
    call: Location
    """Of the compiled function."""
    caller: str = ""


class ComparedFunction(NamedTuple):
    """A compiled function, and how many of its calls were compared."""

    function: NumbaFunction
    calls: int = 0
    compared: int = 0
    differs: bool = False
    left_out: tuple[tuple[str, int], ...] = ()
    """(reason, times) of calls that were not."""
    seeded: UnheardSeed | None = None


class Comparisons(NamedTuple):
    """Of all processes of a run."""

    functions: tuple[ComparedFunction, ...] = ()
    differing: tuple[DifferingCall, ...] = ()
    """In the order in which they were found; of each function the first."""


class NumbaRun(NamedTuple):
    """All processes of one run together."""

    version: str = ""
    """Of Numba; "" where none was imported."""
    functions: tuple[CompiledFunction, ...] = ()
    hits: tuple[BoundsHit, ...] = ()
    """Of --check-bounds, in the order in which they failed first."""
    checked: bool = False
    """Whether indices were checked."""
    simulated: bool = False
    """Whether CUDA kernels ran in Numba's simulator."""
    comparisons: Comparisons | None = None
    """None where nothing was to be compared."""
