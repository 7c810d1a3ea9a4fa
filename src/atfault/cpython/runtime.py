"""Finds CPython in a process and reads its threads, frames and lock.

`find_runtime` looks for `_PyRuntime`, the one static structure from which all state of the
interpreter hangs, in libpython or in the executable:

    exported symbol _PyRuntime   3.8-3.15, stripped builds included (extension modules need it)
    section .PyRuntime           3.10+, by the section headers of the local file
    its contents                 3.13+: the cookie of _Py_DebugOffsets; before: pointers that fit
                                 together (cpython/search.py); works when no binary is at hand

and then for the release, which selects the table of offsets. A release without one is read by what
it says of itself (cpython/self_described.py).
"""

import os
from typing import NamedTuple

from atfault import lazy
from atfault.contained import contained
from atfault.cpython import data_area, debug_offsets, gil, search, version
from atfault.cpython.debug_offsets import DebugOffsets
from atfault.cpython.folders import is_frozen, sys_folders
from atfault.cpython.frames.code import CodeTable
from atfault.cpython.frames.walker import FrameWalker
from atfault.cpython.notebook_cells import CellNames
from atfault.cpython.offsets import (
    NEWEST_MINOR,
    OLDEST_MINOR,
    Structs,
    is_known,
    layouts,
    load,
    newest,
)
from atfault.cpython.threads import (
    Interpreter,
    ThreadIdentity,
    ThreadingInfo,
    identify,
    read_interpreters,
    threading_names,
)
from atfault.cpython.version import Version
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.stacks import PythonStack
from atfault.model.state import NO_PYTHON, GilState, PythonInfo
from atfault.native.modules import ModuleMap, find_symbols
from atfault.snapshot.protocol import Snapshot

