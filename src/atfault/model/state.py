"""`ProcessState`: all that was decoded of a process, the only input of the rules."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from atfault.model.absent import Absent
from atfault.model.process import (
    Environment,
    Limits,
    MemoryMapping,
    Module,
    ProcessInfo,
    SignalInfo,
)
from atfault.model.stacks import CodeInfo, ThreadState

if TYPE_CHECKING:  # of most processes there are none
    from atfault.model.blocks import DamagedBlock, DamagedChunk, DamagedPool, GuardedBlock
    from atfault.model.buffers import ArrayIndex, Buffer, FarNumber
    from atfault.model.damage import CountedLink, DamagedObject, Outsider
    from atfault.model.endings import CppException, Termination
    from atfault.model.exception import Unhandled
    from atfault.model.family import ChannelEnd, Relative
    from atfault.model.files import MappedFile, SharedMemory
    from atfault.model.holders import Holder, PointerVariable
    from atfault.model.start import LastMoment, Start
    from atfault.model.suspects import ChangedObject, HollowObject, SuspectCall
    from atfault.model.waits import (
        Activity,
        AsyncTask,
        EndedThread,
        FailedTask,
        Hold,
        Place,
        Serving,
        SignalHandler,
        ThreadPool,
        Wait,
    )


NO_PYTHON = "no CPython interpreter in this process"
"""Why `ProcessState.python` is absent where there is none to be read."""


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
    is_gone: bool = False
    """The interpreter knows the holder, and the process has no such thread."""


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
    scale: int = 1
    """What the index register, the last one, was multiplied with."""


class NamedBuffer(NamedTuple):
    """A buffer reachable from a frame, under the expression that names it there."""

    expression: str
    """"grid", "self.weights", 'batch["x"]', "items[2]"."""
    buffer: "Buffer"
    tid: int
    frame_index: int
    """Index into the thread's merged frames."""
    is_operand: bool = False
    """Whether it is no variable's: an argument of a call, or a part of an expression."""


class KnownText(NamedTuple):
    """Source text that the target itself holds, of code that is in no file."""

    file: str
    """As its code objects name it."""
    lines: tuple[str, ...]
    """The first of them, without line ends."""
    codes: tuple[int, ...] = ()
    """Addresses of the code objects that it is the text of; () for all that name the file."""


class Ending(NamedTuple):
    """How the process ended, as far as it did."""

    signal: SignalInfo | Absent = Absent("the process was not stopped by a signal")
    termination: "Termination | Absent" = Absent("the process had not ended")
    last: "LastMoment | Absent" = Absent("only known of what `run` saw leave, or killed")
    """Where it was when it left by exit (children alone), or when SIGKILL came."""

    @property
    def number(self) -> int:
        """The fatal signal's number, from siginfo or from how the process ended; 0 for none."""
        if not isinstance(self.signal, Absent):
            return self.signal.number
        return 0 if isinstance(self.termination, Absent) else self.termination.signal or 0

    @property
    def code(self) -> int | None:
        """The reason that siginfo gives; None where there is none."""
        return None if isinstance(self.signal, Absent) else self.signal.code


class Layout(NamedTuple):
    """Its address space."""

    mappings: tuple[MemoryMapping, ...] = ()
    """Sorted by start address, disjoint."""
    modules: tuple[Module, ...] = ()
    stack_limits: tuple[tuple[int, int, int], ...] = ()
    """(tid, low, high) of each thread's stack, the guard excluded, where known."""
    mapped_bytes: int | None = None
    """All of it that is in use, as RLIMIT_AS counts it; None when not looked at."""
    lacking: str = ""
    """What the input is short of, as one clause: of a core that is cut off; "" for nothing."""
    contradiction: str = ""
    """Why not all can be true that it says of the mappings, as one clause; "" for nothing."""


class Fault(NamedTuple):
    """The instruction that could not be executed, and the processor."""

    access: FaultAccess | Absent = Absent("not a fault")
    errno: int | Absent = Absent("only looked at where a pointer may be an error return")
    """Of the crashed thread."""
    cpu_features: tuple[str, ...] | Absent = Absent("not an illegal instruction")

    @property
    def tried(self) -> FaultAccess:
        """`access`, or one of which nothing is known."""
        return FaultAccess("", None) if isinstance(self.access, Absent) else self.access


