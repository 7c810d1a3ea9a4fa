"""Which signals end a process, and who sent one. The numbers are those of x86-64 and AArch64."""

from __future__ import annotations

from atfault.arch import of_this_machine, syscall_name
from atfault.arch.base import Architecture
from atfault.model.endings import BrokenPipe
from atfault.model.process import SignalInfo
from atfault.model.signals import CRASHES as CRASHES
from atfault.model.signals import SI_KERNEL, signal_name
from atfault.snapshot import procfs, ptrace

SIGHUP, SIGINT, SIGKILL, SIGPIPE, SIGTRAP = 1, 2, 9, 13, 5
HARMLESS = frozenset((17, 18, 19, 20, 21, 22, 23, 28))
"""CHLD CONT STOP TSTP TTIN TTOU URG WINCH: their default action ends no process."""
FREQUENT = frozenset((17, 23))
"""CHLD and URG: harmless, too frequent to look at each, and nobody sends them to us instead."""
ASKING = frozenset((SIGINT, 15))
"""Sent to end a program: INT TERM."""
EVERYDAY = frozenset((SIGHUP, SIGINT, SIGPIPE))
"""Ends that are most likely part of normal life, where nothing is known of the sender."""

WRITES = {
    name: 2 if name == "splice" else 0
    for name in "write pwrite64 writev sendto sendmsg sendmmsg sendfile splice vmsplice".split()
}
"""System calls that SIGPIPE may come of → which argument is the descriptor."""


def is_handled(status: bytes, number: int) -> bool:
    """Whether a thread with this /proc status survives a signal about to be delivered to it.

    A fault that the thread blocks or ignores needs no rule of its own: the kernel resets its action
    to the default before it queues the signal (force_sig_info_to_task in kernel/signal.c).
    """
    bit = 1 << (number - 1)
    caught = procfs.number(status, b"SigCgt", 16)
    ignored = procfs.number(status, b"SigIgn", 16)
    if caught is None or ignored is None:
        return True
    return bool((caught | ignored) & bit)


def is_of_init(status: bytes) -> bool:
    """Whether a process is the first one of a pid namespace below ours (unshare --fork --pid,
    bubblewrap, containers). No signal that it does not handle ends it, but a fault of its own
    (SIGNAL_UNKILLABLE, kernel/signal.c)."""
    numbers = procfs.field(status, b"NSpid").split()
    return len(numbers) > 1 and numbers[-1] == b"1"


def let_die(pid: int, tid: int, number: int) -> bool:
    """Deliver a fatal signal to the thread that stopped at it; whether the process's end will be
    heard of.

    The fault of a namespace's first process ends it only where nobody traces that thread: its
    instruction fails over and over otherwise (force_sig_info_to_task, kernel/signal.c).
    """
    if not is_of_init(procfs.status(pid)):
        ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
        return True
    try:
        ptrace.detach(tid, number)
    except OSError:  # it was killed meanwhile
        return True
    return tid != pid


def is_caught(status: bytes, number: int) -> bool:
    """Whether the process has a handler for a signal."""
    caught = procfs.number(status, b"SigCgt", 16)
    return caught is not None and bool(caught & 1 << (number - 1))


def is_expected(
    info: SignalInfo,
    pid: int,
    family: frozenset[int],
    *,
    is_main: bool,
    was_asked: bool = False,
    ends_pipeline: bool = False,
) -> bool:
    """Whether this end is part of normal life, so that nobody wants it explained.

    Ctrl-C and the closing of the terminal (from the kernel), Python's own second SIGINT after a
    KeyboardInterrupt, a pipe whose reader has left, a worker that its own program ends.

    ends_pipeline: see `is_end_of_pipeline`.
    was_asked: somebody else had sent it a signal to end it. A handler that tidies up then sends the
    signal once more, to its own process.
    """
    number, sender = info.number, info.sender_pid
    if number == SIGPIPE and (ends_pipeline or not is_main):
        return True
    if number in CRASHES:
        return False
    if number in (SIGINT, SIGHUP) and (info.code == SI_KERNEL or sender == pid):
        return True
    return not is_main and sender in family and (sender != pid or was_asked)


def sender_in_words(info: SignalInfo, pid: int) -> str:
    """Who sent the signal, for the report; "" when it was nobody (a fault) or cannot be told."""
    if info.code > 0:
        return ""
    sender = info.sender_pid
    if sender is None:
        return ""
    if sender == pid:
        return "the program itself"
    if sender == 0:
        return "a process outside this container (its pid is not visible here)"
    name = procfs.comm(sender)
    return f"pid {sender} ({name})" if name else f"pid {sender} (gone since)"


def in_words(info: SignalInfo, pid: int) -> str:
    """ "SIGFPE, sent by the program itself"."""
    sender = sender_in_words(info, pid)
    return signal_name(info.number) + (f", sent by {sender}" if sender else "")


def broken_pipe(pid: int, registers: bytes) -> BrokenPipe | None:
    """What a thread, about to get SIGPIPE, was writing to; None where no write shows, or not to
    what: where a call's result replaces its first argument."""
    arch = of_this_machine()
    decoded = arch.decode_user_regs(registers)
    place = WRITES.get(syscall_name(decoded.syscall, arch))
    if place is None or len(decoded.syscall_args) <= place:
        return None
    fd = decoded.syscall_args[place] & 0xFFFFFFFF
    link = procfs.link(pid, f"fd/{fd}")
    kind = link.partition(":")[0] if link.startswith(("pipe:", "socket:")) else "file"
    return BrokenPipe(fd, kind)


def is_end_of_pipeline(pid: int, broken: BrokenPipe | None, registers: bytes) -> bool:
    """Whether SIGPIPE is how programs end that print more than somebody wants to read: it was
    writing to its standard output or error, or tidied up first and sent itself the signal then."""
    if broken is None:
        arch = of_this_machine()
        number = _last_call(arch, registers)
        if syscall_name(number, arch) in WRITES:  # to what is not known
            return procfs.link(pid, "fd/1").startswith(("pipe:", "socket:"))
        return number in arch.ending_calls
    link = procfs.link(pid, f"fd/{broken.fd}")
    return broken.fd in (1, 2) or (bool(link) and link == procfs.link(pid, "fd/1"))


def _last_call(arch: Architecture, registers: bytes) -> int | None:
    """The system call that a thread returns from, to take a signal that the call brought."""
    decoded = arch.decode_user_regs(registers)
    if decoded.syscall is None and arch.interrupted_call is not None:
        return decoded.general[arch.syscall_number]
    return decoded.syscall
