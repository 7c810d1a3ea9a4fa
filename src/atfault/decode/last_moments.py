"""Where a process was when it left by exit, or when SIGKILL came: nobody was asked before.

The kernel stops each thread on its way out (PTRACE_EVENT_EXIT) while the memory is still there:

    os._exit(3)                 stop in exit_group     the line that called it
    os.kill(os.getpid(), 9)     stop in kill           the line that called it
    SIGKILL from somewhere      stop                   where the main thread was

Who sends SIGKILL is told to nobody. What is left: a program that ends a process of its own has a
function on its stack, at that moment, that can send signals.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from atfault.arch import of_this_machine, syscall_name
from atfault.arch.base import Architecture
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import AtfaultError
from atfault.model.process import Registers
from atfault.model.start import Act, LastMoment
from atfault.model.state import PythonInfo
from atfault.model.waits import Place
from atfault.snapshot import procfs
from atfault.snapshot.live import process_info
from atfault.stacks.mine import is_mine

SIGKILL, SIGSYS = 9, 31
_ANY_CHILD = 0xFFFFFFFF
MAX_THREADS = 64
MAX_FRAMES = 64
SENDERS = frozenset(("kill", "killpg", "send_signal", "pidfd_send_signal"))
"""Names that a function uses which ends other processes at once."""
STRICT = frozenset(("read", "write", "exit", "rt_sigreturn", "prctl"))
"""Calls of a thread under strict seccomp that are allowed, and the one by which it got there."""
NEARLY = 0.9
"""Of a limit of CPU time: the kernel counts it by clock ticks, /proc tells it to the nanosecond."""
TICKS_LATE = 3


def killer_or_leader(
    pid: int, tid: int, code: int, arch: Architecture, registers: Registers
) -> Act | None:
    """What thread `tid`, on its way out with the wait status `code`, has to do with the end of its
    process; None for a thread that was merely ended with the others."""
    call = arch.ending_calls.get(-1 if registers.syscall is None else registers.syscall, "")
    if code & 0x7F == 0:
        return "exit" if call == "exit_group" else None
    if code & 0x7F == SIGSYS:  # no thread goes anywhere else from a call that is refused
        return "refused" if registers.syscall is not None and not call else None
    if code & 0x7F != SIGKILL:
        return None
    if call and call != "exit_group" and _sends_to_itself(pid, tid, call, registers.syscall_args):
        return "kill"
    is_in_call = registers.syscall is not None and call != "exit_group"
    if is_in_call and syscall_name(registers.syscall, arch) not in STRICT and _is_strict(tid):
        return "refused"
    if pid != tid:
        return None
    return "cpu-limit" if _has_used_up_its_time(pid) else ""


def _sends_to_itself(pid: int, tid: int, call: str, arguments: tuple[int, ...]) -> bool:
    """kill(pid, signal), tkill(tid, signal), tgkill(pid, tid, signal); pids as the process's own
    namespace has them."""
    number = arguments[2 if call == "tgkill" else 1] & 0xFFFFFFFF
    if number != SIGKILL:
        return False
    if call == "tkill":
        return arguments[0] & 0xFFFFFFFF == procfs.innermost_pid(tid)
    return arguments[0] & 0xFFFFFFFF == procfs.innermost_pid(pid)


def _is_strict(tid: int) -> bool:
    """Whether the thread has put itself under strict seccomp (1; 3 once that has ended it): any
    call but those of STRICT is answered by SIGKILL (__secure_computing_strict, kernel/seccomp.c).
    """
    return procfs.seccomp_mode(str(tid)) in (1, 3)


def _has_used_up_its_time(pid: int) -> bool:
    """Whether the hard limit of CPU time (ulimit -Ht) is reached: the kernel sends SIGKILL then."""
    for line in procfs.read(f"/proc/{pid}/limits", 8192).splitlines():
        if line.startswith(b"Max cpu time"):
            hard = line.split()[4]
            fields = procfs.read(f"/proc/{pid}/stat", 4096).rpartition(b")")[2].split()
            if not hard.isdigit() or len(fields) < 13:
                return False
            used = int(fields[11]) + int(fields[12])
            return used + TICKS_LATE >= NEARLY * int(hard) * os.sysconf("SC_CLK_TCK")
    return False


def last_moment(
    pid: int, tid: int, act: Act, places_of: Callable[[], tuple[Place, ...]], call: str = ""
) -> LastMoment:
    """The thread's Python frames; none where the kernel takes the memory away meanwhile, as it does
    with a process that it has killed for memory (reads fail then, so that nothing is misread)."""
    before = _resident(pid)
    try:
        places = places_of()
    except (AtfaultError, OSError, ValueError):
        places = ()
    if not before or _resident(pid) != before:
        places = ()
    return LastMoment(tid, act, places, process_info(pid), call)


def _resident(pid: int) -> int | None:
    """Its private memory in kB."""
    return procfs.number(procfs.status(pid), b"RssAnon")


def is_awaited(pid: int, holder: int) -> bool:
    """Whether some thread of the process `holder` is in a call that returns when its child `pid`
    has ended."""
    number = procfs.innermost_pid(pid)
    for tid in procfs.threads(holder)[:MAX_THREADS]:
        # number of the call, then its arguments
        words = procfs.read(f"/proc/{holder}/task/{tid}/syscall", 512).split()
        if len(words) < 3 or not words[0].isdigit():
            continue
        name = syscall_name(int(words[0]), of_this_machine())
        first, second = (int(word, 16) & 0xFFFFFFFF for word in words[1:3])
        if name == "wait4" and first in (number, _ANY_CHILD):
            return True
        if name == "waitid" and (first == os.P_ALL or (first, second) == (os.P_PID, number)):
            return True
    return False


def is_sending(
    runtime: PythonRuntime, tstates: Iterable[int], of_pool: PythonInfo | None = None
) -> bool:
    """Whether some thread of a running program is in a function that ends other processes.

    of_pool: of a worker of a pool, which the library that made it ends, and not the user's code.

    subprocess.run and subprocess.call do so after their timeout alone: they wait in another method
    before.  run → communicate: waits    run → kill, wait, __exit__: it has run out of time
    """
    codes = runtime.codes
    for count, tstate in enumerate(tstates):
        if count >= MAX_THREADS:
            break
        inner = ""
        for frame in runtime.walker.chain(tstate, is_stopped=False).frames[:MAX_FRAMES]:
            code = codes.get(frame.code)
            if code is None:
                break
            name, file = code.info.name, code.info.filename
            if file.endswith("/subprocess.py"):
                if name in ("kill", "send_signal"):
                    return True
                waits = {"run": "communicate", "call": "wait"}.get(name)
                if waits is not None and inner not in (waits, "__init__", ""):
                    return True
            elif of_pool is not None and is_mine(file, of_pool):
                pass
            elif "kill" in name.split("_") or not SENDERS.isdisjoint(codes.names_used(code)):
                return True
            inner = name
    return False
