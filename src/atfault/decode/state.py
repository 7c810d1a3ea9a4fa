"""Snapshot → ProcessState: runs the decoders, each when its part is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.contained import contained
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.buffers import find_buffers
from atfault.decode.address_space import layout_of
from atfault.decode.crash.printing import is_printing, is_releasing
from atfault.decode.environment import environment_of
from atfault.decode.parts import part
from atfault.decode.texts import known_texts
from atfault.decode.threads import DecodedThreads, bare_threads, decode_threads, native_stacks
from atfault.errors import NoProcessState
from atfault.model.absent import Absent
from atfault.model.masked import mask_arguments
from atfault.model.process import FIRST_64K, Environment, ProcessInfo, SignalInfo, Thread
from atfault.model.stacks import NativeFrame, NativeStack, ThreadState
from atfault.model.state import (
    PARTS,
    Abort,
    Ending,
    FailedPointer,
    Fault,
    FaultAccess,
    Files,
    GilState,
    Heap,
    KnownText,
    Layout,
    NamedBuffer,
    Objects,
    Origin,
    ProcessState,
    PythonInfo,
    Returned,
    Surroundings,
    Waiting,
)
from atfault.native.errno import thread_errno
from atfault.native.fault import fault_access
from atfault.native.heap.functions import is_allocator_function
from atfault.native.modules import ModuleMap, load_modules
from atfault.options import Options
from atfault.snapshot.protocol import Snapshot

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.buffers import ArrayIndex, FarNumber
    from atfault.model.endings import Termination
    from atfault.model.exception import Unhandled
    from atfault.model.holders import Holder

SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV = 3, 4, 5, 6, 7, 8, 11
HEAP_WORDS = ("size", "corrupted", "corruption", "malloc.c", "invalid pointer", "sysmalloc")
GUARD = "atfault-guard"
"""In the name of the allocator that `run --again` preloads."""
FAULTS = frozenset((SIGILL, SIGBUS, SIGFPE, SIGSEGV))
CRASHES = frozenset((SIGILL, SIGABRT, SIGBUS, SIGSEGV))
PLAIN_PARTS = ("ending", "layout", "python", "gil", "threads", "fault")
"""What the registers, the mappings and the stacks tell."""
MAX_THREADS_OF_A_CRASH = 64
"""Threads with code of the user's, up to which their locks are looked at after a crash."""


def decode(
    snapshot: Snapshot,
    options: Options,
    termination: Termination | None = None,
    *,
    complete: bool = False,
    runtime: PythonRuntime | None = None,
    modules: ModuleMap | None = None,
) -> DecodedProcess:
    """What is in a snapshot; its parts are decoded as they are asked for, so keep it open.

    complete: decode all of them now, as what can be read changes later on. runtime, modules: of
    this very snapshot, where they have been found already.
    Raises NoProcessState when it holds no thread at all.
    """
    if not snapshot.threads:
        why = snapshot.lacking or "was the dump cut short?"
        raise NoProcessState(f"no thread's registers are in it; {why}")
    process = DecodedProcess(snapshot, options, termination, runtime, modules)
    if complete:
        for name in PARTS:
            getattr(process, name)
    return process


def decode_plainly(
    snapshot: Snapshot, options: Options, termination: Termination | None, why: str
) -> ProcessState:
    """What can be told of a process without its files and in a moment: how it ended, its mappings,
    the stacks without values and native lines. why: the complete look came to no end.

    Raises NoProcessState when it holds no thread at all.
    """
    process = decode(snapshot, options._replace(locals=False, lines=False), termination)
    parts = {name: getattr(process, name) for name in PLAIN_PARTS}
    said = (
        f"the complete look at the process came to no end ({why}): it was looked at once more,"
        " without files, values and other threads"
    )
    warnings = (said, *process.warnings)
    return ProcessState(
        process.process, arch=process.arch, kind=process.kind, warnings=warnings, **parts
    )


