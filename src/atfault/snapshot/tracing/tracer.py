"""The tracer: follows a program, its threads and its children, and looks when one of them dies.

It is a process of its own beside the program (see front.py), so that a stopped
terminal job, a slow analysis or its own death never hold the program up:

    shell ── front ─┬─ program ── children …       front   waits, hands signals on, job control
                    └─ tracer ── helpers           tracer  this module: one thread, one wait loop
                                                   helpers forked: look, explain, watch for hangs

    a fatal signal        crashes.py: hold the process until a helper has looked
    a process's end       deaths.py
    a hang, SIGQUIT       hangs.py: a helper looks while the program goes on

A stop costs the program a round trip to this process, so the loop keeps no state for threads:
whatever it needs to know of one it asks /proc at the moment of a fatal signal.
"""

from __future__ import annotations

import os
import signal
import time

from atfault.errors import AtfaultError
from atfault.model.process import ProcessInfo
from atfault.model.signals import SI_KERNEL
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.live import decode_siginfo
from atfault.snapshot.tracing import fatal_signals, lent, privileges
from atfault.snapshot.tracing.crashes import Crashes
from atfault.snapshot.tracing.deaths import Deaths
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.hangs import Hangs
from atfault.snapshot.tracing.helpers import FRONT_IS_GONE, Helpers
from atfault.snapshot.tracing.last_looks import LastLooks
from atfault.snapshot.tracing.mailbox import Mailbox
from atfault.snapshot.tracing.observer import Observer, Scout
from atfault.snapshot.tracing.oom import OomWatch
from atfault.snapshot.tracing.programs import Programs
from atfault.snapshot.tracing.stopping import STOPPED, detach_all, resume_event
from atfault.snapshot.tracing.terminal import Terminal
from atfault.snapshot.tracing.unwatched import LetGo, look

LET_GO = 3
"""Exit status of this process when the program itself is not watched any more, though it lives."""
MEET_TRIES = 20
MAX_STRANGERS = 256
MAX_SPARED = 1000
"""Threads that are told one by one not to stop on their way out. A program that makes more of them
has its first thread told so, from which they have it: where that was when the program was killed is
not worth a tenth of its time."""
SPINS = 200
"""How often to look for the next event before sleeping, while threads come and go, given a second
CPU to do it on: waking an idle CPU costs a multiple of the whole stop (some 0.2 ms in all)."""
WINDOW = 64
"""Stops after which to see whether that pays."""
MAX_MISSED = 32
"""How often in a window spinning may have been in vain: half of the stops. On a busy machine it is,
as the thread that is waited for has no CPU, and may be kept from one by the very spinning."""
REST = 60
"""Windows without spinning after that."""

# waitpid statuses of the events that every new thread causes.
_NEW_THREAD = ptrace.EVENT_CLONE << 16 | signal.SIGTRAP << 8 | STOPPED
_TRAPPED = ptrace.EVENT_STOP << 16 | signal.SIGTRAP << 8 | STOPPED
_CHILD_ENDED = signal.SIGCHLD << 8 | STOPPED


