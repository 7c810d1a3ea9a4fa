"""The ways in which a target is called, one for each kind of job.

    reference, again    one thread, the process's first: what does the target return?
    alone               one thread, another than the first
    free                many threads at once
    locked              many threads, one lock round each call and the look at its result
    own                 many threads at once, each with arguments that were made for it

All but the first two go on in rounds, with fresh arguments for each, until the time is up or a
round has failed.
"""

import itertools
import random
import sys
import threading
import time

from atfault_probe.stressing import progress as stress_progress
from atfault_probe.stressing.reference import (
    NOTHING,
    SEQUENCE,
    Recorder,
    Reference,
    known_arguments,
    state_of,
)
from atfault_probe.stressing.round import (
    BRIEF,
    BRIEF_CALLS,
    BRIEF_NUDGED,
    DELAYED,
    FREE_RUNNING,
    IN_STEP,
    NUDGED,
    Round,
    failure_of,
    setup_failed,
)
from atfault_probe.stressing.target import Unusable
from atfault_probe.stressing.values import DIFFERENT, ROUNDED, flatten

COMBINATIONS = (
    (NUDGED, 1e-6),
    (FREE_RUNNING, 1e-6),
    (BRIEF, 1e-6),
    (IN_STEP, 0.005),
    (NUDGED, 0.005),
    (BRIEF, 0.005),
    (FREE_RUNNING, 0.005),
    (DELAYED, 1e-5),
    (BRIEF, 1e-5),
    (NUDGED, 1e-5),
    (IN_STEP, 1e-6),
    (BRIEF, 0.0005),
)
"""Ways to interleave the threads, one round each (of the brief ones several): the style, and the
seconds after which a waiting thread gets the GIL (0.005 is Python's own)."""
BRIEF_ROUNDS = 30
BRIEF_SHARE = 0.25
"""Of a run's time, for the brief rounds in a row."""
COMBINATIONS_A_RUN = 3
"""By how many each run starts later in that list than the one before."""


def _reference(job, target, progress, result):
    """The first look: how many calls fit into the time, and what they return."""
    recorder = Recorder(job["close"])
    wanted = job["threads"] * job["calls"]
    seconds = max(job["seconds"], min(job["max_seconds"], target.import_seconds))
    made = _record(job, target, progress, result, recorder, wanted, seconds)
    result["calls"] = made
    recorder.save(job["reference"])


def _again(job, target, progress, result):
    """The same once more; says what the two have in common."""
    recorder = Recorder(job["close"])
    wanted = job["threads"] * job["calls"]
    made = _record(job, target, progress, result, recorder, wanted, None)
    result["calls"] = made
    if not result["failures"]:
        reference = Reference(Recorder.load(job["reference"]), recorder)
        reference.save(job["reference"])
        result["reference"] = reference.kind


def _record(job, target, progress, result, recorder, wanted, seconds):
    """Make the wanted calls, or as many as fit into the seconds (None: all of them). The first is
    not counted: it may import, compile or start what the others find ready."""
    threads = job["threads"]
    result["failures"] = []
    args, kwargs = _arguments(job, target, progress)
    known = known_arguments(args, kwargs)
    progress.stage = stress_progress.CALLING
    began = time.monotonic()
    slots, first = progress.slots, stress_progress.FIRST_THREAD
    made, first_call = 0, 0.0
    while made < wanted:
        may_end = seconds is not None and made and made % threads == 0
        if may_end and time.monotonic() - began > seconds:
            break
        try:
            value = target.call(*args, **kwargs)
        except BaseException as error:
            if made == 0 and _is_bad_call(error):
                raise Unusable(str(error)) from None
            result["failures"].append(failure_of(error, threading.current_thread().name, made))
            progress.round_ended(1)
            break
        recorder.add(flatten(value, known))
        made += 1
        if made == 1:
            first_call, began = time.monotonic() - began, time.monotonic()
        slots[first] = made
        if made in (job["calls"], BRIEF_CALLS, BRIEF_CALLS * threads):
            recorder.states[made] = state_of(args, kwargs)
    result["seconds"] = time.monotonic() - began
    result["first_call"] = first_call
    recorder.states[made] = state_of(args, kwargs)
    return made


def _is_bad_call(error):
    """A TypeError about the arguments, raised by the call itself and not inside the target."""
    return isinstance(error, TypeError) and error.__traceback__.tb_next is None


def _arguments(job, target, progress):
    progress.stage = stress_progress.SETTING_UP
    try:
        return target.arguments(job["seed"])
    except BaseException as error:
        raise setup_failed(job, error) from None


def _rounds(job, target, progress, result):
    """Rounds of threads, in the way that the job's mode says."""
    reference = Reference.load(job["reference"])
    if not job["compare"]:
        reference.kind, reference.states = NOTHING, {}
    deadline = time.monotonic() + job["seconds"]
    rng = random.Random("%d/%s/%d" % (job["seed"], job["mode"], job["run"]))
    ways = _ways(job["run"] * COMBINATIONS_A_RUN, BRIEF_SHARE * job["seconds"])
    result.update(failures=[], rounded=0, rounded_text="", calls=0, rounds=0)
    began = time.monotonic()
    while True:
        style, interval = next(ways)
        one = Round(job, target, progress, rng, style)
        before = sys.getswitchinterval()
        sys.setswitchinterval(interval)
        try:
            one.run(reference)
        finally:
            sys.setswitchinterval(before)
        progress.stage = stress_progress.CHECKING
        _judge_round(one, reference, result)
        result["rounds"] += 1
        result["calls"] += one.calls
        result["style"] = one.style_words
        progress.round_ended(one.failed)
        if one.failed:
            result["failed_calls"] = one.failed
            break
        if time.monotonic() > deadline or result["rounds"] >= job["max_rounds"]:
            break
    result["seconds"] = time.monotonic() - began


def _ways(first, seconds):
    """(style, switch interval) of one round after the other, from that combination on.

    seconds: for brief rounds in a row, where their setup takes long.
    """
    for number in itertools.count(first):
        style, interval = COMBINATIONS[number % len(COMBINATIONS)]
        end = time.monotonic() + seconds
        for turn in range(BRIEF_ROUNDS if style == BRIEF else 1):
            yield BRIEF_NUDGED if style == BRIEF and turn % 2 else style, interval
            if time.monotonic() > end:
                break


def _judge_round(one, reference, result):
    """Judge what can be judged only when all calls are done."""
    if not one.failed and reference.kind == SEQUENCE:
        for digests in one.sequences():
            wrong, text = reference.judge_all(digests)
            if wrong:
                one.add({"kind": "result", "text": text, "thread": "", "call": -1, "frames": []})
                one.failed += wrong - 1
    if not one.failed:
        for calls, args, kwargs in one.arguments():
            verdict, text = reference.judge_state(calls, state_of(args, kwargs))
            if verdict == DIFFERENT:
                text = "after the calls: " + text
                one.add({"kind": "state", "text": text, "thread": "", "call": -1, "frames": []})
                break
            if verdict == ROUNDED:
                one.rounded, one.rounded_text = one.rounded + 1, text
    result["failures"] += one.failures
    result["rounded"] += one.rounded
    result["rounded_text"] = result["rounded_text"] or one.rounded_text


MODES = {
    "reference": _reference,
    "again": _again,
    "alone": _rounds,
    "free": _rounds,
    "locked": _rounds,
    "own": _rounds,
}
