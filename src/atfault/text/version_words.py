"""A package that refuses another's version, in its own words → which, and which version fits.

Numba needs NumPy 2.1 or less. Got NumPy 2.2.
Pandas requires version '2.0.1' or newer of 'numexpr' (version '1.8.0' currently installed).
tokenizers>=0.14,<0.19 is required for a normal functioning of this module, but found
tokenizers==0.20
jaxlib is version 0.4.1, but this version of jax requires version >= 0.4.11.
This version of … requires TensorFlow version >= 2.15; Detected an installation of version 2.14.0.
"""

import re
from typing import NamedTuple

from atfault.text.tables import table

MAX_TEXT = 2000
_NAME = r"(?<![\w.-])[A-Za-z][\w.-]{0,60}"
_NUMBER = r"\d{1,6}(?:\.\w{1,10}){0,4}"
_SPEC = rf"(?:[<>=!~]=?=? ?{_NUMBER},? ?){{1,4}}"
_FEWER = r"less|lower|older|earlier|below"
_MORE = r"greater|higher|newer|later|above"
_HAVE = (
    r"(?:[^\n]{0,60}?\b(?:[Gg]ot|found|detected|Detected|[Yy]ou have|version)\b[^\n\d]{0,40}"
    rf"(?P<have>{_NUMBER}))"
)
NOT_OF_PIP = frozenset(
    "python cuda cudnn gcc clang driver glibc macos windows linux java node version numpy's".split()
)
"""What such sentences are about as well, and pip does not install."""
_PATTERNS = (
    re.compile(
        rf"(?P<who>{_NAME}) (?:needs|requires)(?: the)? (?P<what>{_NAME})(?: version)? "
        rf"(?P<number>{_NUMBER}) or (?P<way>{_FEWER}|{_MORE})\b{_HAVE}?"
    ),
    re.compile(
        rf"(?P<who>{_NAME}) requires version '(?P<number>{_NUMBER})' or (?P<way>newer) of "
        rf"'(?P<what>{_NAME})' \(version '(?P<have>{_NUMBER})'"
    ),
    re.compile(
        rf"(?P<what>{_NAME}?) ?(?P<spec>{_SPEC}) ?is required for [^\n]{{0,60}}?,? but found "
        rf"(?P=what)==(?P<have>{_NUMBER})"
    ),
    re.compile(
        rf"(?P<what>{_NAME}) is version (?P<have>{_NUMBER}), but this version of (?P<who>{_NAME}) "
        rf"requires version (?P<spec>{_SPEC})"
    ),
    re.compile(
        rf"(?P<who>{_NAME}) requires (?P<what>{_NAME}) version (?P<spec>{_SPEC})[;,.]?{_HAVE}"
    ),
)


_DROPPED = tuple(
    (re.compile(one["pattern"]), one["what"], one["spec"]) for one in table("dropped.tsv")
)
"""What packages ask for that a later release has dropped, and which had it."""


class OtherVersion(NamedTuple):
    """Of a package that another one refuses."""

    what: str
    """As pip calls it: "numpy"."""
    spec: str
    """What would fit, as pip writes it: "<2.2"."""
    have: str = ""
    who: str = ""
    """Which package refuses it; "" where that is not said."""


def other_version(message: str) -> OtherVersion | None:
    """What a message says of a version that is refused; None for any other message."""
    for pattern in _PATTERNS:
        match = pattern.search(message[:MAX_TEXT])
        if match is None or match["what"].lower() in NOT_OF_PIP:
            continue
        found = match.groupdict()
        spec = (found.get("spec") or "").replace(" ", "").rstrip(",")
        if found.get("number"):
            spec = _bound(found["number"], found["way"] or "")
        return OtherVersion(
            match["what"].lower(), spec, found.get("have") or "", found.get("who") or ""
        )
    return None


def dropped(message: str) -> OtherVersion | None:
    """What a message says of a name, or of code, that a release has no longer."""
    known = (OtherVersion(what, spec) for how, what, spec in _DROPPED if how.search(message))
    return next(known, None)


def _bound(number: str, way: str) -> str:
    """ "2.1 or less" takes every 2.1: "<2.2"."""
    if not re.fullmatch(_FEWER, way):
        return f">={number}"
    head, _, last = number.rpartition(".")
    return f"<{head}.{int(last) + 1}" if head and last.isdigit() else f"<={number}"
