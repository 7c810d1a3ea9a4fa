"""The processes around a process, and the pipes and sockets between them."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from atfault.model.values import shortened

Relation = Literal["child", "descendant", "parent", "sibling", "adopted"]
"""adopted: a copy of the process, made by fork, of which its parent is no ancestor any more."""
Role = Literal[
    "multiprocessing-spawn",
    "fork",
    "multiprocessing-forkserver",
    "forkserver",
    "resource-tracker",
    "python",
    "program",
    "",
]
Direction = Literal["read", "write", "both"]


class Relative(NamedTuple):
    """A process that belongs to the one looked at: its descendants, its parent, its siblings."""

    pid: int
    ppid: int
    relation: Relation
    role: Role
    """What it is for, as far as its command line and executable tell; "" when unknown."""
    argv: tuple[str, ...]
    """Empty for a zombie."""
    name: str
    """comm."""
    state: str
    """R, S, D, T, Z as in /proc/PID/stat; X: of a worker that is gone, as its parent's own objects
    tell."""
    exit_code: int | None = None
    """Of a zombie, where /proc tells."""
    signal: int | None = None
    """That it died of: a zombie, where /proc tells; a worker that was joined."""
    held_back: tuple[int, ...] = ()
    """The signals that have come for a descendant and wait there, as it blocks them."""

    @property
    def has_died(self) -> bool:
        """It has ended, and nobody has waited for it yet, or its parent keeps its object."""
        return self.state in ("Z", "X")


class ReportedDeath(NamedTuple):
    """A child of a program under `run` whose death has been reported."""

    pid: int
    signal: int | None
    report: int
    """The number that the report was saved under; 0 when it could not be saved."""


class ChannelEnd(NamedTuple):
    """One open file descriptor of a pipe or local socket that some thread waits on.

    key is the `Resource.key` of the channel: "pipe:[4711]", or "socket:[12]" for the socket that
    is waited on, its peer's owners included (direction tells: "both").
    """

    key: str
    pid: int
    fd: int
    direction: Direction
    is_peer: bool = False
    """Of a socket: it is an end on the other side."""


def brief_command(argv: Sequence[str], limit: int) -> str:
    """A command line for people, in at most `limit` characters: of long paths their ends alone, as
    the script's name tells more than its folders, and of a text (`python -c`) its first line.

    "/srv/venv/bin/python /srv/app/current/jobs/mailer.py" → "…/bin/python …/jobs/mailer.py"
    """
    words = [_first_line(one) if before == "-c" else one for before, one in zip(("", *argv), argv)]
    text = " ".join(words)
    if len(text) > limit:
        text = " ".join(map(_end_of_path, words))
    return shortened(text, limit)


def _first_line(text: str) -> str:
    """Of a text whose newlines may have been made escapes, as all of the target's are."""
    lines = [one for one in re.split(r"\n|(?<!\\)\\n", text) if one.strip()]
    return "".join(lines[:1]) + "…" * (len(lines) > 1)


def _end_of_path(word: str) -> str:
    parts = word.split("/")
    is_path = word.startswith("/") and len(parts) > 4 and " " not in word
    return "/".join(("…", *parts[-2:])) if is_path else word
