"""Why Numba could not compile a function, as the probe took it from Numba's own compiler."""

from typing import Literal, NamedTuple

from atfault.model.stacks import Location

NumbaWhat = Literal[
    "call",
    "operator",
    "getattr",
    "setattr",
    "argument",
    "unify",
    "declared",
    "return",
    "yield",
    "imprecise",
    "unpack",
    "build",
    "global",
    "undefined",
    "opcode",
    "construct",
    "signature",
    "refused",
    "raised",
    "other",
]
"""What failed:

call, operator    a call, an operator or subscript, for types that it is not defined for
getattr, setattr  an attribute of something
argument          an argument of a type that cannot be compiled
unify             a variable that would need several types; return, yield: results that would
declared          the function returns something else than its signature says
imprecise         a variable whose type is not fully known
unpack, build     taking values apart; making a list, dict or tuple
global            a global of a type that cannot be compiled, or that does not exist
undefined         a variable without a value
opcode            an instruction that is not supported; construct: a statement
signature         a call that fits none of the signatures that the function was compiled for
refused           what Numba does not take without compiling: part of a decorator, the arguments of
                  a ufunc or a jitclass, the implementation of an overload
raised            compiled code raised it in what Numba has for a method; callee "optional": for a
                  value that may be None, and was
"""

OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in",
    "is_": "is", "is_not": "is not", "iadd": "+=", "isub": "-=", "imul": "*=", "itruediv": "/=",
    "ifloordiv": "//=", "imod": "%=", "ipow": "**=", "imatmul": "@=", "iand": "&=", "ior": "|=",
    "ixor": "^=", "ilshift": "<<=", "irshift": ">>=",
}  # fmt: skip
"""Name of the function that Numba has for an operator of two values → its sign."""
UNARY = {"neg": "-", "pos": "+", "invert": "~", "not_": "not"}


class NumbaType(NamedTuple):
    """A type of Numba's."""

    name: str
    """As Numba writes it: "array(float64, 2d, C)"."""
    kind: str = ""
    """The name of its class: "Array", "Integer", "UnicodeType", "ListType" …"""
    parts: tuple["NumbaType", ...] = ()
    """Of the elements; of a dict key and value; of a tuple each, or the one that all have."""
    ndim: int | None = None
    layout: str = ""
    """Of an array: "C", "F", or "A" for any."""
    readonly: bool = False
    aligned: bool = True
    length: int | None = None
    """Of a tuple."""
    value: str = ""
    """Of a literal its value; of a function, module or class its name; of a record its fields."""


class NumbaOrigin(NamedTuple):
    """Where a value comes from."""

    kind: Literal["argument", "global", "constant", "expression", "implicit"]
    """implicit: the None of a function whose end is reached."""
    location: Location
    name: str = ""
    type: NumbaType | None = None
    position: int | None = None
    """Of an argument, from 0."""
    expression: str = ""
    """The source text; "" when it is not known."""


class NumbaOperand(NamedTuple):
    """One value that takes part in what failed."""

    role: str
    name: str = ""
    """The variable's, where it has one."""
    type: NumbaType | None = None
    location: Location | None = None
    origins: tuple[NumbaOrigin, ...] = ()
    keyword: str = ""
    expression: str = ""
    python_type: str = ""
    """Of an argument that Numba has no type for: Python's."""


class NumbaFunction(NamedTuple):
    """A function that was, or was to be, compiled."""

    name: str
    qualname: str
    file: str
    first_line: int


class NumbaDispatcher(NamedTuple):
    """A compiled function that the code of a frame names."""

    expression: str
    """As the code has it: "fill", "kernels.fill", "self.fill"."""
    function: NumbaFunction
    arguments: tuple[str, ...] = ()
    defaults: int = 0
    """How many of the last arguments may be left out."""
    vararg: bool = False
    varkw: bool = False
    """It has a **, which Numba does not compile."""


class SimulatedAccess(NamedTuple):
    """An index that the CUDA simulator refused."""

    thread: tuple[int, ...]
    block: tuple[int, ...]
    shape: tuple[int, ...]
    """Of the array."""
    position: tuple[int, ...]
    """The index, a number for each axis."""
    write: bool


class NumbaFailure(NamedTuple):
    """One function that could not be compiled, and the first thing in it that failed."""

    function: NumbaFunction
    what: NumbaWhat
    location: Location | None = None
    """Of what failed; columns are 1-based offsets in the line's UTF-8, None before 3.11."""
    expression: str = ""
    """The source text there; "" when it is not known."""
    syntax: str = ""
    """The class of `ast` of the construct there: "SetComp", "Match"; "" when it is not known."""
    stage: str = ""
    """The name of the pass of the compiler."""
    error: str = ""
    """The type of the exception."""
    arguments: tuple[NumbaOperand, ...] = ()
    operands: tuple[NumbaOperand, ...] = ()
    called: NumbaOperand | None = None
    callee: str = ""
    attribute: str = ""
    variable: str = ""
    name: str = ""
    value: str = ""
    said: str = ""
    """Numba's message about it, where another one ended the program."""
    known: bool = False
    """Of a global: whether there is such a name."""
    unpacked_into: int | None = None
    """How many names a value is unpacked into."""
    vararg: bool = False
    """Of a call: whether there is a * in it."""
    types: tuple[NumbaOrigin, ...] = ()
    """The several types of a variable, or of results, with where each comes from."""
    near: tuple[str, ...] = ()
    """Names that would have been known there: of attributes, of globals."""
    dispatcher: NumbaDispatcher | None = None
    """Of a call of a compiled function: that one."""
    given: tuple[NumbaType, ...] = ()
    signatures: tuple[tuple[NumbaType, ...], ...] = ()
    convertible: tuple[tuple[bool, ...], ...] = ()
    """For each signature and argument, whether the type that was given can be converted to it."""
    inner: tuple["NumbaFailure", ...] = ()
    """Of functions that it calls: it failed for these."""
