"""`run_traced`: the process that the shell sees. It starts the program and the tracer, and waits.

    front ─┬─ program     in our process group, on our terminal, with our files
           └─ tracer      in a session of its own: no terminal signal ever reaches it

The front is the program's parent, so exit status and job control come straight from the kernel:
when the program stops (Ctrl-Z) the front stops too, for the shell to see. Signals that somebody
sends to the front are handed on. Those that went to the whole process group (the terminal's, or
`kill -TERM -PGID`) the program has got by itself, and must not get twice.

When the front is killed (SIGKILL), the program is killed as well, as it would have been in its
place; with `detach_on_death` it goes on, traced by nobody. The tracer and its helpers end.

Neither the front nor the tracer holds a file open that the program may want to see closed.

A tracer that comes to run soon: while it waits for a CPU, a thread of the program stands still.

From Linux 6.12 on a thread of the ordinary policy may ask for shorter slices than others (the field
sched_runtime of sched_setattr(2)); it gets no more of the CPU by that, but gets it sooner, and may
take it from one with a longer slice. No right is needed. Older kernels ignore the field.
"""

import ctypes
import os
import signal
import struct
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from atfault.errors import AtfaultError, CannotWatch
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.printed import PrintedTail
from atfault.model.process import ProcessInfo
from atfault.model.signals import SI_KERNEL
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.ptrace import raw_system_call
from atfault.snapshot.tracing import launch
from atfault.snapshot.tracing.helpers import FRONT_IS_GONE
from atfault.snapshot.tracing.mailbox import Mailbox
from atfault.snapshot.tracing.observer import Observer, Scout
from atfault.snapshot.tracing.oom import OomWatch
from atfault.snapshot.tracing.stderr_tail import StandardError
from atfault.snapshot.tracing.terminal import Terminal
from atfault.snapshot.tracing.tracer import LET_GO, Tracer

_MAX_THREADS = 256
_STOP_SIGNALS = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_GROUP_SECONDS = 0.02
"""How long to look whether the program has got a signal by itself, before handing it on."""
_TRACER_SECONDS = 2.0
"""The same while a thread of it stands for the tracer, which may be about to note that signal: on a
busy machine it waits for a CPU."""
_UNBLOCKED = (
    signal.SIGKILL,
    signal.SIGSTOP,
    signal.SIGSEGV,
    signal.SIGBUS,
    signal.SIGFPE,
    signal.SIGILL,
    signal.SIGTRAP,
    signal.SIGABRT,
    signal.SIGSYS,
)
"""Never waited for: a fault of our own must end us."""
_ATTRIBUTES = struct.Struct("<IIQiIQQQ")
"""struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period."""
_RESET_ON_FORK = 1
SLICE = 100_000
"""Nanoseconds: the least that the kernel gives."""


class RunOutcome(NamedTuple):
    """How the program ended."""

    exit_code: int
    """Its own, 128+N when signal N ended it, 127 or 126 when it could not be started."""
    pid: int
    start_error: int = 0
    """errno of the failed exec; 0 when it was started."""
    refusal: str = ""
    """Why it could not be traced; "" when it was."""
    signal: int = 0
    """The signal that ended it."""
    dumped_core: bool = False
    peak_rss: int = 0
    """Bytes."""
    was_let_go: bool = False
    """It was traced for a time, and then not any more (`Observer.let_go`)."""
    printed: PrintedTail | Absent = Absent("standard error was not kept")


