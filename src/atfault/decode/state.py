"""Snapshot → ProcessState: runs the decoders in order and gathers what they found.

Each step may fail on its own: what it lacks becomes an `Absent` or a warning, and the rest goes on.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from typing import Any

from atfault.cpython.fatal import TEXT_IS_GONE, fatal_message
from atfault.cpython.memory.debug_blocks import damaged_block
from atfault.cpython.values.buffers import find_buffers
from atfault.decode.damage import damaged_objects
from atfault.decode.exit_callee import exit_callee
from atfault.decode.threads import DecodedThreads, decode_threads
from atfault.decode.waits import decode_waits
from atfault.diagnose.allocator import is_allocator_function
from atfault.errors import NoProcessState
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock
from atfault.model.process import Limits, Module, SignalInfo, Termination
from atfault.model.stacks import ThreadState
from atfault.model.state import FaultAccess, MappedFile, NamedBuffer, ProcessState, SharedMemory
from atfault.native.abort_info import abort_message
from atfault.native.assertion_call import assertion_text
from atfault.native.cpp_exception import cpp_exception
from atfault.native.errno import thread_errno
from atfault.native.fault import fault_access
from atfault.native.handled_fault import before_handler
from atfault.native.heap.guard import guarded_block
from atfault.native.heap.heap_walk import damaged_chunk
from atfault.native.modules import ModuleMap, load_modules
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.limits import limits
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.shared_memory import look

SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV = 3, 4, 5, 6, 7, 8, 11
NEAR_NULL = 64 * 1024
GUARD = "atfault-guard"
"""In the name of the allocator that `run --again` preloads."""
FAULTS = frozenset((SIGILL, SIGBUS, SIGFPE, SIGSEGV))
CRASHES = frozenset((SIGILL, SIGABRT, SIGBUS, SIGSEGV))
MAX_MAPPED_FILES = 256
MAX_THREADS_OF_A_CRASH = 64
"""Threads with code of the user's, up to which their locks are looked at after a crash."""
MAX_NATIVE_FRAMES = 64
PLAIN_LIBRARIES = ("libc.so", "libc-", "libm.so", "ld-linux", "linux-vdso", "[vdso]", "libffi")


def decode(
    snapshot: Snapshot, options: Options, termination: Termination | None = None
) -> ProcessState:
    """Decode all that the rules and the report need.

    Raises NoProcessState when the snapshot holds no thread at all.
    """
    if not snapshot.threads:
        raise NoProcessState("no thread's registers are in it; was the dump cut short?")
    modules = load_modules(snapshot)
    _go_back_before_handler(snapshot, modules)
    crashed = _crashed_tid(snapshot)
    found = decode_threads(snapshot, modules, options, crashed)
    details = _fault_details(snapshot, modules, crashed)
    if isinstance(snapshot.signal, SignalInfo) and snapshot.signal.number == SIGABRT:
        details["python_fatal"] = _python_fatal(found)
        details.update(_assertion(snapshot, found, details))
        details["damaged_block"] = _damaged_block(snapshot, found, details["python_fatal"])
    buffers = _buffers(found.threads)
    if not _is_in_a_buffer(snapshot.signal, buffers):
        details.update(_damage(snapshot, found, details))
    details.update(_exit_callee(found))
    if _is_in_allocator(found) or _is_of_the_heap(details.get("abort_message")):
        details["damaged_chunk"] = damaged_chunk(snapshot.memory, snapshot.mappings)
    details.update(_waits(snapshot, found, modules))
    warnings = (*snapshot.warnings, *found.warnings, *details.pop("warnings", ()))
    return ProcessState(
        process=snapshot.process,
        arch=snapshot.arch.name,
        kind=snapshot.kind,
        signal=snapshot.signal,
        termination=termination or Absent("the process had not ended"),
        mappings=snapshot.mappings,
        modules=modules.modules,
        python=found.python,
        gil=found.gil,
        threads=found.threads,
        buffers=buffers,
        mapped_files=_mapped_files(snapshot, modules),
        stack_limits=_stack_limits(snapshot),
        cpu_features=_cpu_features(snapshot),
        caught_signals=_caught_signals(snapshot),
        limits=_limits(snapshot),
        mapped_bytes=sum([m.end - m.start for m in snapshot.mappings if m.path != "[vsyscall]"]),
        warnings=tuple(dict.fromkeys(warnings)),
        **details,
    )


