"""Calls of compiled functions that were run interpreted, too (`atfault numba --compare`)."""

from typing import Literal, NamedTuple

from atfault.model.numba import NumbaFunction
from atfault.model.stacks import Location
from atfault.model.values import Variable

ReasonKind = Literal[
    "index",
    "division",
    "unset",
    "raised",
    "wrap",
    "width",
    "overflow",
    "uninitialised",
    "fastmath",
    "parallel",
    "outdated",
]
"""Why results differ, shown by a run of its own:

index, division, unset, raised   the interpreted run raised that, and the compiled one went on
wrap             a whole number that int64 does not hold
width            a number is of another type when it is compiled
overflow         numpy said so of a number of fixed size
uninitialised    the result depends on what an array held before anything was written to it
fastmath, parallel   compiled without that option, the result is the interpreted one
outdated         compiled afresh, the result is the interpreted one
"""


class Reason(NamedTuple):
    """Why the results of a call differ."""

    what: ReasonKind
    location: Location
    function: str = ""
    name: str = ""
    """Of the variable."""
    value: str = ""
    error: str = ""
    """The type of the exception, and its text."""
    text: str = ""
    python: str = ""
    """Types of the variable, interpreted and compiled."""
    numba: str = ""
    kind: str = ""
    """What numpy said: "overflow", "divide by zero" …"""


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


class ComparedFunction(NamedTuple):
    """A compiled function, and how many of its calls were compared."""

    function: NumbaFunction
    calls: int = 0
    compared: int = 0
    differs: bool = False
    left_out: tuple[tuple[str, int], ...] = ()
    """(reason, times) of calls that were not."""


class Comparisons(NamedTuple):
    """Of all processes of a run."""

    functions: tuple[ComparedFunction, ...] = ()
    differing: tuple[DifferingCall, ...] = ()
    """In the order in which they were found; of each function the first."""
