"""What a failed pointer, and the pointers that led to it, had been read from."""

from typing import Literal, NamedTuple

from atfault.model.process import Module


class Load(NamedTuple):
    """A pointer that native code read from memory."""

    holder: int
    """Address of the structure, as the code had it."""
    offset: int
    """Of the pointer in it, in bytes; may be negative."""
    value: int
    """What was read."""
    is_variable: bool = False
    """It is a global or static variable, at `holder`."""
    returned_by: int = 0
    """Address of the function that it is the result of; then it was read from nothing."""


HolderKind = Literal[
    "none",
    "object",
    "header",
    "gone-object",
    "freed",
    "static",
    "block",
    "beyond",
    "result",
    "pointer",
]


class Holder(NamedTuple):
    """What the failed pointer, or one that led to it, had been read from."""

    load: Load
    kind: HolderKind
    """None itself; a living Python object, or its count and type; a Python object that was freed; a
    block of memory that was freed; a variable or constant of the library `type`; a block that is in
    use; memory past the end of such a block, or in front of it; no memory, but the result of the
    function `name`; a pointer of ctypes or cffi that Python code knows as `name`: "frame.data".
    """
    byte: int = 0
    """Of the pointer in the object or block: the holder's address may lie in the middle of it."""
    type: str = ""
    """Of the object, or of what it was."""
    name: str = ""
    """The variable that leads to it, or what it is to the call; "" where neither does."""
    keeper: str = ""
    """Type of the object called `name`, where it is not the holder itself but has its address."""
    pattern: str = ""
    """How it is known to have been freed, in words."""
    room: int = 0
    """Bytes that the block has which the pointer was not read from, but beyond."""


class PointerVariable(NamedTuple):
    """A global or static variable of native code that holds a pointer."""

    name: str
    """Linkage name; "" where the file has no symbols."""
    address: int
    """0 where the compiler put in its value, as nothing in that file ever sets it."""
    value: int
    """What it holds."""
    module: Module
