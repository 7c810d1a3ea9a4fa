"""What is declared and may not be so: a class that jitclass refuses when it is defined (its checks
raise a TypeError), the head of an objmode block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.numba.failed import Failed, blame_of, finding
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.numba import NumbaFailure

_FOLDER = "numba/experimental/jitclass/"
_REFUSED = (
    (
        re.compile(r"cannot subclass from a jitclass"),
        "a jitclass cannot be inherited from",
        "put the shared methods into a plain class without the decorator, and decorate the classes "
        "that come from it; or hold the other object as a field",
    ),
    (
        re.compile(r"must have exactly one base class"),
        "a jitclass can come from one class alone",
        "leave one base, of a plain class, and write what the others had into it",
    ),
    (
        re.compile(r"class members are not yet supported: (.{1,200})"),
        "a jitclass cannot have variables of the class ({0})",
        "make it a field that __init__ sets, or a constant of the module",
    ),
    (
        re.compile(r"deleter is not supported: (.{1,200})"),
        "a property of a jitclass cannot have a deleter ({0})",
        "leave the deleter out",
    ),
    (
        re.compile(r"Method '(.{1,200})' is not supported\."),
        "a jitclass cannot have a method {0}",
        "give the method another name, and call it by that",
    ),
)


_CLASS = re.compile(r"class (\w+)")


BLOCKS = ("objmode", "objmode_extra")
"""Names of what is said of a block's head: a variable lacks a type, or has one and needs none."""


def refused_class(case: Case, one: Failed | None) -> Iterator[Finding]:
    """For the line that defines the class, or the member of it that is refused."""
    named = _CLASS.match("" if one is None else one.failure.expression)
    what = f"{named[1]}: " if named else ""
    for error in case.raised:
        where = error.frames[0].location.file.replace("\\", "/") if error.frames else ""
        said = "" if isinstance(error.message, Absent) else error.message
        for pattern, words, advice in _REFUSED:
            match = pattern.fullmatch(said)
            if match is not None and _FOLDER in where:
                yield Finding.of(
                    summary=what + words.format(*match.groups()),
                    confidence="certain",
                    blame=blame_of(one, case) if one is not None else own_lines_of(error, case),
                    advice=(advice,),
                )


def objmode_head(case: Case, one: Failed) -> Finding:
    """For what leaves an objmode block without a type, or has one and does not leave it."""
    names = [each.name for each in one.failure.operands if each.name]
    gives = "no type" if one.failure.name == BLOCKS[0] else "a type"
    words = f"an objmode block gives {gives} for {listed(names)}"
    return finding(one, case, words, (), _head(one.failure, names))


def _head(failure: NumbaFailure, names: list[str]) -> Iterator[Advice | str]:
    """What to write in it."""
    if failure.name == BLOCKS[0]:
        declared = ", ".join(f'{name}="float64"' for name in names)
        head = f"with objmode({declared})"
        yield f"declare what leaves the block, each with the type that it has: {head}"
        yield "a value of no type of Numba's, such as an object of Python, cannot leave it"
    else:
        yield f"leave out {listed(names)}: nothing behind the block reads it"
