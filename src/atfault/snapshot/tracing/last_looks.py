"""A look at a process that seems to hang, before it gets the signal that is to end it.

    somebody sends SIGTERM, SIGINT or SIGABRT     timeout, a supervisor, gunicorn's arbiter
    its thread sleeps in a futex, without a time  it is kept at the signal; the others run on
    a helper looks, as at any living process      the others are stopped for milliseconds
    the signal is delivered

What a handler does tears the hang apart: Python's own one of SIGINT raises an exception in the
main thread, gunicorn's of SIGABRT ends the worker with an exit status. So what the look says is
kept, and told when the process has ended. One that does not sleep at a lock gets its signals at
once, and a look that takes too long is given up.
"""

from __future__ import annotations

import os
import signal
import time

from atfault.arch import of_this_machine, syscall_name
from atfault.errors import AtfaultError
from atfault.model.process import SignalInfo, Termination
from atfault.snapshot import ptrace
from atfault.snapshot.live import process_info
from atfault.snapshot.target import Target
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.deaths import Deaths, Fatal
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.hangs import Hangs
from atfault.snapshot.tracing.helpers import write_all
from atfault.snapshot.tracing.observer import Observer, Scout

SECONDS = 8.0
"""How late a signal may be: systemd and Docker wait for ten seconds, or longer, before they send
SIGKILL."""
HURRY_SECONDS = 0.5
"""The same where a Python of the program's has sent it: gunicorn's arbiter waits for a second."""
EVERY = 60.0
"""Seconds between two looks at one process."""
MAX_AT_ONCE = 2
MAX_RESULT = 1 << 28
ENDS = frozenset((signal.SIGINT, signal.SIGABRT, signal.SIGTERM))
_WAIT, _WAIT_BITSET, _COMMAND = 0, 9, 0x7F
"""Of futex(2)."""


class LastLooks:
    """Processes that are looked at while one of their threads is kept at a signal, by an observer
    that has a method `last_look(target, told, is_alone)`: the report, as its `analyze` returns it,
    where the process hangs, else b"". told: which signal came, and of whom. is_alone: it has
    started no others, to which the same signal may have come before."""

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
        self._held: dict[int, list[tuple[int, int]]] = {}
        """Process → its (thread, signal) that wait for a look: `timeout` sends two."""
        self._looked: dict[int, float] = {}

    def begin(self, tid: int, pid: int, info: SignalInfo, *, is_handled: bool) -> bool:
        """Thread `tid` of `pid` is about to get a signal; is_handled: the program handles it.
        True when it gets that later."""
        look, scout = self._look, self._scout
        if look is None or scout is None or not self._is_to_end(pid, info, scout, is_handled):
            return False
        if pid in self._held:
            self._held[pid].append((tid, info.number))
            self._hangs.keep(pid, tid)
            return True
        if len(self._held) >= MAX_AT_ONCE or not _sleeps_at_a_lock(tid):
            return False
        if time.monotonic() < self._looked.get(pid, -EVERY) + EVERY or not scout.runs_python(pid):
            return False
        told = fatal_signals.in_words(info, pid)
        sender = fatal_signals.sender_in_words(info, pid)
        termination = Termination(None, info.number, sender, info.sender_pid)
        try:
            fatal = Fatal(process_info(pid), info, termination, False)
            result_fd = os.memfd_create("atfault-last-look")
        except (OSError, AtfaultError):
            return False

        def work(target: Target) -> None:
            write_all(result_fd, look(target, told, pid not in self._family.starters))

        def done() -> None:
            content = os.pread(result_fd, MAX_RESULT, 0)
            os.close(result_fd)
            if content:
                self._deaths.looked_at(pid, fatal, content)
            self._let_go(pid)

        self._held[pid] = [(tid, info.number)]
        self._looked[pid] = time.monotonic()
        sender_pid = info.sender_pid or 0
        hurries = sender_pid in self._family.living and scout.runs_python(sender_pid)
        seconds = HURRY_SECONDS if hurries else SECONDS
        if not self._hangs.look_at(pid, tid, work, done, seconds):
            os.close(result_fd)
            del self._held[pid]
            return False
        return True

    def release_all(self) -> None:
        """Nobody wants to know any more."""
        for pid in list(self._held):
            self._let_go(pid)

    def gone(self, pid: int) -> None:
        """A process has ended."""
        self._held.pop(pid, None)
        self._looked.pop(pid, None)

    def _is_to_end(self, pid: int, info: SignalInfo, scout: Scout, is_handled: bool) -> bool:
        """Whether another process wants it to end. A Python ends its workers in whatever they do,
        as it is done with them; a supervisor that is none does so as they do not end."""
        sender = info.sender_pid
        if info.number not in ENDS or info.code > 0 or sender in (None, pid):
            return False
        if is_handled or sender not in self._family.living:
            return True
        return sender is not None and not scout.runs_python(sender)

    def _let_go(self, pid: int) -> None:
        for tid, number in self._held.pop(pid, ()):
            ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)


def _sleeps_at_a_lock(tid: int) -> bool:
    """Whether a stopped thread was in a futex wait without a timeout."""
    try:
        registers = of_this_machine().decode_user_regs(ptrace.general_registers(tid))
    except (OSError, AtfaultError):
        return False
    arguments = registers.syscall_args
    if syscall_name(registers.syscall) != "futex" or len(arguments) < 4:
        return False
    return arguments[1] & _COMMAND in (_WAIT, _WAIT_BITSET) and not arguments[3]
