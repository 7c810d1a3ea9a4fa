"""Processes of the program that are gone without a word: killed by SIGKILL, or left by os._exit.

They are told of when the program fails for them: before, it may have been its own wish. That shows
in what follows, whichever library started them:

    the program ends      a worker of a pool: whenever; others: within a second
    a launcher fails      that has started it, and the program for that: `sh -c torchrun …`
    the others are ended  whoever started it sends signals to those that are left: they were a job
    nothing else begins   whoever started it waited for it, it ended itself, or its exit status is
                          passed on; and no process was started since
    it is said            the exception that ends the program is about that (the observer knows)
"""

import os
import time

from atfault.model.endings import Termination
from atfault.model.start import EVENT_LOOP_COMMAND, FORK, LastMoment, Start
from atfault.snapshot import procfs
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.observer import Death

MAX_LISTED = 64
"""Pids that are remembered of those that died alike."""
MAX_LOST = 64
AT_ONCE = 1.0
"""Seconds within which a program fails that relied on a process, other than those of a pool: it may
have killed it itself, which nobody can tell."""
SIGNALLED = 128
"""And the number of the signal: the exit status of a program that one has ended."""


class Kind:
    """A way to end that several processes share."""

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

    def __init__(self, death: Death | None = None) -> None:
        self.death = death
        """The one that was explained."""
        self.pending = 0
        """Pid of the one that is being explained."""
        self.alike: list[int] = []
        self.count = 0
        self.when = time.monotonic()
        # Of those that are gone without a word:
        self.is_relied_on = False
        """Whoever started them fails for it."""
        self.holder = 0
        """The process that it is about, as it has started them, or what did so has failed in turn.
        """
        self.is_own_act = False
        """Their own code ended them."""
        self.has_sign = False
        """They ended themselves, or a thread waited for nothing but their end."""
        self.went_on = False
        """The holder has started another process since."""

    def add(self, pid: int) -> None:
        """One more."""
        self.count += 1
        if len(self.alike) < MAX_LISTED:
            self.alike.append(pid)


class Lost:
    """Those of one run."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self.kinds: dict[tuple[object, ...], Kind] = {}

    def add(self, death: Death) -> None:
        """One of them: a worker (see `is_worker`), with its start."""
        start, last, termination = death.start, death.last, death.termination
        assert start is not None
        where = last.own[:1] if last is not None and last.act in ("kill", "exit") else ()
        key = (start._replace(tid=0), termination._replace(sender_pid=None), where)
        kind = self.kinds.get(key)
        if kind is not None:
            kind.add(death.process.pid)
            kind.when = time.monotonic()
        elif len(self.kinds) < MAX_LOST:
            kind = self.kinds[key] = Kind(death)
            kind.is_relied_on = start.kind.role == "pool"
            kind.holder = start.pid
            copes = start.kind.role == "command" and termination.signal is None
            kind.is_own_act = last is not None and last.is_own_act and not copes
        else:
            return
        kind.has_sign, kind.went_on = _has_sign(termination, start, last), False

    def others_are_ended(self, holder: int | None) -> None:
        """A process ends those that it has started. Where it had lost one, that is why."""
        for kind in self.kinds.values():
            if kind.holder == holder:
                kind.is_relied_on = True

    def born(self, tid: int) -> None:
        """Thread `tid` has made a process."""
        if not self.kinds:
            return
        holder = procfs.process_of(tid) or tid
        for kind in self.kinds.values():
            if kind.holder == holder:
                kind.went_on = True

    def holder_ended(self, pid: int, *, failed: bool) -> None:
        """A process has ended, for which nobody asked. Where it had lost some itself, they are what
        it failed for, or it has coped. Whoever started it is to say what that means."""
        for key, kind in list(self.kinds.items()):
            if kind.holder != pid:
                continue
            if not failed:
                if not kind.is_own_act:
                    del self.kinds[key]
            elif kind.is_relied_on or kind.when >= time.monotonic() - AT_ONCE:
                kind.holder = self._family.parent_of(pid)
                kind.when = time.monotonic()
                kind.is_relied_on = kind.went_on = False
            elif not kind.went_on:
                kind.holder = self._family.parent_of(pid)

    # At the program's end

    def own_acts(self) -> list[Kind]:
        """Those that ended themselves."""
        return [kind for kind in self.kinds.values() if kind.is_own_act]

    def since(self, when: float) -> list[Kind]:
        """Those that were lost after that."""
        return [kind for kind in self.kinds.values() if kind.when >= when]

    def failed_for(self, since: float) -> list[Kind]:
        """Those that the program failed for: it relied on them, or they were lost after that."""
        return [
            kind
            for kind in self.kinds.values()
            if (kind.is_relied_on and kind.holder == self._family.main) or kind.when >= since
        ]

    def late(self, since: float, status: int) -> tuple[list[Kind], list[Kind]]:
        """Those that were lost before that, and that the program may have failed for all the same,
        as it has gone on with nothing else: (where something says so, the others). status: of its
        end, as waitpid has it."""
        known = self.failed_for(since)
        sure: list[Kind] = []
        unsure: list[Kind] = []
        for kind in self.kinds.values():
            if kind.went_on or kind.holder != self._family.main or kind in known:
                continue
            (sure if kind.has_sign or _is_passed_on(kind, status) else unsure).append(kind)
        return sure, unsure


def is_worker(termination: Termination, start: Start, last: LastMoment | None) -> bool:
    """Whether the program relies on a process, so that its end is the program's business."""
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


def _has_sign(termination: Termination, start: Start, last: LastMoment | None) -> bool:
    """Whether it is known who ended it, or that somebody waited for its end. What the exit status
    of a command says is between the two."""
    if termination.signal is None:
        return start.kind.role == "part"
    return last is not None and (last.act in ("kill", "cpu-limit") or last.awaited)


def _is_passed_on(kind: Kind, status: int) -> bool:
    """Whether the program's exit status is that of a process which a signal ended, as shells
    (128 + N) and Python (-N) have it."""
    number = None if kind.death is None else kind.death.termination.signal
    return number is not None and os.WEXITSTATUS(status) in (SIGNALLED + number, 256 - number)
