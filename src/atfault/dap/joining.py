"""How gdb and debugpy come into a program that runs already (`debug --pid`).

    gdb attaches: all stands still ──► one call of Python's own C API in the main thread
        ──► it goes on; a new thread of it loads debugpy and connects to our socket

debugpy's own way (`debugpy --pid`) calls dlopen and runs the debugger's import wherever the main
thread happens to be. Here the call is as short as can be, and is made where it can do no harm:

    the main thread holds the GIL, and runs Python    Py_AddPendingCall: its next bytecode runs it
    it does not hold the GIL                          PyGILState_Ensure, PyRun_SimpleString
    the GIL is kept by native code, or the main       it goes on for a moment, and is looked at
    thread allocates or loads something               again
"""

from __future__ import annotations

import asyncio
import os
import pwd
import re

import atfault_probe
from atfault.cpython.search import find_runtime
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import STOPS, NativeSide
from atfault.dap.sight import Sight, function_of, look, shown
from atfault.errors import AccessError, UnsupportedInput
from atfault.model.absent import Absent
from atfault.model.stacks import ThreadState
from atfault.native.modules import load_modules
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.frozen import FrozenMemory
from atfault.snapshot.target import ProcessView, Target

VERSIONS = (3, 8), (3, 15)
"""Of CPython, that debugpy runs in."""
ENTRY_SECONDS = 5.0
"""In which the main thread is to come to where it can be entered."""
BETWEEN_LOOKS = 0.05
NO_REGISTERS = "this gdb cannot write the processor's registers, as gdb 13 those of one with AMX"
INEXACT = 32
"""A flag of the register mxcsr that arithmetic sets, and that decides nothing."""
PLAINLY = Options(locals=False, lines=False)
"""What is looked at while the program stands still for us."""
MEMORY_BYTES = 4096
"""One page, for the text of the code."""
_BUSY = re.compile(r"alloc|free|arena|^_?dl_|^_dl|brk|mmap|munmap|trim|pending")
"""Functions in which the main thread may hold a lock that the call needs: of the allocator, the
loader, and Python's list of pending calls."""
_AT_GIL = re.compile(r"take_gil|drop_gil|PyEval_(Restore|Save|Acquire|Release)Thread")
"""Where a thread holds the mutex of the GIL (Python/ceval_gil.c), unless it sleeps there."""
_CODE = """\
try:
    exec(compile({inner!r}, "<atfault>", "exec"), {{}})
except BaseException:
    pass
"""
_INNER = """\
import _thread, threading
def release():
    import ctypes
    ctypes.CDLL(None).munmap(ctypes.c_void_p({memory}), ctypes.c_size_t({bytes}))
def begin():
    with open({begin!r}, "rb") as file:
        code = compile(file.read(), {begin!r}, "exec")
    space = {{"__name__": "atfault_joined", "__file__": {begin!r}}}
    exec(code, space)
    told = {folder!r}, {path!r}, release
    threading.Thread(target=space["join"], args=told, daemon=True).start()
_thread.start_new_thread(begin, ())
"""


def check(pid: int) -> None:
    """Raises AccessError, UnsupportedInput where a program cannot be joined, and says why."""
    with Target(pid) as target:
        user = os.stat(f"/proc/{pid}").st_uid
        if user != os.geteuid():
            raise AccessError(
                f"process {pid} is of {_name(user)}: only programs of {_name(os.geteuid())} are "
                "debugged from here"
            )
        tracer = procfs.tracer_of(pid)
        if tracer:
            raise AccessError(f"process {pid} is traced by process {tracer} already")
        if not os.path.samefile(f"/proc/{pid}/root", "/") or not os.path.samefile(
            f"/proc/{pid}/ns/mnt", "/proc/self/ns/mnt"
        ):
            raise AccessError(
                f"process {pid} is in a container: run atfault debug in there (docker exec -i)"
            )
        view = ProcessView(target, FrozenMemory(pid, target.memory_fd, target.readable), ())
        runtime = find_runtime(view, load_modules(view))
        if isinstance(runtime, Absent):
            raise UnsupportedInput(f"process {pid} runs no Python that is known: {runtime.reason}")
        version = runtime.version[:2]
        if not VERSIONS[0] <= version <= VERSIONS[1]:
            raise UnsupportedInput(f"process {pid} runs Python {version[0]}.{version[1]}")