class Tracer:
    """Traces `program.pid`, a child of `program.ppid` that the caller has seized with `options` and
    ptrace.OPTION_EXIT, until it ends."""

    def __init__(
        self,
        program: ProcessInfo,
        observer: Observer,
        mailbox: Mailbox,
        oom: OomWatch,
        scout: Scout | None = None,
        *,
        options: int = ptrace.FOLLOW | ptrace.OPTION_EXEC,
        terminal: Terminal | None = None,
        detach_on_death: bool = False,
    ) -> None:
        self._front = program.ppid or 0
        self._family = Family(program, self._front)
        self._observer = observer
        self._options = options
        self._terminal = terminal
        self._detach_on_death = detach_on_death
        self._main = program.pid
        self._mailbox = mailbox
        self._scout = scout
        self._helpers = Helpers()
        self._to_set: dict[int, int] = {}
        """Children that have yet to stop to be told whether they stop on their way out → options.
        """
        self._seen_off: set[int] = set()
        """Living children that stop on their way out."""
        self._born = 0
        """Threads so far, until the program's first one is spared to stop on its way out, too."""
        self._is_main_spared = False
        self._takes_rights = privileges.are_withheld()
        self._programs = Programs()
        self._newborn: set[int] = set()
        """Processes that wait for their parents to tell of them."""
        self._unasked: set[int] = set()
        """Of those, the ones that may wait in vain."""
        self._strangers: dict[int, int] = {}
        """Threads, and unknown processes, that have ended otherwise than by exit(0) → how."""
        self._deaths = Deaths(self._family, observer, self._helpers, mailbox, oom, scout)
        self._crashes = Crashes(
            self._family, observer, self._helpers, self._deaths, self._on_event, self._on_end
        )
        self._hangs = Hangs(
            self._family,
            observer,
            self._helpers,
            self._crashes.held.__contains__,
            self._on_stop,
            self._on_event,
            self._on_end,
        )

        self._last_looks = LastLooks(self._family, observer, self._hangs, self._deaths, scout)

    def run(self) -> None:
        """Until the program has ended; its descendants then go on untraced, when we exit. When the
        front ends first (it was killed), so does this process."""
        signal.signal(FRONT_IS_GONE, self._hear_of_front)
        self._hangs.watch()
        self._hangs.watch_memory()
        try:
            self._loop()
        except ChildProcessError:
            pass
        signal.signal(FRONT_IS_GONE, signal.SIG_DFL)
        if self._terminal is not None and self._deaths.is_main_killed():
            self._terminal.put_back()
        self._deaths.tell_all()

    def _hear_of_front(self, *_: object) -> None:
        """The kernel says that the front is gone. A helper that does nothing brings it into the
        loop, where no thread is stopped that only this function's caller knows of."""
        if os.getppid() != self._front:
            try:
                self._helpers.start(lambda: 0, self._end_with_front)
            except OSError:
                self._end_with_front(0)

    def _end_with_front(self, _: int) -> None:
        """End the program, or let it go; then this process and, by that, its helpers."""
        if not self._detach_on_death and not self._family.main_ended:
            os.kill(self._main, signal.SIGKILL)
        self._crashes.release_all()
        self._last_looks.release_all()
        self._hangs.release_all()
        os._exit(0)

    def _loop(self) -> None:
        wait, resume = os.waitpid, ptrace.resume
        wall, cont = ptrace.WALL, ptrace.PTRACE_CONT
        look = wall | os.WNOHANG
        living, helpers = self._family.living, self._helpers.running
        first_faults = self._crashes.first_faults
        patience = range(SPINS if len(os.sched_getaffinity(0)) > 1 else 0)
        spins = nothing = range(0)
        once = range(1)
        unasked = self._unasked
        stops = missed = rest = 0
        while True:
            for _ in spins:
                tid, status = wait(-1, look)
                if tid:
                    break
            else:
                missed += spins is patience
                if unasked:
                    self._ask_newborn()
                tid, status = wait(-1, wall)
            if status == _NEW_THREAD or status == _TRAPPED:  # noqa: SIM109 (hot)
                if status == _TRAPPED:
                    if tid in living:
                        self._on_event(tid, ptrace.EVENT_STOP)
                        resume(cont, tid, 0, 0)
                        spins = nothing
                        continue
                    if not self._on_first_stop(tid):
                        spins = once
                        continue
                resume(cont, tid, 0, 0)
                spins = nothing if rest else patience
                stops += 1
                if stops == WINDOW:
                    rest = rest - 1 if rest else REST * (missed > MAX_MISSED)
                    stops = missed = 0
                continue
            if status == _CHILD_ENDED:
                spins = nothing
                resume(cont, tid, 0, signal.SIGCHLD)
            elif status & 0xFF == STOPPED:
                spins = nothing
                self._on_stop(tid, status)
            elif tid in living or tid in helpers:
                spins = nothing
                self._on_end(tid, status)
                if self._family.main_ended and not self._helpers.is_awaited():
                    return
            elif status or first_faults:
                self._of_stranger(tid, status)

    def _on_stop(self, tid: int, status: int) -> None:
        event, number = status >> 16, status >> 8 & 0xFF
        if event:
            self._on_event(tid, event)
            resume_event(tid, status)
        elif number in fatal_signals.FREQUENT:
            ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
        elif tid in self._hangs.clients:
            if number == lent.ASK:
                self._hangs.on_ask(tid)
            else:
                ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
        else:
            self._on_signal(tid, number)

    def _on_event(self, tid: int, event: int) -> None:
        """Thread `tid`, stopped by an event, is to go on as soon as this returns."""
        if event in (ptrace.EVENT_FORK, ptrace.EVENT_VFORK):
            self._note_fork(tid)
        elif event == ptrace.EVENT_EXEC:
            self._note_program(tid)
        elif event == ptrace.EVENT_EXIT:
            self._note_exit(tid)
        elif tid in self._to_set:
            self._set_options(tid, self._to_set[tid])

    def _note_fork(self, tid: int) -> None:
        try:
            child = ptrace.event_message(tid)
        except OSError:
            return
        self._note_birth(child, tid)
        if child in self._newborn:
            self._newborn.discard(child)
            self._unasked.discard(child)
            ptrace.resume(ptrace.PTRACE_CONT, child, 0, 0)

    def _note_birth(self, child: int, tid: int) -> None:
        """tid: the thread that made it, or its process."""
        family = self._family
        family.parents[child] = tid
        family.living.add(child)
        self._deaths.born(tid)
        family.starters.add(tid if tid in family.living else procfs.process_of(tid) or 0)
        self._hear_of_birth(child, tid)

    def _hear_of_birth(self, child: int, tid: int) -> None:
        if self._scout is not None:
            pid = tid if tid in self._family.living else procfs.process_of(tid) or tid
            is_known = pid in self._family.parents
            self._scout.forked(child, pid, tid, ptrace.general_registers, is_known)
        status = self._strangers.pop(child, None)
        if status is not None and _has_ended(child):
            self._on_end(child, status)
        elif self._scout is not None and self._scout.is_to_be_seen_off(child):
            self._seen_off.add(child)
            self._set_options(child, self._options | ptrace.OPTION_EXIT)
        elif not self._is_main_spared:
            self._set_options(child, self._options)

    def _of_stranger(self, tid: int, status: int) -> None:
        """A thread has ended, or a process that is dead before its parent tells of it."""
        self._crashes.first_faults.forget(tid)
        if status and tid != self._main:
            if len(self._strangers) >= MAX_STRANGERS:
                del self._strangers[next(iter(self._strangers))]
            self._strangers[tid] = status

    def _on_first_stop(self, tid: int) -> bool:
        """A thread begins its life, or was interrupted; it is to go on when this returns True. A
        process whose parent has yet to tell of it waits for that: it may be dead by then otherwise,
        and nobody would know where it was started, or where it left."""
        if _is_process(tid):
            self._newborn.add(tid)
            self._unasked.add(tid)
            return False
        if not self._is_main_spared:
            if not self._seen_off:
                self._spare(tid)
            self._born += 1
            if self._born > MAX_SPARED:
                self._is_main_spared = self._spare(self._main)
        return True

    def _ask_newborn(self) -> None:
        """Of what clone(2) has made its parent tells as of a thread, unless SIGCHLD is to say that
        it has ended. Asked once nothing else is to be done: a parent tells at once."""
        for pid in self._unasked:
            found = procfs.stat(pid)
            if found is not None and found.exit_signal != signal.SIGCHLD:
                self._newborn.discard(pid)
                self._note_birth(pid, found.ppid)
                ptrace.resume(ptrace.PTRACE_CONT, pid, 0, 0)
        self._unasked.clear()

    def _set_options(self, child: int, options: int) -> None:
        """Have the child stop on its way out, or not, as that takes time, where nobody asks. It has
        stopped to begin its life, or is about to, and then it is done at that stop."""
        try:
            ptrace.set_options(child, options)
            self._to_set.pop(child, None)
        except OSError:
            self._to_set[child] = options

    def _spare(self, tid: int) -> bool:
        """Have a thread of the program not stop on its way out. False while it runs."""
        try:
            ptrace.set_options(tid, self._options)
        except OSError:
            return False
        return True

    def _note_program(self, pid: int) -> None:
        """A process has executed a program."""
        if self._scout is not None:
            self._scout.executed(pid)
        program = self._programs.of(pid)
        one = look(pid, program.traits, self._family.living)
        if one is not None:
            self._let_go(one)
        elif program.gives_rights and self._takes_rights and self._deaths.lost is None:
            self._note_privileges(pid)

    def _let_go(self, one: LetGo) -> None:
        """What has executed such a program goes on untraced, with all that it starts, and so does
        the process that it wants. Where that is the program itself, this process ends, and the
        kernel lets all go."""
        is_all = one.wants_any or self._main in (one.pid, one.wanted)
        if one.wanted and not is_all:
            is_all = one.wanted in self._crashes.held or not self._release(one.wanted)
        self._observer.let_go(one, is_all)
        if not is_all:
            ptrace.detach(one.pid)
            self._forget(one.pid)
            return
        self._crashes.release_all()
        self._last_looks.release_all()
        self._hangs.release_all()
        os._exit(LET_GO)

    def _release(self, pid: int) -> bool:
        """Trace a running process no longer; False when a thread of it cannot be stopped."""
        self._hangs.give_up(pid)
        ends = detach_all(pid, self._on_event)
        if ends is None:
            return False
        for tid, status in ends:
            self._on_end(tid, status)
        self._forget(pid)
        return True

    def _forget(self, pid: int) -> None:
        """Its end will not be heard of. It stays one of the program's, from which signals come."""
        self._family.living.discard(pid)
        self._seen_off.discard(pid)
        if self._scout is not None:
            self._scout.gone(pid)

    def _note_privileges(self, pid: int) -> None:
        lost = self._deaths.lost = privileges.lost_by(pid)
        if lost is None:
            return

        def tell() -> int:
            self._observer.privileges_lost(lost)
            return 0

        try:
            self._helpers.start(tell)
        except OSError:
            pass  # the report says it

    def _note_exit(self, tid: int) -> None:
        """A thread is on its way out, and its memory still there."""
        try:
            code = ptrace.event_message(tid)
            if self._scout is not None and (
                not code & ptrace.CORE_DUMPED or code & 0x7F == signal.SIGSYS
            ):
                self._scout.leaving(tid, code, ptrace.general_registers(tid))
        except OSError:
            pass

    def _meet(self, pid: int) -> None:
        """A child may die before its parent comes to tell of its birth: hear the parent first."""
        found = procfs.stat(pid)
        for _ in range(MEET_TRIES if found is not None else 0):
            assert found is not None
            for tid in procfs.threads(found.ppid):
                try:
                    got, status = os.waitpid(tid, ptrace.WALL | os.WNOHANG)
                except ChildProcessError:
                    continue
                if got and status & 0xFF == STOPPED:
                    self._on_stop(got, status)
                elif got:
                    self._on_end(got, status)
                if pid in self._family.parents:
                    return
            time.sleep(0.0005)

    def _on_signal(self, tid: int, number: int) -> None:
        """A signal is about to be delivered."""
        try:
            status = procfs.status(tid)
            pid = procfs.number(status, b"Tgid") or tid
            raw = self._last_looks.as_it_came(tid, pid, ptrace.signal_info(tid))
            info = decode_siginfo(raw, tid)
        except (OSError, AtfaultError):
            ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
            return
        self._deaths.got(pid, number, info.sender_pid)
        if pid == self._main and info.sender_pid is not None:
            self._mailbox.note_signal(number, info.sender_pid)
        if number in fatal_signals.HARMLESS or fatal_signals.is_handled(status, number):
            if number in fatal_signals.CRASHES:
                self._crashes.first_faults.remember(tid, raw)
            is_caught = fatal_signals.is_caught(status, number)
            if is_caught and self._last_looks.begin(tid, pid, info, raw, is_handled=True):
                return
        elif number == signal.SIGQUIT and info.sender_pid != pid and pid not in self._crashes.held:
            # Ctrl-\ goes to the whole process group: the others must not die of the question. A job
            # of an interactive shell is a group of its own, and is meant itself.
            if pid == self._main or (info.code == SI_KERNEL and _group(pid) == _group(self._main)):
                number = 0
                if pid == self._main:
                    self._hangs.look()
        elif info.code <= 0 and fatal_signals.is_of_init(status):
            pass  # the kernel drops it
        else:
            if self._last_looks.begin(tid, pid, info, raw, is_handled=False):
                return
            self._hangs.give_up(pid)
            if pid not in self._family.parents:
                self._meet(pid)
            if self._crashes.on_fatal(tid, pid, info, raw):
                return
            if not fatal_signals.let_die(pid, tid, number):
                self._on_end(pid, number)
            return
        ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)

    def _on_end(self, tid: int, status: int) -> bool:
        """False for a thread, or a process that nothing is known of."""
        family = self._family
        if tid not in family.living:
            if self._helpers.has_ended(tid, status):
                return True
            self._of_stranger(tid, status)
            return False
        family.living.discard(tid)
        family.starters.discard(tid)
        self._to_set.pop(tid, None)
        self._seen_off.discard(tid)
        for orphan in self._newborn:
            ptrace.resume(ptrace.PTRACE_CONT, orphan, 0, 0)
        self._newborn.clear()
        self._unasked.clear()
        if tid == self._main:
            family.main_ended = True
            self._hangs.main_ended()
        self._last_looks.gone(tid)
        self._deaths.ended(tid, status)
        if tid != self._main:
            family.parents.pop(tid, None)
        return True


def _is_process(tid: int) -> bool:
    """Whether it is a process of its own, and no further thread of one: the cheapest question to
    which the kernel has different answers (pidfd_open(2): EINVAL for a thread)."""
    try:
        os.close(os.pidfd_open(tid))
    except OSError:
        return False
    return True


def _group(pid: int) -> int:
    """Its process group; 0 when it is gone."""
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


def _has_ended(pid: int) -> bool:
    """Whether there is no such process any more, or what is left of it waits for its parent."""
    found = procfs.stat(pid)
    return found is None or found.state in ("Z", "X")
