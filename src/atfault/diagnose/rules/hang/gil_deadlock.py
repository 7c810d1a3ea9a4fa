"""gil-deadlock: native locks and the GIL taken in opposite order."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.cycles import cycle_finding, cycles_of, ring_in_words, taken_back
from atfault.diagnose.hang.native_calls import native_call_of
from atfault.diagnose.hang.native_movers import rests_in_native
from atfault.diagnose.hang.parties import Party, wants_gil
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import has_moved
from atfault.diagnose.hang.words import distinct, own_line, wait_blame, waits_for
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding, SetAside
from atfault.model.kinds import OF_FUTEX
from atfault.model.state import ProcessState

ADVICE = (
    "release the GIL around native calls that can block: Py_BEGIN_ALLOW_THREADS, "
    "py::gil_scoped_release, `with nogil` in Cython, ctypes.CDLL in place of PyDLL",
    "or do not call back into Python while holding the native lock",
)


@rule("gil-deadlock", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def gil_deadlock(case: Case) -> Iterator[Finding | SetAside]:
    """The holder of the GIL waits for a native lock or thread that itself waits for the GIL.

    Native code that blocks while it holds the GIL stops every Python thread. When the one that it
    waits for needs the GIL to go on, nothing moves any more: a mutex of C++ taken with and without
    the GIL, a `join()` of a native thread that is about to call Python.

    What to do: release the GIL around every native call that can block.
    """
    state = case.process
    hang = hang_of(case)
    found = False
    yield from taken_back(case, "gil-deadlock")
    for hang, cycle in cycles_of(case, "gil-deadlock"):
        found = True
        yield cycle_finding(hang, cycle, ring_in_words(cycle), ADVICE)
    if not found:
        yield from _blocked_holder(hang, state)


def _blocked_holder(hang: Hang, state: ProcessState) -> Iterator[Finding]:
    """The GIL's holder sleeps in native code: no ring is proven, but nobody else can run."""
    waiting = [party for party in hang.parties.values() if wants_gil(party)]
    victims_of: dict[int, list[Party]] = {}
    for party in waiting:
        victims_of.setdefault(party.pid, []).append(party)
    for party in hang.parties.values():
        if not party.thread.holds_gil or not party.waits or not party.python:
            continue
        wait = party.waits[0]
        victims = victims_of.get(party.pid, [])
        if not victims or wait.timeout or has_moved(party):
            continue
        if wait.resource.kind not in OF_FUTEX:
            continue  # for no other thread of the process: gil-held
        names = listed([other.label for other in victims])
        wanting = {one.key for one in victims}
        others = [one for one in hang.of_process(party.pid) if one.key not in wanting]
        still = not isinstance(state.activity, Absent) or all(map(rests_in_native, others))
        still = still and not hang.has_native_work(party.pid)
        call = native_call_of(party)
        where = call.name if call is not None and call.symbol else "native code"
        yield Finding.of(
            summary=f"{party.label} sleeps in {where} while it holds the GIL, which {names} "
            f"wait{'s' if len(victims) == 1 else ''} for",
            confidence="likely" if still else "possible",
            title=titles.of_gil(1 + len(victims)),
            blame=distinct([wait_blame(party, wait), *map(own_line, victims)]),
            evidence=(
                f"{party.label} holds the GIL, {waits_for(party, wait)}",
                *(f"{v.label} {waits_for(v, v.waits[0], party)}" for v in victims[:4]),
            ),
            advice=ADVICE,
        )
