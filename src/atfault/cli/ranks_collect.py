"""`atfault ranks collect DIR`: look at the ranks of this node, and leave one file there."""

from __future__ import annotations

import argparse

from atfault.cli.command import Parser
from atfault.errors import UsageError

EXAMPLES: tuple[tuple[str, str], ...] = ()
"""For the help of `ranks`."""


def add_options(parser: Parser) -> None:
    """Those that `collect` takes alone."""


def collect(folder: str, args: argparse.Namespace) -> int:
    """The exit status. Raises AtfaultError."""
    raise UsageError("ranks: collect is not there yet; `attach --json` makes a report of a rank")
