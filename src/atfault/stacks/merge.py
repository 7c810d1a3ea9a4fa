"""One stack out of two: native frames, with the interpreter's eval frames replaced by the Python
frames that they run.

The interpreter leaves a marker in the C frame of every run of its eval function, a C local whose
address is noted down: the CFrame (3.10), _PyCFrame (3.11) or entry shim frame (3.12 and later).

    native                sp        CFA       Python                    merged
    sem_wait              7ffc1000  7ffc1040                            native  sem_wait
    time_sleep            7ffc1040  7ffc10a0                            native  time_sleep
    _PyEval_EvalFrame…    7ffc10a0  7ffc1230  inner                     python  inner
                          marker 7ffc11d8     outer  (is_entry)         python  outer
    _PyObject_Call        7ffc1230  7ffc1270                            native  _PyObject_Call
    _PyEval_EvalFrame…    7ffc1270  7ffc1400  <module>  (is_entry)      python  <module>
                          marker 7ffc13a8

A marker lies in [sp, CFA) of exactly one native frame, so neither symbols nor names are needed.
Before 3.10 there is no marker, but one call of the eval function for each Python frame: they are
paired in order when their numbers agree, and otherwise by the pointer to the Python frame that the
eval function keeps in its own C frame (`eval_frames`).

Where nothing ties the two together they stay apart, and the stack says why. Never a wrong order.

Where the C stack of a greenlet ends.

Greenlets (greenlet, so gevent, eventlet, SQLAlchemy's asyncio) share one C stack: what of another
greenlet's part is in the way of the one that runs is copied aside and back (TGreenlet.cpp).

    low   │ strlen, ctypes …, Python       │  the greenlet that runs
          │ UserGreenlet::inner_bootstrap  │  called its `run`, never returns
          ├────────────────────────────────┤
          │ g_initialstub, g_switch …      │  of whoever started it, who may have gone on
    high  │ …                              │  since then, or another one may be there now

So what the frames further out say is not how the program came here, and often they are no frames.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.stacks import (
    NativeFrame,
    NativeStack,
    PyFrame,
    PythonStack,
    StackTrace,
    ThreadFrame,
)
from atfault.model.state import PythonInfo
from atfault.snapshot.protocol import Memory
from atfault.stacks.eval_frames import is_eval, is_instruction, pair_by_eval_frames
from atfault.stacks.mine import is_mine

GUESSED = ("scanned", "frame-pointer")
"""How a frame was found between which and the next one inward others may be missing."""
_MODULE = "_greenlet."
_FIRST_FUNCTION = "inner_bootstrap"
ENDS = "a greenlet begins here, on a stack of its own"


STARTED: dict[str, tuple[str, ...]] = {
    "spawn_main": ("/multiprocessing/spawn.py",),
    "main": ("/multiprocessing/forkserver.py", "/multiprocessing/resource_tracker.py"),
    "serve": ("/execnet/gateway_base.py",),
}
"""Functions that workers run, and their files: `python -c "from multiprocessing.spawn import
spawn_main; spawn_main(…)"` is what multiprocessing.spawn.get_command_line makes, and execnet, of
pytest-xdist, has its worker exec a text that calls `serve` (execnet/gateway_bootstrap.py)."""


class Run(NamedTuple):
    """The Python frames of one run of the eval function, innermost first, and its native frame."""

    native_index: int
    """Into the native frames; past their end for a run further out than they reach."""
    marker: int
    """Address of its marker; 0 where there is none."""
    frames: tuple[PyFrame, ...]
    is_skipped: bool = False
    """Its own native frame is not known: it lies between that one and the next outer one."""


class _Failure(Exception):
    """The two stacks cannot be tied together; the message says why."""


def merge(
    native: NativeStack | Absent,
    python: PythonStack | Absent | Sequence[PythonStack],
    info: PythonInfo | Absent,
    memory: Memory | None = None,
) -> StackTrace:
    """Merge a thread's native stack (symbolized or not) with its Python stack.

    python: several where the thread has states in several interpreters. info: of the interpreter,
    for `mine`. memory: of the target; without it stacks before 3.10 merge by number alone.
    """
    stacks = _python_stacks(python)
    frames = native.frames if isinstance(native, NativeStack) else ()
    own = _Own(info)
    python_reason = "; ".join(s.stop_reason for s in stacks if s.stop_reason)
    if not frames:
        why = native.reason if isinstance(native, Absent) else native.stop_reason
        python_only = tuple(frame for stack in stacks for frame in own.pythons(stack.frames))
        return StackTrace(_without_starter(python_only), True, _join(why, python_reason))
    assert isinstance(native, NativeStack)
    try:
        runs = _find_runs(frames, stacks, memory)
        merged, note = _weave(frames, runs, own)
    except _Failure as failure:
        why = f"native and Python frames could not be merged: {failure}"
        return apart(native, stacks, info, why)
    merged = _without_starter(_without_packages(merged, frames, info))
    return StackTrace(merged, True, _join(native.stop_reason, note, python_reason))


def apart(
    native: NativeStack, pythons: Sequence[PythonStack], info: PythonInfo | Absent, why: str
) -> StackTrace:
    """Both stacks as they are, unmerged, as `why` says."""
    own = _Own(info)
    frames = [own.native(frame) for frame in native.frames]
    for stack in pythons:
        frames += own.pythons(stack.frames)
    reasons = (native.stop_reason, *(stack.stop_reason for stack in pythons))
    return StackTrace(_without_starter(tuple(frames)), False, _join(why, *reasons))


def _without_starter(merged: tuple[ThreadFrame, ...]) -> tuple[ThreadFrame, ...]:
    """The text by which a library has its own worker run (see STARTED) is not the user's code, as
    that of a program given by `python -c` is."""
    started = max((at for at, one in enumerate(merged) if _is_started(one)), default=-1)
    if started < 0:
        return merged
    outer = tuple(
        one._replace(mine=False) if one.python and one.python.code.filename == "<string>" else one
        for one in merged[started + 1 :]
    )
    return (*merged[: started + 1], *outer)


def _is_started(frame: ThreadFrame) -> bool:
    if frame.python is None:
        return False
    code = frame.python.code
    return code.name in STARTED and code.filename.endswith(STARTED[code.name])


def _without_packages(
    merged: tuple[ThreadFrame, ...], frames: Sequence[NativeFrame], info: PythonInfo | Absent
) -> tuple[ThreadFrame, ...]:
    """What belongs to an extension module on the stack is nobody's own code where there is other
    code that is: a file of its name beside it (players.py and _players.so, as SWIG writes them);
    in an executable made of a program, the package that it lies in (PyInstaller's numpy/fft.py)."""
    paths = {frame.module.path for frame in frames if frame.module is not None}
    wrapped = {
        f"{folder}/{name[1:].partition('.')[0]}.py"
        for folder, _, name in (path.rpartition("/") for path in paths)
        if name.startswith("_")
    }
    packages = set()
    if not isinstance(info, Absent) and info.frozen and info.prefix:
        below = [path[len(info.prefix) :] for path in paths if path.startswith(f"{info.prefix}/")]
        packages = {path.split("/")[1] for path in below if path.count("/") > 1}

    files = {frame.python.code.filename for frame in merged if frame.mine and frame.python}
    theirs = {file for file in files if file in wrapped or file.partition("/")[0] in packages}
    if not theirs:
        return merged

    def is_theirs(frame: ThreadFrame) -> bool:
        return frame.python is not None and frame.python.code.filename in theirs

    marked = tuple(
        frame._replace(mine=False) if frame.mine and is_theirs(frame) else frame for frame in merged
    )
    return marked if any(frame.mine for frame in marked) else merged


def _python_stacks(
    python: PythonStack | Absent | Sequence[PythonStack],
) -> list[PythonStack]:
    if isinstance(python, Absent):
        return []
    if isinstance(python, PythonStack):
        return [python] if python.frames else []
    return [stack for stack in python if stack.frames]


def _join(*reasons: str) -> str:
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))


