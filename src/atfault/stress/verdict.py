"""Counts of all phases → cause, confidence and reasons. Pure: no input, no output.

A phase without a failure means something only if a failure was to be expected. With the lock making
no difference, the locked phase would fail as often as the free one does:

    rounds   free failed in 3 of 10 rounds      30 locked rounds: about 9 failures expected
    runs     free failed in 3 of 4 processes    5 locked processes: all clean once in 3,000 times

Both have to make chance an unlikely explanation (less than once in a hundred times) before a clean
phase counts as proof. Races that strike once in a process are seen by the second figure alone.
"""

import math
from typing import NamedTuple

from atfault.model.counts import counted
from atfault.model.findings import Confidence
from atfault.model.stress import StressFailure
from atfault.stress.tally import Findings, Tally

CHANCE = 0.01
"""Clean phases that chance brings more rarely are proof."""
RARE, COMMON = 0.05, 0.2
"""Of the two figures, one at least has to be below the first and both below the second for a clean
phase to count at all."""
MAX_ODDS = 1_000_000
RULE_OF_THREE = 3.0
"""No failure in n tries: with 95 % confidence the rate is below 3/n."""
FEW_CALLS = 500
WORDS = {
    "crash": "crashed",
    "hang": "hung",
    "exit": "ended the process",
    "exception": "raised an exception",
    "result": "returned a wrong result",
    "state": "left its arguments in another state",
}


class Verdict(NamedTuple):
    cause: str
    confidence: Confidence
    headline: str
    summary: str
    evidence: tuple[str, ...]
    failure: StressFailure | None
    """The one that the verdict speaks of."""


def chance_by_rounds(free: Tally, other: Tally) -> float:
    """How probable as many clean rounds are, if nothing had changed (Poisson)."""
    rate = free.failed_rounds / max(1, free.rounds)
    return math.exp(-rate * other.rounds)


def chance_by_runs(free: Tally, other: Tally) -> float:
    """The same for processes. The rate is taken low, as the failures are few."""
    rate = (free.failed_runs + 0.5) / (free.runs + 1)
    return float((1 - rate) ** other.runs)


def is_enough(free: Tally, other: Tally) -> bool:
    """Whether a phase without failures can hardly be a matter of chance."""
    return max(chance_by_rounds(free, other), chance_by_runs(free, other)) <= CHANCE


def judge(found: Findings) -> Verdict:
    """What the counts say."""
    phases = {tally.name: tally for tally in found.phases}
    reference, alone, free = phases["reference"], phases["alone"], phases["free"]
    if reference.failed_runs or (alone.failed_runs and not free.failed_runs):
        return _fails_alone(found, reference if reference.failed_runs else alone)
    if not free.failed_runs:
        return _no_race(found, free)
    if alone.failed_runs:
        return _fails_alone(found, alone)
    return _race(found, phases)


def _fails_alone(found: Findings, tally: Tally) -> Verdict:
    failure = tally.failures[0]
    all_of_them = tally.failed_runs == tally.runs and tally.runs > 1
    name = _name(found)
    evidence = [f"{_what(failure)}, in {_of_runs(tally)}: {failure.text}"]
    if tally.name == "alone":
        evidence.append(
            "the process's first thread made the same calls without a failure: it may be a matter "
            "of which thread may use the object, not of several at once"
        )
        where = "called from one thread other than the main thread"
        so = "not a matter of several at once"
    else:
        where = "called from a single thread"
        so = "no matter of threads"
    return Verdict(
        "fails-alone",
        "certain" if all_of_them else "likely",
        f"{name} fails even in a single thread",
        f"{WORDS[failure.kind]} when {where} ({_of_runs(tally)}): {so}",
        tuple(evidence),
        failure,
    )


def _no_race(found: Findings, free: Tally) -> Verdict:
    compared = found.reference in ("constant", "sequence")
    evidence = [
        f"{free.calls:,} calls from several threads at once, in {counted(free.rounds, 'round')} "
        f"and {counted(free.runs, 'process', 'processes')}, without a crash, a hang"
        + (", an exception or a wrong result" if compared else " or an exception")
    ]
    per_round = _rate_below(free.rounds)
    evidence.append(
        f"a race that strikes in more than {per_round} would have shown up (with 95 % confidence); "
        "a rarer one may be left"
    )
    sure = compared and free.calls >= FEW_CALLS
    return Verdict(
        "no-race-found",
        "likely" if sure else "possible",
        f"No race found in {_name(found)}",
        f"thread-safe as far as tried: {free.calls:,} calls, {counted(free.rounds, 'round')}, "
        "no failure",
        tuple(evidence),
        None,
    )


