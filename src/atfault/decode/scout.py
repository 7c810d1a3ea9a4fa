"""What knows where a program's processes are started, for a program that may never start one.

`starts` brings the decoders of Python with it, a fifth of what a run costs at its start: it is
loaded when a Python first makes a process, or somebody asks where a thread is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.decode.plain_programs import Plain
from atfault.model.start import UNANNOUNCED, LastMoment, Start

if TYPE_CHECKING:
    from atfault.decode.starts import Starts


class LateStarts:
    """A Scout: `Starts`, once there is anything to know."""

    def __init__(self) -> None:
        self._plain = Plain()
        self._starts: Starts | None = None

    def loaded(self) -> Starts:
        """What is asked."""
        if self._starts is None:
            self._starts = lazy.load("atfault.decode.starts:Starts")(self._plain)
        return self._starts

    def forked(
        self, child: int, pid: int, tid: int, registers: Callable[[int], bytes], is_known: bool
    ) -> None:
        if self._starts is not None or not is_known or not self._plain.holds(pid):
            self.loaded().forked(child, pid, tid, registers, is_known)

    def runs_python(self, pid: int) -> bool:
        return not self._plain.holds(pid)

    def executed(self, pid: int) -> None:
        self._plain.forget(pid)

    def start_of(self, pid: int) -> Start | None:
        return None if self._starts is None else self._starts.start_of(pid)

    def is_to_be_seen_off(self, pid: int) -> bool:
        return self._starts is not None and self._starts.is_to_be_seen_off(pid)

    def leaving(self, tid: int, code: int, registers: bytes) -> None:
        if self._starts is not None or code & 0x7F in UNANNOUNCED:
            self.loaded().leaving(tid, code, registers)

    def last_of(self, pid: int) -> LastMoment | None:
        return None if self._starts is None else self._starts.last_of(pid)

    def gone(self, pid: int) -> None:
        self._plain.forget(pid)
        if self._starts is not None:
            self._starts.gone(pid)

    def mark(self, pid: int, tid: int, registers: bytes) -> tuple[object, ...]:
        return self.loaded().mark(pid, tid, registers)
