"""Many failures, by what they have in common (`atfault group`)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from atfault.model.findings import CONFIDENCES, Confidence

SCHEMA_ID = "atfault.groups/1"
InputKind = Literal["core", "report"]


class Line(NamedTuple):
    """A line of the user's own code."""

    file: str
    line: int | None
    function: str


class NativePlace(NamedTuple):
    """The innermost native code that says something."""

    function: str
    """Without parameters; "" where it has no name."""
    library: str
    """As people call it: "_multiarray_umath", "libc.so.6"."""
    version: str
    """ "numpy 2.4.6", "glibc 2.36"; "" where that is not known."""


class Member(NamedTuple):
    """One failure, as far as grouping needs it."""

    path: str
    kind: InputKind
    cause: str
    confidence: Confidence
    summary: str
    line: Line | None
    """Of the first finding's blame; None where no line of the user's is known."""
    code: str
    """That line's text; "" where it is not known."""
    native: NativePlace | None
    seen: str
    """RFC 3339, UTC: when the core was written, or the report made."""
    host: str
    """The name of the machine; "" where nothing tells it."""
    program: str
    """The command, or the program, in one line."""


class Unread(NamedTuple):
    """A file that gave nothing, and why, as a clause."""

    path: str
    why: str


class Group(NamedTuple):
    """Failures of one cause at one line in one native function of one version; never empty."""

    members: tuple[Member, ...]
    """By the time they were seen."""

    @property
    def representative(self) -> Member:
        """The one to look at: the surest, and of these the latest."""
        return min(reversed(self.members), key=lambda one: CONFIDENCES.index(one.confidence))

    @property
    def hosts(self) -> dict[str, int]:
        """Name → failures, the most first; those of unknown machines are left out."""
        counts: dict[str, int] = {}
        for one in self.members:
            if one.host:
                counts[one.host] = counts.get(one.host, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


class Triage(NamedTuple):
    """All that a look at many files gave."""

    groups: tuple[Group, ...]
    """The largest first."""
    unread: tuple[Unread, ...]
    passed_over: int
    """Files of folders that are neither cores nor reports, by their looks."""
    warnings: tuple[str, ...] = ()
