"""Python exceptions that nobody caught, with the frames and values they left."""

from typing import Literal, NamedTuple

from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.numba import NumbaDispatcher, NumbaFailure, SimulatedAccess
from atfault.model.places import Place
from atfault.model.stacks import Location
from atfault.model.values import Variable

ExceptionSource = Literal["main", "thread", "multiprocessing", "at-exit", "cell", "text"]
"""Who handed it over: the interpreter's hook in the main thread, that of threads, a multiprocessing
child on its way out, the end of an interpreter whose program has a hook of its own, IPython after a
cell; or it was read from what the program printed."""


class RaisedFrame(NamedTuple):
    """One frame of a traceback."""

    function: str
    location: Location
    """Columns are 1-based offsets in the line's UTF-8, of the expression that failed; None before
    3.11 and where they were not printed."""
    qualname: str = ""
    first_line: int = 0
    """Of its code; 0 when unknown."""
    locals: tuple[Variable, ...] | Absent = Absent("not handed over")
    """Globals that the code names are among them (kind "global")."""
    code: str = ""
    """The source line, without its indentation; "" when it is not known."""
    expression: str = ""
    """The source text of the expression that failed (3.11+); "" when it is not known."""


class RefusedArgument(NamedTuple):
    """What the guard inside the program found wrong with an argument of a torch function."""

    function: str
    """As users call it: "embedding"."""
    argument: str
    """Its name in torch's signature."""
    array: ArrayFacts
    """Of the argument; its extremes are not told."""
    bad: tuple[tuple[tuple[int, ...], int | float | str], ...]
    """(indices, value) of the first illegal ones; "nan" and "inf" are texts. For "sum" the rows."""
    bad_count: int | None
    """How many there are; None where they were not counted."""
    low: int | float | None
    """The smallest legal value; None: no bound."""
    high: int | float | None
    """The largest."""
    exempt: int | None = None
    """A label outside of these that is ignored, and so legal."""
    whose: str = ""
    """The argument that sets the bound: "weight"; "" when it is none."""
    extents: tuple[int, ...] = ()
    """Its shape."""
    dim: int | None = None
    """The dimension of it that is indexed; None: all of them, as if it were flat."""
    problem: str = "range"
    """Or "order", "sum", "count", "nonzero" (see atfault_probe.torch_guard.errors)."""
    needed: int | None = None
    there: int | None = None
    seen: tuple[int, int] | None = None
    """Its smallest and largest value, of a launch that was only noted."""
    forward: Location | None = None
    """The line of the call whose backward pass refused it; of a launch that was noted its own."""
    forward_function: str = ""
    plain: str | None = None
    """What torch itself says of the same call on the CPU; "": it raises nothing. None: it was not
    asked."""


class RaisedException(NamedTuple):
    """One exception."""

    type: str
    """With its module unless it is a builtin: "torch.OutOfMemoryError", "IndexError"."""
    message: str | Absent
    """What str() of it gives; Absent where that would have called code of the program's."""
    frames: tuple[RaisedFrame, ...] = ()
    """frames[0] is the innermost."""
    bases: tuple[str, ...] = ()
    """Names of the classes written in C that its type comes from, the nearest first: ("IndexError",
    "LookupError", …); of printed text no more than its own."""
    cause: int | None = None
    """`raise … from` this one: its place in `UncaughtException.exceptions`."""
    context: int | None = None
    """It was raised while this one was being handled."""
    group: tuple[int, ...] = ()
    """The exceptions that it holds."""
    notes: tuple[str, ...] = ()
    """Lines below the message."""
    name: str | None = None
    """Of an ImportError: the module that was to be imported."""
    path: str | None = None
    """Of an ImportError: the file that could not be loaded."""
    returncode: int | None = None
    """Of a CalledProcessError: of the command, -N where signal N ended it."""
    left_out: int = 0
    """Frames that are not among `frames`."""
    refused: RefusedArgument | None = None
    """Of what the guard raised."""
    numba: NumbaFailure | None = None
    """Why Numba could not compile a function, where its compiler raised it."""
    simulated: SimulatedAccess | None = None
    """What the CUDA simulator of Numba refused, where it raised it."""
    dispatchers: tuple[NumbaDispatcher, ...] = ()
    """Of a TypeError: the functions compiled by Numba that the innermost frame names."""
    mixed_containers: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Where there are such: the lists and sets among its values, and in tuples of these, that hold
    several types, or lists: (expression, "list" or "set", types of its elements)."""

    def is_a(self, name: str) -> bool:
        """Whether it is an instance of a builtin class."""
        return name == self.type or name in self.bases


class UncaughtException(NamedTuple):
    """What ended a thread, or the program."""

    source: ExceptionSource
    exceptions: tuple[RaisedException, ...]
    """Never empty. exceptions[0] is the one that nobody caught."""
    pid: int | None = None
    tid: int | None = None
    thread: str = ""
    """Its name; of a printed one that of the process where a multiprocessing child printed it."""

    @property
    def error(self) -> RaisedException:
        """The one that nobody caught."""
        return self.exceptions[0]

    def chain(self) -> tuple[RaisedException, ...]:
        """That one and what it came from: cause, or else context, of each."""
        found, at = [], 0
        seen: set[int] = set()
        while at not in seen:
            seen.add(at)
            one = self.exceptions[at]
            found.append(one)
            origin = one.cause if one.cause is not None else one.context
            if origin is None or not 0 <= origin < len(self.exceptions):
                break
            at = origin
        return tuple(found)


class Unhandled(NamedTuple):
    """A Python exception that native code, which had called Python, gave up over, or one that was
    handled."""

    text: str
    """ "KeyError('pears')"; the type alone where values are left out; "an exception" for one that
    is all but gone."""
    places: tuple[Place, ...]
    """Of its traceback, innermost first; never empty."""
    is_whole: bool = True
    """False where the traceback is damaged: what it went through further in is not known."""
    handed_on: Place | None = None
    """The call whose native code ran what raised it, a special method (`__eq__`)."""
    is_released: bool = False
    """It was handled, and the thread was releasing it, with what its frames had in their
    variables."""
    is_printed: bool = False
    """The interpreter was just telling of it."""