class _Own:
    """Makes thread frames, telling the user's own code from the rest."""

    def __init__(self, info: PythonInfo | Absent) -> None:
        self._info = info
        self._known: dict[str, bool] = {}

    def pythons(self, frames: Sequence[PyFrame]) -> list[ThreadFrame]:
        make, is_mine_of = tuple.__new__, self._is_mine
        return [
            make(ThreadFrame, ("python", None, frame, is_mine_of(frame.code.filename)))
            for frame in frames
        ]

    def native(self, frame: NativeFrame) -> ThreadFrame:
        if not frame.is_jit:
            return ThreadFrame("native", frame)
        file = frame.location.file if frame.location is not None else ""
        # Numba puts the bodies of parallel loops into functions of its own, from a text it makes.
        is_text = file.endswith("<string>") and "numba_parfor" in frame.symbol
        return ThreadFrame("jit", frame, None, bool(file) and not is_text and self._is_mine(file))

    def _is_mine(self, filename: str) -> bool:
        known = self._known.get(filename)
        if known is None:
            known = self._known[filename] = is_mine(filename, self._info)
        return known


def _find_runs(
    frames: Sequence[NativeFrame], stacks: Sequence[PythonStack], memory: Memory | None
) -> list[Run]:
    """Every run with its native frame, innermost first. Raises _Failure."""
    runs: list[Run] = []
    for stack in stacks:
        if stack.markers:
            runs += _runs_by_markers(frames, stack)
        else:
            try:
                pairs = pair_by_eval_frames(frames, stack.frames, memory)
                runs += [Run(at, 0, (frame,)) for at, frame in zip(pairs, stack.frames)]
            except ValueError as error:
                raise _Failure(str(error)) from None
    if len(stacks) > 1:
        runs.sort(key=lambda run: (run.native_index, run.marker))
    for number, run in enumerate(runs[1:]):
        shared = run.native_index == runs[number].native_index < len(frames)
        if shared and not (run.is_skipped and runs[number].is_skipped):
            raise _Failure("two runs of the interpreter share one C frame")
    return runs


