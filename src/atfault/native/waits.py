"""What a thread waits for in the kernel, from its registers and memory alone: works in cores too.

A thread that sleeps in a system call was interrupted for the snapshot: its result register holds
one of the kernel's restart codes. The call's number and arguments are still in the registers:

    futex(word, op, value, timeout)     the word lies inside a mutex, condition, semaphore, …
    read(fd, …)  poll(fds, n, ms)       file descriptors; see snapshot/fds.py for what they are
    wait4(pid)   nanosleep(…)           a child; time

What the word of a futex belongs to is told by its surroundings; `native/futex.py` does that.
"""

from __future__ import annotations

import _socket as socket
import os
import struct
from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import Registers, Thread
from atfault.model.signals import signal_name
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.model.waits import FILE_END, FdUse, FileLock
from atfault.native.futex import futex_wait
from atfault.native.guards import with_makers
from atfault.native.native_wait import NativeWait, ThreadIds
from atfault.native.timeouts import timeout_of
from atfault.snapshot.protocol import Memory, Snapshot

# EINTR, ENOSYS (set while the call runs), ERESTARTSYS, -NOINTR, -NOHAND, _RESTARTBLOCK
_INTERRUPTED = frozenset((1 << 64) - code for code in (4, 38, 512, 513, 514, 516))
SHOWN_SIGNALS = 4
MAX_FDS = 64
"""File descriptors of one poll or select that are looked at."""
_RESTART = "restart_syscall"
_RESTARTED_BY_NAME = (("nanosleep", "clock_nanosleep"), ("poll", "poll"), ("sleep", "nanosleep"))
"""(part of a C function's name, the system call it makes)."""
_TIMED_FUTEX = frozenset((0, 9, 0x80, 0x89, 0x109, 0x189))

_READS = frozenset(
    (
        *("read", "readv", "pread64", "recvfrom", "recvmsg", "recvmmsg", "accept", "accept4"),
        "mq_timedreceive",
    )
)
_WRITES = frozenset(
    (
        *("write", "writev", "pwrite64", "sendto", "sendmsg", "sendmmsg", "sendfile"),
        "mq_timedsend",
    )
)
_IPC = {
    "semop": "a semaphore of System V",
    "semtimedop": "a semaphore of System V",
    "msgrcv": "a message in a queue of System V",
    "msgsnd": "room in a message queue of System V",
}
_SLEEPS = frozenset(("nanosleep", "clock_nanosleep"))
_SIGNAL_WAITS = frozenset(("pause", "rt_sigsuspend", "rt_sigtimedwait"))
_F_SETLKW, _F_OFD_SETLKW = 7, 38
_F_WRLCK, _LOCK_EX = 1, 2
_P_PID = 1
_POLLIN, _POLLOUT = 1, 4


def native_waits(
    snapshot: Snapshot, stacks: Sequence[NativeStack | Absent], ids: ThreadIds | None = None
) -> list[NativeWait | None]:
    """For each thread of the snapshot (`stacks` in the same order, symbolized) what it waits for.

    None for a thread that runs, or whose wait cannot be told.
    """
    ids = ids or ThreadIds(snapshot)
    waits: list[NativeWait | None] = []
    for thread, stack in zip(snapshot.threads, stacks):
        frames = getattr(stack, "frames", ())
        try:
            waits.append(native_wait(snapshot, thread, frames, ids))
        except MemoryFault:
            waits.append(None)
    return with_makers(snapshot.memory, snapshot.threads, stacks, waits)


_OPENS = {"open": 0, "openat": 1}
"""Which argument is the path; the next one has the flags."""
_ACCESS = ("for reading", "for writing", "for both")
"""By O_ACCMODE."""


def native_wait(
    snapshot: Snapshot, thread: Thread, frames: tuple[NativeFrame, ...], ids: ThreadIds
) -> NativeWait | None:
    """As `native_waits`, for one thread. Raises MemoryFault."""
    name = syscall_name(snapshot, thread, frames)
    if not name:
        return _gpu_wait(thread, "", frames)
    if not thread.registers.syscall_args:
        what = f"the system call {name}"
        return NativeWait(thread.tid, name, "unknown", what=what, in_kernel="call")
    args = tuple(thread.registers.syscall_args) + (0,) * 6
    idle = _idle_pool(frames)
    found = timeout_of(name, args, snapshot.memory, is_live=snapshot.kind != "core")
    left = None if found is None else found.seconds
    if name == "futex":
        wait = futex_wait(snapshot, thread, frames, ids, args)
        return wait._replace(idle=idle, left=left)
    wait = _by_syscall(snapshot, thread.tid, name, args)._replace(left=left)
    if idle:
        return wait._replace(idle=idle)
    return _gpu_wait(thread, name, frames) or wait


