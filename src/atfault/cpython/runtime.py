"""What hangs from `_PyRuntime` (cpython/search.py finds it): interpreters, threads, frames, folders
and the lock.

The global interpreter lock is a struct _gil_runtime_state (Include/internal/pycore_gil.h):

    last_holder   the thread state that took it last
    locked        1 held, 0 free, -1 not made yet
    mutex         a pthread_mutex_t that guards the two; its first word is 0 when nobody holds it
                  (glibc: the lock and a count; musl: the type, 0 for this one, and the lock)

One per process up to 3.11 (_PyRuntime.ceval.gil), one per interpreter from 3.12 on, which
subinterpreters mostly share (PyInterpreterState.ceval.gil points to it). last_holder says who holds
it only while it is locked, and both change together under the mutex.

Up to 3.11 the current thread state is another variable (_PyRuntime.gilstate.tstate_current):
PyThreadState_Swap(NULL) takes it away and leaves the lock as it is. From 3.12 on they go together.
"""

from typing import NamedTuple

from atfault.contained import contained
from atfault.cpython.frames.code import CodeTable
from atfault.cpython.frames.walker import FrameWalker
from atfault.cpython.notebook_cells import CellNames
from atfault.cpython.offsets import Structs, Version, version_text
from atfault.cpython.threads import (
    Interpreter,
    ThreadIdentity,
    ThreadingInfo,
    identify,
    read_interpreters,
    threading_names,
)
from atfault.cpython.values.dicts import find_key
from atfault.cpython.values.strings import escape, read_text
from atfault.errors import MemoryFault
from atfault.model.process import Module
from atfault.model.stacks import PythonStack
from atfault.model.state import GilState, PythonInfo
from atfault.snapshot.protocol import Memory, Snapshot

_LEFT_OUT = (
    ": its threads, frames and lines are read by its own description of them; the values of"
    " variables, locks, tasks, who holds the GIL and damaged objects are left out"
)
_BASE_EXCEPTION = 1 << 30
"""Py_TPFLAGS_BASE_EXC_SUBCLASS, Include/object.h."""
_ACTIVE = 1 << 4
"""Of PyThreadState._status, behind initialized, bound, unbound and bound_gilstate."""
_MAX_PATH = 4096
_MAX_MODULES = 1 << 14


class PyThread(NamedTuple):
    """One Python thread state."""

    tstate: int
    native_tid: int | None
    """Kernel thread id, as in the snapshot; None when its native thread is gone."""
    ident: int
    """threading.get_ident()."""
    name: str
    """threading.Thread.name; "" when the threading module does not know the thread."""
    interpreter: int
    """Address of its PyInterpreterState."""
    is_daemon: bool | None
    stack: PythonStack
    """Frames without locals."""
    interpreter_id: int = 0
    """0 is the main interpreter."""
    exception: int = 0
    """Address of the exception being raised (set, not yet caught); 0 for none."""


class RawGil(NamedTuple):
    """What the lock itself says; holder is the address of a PyThreadState, 0 for nobody."""

    known: bool
    locked: bool | None = None
    holder: int = 0
    reason: str = ""
    no_current: bool = False
    """It is locked, but its holder has no current thread state."""


