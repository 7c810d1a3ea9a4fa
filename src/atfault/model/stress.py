"""What a stress run tried and saw, as part of a report of kind "stress"."""

from typing import Literal, NamedTuple

FailureKind = Literal["crash", "hang", "exception", "exit", "result", "state"]


class StressFailure(NamedTuple):
    """One way in which calls failed."""

    kind: FailureKind
    """"crash" a signal ended the process, "hang" no call ended any more, "exception" left the
    target, "exit" the target ended the process, "result" another one than the reference's, "state"
    the arguments were not what they are after as many calls of one thread."""
    text: str
    """In words: "SIGSEGV in recognise", "IndexError: pop from empty list", "3 instead of 4"."""
    runs: int
    """In how many runs."""
    file: str = ""
    line: int | None = None
    function: str = ""
    """The innermost line of the user's own code, where one is known."""


class StressPhase(NamedTuple):
    """One way of calling the target."""

    name: str
    """"reference", "alone", "free", "locked" or "own"."""
    runs: int = 0
    """Child processes."""
    failed_runs: int = 0
    rounds: int = 0
    """Starts of all threads with fresh arguments, over all runs."""
    failed_rounds: int = 0
    calls: int = 0
    failed_calls: int = 0
    """As far as they could be counted: a crash is one."""
    seconds: float = 0.0
    failures: tuple[StressFailure, ...] = ()
    """The most frequent first."""
    skipped: str = ""
    """Why it was not run; "" when it was."""


class StressPackage(NamedTuple):
    name: str
    version: str


class StressEnvironment(NamedTuple):
    """One interpreter with its packages, and what the stress run found there."""

    name: str
    """As the user gave it: a folder, an interpreter."""
    executable: str
    version: str
    implementation: str
    free_threaded: bool
    gil_enabled: bool
    packages: tuple[StressPackage, ...]
    """Those that the target had loaded."""
    cause: str
    confidence: str
    summary: str
    reference: str
    """How results were judged: "constant", "sequence", "partly", "nothing", or "thread" where they
    depend on the thread that calls."""
    phases: tuple[StressPhase, ...]
    notes: tuple[str, ...] = ()


class StressReport(NamedTuple):
    target: str
    setup: str | None
    threads: int
    iterations: int
    """Calls of each thread in a round, as asked for."""
    calls: int
    """The same, as it was done: fewer where a call takes long."""
    seed: int
    close: tuple[float, float] | None
    """(rtol, atol) within which floats are the same; None: exactly."""
    environments: tuple[StressEnvironment, ...]
    """The second is that of --compare."""
