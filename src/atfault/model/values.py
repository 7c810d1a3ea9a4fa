"""Python values as decoded from memory: bounded, escaped, never executed."""

from typing import NamedTuple

from atfault.model.absent import Absent


class Buffer(NamedTuple):
    """A run of memory that a Python object owns or looks into.

    For strided arrays `address` is the first element's address and [low, high) is the extent that
    all valid indices reach, which differs from address + size for negative or broadcast strides.
    """

    kind: str
    """"numpy.ndarray", "torch.Tensor", "bytes", "bytearray", "memoryview", "array.array",
    "mmap.mmap", "ctypes", "cffi"; "list" and "tuple" for Value.items."""
    address: int
    low: int
    high: int
    """Half-open byte extent [low, high) of all elements; low == high when there are none."""
    dtype: str = ""
    """"float64", "int32", "uint8" …; "" when it has no single element type."""
    itemsize: int = 1
    shape: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    """In bytes, one per dimension."""
    writable: bool | None = None
    device: str = "cpu"
    mapped: bool | None = None
    """Whether all of [low, high) is mapped in the target; None when not checked."""
    owner: tuple[int, int] | None = None
    """[low, high) of the memory that the object at the end of the chain of bases owns
    (ndarray.base, a tensor's storage); None when the object owns its memory or the owner is
    unknown."""
    base_kind: str = ""
    """`kind` of the object that an array's or memoryview's memory is of, at the end of the chain of
    bases, or its type where none is known; "" when that is the object itself or unknown."""

    def overlaps(self, memory: tuple[int, int]) -> bool:
        """Whether it reaches into [low, high), or lies at its edge when that is empty."""
        return self.low <= memory[1] and memory[0] <= self.high

    @property
    def is_elsewhere(self) -> bool:
        """Whether it lies wholly outside of its owner's memory: that is another one now, or this
        never was a part of it."""
        return self.owner is not None and not self.overlaps(self.owner)


class ArrayFacts(NamedTuple):
    """An array as the program itself told of it; where its memory lies is not known."""

    shape: tuple[int, ...]
    dtype: str
    """"float64", "int32" …"""
    itemsize: int
    device: str = "cpu"
    low: int | None = None
    """Its smallest element; None where that was not looked for."""
    high: int | None = None
    low_at: int | None = None
    """Flat index (C order) of the first smallest element."""
    high_at: int | None = None
    first: tuple[int, ...] = ()
    """Its first elements, in C order."""
    least: float | None = None
    """Of one of floats: its smallest element; both are NaN where there is one."""
    most: float | None = None
    least_at: int | None = None
    most_at: int | None = None


class Value(NamedTuple):
    """One decoded Python object."""

    type: str
    """Type name, qualified by module unless it is a builtin: "int", "numpy.ndarray"."""
    text: str
    """What to show: bounded, control characters escaped, secrets masked already."""
    address: int = 0
    number: int | float | None = None
    """The exact number for int, float, bool and numpy scalars; None otherwise."""
    buffer: Buffer | None = None
    children: "tuple[tuple[str, Value], ...]" = ()
    """(accessor, value) pairs of the parts that were decoded: ("[0]", …), (".weights", …),
    ('["k"]', …). Bounded in depth and number."""
    items: Buffer | None = None
    """The words in which a list or tuple keeps the addresses of its items."""
    array: ArrayFacts | None = None
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