def syscall_name(snapshot: Snapshot, thread: Thread, frames: tuple[NativeFrame, ...]) -> str:
    """The system call that the thread sleeps in; "" when it is in none or has finished it.

    When it was stopped before, the kernel may have restarted the call as restart_syscall, with the
    arguments kept. Its number then stands in the instruction before, `mov $n, %eax`, or it follows
    from the function that made it and the arguments.
    """
    registers, arch = thread.registers, snapshot.arch
    if registers.syscall is None:
        return ""
    name = arch.syscall_names.get(registers.syscall, f"syscall {registers.syscall}")
    result = registers.general[0]  # unknown where the kernel itself says which call it is in
    if result is not None and result not in _INTERRUPTED:
        if _is_restarting(snapshot, registers):
            return name
        # A write that slept for want of room says how much it had written when it is interrupted.
        was_cut = name in ("write", "sendto") and 0 < result < registers.syscall_args[2]
        return name if was_cut else ""
    if name != _RESTART:
        return name
    pc = arch.pc(registers) or 0
    number = arch.syscall_number_before(snapshot.memory.read_upto(pc - 16, 16))
    if number is not None:
        return arch.syscall_names.get(number, f"syscall {number}")
    for frame in frames[:6]:
        for part, call in _RESTARTED_BY_NAME:
            if part in frame.symbol:
                return call
    args = registers.syscall_args
    looks_timed = args[0] & 3 == 0 and args[1] in _TIMED_FUTEX and args[3] != 0
    if looks_timed and len(snapshot.memory.read_upto(args[0], 4)) == 4:
        return "futex"
    return name


def _is_restarting(snapshot: Snapshot, registers: Registers) -> bool:
    """Whether a call that a stop interrupted is about to begin anew: the kernel has set the thread
    back to the instruction, and the number into its register, but it has not run since
    (arch_do_signal_or_restart)."""
    arch = snapshot.arch
    number = registers.general[arch.syscall_number]
    if number != registers.syscall and arch.syscall_names.get(number or 0) != _RESTART:
        return False
    size = len(arch.syscall_code)
    pc = arch.pc(registers)
    return size > 0 and pc is not None and snapshot.memory.read_upto(pc, size) == arch.syscall_code


def _by_syscall(snapshot: Snapshot, tid: int, name: str, args: tuple[int, ...]) -> NativeWait:
    """Every call but futex."""
    memory = snapshot.memory
    if name in _READS:
        return NativeWait(tid, name, "fd", fds=((_int(args[0]), "read"),), timeout=None)
    if name in _WRITES:
        return NativeWait(tid, name, "fd", fds=((_int(args[0]), "write"),))
    if name == "connect":
        to = _local_address(memory, args)
        return NativeWait(tid, name, "fd", fds=((_int(args[0]), "any"),), connects_to=to)
    if name in ("poll", "ppoll"):
        endless = args[2] == 0 if name == "ppoll" else _int(args[2]) < 0
        return NativeWait(tid, name, "fd", fds=_pollfds(memory, args), timeout=not endless)
    if name in ("select", "pselect6"):
        fds = _fd_sets(memory, args)
        return NativeWait(tid, name, "fd", fds=fds, timeout=args[4] != 0)
    if name in ("epoll_wait", "epoll_pwait", "epoll_pwait2"):
        endless = args[3] == 0 if name == "epoll_pwait2" else _int(args[3]) < 0
        return NativeWait(tid, name, "fd", fds=((_int(args[0]), "any"),), timeout=not endless)
    if name == "wait4":
        return NativeWait(tid, name, "process", child=_int(args[0]), timeout=False)
    if name == "waitid":
        child = _int(args[1]) if args[0] == _P_PID else -1
        return NativeWait(tid, name, "process", child=child, timeout=False)
    if name in _SLEEPS:
        return NativeWait(tid, name, "time", timeout=True, what="time to pass")
    if name in _SIGNAL_WAITS:
        by_name = name == "rt_sigtimedwait"
        signals = _signals(memory, args[0]) if by_name else ()
        what = " or ".join(map(signal_name, signals[:SHOWN_SIGNALS])) or "a signal"
        if len(signals) > SHOWN_SIGNALS:
            what = f"{what} or {len(signals) - SHOWN_SIGNALS} other signals"
        return NativeWait(
            tid,
            name,
            "unknown",
            timeout=by_name and args[2] != 0,
            what=what,
            in_kernel="signal",
            signals=signals,
        )
    if name == "flock" or (name == "fcntl" and args[1] in (_F_SETLKW, _F_OFD_SETLKW)):
        locked = NativeWait(tid, name, "file", fds=((_int(args[0]), "any"),), timeout=False)
        return locked._replace(file_lock=_file_lock(memory, name, args))
    if name in ("ioctl", "fsync", "fdatasync"):
        return NativeWait(tid, name, "fd", fds=((_int(args[0]), "any"),))
    what = _IPC.get(name, f"the system call {name}")
    if name in _OPENS:
        path = memory.cstring(args[_OPENS[name]]).decode(errors="backslashreplace")
        what = f"the opening of {path} {_ACCESS[min(args[_OPENS[name] + 1] & 3, 2)]}"
    return NativeWait(tid, name, "unknown", what=what, in_kernel="call")