def _go_back_before_handler(snapshot: Snapshot, modules: ModuleMap) -> None:
    """Let the signal and the thread of a core be those of the fault itself, where a handler of the
    program raised the signal again. (At the fatal signal of a traced process this was done.)"""
    signal = snapshot.signal
    if snapshot.kind != "core" or not isinstance(signal, SignalInfo):
        return
    if signal.number not in FAULTS or signal.code > 0:
        return
    found = before_handler(snapshot, modules)
    if found is not None:
        snapshot.signal, thread = found
        others = [other for other in snapshot.threads if other.tid != thread.tid]
        snapshot.threads = (thread, *others)


def _crashed_tid(snapshot: Snapshot) -> int | None:
    """The thread that took the signal: the one siginfo names, else the snapshot's first."""
    if not isinstance(snapshot.signal, SignalInfo):
        return None
    return snapshot.signal.tid or snapshot.threads[0].tid


def _fault_details(snapshot: Snapshot, modules: ModuleMap, crashed: int | None) -> dict[str, Any]:
    """The parts of the state that only one kind of signal needs."""
    if not isinstance(snapshot.signal, SignalInfo) or crashed is None:
        return {}
    number = snapshot.signal.number
    details: dict[str, Any] = {}
    if number in FAULTS or number == SIGTRAP:
        thread = next(t for t in snapshot.threads if t.tid == crashed)
        details["access"] = fault_access(snapshot, thread)
        if number == SIGSEGV and _is_near_null(snapshot.signal, details["access"]):
            details["errno"] = thread_errno(snapshot, modules, thread)
    if number == SIGABRT:
        details["abort_message"] = abort_message(snapshot, modules)
        details["cpp_exception"] = cpp_exception(snapshot, modules)
    if number == SIGBUS:
        details["shared_memory"] = _shared_memory(snapshot)
    if number in (SIGSEGV, SIGABRT) and any(GUARD in module.name for module in modules.modules):
        access = details.get("access", snapshot.signal)
        address = snapshot.signal.fault_address if number == SIGSEGV else None
        if address is None and isinstance(access, FaultAccess):
            address = access.address
        details["guarded"] = guarded_block(snapshot, modules, address)
    return details


def _damage(snapshot: Snapshot, found: DecodedThreads, details: dict[str, Any]) -> dict[str, Any]:
    """The damaged Python objects, where the crash may be about them."""
    if not isinstance(snapshot.signal, SignalInfo) or snapshot.signal.number not in CRASHES:
        return {}
    if isinstance(found.runtime, Absent) or found.runtime.left_out:
        return {}
    crashed = found.crashed
    if crashed is None or not _may_be_about_object(crashed, found.runtime.module):
        return {}
    if _is_in_made_code(crashed, snapshot):
        return {}
    access = details.get("access", Absent("not a fault"))
    damage, suspects = damaged_objects(snapshot, found, access)
    return {"damage": damage, "suspects": suspects}


def _assertion(
    snapshot: Snapshot, found: DecodedThreads, details: dict[str, Any]
) -> dict[str, Any]:
    """The text of an assertion that the C library knows nothing of."""
    crashed = found.crashed
    if isinstance(details["abort_message"], str) or crashed is None:
        return {}
    if isinstance(crashed.native, Absent):
        return {}
    text = assertion_text(snapshot.memory, snapshot.arch, crashed.native.frames)
    return {"abort_message": text} if text else {}


def _is_in_a_buffer(signal: SignalInfo | Absent, buffers: tuple[NamedBuffer, ...]) -> bool:
    """Whether the address that could not be accessed is one of an array's: it is what failed then,
    not an object, and it is itself a sound one, or it could not have been decoded."""
    address = None if isinstance(signal, Absent) else signal.fault_address
    return address is not None and any(
        named.buffer.low <= address < named.buffer.high for named in buffers
    )


