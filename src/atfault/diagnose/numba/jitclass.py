"""What jitclass refuses of a class, when the class is defined: its checks raise a TypeError."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding

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


def refused_class(case: Case, code: str = "") -> Iterator[Finding]:
    """For the line that defines the class. code: the statement or expression there."""
    named = _CLASS.match(code)
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
                    blame=own_lines_of(error, case),
                    advice=(advice,),
                )
