"""Python objects that are none any more, and who still refers to them; and those that are not what
native code takes them for: changed meanwhile, or hollow."""

from typing import Literal, NamedTuple

from atfault.model.holders import PointerVariable
from atfault.model.stacks import NativeFrame

ReachKind = Literal["variable", "item", "temporary", "native", "collector"]
Operated = Literal["type", "slot", "link", "in-hand"]
"""How the failed instruction was at an object: it used its "type" pointer, a "slot" of what that
leads to, or its "link" in the garbage collector's list. "in-hand": it is not known to have used it,
but the address is in the registers or on the stack there."""
SuspectKind = Literal["count", "address", "foreign", "extension", "made"]
Ran = Literal["runs", "ended", "may", "resumes", "before"]
"""Of a function that native code calls: it is on the stack still; it was the last that the call had
run; it is one that such a call runs; the call was going on with a generator, as it makes one; or it
was the last that this call, or one before it in the same function, had run."""


class Reach(NamedTuple):
    """One way by which a damaged object is reached."""

    kind: ReachKind
    """"variable" of a frame, "item" of a container or attribute of an instance that a frame or the
    collector's lists lead to, "temporary" value of a frame, field of a "native" object."""
    expression: str
    """"rows[3]", "self.cache['a'].owner"; where no variable leads to it: "a list's [3]"."""
    tid: int = 0
    """Of the thread whose frame it is; 0 for none."""
    frame_index: int = -1
    """Into the merged frames of that thread; -1 for none."""
    is_given: bool = False
    """It is a parameter with what native code had passed, most likely damaged already."""


class DamagedObject(NamedTuple):
    """An address that something takes for a Python object, and what lies there."""

    address: int
    problem: str
    """What its header lacks: "its reference count is 0", "its type pointer 0x1 is not a type"."""
    words: tuple[int, ...] = ()
    """The first four, or fewer where memory ends."""
    pattern: str = ""
    """What lies there now, in words; "" when nothing is known of it."""
    freed: bool = False
    """Proven to have been freed: by the allocator's own records, its fill, or its count."""
    reused: bool = False
    """Its memory is part of something else now. That also holds of a wrong address, where there
    never was an object: `freed` is no proof then."""
    overwritten: bool = False
    """What lies there looks like data written over it (text), not like another block's use."""
    data: tuple[int, int] = (0, 0)
    """Where that data is known to begin and to last to, when it is one number over and over."""
    type_name: str = ""
    """Its type, where the type pointer is still one."""
    operated: Operated | None = None
    """None when nothing shows that the failed instruction worked on it."""
    reached: tuple[Reach, ...] = ()
    is_behind_links: bool = False
    """It lies 16 or 32 bytes into a block, behind the garbage collector's links and the like: where
    an object would be, and hardly anything else that has an address."""
    in_collector: bool = False
    """The garbage collector was at it."""
    called: str = ""
    """Name of the extension module's function that Python had called when nothing but the
    interpreter was at the object: one that ended with the call of a function of the C API leaves no
    frame. "" where none is known."""

    kept: tuple[PointerVariable, ...] = ()
    """Variables of native code that hold its address, or that of what leads to it."""

    @property
    def is_proven(self) -> bool:
        """Whether the failed instruction itself used it."""
        return self.operated not in (None, "in-hand")


class CountedLink(NamedTuple):
    """A link of the garbage collector's list that was taken for the count of an object."""

    address: int
    lowered: int
    """By so much."""
    type: str
    """Of the object that it had led to."""


class Outsider(NamedTuple):
    """A thread that Python does not know, in a native function whose code uses its C API."""

    tid: int
    frame: NativeFrame
    """Of that function."""
    calls: tuple[str, ...]
    """Functions of the C API that it calls, itself or by others of its library."""
    inside: tuple[str, ...]
    """The functions of the interpreter that it was in at that moment, innermost first; () for
    none."""
    is_whole: bool
    """Whether `calls` are all: nothing that it calls is unknown."""
    begun: "SuspectCall | None" = None
    """Where the user's code has called that library."""


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
