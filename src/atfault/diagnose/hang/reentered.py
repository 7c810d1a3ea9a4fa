"""A library of native code that was called again from its own callback, and waits there for ever.

    main.py     cache.setdefault_with(key, price)     the user calls the library
    _core.so        takes a lock of its own, calls back
    main.py             cache["rate"]                 the user calls it again
    _core.so                waits for that lock

A lock of native code often does not say who has it. That the thread itself has, follows from who
else could: nobody, where all other threads that run Python need the GIL, which this one holds.
"""

from collections.abc import Iterator

from atfault.diagnose.facts import describe_frame, is_libc
from atfault.diagnose.hang.in_library import (
    Inside,
    calls_inside,
    is_inside,
    reentry,
    told_of_calls,
)
from atfault.diagnose.hang.native_movers import rests_in_native
from atfault.diagnose.hang.parties import Party, can_act, native_part
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.words import distinct, own_lines, waits_for
from atfault.diagnose.words import place
from atfault.model import roles
from atfault.model.findings import Doubt, Evidence, Finding
from atfault.model.process import Module

ADVICE = (
    "do not call the library from a function that it calls: take what that needs before, and pass "
    "it on",
    "or return from the function first, and call the library after that",
)


def waits_for_own_call(hang: Hang, party: Party) -> Finding | None:
    """A thread that waits in a library for what its own call of the library, further out, keeps."""
    found = reentry(party) if rests_in_native(party) else None
    if found is None or not _is_alone(hang, party, found.module):
        return None
    # That of its package, where it is installed as one.
    name = roles.library_title(roles.package_name(found.module.path) or found.module.name)
    wait = party.waits[0]
    return Finding.of(
        cause="self-deadlock",
        summary=f"{party.label} waits in {name}, called from {place(found.inner)}, which {name} "
        f"itself called: probably for what its own call from {place(found.outer)} keeps",
        confidence="likely",
        title=f"Deadlock: a function that {name} calls waits for {name} itself",
        blame=distinct(own_lines(party)),
        evidence=(
            f"{party.label} {waits_for(party, wait)}, inside of {name}",
            f"further out {name} was called from {place(found.outer)}, and has not returned",
            *(["it holds the GIL meanwhile"] if party.thread.holds_gil else []),
            "no other thread can go on that could end the wait",
        ),
        advice=ADVICE,
    )


def waits_in_handler(hang: Hang, party: Party) -> Finding | None:
    """A thread that waits in a handler of a signal for a lock inside of the C library, in which it
    was when the signal came: the allocator's, that of time zones. Such locks name no owner."""
    natives = native_part(party) if party.own and rests_in_native(party) else []
    at = next((i for i, one in enumerate(natives) if one.is_signal_frame), len(natives))
    calls, interrupted = natives[:at], natives[at + 1 :]
    if not interrupted or party.waits[0].resource.kind != "mutex":
        return None
    is_inner = [one.module is not None and is_libc(one) for one in (*calls[:1], interrupted[0])]
    handler = next((one for one in reversed(calls) if not is_libc(one)), None)
    if not all(is_inner) or handler is None:
        return None
    called = calls[calls.index(handler) - 1]
    inside, within = describe_frame(called), describe_frame(interrupted[0])
    return Finding.of(
        cause="self-deadlock",
        summary=f"{party.label} waits in {inside}, called by the handler of a signal, "
        f"{describe_frame(handler)}, for a lock that it had itself as the signal came, in {within}",
        confidence="likely",
        title="Deadlock: the handler of a signal waits for what it has interrupted",
        blame=distinct(own_lines(party)),
        evidence=(
            f"{party.label} {waits_for(party, party.waits[0])}",
            f"the signal came in {within}; its handler calls {inside}",
            Evidence(
                "the C library has one lock for both: that this thread has it is inferred, as no "
                "other thread is at work inside of it",
                kind="inferred",
            ),
        ),
        advice=(
            "call nothing in the handler that is not listed in signal-safety(7): no malloc(), "
            "printf(), localtime(); take what it needs before, and only note the signal down",
        ),
        doubts=(
            Doubt(f"{one.label} is at work, and may have the lock", "other-thread")
            for one in [one for one in hang.beside(party) if not one.waits][:1]
        ),
    )


def waits_for_own_reading(hang: Hang, party: Party) -> Finding | None:
    """A thread that wants a read-write lock for writing which one reader has: itself, where no
    other thread is inside of the library."""
    calls = calls_inside(party) if party.own and rests_in_native(party) else []
    wait = party.waits[0] if calls else None
    module = calls[0].module if calls else None
    if wait is None or module is None or wait.resource.lock.readers != 1:
        return None
    if hang.any_beside(party, Inside(module)):
        return None
    return Finding.of(
        cause="self-deadlock",
        summary=f"{party.label} waits in {describe_frame(calls[0])} for {wait.resource.name} to "
        "write, which it probably has itself, to read",
        confidence="likely",
        title="Deadlock: a thread waits to write under a lock under which it reads itself",
        blame=distinct(own_lines(party)),
        evidence=(f"{party.label} {waits_for(party, wait)}", *told_of_calls(hang, party)),
        advice=(
            "let the library give the lock back before it takes it to write: a read-write lock "
            "cannot be turned from one into the other",
        ),
        doubts=_of_others(hang, party),
    )


def _of_others(hang: Hang, party: Party) -> Iterator[Doubt]:
    """Who goes on in Python may have taken the lock by a call that has returned."""
    behind = hang.stuck_behind(party)
    apart = party.waits[0].apart
    others = [one for one in hang.beside(party) if one.key not in behind and can_act(one)]
    others = [one for one in others if one.tid not in apart]
    if others:
        yield Doubt(f"{others[0].label} may have called what takes the lock", "other-thread")


def _is_alone(hang: Hang, party: Party, library: Module) -> bool:
    """Whether no other thread can go on that runs Python, or is in the library."""
    if not hang.any_beside(party, hang.goes_on):
        return True
    behind = hang.stuck_behind(party)
    others = [one for one in hang.beside(party) if one.key not in behind]
    if any(is_inside(one, library) for one in others):
        return False
    return bool(party.thread.holds_gil) or not any(map(can_act, others))
