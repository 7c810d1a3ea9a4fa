"""`run --jupyter FILE`: the program is a kernel of Jupyter's, and FILE its connection file.

    server ── front ─┬─ kernel      what the server signals reaches the kernel, as of any program
                     ├─ tracer
                     └─ a process that waits for the server's end, as ipykernel's own does

What the kernel dies of is said below the cell that it was executing; where none was, or nobody
listened, the kernel that is started in its place says it in its first cell. A server finds a kernel
dead when this process ends, which is after that.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from atfault import lazy
from atfault.cli.watch import Watch, say
from atfault.contained import contained
from atfault.errors import AtfaultError, UsageError
from atfault.folders import current_folder, own_folder, state_folder
from atfault.jupyter.running import Request, Words, read_request
from atfault.jupyter.running import say as say_in_notebook
from atfault.model.report import Report
from atfault.model.signals import signal_name
from atfault.options import Options
from atfault.report.escape import clean
from atfault.report.layout import ANSI
from atfault.saved import load, load_file
from atfault.snapshot import procfs
from atfault.snapshot.target import Target
from atfault.snapshot.tracing.front import RunOutcome
from atfault.snapshot.tracing.launch import Start
from atfault.snapshot.tracing.observer import Death
from atfault.snapshot.tracing.probe_folder import ProbeFolder
from atfault_probe.notebook import BEFORE, REQUEST

REPORT = "kernel.report.json"
NAME = "KernelDied"
PARENT = "JPY_PARENT_PID"
EVERY_SECONDS = 1.0
"""As ipykernel's own poller."""
WIDTH = 88
"""Columns of a cell's output in JupyterLab."""
ASKED_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""How servers and terminals end kernels."""
KERNELS = "kernels"
"""Below the state folder: what was not heard yet, by the name of the connection file."""
MAX_AGE = 24 * 3600.0


class KernelWatch(Watch):
    """A kernel, and not a program that is to end: its interruptions come at once, and whoever
    shuts it down knows why it ended."""

    last_look = None  # type: ignore[assignment]

    def __init__(self, args: argparse.Namespace, options: Options, start: Start) -> None:
        super().__init__(args, options, tuple(map(os.fsdecode, start.argv)))
        self._connection_file: str = args.jupyter
        self.request: Request | None = None
        self.words: Words | None = None
        self.beside = self._beside
        self.left = self._read

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        if main is not None and main.termination.signal in ASKED_TO_END:
            main = None
        super().ended(main, children, left_out, unsure)

    def explain(self, target: Target, seen: object, is_to_end: bool = False) -> None:
        super().explain(target, seen, is_to_end)
        with suppress(OSError, TypeError):
            os.unlink(self.args.json)  # it did not die of that

    @contextmanager
    def _beside(self, folder: str) -> Iterator[None]:
        with contained("preparing what the notebook is told", []), suppress(OSError):
            self._prepare(folder)
        with ended_with_parent():
            yield

    def _prepare(self, folder: str) -> None:
        """Raises OSError."""
        if not folder:
            return
        self.args.json = os.path.join(folder, REPORT)
        with open(os.path.join(folder, REQUEST), "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
        before = take_unheard(self._connection_file)
        if before:
            with open(os.path.join(folder, BEFORE), "w", encoding="utf-8") as file:
                file.write(before)

    def _read(self, probe: ProbeFolder) -> None:
        """What is needed of the probe's folder, which is about to go."""
        self.request = read_request(os.path.join(probe.path, REQUEST))
        with suppress(AtfaultError):
            report = load_file(os.path.join(probe.path, REPORT))
            text = lazy.load("atfault.report.text:render")(
                report,
                style=ANSI,
                width=WIDTH,
                height=1 << 30,
                cwd=current_folder(),
                more=_more(report),
            )
            first = report.diagnosis[0]
            headline = clean(f"{first.cause} ({first.confidence}): {first.summary}")
            self.words = Words(NAME, headline, text)

    def tell(self, outcome: RunOutcome) -> None:
        """Say in the notebook what the kernel died of, or leave that for the next one."""
        words = self.words or _without_report(outcome, self.request)
        if words is None:
            return
        is_heard = False
        try:
            if self.request is not None and not self.request.is_done:
                is_heard = say_in_notebook(self._connection_file, self.request, words)
        except (ImportError, OSError, ValueError) as error:
            say(f"atfault: the notebook could not be told: {error}")
        if not is_heard:
            keep_unheard(self._connection_file, words.text)


