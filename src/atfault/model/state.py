"""`ProcessState`: all that was decoded of a process, the only input of the rules."""

from __future__ import annotations

from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock, DamagedChunk, GuardedBlock
from atfault.model.damage import DamagedObject, SuspectCall
from atfault.model.family import ChannelEnd, Relative
from atfault.model.process import (
    Limits,
    MemoryMapping,
    Module,
    ProcessInfo,
    SignalInfo,
    Termination,
)
from atfault.model.stacks import CodeInfo, ThreadState
from atfault.model.start import LastMoment, Start
from atfault.model.values import Buffer
from atfault.model.waits import Activity, AsyncTask, Hold, Wait


class PythonInfo(NamedTuple):
    """The interpreter found in the process."""

    version: tuple[int, int, int]
    """micro is -1 when only the minor version is known."""
    version_text: str
    """"3.11.7"; "3.11" when the micro version is unknown."""
    implementation: str = "CPython"
    free_threaded: bool = False
    finalizing: bool = False
    """Py_Finalize had begun."""
    prefix: str = ""
    """sys.prefix or the folder of the standard library, where known; decides what is `mine`."""
    stdlib: str = ""
    ending: bool = False
    """Py_Finalize was called; before `finalizing` it waits for threads and runs atexit functions.
    Told by 3.10 and later."""
    recursion_limit: int | None = None
    """sys.getrecursionlimit(); None when it could not be read."""
    frozen: bool = False
    """sys.frozen is there: an executable made of the program, its modules and Python."""
    left_out: str = ""
    """Why nothing but threads, frames and lines was read, of a release that is newer than what is
    known; "" for all others."""


class GilState(NamedTuple):
    """Who holds the global interpreter lock (of the main interpreter)."""

    known: bool
    locked: bool | None = None
    holder_tid: int | None = None
    """Kernel thread id of the holder; None when nobody holds it or it is unknown."""
    reason: str = ""
    """Why it is unknown, when it is."""
    no_current: bool = False
    """Its holder holds it without a current thread state, which the C API needs as well."""


class FaultAccess(NamedTuple):
    """The instruction that faulted and what it tried."""

    kind: str
    """"read", "write", "execute" or "" when the instruction could not be decoded."""
    address: int | None
    size: int | None = None
    instruction: str = ""
    """Disassembly, e.g. "movss xmm0, dword ptr [rax + rcx*4]"; "" when not decoded."""
    code: bytes = b""
    """Up to 15 bytes at the pc."""
    requires: tuple[str, ...] = ()
    """CPU features the instruction belongs to ("avx512f"), where that could be told."""
    registers: tuple[tuple[str, int], ...] = ()
    """(name, value) of the base and index registers that the address was computed from; of a
    division, its divisor as ("divisor", value), whether it was a register or in memory."""


class CppException(NamedTuple):
    """An in-flight or uncaught C++ exception."""

    type: str
    what: str
    """"" when the type has no what()."""


class NamedBuffer(NamedTuple):
    """A buffer reachable from a frame, under the expression that names it there."""

    expression: str
    """"grid", "self.weights", 'batch["x"]', "items[2]"."""
    buffer: Buffer
    tid: int
    frame_index: int
    """Index into the thread's merged frames."""
    is_operand: bool = False
    """Whether it is no variable's: an argument of a call, or a part of an expression."""


class MappedFile(NamedTuple):
    """A data file or shared-memory object mapped into the process."""

    path: str
    mapping_start: int
    mapping_end: int
    file_offset: int
    current_size: int | None
    """Bytes; None when the file cannot be looked at any more."""
    filesystem_free: int | None = None
    """Bytes still free where the file lies, at the time of the failure; None when unknown."""


class SharedFile(NamedTuple):
    """A file in shared memory."""

    name: str
    size: int
    """Bytes of memory that it takes."""
    is_deleted: bool
    """It has no name any more, and goes when nobody holds it."""
    holders: tuple[tuple[int, str], ...]
    """(pid, name) of processes that have it open or mapped, some of them."""
    holder_count: int


