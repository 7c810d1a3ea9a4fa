"""Ends of the program's processes by a signal: which are worth telling, and what is known of them.

What was seen when a process was about to die (`Fatal`) and what the analysis found come first; its
end comes later, and by a signal that nobody saw coming if it was SIGKILL.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.process import ProcessInfo, SignalInfo, Termination
from atfault.model.record import NamedTuple
from atfault.snapshot import fatal_signals
from atfault.snapshot.observer import Death

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.snapshot.helpers import Helpers
    from atfault.snapshot.mailbox import Mailbox
    from atfault.snapshot.observer import Observer
    from atfault.snapshot.oom import OomWatch

MAX_CHILD_REPORTS = 3
"""Children explained in one run; the others are counted (a hundred workers die alike)."""


class Fatal(NamedTuple):
    """What was seen when a process was about to die."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    expected: bool


class Family:
    """The program's processes, as far as the tracer must know them."""

    def __init__(self, program: ProcessInfo, parent: int) -> None:
        self.program = program
        self.main = program.pid
        self.parents = {program.pid: parent}
        """Process → the thread that forked it."""
        self.living = {program.pid}
        self.main_ended = False
        self.is_being_ended = False
        """The program is ended by us, as it was asked for."""


class Deaths:
    """Collects the deaths of one run."""

    def __init__(
        self,
        family: Family,
        observer: Observer,
        helpers: Helpers,
        mailbox: Mailbox,
        oom: OomWatch,
    ) -> None:
        self._family = family
        self._observer = observer
        self._helpers = helpers
        self._mailbox = mailbox
        self._oom = oom
        self._fatal: dict[int, Fatal] = {}
        self._analysis: dict[int, bytes | Absent] = {}
        self._main: Death | None = None
        self._children: list[Death] = []
        self._left_out: dict[int, int] = {}
        self._children_analysed = 0

    def expect(self, pid: int, fatal: Fatal) -> bool:
        """Whether the process, about to die, is to be analysed."""
        self._fatal[pid] = fatal
        is_main = pid == self._family.main
        if fatal.expected or (not is_main and self._children_analysed >= MAX_CHILD_REPORTS):
            return False
        self._children_analysed += not is_main
        return True

    def explain(self, pid: int, analysis: bytes | Absent) -> None:
        """What came of its analysis."""
        if pid in self._family.living:
            self._analysis[pid] = analysis
        # Else it was killed while it was held; that death has been dealt with.

    def ended(self, pid: int, number: int | None) -> None:
        """A process has ended: by signal `number`, if given."""
        if number is not None:
            self._died(pid, number)
        self._fatal.pop(pid, None)
        self._analysis.pop(pid, None)

    def tell_all(self) -> None:
        """The program has ended."""
        self._observer.ended(self._main, tuple(self._children), self._left_out)

    def _died(self, pid: int, number: int) -> None:
        is_main = pid == self._family.main
        fatal = self._fatal.get(pid)
        if fatal is not None and fatal.termination.signal != number:
            fatal = None
        if (fatal is not None and fatal.expected) or self._family.is_being_ended:
            return
        if fatal is None:
            fatal = self._unseen(pid, number)
            if not is_main and fatal.termination.oom is None:
                return  # SIGKILL names no sender: most likely its own program ended it
        analysis = self._analysis.get(pid)
        # The first to crash are those that were held, which is why they are not the first to die.
        counted_only = analysis is None and number != fatal_signals.SIGKILL
        if not is_main and (counted_only or len(self._children) >= 2 * MAX_CHILD_REPORTS):
            self._left_out[number] = self._left_out.get(number, 0) + 1
            return
        if analysis is None:
            analysis = Absent("it was gone at once")
        death = Death(fatal.process, fatal.signal, fatal.termination, analysis, is_main)
        if is_main:
            self._main = death
            return
        self._tell_child(death)
        self._children.append(death)

    def _unseen(self, pid: int, number: int) -> Fatal:
        """A death without a stop before it: SIGKILL, above all."""
        family = self._family
        is_main = pid == family.main
        process = family.program if is_main else ProcessInfo(pid, family.parents.get(pid))
        oom = None
        if number == fatal_signals.SIGKILL:
            peak = self._mailbox.peak_rss(0.2) if is_main else None
            oom = self._oom.evidence(pid, peak)
        unknown = Absent("nobody sees the siginfo of SIGKILL")
        return Fatal(process, unknown, Termination(None, number, oom=oom), False)

    def _tell_child(self, death: Death) -> None:
        """Beside the program, since it and its other children go on."""

        def tell() -> int:
            self._observer.child_died(death)
            return 0

        try:
            self._helpers.start(tell)
        except OSError:
            pass
