"""The threads of a snapshot: native and Python stacks, merged, with values."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from atfault import lazy
from atfault.contained import contained
from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.ended import returning_frame
from atfault.cpython.frames.frame_locals import frame_locals
from atfault.cpython.frames.operands import Operands
from atfault.cpython.runtime import PythonRuntime, PyThread
from atfault.cpython.search import find_runtime
from atfault.cpython.values.constants import integer_constants, integers_at
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import ValueDecoder
from atfault.decode.lost_frames import lost_frames
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import SignalInfo, Thread
from atfault.model.stacks import NativeStack, PythonStack, StackTrace, ThreadFrame, ThreadState
from atfault.model.state import GilState, PythonInfo
from atfault.native.modules import ModuleMap, has_made_code
from atfault.native.symbolize import Symbolizer
from atfault.native.unwind import Unwinder
from atfault.options import Options
from atfault.runtimes import handlers
from atfault.snapshot.protocol import Snapshot
from atfault.stacks.eval_frames import is_eval, running_code
from atfault.stacks.merge import apart, merge, own_part
from atfault.stacks.mine import is_mine

if TYPE_CHECKING:  # few processes have code that was made at run time
    from atfault.native.jit import JitRegistry

FRAMES_WITH_VALUES = 60
"""Frames of the crashed thread, at each end of its stack, whose locals are decoded."""
FRAMES_WITH_OPERANDS = 12
"""Innermost Python frames of the crashed thread whose value stacks are looked at."""
OTHERS_WITH_OPERANDS = 16
"""Other threads whose innermost call is looked at, of those that work beside the crashed one."""
OTHER_FRAMES_WITH_VALUES = 6
"""The user's own frames of every other thread, at its inner end."""
THREADS_WITH_VALUES = 64
MAX_DAMAGED_RUNS = 4
"""Of the eval function, at the inner end of the crashed thread's stack."""


class DecodedThreads(NamedTuple):
    """What `decode_threads` found."""

    python: PythonInfo | Absent
    gil: GilState
    threads: tuple[ThreadState, ...]
    """In the snapshot's order: the crashed thread first."""
    runtime: PythonRuntime | Absent
    warnings: tuple[str, ...]

    @property
    def crashed(self) -> ThreadState | None:
        """The thread that took the fatal signal; None when nothing crashed."""
        return next((thread for thread in self.threads if thread.crashed), None)


class NativeStacks(NamedTuple):
    """Stacks whose names and lines are being read."""

    symbolizer: Symbolizer
    unwinder: Unwinder
    jit: "JitRegistry | None"
    """None in a process without code that was made at run time."""


def decode_threads(
    snapshot: Snapshot,
    modules: ModuleMap,
    options: Options,
    crashed: int | None,
    begun: NativeStacks,
    runtime: PythonRuntime | None = None,
) -> DecodedThreads:
    """Symbolize every thread, decode the interpreter, and merge the two.

    begun: what `native_stacks` has begun. runtime: the interpreter, where it is known.
    """
    warnings: list[str] = []
    found = _interpreter(snapshot, modules, warnings, runtime)
    natives = begun.symbolizer.finish()
    if begun.jit is not None and options.locals and options.lines:
        natives = _with_jit_locals(natives, snapshot, begun, options, warnings)
    if begun.jit is not None and not isinstance(found.runtime, Absent):
        natives = [_with_cells(native, found.runtime) for native in natives]
    decoding = _Threads(snapshot, modules, options, found, crashed, warnings)
    threads = [
        decoding.decoded(index, thread, native)
        for index, (thread, native) in enumerate(zip(snapshot.threads, natives))
    ]
    threads.sort(key=lambda thread: not thread.crashed)
    if threads and threads[0].crashed:
        with contained("reading the operands of the other threads", warnings):
            beside = [at for at, one in enumerate(threads) if works_beside(threads[0], one)]
            for at in beside[:OTHERS_WITH_OPERANDS]:
                stack = decoding.values.with_operands(threads[at].stack)
                threads[at] = threads[at]._replace(stack=stack)
    if not isinstance(found.runtime, Absent):
        warnings[:0] = found.runtime.warnings
    return DecodedThreads(found.python, found.gil, tuple(threads), found.runtime, tuple(warnings))


