"""A look at a process that seems to hang, before it gets the signal that is to end it.

    somebody sends SIGTERM, SIGINT or SIGABRT     timeout, a supervisor, gunicorn's arbiter
    the signal is taken back                      the process goes on, as it would without it
    a helper looks, as at any living process      and watches it where one look proves nothing
    the signal is sent again                      and told as it first came: by whom, and why

What a handler does tears the hang apart: Python's own one of SIGINT raises an exception in the
main thread, gunicorn's of SIGABRT ends the worker with an exit status. So what the look says is
kept, and told when the process has ended. A look that takes too long is given up.
"""

from __future__ import annotations

import os
import signal
import time
from typing import NamedTuple

from atfault.arch import of_this_machine, syscall_name
from atfault.errors import AtfaultError
from atfault.model.endings import Termination
from atfault.model.process import SignalInfo
from atfault.model.state import Ending
from atfault.snapshot import ptrace
from atfault.snapshot.live import process_info
from atfault.snapshot.target import Target
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.deaths import Deaths, Fatal
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.hangs import Hangs
from atfault.snapshot.tracing.helpers import taken_result, write_all
from atfault.snapshot.tracing.observer import Asked, Observer, Scout

SECONDS = 8.0
"""How late a signal may be: systemd and Docker wait for ten seconds, or longer, before they send
SIGKILL."""
HURRY_SECONDS = 0.5
"""The same where a Python of the program's has sent it: gunicorn's arbiter waits for a second."""
EVERY = 60.0
"""Seconds between two looks at one process."""
TOGETHER = 1.0
"""Seconds between the first and the last of the signals that a whole group of processes gets."""
MAX_AT_ONCE = 2
ENDS = frozenset((signal.SIGINT, signal.SIGABRT, signal.SIGTERM))
WAITS_FOR_SIGNALS = frozenset(("pause", "rt_sigsuspend", "rt_sigtimedwait"))


class _Late(NamedTuple):
    """A signal that was taken back."""

    pid: int
    number: int


class LastLooks:
    """Processes that are looked at before they get a signal, by an observer that has a method
    `last_look(target, asked)`: the report, as its `analyze` returns it, where the process hangs,
    else b""."""

    def __init__(
        self,
        family: Family,
        observer: Observer,
        hangs: Hangs,
        deaths: Deaths,
        scout: Scout | None,
    ) -> None:
        self._family = family
        self._look = getattr(observer, "last_look", None)
        self._hangs = hangs
        self._deaths = deaths
        self._scout = scout
        self._held: dict[int, list[_Late]] = {}
        """Process that is looked at → the signals that wait for that: `timeout` sends two."""
        self._came: dict[_Late, bytes] = {}
        """Signals that were taken back, or are on their way again → how they came."""
        self._looked: dict[int, float] = {}
        self._passed = (0, -TOGETHER)
        """The last process that got such a signal at once, and when."""

    def as_it_came(self, tid: int, pid: int, raw: bytes) -> bytes:
        """The siginfo of a signal that thread `tid` of `pid` is about to get: the first one, where
        it is sent again, as the thread is told then. Raises OSError."""
        number = int.from_bytes(raw[:4], "little")
        came = None if pid in self._held else self._came.pop(_Late(pid, number), None)
        if came is None:
            return raw
        ptrace.set_signal_info(tid, came)
        return came

    def begin(self, tid: int, pid: int, info: SignalInfo, raw: bytes, *, is_handled: bool) -> bool:
        """Thread `tid` of `pid` is about to get a signal, with this siginfo; is_handled: the
        program handles it. True when it gets that later, and goes on until then."""
        late = _Late(pid, info.number)
        if late.number not in ENDS:
            return False
        first = self._waiting_for(pid)
        if first is None and not self._begin(tid, pid, info, is_handled=is_handled):
            self._passed = pid, time.monotonic()
            return False
        waiting = self._held[pid if first is None else first]
        if late not in waiting:
            waiting.append(late)
            self._came[late] = raw
        ptrace.resume(ptrace.PTRACE_CONT, tid, 0, 0)
        return True

    def release_all(self) -> None:
        """Nobody wants to know any more."""
        for pid in list(self._held):
            self._let_go(pid)

    def gone(self, pid: int) -> None:
        """A process has ended."""
        self._looked.pop(pid, None)
        for late in [late for late in self._came if late.pid == pid]:
            del self._came[late]

    def _waiting_for(self, pid: int) -> int | None:
        """The process whose look its signals wait for: its own, or that of one that has started it,
        and may wait for it."""
        known = self._family.parents
        for _ in range(len(known) + 1):
            if pid in self._held:
                return pid
            if pid not in known:
                return None
            pid = self._family.parent_of(pid)
        return None

    def _begin(self, tid: int, pid: int, info: SignalInfo, *, is_handled: bool) -> bool:
        look, scout = self._look, self._scout
        if look is None or scout is None or not self._is_to_end(pid, info, scout, is_handled):
            return False
        if len(self._held) >= MAX_AT_ONCE or _waits_for_signals(tid):
            return False
        if time.monotonic() < self._looked.get(pid, -EVERY) + EVERY or not scout.runs_python(pid):
            return False
        sender = fatal_signals.sender_in_words(info, pid)
        termination = Termination(None, info.number, sender, info.sender_pid)
        try:
            fatal = Fatal(process_info(pid), info, termination, False)
            result_fd = os.memfd_create("atfault-last-look")
        except (OSError, AtfaultError):
            return False
        sender_pid = info.sender_pid or 0
        hurries = sender_pid in self._family.living and scout.runs_python(sender_pid)
        seconds = HURRY_SECONDS if hurries else SECONDS
        asked = Asked(
            fatal_signals.in_words(info, pid),
            None if is_handled else Ending(info, termination),
            pid not in self._family.starters or not self._has_passed_others(pid),
            0.0 if hurries else seconds,
        )

        def work(target: Target) -> None:
            write_all(result_fd, look(target, asked))

        def done() -> None:
            content = taken_result(result_fd)
            if content:
                self._deaths.looked_at(pid, fatal, content)
            self._let_go(pid)

        self._held[pid] = []
        self._looked[pid] = time.monotonic()
        if not self._hangs.look_at(pid, work, done, seconds):
            os.close(result_fd)
            del self._held[pid]
            return False
        return True

    def _has_passed_others(self, pid: int) -> bool:
        """Whether others may have ended of the same signal."""
        other, when = self._passed
        return other != pid and time.monotonic() < when + TOGETHER

    def _is_to_end(self, pid: int, info: SignalInfo, scout: Scout, is_handled: bool) -> bool:
        """Whether another process wants it to end. A Python ends its workers in whatever they do,
        as it is done with them; a supervisor that is none does so as they do not end."""
        sender = info.sender_pid
        if info.code > 0 or sender in (None, pid):
            return False
        if is_handled or sender not in self._family.living:
            return True
        return sender is not None and not scout.runs_python(sender)

    def _let_go(self, pid: int) -> None:
        for late in self._held.pop(pid, ()):
            try:
                os.kill(late.pid, late.number)
            except OSError:
                self._came.pop(late, None)


def _waits_for_signals(tid: int) -> bool:
    """Whether a stopped thread was in a call that only a signal ends."""
    try:
        arch = of_this_machine()
        registers = arch.decode_user_regs(ptrace.general_registers(tid))
    except (OSError, AtfaultError):
        return True
    return syscall_name(registers.syscall, arch) in WAITS_FOR_SIGNALS
