"""killed: a signal that is no fault of the processor ended the process."""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.blame import last_lines, own_lines, thread_label
from atfault.diagnose.facts import (
    SENDING,
    SIGABRT,
    SIGBUS,
    SIGFPE,
    SIGILL,
    SIGKILL,
    SIGSEGV,
    SIGSYS,
    SIGTRAP,
    bare_symbol,
    crash_frames,
    describe_frame,
    native_frames,
    raised_trap,
    sender_of,
)
from atfault.diagnose.rule import rule
from atfault.diagnose.words import place_of
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.signals import signal_name
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState

FAULTS = (SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV)
KERNEL_REASONS = {
    "SIGXCPU": "it used up its limit of CPU time (ulimit -t)",
    "SIGXFSZ": "a file it wrote reached the limit of file sizes (ulimit -f)",
    "SIGALRM": "a timer that it had set ran out (signal.alarm, setitimer)",
    "SIGVTALRM": "a CPU timer that it had set ran out (setitimer)",
    "SIGPROF": "a profiling timer ran out and nothing handled it",
    "SIGPIPE": "it wrote to a pipe or socket that nobody reads any more",
    "SIGHUP": "its terminal or its session's leader went away",
    "SIGINT": "Ctrl-C was typed",
    "SIGQUIT": "Ctrl-\\ was typed",
    "SIGIO": "a file of which it had asked to be told became ready (O_ASYNC)",
    "SIGPWR": "the power fails",
}
OF_FILTERS = (
    "such filters are set by the program itself, or whoever started it (a container, a sandbox)"
)
ASKED_FOR = {
    -2: "a timer that it had set ran out (timer_create)",
    -3: "a message came that it had asked to be told of (mq_notify)",
    -4: "input or output that it had asked for was done (aio)",
    -5: "a file of which it had asked to be told became ready (O_ASYNC)",
}
"""si_code of signals that the kernel sends because the process asked for it."""
LIMITS = {
    "SIGXCPU": "raise that limit (ulimit -t, RLIMIT_CPU), or let the process do less",
    "SIGXFSZ": "raise that limit (ulimit -f, RLIMIT_FSIZE), or write smaller files",
}
"""Signals of the kernel for a limit that was reached, with what to do."""
IN_THE_SENDERS_NAME = ("SIGXFSZ", "SIGPIPE")
"""The kernel sends these like kill(getpid(), …): siginfo names the process itself as the sender
(send_sig in mm/filemap.c, fs/pipe.c, net/core/stream.c)."""


@rule("killed", yields_to=("out-of-memory",), family="killed", behind="hang")
def killed(case: Case) -> Iterator[Finding]:
    """A signal from outside ended the process.

    Another process sent it (`kill`, a job scheduler, a supervisor, a parent that gave up), or the
    kernel enforced a limit or delivered a timer. The program's code did nothing wrong at that
    moment, so no line is blamed, unless it sent the signal itself.

    Where the process hung, and was ended for that (by gunicorn's or systemd's watchdog, `timeout`,
    Docker, Slurm), the hang comes first, as it would be told of the living process.

    What to do: ask who sent it. The finding names the sender when the kernel told. Schedulers send
    SIGTERM and then SIGKILL at the end of a job's time; SIGKILL without a sender is often the
    kernel freeing memory. `atfault run` tells where the program, or a child of it, was at that
    moment, and whether it was itself, or the hard limit of CPU time.
    """
    state = case.process
    number = state.ending.number
    if number == 0 or (number in FAULTS and not _sent_by_hand(state, number)):
        return
    oom = None if isinstance(state.ending.termination, Absent) else state.ending.termination.oom
    if oom is not None and oom.kills:
        return
    name = signal_name(number)
    sender, sender_pid = sender_of(state)
    told = _Told(
        f"{sender} sent it {name}", evidence=("the record of the signal (siginfo) says so",)
    )
    itself = sender_pid == state.process.pid and sender_pid is not None
    if itself and name in IN_THE_SENDERS_NAME and not any(map(_is_sending, state.threads)):
        told = _in_its_name(state, name)
    elif itself:
        told = _by_itself(state, number)
    elif number == SIGSYS and not sender:
        told = _refused(state)
    elif state.ending.code in ASKED_FOR or (not sender and _from_kernel(state)):
        told = told._replace(
            summary=_by_kernel(name, state.ending.code), limit=LIMITS.get(name, "")
        )
    elif not sender_pid:
        told = _by_nobody_known(state, number)
    knows_who = bool(sender_pid) or number == SIGSYS or _is_by_kernel_itself(state)
    knows_who = knows_who or _from_kernel(state) or state.ending.code in ASKED_FOR
    yield Finding.of(
        summary=told.summary,
        confidence=told.confidence,
        blame=told.blame,
        evidence=told.evidence,
        advice=_advice(number, knows_who, told.limit),
    )


