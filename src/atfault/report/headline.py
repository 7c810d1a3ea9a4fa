"""The first line of a report: what happened, to which thread, where."""

from __future__ import annotations

from atfault.model.report import Report, SignalReport, ThreadReport
from atfault.model.signals import signal_description
from atfault.report.escape import clean

FAULT_SIGNALS = frozenset(("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP"))
"""Their si_addr is the place of the fault."""
SENT_CODES = frozenset(("SI_USER", "SI_QUEUE", "SI_TKILL"))
"""si_code of a signal that a process sent: si_addr means nothing then."""
LIMITS = frozenset(("SIGXCPU", "SIGXFSZ", "SIGPIPE"))
"""The kernel sends them, at a limit or a write in vain, in the name of the process itself."""
KIND_TITLES = {
    "hang": "Nothing proves a hang",
    "exception": "Uncaught exception",
    "snapshot": "Process, as it was",
    "stress": "Stress run",
    "text": "Explained",
    "killed": "Killed",
    "crash": "Crashed",
}


def headline(report: Report, sender: str = "") -> str:
    """For example 'Segmentation fault in thread "MainThread" (SIGSEGV at 0x7f2ab8001018)'.

    sender: who sent a killing signal, in words, e.g. "pid 71 (bash)".
    """
    cause = report.diagnosis[0].cause if report.diagnosis else "unknown"
    if cause == "out-of-memory" and report.kind == "killed":
        return f"Killed: out of memory{_worker(report)}"
    if report.kind == "killed":
        return _killed(report.signal, sender) + _worker(report)
    if report.diagnosis and report.diagnosis[0].title:
        return clean(report.diagnosis[0].title) + _ended(report, sender)
    if report.signal is None:
        return _without_signal(report)
    thread = crashed_thread(report)
    where = f" in {thread_title(thread, report.process.pid)}" if thread else ""
    if report.process.rank is not None:
        where += f" of rank {report.process.rank.rank}"
    started = report.started
    if started is not None and started.role == "pool":
        where += f" of a {clean(started.how)}"
    return _crash(report.signal, where, sender)


def _ended(report: Report, sender: str) -> str:
    """Of a hang that somebody ended: "; ended by SIGTERM from pid 71 (timeout)"."""
    if report.kind != "hang" or report.signal is None:
        return ""
    text = f"; ended by {clean(report.signal.name)}"
    who = clean(sender) or (f"pid {report.signal.sender_pid}" if report.signal.sender_pid else "")
    return f"{text} from {who}" if who else text


def _worker(report: Report) -> str:
    """ " (a torch DataLoader worker)"; "" for a process that is no worker."""
    started = report.started
    if started is None or started.role != "pool":
        return ""
    return f" (a {clean(started.how)})"


def crashed_thread(report: Report) -> ThreadReport | None:
    for thread in report.threads:
        if thread.crashed:
            return thread
    return None


def thread_title(thread: ThreadReport, pid: int | None) -> str:
    """'thread "MainThread"', 'the main thread' when Python gave it no name, or 'thread 4711'."""
    if thread.tid == pid and thread.name != "MainThread":
        return "the main thread"
    return f'thread "{clean(thread.name)}"' if thread.name else f"thread {thread.tid}"


def _killed(signal: SignalReport | None, sender: str) -> str:
    if signal is None:
        return "Killed"
    text = f"Killed by {clean(signal.name)}"
    if signal.name in LIMITS:
        return text
    if sender:
        return f"{text} from {clean(sender)}"
    return f"{text} from pid {signal.sender_pid}" if signal.sender_pid else text


def _without_signal(report: Report) -> str:
    title = KIND_TITLES.get(report.kind, "Report")
    code = report.process.exit_code
    if report.started is not None and code is not None and report.started.how:
        how = clean(report.started.how)
        return f"A {how} ended with exit status {code}"
    if report.kind in ("crash", "killed") and code is not None:
        return f"{title}: exit code {code}"
    if report.kind == "snapshot" and report.process.pid:
        return f"Process {report.process.pid}, as it was"
    return title


def _crash(signal: SignalReport, where: str, sender: str) -> str:
    what = signal_description(signal.name)
    inside = clean(signal.name)
    if signal.code_name in SENT_CODES and signal.name != "SIGABRT":
        who = sender or (f"pid {signal.sender_pid}" if signal.sender_pid else "")
        inside += f" sent by {clean(who)}" if who else ", sent by a process"
    elif (
        signal.address is not None
        and signal.name in FAULT_SIGNALS
        and signal.code_name != "SI_KERNEL"  # a general protection fault tells no address
    ):
        inside += f" at {clean(signal.address)}"
    return f"{clean(what)}{where} ({inside})"
