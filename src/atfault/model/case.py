"""`Case`: what is known of one failure, the only input of the rules."""

from __future__ import annotations

from typing import NamedTuple

from atfault.model.process import ProcessInfo
from atfault.model.state import ProcessState

NO_PROCESS = ProcessState(ProcessInfo(0))
"""That of a case without one: a build log, an exception whose process nobody looked at."""


class Case(NamedTuple):
    """One failure, or one look at a program that goes on."""

    process: ProcessState = NO_PROCESS
    """The one that failed, or that was asked about."""
    family: tuple[ProcessState, ...] = ()
    """Other processes that were looked at together with it, its descendants first."""

    @property
    def processes(self) -> tuple[ProcessState, ...]:
        """All that is known, the one in question first."""
        return (self.process, *self.family)
