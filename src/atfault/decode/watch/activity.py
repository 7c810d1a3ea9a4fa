"""Watching a process over a time: what moves, and what does not.

A loop that never ends looks frozen at its call, and a program that works looks the same from one
sample to the next. So each sample compares frame by frame, from the outside inward:

    main                 stays, line 30    step 7 → 9      progress: step changes
      wait_for(flag)     stays, line 12    now 3.1 → 3.4   the loop: it stays, what it calls moves
        poll             comes and goes                    moves

A frame stays while it is on the stack at the same address, with the same code, in every sample
since it was first seen. A function that is called over and over is missing from some sample, as
those are at uneven intervals; or it is caught at its first instruction, or with a variable unset
that had been set, and so is a new call at the old address.

Each sample reads a running process and may catch it in between two states; one that does not fit
together counts for nothing. The values of a thread that runs are read of one moment, for which it
is stopped (see `held_memory`), a few times in a watch.
"""

from __future__ import annotations

import heapq
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from atfault.cpython.frames.frame_locals import frame_locals
from atfault.cpython.frames.frame_slots import stack_words, variables
from atfault.cpython.frames.walker import RawFrame
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.cpython.sync.loop_timers import EVENT_LOOP
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.iterators import left, why_endless
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.objects import ValueDecoder
from atfault.decode.watch.advance import advance_of, is_seldom_seen, may_go_round, unending_call
from atfault.decode.watch.calls import Calls
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.loop_watch import LoopWatch
from atfault.decode.watch.loops import takes_all
from atfault.decode.watch.predicates import Predicate, predicate_of
from atfault.decode.watch.task_loops import TaskLoops
from atfault.decode.watch.thread_pointers import with_pointers
from atfault.decode.watch.watched import GilWatch, Spot, Watched, told, wakes_up
from atfault.decode.watch.writers import with_writers
from atfault.errors import AtfaultError, MemoryFault
from atfault.model.absent import Absent
from atfault.model.kinds import POLLS
from atfault.model.roles import is_threading, module_file
from atfault.model.stacks import PyFrame
from atfault.model.state import NO_PYTHON, PythonInfo
from atfault.model.waits import Activity, Again, TaskLoop, ThreadActivity
from atfault.native.modules import load_modules
from atfault.native.timeouts import Timeout, timeout_of
from atfault.options import Options
from atfault.runtimes import handlers
from atfault.snapshot import procfs
from atfault.snapshot.fds import watched_at_end
from atfault.snapshot.held_memory import MAX_STOPS, HeldMemory
from atfault.snapshot.sampler import FamilyWatch, KernelWatch, bytes_moved
from atfault.snapshot.sockets import listens
from atfault.snapshot.target import ProcessView, Target, threads_in_kernel
from atfault.stacks.mine import is_mine

INTERVAL = 0.05
"""Seconds from sample to sample, on average."""
DETAILED_EVERY = 3
"""Every so many samples look at local variables, too."""
TRIES = 4
"""To find an interpreter that describes itself: it runs on, and may be between two states."""
MAX_KNOWN = 4096
BURST = 50
BURST_SECONDS = 0.003
MAX_THREADS = 64
MAX_FRAMES = 2000
MAX_ITERATING = 24
"""Frames of a thread whose iterators are looked at."""
MAX_INNER = 6
"""Of the frames of packages that stay, so many of the innermost are looked at as the user's are."""
FRAMES_WITH_VALUES = 4
"""Of the user's frames of a thread, at each end of its stack."""
SHORTEST, SHORT = 1e-6, 0.005
"""Seconds: as short as a turn for the GIL."""
_MAX_SLOTS = 4096
_TRIES = 3
"""To read all that a look needs of one moment."""
_ENOUGH = 3
"""Looks in which connections have to be at their end."""
_SHARE = 4
"""Sampling uses at most one part in this many of one CPU."""
_JITTER = (0.6, 1.3, 0.9, 1.5, 0.5, 1.2, 0.8, 1.1)