class PythonRuntime:
    """The CPython runtime of one process.

    address: of _PyRuntime. version: (major, minor, micro); micro is -1 when unknown.
    offsets: structure → field → offset; constants: name → value (atfault.cpython.offsets).
    left_out: why nothing but threads, frames and lines is read, of a release without a table, whose
    `offsets` hold no more than that needs; "" for all others.
    notes: what else is missing in `offsets`, and why; among the warnings.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        module: Module | None,
        address: int,
        release: Version,
        free_threaded: bool,
        offsets: Structs,
        constants: dict[str, int],
        left_out: str = "",
        notes: tuple[str, ...] = (),
    ) -> None:
        self.left_out = left_out
        self.notes = notes
        self.snapshot = snapshot
        self.memory = snapshot.memory
        self.module = module
        self.address = address
        self.version = release
        self.free_threaded = free_threaded
        self.offsets = offsets
        self.constants = constants
        self.codes = CodeTable(self.memory, offsets, release)
        if not left_out:
            self.codes.cell_name = self._cell_name
        self.walker = FrameWalker(self.memory, offsets, release, self.codes)
        self._cells: CellNames | None = None
        self._interpreters: list[Interpreter] | None = None
        self._identities: list[ThreadIdentity] | None = None
        self._threads: tuple[PyThread, ...] | None = None
        self.warnings: list[str] = [left_out + _LEFT_OUT, *notes] if left_out else [*notes]
        self.walker.warnings = self.warnings

    def again(self, snapshot: Snapshot) -> "PythonRuntime":
        """The same runtime in another snapshot of the same process, with nothing remembered."""
        return PythonRuntime(
            snapshot,
            self.module,
            self.address,
            self.version,
            self.free_threaded,
            self.offsets,
            self.constants,
            self.left_out,
            self.notes,
        )

    @property
    def interpreters(self) -> list[Interpreter]:
        """The main interpreter first."""
        if self._interpreters is None:
            self._interpreters, warnings = read_interpreters(
                self.memory, self.offsets, self.address
            )
            self.warnings += warnings
        return self._interpreters

    @property
    def identities(self) -> list[ThreadIdentity]:
        """All thread states, tied to native threads."""
        if self._identities is None:
            self._identities = identify(
                self.memory, self.offsets, self.interpreters, self.snapshot.threads
            )
        return self._identities

    def threads(self) -> tuple[PyThread, ...]:
        """All thread states with their stacks: the main interpreter's first, the newest first."""
        if self._threads is None:
            names: dict[int, dict[int, ThreadingInfo]] = {}
            by_address = {interpreter.address: interpreter for interpreter in self.interpreters}
            for interpreter in self.interpreters:
                names[interpreter.address] = threading_names(
                    self.memory,
                    self.offsets,
                    self.version[1],
                    interpreter,
                    is_doubted=bool(self.left_out),
                )
            living = {one.ident for one in self.identities if one.native_tid is not None}
            self._threads = tuple(
                self._thread(identity, by_address[identity.interpreter].id, names, living)
                for identity in self.identities
            )
        return self._threads

    def _thread(
        self,
        identity: ThreadIdentity,
        interpreter_id: int,
        names: dict[int, dict[int, ThreadingInfo]],
        living: set[int],
    ) -> PyThread:
        info = ThreadingInfo("", None)
        # A thread that vanished in a fork may have had the ident that a new thread has now.
        if identity.native_tid is not None or identity.ident not in living:
            info = names[identity.interpreter].get(identity.ident, info)
        stack = PythonStack(())
        with contained(f"reading the frames at {identity.tstate:#x}", self.warnings) as failed:
            try:
                stack = self.walker.stack(identity.tstate)
            except MemoryFault as fault:
                stack = PythonStack((), stop_reason=f"its frames cannot be read: {fault}")
        if failed.reason:
            stack = PythonStack((), stop_reason=failed.reason)
        return PyThread(
            identity.tstate,
            identity.native_tid,
            identity.ident,
            info.name,
            identity.interpreter,
            info.is_daemon,
            stack,
            interpreter_id,
            self._raised(identity.tstate),
        )

    def _raised(self, tstate: int) -> int:
        """The exception being raised, 0 for none."""
        if self.left_out:
            return 0
        fields = self.offsets["PyThreadState"]
        at = fields.get("current_exception", fields.get("curexc_value", 0))
        try:
            return self._if_exception(self.memory.u64(tstate + at))
        except MemoryFault:
            return 0

    def _if_exception(self, address: int) -> int:
        """`address` when an exception object is there (not None, for instance), else 0."""
        if not address:
            return 0
        try:
            kind = self.memory.u64(address + self.offsets["PyObject"]["ob_type"])
            flags = self.memory.u64(kind + self.offsets["PyTypeObject"]["tp_flags"])
        except MemoryFault:
            return 0
        return address if flags & _BASE_EXCEPTION else 0

    def is_detached(self, tstate: int) -> bool:
        """Whether no thread uses the thread state at `tstate` (3.12+): PyThreadState._status.active
        is clear. False when it cannot be told."""
        status = self.offsets["PyThreadState"].get("status")
        if status is None:
            return False
        try:
            return not self.memory.read(tstate + status, 1)[0] & _ACTIVE
        except MemoryFault:
            return False

    def gil(self, interpreter: int = 0) -> GilState:
        """Who holds the lock of an interpreter: the one at `interpreter`, or the main one.

        Up to 3.11 all interpreters share one; from 3.12 on a subinterpreter may have its own.
        """
        if self.free_threaded:
            return GilState(False, reason="a free-threaded build")
        if self.left_out:
            return GilState(False, reason=self.left_out)
        if not self.interpreters:
            return GilState(False, reason="no interpreter is initialized")
        raw = read_gil(
            self.memory,
            self.offsets,
            self.version[1],
            self.address,
            interpreter or self.interpreters[0].address,
        )
        if not raw.holder:
            return GilState(raw.known, raw.locked, None, raw.reason)
        for identity in self.identities:
            if identity.tstate == raw.holder:
                if identity.native_tid is None:
                    reason = "its holder is not a thread any more"
                    return GilState(False, True, None, reason, is_gone=True)
                return GilState(raw.known, True, identity.native_tid, raw.reason, raw.no_current)
        return GilState(False, True, None, "its holder is not in the list of thread states")

    def info(self) -> PythonInfo:
        """Release, build and folders of the interpreter."""
        prefix, stdlib = self._folders()
        return PythonInfo(
            self.version,
            version_text(self.version),
            "CPython",
            self.free_threaded,
            self._finalizing(),
            prefix,
            stdlib,
            self._ending(),
            self._recursion_limit(),
            self._is_frozen(),
            self.left_out,
        )

    def _recursion_limit(self) -> int | None:
        """sys.getrecursionlimit() of the main interpreter; None when it makes no sense."""
        field = self.offsets["_PyRuntimeState"].get("recursion_limit")
        address = self.address
        if field is None:
            field = self.offsets["PyInterpreterState"].get("recursion_limit")
            address = self.interpreters[0].address if self.interpreters else 0
        if field is None or not address:
            return None
        try:
            limit = self.memory.u32(address + field)
        except MemoryFault:
            return None
        return limit if 0 < limit < 1 << 31 else None

    def _finalizing(self) -> bool:
        field = self.offsets["_PyRuntimeState"].get("finalizing")
        if field is None:
            return False
        try:
            holder = self.memory.u64(self.address + field)
        except MemoryFault:
            return False
        if self.left_out:  # then it must be the thread state that ends it
            return any(holder in one.threads for one in self.interpreters)
        return holder != 0

    def _ending(self) -> bool:
        """Whether Py_Finalize was called: interp->finalizing of the main interpreter."""
        field = self.offsets["PyInterpreterState"].get("finalizing")
        if self.version[1] < 10 or not self.interpreters or field is None:
            return False
        try:
            return self.memory.u32(self.interpreters[0].address + field) != 0
        except MemoryFault:
            return False

    def _folders(self) -> tuple[str, str]:
        """(sys.prefix, folder of the standard library); "" where unknown."""
        if not self.interpreters:
            return "", ""
        return sys_folders(self.memory, self.offsets, self.interpreters[0])

    def _cell_name(self, file: str) -> str:
        if self._cells is None:
            modules = [interpreter.modules for interpreter in self.interpreters]
            self._cells = CellNames(self.memory, self.offsets, self.version[1], modules)
        return self._cells.name(file)

    def builtins(self) -> int:
        """Address of the dict of the main interpreter's builtins; 0 when it is not known."""
        field = self.offsets["PyInterpreterState"].get("builtins")
        if field is None or not self.interpreters:
            return 0
        try:
            return self.memory.u64(self.interpreters[0].address + field)
        except MemoryFault:
            return 0

    def _is_frozen(self) -> bool:
        if not self.interpreters:
            return False
        return is_frozen(self.memory, self.offsets, self.interpreters[0])