def _exit_callee(found: DecodedThreads) -> dict[str, Any]:
    """What was to be called at the end of the process, where no Python frame tells."""
    crashed = found.crashed
    if isinstance(found.python, Absent) or not found.python.finalizing or crashed is None:
        return {}
    if isinstance(found.runtime, Absent) or any(frame.python for frame in crashed.stack.frames):
        return {}
    if found.runtime.left_out:
        return {}
    return {"exit_callee": exit_callee(found.runtime, found.python, crashed)}


def _is_in_made_code(crashed: ThreadState, snapshot: Snapshot) -> bool:
    """Whether code that was made at run time failed itself: it works on plain memory, and what it
    wants of Python's objects it calls the interpreter for."""
    innermost = () if isinstance(crashed.native, Absent) else crashed.native.frames[:1]
    return any(
        frame.is_jit
        or (
            frame.module is None
            and any(m.start <= frame.pc < m.end and m.executable for m in snapshot.mappings)
        )
        for frame in innermost
    )


def _may_be_about_object(crashed: ThreadState, interpreter: Module | None) -> bool:
    """Whether native code failed that may have worked on a Python object: the interpreter, or what
    it called, but not a function of the C library that Python code called through ctypes."""
    natives = () if isinstance(crashed.native, Absent) else crashed.native.frames
    failed = next((frame.module for frame in natives[:8] if frame.module is not None), None)
    if failed is None:
        return False
    if not failed.name.startswith(PLAIN_LIBRARIES):
        return True
    modules = []
    for frame in crashed.stack.frames[:MAX_NATIVE_FRAMES]:
        if frame.python is not None:
            break
        if frame.native is not None and frame.native.module is not None:
            modules.append(frame.native.module)
    by_hand = any(module.name.startswith(("libffi", "_ctypes")) for module in modules)
    return not by_hand and interpreter in modules


def _waits(snapshot: Snapshot, found: DecodedThreads, modules: ModuleMap) -> dict[str, Any]:
    """Who waits for whom, where that may be the question."""
    if isinstance(snapshot.signal, SignalInfo):
        pid, signal = snapshot.process.pid, snapshot.signal
        # A program that ended by itself was not stuck; but its threads may have shared a lock.
        if signal.number != SIGQUIT and signal.sender_pid in (None, 0, pid):
            own = [t for t in found.threads if any(f.mine for f in t.stack.frames)]
            # One that runs others' Python code alone may do it for one with lines of the user's.
            helps = not any(t.crashed for t in own) and any(
                t.crashed and _runs_python(t) for t in found.threads
            )
            if not 2 - helps <= len(own) <= MAX_THREADS_OF_A_CRASH:
                return {}
            return _waits_of_crash(snapshot, found, modules)
    return decode_waits(snapshot, found, modules)._asdict()


def _runs_python(thread: ThreadState) -> bool:
    return any(frame.python is not None for frame in thread.stack.frames)


def _waits_of_crash(
    snapshot: Snapshot, found: DecodedThreads, modules: ModuleMap
) -> dict[str, Any]:
    """The same of a process whose memory may be damaged: nothing that is found there is worth a
    report that fails."""
    try:
        return decode_waits(snapshot, found, modules)._asdict()
    except Exception as error:
        return {"warnings": (f"the locks could not be read: {type(error).__name__}: {error}",)}


def _python_fatal(found: DecodedThreads) -> str | Absent:
    """The text of the interpreter's fatal error, when the crashed thread ended in one."""
    if isinstance(found.runtime, Absent):
        return found.runtime
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return Absent("the native stack of the crashed thread is not known")
    return fatal_message(found.runtime, crashed.native)