def run_traced(
    argv: Sequence[str],
    observer: Observer,
    *,
    scout: Callable[[], Scout] | None = None,
    keep_stdout: bool = False,
    untraced: Callable[[str, launch.Start], launch.Start] | None = None,
    start: launch.Start | None = None,
    terminal: Terminal | None = None,
    standard_error: StandardError | None = None,
    detach_on_death: bool = False,
) -> RunOutcome:
    """Run a program under watch until it ends. argv[0] is looked up in PATH.

    observer's methods run in other processes than the caller (see observer.py).
    scout() is called in the tracer.
    keep_stdout: standard output stays open here, for a report that goes there.
    untraced(reason, start) is called when the system refuses to trace; the program then gets the
    environment of the start that it returns.
    start: from `launch.gather`, for those who have changed this process since.
    terminal: put back when a signal has ended the program, before the observer is told.
    standard_error: whose tail is wanted in the outcome.
    detach_on_death: the program outlives this process, if that is killed.
    Raises CannotWatch when what that takes cannot be had; the program was not started then.
    """
    start = start or launch.gather(argv)
    waited = frozenset(signal.valid_signals()) - frozenset(_UNBLOCKED)
    before = signal.pthread_sigmask(signal.SIG_SETMASK, waited)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, it would reap the program for us
    try:
        with launch.needed_to_watch():
            front = _Front(start, observer, scout, keep_stdout, terminal, detach_on_death)
            front.start_processes()
    except CannotWatch:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        raise
    refusal = front.refusal()
    if refusal and untraced is not None:
        start = untraced(refusal, start)
    code = front.let_go(start)
    if code:
        front.wait_for_tracer()
        return RunOutcome(launch.status_of_failure(code), front.program, code, refusal)
    outcome = front.wait(waited)
    is_unseen = bool(refusal) or outcome.was_let_go
    if is_unseen and outcome.signal and terminal is not None:
        terminal.put_back()
    if standard_error is not None:
        outcome = outcome._replace(printed=standard_error.tail())
    return outcome._replace(refusal=refusal)