def read_gil(
    memory: Memory, structs: Structs, minor: int, runtime: int, interpreter: int
) -> RawGil:
    """The lock of `interpreter` (address of a PyInterpreterState), `runtime` being _PyRuntime."""
    fields = structs["gil_runtime_state"]
    try:
        if minor <= 11:
            gil = runtime + structs["_PyRuntimeState"]["gil"]
        else:
            gil = memory.u64(interpreter + structs["PyInterpreterState"]["gil"])
            if not gil:
                return RawGil(False, reason="the interpreter has not made its lock yet")
        locked = memory.i32(gil + fields["locked"])
        holder = memory.u64(gil + fields["last_holder"])
        in_change = memory.u64(gil + fields["mutex"])
        current = holder
        if minor <= 11:
            current = memory.u64(runtime + structs["_PyRuntimeState"]["tstate_current"])
    except MemoryFault as fault:
        return RawGil(False, reason=f"the lock cannot be read: {fault}")
    if locked == 0:
        return RawGil(True, False)
    if locked == -1:
        return RawGil(False, reason="the interpreter has not made its lock yet")
    if locked != 1:
        return RawGil(False, reason=f"its locked field is {locked}, which it can never be")
    if not holder:
        return RawGil(False, True, reason="it is locked, but names no holder")
    if in_change and current != holder:
        return RawGil(False, True, reason="it was just being handed over")
    return RawGil(True, True, holder, no_current=not current)


def sys_folders(memory: Memory, structs: Structs, interpreter: Interpreter) -> tuple[str, str]:
    """(sys.prefix, folder of the standard library); "" where unknown.

    The folder is that of the `os` module, which every interpreter imports at its start.
    """
    prefix = _text_in(memory, structs, interpreter.sysdict, "prefix")
    stdlib = ""
    try:
        os_module = find_key(memory, structs, interpreter.modules, "os", _MAX_MODULES)
        if os_module:
            namespace = memory.u64(os_module + structs["PyModuleObject"]["md_dict"])
            stdlib = _text_in(memory, structs, namespace, "__file__").rpartition("/")[0]
    except (MemoryFault, ValueError):
        pass
    return prefix, stdlib


def is_frozen(memory: Memory, structs: Structs, interpreter: Interpreter) -> bool:
    """Whether the program was made into an executable: sys.frozen is there, as PyInstaller,
    cx_Freeze and others set it. The code of its modules names files relative to nothing then."""
    try:
        return bool(find_key(memory, structs, interpreter.sysdict, "frozen"))
    except (MemoryFault, ValueError):
        return False


def _text_in(memory: Memory, structs: Structs, namespace: int, name: str) -> str:
    """The str under `name` in the dict at `namespace`; "" when there is none."""
    if not namespace:
        return ""
    try:
        address = find_key(memory, structs, namespace, name)
        return escape(read_text(memory, structs, address, _MAX_PATH)[0]) if address else ""
    except (MemoryFault, ValueError):
        return ""
