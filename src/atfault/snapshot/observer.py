"""What `run` does with what the tracer sees: the interface between the two.

All methods are called in processes of their own beside the program, never in the tracer itself.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.process import ProcessInfo, SignalInfo, Termination
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from atfault.snapshot.protocol import Snapshot
    from atfault.snapshot.target import Target
else:
    Protocol = object


class Death(NamedTuple):
    """A process of the program that was ended by a signal."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    analysis: bytes | Absent
    """What `Observer.analyze` returned; Absent when there was nothing to look at any more."""
    is_main: bool


class Observer(Protocol):
    """What `run` does with a crash and with a hang."""

    hang_seconds: float
    """Explain the program when it makes no progress for so long; 0: do not watch it."""
    hang_kill: bool
    """End it then."""

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        """Look at a process stopped at its fatal signal; the result comes back in a Death."""

    def child_died(self, death: Death) -> None:
        """A child has died while the program goes on."""

    def ended(
        self, main: Death | None, children: tuple[Death, ...], left_out: dict[int, int]
    ) -> None:
        """The program has ended; by a signal, if `main` is given.

        children: those that `child_died` was called for. left_out: signal number → how many more.
        """

    def wait_for_hang(self, target: Target, has_told: bool) -> object:
        """Returns when the program makes no progress, with what was seen of it; has_told: not
        before it has made some. Raises AccessError when it is no longer the same program."""

    def explain(self, target: Target, seen: object) -> None:
        """Look at the running program and tell what was found. seen: what `wait_for_hang`
        returned, or None when somebody asked (SIGQUIT). Raises AtfaultError."""

    def cannot_explain(self, reason: str) -> None:
        """The program could not be looked at."""
