"""gil-held: a native call keeps the GIL, and no other thread can run meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.native_calls import NativeCall, native_call_of
from atfault.diagnose.hang.parties import Party, wants_gil
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import activity_of, called_with
from atfault.diagnose.hang.words import distinct, how_long, own_line, own_lines, waits_for
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import listed, place
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Confidence, Finding
from atfault.model.kinds import OF_FUTEX
from atfault.model.waits import GilHeld, Wait

LONG = 0.5
"""Seconds. CPython itself lets others run after 5 ms (sys.getswitchinterval)."""
MANY = 8
"""Samples: of fewer, each may have met the thread just after it had taken the GIL anew."""
SHOWN = 4


@rule(
    "gil-held",
    on=ALIVE,
    yields_to=("gil-deadlock", "deadlock", "event-loop-blocked"),
    family="hang",
    partly=(Need.INTERPRETER,),
)
def gil_held(case: Case) -> Iterator[Finding]:
    """A call of native code keeps the GIL, and all other threads wait for it meanwhile.

    Native code gives the GIL back round what takes long, if its author thought of it. A function
    that is called through `ctypes.PyDLL`, an extension without `Py_BEGIN_ALLOW_THREADS`, a regular
    expression, the arithmetic of large integers keep it until they return: event loops, heartbeats,
    time-outs and servers in other threads stand still, also those that would end the call.

    It is certain when the thread slept in one and the same call over the watch, had the GIL in each
    sample, and others waited for it. One that computes may be about to come back: likely. A single
    look tells it alone of a call that sleeps.

    Where such a computation keeps the GIL from bystanders alone, and the main thread waits without
    it, the call is told as one that does not come back (stuck-native-call).

    What to do: release the GIL round the call, or make it in another process.
    """
    hang = hang_of(case)
    for party in hang.in_order:
        call = native_call_of(party) if party.thread.holds_gil else None
        if call is None:
            continue
        victims = [one for one in hang.of_process(party.pid) if wants_gil(one)]
        span = _span(party)
        is_why = bool(victims) and not _is_waited_for_beside(hang, party, victims)
        confidence = _confidence(party, span) if is_why else None
        if confidence is not None:
            yield _finding(hang, call, victims, span, confidence)


def _is_waited_for_beside(hang: Hang, party: Party, victims: list[Party]) -> bool:
    """Whether a call that computes keeps the GIL from bystanders alone, while the main thread waits
    for others without it: that would wait for the call's end just as well if the GIL were free."""
    main = hang.main_of(party.pid)
    if party.waits or main is None or main.key in (party.key, *(one.key for one in victims)):
        return False
    return bool(main.waits) and not any(one.timeout for one in main.waits)


def _span(party: Party) -> GilHeld | None:
    """For how long samples saw it keep the GIL; None of one that was not watched."""
    activity = party.state.activity
    span = None if isinstance(activity, Absent) else activity.gil
    return span if span is not None and span.tid == party.tid else None


def _confidence(party: Party, span: GilHeld | None) -> Confidence | None:
    """That it keeps the GIL in one call; None where nothing says so."""
    if any(wait.resource.kind in OF_FUTEX and not wait.timeout for wait in party.waits):
        return None  # for another thread, as far as one can know: gil-deadlock
    activity = activity_of(party)
    if activity is None:
        return "likely" if party.waits and all(map(_is_long, party.waits)) else None
    if activity.moved or span is None or span.seconds < LONG or span.samples < MANY:
        return None
    return "certain" if party.waits else "likely"


def _is_long(wait: Wait) -> bool:
    return not wait.timeout or (wait.left or 0.0) >= LONG


def _finding(
    hang: Hang,
    call: NativeCall,
    victims: list[Party],
    span: GilHeld | None,
    confidence: Confidence,
) -> Finding:
    party, lines = call.party, own_lines(call.party)
    names = listed([one.label for one in victims[:SHOWN]])
    more = f" and {counted(len(victims) - SHOWN, 'more thread')}" if len(victims) > SHOWN else ""
    for_long = "" if span is None else f" for {span.seconds:.1f} s and longer"
    return Finding.of(
        summary=f"{party.label} is in {call.name}, called from {place(call.frame)}, and keeps the "
        f"GIL{for_long}: {names}{more} cannot run",
        confidence=confidence,
        title=f"No other thread can run: {titles.who(hang, party)} keeps the GIL in a native call"
        f"{titles.at(lines)}",
        blame=distinct([*lines, *map(own_line, victims)]),
        evidence=_evidence(call, victims, span),
        advice=_advice(call),
    )


def _evidence(call: NativeCall, victims: list[Party], span: GilHeld | None) -> Iterator[str]:
    party, activity = call.party, activity_of(call.party)
    if span is not None:
        yield f"it had the GIL in each of {span.samples} samples, over {span.seconds:.1f} s"
    for wait in party.waits[:1]:
        yield f"{party.label} {_doing(party, wait)}, and has not given the GIL back"
    if not party.waits and activity is not None:
        used = f"{activity.cpu_seconds:.2f} s of processor time in {activity.wall_seconds:.1f} s"
        yield f"it used {used}, and its Python code did not move"
    yield from called_with(party)
    for victim in victims[:SHOWN]:
        tasks = sum(task.state == "pending" for task in victim.tasks)
        starves = f": {counted(tasks, 'task')} of its event loop cannot run" if tasks else ""
        yield f"{victim.label} {waits_for(victim, victim.waits[0], party)}{starves}"


def _doing(party: Party, wait: Wait) -> str:
    if wait.resource.kind == "time":
        return f"sleeps {how_long(wait)}"
    return f"{waits_for(party, wait)}, {how_long(wait)}"


def _advice(call: NativeCall) -> Iterator[str]:
    if call.regex:
        yield "write the pattern without a repetition inside of a repetition"
        yield "or match in another process, which can be ended: a ProcessPoolExecutor"
        return
    yield (
        "release the GIL round the call: ctypes.CDLL in place of PyDLL, Py_BEGIN_ALLOW_THREADS, "
        "py::gil_scoped_release, `with nogil` in Cython"
    )
    yield "where that is not yours to change, make the call in another process"
