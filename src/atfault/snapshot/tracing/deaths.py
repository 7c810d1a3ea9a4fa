"""Ends of the program's processes by a signal: which are worth telling, and what is known of them.

What was seen when a process was about to die (`Fatal`) and what the analysis found come first; its
end comes later, and by a signal that nobody saw coming if it was SIGKILL.

Children that die in the same way are one report, and a count:

    dies at   a.py:7   a.py:7   b.py:3   a.py:7                    the program ends
              explain  count    explain  count                     tell the counts

A process that was killed by SIGKILL, or left by os._exit, is told of when the program fails for
it: before, it may have been its own wish. That shows in what follows, whichever library started it:

    the program ends      a worker of a pool: whenever; others: within a second
    a launcher fails      that has started it, and the program for that: `sh -c torchrun …`
    the others are ended  whoever started it sends signals to those that are left: they were a job

When others crash, that explains more, unless that was long ago. Of a program that ends well only
those are told that ended themselves: it has coped with that, and may not know of what.
"""

import os
import time
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.process import ProcessInfo, SignalInfo, Termination
from atfault.model.signals import signal_name
from atfault.model.start import EVENT_LOOP_COMMAND, FORK, LastMoment, Start
from atfault.snapshot import procfs
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.helpers import Helpers
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
MAX_LISTED = 64
"""Pids that are remembered of those that died alike."""
MAX_LOST = 64
SIGNALLED = 128
"""And the number of the signal: the exit status of a program that one has ended."""
AT_ONCE = 1.0
"""Seconds within which a program fails that relied on a process, other than those of a pool: it may
have killed it itself, which nobody can tell."""


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


class _Kind:
    """A way to die that several children share."""

    __slots__ = (
        "alike",
        "count",
        "death",
        "has_sign",
        "holder",
        "is_own_act",
        "is_relied_on",
        "pending",
        "went_on",
        "when",
    )

    def __init__(self) -> None:
        self.death: Death | None = None
        """The one that was explained."""
        self.pending = 0
        """Pid of the one that is being explained."""
        self.alike: list[int] = []
        self.count = 0
        self.is_relied_on = True
        """Of those that are gone without a word: whoever started them fails for it."""
        self.holder = 0
        """Of those: the process that it is about, as it has started them, or what did so has failed
        in turn."""
        self.is_own_act = False
        """Of those that are gone without a word: their own code ended them."""
        self.has_sign = False
        """Of those: they ended themselves, or a thread waited for nothing but their end."""
        self.went_on = False
        """Of those: the holder has started another process since."""
        self.when = time.monotonic()


