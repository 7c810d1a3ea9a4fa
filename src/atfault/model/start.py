"""Where a process was started: the code of the process that made it."""

from typing import Literal, NamedTuple

from atfault.model.places import Place
from atfault.model.process import ProcessInfo

Act = Literal["exit", "kill", "cpu-limit", "refused", "ended", ""]
"""exit: it called exit or os._exit; kill: it sent itself SIGKILL; cpu-limit: the kernel ended
it; refused: it made a system call, and a seccomp filter ended it for that; ended: the program was
about to end it; "": no more than where it was."""

Role = Literal["pool", "part", "command", "helper", ""]
"""pool: a worker that is to stay, so that whoever started it fails, waits for ever or starts
another when it ends in any other way than by exit(0); part: it runs the program's own code, and the
program may end it when it likes; command: another program, whose exit code tells the program all
but the signal's reason; helper: of a library; "": unknown."""


class StartKind(NamedTuple):
    """What a process was started as."""

    name: str
    """In words: "multiprocessing.Pool worker"; "" when unknown."""
    role: Role
    is_command: bool = False
    """It is started through subprocess."""


UNKNOWN_START = StartKind("", "")
DATALOADER_WORKER = StartKind("torch DataLoader worker", "pool")
EXECUTOR_WORKER = StartKind("ProcessPoolExecutor worker", "pool")
FORK = StartKind("os.fork", "part")
EVENT_LOOP_COMMAND = StartKind("asyncio subprocess", "command", is_command=True)
COMMAND = StartKind("subprocess", "command", is_command=True)
_BIRTHPLACES = ("_bootstrap", "_launch")
"""Functions of multiprocessing (billiard, loky, …) in which a forked process begins its life."""
_MAKERS = ("/multiprocessing/", "/multiprocess/", "/billiard/", "/loky/")
"""Folders of those: their own code calls os._exit for a process that is done."""


UNANNOUNCED = (9, 31)
"""SIGKILL, and SIGSYS of a seccomp filter: they end a process without a stop at which it could be
looked at, so that its exit is where that is done."""


class LastMoment(NamedTuple):
    """Where a process was when it left by exit, or when SIGKILL came."""

    tid: int
    """The thread that did it, or else the main thread."""
    act: Act
    places: tuple[Place, ...]
    """Its innermost Python frames, and the user's own beyond; empty when they cannot be read."""
    process: ProcessInfo | None = None
    call: str = ""
    """The system call that was refused."""
    awaited: bool = False
    """A thread of the process that has started it did nothing but wait for its end."""

    @property
    def own(self) -> tuple[Place, ...]:
        """The user's own lines, innermost first. Not those that are on the stack of a forked
        process only because its parent was there."""
        found = []
        for place in self.places:
            if place.function in _BIRTHPLACES and not place.mine:
                break
            if place.mine:
                found.append(place)
        return tuple(found)

    @property
    def is_own_act(self) -> bool:
        """Whether the process ended itself, other than multiprocessing ends one that is done: by
        SIGKILL, or by an exit that code of its own asked for."""
        if self.act == "exit" and self.places:
            place = self.places[0]
            return place.mine or not any(folder in place.file for folder in _MAKERS)
        return self.act == "kill"


class Start(NamedTuple):
    """A process was started by thread `tid` of process `pid`."""

    pid: int
    """Whose code it was: not the fork server's, where one was asked to fork."""
    tid: int
    kind: StartKind
    places: tuple[Place, ...]
    """The innermost Python frames of that thread at that moment, and the user's own beyond."""
    first: Place | None = None
    """Where a process that only replaces another of the same pool was asked for at first."""
    above: "Start | None" = None
    """Of process `pid`, or of whoever started that, the nearest with a line of the user's, where
    there is none here; else None."""

    @property
    def own(self) -> Place | None:
        """The user's own line, the innermost; None when none is known."""
        for place in self.places:
            if place.mine:
                return place
        return self.first
