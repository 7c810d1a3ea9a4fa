"""`run --fail-on CAUSE`: a run that ended well fails where one of these was found in it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence

from atfault import lazy
from atfault.cli.command import HELP
from atfault.model.report import Report

FAILED = 1
ANY = "any"
SURE = "atfault.diagnose.order:says_what_is_wrong"
MAX_NOTE = 200


class FailOn:
    """The causes that are asked for, and the first of them that was told.

    Deaths and hangs are told by processes that the tracer forks, so what was found lies in a file
    of memory.
    """

    def __init__(self, causes: Sequence[str]) -> None:
        """Raises OSError."""
        self._causes = frozenset(causes)
        self._found = os.memfd_create("atfault-fail-on") if causes else -1

    def note(self, report: Report) -> None:
        """Of a report that is told or kept. What is only possible fails nothing."""
        finding = report.diagnosis[0]
        if not self._causes or not lazy.load(SURE)(finding):
            return
        if ANY in self._causes or finding.cause in self._causes:
            os.pwrite(self._found, finding.cause.encode("utf-8", "replace")[:MAX_NOTE], 0)

    def found(self) -> str:
        """The cause that was noted last; "" for none."""
        if not self._causes:
            return ""
        return os.pread(self._found, MAX_NOTE, 0).decode("utf-8", "replace")


def causes_of(text: str) -> tuple[str, ...]:
    """The type of --fail-on: causes parted by commas. Raises argparse.ArgumentTypeError."""
    causes = tuple(filter(None, text.replace(" ", "").split(",")))
    known = lazy.load("atfault.report.html:known_causes")()
    for cause in causes:
        if cause != ANY and cause not in known and not _may_be_of_plugin():
            near = lazy.load(HELP).closest(cause, known)
            hint = f"did you mean {near}?" if near else "docs/causes lists them"
            raise argparse.ArgumentTypeError(f"no cause {cause!r}; {hint}")
    if not causes:
        raise argparse.ArgumentTypeError("a cause is wanted, or any")
    return causes


def _may_be_of_plugin() -> bool:
    return bool(lazy.load("atfault.diagnose.plugins:installed")())


def flattened(groups: Iterable[tuple[str, ...]] | None) -> tuple[str, ...]:
    """Of an option that was given several times."""
    return tuple(cause for group in groups or () for cause in group)
