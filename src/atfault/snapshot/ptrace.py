"""ptrace(2) and the system calls around it, through ctypes.

Only `run` and `attach` import this module, so ctypes is no cost for reading cores. Requests and
layouts are those of include/uapi/linux/ptrace.h and asm-generic/siginfo.h.

Two entries to the same C function: `resume` is the event loop's (no errno, no argument checks, the
GIL kept: the tracer has a single thread), `request` reports errors.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource

from atfault.arch import of_this_machine, own_call
from atfault.arch.base import CODE_SET, Architecture, with_sets
from atfault.errors import AccessError
from atfault.snapshot import procfs

PTRACE_TRACEME = 0
PTRACE_PEEKTEXT = 1
PTRACE_CONT = 7
PTRACE_DETACH = 17
PTRACE_SETOPTIONS = 0x4200
PTRACE_GETEVENTMSG = 0x4201
PTRACE_GETSIGINFO = 0x4202
PTRACE_SETSIGINFO = 0x4203
PTRACE_GETREGSET = 0x4204
PTRACE_SEIZE = 0x4206
PTRACE_INTERRUPT = 0x4207
PTRACE_LISTEN = 0x4208

OPTION_FORK = 1 << 1
OPTION_VFORK = 1 << 2
OPTION_CLONE = 1 << 3
OPTION_EXEC = 1 << 4
OPTION_EXIT = 1 << 6
FOLLOW = OPTION_FORK | OPTION_VFORK | OPTION_CLONE
"""Follow threads and children. New ones inherit the options of whoever made them."""

# waitpid status of a ptrace stop:  event << 16 | signal << 8 | 0x7f
EVENT_FORK = 1
EVENT_VFORK = 2
EVENT_CLONE = 3
EVENT_EXEC = 4
EVENT_EXIT = 6
CORE_DUMPED = 0x80
EVENT_STOP = 128
WALL = 0x40000000
"""__WALL: wait for threads too, not only for children that send SIGCHLD."""

NT_PRSTATUS = 1
NT_PRFPREG = 2
SECCOMP = (
    "a seccomp filter forbids ptrace, as container runtimes do by default; allow it with: "
    "docker run --cap-add=SYS_PTRACE (Kubernetes: securityContext.capabilities.add)"
)
_SIGINFO_SIZE = 128
_REGSET_ROOM = 1024

_PR_SET_PDEATHSIG = 1
PR_SET_PTRACER = 0x59616D61

_libc = ctypes.PyDLL(None, use_errno=True)
_checked = _libc.ptrace
_checked.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_checked.restype = ctypes.c_long

resume = ctypes.PyDLL(None).ptrace
"""resume(request, tid, 0, signal or 0): PTRACE_CONT or PTRACE_LISTEN. A failure means that the
thread has died meanwhile, which waitpid tells as well, so the result is of no interest."""
resume.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
resume.restype = ctypes.c_long


class _IoVec(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


# What the kernel writes its answers to: a tracer is one thread, and asks at each stop.
_message = ctypes.c_ulong()
_MESSAGE_AT = ctypes.addressof(_message)
_room = ctypes.create_string_buffer(_REGSET_ROOM)
_vector = _IoVec(ctypes.addressof(_room), _REGSET_ROOM)
_VECTOR_AT = ctypes.addressof(_vector)


def request(number: int, tid: int, address: int = 0, data: int = 0) -> int:
    """One ptrace call. Raises OSError (ProcessLookupError, PermissionError, …) when it fails."""
    result: int = _checked(number, tid, address, data)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def seize(tid: int, options: int = 0) -> None:
    """Attach to a running thread without stopping it.

    Raises AccessError when the system refuses, with the reason and what allows it;
    ProcessLookupError when there is no such thread.
    """
    try:
        request(PTRACE_SEIZE, tid, 0, options)
    except ProcessLookupError:
        raise
    except OSError as error:
        raise AccessError(why_refused(tid, error.errno or 0)) from None


def ensure_survives() -> None:
    """Raises AccessError where a seccomp filter kills whoever calls ptrace, rather than refuse: a
    child tries it first."""
    if procfs.seccomp_mode() != 2:
        return
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            request(PTRACE_INTERRUPT, 0)  # of no thread: ESRCH
        except OSError:
            pass
        finally:
            os._exit(0)
    if os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        raise AccessError(SECCOMP)


def interrupt(tid: int) -> None:
    """Ask a seized thread to stop; the stop is then reported by waitpid. Raises OSError."""
    request(PTRACE_INTERRUPT, tid)


def set_options(tid: int, options: int) -> None:
    """Of a stopped thread. Raises OSError: ESRCH while it runs."""
    request(PTRACE_SETOPTIONS, tid, 0, options)


def detach(tid: int, signal: int = 0) -> None:
    """Let a stopped thread go, delivering `signal`. Raises OSError when it has died."""
    request(PTRACE_DETACH, tid, 0, signal)


def event_message(tid: int) -> int:
    """PTRACE_GETEVENTMSG: at a fork event, the new pid; at an exit, the wait status to come. Raises
    OSError."""
    request(PTRACE_GETEVENTMSG, tid, 0, _MESSAGE_AT)
    return _message.value


def signal_info(tid: int) -> bytes:
    """The siginfo_t, 128 bytes, of the signal that a stopped thread is about to get.

    Raises OSError: EINVAL in a group-stop, ESRCH when the thread has died.
    """
    buffer = ctypes.create_string_buffer(_SIGINFO_SIZE)
    request(PTRACE_GETSIGINFO, tid, 0, ctypes.addressof(buffer))
    return buffer.raw


def set_signal_info(tid: int, raw: bytes) -> None:
    """What a stopped thread is about to be told of its signal: a siginfo_t of 128 bytes, as
    `signal_info` returns it. Raises OSError."""
    buffer = ctypes.create_string_buffer(raw, _SIGINFO_SIZE)
    request(PTRACE_SETSIGINFO, tid, 0, ctypes.addressof(buffer))


def general_registers(tid: int) -> bytes:
    """The general-purpose register set of a stopped thread, as the kernel lays it out, with
    `Architecture.register_sets` behind it.

    216 bytes for a 64-bit x86 thread, 68 for one that runs 32-bit code. Raises OSError.
    """
    general = _registers(tid, NT_PRSTATUS)
    arch = of_this_machine()
    return with_further_sets(tid, general, arch) if arch.register_sets else general


def with_further_sets(tid: int, general: bytes, arch: Architecture) -> bytes:
    """General registers of a stopped thread, with what they do not tell there behind them (see
    `arch.base.with_sets`); sets that the kernel has not are left out."""
    if len(general) != arch.user_regs_size:  # 32-bit code
        return general
    sets = {}
    for kind in arch.register_sets:
        try:
            sets[kind] = _registers(tid, kind)
        except OSError:
            continue
    pc = arch.pc(arch.decode_user_regs(general)) or 0
    # What cannot be read is -1, which is no instruction.
    word = resume(PTRACE_PEEKTEXT, tid, pc - 4, 0)
    sets[CODE_SET] = word.to_bytes(8, "little", signed=True)
    return with_sets(general, sets)


def floating_registers(tid: int) -> bytes:
    """The floating-point register set (NT_PRFPREG) of a stopped thread. Raises OSError."""
    return _registers(tid, NT_PRFPREG)


def _registers(tid: int, kind: int) -> bytes:
    _vector.length = _REGSET_ROOM
    request(PTRACE_GETREGSET, tid, kind, _VECTOR_AT)
    return _room.raw[: _vector.length]


def allow_tracer(pid: int) -> None:
    """Under Yama's scope 1, let `pid` trace the calling process; 0 takes it back. Never fails."""
    _libc.prctl(PR_SET_PTRACER, ctypes.c_ulong(pid), 0, 0, 0)


