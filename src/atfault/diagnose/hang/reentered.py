"""A library of native code that was called again from its own callback, and waits there for ever.

    main.py     cache.setdefault_with(key, price)     the user calls the library
    _core.so        takes a lock of its own, calls back
    main.py             cache["rate"]                 the user calls it again
    _core.so                waits for that lock

A lock of native code often does not say who has it. That the thread itself has, follows from who
else could: nobody, where all other threads that run Python need the GIL, which this one holds.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.diagnose.hang.parties import Party, can_act
from atfault.diagnose.hang.stuck import Hang, rests_in_native
from atfault.diagnose.hang.watched import native_part
from atfault.diagnose.hang.words import distinct, own_lines, waits_for
from atfault.diagnose.words import place
from atfault.model import roles
from atfault.model.findings import Finding
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, PyFrame

ADVICE = (
    "do not call the library from a function that it calls: take what that needs before, and pass "
    "it on",
    "or return from the function first, and call the library after that",
)


class Reentry(NamedTuple):
    """A library that was called again inside of its own call."""

    module: Module
    inner: PyFrame
    """The user's line from which it was called last."""
    outer: PyFrame
    """The user's line from which it was called first."""


def waits_for_own_call(hang: Hang, party: Party) -> Finding | None:
    """A thread that waits in a library for what its own call of the library, further out, keeps."""
    found = _reentry(party) if rests_in_native(party) else None
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


def _reentry(party: Party) -> Reentry | None:
    inside = next(_libraries(native_part(party)), None)
    frames, own = party.thread.stack.frames[: party.launch], party.own
    if inside is None or not own:
        return None
    beyond = frames[frames.index(own[0]) + 1 :]
    for index, frame in enumerate(beyond):
        if frame.native is not None and inside in _libraries([frame.native]):
            outer = next((one.python for one in beyond[index:] if one.mine and one.python), None)
            inner = own[0].python
            return Reentry(inside, inner, outer) if inner is not None and outer else None
    return None


def _libraries(natives: Iterable[NativeFrame]) -> Iterator[Module]:
    """Of the frames, innermost first; what lies on every stack is none."""
    for one in natives:
        if one.module is not None and not roles.is_plumbing(one.module.name):
            yield one.module


def _is_alone(hang: Hang, party: Party, library: Module) -> bool:
    """Whether no other thread can go on that runs Python, or is in the library."""
    if not hang.any_beside(party, hang.goes_on):
        return True
    behind = hang.stuck_behind(party)
    others = [one for one in hang.beside(party) if one.key not in behind]
    if any(_is_in(one, library) for one in others):
        return False
    return bool(party.thread.holds_gil) or not any(map(can_act, others))


def _is_in(party: Party, library: Module) -> bool:
    natives = (frame.native for frame in party.thread.stack.frames if frame.native is not None)
    return library in _libraries(natives)
