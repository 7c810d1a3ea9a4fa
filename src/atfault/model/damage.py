"""Python objects that are none any more, and who still refers to them."""

from typing import Literal, NamedTuple

ReachKind = Literal["variable", "item", "temporary", "native", "collector"]
Operated = Literal["type", "slot", "link", "in-hand"]
"""How the failed instruction was at an object: it used its "type" pointer, a "slot" of what that
leads to, or its "link" in the garbage collector's list. "in-hand": it is not known to have used it,
but the address is in the registers or on the stack there."""
SuspectKind = Literal["count", "address"]


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
    holder_type: str = ""
    """Type of the object that refers to it; "" for a variable."""


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

    @property
    def is_proven(self) -> bool:
        """Whether the failed instruction itself used it."""
        return self.operated not in (None, "in-hand")


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


class SuspectCall(NamedTuple):
    """A place in the program's own code that handles references by hand."""

    file: str
    line: int
    function: str
    name: str
    """"Py_DecRef", or "cast" and the like for an address made into an object."""
    kind: SuspectKind
    """"count" when it changes a reference count, "address" when it makes an object of a number."""


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


HolderKind = Literal["none", "object", "header", "gone-object", "freed", "block", "result"]


class Holder(NamedTuple):
    """What the failed pointer, or one that led to it, had been read from."""

    load: Load
    kind: HolderKind
    """None itself; a living Python object, or its count and type; a Python object that was freed; a
    block of memory that was freed, or is in use; no memory, but the result of the function `name`.
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