class FailedPointer(NamedTuple):
    """Where the failed instruction had its pointer from."""

    variable: "PointerVariable | None" = None
    """The variable of native code; None where none is known."""
    holders: tuple["Holder", ...] = ()
    """What it was read from, and what led there, the last one first; () where unknown."""
    terms: tuple[tuple[str, int], ...] = ()
    """(name, value) of registers that those of its address were added up from, right before."""
    block: tuple[int, int] | None = None
    """[low, high) of the array that compiled code made itself, where one of them is its address."""


class Abort(NamedTuple):
    """What was left in memory by who called abort()."""

    message: str | Absent = Absent("no abort message")
    """What the C library left before: __abort_msg of glibc."""
    cpp_exception: "CppException | Absent" = Absent("no C++ exception")
    python_fatal: str | Absent = Absent("no fatal error")
    """Text of Py_FatalError, where it was left in memory or on the program's standard error."""
    called_builtin: str = ""
    """The interpreter's own function that the crashed thread's innermost Python frame was calling
    ("abort", of the module posix); "" for any other, and when it could not be told."""
    unhandled: "Unhandled | None" = None

    @property
    def said(self) -> str:
        """`message`; "" for none."""
        return "" if isinstance(self.message, Absent) else self.message.strip()

    @property
    def fatal(self) -> str:
        """`python_fatal`; "" for none."""
        return "" if isinstance(self.python_fatal, Absent) else self.python_fatal.strip()


class Heap(NamedTuple):
    """What allocators know of the block that was misused."""

    guarded: "GuardedBlock | Absent" = Absent("the program did not run with guarded blocks")
    """Of `run --again`: the block that was misused."""
    damaged_block: "DamagedBlock | Absent" = Absent("Python's own check did not end the process")
    """The block whose fence PYTHONMALLOC=debug found damaged."""
    damaged_chunk: "DamagedChunk | Absent" = Absent("the C library did not complain of its heap")
    """The first record of the C library's heap that makes no sense."""
    damaged_pool: "DamagedPool | None" = None
    """The pool in which Python's allocator failed."""


class Objects(NamedTuple):
    """Python objects that are none any more, or not what native code takes them for."""

    damage: tuple["DamagedObject", ...] = ()
    """The most telling first."""
    suspects: tuple["SuspectCall", ...] = ()
    """Places of the program's own code that handle references by hand; looked for with `damage`."""
    foreign: "SuspectCall | None" = None
    """The call through ctypes that came before, in the function of the user's that failed; where
    the heap is damaged, also the one call of an extension in the user's functions."""
    made: "SuspectCall | None" = None
    """The call, in a function that returned it, which made the object in a damaged block, or the
    one that what failed was only to look at."""
    exit_callee: CodeInfo | Absent = Absent("not at the end of the process")
    """The Python function that the crashed thread was to call after Python had ended."""
    changed: tuple["ChangedObject", ...] = ()
    """Changed while the native code that failed was at work on them; the most telling first."""
    hollow: tuple["HollowObject", ...] = ()
    """Looked for where the crash is near NULL."""
    outsiders: tuple["Outsider", ...] = ()
    """Looked for where native code failed that may have worked on an object."""
    counted_link: "CountedLink | None" = None
    """Looked for where the garbage collector failed, and no damaged object is known."""


class Files(NamedTuple):
    """Files and shared memory behind its mappings."""

    mapped: tuple["MappedFile", ...] = ()
    shared_memory: "SharedMemory | Absent" = Absent("not looked at")