def works_beside(crashed: ThreadState, other: ThreadState) -> bool:
    """Whether the call that another thread is in may work on the same as the crashed one: both are
    inside of one library, or that is a helper thread, given its work by a call of the user's."""
    if other is crashed:
        return False
    if crashed.runs_python:
        return not _libraries(crashed).isdisjoint(_libraries(other))
    innermost = next((one for one in other.stack.frames if one.python is not None), None)
    return innermost is not None and innermost.mine


def _libraries(thread: ThreadState) -> set[str]:
    """Paths of the libraries that its innermost Python frame has called; "" is compiled code."""
    return {
        "" if one.module is None else one.module.path
        for one in thread.inside
        if one.is_jit or (one.module is not None and not roles.is_plumbing(one.module.name))
    }


def bare_threads(
    snapshot: Snapshot, crashed: int | None, begun: NativeStacks, reason: str
) -> DecodedThreads:
    """The threads of a process of which no more can be told than where their native code is."""
    absent = Absent(reason)
    threads = [
        ThreadState(
            thread, apart(native, (), absent, reason), native, absent, crashed=thread.tid == crashed
        )
        for thread, native in zip(snapshot.threads, begun.symbolizer.stacks)
    ]
    threads.sort(key=lambda thread: not thread.crashed)
    return DecodedThreads(absent, GilState(False, reason=reason), tuple(threads), absent, ())


class _Interpreter(NamedTuple):
    """What the interpreter's own records tell."""

    runtime: PythonRuntime | Absent
    python: PythonInfo | Absent
    gil: GilState
    by_tid: dict[int, list[PyThread]]


def _interpreter(
    snapshot: Snapshot, modules: ModuleMap, warnings: list[str], known: PythonRuntime | None
) -> _Interpreter:
    runtime: PythonRuntime | Absent = Absent("")
    with contained("looking for the interpreter", warnings) as failed:
        runtime = known or find_runtime(snapshot, modules)
    if isinstance(runtime, Absent):
        runtime = Absent(runtime.reason or failed.reason)
        warnings.append(f"{runtime.reason}: the stacks are native only")
        return _Interpreter(runtime, runtime, GilState(False, reason=runtime.reason), {})
    python: PythonInfo | Absent = Absent("")
    with contained("reading which interpreter it is", warnings) as failed:
        python = runtime.info()
    if isinstance(python, Absent):
        python = Absent(failed.reason)
    gil = GilState(False)
    with contained("reading who holds the GIL", warnings) as failed:
        gil = runtime.gil()
    if failed.reason:
        gil = GilState(False, reason=failed.reason)
    by_tid: dict[int, list[PyThread]] = {}
    with contained("reading Python's threads", warnings):
        by_tid = _by_tid(runtime.threads())
    return _Interpreter(runtime, python, gil, by_tid)


def _with_jit_locals(
    natives: list[NativeStack],
    snapshot: Snapshot,
    begun: NativeStacks,
    options: Options,
    warnings: list[str],
) -> list[NativeStack]:
    """The stacks with the variables of compiled code."""
    load = lazy.load("atfault.decode.jit_locals:JitLocals")
    compiled = load(snapshot, begun.unwinder, begun.jit)
    filled = list(natives)
    for index, (thread, native) in enumerate(zip(snapshot.threads, natives)):
        with contained(f"reading the compiled variables of thread {thread.tid}", warnings):
            filled[index] = compiled.fill(thread, native, options.mask_secrets)
    return filled


def _with_cells(native: NativeStack, runtime: PythonRuntime) -> NativeStack:
    """The stack, whose code that was compiled of a notebook's cells names these as Python does."""
    shown = runtime.codes.shown_name
    frames = tuple(
        frame._replace(location=frame.location._replace(file=shown(frame.location.file)))
        if frame.is_jit and frame.location is not None
        else frame
        for frame in native.frames
    )
    return native._replace(frames=frames)