class DecodedProcess(ProcessState):
    """The process in a snapshot.

    Each part may fail on its own: what it lacks becomes an `Absent` or a warning, and the rest goes
    on (see `parts`).
    """

    def __init__(
        self,
        snapshot: Snapshot,
        options: Options,
        termination: Termination | None,
        runtime: PythonRuntime | None = None,
        modules: ModuleMap | None = None,
    ) -> None:
        super().__init__(
            _shown(snapshot.process, options), arch=snapshot.arch.name, kind=snapshot.kind
        )
        self._snapshot = snapshot
        self._options = options
        self._termination = termination or Absent("the process had not ended")
        self._runtime = runtime
        self.losses: list[str] = []
        """Warnings of parts that failed."""
        self._modules = load_modules(snapshot) if modules is None else modules
        with contained("looking for a handler of the program's", self.losses):
            _go_back_before_handler(snapshot, self._modules)
        self._stacks = native_stacks(snapshot, self._modules, options, self._goes_out_of_handler)

    def _goes_out_of_handler(self, stacks: Sequence[NativeStack]) -> bool:
        with contained("looking for a handler of the program's", self.losses):
            return _go_out_of_handler(self._snapshot, self._modules, stacks)
        return False

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        found = self._found
        return tuple(dict.fromkeys((*self._snapshot.warnings, *found.warnings, *self.losses)))

    @cached_property
    def ending(self) -> Ending:
        return Ending(self._snapshot.signal, self._termination)

    @cached_property
    def layout(self) -> Layout:
        """What of it is at hand is told whatever else fails: a stack overflow needs no more."""
        return layout_of(self._snapshot, self._modules, self.losses)

    @cached_property
    def _crashed_tid(self) -> int | None:
        """The thread that took the signal: the one siginfo names, else the snapshot's first."""
        signal = self._signal
        return None if signal is None else signal.tid or self._snapshot.threads[0].tid

    @property
    def _signal(self) -> SignalInfo | None:
        signal = self._snapshot.signal
        return signal if isinstance(signal, SignalInfo) else None

    @property
    def _signal_number(self) -> int:
        return 0 if self._signal is None else self._signal.number

    @cached_property
    def _found(self) -> DecodedThreads:
        parts = (self._snapshot, self._modules, self._options, self._crashed_tid, self._stacks)
        _ = self.fault  # which needs nothing of the threads, while their lines are being read
        with contained("decoding the threads", self.losses) as failed:
            return decode_threads(*parts, self._runtime)
        return bare_threads(self._snapshot, self._crashed_tid, self._stacks, failed.reason)

    @cached_property
    def python(self) -> PythonInfo | Absent:
        return self._found.python

    @cached_property
    def gil(self) -> GilState:
        return self._found.gil

    @cached_property
    def threads(self) -> tuple[ThreadState, ...]:
        return self._found.threads

    @cached_property
    @part("reading the arrays")
    def buffers(self) -> tuple[NamedBuffer, ...]:
        return _buffers(self.threads)

    @cached_property
    @part("looking for an index among the arrays")
    def indices(self) -> tuple[ArrayIndex, ...]:
        access = self.fault.access
        if isinstance(access, Absent) or access.address is None or len(self.buffers) < 2:
            return ()
        if any(one.buffer.low <= access.address < one.buffer.high for one in self.buffers):
            return ()
        find = lazy.load("atfault.decode.crash.array_indices:array_indices")
        found: tuple[ArrayIndex, ...] = find(self._snapshot.memory, self.buffers, access.address)
        return found

    @cached_property
    @part("looking for an index that is too large")
    def far_numbers(self) -> tuple[FarNumber, ...]:
        crashed = self._found.crashed
        if self._signal_number not in (SIGSEGV, SIGBUS) or crashed is None:
            return ()
        if not self.buffers:
            return ()
        # A helper thread works for one that runs Python code.
        threads = (crashed,) if crashed.runs_python else self.threads[:MAX_THREADS_OF_A_CRASH]
        find = lazy.load("atfault.decode.crash.array_indices:far_numbers")
        found: tuple[FarNumber, ...] = find(self._snapshot.memory, threads, self.buffers)
        return found

    @cached_property
    @part("decoding the faulting instruction")
    def fault(self) -> Fault:
        snapshot, signal = self._snapshot, self._signal
        if signal is None or signal.number not in (*FAULTS, SIGTRAP):
            return Fault()
        thread = next(t for t in snapshot.threads if t.tid == self._crashed_tid)
        fault = Fault(fault_access(snapshot, thread), cpu_features=_cpu_features(snapshot))
        tried = fault.tried.address
        address = signal.fault_address if tried is None else tried
        if signal.number == SIGSEGV and address is not None and address < FIRST_64K:
            fault = fault._replace(errno=thread_errno(snapshot, self._modules, thread))
        return fault

    @cached_property
    @part("following the failed pointer back")
    def pointer(self) -> FailedPointer:
        access, failed = self.fault.access, self._failed_frame()
        if isinstance(access, Absent) or failed is None:
            return FailedPointer()
        holders, variable = self._holders(access), None
        if failed.is_jit and self._found.crashed is not None:
            find = lazy.load("atfault.native.pointer_sum:pointer_terms")
            terms = find(self._snapshot, self._stacks.unwinder, self._found.crashed, access)
            made = lazy.load("atfault.runtimes.numba_values:made_array")
            addresses = [value for _, value in (*access.registers, *terms)]
            return FailedPointer(None, holders, terms, made(self._snapshot.memory, addresses))
        if not failed.is_jit:
            find = lazy.load("atfault.native.static_variables:pointer_variable")
            variable = find(failed.module, access, [one.load for one in holders])
        return FailedPointer(variable, holders)

    def _holders(self, access: FaultAccess) -> tuple[Holder, ...]:
        found, crashed = self._found, self._found.crashed
        if self._signal_number not in (SIGSEGV, SIGBUS) or crashed is None:
            return ()
        follow = lazy.load("atfault.decode.crash.pointer_way:pointer_holders")
        holders: tuple[Holder, ...] = follow(
            self._snapshot, self._modules, self._stacks.unwinder, crashed, access, found.runtime
        )
        return holders

    def _failed_frame(self) -> NativeFrame | None:
        """The frame of the instruction that failed, where its registers are known."""
        crashed = self._found.crashed
        if crashed is None or isinstance(crashed.native, Absent):
            return None
        frames = [frame for frame in crashed.native.frames[:64] if not frame.is_inline]
        return frames[0] if frames and crashed.fails_here else None

    @cached_property
    @part("reading what was left by who called abort()")
    def abort(self) -> Abort:
        if self._signal_number != SIGABRT:
            return Abort(unhandled=self._printed())
        read: Callable[..., Abort] = lazy.load("atfault.decode.crash.abort:read_abort")
        return read(self._snapshot, self._modules, self._found, self._options)

    def _printed(self) -> Unhandled | None:
        """The exception that was being printed, or released, as the thread crashed."""
        crashed, runtime = self._found.crashed, self._found.runtime
        if self._signal_number not in CRASHES or crashed is None or isinstance(runtime, Absent):
            return None
        if not (is_printing(crashed) or is_releasing(crashed)):
            return None
        read = lazy.load("atfault.decode.crash.unhandled:unhandled_exception")
        unhandled: Unhandled | None = read(runtime, crashed, self._options)
        return unhandled

    @cached_property
    @part("reading the heap")
    def heap(self) -> Heap:
        is_about_heap = self._is_about_heap()
        is_guarded = self._signal_number in (SIGSEGV, SIGABRT) and any(
            GUARD in module.name for module in self._modules.modules
        )
        if self._signal_number != SIGABRT and not is_about_heap and not is_guarded:
            return Heap()
        read: Callable[..., Heap] = lazy.load("atfault.decode.crash.heap:read_heap")
        runtime = self._found.runtime
        return read(self._snapshot, self._modules, self, runtime, is_about_heap, is_guarded)

    def _is_about_heap(self) -> bool:
        """Whether the crash was inside of malloc or free, or the C library's last words are about
        the sizes that it keeps between blocks."""
        crashed = self._found.crashed
        if crashed is not None and not isinstance(crashed.native, Absent):
            names = [frame.symbol for frame in crashed.native.frames if frame.symbol]
            if any(map(is_allocator_function, names[:1])):
                return True
        return any(word in self.abort.said for word in HEAP_WORDS)

    @cached_property
    @part("looking for a block that was given back")
    def returned(self) -> Returned:
        if self._signal_number != SIGSEGV:
            return Returned()
        find = lazy.load("atfault.native.heap.chunks:returned_blocks")
        found: Returned = find(self._snapshot.memory, self._snapshot.mappings)
        return found

    @cached_property
    @part("looking for damaged objects")
    def objects(self) -> Objects:
        if self._found.crashed is None:
            return Objects()
        decode_objects = lazy.load("atfault.decode.crash.objects:decode_objects")
        parts = (self._snapshot, self._modules, self._found, self, self.losses)
        objects: Objects = decode_objects(*parts, is_about_heap=self._is_about_heap())
        return objects

    @cached_property
    @part("reading the mapped files")
    def files(self) -> Files:
        if self._signal_number != SIGBUS:
            return Files()
        read: Callable[..., Files] = lazy.load("atfault.decode.crash.mapped_data:read_files")
        return read(self._snapshot, self._modules)

    @cached_property
    @part("reading who waits for whom")
    def waiting(self) -> Waiting:
        """Who waits for whom, where that may be the question."""
        if not self._ended_by_itself():
            return self._decode_waiting()
        # A program that ended by itself was not stuck; but its threads may have shared a lock.
        threads = self.threads
        own = [t for t in threads if any(f.mine for f in t.stack.frames)]
        # One that runs others' Python code alone may do it for one with lines of the user's.
        helps = not any(t.crashed for t in own) and any(
            t.crashed and t.runs_python for t in threads
        )
        if not 2 - helps <= len(own) <= MAX_THREADS_OF_A_CRASH:
            return Waiting()
        return self._decode_waiting()

    def _ended_by_itself(self) -> bool:
        signal = self._signal
        if signal is None or signal.number == SIGQUIT:
            return False
        return signal.sender_pid in (None, 0, self.process.pid)

    def _decode_waiting(self) -> Waiting:
        decode_waits = lazy.load("atfault.decode.waiting.waits:decode_waits")
        waiting: Waiting = decode_waits(self._snapshot, self._found, self._modules, self._options)
        return waiting

    @cached_property
    @part("reading source text of the process")
    def texts(self) -> tuple[KnownText, ...]:
        runtime = self._found.runtime
        if isinstance(runtime, Absent):
            return ()
        return known_texts(runtime, self.threads, self.process, self._snapshot.files)

    @cached_property
    @part("reading where native code came from")
    def origins(self) -> tuple[Origin, ...]:
        crashed = self._found.crashed
        if crashed is None or self._signal_number not in (*CRASHES, SIGFPE):
            return ()
        find = lazy.load("atfault.decode.crash.origins:origins_of")
        found: tuple[Origin, ...] = find(self._snapshot.files, crashed, self._modules.modules)
        return found

    @cached_property
    @part("reading what the kernel tells")
    def surroundings(self) -> Surroundings:
        if self._snapshot.kind == "core":
            return Surroundings(
                Absent("a core does not tell which signals were handled"),
                Absent("a core does not tell the limits of the process"),
            )
        read: Callable[..., Surroundings] = lazy.load("atfault.decode.living:surroundings_of")
        return read(self._snapshot)

    @cached_property
    @part("reading the versions of packages")
    def environment(self) -> Environment:
        return environment_of(self._snapshot, self._modules.modules, self.threads)