def _local_address(memory: Memory, args: tuple[int, ...]) -> str:
    """struct sockaddr_un {short family; char path[108];} of args[2] bytes at args[1]: a path, or
    for an abstract name "@" and that, as in /proc/net/unix; "" for other families."""
    content = memory.read_upto(args[1], min(args[2] & 0xFFFF_FFFF, 110))
    if content[:2] != struct.pack("=H", socket.AF_UNIX) or len(content) < 3:
        return ""
    name = content[2:]
    is_abstract = name.startswith(b"\0")
    return os.fsdecode(name.replace(b"\0", b"@") if is_abstract else name.split(b"\0")[0])


def _file_lock(memory: Memory, name: str, args: tuple[int, ...]) -> FileLock:
    """struct flock {short type, whence; long start, len; int pid;} at args[2] of fcntl(2)."""
    if name == "flock":
        return FileLock(False, bool(args[1] & _LOCK_EX))
    content = memory.read_upto(args[2], 24)
    if len(content) < 24:
        return FileLock(True)
    kind, whence, start, length = struct.unpack("<hh4xqq", content)
    if whence != os.SEEK_SET or start < 0:
        return FileLock(True, kind == _F_WRLCK)
    start, stop = sorted((start, start + length)) if length else (start, FILE_END)
    return FileLock(True, kind == _F_WRLCK, range(max(start, 0), stop))


def _signals(memory: Memory, address: int) -> tuple[int, ...]:
    """The numbers in a sigset_t of the kernel's: bit n - 1 is that of signal n."""
    mask = memory.u64(address)
    return tuple(number for number in range(1, 65) if mask >> number - 1 & 1)


def _int(argument: int) -> int:
    """A 32-bit int argument; the upper half of its register is undefined."""
    value = argument & 0xFFFF_FFFF
    return value - (1 << 32) if value >> 31 else value


def _pollfds(memory: Memory, args: tuple[int, ...]) -> tuple[tuple[int, FdUse], ...]:
    """struct pollfd {int fd; short events; short revents;}[args[1]] at args[0]."""
    count = min(args[1], MAX_FDS)
    found: list[tuple[int, FdUse]] = []
    for fd, events, _ in struct.iter_unpack("<ihh", memory.read(args[0], 8 * count)):
        if fd >= 0:
            read, write = bool(events & _POLLIN), bool(events & _POLLOUT)
            found.append((fd, "any" if read == write else "read" if read else "write"))
    return tuple(found)


def _fd_sets(memory: Memory, args: tuple[int, ...]) -> tuple[tuple[int, FdUse], ...]:
    """select(n, readfds, writefds, exceptfds, …): three bit sets of n bits.

    The kernel writes the sets only when the call ends, so they are still what was asked for.
    """
    size = (min(_int(args[0]), 1 << 16) + 7) // 8
    uses: dict[int, FdUse] = {}
    if size <= 0:
        return ()
    sets: tuple[tuple[int, FdUse], ...] = ((args[1], "read"), (args[2], "write"))
    for address, use in sets:
        if not address:
            continue
        bits = int.from_bytes(memory.read(address, size), "little")
        while bits and len(uses) < MAX_FDS:
            fd = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            uses[fd] = "any" if fd in uses else use
    return tuple(uses.items())


def _idle_pool(frames: tuple[NativeFrame, ...]) -> str:
    """The library in whose code a thread spends its whole life, if it is a known pool's."""
    library = ""
    for frame in frames[:32]:
        module = frame.module.name if frame.module else ""
        if roles.is_system(module):
            continue
        if not roles.pool_of(module):
            return ""
        library = library or roles.pool_of(module)
    return library if len(frames) < 32 else ""


def _gpu_wait(thread: Thread, syscall: str, frames: tuple[NativeFrame, ...]) -> NativeWait | None:
    """A wait inside the CUDA driver on behalf of a caller, sleeping or spinning."""
    for frame in frames[:12]:
        module = frame.module.name if frame.module else ""
        if roles.is_gpu_driver(module):
            if _idle_pool(frames):
                return None
            return NativeWait(thread.tid, syscall, "gpu", what="the GPU (CUDA driver)")
        if not roles.is_system(module):
            return None
    return None