def run_kernel(args: argparse.Namespace, options: Options, start: Start) -> int:
    """Run it until it ends; its exit status. Where a signal has ended it, that ends this process as
    well, as whoever has started the kernel is told so. Raises CannotWatch."""
    if args.json or args.html or args.again:
        raise UsageError("run: --jupyter FILE goes without --json, --html and --again")
    watch = KernelWatch(args, options, start)
    outcome = watch.run_program(start, keep_stdout=False)
    failed: list[str] = []
    with contained("telling the notebook", failed):
        watch.tell(outcome)
    for line in failed:
        say(f"atfault: {line}")
    if outcome.signal:
        _die_of(outcome.signal)
    return outcome.exit_code


def _more(report: Report) -> str:
    """What shows the report in whole; "" where it was not saved."""
    with suppress(AtfaultError):
        saved, latest = load()
        if (latest.created, latest.process.pid) == (report.created, report.process.pid):
            return f"atfault show -v {saved.number}"
    return ""


def _without_report(outcome: RunOutcome, request: Request | None) -> Words | None:
    """Of a kernel whose cell has ended it without a signal, by os._exit or in native code."""
    if outcome.signal in ASKED_TO_END or not outcome.exit_code:
        return None
    if request is None or request.is_done:
        return None
    if outcome.signal:
        how = f"{signal_name(outcome.signal)} ended the kernel; nothing more is known"
    else:
        how = f"the cell ended the kernel's process, with exit status {outcome.exit_code}"
    return Words(NAME, how, f"{how}\n")


def _die_of(number: int) -> None:
    """Of a signal, and without a core: if one is wanted, the kernel has left it. Returns where that
    fails."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
        os.kill(os.getpid(), number)


@contextmanager
def ended_with_parent() -> Iterator[None]:
    """Have this process killed, and with it the program, when its parent has gone, where Jupyter
    has named that: ipykernel's own thread sees no more than that this process is still there."""
    parent = os.getppid()
    named = os.environ.get(PARENT, "")
    if not named.isdigit() or int(named) <= 1:
        yield
        return
    me = os.getpid()
    waiter = os.fork()
    if waiter == 0:
        try:
            _wait_for_end(me, parent if int(named) == parent else 0)
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.kill(waiter, signal.SIGKILL)
        os.waitpid(waiter, 0)


def _wait_for_end(front: int, parent: int) -> None:
    """As ipykernel's ParentPollerUnix: parent 0 is one that is not known, and gone where init is in
    its place."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    os.closerange(0, os.sysconf("SC_OPEN_MAX"))
    while os.getppid() == front:
        found = procfs.stat(front)
        if found is None or (found.ppid != parent if parent else found.ppid == 1):
            os.kill(front, signal.SIGKILL)
            return
        time.sleep(EVERY_SECONDS)


def keep_unheard(connection_file: str, text: str) -> None:
    """For the kernel that is started with the same connection file."""
    with suppress(OSError), own_folder(state_folder(), KERNELS, make=True) as folder:
        for name in os.listdir(folder)[:1000]:
            if os.stat(name, dir_fd=folder).st_mtime < time.time() - MAX_AGE:
                os.unlink(name, dir_fd=folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
        fd = os.open(os.path.basename(connection_file), flags, 0o600, dir_fd=folder)
        with open(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)


def take_unheard(connection_file: str) -> str:
    """What the one before it died of; "" where that was heard, or there was none."""
    with suppress(OSError), own_folder(state_folder(), KERNELS) as folder:
        name = os.path.basename(connection_file)
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(name, flags, dir_fd=folder), encoding="utf-8") as file:
            text = file.read()
        os.unlink(name, dir_fd=folder)
        return f"atfault: the kernel before this one has died\n{text}"
    return ""
