"""What few reports tell of other processes: who started it, what failed by it, its job's ranks."""

from typing import NamedTuple

from atfault.model.findings import Blame
from atfault.model.start import Role


class RankReport(NamedTuple):
    """Which process of a job of several it is, as its launcher counts."""

    rank: int
    local_rank: int | None
    world_size: int | None
    """None where the launcher does not tell."""


class PlaceReport(NamedTuple):
    """A line of the program (places.Place), in a report."""

    file: str
    line: int | None
    function: str
    mine: bool = False


class ConsequenceReport(NamedTuple):
    """A process of the same run that failed because another had."""

    pid: int | None
    rank: RankReport | None
    kind: str
    """"peer-gone", "watchdog", "launcher", "worker-died" or "told-to-end"."""
    error: str
    """The type of its exception."""
    message: str
    """The line of its text that says so."""
    seconds: float | None
    """After the failure that the report is about; None when that is not known."""


class RankGroupReport(NamedTuple):
    """Ranks of a job that are in one place."""

    ranks: str
    """"0-4,6,7"."""
    place: str
    """"all_reduce at train.py:27"; file names without folders."""
    stack: tuple[PlaceReport, ...]
    """Of one of them: the Python frames of its telling thread, stack[0] the innermost."""
    pids: tuple[int, ...]
    """Theirs, in the order of the ranks; that of a worker where it tells more; () where a text, or
    a file, tells of them."""

    @property
    def number(self) -> int:
        """Of ranks."""
        spans = [one.partition("-") for one in self.ranks.split(",")]
        return sum(int(last or first) - int(first) + 1 for first, _, last in spans)


class JobReport(NamedTuple):
    """The processes that belong together as ranks of one job."""

    world: int | None
    """How many there are, on all machines; None where that is not known."""
    groups: tuple[RankGroupReport, ...]
    """The largest first."""
    odd: tuple[int, ...]
    """The few that are not where most are."""
    missing: tuple[int, ...]
    """Of the ranks that are to be on this machine, those that were not seen."""


class StartReport(NamedTuple):
    """Who started the process, and where."""

    pid: int
    how: str
    """What it was started as: "multiprocessing.Pool worker"; "" when unknown."""
    line: Blame | None
    """The user's own line that did, the innermost; None when none is known."""
    places: tuple[PlaceReport, ...]
    """Of the thread that started it; places[0] is the innermost."""
    at_death: tuple[PlaceReport, ...] = ()
    """Where the main thread of process `pid` was when this one died; empty when unknown."""
    outcome: str = ""
    """What became of process `pid`, where that is known: "ended with exit status 1"."""
    role: Role = ""
    above_pid: int | None = None
    """The process whose `line` is, where the thread that started it runs none of the user's: that
    process had started `pid`, or whoever did."""


class ProgramReport(NamedTuple):
    """How the program under `run` ended, of a report on another of its processes."""

    pid: int
    exit_code: int
    """As a shell has it: 128 + N when signal N ended it."""
