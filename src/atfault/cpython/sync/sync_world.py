"""What the decoders of holds, waits and tasks share: the threads as they see them, and the readers.

A `World` is made once for a snapshot; all that it reads is kept, so that asking a second time, or
for a second thread, costs little.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any
from weakref import WeakKeyDictionary

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.operands import Operands
from atfault.cpython.frames.with_blocks import WithBlocks
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.locks import LockReader, LockState
from atfault.cpython.sync.names import Names
from atfault.cpython.values.dicts import find_key, find_keys, state_of_dict
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.roles import (
    FORKS,
    is_interpreter,
    is_module_file,
    is_package,
    is_plumbing,
    is_system,
    package_name,
)
from atfault.model.stacks import PyFrame, ThreadState
from atfault.model.waits import Place
from atfault.snapshot.protocol import Memory

MAX_FRAMES = 2_000
"""Frames of a thread that are looked at, at each end of its stack."""
MAX_SEARCHES = 50
_CALL_NOTHING = frozenset(
    ("_socket", "_ssl", "select", "_queue", "_posixsubprocess", "time", "math", "zlib", "_hashlib")
    + ("_struct", "_random", "_multiprocessing", "_posixshmem", "_datetime", "_json", "array")
    + ("libssl", "libcrypto", "libz", "linux-vdso", "fcntl", "termios", "_heapq", "_bisect")
)
"""Native modules of the standard library, and libraries under these, that call no Python."""
_FUTURE = "concurrent.futures._base.Future"
_MAX_ACTIVE = 20_000
_MAX_MODULES = 1 << 14
PROCESS_MODULES = ("multiprocessing.process", "multiprocess.process", "billiard.process")
_MODULES = (
    *("__main__", "asyncio.tasks", "multiprocessing.managers", "threading", "greenlet", "sys"),
    *("weakref", "twisted.internet", "twisted.python.threadable"),
    *PROCESS_MODULES,
)
"""Looked up together: a walk through the names of torch's 2,000 modules takes ten milliseconds."""
_FOUND: WeakKeyDictionary[Memory, dict[tuple[tuple[str, ...], bytes], dict[str, int]]] = (
    WeakKeyDictionary()
)
"""Modules by names and the state of their dict: a look at a process decodes it twice."""


class ThreadView:
    """One thread with a Python stack."""

    def __init__(self, state: ThreadState, frames: Sequence[PyFrame], syscall: str) -> None:
        registers = state.thread.registers
        self.tid = state.thread.tid
        self.syscall = syscall
        """Name of the system call that it sleeps in; "" when it is in none."""
        self.arguments = registers.syscall_args
        self._state = state
        self.frames = tuple(frames)
        """Innermost first; of a very deep stack both ends alone."""
        self._places = {
            frame.python.address: (index, frame.mine)
            for index, frame in enumerate(state.stack.frames)
            if frame.python is not None
        }

    @cached_property
    def going(self) -> tuple[PyFrame, ...]:
        """The frames to which it comes back: of a worker of multiprocessing that was forked,
        without the copy of its parent's."""
        for index, frame in enumerate(self.frames):
            if frame.code.name == FORKS[0] and is_module_file(frame.code.filename, FORKS[1]):
                return self.frames[:index]
        return self.frames

    @cached_property
    def is_in_python(self) -> bool:
        """Whether there is no native code on its stack but the interpreter's, the system's, and
        modules of the standard library that call nothing back."""
        native = self._state.native
        if isinstance(native, Absent):
            return False
        modules = {one.module.name if one.module is not None else "" for one in native.frames}
        return all(map(_calls_nothing_back, modules))

    @property
    def library(self) -> Module | None:
        """That of native code which it is in, innermost; None for the system's and Python's."""
        native = self._state.native
        found = () if isinstance(native, Absent) else (one.module for one in native.frames)
        return next((one for one in found if one is not None and not is_plumbing(one.name)), None)

    def is_mine(self, frame: PyFrame) -> bool:
        """Whether it runs the user's own code."""
        return self._places.get(frame.address, (-1, False))[1]

    def place(self, frame: PyFrame, line: int | None = None) -> Place:
        """Where the frame is; line: another line of it, that of its `with` for instance."""
        index, mine = self._places.get(frame.address, (-1, False))
        where = frame.location
        return Place(
            where.file, where.line if line is None else line, frame.code.qualname, index, mine
        )

    def user_place(self, start: int = 0, line: int | None = None) -> Place | None:
        """The innermost frame of the user's, from frame number `start` outward; failing that the
        frame `start` itself. None for a thread without frames. line: another line of that frame."""
        for index in range(start, len(self.frames)):
            if self.is_mine(self.frames[index]) and not self._is_made(index):
                return self.place(self.frames[index], line if index == start else None)
        return self.place(self.frames[start], line) if start < len(self.frames) else None

    def _is_made(self, index: int) -> bool:
        """Whether it is a method that multiprocessing made of a text for a proxy."""
        if not index or self.frames[index].code.filename != "<string>":
            return False
        return self.frames[index - 1].code.name == "_callmethod"

    def packages(self) -> list[str]:
        """Those inside of which the user's code waits, innermost first; [] for none."""
        if not any(map(self.is_mine, self.frames)):
            return []
        names = (package_name(frame.code.filename) for frame in self.package_frames())
        return list(filter(None, names))

    def package_frames(self) -> list[PyFrame]:
        """Those of packages inside of which the user's code waits, innermost first."""
        inside = takewhile(lambda frame: not self.is_mine(frame), self.frames)
        return [frame for frame in inside if is_package(frame.code.filename)]

    def naming_frames(self) -> list[PyFrame]:
        """The frames whose names for things are shown: the user's, innermost first."""
        return [frame for frame in self.frames if self.is_mine(frame)]


