"""Rings that are closed by way of a library of native code, whose own threads call Python back.

    main        with lock: table.collect()        ► polars  waits until its threads are done
    polars-0    polars: a job of that call        ► rate()  waits for lock
    polars-1    polars: idle, without an end

The library tells nobody which of its threads a call waits for: it is inferred where all that are
inside of it stand still, and one of them wants what the calling thread holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.diagnose.hang.parties import Link, Party, is_inside, native_part
from atfault.model import roles
from atfault.model.findings import Evidence
from atfault.model.kinds import OF_FUTEX, OWNED
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame
from atfault.model.waits import EVENTFD, Wait


def called_back(party: Party, wait: Wait, parties: Iterable[Party]) -> Party | None:
    """The first thread of the library in which a thread waits that runs a Python function for it,
    and waits there for what that thread holds; None where another thread of it goes on.

    parties: all threads of the process."""
    resource = wait.resource
    held = {hold.resource.key for hold in party.holds if hold.proof != "suspected"}
    if not held or resource.kind not in OF_FUTEX or not resource.is_private:
        return None
    if wait.timeout is not False or wait.target_tid is not None or len(party.waits) != 1:
        return None
    library = _innermost(native_part(party))
    activity = party.among.activities.get(party.tid)
    if library is None or not party.python:
        return None
    if activity is not None and (activity.moved or activity.voluntary_switches):
        return None
    found: list[Party] = []
    for one in parties:
        if one.key == party.key or not is_inside(one, library.start):
            continue
        own = one.waits[0] if len(one.waits) == 1 else None
        if own is None or own.timeout is not False:
            return None
        is_kept = own.resource.kind in OWNED and own.resource.key in held
        if is_kept and _is_called_by(one, library):
            found.append(one)
        elif not (
            is_kept or own.resource.kind in OF_FUTEX or own.resource.channel.target == EVENTFD
        ):
            return None
    return found[0] if found else None


def told_of_called_back(link: Link) -> Iterator[Evidence]:
    """What tells that a library waits for one of its own threads, where that is inferred."""
    is_native = link.wait.resource.kind in OF_FUTEX - OWNED and link.hold is None
    if not is_native or not isinstance(link.who, Party) or not isinstance(link.by, Party):
        return
    library = _innermost(native_part(link.who))
    if library is not None and _is_called_by(link.by, library):
        name = roles.library_title(library.name)
        text = f"{link.by.label} is a thread of {name}, which runs Python there; no thread inside "
        yield Evidence(f"{text}of {name} goes on", kind="inferred")


def _innermost(natives: Iterable[NativeFrame]) -> Module | None:
    """The library in which one waits; None for the interpreter's own code."""
    return next((one.module for one in natives if one.module and _is_library(one.module)), None)


def _is_library(module: Module) -> bool:
    return not roles.is_plumbing(module.name)


def _is_called_by(party: Party, library: Module) -> bool:
    """Whether a thread of a library's own calls Python: nothing of Python lies further out."""
    frames = party.thread.stack.frames
    last = max((at for at, frame in enumerate(frames) if frame.python is not None), default=-1)
    outer = [frame.native for frame in frames[last + 1 :] if frame.native is not None]
    return last >= 0 and any(one.module == library for one in outer)
