"""Python objects that are not what native code takes them for: changed meanwhile, or hollow."""

from typing import Literal, NamedTuple

Ran = Literal["runs", "ended", "may", "before"]
"""Of a function that native code calls: it is on the stack still; it was the last that the call had
run; it is one that such a call runs; or it was the last that this call, or one before it in the
same function, had run."""


class ChangedObject(NamedTuple):
    """An object that Python code changed while the native code of a call was at work on it."""

    expression: str
    """As the call, or else the code that changed it, names it; "" where neither does."""
    type_name: str
    length: int | None
    """How many items it has now; None for what has no known number of them."""
    operation: str
    """How it was changed: name of a method, or "del", "set" for x[…], "next"."""
    file: str
    line: int
    function: str
    """Where it was changed: "Sensor.__index__", of 3.8 to 3.10 "__index__"."""
    called: str
    """The native function that was at work, as Python calls it; "" where that is not known."""
    frame_index: int
    """Into the merged frames of the crashed thread: of the Python frame that made the call."""
    ran: Ran
    is_named: bool = True
    """Whether the code is known to change this very object, not just one like it."""


class HollowObject(NamedTuple):
    """An object of an extension module whose fields in C are all zero."""

    name: str
    """The variable that holds it, or what it is to the call: "argument 1 of draw"."""
    type: str
    native: str
    """The type that is written in C: `type` itself, or its base; qualified by its module."""