def trace_me() -> None:
    """Be traced by the parent: every signal to the caller stops it first. Raises OSError."""
    request(PTRACE_TRACEME, 0)


def die_with_parent(number: int = 9) -> None:
    """Have the kernel send the calling process signal `number` when its parent ends, which it may
    have done before: look at os.getppid() afterwards."""
    _libc.prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(number), 0, 0, 0)


def queue_signal(pid: int, number: int, sender_pid: int, sender_uid: int) -> None:
    """Send a signal on behalf of another sender, who is kept in its siginfo. Raises OSError.

    rt_sigqueueinfo(2) allows this for a negative si_code alone, hence SI_QUEUE (-1).

        siginfo_t:  0 si_signo | 4 si_errno | 8 si_code | 12 padding | 16 si_pid | 20 si_uid | …
    """
    info = (ctypes.c_int * 32)()
    info[0], info[2], info[4], info[5] = number, -1, sender_pid, sender_uid
    if _libc.syscall(own_call("rt_sigqueueinfo"), pid, number, ctypes.byref(info)) == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def raw_system_call(name: str, *arguments: int) -> int:
    """A system call that the C library has no function for; -1 when it fails."""
    words = [ctypes.c_ulong(argument) for argument in arguments]
    result: int = _libc.syscall(own_call(name), *words)
    return result