class Family:
    """The program's processes, as far as the tracer must know them."""

    def __init__(self, program: ProcessInfo, parent: int) -> None:
        self.program = program
        self.main = program.pid
        self.parents = {program.pid: parent}
        """Process → the thread that forked it."""
        self.living = {program.pid}
        self.starters: set[int] = set()
        """Living processes that have started others."""
        self.main_ended = False
        self.is_being_ended = False
        """The program is ended by us, as it was asked for."""

    def parent_of(self, pid: int) -> int:
        """The process that one which has just ended was a child of; 0 when that is not known."""
        found = procfs.stat(pid)
        if found is not None and found.ppid in self.living:
            return found.ppid
        tid = self.parents.get(pid, 0)
        return procfs.process_of(tid) or tid


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
        self._kinds: dict[tuple[object, ...], _Kind] = {}
        self._kind_of: dict[int, _Kind] = {}
        """Living children that are about to die → their way."""
        self._lost: dict[tuple[object, ...], _Kind] = {}
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
                self._others_are_ended(sender)

    def _others_are_ended(self, holder: int | None) -> None:
        """A process ends those that it has started. Where it had lost one, that is why."""
        for kind in self._lost.values():
            if kind.holder == holder:
                kind.is_relied_on = True

    def born(self, tid: int) -> None:
        """Thread `tid` has made a process."""
        if not self._lost:
            return
        holder = procfs.process_of(tid) or tid
        for kind in self._lost.values():
            if kind.holder == holder:
                kind.went_on = True

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
        kind = self._kinds[key] = self._kind_of[pid] = _Kind()
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
        if self._lost and pid != self._family.main:
            self._holder_ended(pid, failed=status != 0)
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
        kind = self._kinds[looked.fatal.termination.signal, pid] = _Kind()
        kind.death = death
        self._tell_child(kind)

    def _holder_ended(self, pid: int, *, failed: bool) -> None:
        """A process has ended that had lost some itself: they are what it failed for, or it has
        coped. Whoever started it is to say what that means."""
        for key, kind in list(self._lost.items()):
            if kind.holder != pid or pid in self._asked:
                continue
            if not failed:
                if not kind.is_own_act:
                    del self._lost[key]
            elif kind.is_relied_on or kind.when >= time.monotonic() - AT_ONCE:
                kind.holder = self._family.parent_of(pid)
                kind.when = time.monotonic()
                kind.is_relied_on = kind.went_on = False
            elif not kind.went_on:
                kind.holder = self._family.parent_of(pid)

    def is_main_killed(self) -> bool:
        """Whether a signal has ended the program."""
        return os.WIFSIGNALED(self._main_status)

    def tell_all(self) -> None:
        """The program has ended."""
        late: list[tuple[Death, bool]] = []
        children = self._told(self._kinds)
        if self._main is None and not self._main_status:
            # It has coped, and may not know of what.
            own = {key: kind for key, kind in self._lost.items() if kind.is_own_act}
            children += self._told(own)
        elif self._main is None:
            just_now = time.monotonic() - AT_ONCE
            if not children:
                children = self._told(self._lost, just_now)
                late = self._late(just_now)
            elif self._last_crash < just_now:
                recent = {key: kind for key, kind in self._lost.items() if kind.when >= just_now}
                children += self._told(recent)
        sure = tuple([death for death, has_sign in late if has_sign])
        unsure = tuple([death for death, has_sign in late if not has_sign])
        self._observer.ended(self._main, children + sure, self._left_out, unsure)

    def _late(self, just_now: float) -> list[tuple[Death, bool]]:
        """Those that were lost before and that the program may have failed for all the same, as it
        has gone on with nothing else; whether something says so."""
        found = []
        for key, kind in self._lost.items():
            if kind.went_on or kind.holder != self._family.main:
                continue
            for death in self._told({key: kind}, -1.0):
                if not self._told({key: kind}, just_now):
                    sign = kind.has_sign or self._is_passed_on(death.termination)
                    found.append((death._replace(is_late=True), sign))
        return found

    def _is_passed_on(self, termination: Termination) -> bool:
        """Whether the program's exit status is that of a process which a signal ended, as shells
        (128 + N) and Python (-N) have it."""
        number = termination.signal
        return number is not None and os.WEXITSTATUS(self._main_status) in (
            SIGNALLED + number,
            256 - number,
        )

    def _told(
        self, kinds: dict[tuple[object, ...], _Kind], since: float = 0.0
    ) -> tuple[Death, ...]:
        """since: of parts that were no workers of a pool, those alone that died after that."""
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
                )
                for kind in kinds.values()
                if kind.death is not None
                and (
                    (kind.is_relied_on and kind.holder in (0, self._family.main))
                    or kind.when >= since
                )
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
            self._count(kind, pid)

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

    def _count(self, kind: _Kind, pid: int) -> None:
        kind.count += 1
        if len(kind.alike) < MAX_LISTED:
            kind.alike.append(pid)

    def _count_killed(self, death: Death) -> None:
        """The kernel killed a child for memory: one report for all that were started alike."""
        start = death.start
        kind = self._kinds.setdefault(
            (9, None if start is None else start._replace(tid=0)), _Kind()
        )
        if kind.death is not None:
            self._count(kind, death.process.pid)
            return
        kind.death = death
        self._tell_child(kind)

    def _lose(self, pid: int, termination: Termination, start: Start | None) -> None:
        """A worker is gone without a word. Told at the end, if the program fails for it."""
        family = self._family
        late = family.main_ended or self._main_asked or family.is_being_ended
        last = self._last_of(pid)
        if start is not None and last is not None and last.act == "ended":
            self._others_are_ended(start.pid)
        if start is None or late or not self._is_worker(termination, start, last):
            return
        if last is not None and last.act == "kill":
            termination = termination._replace(sender="the process itself", sender_pid=pid)
        where = last.own[:1] if last is not None and last.act in ("kill", "exit") else ()
        key = (start._replace(tid=0), termination._replace(sender_pid=None), where)
        kind = self._lost.get(key)
        has_sign = (
            last is not None
            and termination.signal is not None
            and (last.act in ("kill", "cpu-limit") or last.awaited)
        ) or (start.kind.role == "part" and termination.signal is None)
        if kind is not None:
            self._count(kind, pid)
            kind.when = time.monotonic()
            kind.has_sign, kind.went_on = has_sign, False
        elif len(self._lost) < MAX_LOST:
            process = self._process(pid, last)
            unknown = _unseen_info(termination.signal or fatal_signals.SIGKILL)
            gone = Absent("it was gone at once")
            kind = self._lost[key] = _Kind()
            kind.is_relied_on = start.kind.role == "pool"
            kind.holder = start.pid
            kind.has_sign = has_sign
            copes = start.kind.role == "command" and termination.signal is None
            kind.is_own_act = last is not None and last.is_own_act and not copes
            kind.death = Death(process, unknown, termination, gone, False, start, last)

    def _process(self, pid: int, last: LastMoment | None) -> ProcessInfo:
        if last is not None and last.process is not None:
            return last.process
        return ProcessInfo(pid, self._family.parents.get(pid))

    def _last_of(self, pid: int) -> LastMoment | None:
        return None if self._scout is None else self._scout.last_of(pid)

    def _is_worker(self, termination: Termination, start: Start, last: LastMoment | None) -> bool:
        """Whether the program relies on it, so that its end is the program's business."""
        if last is not None and last.act == "ended":
            return False
        if start.kind.role == "pool":
            return termination.exit_code != 0 or (last is not None and last.is_own_act)
        if termination.signal is None:  # of a bare fork the exit status may say anything
            own = last is not None and last.is_own_act
            return own and bool(termination.exit_code) and start.kind != FORK
        if last is None:
            return start.kind.role == "part"
        if start.kind == EVENT_LOOP_COMMAND:  # nobody waits for it in the way that others do
            return last.act in ("kill", "cpu-limit")
        return start.kind.role in ("part", "command")

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

    def _tell_child(self, kind: _Kind) -> None:
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
