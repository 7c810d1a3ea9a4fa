"""Which system a log was made on, where its paths and names tell."""

import re
from collections.abc import Sequence
from typing import cast

from atfault.model.given import System
from atfault.text.lines import LogLine
from atfault.text.tables import table

MAX_LINES = 10_000
"""That are looked at, from the first on."""
_MARKS = tuple(
    (cast(System, one["system"]), re.compile(one["pattern"])) for one in table("systems.tsv")
)


def system_of(lines: Sequence[LogLine]) -> System:
    """The one that most lines speak of; "" for none, and for Debian and its like."""
    counts: dict[System, int] = {}
    for line in lines[:MAX_LINES]:
        for system, mark in _MARKS:
            if mark.search(line.text):
                counts[system] = counts.get(system, 0) + 1
                break
    return max(counts, key=lambda one: counts[one], default="")
