"""Ends of the program's processes by a signal: which are worth telling, and what is known of them.

What was seen when a process was about to die (`Fatal`) and what the analysis found come first; its
end comes later, and by a signal that nobody saw coming if it was SIGKILL.

Children that die in the same way are one report, and a count:

    dies at   a.py:7   a.py:7   b.py:3   a.py:7                    the program ends
              explain  count    explain  count                     tell the counts

A process that is gone without a word (`lost`) is told of when the program fails for it. When
others crash, that explains more, unless that was long ago. Of a program that ends well only those
are told that ended themselves: it has coped with that, and may not know of what.
"""

import os
import time
from collections.abc import Iterable
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo, SignalInfo
from atfault.model.signals import signal_name
from atfault.model.start import LastMoment, Start
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.helpers import Helpers
from atfault.snapshot.tracing.lost import AT_ONCE, SIGNALLED, Kind, Lost, is_worker
from atfault.snapshot.tracing.mailbox import Mailbox
from atfault.snapshot.tracing.observer import Death, Observer, Scout
from atfault.snapshot.tracing.oom import OomWatch
from atfault.snapshot.tracing.privileges import LostPrivileges

MAX_CHILD_REPORTS = 20
"""Children that are explained as they come, each in another way to die (see `Scout.mark`)."""
MORE_EVERY = 30.0
"""Seconds after which one more is explained: a server may run for weeks."""
MAX_AT_ONCE = 4
"""Children that are explained at the same time."""
MAX_MARKS = 1000
SOON = 30.0
"""Seconds within which a process ends that was asked to; others have taken it for a hint."""