class _Front:
    def __init__(
        self,
        start: launch.Start,
        observer: Observer,
        scout: Callable[[], Scout] | None,
        keep_stdout: bool,
        terminal: Terminal | None,
        detach_on_death: bool,
    ) -> None:
        self._pid = os.getpid()
        self._start = start
        self._observer = observer
        self._scout = scout
        self._keep_stdout = keep_stdout
        self._terminal = terminal
        self._detach_on_death = detach_on_death
        self._mailbox = Mailbox()
        self._null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        self.program = 0
        self._tracer = 0
        # program → tracer: its pid.  tracer → front: "+", or why not.
        # front → program: another environment, or nothing.  program → front: errno of the exec.
        self._pid_pipe = os.pipe()
        self._answer_pipe = os.pipe()
        self._go_pipe = os.pipe()
        self._failure_pipe = os.pipe()

    def start_processes(self) -> None:
        pipes = (self._pid_pipe, self._answer_pipe, self._go_pipe, self._failure_pipe)
        ours = {self._null, *(fd for pipe in pipes for fd in pipe)}
        inherited = _open_files() - ours
        self._tracer = os.fork()
        if self._tracer == 0:
            self._be_tracer(inherited)
        try:
            self.program = os.fork()
        except OSError:
            os.kill(self._tracer, signal.SIGKILL)
            os.waitpid(self._tracer, 0)
            raise
        if self.program == 0:
            self._be_program()
        for fd in (*self._pid_pipe, self._answer_pipe[1], self._go_pipe[0], self._failure_pipe[1]):
            os.close(fd)
        self._close_files(inherited)

    def _close_files(self, files: frozenset[int]) -> None:
        """Let go of all that the program has too, except standard error; and of those alone: where
        it has no standard input, that number may be one of ours."""
        for fd in files:
            try:
                if not os.get_inheritable(fd):
                    continue
                if fd > 2:
                    os.close(fd)
                elif fd == 0 or (fd == 1 and not self._keep_stdout):
                    os.dup2(self._null, fd)
            except OSError:
                continue
        os.close(self._null)

    def _be_program(self) -> None:
        try:
            for fd in (self._go_pipe[1], self._pid_pipe[0], *self._answer_pipe):
                os.close(fd)
            if not self._detach_on_death:
                # Lost where it changes its user or group: then the tracer sees to it.
                ptrace.die_with_parent()
                if os.getppid() != self._pid:
                    return
            ptrace.allow_tracer(self._tracer)
            os.write(self._pid_pipe[1], b"%d" % os.getpid())
            os.close(self._pid_pipe[1])
            environment = _read_all(self._go_pipe[0])
            ptrace.allow_tracer(0)
            start = self._start
            if environment:
                start = start._replace(environment=tuple(environment.split(b"\0")))
            launch.become(start)
        except OSError as error:
            os.write(self._failure_pipe[1], b"%d" % (error.errno or 8))
        finally:
            os._exit(launch.NOT_FOUND)

    def _be_tracer(self, inherited: frozenset[int]) -> None:
        try:
            os.setsid()
            signal.signal(FRONT_IS_GONE, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            ptrace.die_with_parent(FRONT_IS_GONE)
            run_promptly()
            if os.getppid() != self._pid:
                return
            for fd in (self._pid_pipe[1], *self._go_pipe, *self._failure_pipe):
                os.close(fd)
            os.close(self._answer_pipe[0])
            self._close_files(inherited)
            pid = int(os.read(self._pid_pipe[0], 32) or b"0")  # written at once
            if pid:
                self._trace(pid)
        except BaseException as error:
            _say(
                f"atfault: the tracer failed ({type(error).__name__}: {error}); "
                "the program goes on without it"
            )
        finally:
            os._exit(0)

    def _trace(self, pid: int) -> None:
        options = ptrace.FOLLOW | ptrace.OPTION_EXEC
        try:
            ptrace.seize(pid, options | ptrace.OPTION_EXIT)
        except (AtfaultError, OSError) as error:
            os.write(self._answer_pipe[1], str(error).encode(errors="replace"))
            return
        argv = tuple([os.fsdecode(argument) for argument in self._start.argv])
        program = ProcessInfo(pid, self._pid, "", argv, current_folder(), os.getuid())
        os.write(self._answer_pipe[1], b"+")
        os.close(self._answer_pipe[1])
        # The program starts; what it does waits until all of this has been imported.
        scout = self._scout() if self._scout is not None else None
        tracer = Tracer(
            program,
            self._observer,
            self._mailbox,
            OomWatch(pid),
            scout,
            options=options,
            terminal=self._terminal,
            detach_on_death=self._detach_on_death,
        )
        tracer.run()

    def refusal(self) -> str:
        """Wait until the program is traced, or cannot be; then why."""
        answer = _read_all(self._answer_pipe[0]).decode(errors="replace")
        os.close(self._answer_pipe[0])
        if answer == "+":
            return ""
        return answer or "the tracer was killed when it called ptrace (a seccomp filter?)"

    def let_go(self, start: launch.Start) -> int:
        """Start the program; the errno when it could not be executed, else 0."""
        if start is not self._start:
            os.write(self._go_pipe[1], b"\0".join(start.environment))
        os.close(self._go_pipe[1])
        failure = _read_all(self._failure_pipe[0])
        os.close(self._failure_pipe[0])
        return int(failure) if failure else 0

    def wait_for_tracer(self) -> None:
        """After the program's end, until the report has been written."""
        for pid in (self.program, self._tracer):
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                continue

    def wait(self, waited: frozenset[int]) -> RunOutcome:
        """Hand on signals and stops until the program and the tracer have ended."""
        outcome: RunOutcome | None = None
        tracer: int | None = None
        while True:
            if outcome is None:
                outcome = self._look_at_program()
            if tracer is None:
                tracer = _status_of(self._tracer)
            if outcome is not None and tracer is not None:
                return outcome._replace(was_let_go=tracer == LET_GO)
            info = signal.sigwaitinfo(waited)
            if info.si_signo == signal.SIGCHLD:
                continue
            if outcome is None:
                self._hand_on(info)
            elif info.si_signo in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
                os.kill(self._tracer, signal.SIGKILL)  # the user will not wait for the report

    def _look_at_program(self) -> RunOutcome | None:
        """Deal with all that waitpid has to say of the program; its outcome when it has ended."""
        while True:
            flags = os.WNOHANG | os.WUNTRACED | os.WCONTINUED
            pid, status, usage = os.wait4(self.program, flags)
            if pid == 0:
                return None
            if os.WIFSTOPPED(status):
                self._stop_too(os.WSTOPSIG(status))
            elif os.WIFSIGNALED(status) or os.WIFEXITED(status):
                peak = usage.ru_maxrss * 1024
                self._mailbox.leave_peak_rss(peak)
                number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
                code = 128 + number if number else os.WEXITSTATUS(status)
                return RunOutcome(
                    code,
                    pid,
                    signal=number,
                    dumped_core=os.WCOREDUMP(status),
                    peak_rss=peak,
                )

    def _stop_too(self, number: int) -> None:
        """Stop as the program did, so that the shell sees its job stopped; returns when continued.

        A SIGCONT that is already waiting means that the stop is over.
        """
        if signal.SIGCONT in signal.sigpending():
            return
        if number in _STOP_SIGNALS and number not in self._start.ignored:
            os.kill(os.getpid(), number)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (number,))
            signal.pthread_sigmask(signal.SIG_BLOCK, (number,))
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _hand_on(self, info: signal.struct_siginfo) -> None:
        number, sender = info.si_signo, info.si_pid
        if info.si_code == SI_KERNEL or info.si_code > 0:
            return
        since = time.monotonic_ns() - 100_000_000
        began = time.monotonic()
        while True:
            passed = time.monotonic() - began
            if self._mailbox.has_reached(number, sender, since):
                return
            is_pending, stands = _signal_at(self.program, number)
            if is_pending and number < signal.SIGRTMIN:
                return  # which the kernel would not keep twice
            if passed > (_TRACER_SECONDS if stands else _GROUP_SECONDS):
                break
            if number == signal.SIGCONT and not signal.sigpending().isdisjoint(_STOP_SIGNALS):
                return  # stopped again meanwhile, which took back the program's SIGCONT
            time.sleep(0.002)
        try:
            ptrace.queue_signal(self.program, number, sender, info.si_uid)
        except OSError:
            pass


