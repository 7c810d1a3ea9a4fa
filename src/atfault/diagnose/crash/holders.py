"""What is said of the memory that a failed pointer was read from; and whose memory a block is: the
arrays and buffers of the frames that lie in it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.allocator import allocator_frame
from atfault.diagnose.facts import in_own_frame, interpreter_module, native_frames
from atfault.diagnose.words import buffer_type, size
from atfault.model.counts import article
from atfault.model.findings import Evidence
from atfault.model.holders import Holder
from atfault.model.process import FIRST_64K
from atfault.model.state import NamedBuffer, ProcessState

FREED = ("freed", "gone-object")
MAX_HOLLOW = 3
KEEP_OWNER = (
    "keep the object that owns that memory in a variable for as long as anything made from it is "
    "used (a parser and its documents, an index and its parts), and do not use it once it is closed"
)
OB_TYPE = 8
"""Offset of an object's type in its header."""


def freed_holder(state: ProcessState) -> int | None:
    """Index of the first holder that had been freed; None for none. An allocator reads its own
    links out of freed blocks."""
    if allocator_frame(state) is not None:
        return None
    return next((at for at, one in enumerate(state.pointer.holders) if one.kind in FREED), None)


def none_holder(state: ProcessState) -> int | None:
    """Index of the holder that is None; None where there is none."""
    return next((at for at, one in enumerate(state.pointer.holders) if one.kind == "none"), None)


def null_pointer(state: ProcessState) -> str:
    """The pointer of ctypes or cffi that was NULL, as Python code names it: "frame.data"; "" where
    the failed pointer was read from no such one."""
    first = next(iter(state.pointer.holders), None)
    is_null = first is not None and first.kind == "pointer" and first.load.value < FIRST_64K
    return first.name if first is not None and is_null else ""


def leading_to(state: ProcessState, index: int) -> str:
    """Which object of Python's led to a holder, in words: "table (a players.Table)"; "" where
    that is not known."""
    for one in state.pointer.holders[index:]:
        kind = one.type if one.kind in ("object", "header") else one.keeper
        if kind:
            return _named(one.name, kind)
    return ""


def name_of(one: Holder) -> str:
    """ "car (a cars.Car)", or "a cars.Car" alone."""
    return _named(one.name, one.type)


def _named(name: str, kind: str) -> str:
    return f"{name} ({article(kind)})" if name else article(kind)


def told_of_holders(state: ProcessState) -> Iterator[str]:
    """Where a pointer that is NULL, or wild, was read from."""
    at = none_holder(state)
    if at is not None:
        yield from _told_of_none(state, at)
        return
    name = null_pointer(state)
    if name:
        yield f"{name} is NULL: that is the pointer which the code read, and followed"
        return
    first = next(iter(state.pointer.holders), None)
    if first is not None and first.kind == "result":
        if first.name:
            yield f"the pointer is what {first.name} had returned"
        return
    if first is not None and first.kind == "header":
        yield (
            f"the pointer was read from the header of {name_of(first)}, where Python keeps its "
            "count and its type: the code took it for something else, as where memory was freed "
            "and is used again"
        )
        return
    if first is None or first.load.value >= FIRST_64K:
        return
    if first.kind == "object":
        yield (
            f"the pointer was read from {name_of(first)}, byte {first.byte} of it, and is NULL "
            "there: it was never set, or was cleared as the object was closed"
        )
        return
    if first.kind == "static":
        yield _told_of_static(state, first)
        return
    owner = leading_to(state, 0) if first.kind == "block" else ""
    if owner:
        yield (
            f"the pointer was read from the memory that {owner} leads to (byte {first.byte} of "
            "it), and is NULL there"
        )


def _told_of_static(state: ProcessState, one: Holder) -> str:
    frames, interpreter = native_frames(state.crashed), interpreter_module(state)
    of = f"{one.name}, which is " if one.name else ""
    is_object = bool(frames) and frames[0].module is not None and frames[0].module == interpreter
    if is_object and one.byte == OB_TYPE:
        what = (
            "an object that Python was given, and has no type: PyType_Ready was not called for it"
        )
    else:
        what = f"and byte {one.byte} of it is NULL: it was never set, or was cleared"
    return f"the pointer was read from {of}static data of {one.type}, {what}"


def _told_of_none(state: ProcessState, at: int) -> Iterator[str]:
    one, owner = state.pointer.holders[at], next(iter(state.pointer.holders[at + 1 :]), None)
    yield (
        f"the pointer was read at byte {one.byte} of None, which has no such field: the "
        "code took None for an object of a type of its own"
    )
    if owner is not None and owner.kind == "object":
        yield f"the None is a field of {name_of(owner)}, byte {owner.byte} of it"


def told_of_hollow(state: ProcessState) -> Iterator[Evidence]:
    """The objects at hand, of the packages whose native code ran, that were never set up. What the
    first field of a type is for is not known: that it is zero tells less than that all are."""
    paths = {one.module.path for one in native_frames(state.crashed) if one.module is not None}
    packages = {part.partition(".")[0] for path in paths for part in path.split("/")}
    for one in state.objects.hollow[:MAX_HOLLOW]:
        if not one.is_receiver and one.native.partition(".")[0] not in packages:
            continue
        if one.is_unmade:
            yield Evidence(
                f"{one.name} is {article(one.type)} whose part in C++ was never made: no __init__ "
                f"of {one.native} has run for it (that of a class derived from it has to call "
                "super().__init__(), and __new__ alone makes an empty object)"
            )
            continue
        what = "fields in C are all zero" if one.is_whole else "first field in C is zero"
        yield Evidence(
            f"{one.name} is {article(one.type)} whose {what}, as where one was never set up, "
            "or was closed or detached",
            kind="read" if one.is_whole else "inferred",
        )


def owners(state: ProcessState, low: int, high: int) -> tuple[NamedBuffer, ...]:
    """The buffers whose memory lies within [low, high), those that the user named first; each
    object once."""
    found: dict[tuple[int, int], NamedBuffer] = {}
    for named in sorted(state.buffers, key=lambda named: not in_own_frame(state, named)):
        own = named.buffer
        start, end = own.owner or (own.low, own.high)
        if own.device == "cpu" and start < end and low <= start and end <= high:
            found.setdefault((own.low, own.high), named)
    return tuple(found.values())


def block_words(state: ProcessState, low: int, high: int) -> str:
    """ "a, int64[251]", or "a block of 2008 bytes" when no variable leads to it."""
    named = owners(state, low, high)
    if not named:
        return f"a block of {size(high - low)}"
    return f"{named[0].expression}, {buffer_type(named[0].buffer)}"


def ending_in(state: ProcessState, low: int, high: int) -> tuple[NamedBuffer, ...]:
    """The buffers that end within [low, high), the last one to end first; each memory once."""
    found: dict[int, NamedBuffer] = {}
    for named in sorted(state.buffers, key=lambda named: not in_own_frame(state, named)):
        own = named.buffer
        end = (own.owner or (own.low, own.high))[1]
        if own.device == "cpu" and low <= end < high:
            found.setdefault(end, named)
    return tuple(found[end] for end in sorted(found, reverse=True))