_FIRST_SELF_DESCRIBED = 13
_LEFT_OUT = (
    ": its threads, frames and lines are read by its own description of them; the values of"
    " variables, locks, tasks, who holds the GIL and damaged objects are left out"
)
_BASE_EXCEPTION = 1 << 30
"""Py_TPFLAGS_BASE_EXC_SUBCLASS, Include/object.h."""
_ACTIVE = 1 << 4
"""Of PyThreadState._status, behind initialized, bound, unbound and bound_gilstate."""


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
        raw = gil.read(
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
            version.text(self.version),
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


def find_runtime(snapshot: Snapshot, modules: ModuleMap) -> PythonRuntime | Absent:
    """The CPython runtime in the process; Absent when there is none or it cannot be used.

    A process may have several: an extension that was linked with libpython brings it along into a
    python that has all of it in its executable. The one that has threads is the one that runs.
    """
    problem = ""
    idle: PythonRuntime | None = None
    for module in _candidates(snapshot, modules):
        found = _in_module(snapshot, module)
        if isinstance(found, Absent):
            problem = problem or found.reason
        elif any(one.threads for one in found.interpreters):
            return found
        else:
            idle = idle or found
    if idle is not None:
        return idle
    if not problem and any("libpypy" in module.name for module in modules.modules):
        problem = "PyPy, not CPython; only its native stacks can be read"
    return Absent(problem or _unread_code(snapshot, modules) or NO_PYTHON)


def _unread_code(snapshot: Snapshot, modules: ModuleMap) -> str:
    """Why it cannot be told whether an interpreter is in the process; "" when all its code that is
    of files was looked at."""
    named = [m for m in snapshot.mappings if m.path.startswith("/")]
    if not named and snapshot.kind == "core":
        return "it cannot be told where CPython is, as the core does not say what files were mapped"
    unread = [m.path for m in named if m.executable and modules.find(m.start) is None]
    names = list(dict.fromkeys(os.path.basename(path) for path in unread))
    if not names:
        return ""
    listed = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    return f"no CPython interpreter was found, but the code of {listed} could not be looked at"


def _candidates(snapshot: Snapshot, modules: ModuleMap) -> list[Module]:
    """Modules that may hold the interpreter, the likeliest first: libpython, the executable, other
    names with "python" that are no extension modules, then the rest."""
    executable = os.path.basename(snapshot.process.executable)

    def rank(module: Module) -> int:
        name = module.name
        if roles.is_interpreter_library(name):
            return 0
        if name == executable or module is modules.modules[0]:
            return 1
        return 2 if "python" in name and ".cpython-" not in name else 3

    return sorted(modules.modules, key=rank)


def _in_module(snapshot: Snapshot, module: Module) -> PythonRuntime | Absent:
    """The runtime in `module`; Absent with an empty reason when it is simply not there."""
    memory = snapshot.memory
    address = constant = 0
    readable = True
    try:
        address, constant = find_symbols(memory, module, ("_PyRuntime", "Py_Version"))
    except MemoryFault:
        readable = False
    likely = roles.is_interpreter(module.name)
    if not address and not likely and readable:
        return Absent("")
    if not address:
        found = search.find(snapshot, module, likely)
        if isinstance(found, Absent):
            return found
        address = found
    return _at(snapshot, module, address, constant)


def _at(snapshot: Snapshot, module: Module, address: int, constant: int) -> PythonRuntime | Absent:
    """The runtime whose _PyRuntime is at `address`. constant: address of Py_Version, or 0."""
    memory = snapshot.memory
    try:
        own = debug_offsets.read(memory, address)
    except MemoryFault as fault:
        return Absent(f"CPython's state cannot be read: {fault}")
    if own is not None:
        release, free_threaded = own.version, own.free_threaded
    else:
        area = data_area.of_module(memory, snapshot.mappings, module)
        known = version.from_constant(memory, constant) or version.from_text(area)
        known = known or version.from_name(module)
        if known is None:
            return Absent(f"CPython in {module.name}, of a version that cannot be told")
        release, free_threaded = known, False
    minor = release[1]
    if release[0] == 3 and minor >= _FIRST_SELF_DESCRIBED:
        if own is None:
            return Absent(f"CPython {version.text(release)}, but its debug offsets are damaged")
        return _described(snapshot, module, address, own)
    if release[0] != 3 or not OLDEST_MINOR <= minor <= NEWEST_MINOR:
        return Absent(
            f"CPython {version.text(release)}; atfault reads 3.{OLDEST_MINOR} to 3.{NEWEST_MINOR}"
        )
    offsets, constants = load(minor, micro=release[2])
    notes: tuple[str, ...] = ()
    if release[2] < 0:
        notes = _not_told(release, next(layouts(minor))[0], offsets)
    return PythonRuntime(
        snapshot, module, address, release, free_threaded, offsets, constants, notes=notes
    )


def _not_told(release: Version, whole: Structs, offsets: Structs) -> tuple[str, ...]:
    """What is missing, as its place depends on the micro version, which is not known."""
    missing = [name for name, fields in whole.items() if fields.keys() - offsets[name].keys()]
    if not missing:
        return ()
    return (
        f"which CPython {version.text(release)} this is cannot be told; {', '.join(missing)}, which"
        " its releases lay out differently, are left out",
    )


def _described(
    snapshot: Snapshot, module: Module, address: int, own: DebugOffsets
) -> PythonRuntime | Absent:
    """The runtime of a release from 3.13 on: by the layout that fits its own offsets, or by those
    alone where there is none."""
    _, minor, micro = own.version
    text = f"CPython {own.text}{' (free-threaded)' if own.free_threaded else ''}"
    if not own.structs or not is_known(minor, own.free_threaded):
        return _by_itself(
            snapshot,
            module,
            address,
            own,
            f"{text} is not one of the versions that atfault knows whole (3.{OLDEST_MINOR} to"
            f" 3.{NEWEST_MINOR})",
        )
    structs, constants = load(minor, own.free_threaded, micro)
    if not debug_offsets.is_usual_build(structs, own):
        return Absent(
            f"{text} whose objects are laid out unlike any release's (built with Py_TRACE_REFS?)"
        )
    found = debug_offsets.fit(
        (one for one, _ in layouts(minor, own.free_threaded, micro)),
        own,
    )
    if found is None:
        reason = f"{text} lays out its frames unlike the releases of 3.{minor} that atfault knows"
        return _by_itself(snapshot, module, address, own, reason)
    notes = tuple(
        f"{text}: {what} may lie elsewhere than in the releases that atfault knows, and is left out"
        for what in found.left_out
    ) + tuple(
        f"{text}: what its debug offsets tell of {name} is damaged; it is read as in the releases"
        " that atfault knows"
        for name in found.damaged
    )
    return PythonRuntime(
        snapshot,
        module,
        address,
        own.version,
        own.free_threaded,
        found.structs,
        constants,
        notes=notes,
    )


def _by_itself(
    snapshot: Snapshot, module: Module, address: int, own: DebugOffsets, left_out: str
) -> PythonRuntime | Absent:
    """The runtime by nothing but what it says of itself; left_out: why."""
    self_described = lazy.load("atfault.cpython.self_described")
    known, constants = newest(own.free_threaded)
    try:
        words = snapshot.memory.u64s(address + debug_offsets.HEADER, self_described.WORDS)
    except MemoryFault as fault:
        return Absent(f"CPython {own.text}: its debug offsets cannot be read: {fault}")
    found: Structs | Absent = self_described.describe(
        snapshot.memory, address, words, snapshot.threads, known
    )
    if isinstance(found, Absent):
        return Absent(f"{left_out}, and {found.reason}")
    return PythonRuntime(
        snapshot, module, address, own.version, own.free_threaded, found, constants, left_out
    )
