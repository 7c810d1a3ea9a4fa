"""Python values as decoded from memory: bounded, escaped, never executed."""

from typing import TYPE_CHECKING, NamedTuple

from atfault.model.absent import Absent

if TYPE_CHECKING:  # few values have these
    from atfault.model.buffers import ArrayFacts, Buffer


class Value(NamedTuple):
    """One decoded Python object."""

    type: str
    """Type name, qualified by module unless it is a builtin: "int", "numpy.ndarray"."""
    text: str
    """What to show: bounded, control characters escaped, secrets masked already."""
    address: int = 0
    number: int | float | None = None
    """The exact number for int, float, bool and numpy scalars; None otherwise."""
    buffer: "Buffer | None" = None
    children: tuple[tuple[str, "Value"], ...] = ()
    """(accessor, value) pairs of the parts that were decoded: ("[0]", …), (".weights", …),
    ('["k"]', …). Bounded in depth and number."""
    items: "Buffer | None" = None
    """The words in which a list or tuple keeps the addresses of its items."""
    array: "ArrayFacts | None" = None
    """Of an array that the program told of itself, instead of `buffer`."""
    length: int | None = None
    """How many items a queue holds."""
    is_closed: bool = False
    """Of an mmap or shared memory: it was closed, its memory given back."""
    pointer_at: int = 0
    """Of a pointer of C (ctypes, cffi): where it lies; `number` is where it leads. 0 for others."""
    is_set: bool = True
    """False where the variable may not hold anything here, and what is shown may be no value."""


class Variable(NamedTuple):
    """A local variable (or argument, cell or free variable) of a frame."""

    name: str
    value: Value | Absent
    kind: str = "local"
    """"argument", "local", "cell", "free", "global" or "operand"."""
    called: str = ""
    """Of an operand that is an argument of a call: name of the function; "" when it has none."""
    is_passed: bool = False
    """Whether it is such an argument."""


def shortened(text: str, limit: int) -> str:
    """`text` in at most `limit` characters, an ellipsis in place of what is lost."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def join_accessor(name: str, accessor: str) -> str:
    """ "grid", ".cells" → "grid.cells"; "argument 1 of draw", "[2]" → "(argument 1 of draw)[2]"."""
    if accessor and name.startswith(("argument ", "the object ", "an ")):  # operands, in words
        return f"({name}){accessor}"
    return name + accessor


def unraveled(at: int, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """A flat place in C order: 7 in (2, 5) → (1, 2)."""
    places = []
    for size in reversed(shape):
        if size == 0:
            return None
        places.append(at % size)
        at //= size
    return None if at else tuple(reversed(places))