def _shown(process: ProcessInfo, options: Options) -> ProcessInfo:
    """The process as the rules and the report see it."""
    if not options.mask_secrets:
        return process
    return process._replace(argv=mask_arguments(process.argv))


def _go_back_before_handler(snapshot: Snapshot, modules: ModuleMap) -> None:
    """Let the signal and the thread of a core be those of the fault itself, where a handler of the
    program raised the signal again or called abort(). (At the fatal signal of a traced process this
    was done.)"""
    signal = snapshot.signal
    if snapshot.kind != "core" or not isinstance(signal, SignalInfo):
        return
    if signal.number not in (*FAULTS, SIGABRT) or signal.code > 0:
        return
    found = lazy.load("atfault.native.handled_fault:before_handler")(snapshot, modules)
    if found is not None:
        _put_first(snapshot, *found)


def _go_out_of_handler(
    snapshot: Snapshot, modules: ModuleMap, stacks: Sequence[NativeStack]
) -> bool:
    """Likewise of a living process that stands in the handler. → whether it does."""
    is_living = isinstance(snapshot.signal, Absent)
    if not is_living or not any(one.is_signal_frame for stack in stacks for one in stack.frames):
        return False
    found = lazy.load("atfault.native.handled_fault:in_handler")(snapshot, modules, stacks)
    if found is not None:
        _put_first(snapshot, *found)
    return found is not None


