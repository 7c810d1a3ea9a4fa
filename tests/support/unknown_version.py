"""atfault without the tables of some versions of CPython: as those look that come after the newest.

with hidden(14): find_runtime(...)                           in this process
[*without_tables(14), "attach", "--now", "4711"]             argv of the command line
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.cpython import debug_offsets, offsets

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = (os.path.join(os.path.dirname(os.path.dirname(HERE)), "src"), os.path.dirname(HERE))
"""What PYTHONPATH needs."""


@contextmanager
def hidden(*minors: int) -> Iterator[None]:
    """Nothing that was written down of 3.`minors` is there: layouts, the order of their debug
    offsets, numbers of instructions."""
    known, groups = offsets.KNOWN, dict(debug_offsets.GROUPS)
    offsets.KNOWN = frozenset(one for one in known if one[0] not in minors)
    for minor in minors:
        debug_offsets.GROUPS.pop(minor, None)
    try:
        yield
    finally:
        offsets.KNOWN = known
        debug_offsets.GROUPS.update(groups)


def without_tables(*minors: int) -> list[str]:
    """argv of atfault's command line, with those versions hidden."""
    return [sys.executable, os.path.abspath(__file__), ",".join(map(str, minors))]


if __name__ == "__main__":
    from atfault.__main__ import console_main

    with hidden(*map(int, sys.argv.pop(1).split(","))):
        console_main()