class _Threads:
    """Decodes one thread after the other."""

    def __init__(
        self,
        snapshot: Snapshot,
        modules: ModuleMap,
        options: Options,
        found: _Interpreter,
        crashed: int | None,
        warnings: list[str],
    ) -> None:
        self._snapshot = snapshot
        self._modules = modules
        self._runtime, self._python, _, self._by_tid = found
        self._crashed = crashed
        self._warnings = warnings
        self.values = _Values(snapshot, found.runtime, options, warnings)
        self._gils = _Gils(found.runtime, found.gil)
        self._with_greenlets = any(module.name.startswith("_greenlet.") for module in modules)

    def decoded(self, index: int, thread: Thread, native: NativeStack) -> ThreadState:
        """index: of the thread in the snapshot."""
        states = self._by_tid.get(thread.tid, [])
        is_crashed = thread.tid == self._crashed
        with contained(f"decoding thread {thread.tid}", self._warnings) as failed:
            return self._whole(index, thread, native, states)
        stack = apart(native, [state.stack for state in states], self._python, failed.reason)
        return _thread_state(thread, native, states, stack, None, is_crashed)

    def _whole(
        self, index: int, thread: Thread, native: NativeStack, states: list[PyThread]
    ) -> ThreadState:
        runtime, snapshot = self._runtime, self._snapshot
        is_crashed = thread.tid == self._crashed
        lost = None if states else _lost_frames(runtime, self._python, native)
        if lost is None and is_crashed and not states:
            lost = _without_state(runtime, snapshot, self._modules, thread, native)
        pythons = [lost] if lost is not None else [state.stack for state in states]
        if is_crashed and states and not any(stack.frames for stack in pythons):
            pythons = [_beyond_damage(runtime, native) or pythons[0]]
        if self._with_greenlets:
            native = own_part(native, pythons)
        stack = merge(native, pythons, self._python, snapshot.memory)
        if is_crashed and states and lost is None:
            stack = _with_returning(stack, runtime, states[0].tstate, self._python)
        if is_crashed or index < THREADS_WITH_VALUES:
            stack = self.values.fill(stack, whole=is_crashed)
        holds_gil = self._gils.held_by(thread.tid, states)
        one = _thread_state(thread, native, states, stack, holds_gil, is_crashed)
        if is_crashed and isinstance(snapshot.signal, SignalInfo) and snapshot.signal.code > 0:
            one = one._replace(fails_here=True)
            if states and not isinstance(runtime, Absent) and runtime.free_threaded:
                one = one._replace(is_detached=runtime.is_detached(states[0].tstate))
        if states and not one.python_name and thread.tid == snapshot.process.pid:
            one = one._replace(python_name="MainThread")  # as threading would call it
        return one if lost is None else one._replace(python=lost, has_lost_state=True)


def _with_returning(
    stack: StackTrace, runtime: PythonRuntime | Absent, tstate: int, python: PythonInfo | Absent
) -> StackTrace:
    """The stack with the function whose variables were being destroyed as it returned: what failed
    was the end of one of them."""
    index = next((i for i, frame in enumerate(stack.frames) if frame.python is not None), 0)
    if not index or isinstance(runtime, Absent) or runtime.left_out:
        return stack
    innermost = stack.frames[index].python
    frame = None if innermost is None else returning_frame(runtime, tstate, innermost)
    if frame is None:
        return stack
    own = ThreadFrame("python", None, frame, is_mine(frame.code.filename, python))
    return stack._replace(frames=(*stack.frames[:index], own, *stack.frames[index:]))


def native_stacks(
    snapshot: Snapshot,
    modules: ModuleMap,
    options: Options,
    go_back: Callable[[Sequence[NativeStack]], bool] = lambda stacks: False,
) -> NativeStacks:
    """The native stacks, unwound; their names come from the symbolizer's `finish`. Source lines are
    read from here on, in a child process. go_back: told of the stacks, it may let a thread be as it
    was before; whether it has."""
    jit = None
    with contained("looking for code that was made at run time", snapshot.warnings):
        if has_made_code(snapshot, modules):
            jit = lazy.load("atfault.native.jit:JitRegistry")(snapshot, modules)
    unwinder = Unwinder(snapshot, modules, jit)
    stacks = [unwinder.unwind(thread) for thread in snapshot.threads]
    if go_back(stacks):
        stacks = [unwinder.unwind(thread) for thread in snapshot.threads]
    symbolizer = Symbolizer(
        stacks, snapshot, jit, lines=options.lines, plumbing_lines=options.plumbing_lines
    )
    return NativeStacks(symbolizer, unwinder, jit)


def _lost_frames(
    runtime: PythonRuntime | Absent, python: PythonInfo | Absent, native: NativeStack
) -> PythonStack | None:
    """The Python frames of a thread whose thread state Python has deleted as it shut down."""
    if isinstance(runtime, Absent) or isinstance(python, Absent) or not python.finalizing:
        return None
    if runtime.free_threaded or runtime.left_out:
        return None
    found = lost_frames(runtime, native)
    return None if isinstance(found, Absent) else found