class Waiting(NamedTuple):
    """Who waits for what, and who has it."""

    holds: tuple["Hold", ...] = ()
    waits: tuple["Wait", ...] = ()
    """Several of one thread are alternatives: any of them would wake it (poll, select, epoll)."""
    tasks: tuple["AsyncTask", ...] = ()
    failed_tasks: tuple["FailedTask", ...] = ()
    ended_threads: tuple["EndedThread", ...] = ()
    put_at: tuple["Place", ...] = ()
    """The lines of the program's own that put things into queues, one of which is multiprocessing's
    and has a thread that writes them to its pipe."""
    main_failure: "Unhandled | None" = None
    """The last exception that Python has printed of code in the main thread that ended by it."""
    pools: tuple["ThreadPool", ...] = ()
    handlers: "tuple[SignalHandler, ...] | Absent" = Absent("not looked for")
    """Python's own, but for the one that raises KeyboardInterrupt."""
    channel_ends: tuple["ChannelEnd", ...] = ()
    """Who has which end open, of the pipes and sockets in `waits`."""
    relatives: "tuple[Relative, ...] | Absent" = Absent("only looked at where the process lives")
    """Its descendants (zombies too), its parent, and its siblings where something joins them."""
    locked: tuple[tuple[int, int], ...] | None = None
    """(inode, descriptor) of the files that the process has locked; None where it waits for no such
    lock."""
    runners: tuple[tuple[int, int], ...] = ()
    """(address of a future, thread that computes it)."""
    process_job: int | None = None
    """Number of the job of its pool that the process's main thread is in; None for none."""
    refused: tuple[str, ...] = ()
    """Errors of connections that failed, as far as the process keeps them; looked for where a
    package that the user's code has called sleeps for a time."""
    connections: tuple[str, ...] = ()
    """Where the user's code sleeps for a time: the network connections to other programs of this
    machine, and to which."""
    channel_users: tuple[tuple[int, int], ...] = ()
    """(thread, descriptor of a socket or connection that a function on its stack has at hand)."""
    channel_reach: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """(thread, descriptors of files, pipes and sockets that what it has yet to do leads to), of
    processes that others have to do with; without the main thread, and those of which that cannot
    be told."""
    alone_in_loop: tuple[int, ...] = ()
    """The threads whose event loop runs something, and besides its tasks has nothing else that it
    could call."""
    yet_to_end: tuple["Hold", ...] = ()
    """The threads inside of a `with` whose end would end the wait of another one: for a condition,
    an event or a queue, by what has been taken and comes back to it."""
    serving: tuple["Serving", ...] = ()
    sharing_nothing: tuple[int, ...] = ()
    """Threads of a process with relatives that end no wait of these, as their code leads to nothing
    that multiprocessing shares; without the main thread."""
    took_turns: tuple[int, ...] = ()
    """Threads that read or wrote something while the processes of the family were looked at, one
    after the other: what each waited for is not of one moment."""
    database_users: tuple[tuple[int, int], ...] | None = None
    """(thread, address of a connection to SQLite that it has at hand); None where no thread waits
    for a database, and the process has locked none."""
    between: tuple["Wait", ...] = ()
    """Waits with a timeout that threads are about to begin anew, if they poll: they were awake."""


class Origin(NamedTuple):
    """Where a native library came from, as far as its file and its package tell."""

    module: Module
    package: str = ""
    """Name of the distribution that installed it; "" for none, or unknown."""
    version: str = ""
    python: tuple[int, int] | None = None
    """Version of the headers of Python that it was compiled with; None where that is not told, or
    does not matter (the limited API)."""
    numpy_abi: int | None = None
    """Major version of numpy whose binary interface it was compiled for."""


class Returned(NamedTuple):
    """Bytes of blocks of their own that free has given back, whole pages, and addresses that the
    heap gave back; 0 where unknown."""

    largest: int = 0
    """Size of the largest one; those of more than 32 MB do not count."""
    total: int = 0
    """By how much those that were there at once have become fewer: so much was given back, or
    more."""
    unused: tuple[int, int] = (0, 0)
    """(start, end) of what is free at the end of the heap, and of what the heap had behind it when
    it was largest: none of that is in use. (0, 0) where it never was larger."""


class Surroundings(NamedTuple):
    """What the kernel tells of a living process."""

    caught_signals: tuple[int, ...] | Absent = Absent("only looked at where the process lives")
    """Signals for which it has handlers, Python's own included."""
    limits: Limits | Absent = Absent("only known where the process lives")
    """Resource limits."""
    blocked_signals: tuple[int, ...] = ()
    """Those that its main thread holds back, in which Python calls its handlers."""