class SharedMemory(NamedTuple):
    """The file system behind shared memory (/dev/shm), at the time of the failure. Bytes."""

    path: str
    total: int
    free: int
    files: tuple[SharedFile, ...] = ()
    """The largest first, some of them; none where nobody looked."""
    file_count: int = 0


class ProcessState(NamedTuple):
    """One process at one moment. A part that could not be had is an `Absent` that says why."""

    process: ProcessInfo
    arch: str
    kind: str
    """Of the snapshot: "core", "traced" (at the signal) or "live"."""
    signal: SignalInfo | Absent
    termination: Termination | Absent
    mappings: tuple[MemoryMapping, ...]
    """Sorted by start address, disjoint."""
    modules: tuple[Module, ...]
    python: PythonInfo | Absent
    gil: GilState
    threads: tuple[ThreadState, ...]
    """The crashed thread first, if any."""
    buffers: tuple[NamedBuffer, ...] = ()
    """Of the crashed thread's frames (innermost first), then of the others'."""
    access: FaultAccess | Absent = Absent("not a fault")
    abort_message: str | Absent = Absent("no abort message")
    """What the C library left before it called abort(): __abort_msg of glibc."""
    cpp_exception: CppException | Absent = Absent("no C++ exception")
    python_fatal: str | Absent = Absent("no fatal error")
    """Text of Py_FatalError, where it was left in memory or on the program's standard error."""
    mapped_files: tuple[MappedFile, ...] = ()
    shared_memory: SharedMemory | Absent = Absent("not looked at")
    stack_limits: tuple[tuple[int, int, int], ...] = ()
    """(tid, low, high) of each thread's stack, the guard excluded, where known."""
    cpu_features: tuple[str, ...] | Absent = Absent("the core may come from another machine")
    warnings: tuple[str, ...] = ()
    holds: tuple[Hold, ...] = ()
    waits: tuple[Wait, ...] = ()
    """Several of one thread are alternatives: any of them would wake it (poll, select, epoll)."""
    tasks: tuple[AsyncTask, ...] = ()
    activity: Activity | Absent = Absent("not watched")
    relatives: tuple[Relative, ...] | Absent = Absent("only looked at where the process lives")
    """Its descendants (zombies too), its parent, and its siblings where something joins them."""
    channel_ends: tuple[ChannelEnd, ...] = ()
    """Who has which end open, of the pipes and sockets in `waits`."""
    caught_signals: tuple[int, ...] | Absent = Absent("only looked at where the process lives")
    """Signals for which it has handlers, Python's own included."""
    started: Start | Absent = Absent("only known of a program's children")
    """Where the process was started."""
    last: LastMoment | Absent = Absent("only known of what `run` saw leave, or killed")
    """Where it was when it left by exit (children alone), or when SIGKILL came."""
    damage: tuple[DamagedObject, ...] = ()
    """Python objects that are none any more, the most telling first."""
    exit_callee: CodeInfo | Absent = Absent("not at the end of the process")
    """The Python function that the crashed thread was to call after Python had ended."""
    suspects: tuple[SuspectCall, ...] = ()
    """Places of the program's own code that handle references by hand; looked for with `damage`."""
    limits: Limits | Absent = Absent("only known where the process lives")
    """Resource limits."""
    mapped_bytes: int | None = None
    """Its whole address space in use, as RLIMIT_AS counts it; None when not looked at."""
    errno: int | Absent = Absent("only looked at where a pointer may be an error return")
    """Of the crashed thread."""
    guarded: GuardedBlock | Absent = Absent("the program did not run with guarded blocks")
    """Of `run --again`: the block that was misused."""
    damaged_block: DamagedBlock | Absent = Absent("Python's own check did not end the process")
    """The block whose fence PYTHONMALLOC=debug found damaged."""
    damaged_chunk: DamagedChunk | Absent = Absent("the C library did not complain of its heap")
    """The first record of the C library's heap that makes no sense."""
    family: tuple[ProcessState, ...] = ()
    """Descendants that were looked at together with it."""

    @property
    def crashed(self) -> ThreadState | None:
        """The thread that died, or None."""
        for thread in self.threads:
            if thread.crashed:
                return thread
        return None
