"""Who could end a wait inside of a library of native code, for what Python knows nothing of.

    scales      belt.so  sem_wait     waits
    van         belt.so  sem_wait     inside of it as well: may end that, once it goes on
    feeder      its code leads to belt_put(): may end it
    ticker      its code leads to nothing of belt.so: a bystander
    openblas    sleeps until others of its process wake it: rests

The threads of a package's own libraries may call one another; what a library of the program's own
links to does not come back to it, as far as one can know: a doubt (`Hang.has_native_work`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.diagnose.hang.parties import Party, is_inside, runs_own_code, takes_connections
from atfault.model.absent import Absent
from atfault.model.kinds import CHANNELS, OF_FUTEX, POLLS
from atfault.model.roles import is_package
from atfault.model.state import ProcessState
from atfault.model.waits import EVENTFD, Wait

BY_PYTHON = frozenset((2, 4, 6, 7, 8, 11, 28, 32, 33, 34))
"""Signals that Python, faulthandler, readline (SIGWINCH) and the C library catch without the
program's asking."""


def movers(party: Party, wait: Wait, parties: Iterable[Party]) -> Iterator[Party]:
    """The threads that could end it, once they go on themselves; the one that waits among them, as
    they are the same for all that wait in the library. parties: all of the process."""
    library = library_of(party, wait)
    of_package = library is not None and is_package(library)
    aside = {*wait.apart, *wait.bystanders}
    for one in parties:
        if one.tid in aside:
            continue
        if is_inside(one, wait.library):
            if not (wait.syscall in POLLS and is_native(one) and _waits_for_others(one)):
                yield one
        elif is_native(one):
            if of_package and not rests_in_native(one):
                yield one
        elif not _idles(one) and (runs_own_code(one) or takes_connections(one)):
            yield one


def onlookers(party: Party, wait: Wait, parties: Iterable[Party]) -> Iterator[Party]:
    """The threads of packages that may call whatever they were given."""
    able = {one.key for one in movers(party, wait, parties)}
    aside = {*wait.apart, *wait.bystanders, party.tid}
    for one in parties:
        if not (one.key in able or one.tid in aside or is_native(one) or _idles(one)):
            yield one


def library_of(party: Party, wait: Wait) -> str | None:
    """Path of the library that it waits in; None where that is not known."""
    natives = (frame.native for frame in party.thread.stack.frames if frame.native is not None)
    modules = (one.module for one in natives if one.module is not None)
    return next((one.path for one in modules if one.start == wait.library), None)


def is_native(party: Party) -> bool:
    """Whether it runs no Python, in a process that does."""
    return isinstance(party.thread.python, Absent) and not isinstance(party.state.python, Absent)


def rests_in_native(party: Party) -> bool:
    """Whether only a thread of its own process can wake it, which one is not known."""
    if party.waits and all(map(is_of_eventfd, party.waits)):
        return True
    wait = party.waits[0] if len(party.waits) == 1 else None
    if wait is None or wait.timeout is not False or wait.target_tid is not None:
        return False
    return wait.resource.kind in OF_FUTEX and wait.resource.is_private


def _waits_for_others(party: Party) -> bool:
    """Whether it waits at descriptors alone, for as long as it takes: of a library that leads
    nowhere else, for other threads of its process."""
    kinds = {wait.resource.kind for wait in party.waits}
    no_end = not any(wait.timeout for wait in party.waits)
    return bool(kinds) and kinds <= {"fd", *CHANNELS} and no_end


def is_of_eventfd(wait: Wait) -> bool:
    """Whether it is at an eventfd, for as long as it takes: another thread of the process ends
    it."""
    return wait.resource.channel.target == EVENTFD and not wait.timeout


def caught_beside(state: ProcessState) -> bool:
    """Whether native code of the program's may catch signals: those beside Python's."""
    caught, known = state.surroundings.caught_signals, state.waiting.handlers
    if isinstance(caught, Absent) or isinstance(known, Absent):
        return True
    return not BY_PYTHON.union(one.signal for one in known).issuperset(caught)


def _idles(party: Party) -> bool:
    """Whether it waits for work: who gives it that leads to what it would do."""
    return any(wait.idle == "worker" for wait in party.waits)