def _runs_by_markers(frames: Sequence[NativeFrame], stack: PythonStack) -> list[Run]:
    groups = _split(stack)
    find = _FrameIndex(frames)
    end = len(frames)
    runs: list[Run] = []
    for marker, group in groups:
        index = find.holding(marker) if marker else find.next_eval(runs)
        skipped = find.skipping(marker) if marker else None
        if skipped is not None:
            index = skipped
        if index is None:
            # The native stack ended early; Python frames further out than it still have an order.
            if not find.is_beyond_end(marker):
                raise _Failure(f"the interpreter's marker {marker:#x} lies in no C frame")
            index = end
        elif runs and runs[-1].native_index >= index + (skipped is not None):
            raise _Failure("the interpreter's markers are not in the order of the C frames")
        runs.append(Run(index, marker, group, skipped is not None))
    return runs


def _split(stack: PythonStack) -> list[tuple[int, tuple[PyFrame, ...]]]:
    """(marker, frames) of each run. Raises _Failure when their numbers do not agree."""
    groups: list[tuple[PyFrame, ...]] = []
    current: list[PyFrame] = []
    for frame in stack.frames:
        current.append(frame)
        if frame.is_entry:
            groups.append(tuple(current))
            current = []
    markers = list(stack.markers)
    if len(markers) < len(groups):
        raise _Failure(
            f"{len(groups)} runs of the interpreter, but {len(markers)} marks on the C stack"
        )
    if current:  # the chain was cut: the last run's frames, as far as they go
        groups.append(tuple(current))
        markers.append(0)
    return list(zip(markers, groups))


class _FrameIndex:
    """Finds the physical frame that holds an address, in stacks of any number of segments (a signal
    handler may run on a stack of its own)."""

    def __init__(self, frames: Sequence[NativeFrame]) -> None:
        self._frames = frames
        physical = [
            (frame.sp, frame.cfa, i)
            for i, frame in enumerate(frames)
            if not frame.is_inline and not frame.is_signal_frame and frame.cfa > frame.sp
        ]
        self._skips = [
            # Where the scan led to is also where the frame seems to end, if nothing else told it.
            (sp if cfa == outer_sp else cfa, outer_sp, i)
            for (sp, cfa, i), (outer_sp, _, outer) in pairwise(physical)
            if frames[outer].trust != "cfi" and _is_leap(frames[i], frames[outer])
        ]
        physical.sort()
        self._ranges = physical
        self._starts = [sp for sp, _, _ in physical]

    def holding(self, address: int) -> int | None:
        at = bisect_right(self._starts, address) - 1
        if at < 0:
            return None
        _, cfa, index = self._ranges[at]
        return index if address < cfa else None

    def skipping(self, address: int) -> int | None:
        """The frame behind which a stack scan went on, over the frame that holds `address`."""
        for start, end, index in self._skips:
            if start <= address < end:
                return index
        return None

    def next_eval(self, runs: Sequence[Run]) -> int | None:
        """The eval frame, by its name, that follows the last run outward: for a run whose mark is
        not known because the chain of Python frames was cut before it."""
        first = runs[-1].native_index + 1 if runs else 0
        for index in range(first, len(self._frames)):
            if is_eval(self._frames[index]):
                return index
        return None

    def is_beyond_end(self, address: int) -> bool:
        """Whether `address` lies further out on the stack of the outermost frame than that."""
        last = self._frames[-1]
        return last.cfa <= address < last.cfa + (1 << 32)