class _Told(NamedTuple):
    """What is known of who sent the signal."""

    summary: str
    confidence: Confidence = "certain"
    evidence: tuple[str, ...] = ()
    blame: tuple[Blame, ...] = ()
    limit: str = ""
    """What to do about the limit that was reached."""


def _by_kernel(name: str, code: int | None = None) -> str:
    reason = ASKED_FOR.get(code or 0) or KERNEL_REASONS.get(name)
    return f"the kernel ended it with {name}" + (f": {reason}" if reason else "")


def _refused(state: ProcessState) -> _Told:
    """SIGSYS, as nobody sent it: a seccomp filter has refused a system call."""
    signal, last = state.ending.signal, state.ending.last
    call = "" if isinstance(signal, Absent) else signal.call
    if call:
        lines = () if state.crashed is None else own_lines(state.crashed)
        evidence = "the record of the signal (siginfo) says so: SYS_SECCOMP"
        return _Told(_of_filter(call), evidence=(evidence, OF_FILTERS), blame=lines)
    if not isinstance(last, Absent) and last.act == "refused":
        lines = last_lines(last, state.process.pid)
        evidence = f"it was in {last.call} as it was ended, and no signal was delivered to it"
        return _Told(_of_filter(last.call), "likely", (evidence, OF_FILTERS), lines)
    summary = "SIGSYS ended it: a system call that a seccomp filter refuses, or somebody sent it"
    return _Told(summary, "likely", ("who sent it is not known",))


def _of_filter(call: str, name: str = "SIGSYS") -> str:
    what = "a seccomp filter" if name == "SIGSYS" else "strict seccomp"
    return f"{what} refused its system call {call}, and the kernel ended it with {name}"


def _in_its_name(state: ProcessState, name: str) -> _Told:
    termination = state.ending.termination
    broken = None if isinstance(termination, Absent) else termination.broken
    if broken is not None:
        return _Told(
            f"it wrote to a {broken.kind} (descriptor {broken.fd}) that nobody reads any more: "
            f"{name} ended it",
            evidence=("it was in the system call that writes there as the signal came",),
            blame=() if state.crashed is None else own_lines(state.crashed),
            limit="see why the reader left; where that may happen, ignore SIGPIPE and handle the "
            "error of the write (EPIPE), as Python does unless told otherwise",
        )
    return _Told(
        _by_kernel(name),
        "likely",
        ("the kernel sends this signal in the name of the process itself",),
        () if state.crashed is None else own_lines(state.crashed),
        LIMITS.get(name, ""),
    )


def _by_itself(state: ProcessState, number: int) -> _Told:
    name = signal_name(number)
    evidence = [f"{name} came from the process itself (os.kill, signal.raise_signal or the like)"]
    blame = last_lines(state.ending.last, state.process.pid)
    senders = [thread for thread in state.threads if _is_sending(thread)]
    if number == SIGABRT and state.crashed is not None:
        senders = [state.crashed]
    if len(senders) == 1:
        evidence.append(f'thread "{thread_label(senders[0])}" was sending it')
        blame = own_lines(senders[0])
    elif isinstance(state.ending.last, Absent):
        evidence.append("which of its threads sent it can no longer be told")
    handling = [one for one in state.threads if _is_in_handler(one)] if number in FAULTS else []
    for thread in handling[:1]:  # who reports crashes may send the signal on, from its own thread
        where = describe_frame(native_frames(thread)[0]) if native_frames(thread) else "its code"
        label = thread_label(thread)
        summary = f'{name} was sent on while thread "{label}" handled a signal, in {where}'
        evidence.append(f"a signal had come in {where}: that may be what failed first")
        return _Told(summary, "likely", tuple(evidence), own_lines(thread))
    return _Told(f"the program sent {name} to itself", evidence=tuple(evidence), blame=blame)