class Watcher:
    """Samples of one target; `runtime` is found once, and its changing parts are read each time."""

    def __init__(self, target: Target, options: Options) -> None:
        self._target = target
        self._options = options
        self._began = time.monotonic()
        self._kernel = KernelWatch(target.pid, target.arch.syscall_names)
        self._family = FamilyWatch(target.pid)
        self.tids = self._kernel.tids
        self._memory = HeldMemory(target)
        self._threads: dict[int, Watched] = {}
        self._parts: dict[int, tuple[tuple[float, ...], tuple[tuple[object, ...], ...]]] = {}
        """Thread → what it had used, and its part of the signature, when it last ran."""
        self._runtime: PythonRuntime | None = None
        self._info: PythonInfo | Absent = Absent("no Python")
        self._samples = 0
        self._stops_every = 0.0
        """Seconds between stops, at least."""
        self._is_server: bool | None = None
        self._calls = Calls()
        self._gil = GilWatch()
        self._sources = Sources(target.pid, target.files)
        self._tasks = TaskLoops(self._sources)
        self._ended: list[frozenset[tuple[int, int]]] = []
        """What `watched_at_end` gave in each look while a thread that selects was busy: of the
        looks before, what all of them had."""
        try:
            self._find_python()
        except AtfaultError:
            pass

    def _find_python(self) -> None:
        for _ in range(TRIES):
            view = self._view()
            runtime = find_runtime(view, load_modules(view))
            if not isinstance(runtime, Absent):
                self._info, self._runtime = runtime.info(), runtime
                return
            if runtime.reason == NO_PYTHON:
                return
            self._memory.forget()

    def _view(self) -> ProcessView:
        return ProcessView(self._target, self._memory, threads_in_kernel(self._target))

    def run(self, seconds: float, tick: Callable[[float], None] | None = None) -> None:
        """Sample for that long, and for as long again where a loop was seldom caught on a busy
        machine; tick: called with the seconds that have passed."""
        for wait in self._steps(seconds, tick):
            time.sleep(wait)

    def _steps(
        self, seconds: float, tick: Callable[[float], None] | None = None
    ) -> Iterator[float]:
        """The same; the seconds that are to pass before each next step."""
        deadline = time.monotonic() + seconds
        last = deadline + seconds
        interval = min(INTERVAL, seconds / 8)
        now = time.monotonic()
        self._stops_every = seconds / MAX_STOPS
        self._memory.may_stop = True
        while True:
            last_one, before, used = now, time.monotonic(), time.thread_time()
            is_seldom = before - last_one > 2 * interval  # where the machine is busy
            self.sample(detailed=is_seldom or self._samples % DETAILED_EVERY == 0)
            now = time.monotonic()
            if tick is not None:
                tick(now - deadline + seconds)
            used = time.thread_time() - used
            wait = max(interval * _JITTER[self._samples % 8], used * _SHARE)
            if now + wait >= deadline and (now >= last or not self._is_undecided()):
                break
            yield wait
        yield max(deadline - time.monotonic(), 0)
        self.sample(detailed=True)

    def _is_undecided(self) -> bool:
        return any(one.is_undecided or is_seldom_seen(one) for one in self._threads.values())

    def sample(self, *, detailed: bool) -> None:
        """One look at every thread. detailed: at the values of local variables, too."""
        self._samples += 1
        self._kernel.sample()
        if detailed:
            self._family.sample()
        if self._runtime is None:
            return
        if detailed:
            self._memory.map_anew()
        self._memory.forget()
        try:
            runtime = _with_threads(self._runtime.again(self._view()))
            runtime.walker.max_frames = MAX_FRAMES  # of a thread that has more nothing is noted
            self._gil.note(runtime.gil(), time.monotonic())
            decoder = self._decoder(runtime) if detailed else None
            closely = decoder is not None or (detailed and bool(runtime.left_out))
            threads = [
                (one.native_tid, one.tstate)
                for one in runtime.identities
                if one.native_tid is not None
            ][:MAX_THREADS]
            for tid, tstate in threads:
                timeout = self._timeout(tid)
                if decoder is None or not self._is_to_be_held(tid):
                    self._look(runtime, tid, tstate, decoder, closely, timeout)
                elif self._memory.may_stop and self._is_stop_due():
                    for _ in range(_TRIES):
                        self._memory.hold(tid)
                        decoder = self._decoder(runtime)  # which remembers what it has read
                        self._look(runtime, tid, tstate, decoder, closely, timeout)
                        if self._memory.is_whole or not self._memory.may_stop:
                            break
                else:
                    self._look(runtime, tid, tstate, None, closely, timeout)
            self._look_often(runtime, threads)
            if detailed:
                self._look_at_connections()
            if decoder is not None and self._tasks.is_due():
                self._look_at_tasks(runtime, decoder)
        except AtfaultError:
            return

    def _is_to_be_held(self, tid: int) -> bool:
        """Whether a thread runs, and may be stopped: nothing that one has changes while it
        sleeps."""
        if not (self._memory.may_stop or self._memory.stops):
            return False
        found = procfs.stat(self._target.pid, tid)
        return found is not None and found.state == "R"

    def _is_stop_due(self) -> bool:
        passed = time.monotonic() - self._began
        return self._memory.stops * self._stops_every <= passed

    def _look_at_connections(self) -> None:
        if any(one.selects and one.moved for one in self._threads.values()):
            found = watched_at_end(self._target.pid)
            self._ended.append(found & self._ended[-1] if self._ended else found)

    def _look_at_tasks(self, runtime: PythonRuntime, decoder: ValueDecoder) -> None:
        if not isinstance(self._info, Absent):
            self._tasks.look(runtime, self._info, decoder)

    def _look_often(self, runtime: PythonRuntime, threads: list[tuple[int, int]]) -> None:
        """Once more at the threads that move: a function that is called over and over, and runs
        most of the time, looks as if it stayed unless it is looked at many times."""
        moving = [one for one in threads if one[0] in self._threads and self._threads[one[0]].moved]
        deadline = time.monotonic() + BURST_SECONDS
        for _ in range(BURST if moving else 0):
            self._memory.forget()
            for tid, tstate in moving:
                self._look(runtime, tid, tstate)
            if time.monotonic() > deadline:
                break

    def _read(
        self,
        runtime: PythonRuntime,
        watched: Watched,
        found: Sequence[tuple[Spot, PyFrame]],
        decoder: ValueDecoder,
    ) -> None:
        """The variables of frames, of many those at both ends of the stack."""
        reader, few = ObjectReader(runtime), FRAMES_WITH_VALUES
        found = found if len(found) <= 2 * few else [*found[:few], *found[-few:]]
        # Where nothing is held, what turns fast is met in different states by two readings.
        for _ in range(1 if self._memory.may_stop or self._memory.stops else 2):
            values = [(spot, _values(runtime, frame, decoder, reader)) for spot, frame in found]
            if self._memory.is_whole:
                watched.read(values)
            if not self._memory.stops:
                self._memory.forget()

    def _timeout(self, tid: int) -> Timeout | None:
        call = self._kernel.asleep.get(tid)
        return None if call is None else timeout_of(call.name, call.args, self._memory)

    def _decoder(self, runtime: PythonRuntime) -> ValueDecoder | None:
        if not self._options.locals or runtime.left_out:
            return None
        return value_decoder(
            runtime.memory,
            runtime.offsets,
            runtime.version,
            mappings=self._target.mappings,
            mask_secrets=self._options.mask_secrets,
            plugins=handlers(),
        )

    def _look(
        self,
        runtime: PythonRuntime,
        tid: int,
        tstate: int,
        decoder: ValueDecoder | None = None,
        closely: bool = False,
        timeout: Timeout | None = None,
    ) -> None:
        """timeout: of the system call that it sleeps in."""
        try:
            chain = runtime.walker.chain(tstate, is_stopped=False)
        except MemoryFault:
            return
        if chain.stop_reason or not chain.frames:
            return
        watched = self._threads.setdefault(tid, Watched())
        frames = self._calls.told_alike(runtime, chain.frames[::-1])
        if watched.is_torn(frames[0]):
            return
        watched.samples += 1
        position = tuple([(frame.address, frame.instruction) for frame in frames])
        if watched.position is not None and watched.position != position:
            watched.moved = True
        watched.position = position
        before = watched.spots
        now: dict[tuple[int, int], Spot] = {}
        left: list[tuple[int, int]] = []
        for frame in frames:
            key = (frame.address, frame.code)
            spot = watched.known.get(key)
            if spot is None:
                spot = Spot()
                watched.files |= self._own_file(runtime, frame)
            if spot.is_mine and _is_new_call(runtime, frame, spot):
                watched.moved = True
                left.append(key)
            spot.samples += 1
            spot.seen = watched.samples
            now[key] = spot
        for key in (*left, *(before.keys() - now.keys())):
            watched.left[key] = watched.left.get(key, 0) + 1
        watched.spots = now
        timeout = _nap(runtime, frames[-1]) or timeout
        if timeout is not None:
            watched.sleeps(frames, timeout)
        if len(watched.known) < MAX_KNOWN:
            watched.known.update(now)
        if closely:
            resolved = runtime.walker.resolve(chain).frames
            watched.selects |= any(_is_select(one) for one in resolved)
            used = self._kernel.used(tid)
            turns = watched.moved or watched.naps.count > 0
            turns = turns or (used is not None and wakes_up(used.voluntary_switches))
            self._look_closely(runtime, resolved, watched, decoder, turns)

    def _own_file(self, runtime: PythonRuntime, frame: RawFrame) -> set[str]:
        """Of a frame of the user's."""
        code = None if runtime.left_out else runtime.codes.get(frame.code)
        if code is None or isinstance(self._info, Absent):
            return set()
        return {code.info.filename} if is_mine(code.info.filename, self._info) else set()

    def _look_closely(
        self,
        runtime: PythonRuntime,
        frames: tuple[PyFrame, ...],
        watched: Watched,
        decoder: ValueDecoder | None,
        turns: bool,
    ) -> None:
        """turns: whether the thread moved, or woke up and came back to the same place."""
        spots, naps = watched.spots, watched.naps.count > 0
        mine, loops, inner = [], [], []
        for at, frame in enumerate(frames):
            spot = spots.get((frame.address, frame.code.address))
            if spot is None:
                continue
            before = spot.where.location.line if spot.where is not None else None
            spot.where = frame
            line = frame.location.line
            if line is not None:
                spot.note_line(line, before or 0)
            if not isinstance(self._info, Absent) and is_mine(frame.code.filename, self._info):
                spot.is_mine = True
                mine.append((spot, frame))
            if spot.is_mine or (naps and spot.may_poll):
                loops.append((spot, frames[at:]))
            elif spot.may_poll and watched.is_staying(frame):
                inner.append((spot, frames[at:]))
        reader = ObjectReader(runtime)
        if watched.moved and not runtime.left_out:
            self._look_at_iterators(runtime, reader, watched, frames)
        elif mine and mine[0][1] is frames[0]:
            mine[0][0].unending = self._unending(runtime, reader, frames[0])
        if decoder is None:
            return
        loops, inner = loops[: 2 * FRAMES_WITH_VALUES], inner[:MAX_INNER]
        for spot, (frame, *callers) in (*loops, *inner) if turns else ():
            self._look_at_loop(runtime, spot, frame, decoder, callers)
            if frame.code.name != "<module>":
                named = variables(runtime, reader, frame)
                spot.note_unset([name for name, at in named.items() if reader.is_none(at)])
        self._read(runtime, watched, mine, decoder)
        for spot, (frame, *_) in inner if watched.moved else ():
            values = _values(runtime, frame, decoder, reader)
            if self._memory.is_whole:
                spot.note_inner(values)

    def _look_at_iterators(
        self,
        runtime: PythonRuntime,
        reader: ObjectReader,
        watched: Watched,
        frames: Sequence[PyFrame],
    ) -> None:
        """How many items those of `for` loops have left, in the frames that have been there before,
        the innermost first."""
        for frame in frames[:MAX_ITERATING]:
            spot = watched.spots.get((frame.address, frame.code.address))
            if spot is None or not watched.is_staying(frame):
                continue
            for one in stack_words(runtime, frame):
                number = left(reader, one)
                if number is not None:
                    spot.iterators.note(one, number)

    def _unending(self, runtime: PythonRuntime, reader: ObjectReader, frame: PyFrame) -> str:
        """Why the call in C that a frame is in takes for ever what an iterator gives."""
        function, line = self._sources.function(frame.code), frame.location.line
        if function is None or line is None or not takes_all(function, line):
            return ""
        words = stack_words(runtime, frame)
        return next(filter(None, [why_endless(reader, one) for one in words]), "")

    def _look_at_loop(
        self,
        runtime: PythonRuntime,
        spot: Spot,
        frame: PyFrame,
        decoder: ValueDecoder,
        callers: Sequence[PyFrame],
    ) -> None:
        """At what would end the loop that a frame of the user's is in."""
        if spot.watch is None:
            spot.watch = LoopWatch(self._sources)
        decoder.begin_frame()
        lines = set(spot.lines)
        spot.watch.look(runtime, frame, lines, decoder, callers, lambda: self._memory.is_whole)

    def signature(self) -> tuple[object, ...]:
        """What differs when the program makes progress: `parts` of its threads. A process without
        Python, or with one of whose variables nothing is known: its CPU time, in steps, and how
        much it has read and written; of a server, which reads for itself (redis looks how much
        memory it has) and answers whoever asks it again and again, its CPU time alone."""
        if self._runtime is None or self._runtime.left_out:
            used = [self._kernel.used(tid) for tid in self._kernel.tids]
            steps = sum([int(one.cpu_seconds * 20) for one in used if one is not None])
            pid = self._target.pid
            if self._is_server is None:
                self._is_server = listens(pid)
            return (len(used), steps, 0 if self._is_server else bytes_moved(pid))
        return tuple(sorted(self.parts().items()))

    def parts(self) -> dict[int, tuple[tuple[object, ...], ...]]:
        """Of each thread that runs Python, what differs when it makes progress: which of the user's
        frames stay, and the values of their variables, but of counters in a loop that only looks,
        or that nothing in it can end. What a thread's variables refer to others change as well: one
        that did not run makes none."""
        for tid, watched in self._threads.items():
            used = self._kernel.used(tid)
            known = self._parts.get(tid)
            if known is None or used is None or known[0] != used[:3]:
                ran = () if used is None else used[:3]
                self._parts[tid] = ran, self._part(tid, watched)
        return {tid: part for tid, (_, part) in self._parts.items()}

    def _part(self, tid: int, watched: Watched) -> tuple[tuple[object, ...], ...]:
        asleep = self._timeout(tid) is not None or watched.naps.fill(watched.samples)
        found = watched.polling(self._sources, Again(0, 0.0)) if asleep else None
        endless = watched.endless()
        looks = found is not None and not (found[1].does or found[1].ends)
        frames = []
        for key, spot in watched.spots.items():
            passed: frozenset[str] = frozenset()
            is_loop = found is not None and spot is found[0]
            if spot is endless:
                is_loop = True
            elif found is not None and is_loop and looks:
                passed = found[2]
            # Whatever lies around an endless loop is not the work of its thread.
            seen = spot.last.items() if endless is None else ()
            values = sorted([one for one in seen if one[0] not in passed])
            if not watched.has_left(key):
                frames.append((key, spot.unsteady if endless is None else 0, tuple(values)))
            if is_loop:
                break  # what it calls, in order to wait, comes and goes
        if found is not None and found[1].only_looks:
            # A package that only looks assigns nothing for those who called it.
            frames = [(key, unsteady, ()) for key, unsteady, _ in frames]
        return tuple(frames)

    def polling(self) -> set[int]:
        """The threads that sleep until something comes at one of several descriptors, as those do
        that run an event loop."""
        return {tid for tid, call in self._kernel.asleep.items() if call.name in POLLS}

    def turning(self) -> set[int]:
        """The threads that run in a loop whose exits look at what comes back to what it was, or
        whose end is not seen to come nearer, or in a call that takes what has no end."""
        return {
            tid
            for tid, one in self._threads.items()
            if (self._turns(one) if one.moved else unending_call(one) is not None)
        }

    def _turns(self, watched: Watched) -> bool:
        loop = watched.loop()
        is_still = loop is not None and loop.stands_still
        return is_still or may_go_round(watched, self._sources)

    def in_own_code(self) -> set[int]:
        """The threads that run code of the user's; the main thread also once that has ended."""
        return {
            tid
            for tid, watched in self._threads.items()
            if tid == self._target.pid or any(spot.is_mine for spot in watched.spots.values())
        }

    # What came of it

    def activity(self) -> Activity:
        """What was seen up to now."""
        wall = time.monotonic() - self._began
        self._look_at_connections()
        threads = []
        for tid in self._kernel.tids:
            used = self._kernel.used(tid)
            if used is None:
                continue
            calls = self._kernel.calls(tid)
            base = ThreadActivity(
                tid,
                used.cpu_seconds,
                wall,
                used.voluntary_switches,
                False,
                syscalls=calls,
                involuntary_switches=used.involuntary_switches,
                reads=used.reads,
                bytes_read=used.bytes_read,
            )
            watched = self._threads.get(tid)
            if watched is not None:
                base = told(base, watched, self._samples, self._sources)
                base = base._replace(advance=advance_of(watched, self._sources))
                if watched.selects and len(self._ended) >= _ENOUGH:
                    base = base._replace(ended=tuple(sorted({fd for fd, _ in self._ended[-1]})))
            threads.append(base)
        threads, tasks = self._with_writers(threads)
        family = self._family
        return Activity(
            wall,
            self._samples,
            tuple(threads),
            family.used(),
            family.ended(),
            self._gil.told(),
            tasks,
        )

    def _with_writers(
        self, threads: list[ThreadActivity]
    ) -> tuple[list[ThreadActivity], tuple[TaskLoop, ...]]:
        """With who may write what keeps loops going; and the loops of tasks."""
        loops = {
            tid: loop
            for tid, watched in self._threads.items()
            if (loop := watched.loop()) is not None
        }
        if self._runtime is None or self._runtime.left_out:
            return threads, ()
        self._memory.forget()
        try:
            runtime = _with_threads(self._runtime.again(self._view()))
            decoder = self._decoder(runtime)
            predicates = {}
            if decoder is not None:
                self._look_at_tasks(runtime, decoder)
                predicates = self._predicates(runtime)
            return with_writers(runtime, threads, loops, predicates), self._tasks.told()
        except AtfaultError:
            return threads, ()

    def _predicates(self, runtime: PythonRuntime) -> dict[int, Predicate]:
        """Thread that did not move → what it waits for at a condition."""
        found = {}
        for one in runtime.identities[:MAX_THREADS]:
            tid = one.native_tid or 0
            watched, call = self._threads.get(tid), self._kernel.asleep.get(tid)
            if watched is None or watched.moved or call is None or call.name != "futex":
                continue
            try:
                frames = runtime.walker.resolve(runtime.walker.chain(one.tstate)).frames
                predicate = predicate_of(runtime, self._sources, frames)
            except MemoryFault:
                continue
            if predicate is not None and self._is_own(frames):
                found[tid] = predicate
        return found

    def _is_own(self, frames: Sequence[PyFrame]) -> bool:
        """Whether the innermost frame out of threading is of the user's."""
        if isinstance(self._info, Absent):
            return False
        inner = next((one for one in frames if not is_threading(one.code.filename)), None)
        return inner is not None and is_mine(inner.code.filename, self._info)