def _put_first(snapshot: Snapshot, signal: SignalInfo, crashed: Thread) -> None:
    snapshot.signal = signal
    others = [other for other in snapshot.threads if other.tid != crashed.tid]
    snapshot.threads = (crashed, *others)


def _buffers(threads: tuple[ThreadState, ...]) -> tuple[NamedBuffer, ...]:
    """Every buffer that a local variable reaches, the crashed thread's first."""
    found = []
    for thread in threads:
        for index, frame in enumerate(thread.stack.frames):
            if frame.python is not None and not isinstance(frame.python.locals, Absent):
                for expression, buffer in find_buffers(frame.python.locals, thread.crashed):
                    found.append(NamedBuffer(expression, buffer, thread.thread.tid, index))
                for expression, buffer in find_buffers(frame.python.operands, True):
                    found.append(NamedBuffer(expression, buffer, thread.thread.tid, index, True))
            elif frame.native is not None and frame.native.args:
                for expression, buffer in find_buffers(frame.native.args):
                    found.append(NamedBuffer(expression, buffer, thread.thread.tid, index))
    return tuple(found)


def _cpu_features(snapshot: Snapshot) -> tuple[str, ...] | Absent:
    """The flags of /proc/cpuinfo; only a running process is known to be on this machine."""
    if snapshot.kind == "core":
        return Absent("the core may come from another machine")
    if not isinstance(snapshot.signal, SignalInfo) or snapshot.signal.number != SIGILL:
        return Absent("not an illegal instruction")
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("flags"):
                    return tuple(line.partition(":")[2].split())
    except OSError as error:
        return Absent(f"/proc/cpuinfo: {error.strerror}")
    return Absent("/proc/cpuinfo names no flags")