def _without_state(
    runtime: PythonRuntime | Absent,
    snapshot: Snapshot,
    modules: ModuleMap,
    thread: Thread,
    native: NativeStack,
) -> PythonStack | None:
    """What the crashed thread was running, when its thread state was deleted meanwhile."""
    if isinstance(runtime, Absent) or not any(is_eval(frame) for frame in native.frames):
        return None
    if runtime.left_out:
        return None
    found = lost_frames(runtime, native)
    if isinstance(found, Absent):
        found = running_code(runtime, thread, native, Unwinder(snapshot, modules))
    return None if isinstance(found, Absent) else found


def _beyond_damage(runtime: PythonRuntime | Absent, native: NativeStack) -> PythonStack | None:
    """The frames that the crashed thread's outer runs of the eval function hold, where its chain of
    frames leads nowhere: the innermost one was destroyed while it ran."""
    if isinstance(runtime, Absent) or runtime.left_out:
        return None
    runs = [index for index, frame in enumerate(native.frames) if is_eval(frame)]
    for index in runs[:MAX_DAMAGED_RUNS]:
        found = lost_frames(runtime, native._replace(frames=native.frames[index + 1 :]))
        if not isinstance(found, Absent):
            return found
    return None


def _by_tid(threads: tuple[PyThread, ...]) -> dict[int, list[PyThread]]:
    """Kernel thread id → its thread states: several with subinterpreters, the innermost first.

    The C stack grows down, so the one whose innermost run of the eval function has the lowest
    marker runs inside of the others; those that run nothing come last.
    """
    found: dict[int, list[PyThread]] = {}
    for thread in threads:
        if thread.native_tid is not None:
            found.setdefault(thread.native_tid, []).append(thread)
    for states in found.values():
        states.sort(key=_depth)
    return found


def _depth(state: PyThread) -> tuple[bool, int]:
    markers = state.stack.markers
    return not state.stack.frames, min(markers) if markers else 0


class _Gils:
    """The main interpreter's lock, and those of subinterpreters with their own (3.12+)."""

    def __init__(self, runtime: PythonRuntime | Absent, main: GilState) -> None:
        self._runtime = runtime
        self._main = main
        self._known: dict[int, GilState] = {}

    def held_by(self, tid: int, states: list[PyThread]) -> bool | None:
        """Whether the thread holds the lock of an interpreter that it runs in; None: unknown."""
        gils = [self._of(state) for state in states] or [self._main]
        if any(gil.known and gil.holder_tid == tid for gil in gils):
            return True
        return False if all(gil.known for gil in gils) else None

    def _of(self, state: PyThread) -> GilState:
        if state.interpreter_id == 0 or isinstance(self._runtime, Absent):
            return self._main
        gil = self._known.get(state.interpreter)
        if gil is None:
            gil = self._known[state.interpreter] = self._runtime.gil(state.interpreter)
        return gil


def _thread_state(
    thread: Thread,
    native: NativeStack,
    states: list[PyThread],
    stack: StackTrace,
    holds_gil: bool | None,
    crashed: bool,
) -> ThreadState:
    if not states:
        absent = Absent("no Python thread state belongs to this thread")
        return ThreadState(thread, stack, native, absent, holds_gil=holds_gil, crashed=crashed)
    named = _that_names(states)
    return ThreadState(
        thread,
        stack,
        native,
        states[0].stack,
        python_name="" if named.interpreter_id and named.name == "MainThread" else named.name,
        holds_gil=holds_gil,
        crashed=crashed,
        interpreter=states[0].interpreter,
        is_daemon=named.is_daemon,
    )


def _that_names(states: list[PyThread]) -> PyThread:
    """The thread state that tells the thread's name: that of the main interpreter, if it has one. A
    subinterpreter takes whatever thread it was begun in for its own main thread."""
    return next((state for state in states if state.interpreter_id == 0), states[0])


def _calling(stack: StackTrace) -> list[int]:
    """Of a rank's stack, the frames that communicate."""
    calling_frames = lazy.load("atfault.decode.job.calls:calling_frames")  # few processes are ranks
    return [at for at, _, _ in calling_frames(stack.frames)]