def _calls_nothing_back(module: str) -> bool:
    """module: its file's name."""
    return is_system(module) or is_interpreter(module) or module.partition(".")[0] in _CALL_NOTHING


class World:
    """The threads of one process and the readers of its objects.

    threads: all of the snapshot, merged stacks and all. is_mine: whether a file is the user's own.
    """

    def __init__(
        self,
        runtime: PythonRuntime,
        threads: Iterable[ThreadState],
        is_mine: Callable[[str], bool] = lambda file: False,
        syscalls: Mapping[int, str] = types.MappingProxyType({}),
    ) -> None:
        self.runtime = runtime
        self._is_mine = is_mine
        self._mine_by_file: dict[str, bool] = {}
        self.minor = runtime.version[1]
        self.pid = runtime.snapshot.process.pid
        self.reader = ObjectReader(runtime)
        self.locks = LockReader(self.reader, self.pid, runtime.snapshot.mappings)
        self.names = Names(runtime, self.reader)
        self.bytecode = Bytecode(runtime)
        self.with_blocks = WithBlocks(runtime, self.reader, self.bytecode)
        self.operands = Operands(runtime, self.bytecode)
        self.views: dict[int, ThreadView] = {}
        """Kernel thread id → thread."""
        for state in threads:
            if isinstance(state.python, Absent) or not state.python.frames:
                continue
            frames = state.python.frames
            if len(frames) > 2 * MAX_FRAMES:
                frames = frames[:MAX_FRAMES] + frames[-MAX_FRAMES:]
            tid = state.thread.tid
            self.views[tid] = ThreadView(state, frames, syscalls.get(tid, ""))
        self.tids = {
            one.ident: one.native_tid
            for one in runtime.identities
            if one.native_tid is not None and one.ident
        }
        """Thread ident → kernel thread id, of the living."""
        self.task_frames: list[PyFrame] = []
        """The user's frames of suspended tasks, filled by asyncio_tasks."""
        self.searches_left = MAX_SEARCHES
        """Of stacks, for objects with locks of their own."""
        self.kept: dict[Hashable, Any] = {}
        """What modules above have found out once: the functions of the program's own (`enders`),
        what its threads lead to (`apart`)."""
        self._module_dicts: dict[str, int] = {}

    def is_mine(self, frame: PyFrame) -> bool:
        """Whether code that no thread runs at the moment is the user's own."""
        return self.is_mine_file(frame.location.file)

    def is_mine_file(self, file: str) -> bool:
        """Whether it is a file of the user's own code."""
        known = self._mine_by_file.get(file)
        if known is None:
            known = self._mine_by_file[file] = self._is_mine(file)
        return known

    def place(self, frame: PyFrame, callers: Iterable[PyFrame], line: int | None = None) -> Place:
        """Where a frame of no thread's stack is; of a library's, the innermost of the user's among
        those that led there, nearest first. line: another line of the frame."""
        if not self.is_mine(frame):
            outer = next(filter(self.is_mine, callers), None)
            if outer is not None:
                frame, line = outer, None
        where, mine = frame.location, self.is_mine(frame)
        line = where.line if line is None else line
        return Place(where.file, line, frame.code.qualname, mine=mine)

    def tid_of(self, ident: int) -> int | None:
        """The living thread with this ident."""
        return self.tids.get(ident) if ident else None

    def owner_of(self, state: LockState) -> int | None:
        """The living thread that the object itself names as its owner; None where a fork may have
        copied that name, of what several processes share."""
        is_copy = state.handle and self.runtime.snapshot.process.forked is not False
        return None if is_copy else self.tid_of(state.owner)

    def code_of(self, function: int) -> Code | None:
        """Of a Python function or method; None for anything else."""
        return self.runtime.codes.get(self.reader.code_address(function))

    def ends(self, timeout: int) -> bool | None:
        """Whether a wait that was given the object `timeout` ends by itself; None when that is not
        known, as without such an argument."""
        if timeout and self.reader.is_none(timeout):
            return False
        number = self.reader.number(timeout)
        return None if number is None else number >= 0

    def name(self, address: int, view: ThreadView) -> str:
        """What the thread's frames call the object, or else those of other threads, modules
        that the frames' import, or the main module; or whose it is, of the packages' objects that
        its frames further in have; "" for nothing."""
        return (
            self.names.of(address, view.naming_frames())
            or self.names.of(address, self._others_frames)
            or self.names.of_imported(address, view.naming_frames())
            or self.names.of_module(address, self.module_dict("__main__"))
            or self.names.of_owner(address, view.package_frames())
        )

    @cached_property
    def _others_frames(self) -> list[PyFrame]:
        """Of each function of the user's that some thread is in, the innermost frame."""
        found: dict[int, PyFrame] = {}
        for view in self.views.values():
            for frame in view.naming_frames():
                found.setdefault(frame.code.address, frame)
        return list(found.values())

    @cached_property
    def future_runners(self) -> dict[int, int]:
        """Future → the thread of this process that computes it: what a pool's code has called for a
        job has the future as an attribute of a variable (concurrent/futures/thread.py: self)."""
        found: dict[int, int] = {}
        for view in self.views.values():
            for frame in reversed(view.frames):
                if self.is_mine(frame):
                    break
                for value in self.names.variables(frame).values():
                    future = self.reader.attribute(value, "future")
                    if future and self.reader.is_a(future, _FUTURE):
                        found.setdefault(future, view.tid)
        return found

    @cached_property
    def result_takers(self) -> dict[int, int]:
        """Table of the results that a pool of multiprocessing's has to bring → the thread that
        takes them in, where that is in a callback of the user's: it takes none meanwhile."""
        found: dict[int, int] = {}
        for view in self.views.values():
            for frame in view.frames if any(map(view.is_mine, view.frames)) else ():
                if frame.code.name == "_handle_results":
                    cache = self.names.variables(frame).get("cache", 0)
                    found.update({cache: view.tid} if cache else {})
        return found

    def better_names(self) -> dict[int, tuple[str, str]]:
        """Object → (name given, a better one), of those that frames call by the same name."""
        frames = [frame for view in self.views.values() for frame in view.naming_frames()]
        return self.names.told_apart(frames[::-1] + self.task_frames)

    def module_dict(self, module: str) -> int:
        """Address of the dict of a loaded module, in the main interpreter; 0 for none."""
        if module not in self._module_dicts:
            self._module_dicts.update(self._find_module_dicts((*_MODULES, module)))
        return self._module_dicts[module]

    def _find_module_dicts(self, names: tuple[str, ...]) -> dict[str, int]:
        dicts = dict.fromkeys(names, 0)
        if not self.runtime.interpreters:
            return dicts
        memory, structs = self.runtime.memory, self.runtime.offsets
        modules = self.runtime.interpreters[0].modules
        try:
            state, known = state_of_dict(memory, structs, modules), _FOUND.setdefault(memory, {})
            if (names, state) not in known:
                known[names, state] = find_keys(memory, structs, modules, dicts, _MAX_MODULES)
            found = known[names, state]
        except (MemoryFault, ValueError):
            return dicts
        for name, address in found.items():
            if self.reader.is_a(address, "module"):
                dicts[name] = self.reader.word(address + structs["PyModuleObject"]["md_dict"])
        return dicts

    def module_value(self, module: str, name: str) -> int:
        """Address of a global variable of a loaded module; 0 for none."""
        namespace = self.module_dict(module)
        try:
            structs = self.runtime.offsets
            return find_key(self.runtime.memory, structs, namespace, name) if namespace else 0
        except (MemoryFault, ValueError):
            return 0

    @cached_property
    def joinable(self) -> dict[int, int]:
        """What a thread waits for that joins another → the other's threading.Thread object, of
        those that run."""
        active = self.module_value("threading", "_active")
        pairs = self.reader.dict_items(active, _MAX_ACTIVE)
        keys = {self._join_key(address): address for _, address in pairs}
        return {key: address for key, address in keys.items() if key}

    def _join_key(self, thread: int) -> int:
        """Its _tstate_lock (up to 3.12), or the event in its handle (3.13+); 0 for none."""
        reader = self.reader
        if self.minor <= 12:
            return reader.attribute(thread, "_tstate_lock")
        attributes = reader.attributes(thread)
        handle = attributes.get("_os_thread_handle") or attributes.get("_handle", 0)
        if not handle:
            return 0
        structs = self.runtime.offsets
        at = reader.word(handle + structs["PyThreadHandleObject"]["handle"])
        return at + structs["ThreadHandle"]["thread_is_exiting"] if at else 0