def _damaged_block(
    snapshot: Snapshot, found: DecodedThreads, fatal: str | Absent
) -> DamagedBlock | Absent:
    """The block that Python's debug allocator complained of."""
    text = fatal.reason if isinstance(fatal, Absent) else fatal
    if "pad byte" not in text and text != TEXT_IS_GONE:
        return Absent("Python's own check did not end the process")
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return Absent("the native stack of the crashed thread is not known")
    return damaged_block(snapshot.memory, crashed.thread, crashed.native, snapshot.mappings)


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


def _mapped_files(snapshot: Snapshot, modules: ModuleMap) -> tuple[MappedFile, ...]:
    """Data files (not ELF objects) that are mapped, with their size now."""
    if not isinstance(snapshot.signal, SignalInfo) or snapshot.signal.number != SIGBUS:
        return ()
    objects = {module.path for module in modules.modules}
    found = []
    for mapping in snapshot.mappings:
        if not mapping.path.startswith("/") or mapping.path in objects:
            continue
        local, _ = snapshot.local_file(mapping.path)
        size = free = None
        if local is not None:
            try:
                size = os.stat(local).st_size
                space = os.statvfs(local)
                free = space.f_bavail * space.f_frsize
            except OSError:
                pass
        found.append(
            MappedFile(mapping.path, mapping.start, mapping.end, mapping.file_offset, size, free)
        )
        if len(found) >= MAX_MAPPED_FILES:
            break
    return tuple(found)


def _shared_memory(snapshot: Snapshot) -> SharedMemory | Absent:
    if snapshot.kind == "core":
        return Absent("a core does not tell how full shared memory was")
    return look(snapshot.process.pid)


def _stack_limits(snapshot: Snapshot) -> tuple[tuple[int, int, int], ...]:
    """(tid, low, high) of the mapping each stack lies in.

    After an overflow the stack pointer is below that mapping (in its guard): then the next one
    above counts, when the gap is no larger than a guard area.
    """
    mappings = snapshot.mappings
    starts = [m.start for m in mappings]
    limits = []
    for thread in snapshot.threads:
        sp = snapshot.arch.stack_pointer(thread.registers)
        if sp is None:
            continue
        index = bisect_right(starts, sp) - 1
        inside = index >= 0 and sp < mappings[index].end and mappings[index].writable
        if not inside:
            index += 1
            if index >= len(mappings) or mappings[index].start - sp > 1 << 20:
                continue
            if not mappings[index].writable:
                continue
        limits.append((thread.tid, mappings[index].start, mappings[index].end))
    return tuple(limits)


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


def _is_of_the_heap(message: str | Absent | None) -> bool:
    """Whether the C library's last words are about the sizes it keeps between blocks."""
    words = ("size", "corrupted", "corruption", "malloc.c", "invalid pointer", "sysmalloc")
    return isinstance(message, str) and any(word in message for word in words)


def _is_in_allocator(found: DecodedThreads) -> bool:
    """Whether the crash was inside of malloc or free."""
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return False
    first = next((frame for frame in crashed.native.frames if frame.symbol), None)
    return first is not None and is_allocator_function(first.symbol)


def _is_near_null(signal: SignalInfo, access: FaultAccess | Absent) -> bool:
    address = signal.fault_address
    if isinstance(access, FaultAccess) and access.address is not None:
        address = access.address
    return address is not None and address < NEAR_NULL


def _limits(snapshot: Snapshot) -> Limits | Absent:
    if snapshot.kind == "core":
        return Absent("a core does not tell the limits of the process")
    if not isinstance(snapshot.signal, SignalInfo) or snapshot.signal.number not in CRASHES:
        return Absent("not a crash")
    return limits(snapshot.process.pid)


def _caught_signals(snapshot: Snapshot) -> tuple[int, ...] | Absent:
    """Numbers of the signals that the process handles, from the mask in /proc."""
    if snapshot.kind == "core":
        return Absent("a core does not tell which signals were handled")
    mask = procfs.number(procfs.status(snapshot.process.pid), b"SigCgt", 16)
    if mask is None:
        return Absent("/proc does not tell which signals are handled")
    return tuple([number for number in range(1, 65) if mask >> (number - 1) & 1])
