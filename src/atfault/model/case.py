"""`Case`: what is known of one failure, the only input of the rules."""

from typing import TYPE_CHECKING, NamedTuple

from atfault.model.absent import Absent
from atfault.model.process import ProcessInfo
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # most cases have none of these, whose 40 records take as long as a rule's work
    from atfault.model.exception import RaisedException, UncaughtException
    from atfault.model.family import ReportedDeath
    from atfault.model.given import Given
    from atfault.model.gpu import GpuFailure
    from atfault.model.job import Job
    from atfault.model.loading import ImportFailure
    from atfault.model.numba_run import NumbaRun
    from atfault.model.printed import PrintedTail

NO_PROCESS = ProcessState(ProcessInfo(0))
"""That of a case without one: a build log, an exception whose process nobody looked at."""


NOT_KEPT = Absent("only known of what runs under `atfault run`")


class Case(NamedTuple):
    """One failure, or one look at a program that goes on."""

    process: ProcessState = NO_PROCESS
    """The one that failed, or that was asked about."""
    family: tuple[ProcessState, ...] = ()
    """Other processes that were looked at together with it, its descendants first."""
    reported: "tuple[ReportedDeath, ...] | Absent" = Absent("only known of a program under `run`")
    """Its descendants whose death has been reported before."""
    failed: tuple["UncaughtException", ...] = ()
    """What had ended threads of it, and processes that it started, when it was looked at; only
    known of a program under `run`."""
    exception: "UncaughtException | Absent" = Absent("no uncaught exception ended it")
    """It is about this exception then, rather than about a signal or a hang."""
    load_failure: "ImportFailure | Absent" = Absent("no import failed")
    """Why an import failed, where that is what the exception says."""
    gpu: "GpuFailure | Absent" = Absent("no exception is about a GPU")
    """What the exception, and what kernels printed, say of a failure on one."""
    numba: "NumbaRun | Absent" = Absent("only known of what runs under `atfault numba`")
    """What Numba compiled in it, and which of its checks failed."""
    printed: "PrintedTail | Absent" = NOT_KEPT
    """The end of what they all wrote to standard error."""
    given: "Given | Absent" = Absent("no text was given")
    """Text that was given to be explained: a build's log, what another tool reported."""
    job: "Job | Absent" = Absent("no two of the processes are ranks of one job")
    """Of its processes that belong together, where two or more do."""
    command: tuple[str, ...] = ()
    """What `atfault run` was given to run, with secrets masked; () for what it did not start."""

    @property
    def processes(self) -> tuple[ProcessState, ...]:
        """All that is known, the one in question first."""
        return (self.process, *self.family)

    @property
    def raised(self) -> "tuple[RaisedException, ...]":
        """The exception that nobody caught, and those that it came from; () without one."""
        return () if isinstance(self.exception, Absent) else self.exception.chain()

    @property
    def raised_in(self) -> str:
        """Name of the thread that the exception ended; "" when there is none, or it has no name."""
        return "" if isinstance(self.exception, Absent) else self.exception.thread
