"""What is told of a process from looks at it: the looks are told here, each as the frames of its
threads with the values of their variables.

    look("main:30 step=7", "wait_for:12", "poll:3")     the outermost first
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.walker import RawFrame
from atfault.decode.watch import activity
from atfault.decode.watch.activity import Watcher
from atfault.decode.watch.nearing import Nearing
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import CodeInfo, Location, PyFrame
from atfault.model.state import NO_PYTHON, GilState, PythonInfo
from atfault.model.waits import GilHeld, Place, ThreadActivity
from atfault.native.timeouts import Timeout
from atfault.options import Options
from atfault.snapshot.sampler import Counters
from atfault.snapshot.target_files import TargetFiles
from support.this_process import runtime_here

PYTHON = PythonInfo(
    (3, 12, 0), "3.12.0", "CPython", False, prefix="/usr", stdlib="/usr/lib/python3.12"
)
NAMES = ("main", "wait_for", "poll", "other", "library", "select")
LIBRARY = "/usr/lib/python3.12/"
FILES = {"library": f"{LIBRARY}queue.py", "select": f"{LIBRARY}selectors.py"}
ONE, TWO = 11, 12


class Program:
    """A process of which each look sees what is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *tids: int, locals: bool = True) -> None:
        self.now, self.number = 0.0, 0
        self.stacks: dict[int, list[str]] = {}
        self.used = {tid: Counters(0.0, 0, 0, 0, 0) for tid in tids}
        self.gil = GilState(True, True, ONE)
        self.stop_reason = ""
        self.new_calls: set[str] = set()
        self.nap: Timeout | None = None
        watcher = self._watcher(monkeypatch, Options(locals=locals), list(tids))
        watcher._info = PYTHON
        watcher._runtime = self.runtime(list(tids))
        self.watcher = watcher

    def _watcher(self, monkeypatch: Any, options: Options, tids: list[int]) -> Watcher:
        kernel = SimpleNamespace(
            tids=tids,
            asleep={},
            sample=lambda: None,
            used=self.used.get,
            calls=lambda tid: (),
        )
        family = SimpleNamespace(sample=lambda: None, used=tuple, ended=lambda: 0)
        memory = SimpleNamespace(
            forget=lambda: None, map_anew=lambda: None, may_stop=False, stops=0, is_whole=True
        )
        put = monkeypatch.setattr
        put(activity, "KernelWatch", lambda *_: kernel)
        put(activity, "FamilyWatch", lambda *_: family)
        put(activity, "HeldMemory", lambda *_: memory)
        put(activity, "find_runtime", lambda *_: Absent(NO_PYTHON))
        put(activity, "load_modules", lambda *_: ())
        put(activity, "_with_threads", lambda runtime: runtime)
        put(activity, "with_writers", lambda runtime, threads, loops, predicates: threads)
        put(activity, "_values", lambda runtime, frame, decoder, reader: self.values(frame))
        put(activity, "_is_new_call", lambda runtime, frame, spot: self.is_new(frame))
        put(activity, "stack_words", lambda *_: ())
        put(activity, "_nap", lambda runtime, frame: self.nap)
        put(activity, "variables", lambda *_: {})
        put(activity, "ObjectReader", lambda runtime: None)
        put(
            activity,
            "LoopWatch",
            lambda sources: SimpleNamespace(
                look=lambda *_: None,
                told=lambda **_: None,
                asked=lambda: None,
                has_loop=True,
                hands_on=False,
                is_endless=False,
                stands_still=False,
                is_known=False,
                gaps=Nearing(),
            ),
        )
        put(activity, "BURST", 0)
        put(Watcher, "_view", lambda self: None)
        put(
            Watcher,
            "_decoder",
            lambda self, _: SimpleNamespace(begin_frame=lambda: None) if options.locals else None,
        )
        put(
            activity,
            "time",
            SimpleNamespace(
                monotonic=lambda: self.now, thread_time=lambda: self.now, sleep=self.sleep
            ),
        )
        put(activity.TaskLoops, "is_due", lambda self: False)
        put(activity.TaskLoops, "look", lambda *_: None)
        files = TargetFiles()
        arch = SimpleNamespace(syscall_names={})
        target: Any = SimpleNamespace(
            pid=os.getpid(), arch=arch, memory_fd=-1, readable=None, files=files
        )
        return Watcher(target, options)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def runtime(self, tids: list[int]) -> Any:
        runtime = SimpleNamespace(
            version=(3, 12, 0),
            left_out="",
            codes=SimpleNamespace(get=lambda code: None),
            gil=lambda: self.gil,
            identities=[SimpleNamespace(native_tid=tid, tstate=tid) for tid in tids],
            walker=SimpleNamespace(chain=self.chain, resolve=self.resolve),
        )
        runtime.again = lambda view: runtime
        return runtime

    def chain(self, tid: int, is_stopped: bool) -> Any:
        if tid not in self.stacks:
            raise MemoryFault(tid, 8)
        frames = [self.raw(one, depth) for depth, one in enumerate(self.stacks[tid])]
        return SimpleNamespace(frames=frames[::-1], stop_reason=self.stop_reason, tid=tid)

    def raw(self, text: str, depth: int) -> RawFrame:
        name, line = text.split()[0].split(":")
        base = 0x100 if line != "99" else 0x900
        return RawFrame(base + depth, 0x1000 + NAMES.index(name), 10 * int(line), 0, False)

    def resolve(self, chain: Any) -> Any:
        frames = []
        for depth, text in enumerate(self.stacks[chain.tid]):
            (name, line), raw = text.split()[0].split(":"), self.raw(text, depth)
            file = FILES.get(name, "/home/app.py")
            code = CodeInfo(raw.code, name, f"App.{name}", file, 1)
            values = tuple(text.split()[1:])
            frames.append(
                PyFrame(raw.address, code, Location(file, int(line)), Absent("no"), False)._replace(
                    operands=values
                )
            )
        return SimpleNamespace(frames=tuple(frames[::-1]))

    def values(self, frame: Any) -> dict[str, str]:
        return dict(one.split("=") for one in frame.operands)

    def is_new(self, frame: RawFrame) -> bool:
        return NAMES[frame.code - 0x1000] in self.new_calls

    def look(self, *stack: str, tid: int = ONE, others: dict[int, list[str]] | None = None) -> None:
        self.stacks = {tid: list(stack), **(others or {})}
        self.now += 0.05
        self.number += 1
        for one, used in self.used.items():
            self.used[one] = used._replace(cpu_seconds=used.cpu_seconds + 0.01)
        self.watcher.sample(detailed=True)

    def told(self, tid: int = ONE) -> ThreadActivity:
        (found,) = [one for one in self.watcher.activity().threads if one.tid == tid]
        return found


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(monkeypatch, ONE)