def run_together(watchers: Iterable[Watcher], seconds: float) -> None:
    """Sample several targets for that long, in turns."""
    due = [(0.0, at, one._steps(seconds)) for at, one in enumerate(watchers)]
    while due:
        when, at, steps = heapq.heappop(due)
        time.sleep(max(when - time.monotonic(), 0))
        wait = next(steps, None)
        if wait is not None:
            heapq.heappush(due, (time.monotonic() + wait, at, steps))


def has_new_threads(target: Target, watcher: Watcher) -> bool:
    """Whether there are threads that the watcher does not know."""
    return not set(procfs.threads(target.pid)) <= set(watcher.tids)


def _with_threads(runtime: PythonRuntime) -> PythonRuntime:
    """The same, with the kernel's ids of the threads that run Python."""
    snapshot = runtime.snapshot
    snapshot.threads = with_pointers(snapshot, runtime)
    return runtime.again(snapshot)


def _nap(runtime: PythonRuntime, innermost: RawFrame) -> Timeout | None:
    """The short time that a thread sleeps at most in Condition.wait of threading, on which all else
    there is built: whoever wakes thousands of times a second is mostly seen in between. None for
    all others."""
    code = None if runtime.left_out else runtime.codes.get(innermost.code)
    if code is None or code.info.name != "wait" or not is_threading(code.info.filename):
        return None
    try:
        _, timeout = runtime.memory.u64s(_slots(runtime, innermost), 2)  # self, timeout
        at = timeout + runtime.offsets["PyFloatObject"]["ob_fval"]
        (seconds,) = struct.unpack("<d", runtime.memory.read(at, 8))
    except MemoryFault:
        return None
    # What is no float has a size, a digit or a pointer there, which are next to 0 as one.
    return Timeout(seconds, None) if SHORTEST <= seconds <= SHORT else None


