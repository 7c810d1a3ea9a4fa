"""A thread that nobody tells to stop any more, as what would have told it has failed.

Python, as it ends, waits for all threads that are no daemons:

    main     Thread(target=beat).start()      has ended by ValueError; Python waits for the thread
    beat     while not stop.wait(1): count()  serves until it is told: by what main did not come to
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.failed_before import at_place
from atfault.diagnose.hang.parties import Party, is_ending
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import activity_of, others_left
from atfault.diagnose.hang.words import (
    chain_evidence,
    distinct,
    how_long,
    own_lines,
    place_blame,
    waits_for,
)
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Doubt, Finding
from atfault.model.kinds import BROUGHT

_TELL_IT = (
    "tell the thread to stop in a `finally` block, or with a context manager, so also on failure; "
    "or make it a daemon"
)


def of_untold(hang: Hang, case: Case) -> Finding | None:
    """The main thread's own code has failed, and as Python ends it waits for a thread that goes
    round until it is told to stop: what would have told it is over."""
    for main in filter(is_ending, hang.main_threads()):
        failure = main.state.waiting.main_failure
        chain, threads = hang.threads_from(main)
        last = threads[-1]
        if failure is None or last is main or not _serves(last):
            continue
        place = next((one for one in failure.places if one.mine), failure.places[0])
        ended = f"{failure.text}{at_place(place.file, place.line, place.function)}"
        is_known = any(one.thread == main.name and one.pid == main.pid for one in case.failed)
        wait = last.waits[0]
        return Finding.of(
            cause="waits-for-nobody",
            summary=f"{main.label} has ended by {failure.text}, and waits for the end of "
            f"{last.label}, which nobody tells to stop any more",
            confidence="likely",
            title=f"Stuck at exit: {titles.who(hang, last)} is not told to stop",
            blame=distinct([*own_lines(last), place_blame(place, main)]),
            evidence=(
                *chain_evidence(chain),
                f"{last.label} {waits_for(last, wait)}, {how_long(wait)}",
                *(() if is_known else (f"{main.label}'s own code had ended by {ended}",)),
            ),
            advice=(_TELL_IT,),
            doubts=_doubts(hang, last),
        )
    return None


def _serves(party: Party) -> bool:
    """Whether its own loop goes round until others end it: it sleeps or waits for a time in each
    turn, and neither a time nor a count is one of its exits."""
    activity, wait = activity_of(party), next(iter(party.waits), None)
    again = None if activity is None else activity.again
    if again is None or wait is None or again.loop is None or not again.loop.mine or again.ends:
        return False
    condition = None if activity is None else activity.condition
    is_still = condition is not None and condition.is_fixed and bool(condition.text)
    return again.serves or is_still or wait.resource.kind in BROUGHT


def _doubts(hang: Hang, party: Party) -> Iterator[Doubt]:
    apart = set(party.waits[0].apart)
    others = [one.label for one in others_left(hang, party) if one.tid not in apart]
    if others:
        yield Doubt(f"{listed(others)} may yet tell it", "other-thread")
    elif hang.handles_signals(party.pid):
        yield Doubt("the program handles signals, which may end it", "handler")