def _is_leap(frame: NativeFrame, outer: NativeFrame) -> bool:
    """Whether frames may be missing between two, as the way from one to the other was guessed. The
    eval function has unwind information, so what its own frame holds is certain."""
    return outer.trust in GUESSED and outer.sp >= frame.cfa and not is_eval(frame)


def _weave(
    frames: Sequence[NativeFrame], runs: Sequence[Run], own: _Own
) -> tuple[tuple[ThreadFrame, ...], str]:
    """(the merged frames, what to say about their outer end)."""
    by_index = {run.native_index: run for run in runs if not run.is_skipped}
    skipped: dict[int, list[Run]] = {}
    for run in runs:
        if run.is_skipped:
            skipped.setdefault(run.native_index, []).append(run)
    merged: list[ThreadFrame] = []
    inlined: list[NativeFrame] = []
    for index, frame in enumerate(frames):
        if frame.is_inline:
            inlined.append(frame)
            continue
        held = by_index.get(index)
        if held is None and is_instruction(frame) and _outer(frames, index) in by_index:
            inlined = []  # part of running Python, as the eval function is
            continue
        if held is None:
            merged += map(own.native, inlined)
            merged.append(own.native(frame))
        else:
            if index and _is_leap(frames[index - 1], frame):
                merged.append(own.native(frame))  # shows that frames may be missing inside of it
            # What was inlined into the eval function is part of running Python, too.
            merged += own.pythons(held.frames)
        for run in skipped.get(index, ()):
            merged += own.pythons(run.frames)
        inlined = []
    merged += map(own.native, inlined)
    beyond = [run for run in runs if run.native_index >= len(frames)]
    for run in beyond:
        merged += own.pythons(run.frames)
    if beyond:
        return tuple(merged), "the outer Python frames follow without the C frames between them"
    return tuple(merged), _leftover(frames, runs)


def _outer(frames: Sequence[NativeFrame], index: int) -> int:
    """The index of the physical frame that called the one at `index`."""
    return next((i for i in range(index + 1, len(frames)) if not frames[i].is_inline), len(frames))


def _leftover(frames: Sequence[NativeFrame], runs: Sequence[Run]) -> str:
    """What to say when eval frames remain further out than the outermost Python frame."""
    if not runs:
        return ""
    for frame in frames[runs[-1].native_index + 1 :]:
        if is_eval(frame):
            return (
                "the C frames below the outermost Python frame belong to another Python stack "
                "(greenlet, or another interpreter)"
            )
    return ""


def own_part(native: NativeStack, pythons: Sequence[PythonStack]) -> NativeStack:
    """The stack up to the first function of the greenlet that runs; all of it where none does.

    native: symbolized. pythons: those of the thread; without symbols (a stripped build) the first
    frame of the module further out than the greenlet's outermost run of Python is that function.
    """
    outermost = max((stack.markers[-1] for stack in pythons if stack.markers), default=0)
    for index, frame in enumerate(native.frames):
        module = frame.module
        if module is None or not module.name.startswith(_MODULE) or frame.is_inline:
            continue
        if frame.symbol:
            is_end = _FIRST_FUNCTION in frame.symbol
        else:
            is_end = 0 < outermost < frame.sp
        if is_end:
            return NativeStack(native.frames[: index + 1], ENDS)
    return native