def _race(found: Findings, phases: dict[str, Tally]) -> Verdict:
    free, locked, own, alone = (phases[name] for name in ("free", "locked", "own", "alone"))
    failure = free.failures[0]
    evidence = [f"many threads: {_what(failure)} in {_of_runs(free)}: {failure.text}"]
    evidence += [_clean_words(tally, free, words) for tally, words in _others(locked, own, alone)]
    cured = cures(locked, free)
    separate = cures(own, free)
    name = _name(found)
    if cured or separate:
        sure = is_enough(free, locked if cured else own)
        known = is_enough(free, alone)
        confidence: Confidence = "certain" if sure and known and cured else "likely"
        if not (sure or free.failed_runs > 1):
            confidence = "possible"
        known_cures = []
        if cured:
            known_cures.append(
                f"with one lock round the call in {locked.failed_runs} of {locked.runs}"
            )
        if separate:
            only = "" if cured else "only with a shared instance: "
            known_cures.append(f"{only}with one for each thread in {own.failed_runs} of {own.runs}")
        if own.failed_runs and _kinds(own).isdisjoint(_kinds(free)):
            evidence.append(
                "separate instances fail in a way of their own, as calls may that draw from one "
                "source, of random numbers for example: whether they would help is open"
            )
        elif own.failed_runs:
            evidence.append(
                "separate instances do not help: what the calls share is global to the library"
            )
        elif cured and separate:
            evidence.append("what the calls share is the instance: separate ones may run at once")
        if not cured and locked.failed_runs:
            evidence.append(
                "a lock round the call is not enough: something goes on when the call has returned"
            )
        summary = f"{WORDS[failure.kind]} in {_of_runs(free)} from many threads; "
        return Verdict(
            "data-race",
            confidence,
            f"{name} is not thread-safe",
            summary + ", ".join(known_cures),
            tuple(evidence),
            failure,
        )
    return _unexplained(found, phases, evidence)


def _unexplained(found: Findings, phases: dict[str, Tally], evidence: list[str]) -> Verdict:
    """It fails from many threads, and neither a lock nor separate instances are known to help."""
    free, locked = phases["free"], phases["locked"]
    failure = free.failures[0]
    summary = f"{WORDS[failure.kind]} in {_of_runs(free)} from many threads"
    if locked.failed_runs:
        evidence.append(
            "it fails from several threads even when they call one at a time: a matter of which "
            "thread calls (state that belongs to a thread, an object bound to its thread), or of "
            "work that goes on when the call has returned"
        )
        return Verdict(
            "unknown",
            "likely",
            f"{_name(found)} fails from several threads, even one at a time",
            f"{summary}, and with one lock round the call in {_of_runs(locked)}: a lock is no cure",
            tuple(evidence),
            failure,
        )
    evidence.append(
        "it fails too rarely for the time there was: how often it fails with a lock is not known; "
        "a longer --budget, or --until-failure, may tell"
    )
    return Verdict(
        "data-race",
        "possible",
        f"{_name(found)} fails from many threads",
        f"{summary}, never in a single one; whether a lock helps is open",
        tuple(evidence),
        failure,
    )


def _kinds(tally: Tally) -> set[str]:
    return {failure.kind for failure in tally.failures}


def _others(locked: Tally, own: Tally, alone: Tally) -> list[tuple[Tally, str]]:
    named = [
        (locked, "one lock round each call"),
        (own, "an instance for each thread"),
        (alone, "one thread"),
    ]
    return [(tally, words) for tally, words in named if tally.runs]


def cures(tally: Tally, free: Tally) -> bool:
    """No failure, where at least a few were to be expected."""
    if not tally.runs or tally.failed_runs:
        return False
    chances = chance_by_rounds(free, tally), chance_by_runs(free, tally)
    return min(chances) <= RARE and max(chances) <= COMMON


def _clean_words(tally: Tally, free: Tally, words: str) -> str:
    if tally.failed_runs:
        failure = tally.failures[0]
        return f"{words}: {_what(failure)} in {_of_runs(tally)}: {failure.text}"
    chance = max(chance_by_rounds(free, tally), chance_by_runs(free, tally))
    if chance <= 1 / MAX_ODDS:
        odds = f"less than once in {MAX_ODDS:,} times"
    else:
        odds = f"once in {max(2, round(1 / chance)):,} times"
    text = f"{words}: no failure in {counted(tally.runs, 'run')} ({tally.calls:,} calls)"
    if chance > COMMON:
        return f"{text}, too few to mean much"
    return f"{text}; by chance alone that happens {odds}"


def _rate_below(rounds: int) -> str:
    share = RULE_OF_THREE / max(1, rounds)
    if share >= 1:
        return "every round"
    return f"one round in {max(2, round(1 / share)):,}"


def _what(failure: StressFailure) -> str:
    return WORDS[failure.kind]


def _of_runs(tally: Tally) -> str:
    return f"{tally.failed_runs} of {counted(tally.runs, 'run')}"


def _name(found: Findings) -> str:
    return str(found.place.get("function") or "the target")