def _name(uid: int) -> str:
    try:
        return f"user {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"user {uid}"


async def enter(native: NativeSide, folder: str, path: str) -> None:
    """gdb has attached: have debugpy, which lies in `folder`, connect to the socket at `path`. It
    runs when this returns. Raises AccessError where Python cannot be entered, GdbError."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + ENTRY_SECONDS
    while True:
        threads = await native.threads()
        registers = await native.registers(threads)
        sight = await asyncio.to_thread(look, native.pid, registers, b"", native.pid, PLAINLY)
        why = _why_not_now(sight, native.pid)
        if not why:
            break
        if loop.time() > deadline:
            raise AccessError(f"{why}; atfault attach {native.pid} looks at it from outside")
        await native.go_on()
        await asyncio.sleep(BETWEEN_LOOKS)
        stop = await native.interrupt()
        if stop.has_ended or stop.signal in STOPS:
            raise AccessError(f"the program has ended: {stop.signal or stop.reason}")
    number = next(number for number, tid in threads.items() if tid == native.pid)
    await native.gdb.command(f"-thread-select {number}")
    main = sight.thread(native.pid)
    await _call(native, folder, path, is_apart=main is not None and main.holds_gil is False)
    await native.go_on()


def _why_not_now(sight: Sight, pid: int) -> str:
    """Why nothing can be called at this moment, as a clause; "" where it can."""
    main = sight.thread(pid)
    if main is None:
        return "its main thread has ended"
    busy = next((one.symbol for one in main.inside if _BUSY.search(one.symbol)), "")
    if busy:
        return f"its main thread is in {busy}"
    names = [one.symbol for one in main.inside]
    if any(map(_AT_GIL.search, names)) and not _sleeps(names):
        return "its main thread is about to take or give away the GIL"
    holder = next((one for one in sight.threads if one.holds_gil), None)
    if holder is not None and not _runs_python(holder):
        frame = next((one for one in shown(holder) if one.python), shown(holder)[0])
        line = f":{frame.python.location.line}" if frame.python else ""
        return f"{function_of(frame)}{line} keeps the GIL in native code: no Python code can run"
    return ""


def _sleeps(names: list[str]) -> bool:
    """Whether functions, innermost first, wait for a condition variable, whose mutex is free."""
    return "futex" in names[0] and any("cond" in one for one in names)


def _runs_python(thread: ThreadState) -> bool:
    """Whether its innermost frame, but for the interpreter's own, is one of Python."""
    return shown(thread)[0].python is not None


async def _call(native: NativeSide, folder: str, path: str, *, is_apart: bool) -> None:
    """is_apart: the main thread is known not to hold the GIL. Raises GdbError."""
    gdb = native.gdb
    try:
        await gdb.evaluate(f"$mxcsr = $mxcsr ^ {INEXACT}, $mxcsr = $mxcsr ^ {INEXACT}")
    except GdbError as error:  # a call would fail half-way, and the system call under way with it
        raise GdbError(f"{NO_REGISTERS}: {error}") from None
    await gdb.command("-gdb-set unwindonsignal on")
    memory = int(await gdb.evaluate(f"(long)mmap(0L, {MEMORY_BYTES}L, 3, 34, -1, 0L)"))
    begin = os.path.join(os.path.dirname(atfault_probe.__file__), "atfault_debugged.py")
    told = {"memory": memory, "bytes": MEMORY_BYTES, "begin": begin, "folder": folder}
    code = _CODE.format(inner=_INNER.format(path=path, **told)).encode() + b"\0"
    if memory <= 0 or len(code) > MEMORY_BYTES:
        raise GdbError("there is no room in the program for what is to be called")
    with open(f"/proc/{native.pid}/mem", "r+b", buffering=0) as file:
        os.pwrite(file.fileno(), code, memory)
    if not is_apart:
        await gdb.evaluate(f"(int)Py_AddPendingCall((void*)&PyRun_SimpleString, (void*){memory})")
        return
    # One command, which gdb ends also where we are ended: between two of them the main thread
    # would be left with the GIL that it waits for.
    release = "(void)PyGILState_Release($atfault_state)"
    run = f"(int)PyRun_SimpleString((char*){memory})"
    try:
        await gdb.evaluate(f"$atfault_state = (int)PyGILState_Ensure(), {run}, {release}")
    except GdbError:
        await gdb.evaluate(release)  # a signal has ended what was run
        raise