class Fatal(NamedTuple):
    """What was seen when a process was about to die."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    expected: bool


class _Looked(NamedTuple):
    """A process that hangs, as a look at it says, taken as somebody sent it a signal."""

    fatal: Fatal
    report: bytes
    when: float


class Deaths:
    """Collects the deaths of one run."""

    def __init__(
        self,
        family: Family,
        observer: Observer,
        helpers: Helpers,
        mailbox: Mailbox,
        oom: OomWatch,
        scout: Scout | None = None,
    ) -> None:
        self._family = family
        self._observer = observer
        self._helpers = helpers
        self._mailbox = mailbox
        self._oom = oom
        self._scout = scout
        self._fatal: dict[int, Fatal] = {}
        self._analysis: dict[int, bytes | Absent] = {}
        self._looked: dict[int, _Looked] = {}
        self._main: Death | None = None
        self.lost: LostPrivileges | None = None
        """The first that any of its processes has lost."""
        self._main_status = 0
        self._main_asked = False
        """Somebody wanted the program to end."""
        self._asked_by: set[tuple[int | None, int | None]] = set()
        """(signal, sender)."""
        self._asked: set[int] = set()
        """Living processes, other than the program itself, that somebody else wanted to end."""
        self._kinds: dict[tuple[object, ...], Kind] = {}
        self._kind_of: dict[int, Kind] = {}
        """Living children that are about to die → their way."""
        self._lost = Lost(family)
        self._left_out: dict[int, int] = {}
        self._explained = 0
        self._last_explained = 0.0
        self._last_crash = 0.0

    def got(self, pid: int, number: int, sender: int | None) -> None:
        """A signal is about to be delivered to a process."""
        if number not in fatal_signals.ASKING:
            return
        if pid == self._family.main:
            self._main_asked = True
            self._asked_by.add((number, sender))
        elif sender != pid:
            self._asked.add(pid)
            if sender in self._family.living:
                self._lost.others_are_ended(sender)

    def born(self, tid: int) -> None:
        """Thread `tid` has made a process."""
        self._lost.born(tid)

    def was_asked(self, pid: int) -> bool:
        """Whether a living process of the program was sent a signal by somebody else, to end it."""
        return pid in self._asked

    def _is_of_all(self, fatal: Fatal) -> bool:
        """Whether the whole program was asked to end, this child among the others."""
        return (fatal.termination.signal, fatal.termination.sender_pid) in self._asked_by

    # A child that is about to die

    def expect(self, pid: int, tid: int, fatal: Fatal, registers: bytes) -> bool:
        """Whether the process, whose thread `tid` is about to die, is to be analysed."""
        self._fatal[pid] = fatal
        looked = self._looked.get(pid)
        if looked is not None and looked.fatal.termination == fatal.termination:
            return False  # what there is to say was seen while it lived
        if fatal.expected or (pid != self._family.main and self._is_of_all(fatal)):
            return False
        if pid == self._family.main:
            return True
        mark = () if self._scout is None else self._scout.mark(pid, tid, registers)
        signal = fatal.signal
        code = None if isinstance(signal, Absent) else signal.code
        key = (fatal.termination.signal, code, *(mark or (pid,)))
        kind = self._kinds.get(key)
        if kind is not None:
            self._kind_of[pid] = kind
            return False
        if not self._may_explain():
            return False
        kind = self._kinds[key] = self._kind_of[pid] = Kind()
        kind.pending = pid
        self._explained += 1
        self._last_explained = time.monotonic()
        return True

    def _may_explain(self) -> bool:
        if sum(1 for kind in self._kinds.values() if kind.pending) >= MAX_AT_ONCE:
            return False
        if len(self._kinds) >= MAX_MARKS:
            return False
        waited = time.monotonic() - self._last_explained
        return self._explained < MAX_CHILD_REPORTS or waited > MORE_EVERY

    def explain(self, pid: int, analysis: bytes | Absent) -> None:
        """What came of its analysis."""
        if pid in self._family.living:
            self._analysis[pid] = analysis
        # Else it was killed while it was held; that death has been dealt with.

    def looked_at(self, pid: int, fatal: Fatal, report: bytes) -> None:
        """It hangs, as a look at it says, and somebody wants it to end."""
        if pid in self._family.living:
            self._looked[pid] = _Looked(fatal, report, time.monotonic())

    # An end

    def ended(self, pid: int, status: int) -> None:
        """A process has ended with this waitpid status."""
        start = None if self._scout is None else self._scout.start_of(pid)
        if pid == self._family.main:
            self._main_status = status
        looked = self._looked.pop(pid, None)
        if looked is not None and _has_ended_so(looked, status) and not self._is_told(pid):
            self._tell_hang(pid, looked, start)
        elif os.WIFSIGNALED(status):
            self._died(pid, os.WTERMSIG(status), start)
        elif start is not None and pid not in self._asked:
            self._lose(pid, Termination(exit_code=os.WEXITSTATUS(status)), start)
        if pid != self._family.main and pid not in self._asked:
            self._lost.holder_ended(pid, failed=status != 0)
        self._asked.discard(pid)
        self._fatal.pop(pid, None)
        self._analysis.pop(pid, None)
        kind = self._kind_of.pop(pid, None)
        if kind is not None and kind.pending == pid:
            kind.pending = 0
        if self._scout is not None:
            self._scout.gone(pid)

    def _is_told(self, pid: int) -> bool:
        """Whether its end is no news: we end it, or what it died of was looked at as well."""
        return self._family.is_being_ended or pid in self._analysis

    def _tell_hang(self, pid: int, looked: _Looked, start: Start | None) -> None:
        """A process hung, and was ended for it."""
        is_main = pid == self._family.main
        death = Death(*looked.fatal[:3], looked.report, is_main, start, lost=self.lost)
        if is_main:
            self._main = death
            return
        kind = self._kinds[looked.fatal.termination.signal, pid] = Kind()
        kind.death = death
        self._tell_child(kind)

    def is_main_killed(self) -> bool:
        """Whether a signal has ended the program."""
        return os.WIFSIGNALED(self._main_status)

    def tell_all(self) -> None:
        """The program has ended."""
        children = self._told(self._kinds.values())
        unsure: tuple[Death, ...] = ()
        if self._main is None and not self._main_status:
            # It has coped, and may not know of what.
            children += self._told(self._lost.own_acts())
        elif self._main is None:
            just_now = time.monotonic() - AT_ONCE
            if not children:
                children = self._told(self._lost.failed_for(just_now))
                sure, unsaid = self._lost.late(just_now, self._main_status)
                children += self._told(sure, is_late=True)
                unsure = self._told(unsaid, is_late=True)
            elif self._last_crash < just_now:
                children += self._told(self._lost.since(just_now))
        self._observer.ended(self._main, children, self._left_out, unsure)

    def _told(self, kinds: Iterable[Kind], *, is_late: bool = False) -> tuple[Death, ...]:
        """What is known of them at the program's end."""
        status = self._main_status
        if os.WIFSIGNALED(status):
            outcome = f"was ended by {signal_name(os.WTERMSIG(status))}"
            code = SIGNALLED + os.WTERMSIG(status)
        else:
            code = os.WEXITSTATUS(status)
            outcome = f"ended with exit status {code}"
        return tuple(
            [
                kind.death._replace(
                    alike=tuple(kind.alike),
                    alike_count=kind.count,
                    outcome=outcome,
                    program=self._family.main,
                    exit_code=code,
                    is_late=is_late,
                )
                for kind in kinds
                if kind.death is not None
            ]
        )

    def _died(self, pid: int, number: int, start: Start | None) -> None:
        is_main = pid == self._family.main
        fatal = self._fatal.get(pid)
        if fatal is not None and fatal.termination.signal != number:
            fatal = None
        if self._family.is_being_ended:
            return
        if fatal is not None and fatal.expected:
            self._expected(pid, fatal, start)
            return
        if fatal is None:
            fatal = self._unseen(pid, number)
            if is_main and number in fatal_signals.EVERYDAY:
                return
            last = self._last_of(pid)
            if last is not None and last.act in ("kill", "cpu-limit"):
                fatal = fatal._replace(termination=Termination(None, number))
            if not is_main and fatal.termination.oom is None:
                # SIGKILL names no sender: most likely its own program ended it
                self._lose(pid, fatal.termination, start)
                return
        analysis = self._analysis.get(pid)
        if is_main:
            analysis = Absent("it was gone at once") if analysis is None else analysis
            last = self._last_of(pid)
            if last is not None and last.act == "kill":
                itself = fatal.termination._replace(sender="the process itself", sender_pid=pid)
                fatal = fatal._replace(termination=itself)
            self._main = Death(*fatal[:3], analysis, True, last=last, lost=self.lost)
            return
        if number == fatal_signals.SIGKILL:
            gone = Absent("it was gone at once")
            self._count_killed(Death(*fatal[:3], gone, False, start, self._last_of(pid)))
            return
        if self._is_of_all(fatal):
            return
        self._last_crash = time.monotonic()
        kind = self._kind_of.get(pid)
        if kind is None:
            self._left_out[number] = self._left_out.get(number, 0) + 1
        elif kind.pending == pid:
            if analysis is None:
                analysis = Absent("it was gone at once")
            kind.death = Death(*fatal[:3], analysis, False, start)
            self._tell_child(kind)
        else:
            kind.add(pid)

    def _expected(self, pid: int, fatal: Fatal, start: Start | None) -> None:
        """An end that is part of normal life. Of SIGPIPE the user hears in a line, as nothing else
        says why the program stopped; a worker's may be what the program then fails for."""
        if fatal.termination.signal != fatal_signals.SIGPIPE:
            return
        if pid == self._family.main:
            gone = Absent("its end is none to be explained")
            self._main = Death(*fatal[:3], gone, True, is_everyday=True)
        elif fatal.termination.broken is not None and fatal.termination.broken.fd > 2:
            self._lose(pid, fatal.termination, start)

    def _count_killed(self, death: Death) -> None:
        """The kernel killed a child for memory: one report for all that were started alike."""
        start = death.start
        kind = self._kinds.setdefault((9, None if start is None else start._replace(tid=0)), Kind())
        if kind.death is not None:
            kind.add(death.process.pid)
            return
        kind.death = death
        self._tell_child(kind)

    def _lose(self, pid: int, termination: Termination, start: Start | None) -> None:
        """A worker is gone without a word. Told at the end, if the program fails for it."""
        family, last = self._family, self._last_of(pid)
        late = family.main_ended or self._main_asked or family.is_being_ended
        if start is not None and last is not None and last.act == "ended":
            self._lost.others_are_ended(start.pid)
        if start is None or late or not is_worker(termination, start, last):
            return
        if last is not None and last.act == "kill":
            termination = termination._replace(sender="the process itself", sender_pid=pid)
        unknown = _unseen_info(termination.signal or fatal_signals.SIGKILL)
        gone = Absent("it was gone at once")
        process = self._process(pid, last)
        self._lost.add(Death(process, unknown, termination, gone, False, start, last))

    def _process(self, pid: int, last: LastMoment | None) -> ProcessInfo:
        if last is not None and last.process is not None:
            return last.process
        return ProcessInfo(pid, self._family.parents.get(pid))

    def _last_of(self, pid: int) -> LastMoment | None:
        return None if self._scout is None else self._scout.last_of(pid)

    def _unseen(self, pid: int, number: int) -> Fatal:
        """A death without a stop before it: SIGKILL, above all."""
        family = self._family
        is_main = pid == family.main
        process = family.program if is_main else self._process(pid, self._last_of(pid))
        oom = None
        if number == fatal_signals.SIGKILL:
            peak = self._mailbox.peak_rss(0.2) if is_main else None
            oom = self._oom.evidence(pid, peak)
        return Fatal(process, _unseen_info(number), Termination(None, number, oom=oom), False)

    def _tell_child(self, kind: Kind) -> None:
        """Beside the program, since it and its other children go on."""
        death = kind.death
        assert death is not None
        try:
            answer = os.memfd_create("atfault-number")
        except OSError:
            return

        def tell() -> int:
            number = self._observer.child_died(death)
            os.pwrite(answer, str(number or 0).encode(), 0)
            return 0

        def told(status: int) -> None:
            content = os.pread(answer, 20, 0)
            os.close(answer)
            if content.isdigit():
                kind.death = death._replace(number=int(content))

        try:
            self._helpers.start(tell, told)
        except OSError:
            os.close(answer)


def _has_ended_so(looked: _Looked, status: int) -> bool:
    """Whether it ended for the signal that it was looked at for: soon after, or by the SIGKILL that
    follows where a signal does not help."""
    is_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == fatal_signals.SIGKILL
    return is_killed or time.monotonic() < looked.when + SOON


def _unseen_info(number: int) -> Absent:
    """Why there is no siginfo of a signal that ended a process."""
    if number == fatal_signals.SIGKILL:
        return Absent("nobody sees the siginfo of SIGKILL")
    return Absent(f"the delivery of {signal_name(number)} was not seen")
