"""Where a process was started: the code of the process that made it."""

from __future__ import annotations

from atfault.model.record import NamedTuple
from atfault.model.waits import Place

POOLS = frozenset(
    (
        "torch DataLoader worker",
        "ProcessPoolExecutor worker",
        "joblib worker",
        "multiprocessing.Pool worker",
        "multiprocess.Pool worker",
        "Celery worker",
        "gunicorn worker",
        "uvicorn worker",
    )
)
"""Values of `Start.how` for workers that are to stay, so that whoever started them fails, waits for
ever or starts others when one ends in any other way than by exit(0)."""
PARTS = frozenset(("multiprocessing.Process", "multiprocess.Process", "os.fork"))
"""Those that run the program's own code, and that it may end when it likes."""


class Start(NamedTuple):
    """A process was started by thread `tid` of process `pid`."""

    pid: int
    """Whose code it was: not the fork server's, where one was asked to fork."""
    tid: int
    how: str
    """What it was started as, in words ("multiprocessing.Pool worker"); "" when unknown."""
    places: tuple[Place, ...]
    """The innermost Python frames of that thread at that moment, and the user's own beyond."""
    first: Place | None = None
    """Where a process that only replaces another of the same pool was asked for at first."""

    @property
    def own(self) -> Place | None:
        """The user's own line, the innermost; None when none is known."""
        for place in self.places:
            if place.mine:
                return place
        return self.first
