"""Where a function changes an object: empties, resizes, closes it, or goes on with an iterator.

self.rows.clear()       of ("attribute", ("variable", "self"), "rows"), operation "clear"
del queue[128:]         of ("global", "queue"), operation "del"
next(groups)            of ("global", "groups"), operation "next"
"""

from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Expression, Instruction
from atfault.cpython.frames.calls import Scan, scan

SHRINKING = frozenset(
    "clear pop popitem popleft remove discard release close detach truncate take_bytes del".split()
)
"""Operations after which an object has less than it had."""
_OTHERS = frozenset(
    "append appendleft add insert extend extendleft update setdefault resize rotate sort reverse "
    "move_to_end frombytes fromlist fromfile fromunicode write writelines set next".split()
)
OPERATIONS = SHRINKING | _OTHERS
_LOADS = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR")
_SUBSCRIPTS = {"DELETE_SUBSCR": "del", "STORE_SUBSCR": "set", "STORE_SLICE": "set"}
OF_PYTHON = frozenset(
    "__init__ __new__ __enter__ __exit__ __aenter__ __aexit__ __init_subclass__ __set_name__ "
    "__class_getitem__ __post_init__".split()
)
"""Special methods that Python code calls by itself, not native code in the middle of something."""


class Change(NamedTuple):
    """One place where an object is changed."""

    offset: int
    operation: str
    """The method's name, without leading underscores, of one like "remove_child" its first word;
    "del", "set" for x[…], "next"."""
    of: Expression | None
    """What is changed; None where it has no name there."""
    is_by_item: bool = False
    """An item is assigned to: that leaves the memory of an array where it is."""
    method: str = ""
    """Its whole name; "" where it is no method."""


def changes(body: Body) -> list[Change]:
    """All such places, in the order of the bytecode."""
    scanned = scan(body)
    found = []
    for one in body.instructions:
        if one.name in _LOADS:
            name = body.named(one)[0]
            if _operation(name):
                found.append(_by_method(one, name, scanned))
        elif one.name in _SUBSCRIPTS:
            stored = scanned.stores.get(one.offset) or [None]
            of = stored[-1] if isinstance(stored[-1], tuple) else None
            by_item = one.name == "STORE_SUBSCR"
            found.append(Change(one.offset, _SUBSCRIPTS[one.name], of, by_item))
    for call in scanned.calls:
        if call.of in (("global", "next"), ("variable", "next")) and not call.method and call.given:
            found.append(Change(call.offset, "next", call.given[0]))
    return sorted(found, key=lambda one: one.offset)


def is_special(name: str) -> bool:
    """Whether it is a method that native code calls in the middle of its work (`__eq__`)."""
    return name.startswith("__") and name.endswith("__") and name not in OF_PYTHON


def _operation(name: str) -> str:
    """What a method of that name does, by which such are known; "" for any other."""
    plain = name.lstrip("_")
    first = plain.partition("_")[0]
    if plain in OPERATIONS:
        return plain
    return first if first in SHRINKING else ""


def _by_method(one: Instruction, name: str, scanned: Scan) -> Change:
    for call in scanned.calls:
        if call.offset > one.offset and call.method == name:
            return Change(one.offset, _operation(name), call.of, method=name)
    return Change(one.offset, _operation(name), None, method=name)
