"""What native code may have failed over: objects that changed meanwhile, hollow ones, and calls in
the program's own code that handle references by hand."""

from typing import Literal, NamedTuple

SuspectKind = Literal["count", "address", "foreign", "extension", "made"]
Ran = Literal["runs", "ended", "may", "resumes", "before"]
"""Of a function that native code calls: it is on the stack still; it was the last that the call had
run; it is one that such a call runs; the call was going on with a generator, as it makes one; or it
was the last that this call, or one before it in the same function, had run."""


class SuspectCall(NamedTuple):
    """A place in the program's own code that handles references by hand."""

    file: str
    line: int
    function: str
    name: str
    """"Py_DecRef", "cast" and the like for an address made into an object, "library.describe"."""
    kind: SuspectKind
    """"count" when it changes a reference count, "address" when it makes an object of a number,
    "foreign" when it is a call of C code that knows nothing of Python, "extension" of an extension
    module's, "made" when it made the
    object."""


class ChangedObject(NamedTuple):
    """An object that Python code changed while the native code of a call was at work on it."""

    expression: str
    """As the call, or else the code that changed it, names it; "" where neither does."""
    type_name: str
    length: int | None
    """How many items it has now; None for what has no known number of them."""
    operation: str
    """How it was changed: name of a method, of one like "remove_child" its first word, or "del",
    "set" for x[…], "next"."""
    file: str
    line: int
    function: str
    """Where it was changed: "Sensor.__index__", of 3.8 to 3.10 "__index__"."""
    called: str
    """The native function that was at work, as Python calls it; "" where that is not known."""
    frame_index: int
    """Into the merged frames of the crashed thread: of the Python frame that made the call."""
    ran: Ran
    is_given: bool = True
    """Whether the call is known to have been given the object."""
    method: str = ""
    """The whole name of the method that was called on it; "" where it was none."""
    is_given_up: bool = False
    """Whether its fields in C show that it was closed, released or detached."""


class HollowObject(NamedTuple):
    """An object of an extension module that is not set up: its fields in C are zero, all of them or
    the first one, where such an object has its handle; or it says so itself."""

    name: str
    """The variable that holds it, or what it is to the call: "argument 1 of draw"."""
    type: str
    native: str
    """The type that is written in C: `type` itself, or its base; qualified by its module."""
    is_whole: bool = True
    """Whether that holds of all fields."""
    is_receiver: bool = False
    """Whether the call that failed was of a method of that very object."""
    is_unmade: bool = False
    """Whether no constructor has run for its part in C++, whatever the fields hold."""