def _is_in_handler(thread: ThreadState) -> bool:
    native = thread.native
    return not isinstance(native, Absent) and any(one.is_signal_frame for one in native.frames)


def _by_nobody_known(state: ProcessState, number: int) -> _Told:
    name = signal_name(number)
    if number != SIGKILL:
        sender = sender_of(state)[0]
        who = f"it came from {sender}" if sender else "who sent it is not known"
        summary = f"{name} ended it; {who}"
        return _Told(summary, "likely", (f"the process was ended by {name}",))
    last = state.ending.last
    if not isinstance(last, Absent) and last.act == "refused":
        lines = last_lines(last, state.process.pid)
        evidence = (
            f"it was in {last.call} as it was ended, and under strict seccomp (by its status)",
            "such a process may read, write and exit; it has put itself into that state (prctl)",
        )
        return _Told(_of_filter(last.call, name), "likely", evidence, lines)
    if _is_out_of_time(state):
        summary = f"the kernel ended it with {name}: it used up its hard limit of CPU time"
        reached = "the limit (ulimit -Ht) was all but reached when it ended"
        return _Told(summary, "likely", (reached, *_where(state)))
    told = [
        "no sign of the kernel's out-of-memory killer was found",
        "a hard limit of CPU time (ulimit -Ht), if it had one, would end it this way too",
    ]
    if not isinstance(state.started, Absent):
        told.append("so would kill() in the program that started it")
    summary = f"{name} ended it; who sent it is not known"
    return _Told(summary, "likely", (*told, *_where(state)))


def _is_by_kernel_itself(state: ProcessState) -> bool:
    last = state.ending.last
    return not isinstance(last, Absent) and last.act in ("cpu-limit", "refused")


def _is_out_of_time(state: ProcessState) -> bool:
    return not isinstance(state.ending.last, Absent) and state.ending.last.act == "cpu-limit"


def _where(state: ProcessState) -> Iterator[str]:
    for line in last_lines(state.ending.last, state.process.pid)[:1]:
        yield f"its main thread was at {place_of(line)}, in {line.function}"


def _is_sending(thread: ThreadState) -> bool:
    """Whether a thread is inside a function that sends a signal, called by its innermost Python
    frame. The thread that a signal hits is often another one than the one that sent it."""
    return any(one.symbol.partition("@")[0] in SENDING for one in thread.inside[:16])


def _sent_by_hand(state: ProcessState, number: int) -> bool:
    """A signal of the fault kind that a process sent with kill() or the like. Not abort() and
    raise(SIGTRAP) of native code, whose story is told elsewhere, and not a handler that raises a
    fault again (faulthandler)."""
    signal = state.ending.signal
    if isinstance(signal, Absent) or signal.code > 0:
        return False
    own = signal.sender_pid in (None, state.process.pid)
    if number == SIGABRT and own and not _asked_python_to_send(state):
        return False
    if number == SIGTRAP and own and raised_trap(state) is not None:
        return False
    crashed = state.crashed
    if crashed is not None and len(crash_frames(crashed)) != len(crashed.stack.frames):
        return False
    return not (own and signal.sender_pid is None)


def _asked_python_to_send(state: ProcessState) -> bool:
    """Whether Python itself, or ctypes, called the function that sent the signal: abort() calls one
    as well."""
    frames = native_frames(state.crashed)[:16]
    sent = 0
    while sent < len(frames) and bare_symbol(frames[sent]) in SENDING:
        sent += 1
    modules = [frame.module for frame in frames[: sent + 1] if sent and frame.module is not None]
    return any(roles.is_interpreter(one.name) or roles.is_ctypes(one.name) for one in modules)


def _from_kernel(state: ProcessState) -> bool:
    return (state.ending.code or 0) > 0


def _advice(number: int, sender_known: bool, limit: str) -> Iterator[Advice | str]:
    if limit:
        yield limit
    elif number == SIGKILL and not sender_known:
        yield Advice(
            "see whether the kernel killed it for memory", "dmesg -T | grep -i 'killed process'"
        )
    elif not sender_known:
        yield "look into the log of whatever started it: scheduler, supervisor, container"