def _slots(runtime: PythonRuntime, frame: RawFrame) -> int:
    """Address of the first variable of a frame."""
    if runtime.version[1] >= 11:
        return frame.address + runtime.offsets["_PyInterpreterFrame"]["localsplus"]
    return frame.address + runtime.offsets["PyFrameObject"]["f_localsplus"]


def _is_select(frame: PyFrame) -> bool:
    return frame.code.name == "select" and module_file(frame.code.filename) == "selectors.py"


def _is_new_call(runtime: PythonRuntime, frame: RawFrame, spot: Spot) -> bool:
    """Whether the frame has been left and entered again since the last sample."""
    code = runtime.codes.get(frame.code)
    if code is None:
        return False
    if runtime.left_out:
        lasti = runtime.codes.lasti(frame.code, frame.instruction, frame.bytecode_copy)
        return spot.samples > 0 and 0 <= lasti <= code.first_traceable
    if runtime.version[1] >= 11:
        count = runtime.codes.int(code, "co_nlocalsplus")
        lasti = runtime.codes.lasti(frame.code, frame.instruction, frame.bytecode_copy)
    else:
        count = runtime.codes.int(code, "co_nlocals")
        lasti = frame.instruction
    before, spot.bound = spot.bound, ()
    if 0 <= count <= _MAX_SLOTS:
        try:
            words = runtime.memory.u64s(_slots(runtime, frame), count)
            spot.bound = tuple([word not in (0, 1) for word in words])
        except MemoryFault:
            return False
    if any(was and not now for was, now in zip(before, spot.bound)):
        return True
    if runtime.version[1] <= 10:
        return spot.samples > 0 and lasti < 0  # a loop may begin at the first instruction
    return spot.samples > 0 and lasti <= code.first_traceable


def _values(
    runtime: PythonRuntime, frame: PyFrame, decoder: ValueDecoder, reader: ObjectReader
) -> dict[str, str]:
    """Names and texts of a frame's variables; without event loops, in which each turn leaves its
    mark, also of one that only looks."""
    decoder.begin_frame()
    variables = frame_locals(runtime, frame, decoder)
    if isinstance(variables, Absent):
        return {}
    return {
        v.name: v.value.text
        for v in variables
        if not isinstance(v.value, Absent) and not reader.is_a(v.value.address, EVENT_LOOP)
    }