def _signal_at(pid: int, number: int) -> tuple[bool, bool]:
    """(whether a process has a signal that it did not take yet, whether a thread of it stands for
    its tracer)."""
    threads = [procfs.status(tid) for tid in procfs.threads(pid)[:_MAX_THREADS]]
    sets = [procfs.number(one, name, 16) or 0 for one in threads for name in (b"SigPnd", b"ShdPnd")]
    is_pending = any(one >> (number - 1) & 1 for one in sets)
    return is_pending, any(procfs.field(one, b"State").startswith(b"t") for one in threads)


def _status_of(pid: int) -> int | None:
    """The exit status of a child, -N when signal N ended it; None while it lives."""
    try:
        ended, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return 0
    return os.waitstatus_to_exitcode(status) if ended else None


def _read_all(fd: int) -> bytes:
    parts = []
    while part := os.read(fd, 1 << 16):
        parts.append(part)
    return b"".join(parts)


def _open_files() -> frozenset[int]:
    """Files that were open when we started; the folder's own descriptor is closed again."""
    try:
        names = os.listdir("/proc/self/fd")
    except OSError:
        return frozenset(range(256))
    return frozenset([int(name) for name in names])


def _say(line: str) -> None:
    try:
        os.write(2, line.encode(errors="replace") + b"\n")
    except OSError:
        pass


def run_promptly() -> bool:
    """Have the calling thread wait less for a CPU, and not what it forks. False where the system
    refuses, or somebody has given it another policy."""
    try:
        if os.sched_getscheduler(0) != os.SCHED_OTHER:
            return False
        nice = os.getpriority(os.PRIO_PROCESS, 0)
    except OSError:
        return False
    content = _ATTRIBUTES.pack(
        _ATTRIBUTES.size, os.SCHED_OTHER, _RESET_ON_FORK, nice, 0, SLICE, 0, 0
    )
    attributes = ctypes.create_string_buffer(content)
    return raw_system_call("sched_setattr", 0, ctypes.addressof(attributes), 0) == 0
