"""What is known at one place of a function: locks that are taken, told by expressions.

    locks[name].acquire()      ("item", ("local", "locks"), ("local", "name"))

An expression stands for the same as long as nothing that it consists of is assigned to.
"""

from typing import Any, NamedTuple

Expression = tuple[Any, ...]
"""("local" | "cell" | "global" | "name", name), ("const", index), ("int", value),
("attr", of, name), ("item", of, key), ("tuple", parts…), ("len", of),
("op", sign, left, right); ("called", function, arguments…): what a function leaves locked."""
Facts = dict[Expression, "Taken"]
"""Expression → what is known of it; ("result", variable) → the acquire() that gave it."""

_MAX_OTHERS = 60


class Taken(NamedTuple):
    """A lock."""

    lock: Expression
    offset: int
    """Of the call of acquire()."""
    others: frozenset[Expression]
    """Since then: ("release", of), ("stored", into), ("call", function, ""), ("call", of, name)."""


def result_in(facts: Facts, what: Expression | None) -> Expression | None:
    """A variable; the result of acquire() where that is what it has."""
    found = facts.get(("result", what[1])) if what is not None and what[0] == "local" else None
    return what if found is None else ("taken", found.lock, found.offset)


def common(one: Facts, other: Facts) -> Facts:
    """What is known on both ways."""
    found: Facts = {}
    for lock, taken in one.items():
        also = other.get(lock)
        if also is not None and also.lock == taken.lock:
            others = taken.others | also.others
            found[lock] = Taken(lock, min(taken.offset, also.offset), others)
    return found


def note(facts: Facts, what: Expression) -> None:
    """That this has happened since."""
    for lock, taken in list(facts.items()):
        if what not in taken.others:
            if len(taken.others) >= _MAX_OTHERS:
                del facts[lock]
            else:
                facts[lock] = taken._replace(others=taken.others | {what})


def forget(facts: Facts, name: str, is_attribute: bool = False) -> None:
    """That the variable or attribute has changed."""
    for what, taken in list(facts.items()):
        is_result = what == ("result", name) and not is_attribute
        parts = (taken.lock, *taken.others)
        if is_result or any(mentions(one, name, is_attribute) for one in parts):
            del facts[what]


def has_subscript(lock: Expression) -> bool:
    """Whether it lies in a container: its own name, or that of what it is an attribute of."""
    return lock[0] == "item" or (lock[0] == "attr" and has_subscript(lock[1]))


def mentions(what: Any, name: str, is_attribute: bool = False) -> bool:
    """Whether an expression consists of this variable or attribute."""
    if not isinstance(what, tuple) or not what or what[0] in ("const", "int"):
        return False
    if is_attribute:
        if what[0] == "attr" and what[2] == name:
            return True
    elif what[0] in ("local", "cell", "global", "name") and what[1] == name:
        return True
    return any(mentions(part, name, is_attribute) for part in what[1:])
