"""Interpreters and their thread states, tied to the native threads of the snapshot.

    _PyRuntime.interpreters.head → PyInterpreterState → next → …
                                   threads.head → PyThreadState → next → …
    PyThreadState.thread_id is pthread_self(), which is the thread pointer register of that thread;
    native_thread_id (3.11+) is gettid() as the process itself sees it.

The thread pointer decides: it is right in containers and after fork, where the kernel id that the
interpreter noted down may not be.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from atfault.cpython.values.bare_objects import attributes, small_int
from atfault.cpython.values.dicts import dict_items, find_key
from atfault.cpython.values.strings import escape, read_text
from atfault.errors import MemoryFault
from atfault.model.process import Thread
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

MAX_INTERPRETERS = 256
MAX_THREADS = 20_000
_MAX_THREAD_NAME = 200
_MAX_MODULES = 1 << 14


class Interpreter(NamedTuple):
    """One PyInterpreterState."""

    address: int
    id: int
    """0 is the main interpreter."""
    threads: tuple[int, ...]
    """Addresses of its thread states, the newest first."""
    modules: int
    """Address of sys.modules; 0 when there is none yet or any more."""
    sysdict: int


_Right = tuple[bool, bool, int]
"""Whether a thread state noted the same kernel id, whether something runs in it, its number."""
_Owner = tuple[int, _Right]
"""The index of its thread state among those found, and its right."""


class ThreadIdentity(NamedTuple):
    """One PyThreadState, without its frames."""

    tstate: int
    interpreter: int
    ident: int
    """thread_id: pthread_self()."""
    native_tid: int | None
    """The native thread it belongs to; None when that thread is gone, or was never started."""
    id: int
    """Number of the thread state, counted up from 1 (0 before 3.9) per interpreter."""


def read_interpreters(
    memory: Memory, structs: Structs, runtime: int
) -> tuple[list[Interpreter], list[str]]:
    """(all interpreters, the main one first; warnings)."""
    warnings: list[str] = []
    found: list[Interpreter] = []
    seen: set[int] = set()
    fields = structs["PyInterpreterState"]
    try:
        address = memory.u64(runtime + structs["_PyRuntimeState"]["interpreters_head"])
        while address:
            if address in seen or len(found) >= MAX_INTERPRETERS:
                warnings.append("the list of interpreters does not end; the rest is left out")
                break
            seen.add(address)
            threads, problem = _thread_states(memory, structs, address)
            if problem:
                warnings.append(problem)
            found.append(
                Interpreter(
                    address,
                    memory.i64(address + fields["id"]),
                    threads,
                    memory.u64(address + fields["modules"]) if "modules" in fields else 0,
                    memory.u64(address + fields["sysdict"]) if "sysdict" in fields else 0,
                )
            )
            address = memory.u64(address + fields["next"])
    except MemoryFault as fault:
        warnings.append(f"the list of interpreters is damaged: {fault}")
    found.sort(key=lambda interpreter: interpreter.id)
    return found, warnings


def _thread_states(
    memory: Memory, structs: Structs, interpreter: int
) -> tuple[tuple[int, ...], str]:
    """(addresses of those in the interpreter's list, what is wrong with the list or "")."""
    fields = structs["PyThreadState"]
    found: list[int] = []
    seen: set[int] = set()
    problem = ""
    try:
        address = memory.u64(interpreter + structs["PyInterpreterState"]["threads_head"])
        while address:
            if address in seen or len(found) >= MAX_THREADS:
                return tuple(found), "the list of thread states does not end; the rest is left out"
            if memory.u64(address + fields["interp"]) != interpreter:
                return tuple(found), f"the thread state at {address:#x} is damaged"
            if memory.u64(address + fields["prev"]) != (found[-1] if found else 0):
                problem = (
                    f"the list of thread states does not lead back at {address:#x}: it is damaged,"
                    " or was just being changed, and threads may be missing"
                )
            seen.add(address)
            found.append(address)
            address = memory.u64(address + fields["next"])
    except MemoryFault as fault:
        return tuple(found), f"the list of thread states is damaged: {fault}"
    return tuple(found), problem


def identify(
    memory: Memory,
    structs: Structs,
    interpreters: Sequence[Interpreter],
    threads: Sequence[Thread],
) -> list[ThreadIdentity]:
    """Every thread state with the native thread it belongs to."""
    fields = structs["PyThreadState"]
    by_pointer = {
        thread.registers.thread_pointer: thread.tid
        for thread in threads
        if thread.registers.thread_pointer
    }
    # Only where no register tells does the kernel id that the interpreter noted down count.
    unknown = {thread.tid for thread in threads if not thread.registers.thread_pointer}
    found: list[ThreadIdentity] = []
    for interpreter in interpreters:
        owners: dict[int, _Owner] = {}
        for address in interpreter.threads:
            try:
                ident = memory.u64(address + fields["thread_id"])
                number = memory.u64(address + fields["id"]) if "id" in fields else 0
                noted = 0
                if "native_thread_id" in fields:
                    noted = memory.u64(address + fields["native_thread_id"])
            except MemoryFault:
                continue
            tid = by_pointer.get(ident) if ident else None
            if tid is None and noted in unknown:
                tid = noted
            if tid is not None:
                runs = _runs(memory, structs, address)
                tid = _claim(owners, found, tid, (noted == tid, runs, number))
            found.append(ThreadIdentity(address, interpreter.address, ident, tid, number))
    return found


def _claim(
    owners: dict[int, _Owner], found: list[ThreadIdentity], tid: int, right: _Right
) -> int | None:
    """Give the native thread `tid` to one thread state of an interpreter alone.

    After a bare fork() the thread states of vanished threads stay behind, and a new thread may have
    got the stack of one: then the one that noted the same kernel id counts, else the newest. And up
    to 3.11 a thread state is made by the thread that starts another, and bears its ids until the
    new thread runs: nothing runs in it yet.
    """
    before = owners.get(tid)
    if before is not None:
        index, older = before
        if older >= right:
            return None
        found[index] = found[index]._replace(native_tid=None)
    owners[tid] = (len(found), right)
    return tid


def _runs(memory: Memory, structs: Structs, tstate: int) -> bool:
    """Whether a Python function runs in the thread state, as far as it can be read."""
    fields = structs["PyThreadState"]
    try:
        if "current_frame" in fields:
            return memory.u64(tstate + fields["current_frame"]) != 0
        inner = structs.get("_PyCFrame", {}).get("current_frame")
        if inner is None:
            return memory.u64(tstate + fields["frame"]) != 0
        cframe = memory.u64(tstate + fields["cframe"])
        return cframe != 0 and memory.u64(cframe + inner) != 0
    except (MemoryFault, KeyError):
        return False


class ThreadingInfo(NamedTuple):
    """What the threading module knows of one thread."""

    name: str
    is_daemon: bool | None


def threading_names(
    memory: Memory,
    structs: Structs,
    minor: int,
    interpreter: Interpreter,
    *,
    is_doubted: bool = False,
) -> dict[int, ThreadingInfo]:
    """Thread ident → name and daemon flag, from threading._active; {} when threading is not loaded
    or cannot be read.

    is_doubted: how attributes are stored is not known for sure; a thread's own `_ident` shows it.
    """
    try:
        active = _active_threads(memory, structs, interpreter)
    except (MemoryFault, ValueError):
        return {}
    found: dict[int, ThreadingInfo] = {}
    for key, address in active:
        try:
            ident = small_int(memory, structs, key)
            fields = attributes(memory, structs, minor, address)
            if is_doubted and small_int(memory, structs, fields["_ident"]) != ident:
                continue
            name = escape(read_text(memory, structs, fields["_name"], _MAX_THREAD_NAME)[0])
        except (MemoryFault, ValueError, KeyError):
            continue
        try:
            is_daemon = small_int(memory, structs, fields["_daemonic"]) != 0
        except (MemoryFault, ValueError, KeyError):
            is_daemon = None
        found[ident] = ThreadingInfo(name, is_daemon)
    return found


def _active_threads(
    memory: Memory, structs: Structs, interpreter: Interpreter
) -> list[tuple[int, int]]:
    """(ident, Thread) addresses in threading._active. Raises MemoryFault, or ValueError."""
    if not interpreter.modules:
        return []
    threading = find_key(memory, structs, interpreter.modules, "threading", _MAX_MODULES)
    if not threading:
        return []
    namespace = memory.u64(threading + structs["PyModuleObject"]["md_dict"])
    active = find_key(memory, structs, namespace, "_active")
    return dict_items(memory, structs, active, MAX_THREADS)[1] if active else []
