"""Python objects that are none any more, and who still refers to them; threads that should not."""

from typing import Literal, NamedTuple

from atfault.model.holders import PointerVariable
from atfault.model.stacks import NativeFrame
from atfault.model.suspects import SuspectCall

ReachKind = Literal["variable", "item", "temporary", "native", "collector"]
Operated = Literal["type", "slot", "link", "in-hand"]
"""How the failed instruction was at an object: it used its "type" pointer, a "slot" of what that
leads to, or its "link" in the garbage collector's list. "in-hand": it is not known to have used it,
but the address is in the registers or on the stack there."""


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
    begun: SuspectCall | None = None
    """Where the user's code has called that library."""