def why_refused(tid: int, code: int) -> str:
    """Why ptrace was refused with errno `code`, and how to allow it: one line."""
    if code == errno.EPERM:
        front = watching_front(tid)
        if front:
            return (
                f"process {tid} runs under atfault run, which explains it on Ctrl-\\ in its "
                f"terminal, or: kill -QUIT {front}"
            )
        tracer = procfs.tracer_of(tid)
        if tracer:
            return (
                f"process {tid} is already traced by pid {tracer} ({procfs.comm(tracer)}), "
                "and a process has one tracer at a time; end that one first"
            )
    scope = procfs.yama_scope()
    if scope == 3:
        return "ptrace is switched off until the machine reboots (kernel.yama.ptrace_scope=3)"
    if scope == 2 and not procfs.has_capability(procfs.CAP_SYS_PTRACE):
        return (
            "only root may trace on this machine (kernel.yama.ptrace_scope=2); "
            "allow it with: sudo sysctl kernel.yama.ptrace_scope=1"
        )
    if procfs.seccomp_mode() == 2:
        return SECCOMP
    if scope == 1 and not procfs.has_capability(procfs.CAP_SYS_PTRACE):
        return (
            f"process {tid} is not a child of this one, and only those may be traced "
            "(kernel.yama.ptrace_scope=1); allow it with: sudo sysctl kernel.yama.ptrace_scope=0"
        )
    if code in (errno.EPERM, errno.EACCES):
        if procfs.owner(tid) == os.geteuid():
            return (
                f"no permission to trace process {tid}, although it belongs to the same user: it "
                "has privileges that atfault has not, or protects itself (prctl PR_SET_DUMPABLE), "
                "or a security module forbids it; run atfault as root with all capabilities"
            )
        return (
            f"no permission to trace process {tid} ({procfs.owner_in_words(tid)}); "
            "run atfault as that user or as root, with the capability SYS_PTRACE"
        )
    return f"ptrace of process {tid} failed: {os.strerror(code)}"


def watching_front(tid: int) -> int:
    """The process of the `atfault run` that a thread runs under; 0 where it does not."""
    tracer = procfs.tracer_of(tid)
    if not tracer or not _is_atfault_run(procfs.arguments(tracer)):
        return 0
    return procfs.number(procfs.status(tracer), b"PPid") or 0


def _is_atfault_run(argv: tuple[str, ...]) -> bool:
    """Whether this is the command line of `atfault run`."""
    for at, word in enumerate(argv[:6]):
        name = word.rsplit("/", 1)[-1]
        if name == "atfault" or word.endswith("/atfault/__main__.py"):
            return "run" in argv[at + 1 : at + 2]
    return False