def test_connections_that_were_closed_in_every_look_are_told_of_who_selects(program, monkeypatch):
    looks = [{(8, 70), (9, 71)}, {(8, 70), (9, 72)}, {(8, 70)}]
    monkeypatch.setattr(activity, "watched_at_end", lambda pid: frozenset(looks.pop(0)))
    program.look("main:1", "other:5")
    assert program.told().ended == ()
    program.look("main:1", "select:5")
    program.look("main:1", "other:6")
    program.look("main:1", "select:5")
    assert program.told().ended == (8,)
    assert not looks


def test_a_loop_that_works_changes_its_variables_and_stays_in_its_frame(program):
    for step in range(12):
        program.look(f"main:30 step={step} path='a'", *["poll:3"] * (step % 2))
    found = program.told()
    assert found.moved and found.changed == ("step 0 → 11 (app.py:30)",)
    assert found.loop == Place("/home/app.py", 30, "App.main", mine=True)
    assert found.fixed == ("path = 'a'",)


def test_who_was_awake_in_a_short_wait_each_time_sleeps_in_turns(program):
    program.nap = Timeout(0.0001, None)
    for _ in range(12):
        program.look("main:30 n=1")
    naps = program.watcher._threads[ONE].naps
    assert (naps.count, naps.short, naps.longest) == (12, 0, 0.0001)


def test_how_long_a_wait_of_threading_sleeps_is_read_from_its_variables(monkeypatch):
    monkeypatch.setattr(activity, "SHORT", 60.0)
    asked, begun = threading.Condition(), threading.Event()

    def waits():
        with asked:
            begun.set()
            asked.wait(30.0)

    thread = threading.Thread(target=waits)
    thread.start()
    begun.wait()
    with asked:  # it sleeps by now
        found = sys._current_frames()[thread.ident]
        runtime: Any = SimpleNamespace(**vars(runtime_here()), left_out=())
        address = id(found)
        if runtime.version[1] >= 11:
            at = address + runtime.offsets["PyFrameObject"]["f_frame"]
            address = runtime.memory.u64(at)
        assert found.f_code is threading.Condition.wait.__code__
        frame: Any = SimpleNamespace(address=address, code=id(found.f_code))
        assert activity._nap(runtime, frame) == Timeout(30.0, None)
        other: Any = SimpleNamespace(address=address, code=id(waits.__code__))
        assert activity._nap(runtime, other) is None
        asked.notify()
    thread.join()


def test_the_loop_is_the_innermost_frame_of_the_users_that_was_never_left(program):
    for step in range(12):
        program.look("main:30 n=1", "wait_for:12 tries=5", *["poll:3"] * (step % 2))
    found = program.told()
    assert found.moved and found.changed == ()
    assert found.loop == Place("/home/app.py", 12, "App.wait_for", mine=True)
    assert found.fixed == ("tries = 5",)


def test_a_library_s_frame_is_no_loop_of_the_users(program):
    for step in range(12):
        program.look("main:30", "library:7 n=1", *["poll:3"] * (step % 2))
    assert program.told().loop == Place("/home/app.py", 30, "App.main", mine=True)


def test_what_stands_still_has_moved_nowhere(program):
    for _ in range(12):
        program.look("main:30 n=1", "poll:3 m=2")
    found = program.told()
    assert (found.moved, found.changed, found.loop, found.fixed) == (False, (), None, ())


