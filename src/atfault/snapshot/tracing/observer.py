"""What `run` does with what the tracer sees: the interface between the two.

The observer's methods are called in processes of their own beside the program; `let_go`, and those
of a scout, in the tracer itself, between two events.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo, SignalInfo
from atfault.model.start import LastMoment, Start
from atfault.model.state import Ending
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target import Target
from atfault.snapshot.tracing.privileges import LostPrivileges
from atfault.snapshot.tracing.unwatched import LetGo


class Death(NamedTuple):
    """A process of the program that was ended by a signal."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    analysis: bytes | Absent
    """What `Observer.analyze` returned; Absent when there was nothing to look at any more."""
    is_main: bool
    start: Start | None = None
    """Where it was started; None for the program itself, and when unknown."""
    last: LastMoment | None = None
    """Where it was when it left by exit, or was killed; None when unknown."""
    alike: tuple[int, ...] = ()
    """Pids of those that died in the same way later on, the first of them."""
    alike_count: int = 0
    """How many they are."""
    number: int = 0
    """What `Observer.child_died` returned; 0 when it was not called."""
    outcome: str = ""
    """What became of the program: "ended with exit status 1"."""
    program: int = 0
    """The program's own pid, where its end is known."""
    lost: LostPrivileges | None = None
    """Of the program or one of those it started, the first that lost any."""
    exit_code: int = 0
    """The program's, 128 + N when signal N ended it, where its end is known."""
    is_late: bool = False
    """The program failed so long after it that this alone says nothing; but it has gone on with
    nothing else since."""
    is_everyday: bool = False
    """The program's, where a line about it is enough: SIGPIPE ended it at its standard output."""


class Asked(NamedTuple):
    """A process is to end, as a signal says that it is about to get."""

    told: str
    """Which signal it is, and of whom."""
    ending: Ending | None
    """How it ends; None where the program handles the signal."""
    is_alone: bool
    """None of those that it has started is gone by the same signal."""
    seconds: float
    """In which it may be looked at, and watched; 0.0: it is looked at at once."""


class Scout(Protocol):
    """Looks at threads that the tracer has stopped for other reasons. Quick, and never raises."""

    def forked(
        self, child: int, pid: int, tid: int, registers: Callable[[int], bytes], is_known: bool
    ) -> None:
        """Thread `tid` of `pid` is about to come back from making the process `child`.

        registers(tid): its general register set as the kernel lays it out; OSError when it has
        died. is_known: of the birth of `pid` has been told before, where it is not the program.
        """

    def executed(self, pid: int) -> None:
        """A process has executed another program."""

    def start_of(self, pid: int) -> Start | None:
        """Where a living process was started; None when that is not known."""

    def is_to_be_seen_off(self, pid: int) -> bool:
        """Whether the process, which has just been made, is to be looked at when it leaves."""

    def leaving(self, tid: int, code: int, registers: bytes) -> None:
        """Thread `tid` of such a process is on its way out; code: the process's wait status."""

    def runs_python(self, pid: int) -> bool:
        """Whether a living process runs Python, or may."""

    def last_of(self, pid: int) -> LastMoment | None:
        """Where a process was that has left; None when that is not known."""

    def gone(self, pid: int) -> None:
        """A process has ended."""

    def mark(self, pid: int, tid: int, registers: bytes) -> tuple[object, ...]:
        """Something hashable that is equal for threads in the same place of their code."""


class Observer(Protocol):
    """What `run` does with a crash and with a hang."""

    hang_seconds: float
    """Explain the program when it makes no progress for so long; 0: do not watch it."""

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        """Look at a process stopped at its fatal signal; the result comes back in a Death."""

    def analyze_plainly(self, snapshot: Snapshot, termination: Termination, why: str) -> bytes:
        """The same without files, values and whatever else can take long, as `analyze` came to no
        end, as `why` says. The snapshot holds the thread that took the signal, and no files."""

    def child_died(self, death: Death) -> int | None:
        """A child has died while the program goes on; the number of its report, if it has one."""

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        """The program has ended; by a signal, if `main` is given.

        children: those that `child_died` was called for, and those whose end shows its reason only
        now, as the program failed. left_out: signal number → how many more. unsure: whether the
        program failed for them is for others to say.
        """

    def wait_for_hang(self, target: Target, has_told: bool) -> tuple[object, bool]:
        """Returns when the program makes no progress, or a part of it that hangs: what was seen,
        and whether the program is to be ended for it. has_told: not before it has made some.
        Raises AccessError when it is no longer the same program."""

    def explain(self, target: Target, seen: object, is_to_end: bool = False) -> None:
        """Look at the running program and tell what was found. seen, is_to_end: what
        `wait_for_hang` returned; None when somebody asked (SIGQUIT). Raises AtfaultError."""

    def privileges_lost(self, lost: LostPrivileges) -> None:
        """A program has been executed without the rights of its file, as it is traced. Called for
        the first one of a run alone."""

    def let_go(self, one: LetGo, is_all: bool) -> None:
        """A program that would not run under a tracer as it does without goes on untraced; is_all:
        and with it everything, so that nothing is watched from here on. Called in the tracer:
        quick, and never raises."""

    def cannot_explain(self, reason: str) -> None:
        """The program could not be looked at."""