class _Values:
    """Fills the locals into merged stacks; does nothing where there is no Python or no wish."""

    def __init__(
        self,
        snapshot: Snapshot,
        runtime: PythonRuntime | Absent,
        options: Options,
        warnings: list[str],
    ) -> None:
        self._runtime = runtime
        self._warnings = warnings
        self._decoder: ValueDecoder | None = None
        self._is_rank = snapshot.process.rank is not None
        """Of a job, in which the arguments of its calls have to fit those of others."""
        if isinstance(runtime, Absent) or runtime.left_out or not options.locals:
            return
        self._decoder = value_decoder(
            snapshot.memory,
            runtime.offsets,
            runtime.version,
            mappings=snapshot.mappings,
            mask_secrets=options.mask_secrets,
            plugins=handlers(),
            builtins=runtime.builtins,
        )

    def fill(self, stack: StackTrace, *, whole: bool) -> StackTrace:
        """The stack with locals in its Python frames: whole, FRAMES_WITH_VALUES at each end, else
        the user's innermost few."""
        if self._decoder is None:
            return stack
        pythons = [i for i, frame in enumerate(stack.frames) if frame.python is not None]
        if not pythons:
            return stack
        calling = _calling(stack) if self._is_rank and not whole else []
        if not whole:
            own = [i for i in pythons if stack.frames[i].mine]
            # … and the function of a library that the innermost of them has called
            called = [i for i in pythons if own and i < own[0]][-1:]
            chosen = own[:OTHER_FRAMES_WITH_VALUES] + called
            chosen += [at for at in calling if at in pythons and at not in chosen]
        elif len(pythons) <= 2 * FRAMES_WITH_VALUES:
            chosen = pythons
        else:
            chosen = pythons[:FRAMES_WITH_VALUES] + pythons[-FRAMES_WITH_VALUES:]
        frames = list(stack.frames)
        for index in chosen:
            frames[index] = self._filled(frames[index], constants=whole)
        if whole:
            self._fill_operands(frames, pythons[:FRAMES_WITH_OPERANDS])
            with contained("reading what the line had fetched", self._warnings):
                self._fill_line(frames, next((i for i in pythons if frames[i].mine), None))
        elif calling:
            self._fill_operands(frames, pythons[:1])
        return stack._replace(frames=tuple(frames))

    def with_operands(self, stack: StackTrace) -> StackTrace:
        """The stack with the values in the middle of its innermost call."""
        innermost = next((i for i, f in enumerate(stack.frames) if f.python is not None), None)
        if self._decoder is None or innermost is None:
            return stack
        frames = list(stack.frames)
        self._fill_operands(frames, [innermost])
        return stack._replace(frames=tuple(frames))

    def _fill_operands(self, frames: list[ThreadFrame], indexes: list[int]) -> None:
        """The values in the middle of a call, of the frames that are in one into C."""
        assert self._decoder is not None and not isinstance(self._runtime, Absent)
        operands = Operands(self._runtime)
        calls_c = True
        for index in indexes:
            python = frames[index].python
            assert python is not None
            with contained(f"reading the operands of {python.code.name}()", self._warnings):
                found = operands.of(python, self._decoder) if calls_c else python.operands
                frames[index] = frames[index]._replace(python=python._replace(operands=found))
            calls_c = python.is_entry

    def _fill_line(self, frames: list[ThreadFrame], index: int | None) -> None:
        """What the user's innermost line had fetched."""
        python = frames[index].python if index is not None else None
        assert self._decoder is not None and not isinstance(self._runtime, Absent)
        code = self._runtime.codes.get(python.code.address) if python is not None else None
        if index is None or python is None or code is None or python.lasti < 0:
            return
        try:
            found = Bytecode(self._runtime).fetched(code, python.lasti)
        except (LookupError, MemoryFault, ValueError):
            return
        numbers = integers_at(self._decoder, code.info.address, found.constants)
        frames[index] = frames[index]._replace(
            python=python._replace(line_names=found.names, line_numbers=numbers + found.numbers)
        )

    def _filled(self, frame: ThreadFrame, *, constants: bool) -> ThreadFrame:
        assert frame.python is not None and self._decoder is not None
        assert not isinstance(self._runtime, Absent)
        python, name = frame.python, frame.python.code.name
        with contained(f"reading the variables of {name}()", self._warnings) as failed:
            python = python._replace(locals=frame_locals(self._runtime, python, self._decoder))
        if failed.reason:
            python = python._replace(locals=Absent(failed.reason))
        if constants and frame.mine:
            with contained(f"reading the constants of {name}()", self._warnings):
                numbers = integer_constants(self._decoder, python.code.address)
                python = python._replace(code=python.code._replace(constants=numbers))
        return frame._replace(python=python)