def test_one_that_wakes_up_again_and_again_is_in_a_loop_though_it_was_seen_at_one_place(program):
    program.used[ONE] = Counters(0.0, 4, 0, 0, 0)
    for _ in range(12):
        program.look("main:30 n=1")
    assert program.told().loop == Place("/home/app.py", 30, "App.main", mine=True)
    assert not program.told().moved


def test_a_line_counts_that_was_seen_most_often(program):
    for step in range(12):
        program.look(f"main:{31 if step % 3 else 30} n=1")
    assert program.told().moved
    assert program.told().loop.line == 31


def test_a_frame_that_is_entered_anew_at_the_old_address_does_not_stay(program):
    for _ in range(3):
        program.look("main:30", "wait_for:12")
    program.new_calls = {"wait_for"}
    for _ in range(9):
        program.look("main:30", "wait_for:12")
    assert program.told().moved
    assert program.told().loop.function == "App.main"


def test_three_times_left_is_left_and_two_may_be_samples_in_between_two_states(program):
    for number in range(30):
        program.look("main:30", *["wait_for:12"] * (number not in (8, 16)))
    assert program.told().loop.function == "App.wait_for"
    program.look("main:30")
    program.look("main:30", "wait_for:12")
    assert program.told().loop.function == "App.main"


def test_a_sample_that_lost_the_outer_frames_counts_for_nothing(program):
    for number in range(30):
        if number % 5 == 3:
            program.look("wait_for:99")
        else:
            program.look("main:30 n=1", "wait_for:12")
    assert (program.told().moved, program.told().changed) == (False, ())
    for _ in range(6):
        program.look("wait_for:99")
    assert program.told().moved, "its first frame really is another one"


def test_a_sample_that_cannot_be_read_counts_for_nothing(program):
    for number in range(20):
        program.stop_reason = "damaged" if number % 4 == 1 else ""
        program.look(f"main:{99 if number % 4 == 1 else 30} n={number % 4 == 1}")
    assert (program.told().moved, program.told().changed) == (False, ())
    program.look("main:31", tid=TWO)
    assert not program.told().moved, "of that thread nothing could be read"


def test_who_had_the_gil_to_the_end_is_told(program):
    for number in range(10):
        program.gil = GilState(True, number != 3, ONE)
        program.look("main:30")
    held = program.watcher.activity().gil
    assert held == GilHeld(ONE, pytest.approx(0.25), 6)


def test_each_thread_is_told_by_itself_and_one_without_python_by_the_kernel(monkeypatch):
    program = Program(monkeypatch, ONE, TWO, 13)
    del program.watcher._runtime.identities[2]
    for step in range(12):
        program.look(f"main:30 n={step}", others={TWO: ["main:40 n=1"], 13: ["main:50"]})
    assert program.told().moved and not program.told(TWO).moved and not program.told(13).moved
    found = program.watcher.activity()
    assert [one.tid for one in found.threads] == [ONE, TWO, 13]
    assert (found.samples, found.threads[2].cpu_seconds) == (12, pytest.approx(0.12))
    assert program.watcher.in_own_code() == {ONE, TWO}
    assert set(program.watcher.parts()) == {ONE, TWO}


def test_the_signature_changes_with_the_frames_that_stay_and_their_values(program):
    seen = []
    for stack in (
        ["main:30 n=1", "poll:3"],
        ["main:30 n=1", "poll:3"],
        ["main:30 n=2", "poll:3"],
        ["main:30 n=2", "wait_for:3"],
        ["main:30 n=2", "wait_for:9"],
    ):
        program.look(*stack)
        seen.append(program.watcher.signature())
    assert seen[0] == seen[1]
    assert len(set(seen)) == 3, "where a frame is at is no progress by itself"


def test_a_thread_that_did_not_run_made_no_progress(program):
    program.look("main:30 n=1")
    before = program.watcher.signature()
    program.used[ONE] = program.used[ONE]._replace(cpu_seconds=0.0)
    program.look("main:30 n=2")
    assert program.watcher.signature() == before, "others changed what its variables refer to"
    program.look("main:30 n=3")
    assert program.watcher.signature() != before


def test_without_values_a_program_still_moves(monkeypatch):
    program = Program(monkeypatch, ONE, locals=False)
    for step in range(12):
        program.look(f"main:{30 + step % 2} n={step}")
    assert program.told().moved and program.told().changed == ()


def test_the_time_is_used_for_samples_at_uneven_intervals_and_a_last_one_at_its_end(program):
    program.stacks = {ONE: ["main:30"]}
    ticks: list[float] = []
    program.watcher.run(2.0, ticks.append)
    assert program.now == pytest.approx(2.0)
    assert program.watcher.activity().samples == pytest.approx(2.0 / activity.INTERVAL, abs=4)
    assert ticks[0] == 0 and ticks == sorted(ticks) and len(set(ticks)) == len(ticks)
    between = {round(later - before, 4) for before, later in itertools.pairwise(ticks)}
    assert len(between) == 8


def test_a_short_watch_has_eight_samples_all_the_same(program):
    program.stacks = {ONE: ["main:30"]}
    program.watcher.run(0.1)
    assert program.watcher.activity().samples >= 8
