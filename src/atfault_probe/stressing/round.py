"""One round: fresh arguments, a start at the same moment, and every call's outcome looked at."""

import random
import sys
import threading
import time

from atfault_probe.stressing import progress as stress_progress
from atfault_probe.stressing.reference import CONSTANT, PARTLY, SEQUENCE, known_arguments
from atfault_probe.stressing.target import Unusable
from atfault_probe.stressing.values import DIFFERENT, ROUNDED, digest, flatten

MAX_FAILURES = 5
"""Kept of one round, with their words; the others are counted."""
MAX_FRAMES = 30
MAX_TEXT = 500
FREE_RUNNING, IN_STEP, DELAYED, NUDGED, BRIEF, BRIEF_NUDGED = range(6)
STYLES = {
    FREE_RUNNING: "each thread calls as fast as it can",
    IN_STEP: "all threads make each call at the same moment",
    DELAYED: "small random delays before the calls",
    NUDGED: "the GIL given up now and then where a function begins or has returned",
    BRIEF: "a few calls on fresh arguments",
    BRIEF_NUDGED: "a few calls on fresh arguments, the GIL given up now and then",
}
BRIEF_CALLS = 3
"""Of each thread in a brief round: for what happens once only, when something is made at its first
use."""
IN_STEP_CALLS = 2000
"""A round of more calls than this is not run in step: the waiting would take most of its time."""
_HEAD_START = 1e-4
"""Seconds from the arrival of the last thread to the start of all."""
MAX_GAP, MAX_BRIEF_GAP = 60, 8
"""Places that are passed between two nudges, at most; in brief rounds."""
_CAN_YIELD = 0x20 | 0x80 | 0x200
"""Code flags of generators, coroutines and async generators (Include/cpython/code.h)."""
DELAYS = (0, 0, 0, -1, 1, 5, 20, 100)
"""Before a call: nothing, the GIL given up once (-1), or so many turns of an empty loop."""


