"""Where in a library of native code a thread waits, and what of that library lies further out.

main.py     tiles[50]                             the user calls the library
tiles.so        cache_get   (reads, under a lock)
tiles.so        cache_fill  (wants to write)      the library's inner call
libc            pthread_rwlock_wrlock
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from atfault.diagnose.facts import describe_frame, is_libc
from atfault.diagnose.hang.native_movers import movers, rests_in_native
from atfault.diagnose.hang.parties import Key, Party, native_part, runs_own_code
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.words import listed, place
from atfault.model import roles
from atfault.model.counts import counted
from atfault.model.kinds import OF_FUTEX
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, PyFrame

SHOWN_CALLS = 3


class Reentry(NamedTuple):
    """A library that was called again inside of its own call."""

    module: Module
    inner: PyFrame
    """The user's line from which it was called last."""
    outer: PyFrame
    """The user's line from which it was called first."""
    inside: NativeFrame
    """Its function that waits."""
    around: NativeFrame
    """Its function further out, which has called back."""


def reentry(party: Party) -> Reentry | None:
    """The library that a thread waits in, where the user's code was called from that, too."""
    inside = next(_of_libraries(native_part(party)), None)
    frames, own = party.thread.stack.frames[: party.launch], party.own
    if inside is None or inside.module is None or not own:
        return None
    beyond = frames[frames.index(own[0]) + 1 :]
    for index, frame in enumerate(beyond):
        native = frame.native
        if native is None or native.module != inside.module:
            continue
        outer = next((one.python for one in beyond[index:] if one.mine and one.python), None)
        inner = own[0].python
        if inner is None or outer is None:
            return None
        return Reentry(inside.module, inner, outer, inside, native)
    return None


@dataclass(frozen=True)
class Inside:
    """What `WaitGraph.in_process` asks of each thread once, whoever asks for the others."""

    library: Module

    def __call__(self, party: Party) -> bool:
        return is_inside(party, self.library)


def is_inside(party: Party, library: Module) -> bool:
    """Whether a thread is in the library, at any depth."""
    natives = (frame.native for frame in party.thread.stack.frames if frame.native is not None)
    return any(one.module == library for one in _of_libraries(natives))


def calls_inside(party: Party) -> list[NativeFrame]:
    """The functions of the library that a thread waits in, innermost first, of its last call."""
    natives = list(_of_libraries(native_part(party)))
    module = natives[0].module if natives else None
    return list(takewhile(lambda one: one.module == module, natives))


def library_called(party: Party) -> Module | None:
    """The library that Python called and in which a thread waits; None for Python's own."""
    inside = (one.module for one in native_part(party) if one.module and not is_libc(one))
    module = next(inside, None)
    if module is None or roles.is_interpreter(module.name):
        return None
    return None if roles.is_standard_extension(module.path) else module


def who_may_end(hang: Hang, party: Party, others: Iterable[Party]) -> Iterator[str]:
    """That a thread goes on by itself whose end is waited for, which is inside of the library that
    one waits in, or whose code leads there. others: who waits in native code as well, for ever if
    nobody else goes on."""
    wait = party.waits[0]
    module = next((one.module for one in _of_libraries(native_part(party))), None)
    if module is None or wait.resource.kind not in OF_FUTEX | {"thread"}:
        return
    behind = hang.stuck_behind(party, *others)
    name = roles.library_title(module.name)
    if wait.resource.kind in OF_FUTEX and not wait.resource.is_private:
        yield from _who_shares(hang, party, behind)
    for one in hang.of_process(party.pid):
        if one.tid == wait.target_tid and one.key not in behind and not rests_in_native(one):
            yield f"{one.label} goes on, whose end is waited for"
    if wait.bringers is not None and wait.bringers.others:
        yield f"the handler of {listed(wait.bringers.others)} leads to {name}, and may end the wait"
    tasks = () if wait.bringers is None else wait.bringers.tasks
    for task in filter(None, (hang.tasks.get(Key(party.pid, one, "task")) for one in tasks)):
        if task.key not in behind:
            yield f"{task.label} goes on, and may call {name}, which may end the wait"
    wait = wait._replace(library=module.start)
    for one in movers(party, wait, hang.of_process(party.pid)):
        if one.key in behind or rests_in_native(one):
            continue
        if is_inside(one, module):
            yield f"{one.label} is inside of {name} too, and goes on: it may end the wait"
        else:
            yield f"{one.label} goes on, and may call {name}, which may end the wait"


def _who_shares(hang: Hang, party: Party, behind: Collection[Key]) -> Iterator[str]:
    """Of what processes share."""
    for one in hang.in_order:
        if one.pid != party.pid and one.key not in behind and runs_own_code(one):
            yield f"{one.label} goes on, and processes share what is waited for"
    if not hang.sees_whole_family:
        yield "processes that were not looked at may share what is waited for"


def told_of_calls(hang: Hang, party: Party) -> Iterator[str]:
    """In which functions of a library it waits, and who else is in that."""
    calls = calls_inside(party)
    named = list(dict.fromkeys(describe_frame(one) for one in calls if one.symbol or one.name))
    if len(named) > 1:
        yield f"{party.label} waits in {', called by '.join(named[:SHOWN_CALLS])}"
    module = calls[0].module if calls else None
    readers = party.waits[0].resource.lock.readers if party.waits else None
    if readers is None or module is None:
        return
    kept = f"{counted(readers, 'reader has', 'readers have')} the lock that it wants for writing"
    alone = not hang.any_beside(party, Inside(module))
    name = roles.library_title(module.name)
    yield f"{kept}{f'; no other thread is inside of {name}' if alone else ''}"


def told_of_reentry(party: Party) -> Iterator[str]:
    """That the library which it waits in has called it, by the names of its functions."""
    found = reentry(party)
    if found is not None:
        yield (
            f"{party.label} waits in {describe_frame(found.inside)}, called from "
            f"{place(found.inner)}"
        )
        yield (
            f"further out {describe_frame(found.around)}, called from {place(found.outer)}, has "
            "called back, and has not returned"
        )


def _of_libraries(natives: Iterable[NativeFrame]) -> Iterator[NativeFrame]:
    """Of the frames, innermost first; what lies on every stack is none."""
    for one in natives:
        if one.module is not None and not roles.is_plumbing(one.module.name):
            yield one
