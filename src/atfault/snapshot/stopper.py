"""Who stops a process for a moment: the narrow interface that a pause needs.

`seizure.Seizure` is the usual one. Where another process of ours traces the program already, it is
asked to (`tracing.lent.LentSeizure`); so a `Target` may come with the `Access` that says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from atfault.arch.base import Architecture

OnStop = Callable[[int, bytes], None]
"""(tid, its general registers as the kernel lays them out), as soon as that thread has stopped."""


class Stopper(Protocol):
    """The threads of one process, stopped together and let go together."""

    states: dict[int, str]
    """Thread → R, S, T… as it was before."""
    asleep: list[int]
    """Threads that are left alone."""

    @property
    def running(self) -> tuple[int, ...]:
        """Threads that have not stopped in time."""

    def stop(self, on_stop: OnStop = ...) -> None:
        """Returns when all are stopped, or time is up. Raises AccessError."""

    def registers(self) -> dict[int, bytes]:
        """Thread → its general registers, as the kernel lays them out."""

    def floating(self, tids: Iterable[int]) -> dict[int, bytes]:
        """Stopped thread → its floating-point register set (NT_PRFPREG); unknown ones left out.
        Raises AccessError."""

    def let_go(self) -> None:
        """Let those go that have stopped. Raises AccessError when they had not stayed so."""

    def release(self) -> None:
        """Let every thread go. May be called twice."""


class Access(Protocol):
    """Who opens and stops a process, where that is not up to this process."""

    def open_memory(self, pid: int) -> int:
        """A descriptor of /proc/PID/mem. Raises AccessError."""

    def seize(self, pid: int, arch: Architecture | None = None, only: int = 0) -> Stopper:
        """arch: leave threads alone whose call would end early. only: one thread.

        Raises AccessError."""
