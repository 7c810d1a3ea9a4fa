"""What tools say when a build fails, one line each: who says it, what it is about (`complaints.tsv`,
in whose column `where` "build" is for logs of builds alone; the first row that takes a line counts).

Compilers' and linkers' diagnostics of source code are not here (`diagnostics.py`), nor what takes
several lines (`cmake.py`). Groups of the patterns are fields of `Hit`: subject, wanted, found.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple, cast

from atfault.model.given import CAUSE, HINT, SUMMARY, HitKind
from atfault.text.patterns import searched
from atfault.text.tables import table


class Complaint(NamedTuple):
    key: str
    """Part of every such line, in lower case."""
    kind: HitKind
    why: str
    tool: str
    pattern: re.Pattern[str]
    rank: int
    seen: str
    """A line that it is for: a test holds that no row above takes that."""


def _read(where: str) -> tuple[Complaint, ...]:
    return tuple(
        Complaint(
            one["key"], cast(HitKind, one["kind"]), one["why"], one["tool"],
            searched(one["pattern"]), _RANKS[one["rank"]], one["seen"],
        )
        for one in table("complaints.tsv")
        if one["where"] == where
    )  # fmt: skip


_RANKS = {"": CAUSE, "hint": HINT, "summary": SUMMARY}
EVERY = _read("")
MODULES = _read("build")
"""Of a log of a build alone."""


def _one_of(words: Iterable[str]) -> re.Pattern[str]:
    """Finds whether a text has one of them, faster than to ask for each: parted by their first
    letters."""
    parts = groupby(sorted(set(words)), key=lambda word: word[0])
    return re.compile(
        "|".join(
            f"{re.escape(first)}(?:{'|'.join(re.escape(one[1:]) for one in group)})"
            for first, group in parts
        )
    )


_KEY = _one_of(one.key for one in (*EVERY, *MODULES))


def complaint_in(text: str, low: str, *, building: bool) -> tuple[Complaint, re.Match[str]] | None:
    """The first complaint that `text` is, `low` being the same in lower case. building: it is of a
    log of a build, where a module that is not found is one that the build needs, and what runs out
    of memory is a compiler."""
    if _KEY.search(low) is None:
        return None
    for one in (*EVERY, *MODULES) if building else EVERY:
        if one.key in low and (match := one.pattern.search(text)):
            return one, match
    return None