PARTS = (
    *("ending", "layout", "python", "gil", "threads", "buffers", "fault", "pointer"),
    *(
        "abort",
        "heap",
        "returned",
        "objects",
        "files",
        "waiting",
        "surroundings",
        "environment",
        "activity",
    ),
    *("started", "texts", "origins", "indices", "far_numbers", "warnings"),
)
"""Names of the parts; the warnings come last, as decoding the others adds to them."""


class ProcessState:
    """One process at one moment, in parts. What could not be had is an `Absent` that says why.

    A part is decoded when it is first asked for: `decode.process` overrides the properties here,
    which are those of a process of which nothing is known. Parts given to the constructor are as
    they are.
    """

    def __init__(
        self, process: ProcessInfo, *, arch: str = "", kind: str = "", **parts: Any
    ) -> None:
        """kind: of the snapshot: "core", "traced" (at the signal), "live", or "" for none."""
        if not parts.keys() <= set(PARTS):
            raise TypeError(f"no such parts: {sorted(parts.keys() - set(PARTS))}")
        self.process = process
        self.arch = arch
        self.kind = kind
        self.__dict__.update(parts)

    def with_parts(self, **parts: Any) -> "ProcessState":
        """The same with other parts in place of its own."""
        changed = object.__new__(type(self))
        changed.__dict__.update(self.__dict__, **parts)
        return changed

    @property
    def crashed(self) -> ThreadState | None:
        """The thread that died, or None."""
        return next((thread for thread in self.threads if thread.crashed), None)

    @property
    def is_finalizing(self) -> bool:
        """Whether Python is being shut down."""
        return not isinstance(self.python, Absent) and self.python.finalizing

    @cached_property
    def ending(self) -> Ending:
        return Ending()

    @cached_property
    def layout(self) -> Layout:
        return Layout()

    @cached_property
    def python(self) -> PythonInfo | Absent:
        return Absent("nothing was read of it")

    @cached_property
    def gil(self) -> GilState:
        return GilState(False, reason="nothing was read of it")

    @cached_property
    def threads(self) -> tuple[ThreadState, ...]:
        """The crashed thread first, if any."""
        return ()

    @cached_property
    def buffers(self) -> tuple[NamedBuffer, ...]:
        """Of the crashed thread's frames (innermost first), then of the others'."""
        return ()

    @cached_property
    def indices(self) -> "tuple[ArrayIndex, ...]":
        """Elements of arrays that would lead from another array to the failed access."""
        return ()

    @cached_property
    def far_numbers(self) -> "tuple[FarNumber, ...]":
        """Elements of the crashed thread's arrays that are an index of none; the user's first."""
        return ()

    @cached_property
    def fault(self) -> Fault:
        return Fault()

    @cached_property
    def pointer(self) -> FailedPointer:
        return FailedPointer()

    @cached_property
    def abort(self) -> Abort:
        return Abort()

    @cached_property
    def heap(self) -> Heap:
        return Heap()

    @cached_property
    def returned(self) -> Returned:
        """What free has given back to the kernel."""
        return Returned()

    @cached_property
    def objects(self) -> Objects:
        return Objects()

    @cached_property
    def files(self) -> Files:
        return Files()

    @cached_property
    def waiting(self) -> Waiting:
        return Waiting()

    @cached_property
    def surroundings(self) -> Surroundings:
        return Surroundings()

    @cached_property
    def environment(self) -> Environment:
        return Environment()

    @cached_property
    def activity(self) -> "Activity | Absent":
        """What was seen of it before."""
        return Absent("the process was not watched over a time")

    @cached_property
    def texts(self) -> tuple[KnownText, ...]:
        """Of code on its stacks."""
        return ()

    @cached_property
    def origins(self) -> tuple[Origin, ...]:
        """Of the native code that the crashed thread was in, down to the user's innermost line; and
        of what its binary interface is with, numpy, where that is loaded."""
        return ()

    @cached_property
    def started(self) -> "Start | Absent":
        """Where it was started."""
        return Absent("only known of the children of a program under `atfault run`")

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read, and why; complete when all else was asked for."""
        return ()