class Round:
    """Threads that call the target; `mode` of the job says how."""

    def __init__(self, job, target, progress, rng, style):
        self._job = job
        self._target = target
        self._progress = progress
        self.mode = job["mode"]
        self._threads = 1 if self.mode == "alone" else job["threads"]
        self._style = style
        brief = style in (BRIEF, BRIEF_NUDGED)
        self._calls_each = min(job["calls"], BRIEF_CALLS) if brief else job["calls"]
        self._calls = self._calls_each * (job["threads"] if self.mode == "alone" else 1)
        if self._style == IN_STEP and (self._calls > IN_STEP_CALLS or self._threads == 1):
            self._style = FREE_RUNNING
        if self.mode == "locked" and self._style == IN_STEP:
            self._style = DELAYED
        self.style_words = STYLES[self._style]
        self._seeds = [rng.randrange(1 << 30) for _ in range(self._threads)]
        self._barrier = threading.Barrier(self._threads)
        self._lock = threading.Lock() if self.mode == "locked" else None
        self._setup_lock = threading.Lock()
        self._made = [None] * self._threads
        self._unusable = None
        self._digests = [[] for _ in range(self._threads)]
        self._started = []
        self._go = 0.0
        self._has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
        self.failures = []
        self.failed = 0
        self.rounded = 0
        self.rounded_text = ""
        self._count_lock = threading.Lock()
        self._slots = [stress_progress.FIRST_THREAD + index for index in range(self._threads)]

    def run(self, reference):
        """Raises Unusable where --setup fails, unless calls of many threads may be why."""
        self._progress.stage = stress_progress.SETTING_UP
        self.calls = 0
        if self.mode != "own":
            try:
                self._made = [self._target.arguments(self._job["seed"])] * self._threads
            except BaseException as error:
                if self.mode == "alone":
                    raise setup_failed(self._job, error, is_repeated=True) from None
                self.add(failure_of(error, "", -1))
                return
        before = [self._progress.slots[slot] for slot in self._slots]
        threads = [
            threading.Thread(target=self._work, args=(i, reference), name="stress-%d" % (i + 1))
            for i in range(self._threads)
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        if self.mode != "own":
            self._progress.stage = stress_progress.CALLING
        for thread in threads:
            thread.join()
        if self._unusable is not None:
            raise self._unusable
        self.calls = sum(self._progress.slots[s] - b for s, b in zip(self._slots, before))

    def add(self, failure):
        """A failed call, counted, and kept if there are few."""
        with self._count_lock:
            self.failed += 1
            if len(self.failures) < MAX_FAILURES:
                self.failures.append(failure)

    def sequences(self):
        """Digests of the results that must agree with the reference as a whole."""
        if self.mode == "own":
            return self._digests
        return [[one for digests in self._digests for one in digests]]

    def arguments(self):
        """(calls made with them, args, kwargs), where nothing else has been called with them."""
        if self.mode == "own":
            return [(self._calls_each, args, kwargs) for args, kwargs in self._made]
        args, kwargs = self._made[0]
        return [(self._calls_each * self._job["threads"], args, kwargs)]

    def _work(self, index, reference):
        try:
            if self.mode == "own":
                with self._setup_lock:
                    self._made[index] = self._target.arguments(self._job["seed"])
        except BaseException as error:
            self._unusable = setup_failed(self._job, error)
            self._barrier.abort()
            return
        args, kwargs = self._made[index]
        try:
            self._barrier.wait()
        except threading.BrokenBarrierError:
            return
        if self._progress.stage != stress_progress.CALLING:
            self._progress.stage = stress_progress.CALLING
        self._started.append(index)
        if len(self._started) == self._threads:
            self._go = time.perf_counter() + _HEAD_START
        while not self._go:  # the barrier lets them go one after the other
            time.sleep(0)
        if not self._has_gil:
            while time.perf_counter() < self._go:  # those that have a CPU start within 1 µs
                pass
        self._call(index, reference, args, kwargs)

    def _call(self, index, reference, args, kwargs):
        """The hot loop. Its own frames are kept few: they are in every crash report."""
        call, lock, slots = self._target.call, self._lock, self._progress.slots
        slot = self._slots[index]
        in_step = self._style == IN_STEP
        delays = self._delays(index)
        known = known_arguments(args, kwargs)
        kept = [] if reference.is_plain and lock is None else None
        nudge = None
        if self._style in (NUDGED, BRIEF_NUDGED):
            gap = MAX_GAP if self._style == NUDGED else MAX_BRIEF_GAP
            nudge = _nudger(self._seeds[index], gap)
        for number in range(self._calls):
            if nudge is not None and sys.getprofile() is None:
                sys.setprofile(nudge)
            if delays:
                _delay(delays[number % len(delays)])
            if in_step:
                self._barrier.wait()
            if lock is not None:
                lock.acquire()
            try:
                result = call(*args, **kwargs)
                if kept is not None:
                    kept.append(result)
                else:
                    self._look(index, number, reference, result, known)
            except BaseException as error:
                self.add(failure_of(error, threading.current_thread().name, number))
            finally:
                if lock is not None:
                    lock.release()
            slots[slot] += 1
        if nudge is not None:
            sys.setprofile(None)
        for number, result in enumerate(kept or ()):
            self._look(index, number, reference, result, known)

    def _delays(self, index):
        if self._style != DELAYED:
            return ()
        rng = random.Random(self._seeds[index])
        return [rng.choice(DELAYS) for _ in range(251)]

    def _look(self, index, number, reference, result, known):
        """Compare one result, or keep what is compared in the end."""
        if reference.kind == SEQUENCE:
            self._digests[index].append(digest(flatten(result, known)))
            return
        if reference.kind not in (CONSTANT, PARTLY):
            return
        leaves = flatten(result, known)
        if leaves == reference.first:
            return
        verdict, text = reference.judge(leaves)
        if verdict == ROUNDED:
            self.rounded += 1
            self.rounded_text = text
        elif verdict == DIFFERENT:
            name = threading.current_thread().name
            self.add({"kind": "result", "text": text, "thread": name, "call": number, "frames": []})


def _nudger(seed, max_gap=MAX_GAP):
    """A profile function that gives up the GIL at random. It is asked where the interpreter itself
    may switch threads: when a Python function begins, when one in C has returned. So whatever
    happens then can happen in any run.

    A generator or coroutine ends it for the rest of the call. CPython (3.10 and later, YIELD_VALUE
    in Python/ceval.c) marks a generator as suspended before it tells the profile function; a switch
    in there lets a second thread into a frame that is still running, and the interpreter crashes:
    that would be of our making.
    """
    rng = random.Random(seed)
    gaps = [rng.randrange(1, max_gap) for _ in range(251)]
    left, at = [gaps[0]], [0]
    sleep = time.sleep

    def nudge(frame, event, argument):
        if frame.f_code.co_flags & _CAN_YIELD:
            sys.setprofile(None)
        elif event == "call" or event == "c_return":
            left[0] -= 1
            if left[0] <= 0:
                at[0] = (at[0] + 1) % 251
                left[0] = gaps[at[0]]
                sleep(1e-6)

    return nudge


def _delay(amount):
    if amount < 0:
        time.sleep(0)
    for _ in range(amount):
        pass


def setup_failed(job, error, is_repeated=False):
    """The Unusable to raise when --setup has raised `error`."""
    found = failure_of(error, "", 0)
    place = " (%s:%d)" % tuple(found["frames"][-1][:2]) if found["frames"] else ""
    once_more = " when called once more, as it is for each round" if is_repeated else ""
    parts = (job["setup"], once_more, found["text"], place)
    return Unusable("--setup %s failed%s: %s%s" % parts)


def failure_of(error, thread, call):
    """An exception that left the target, as plain values. frames: file, line, function, the
    outermost first, without ours."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(_OWN_FOLDER):
            frames.append([code.co_filename, trace.tb_lineno, code.co_name])
        trace = trace.tb_next
    kind = "exception" if isinstance(error, Exception) else "exit"
    try:
        text = str(error)
    except Exception as inner:
        text = "(its message cannot be made: %s)" % type(inner).__name__
    name = type(error).__name__
    text = "%s: %s" % (name, text) if text else name
    return {
        "kind": kind,
        "text": text[:MAX_TEXT],
        "thread": thread,
        "call": call,
        "frames": frames[-MAX_FRAMES:],
    }


_OWN_FOLDER = __file__.rpartition("/stressing/")[0] + "/"
