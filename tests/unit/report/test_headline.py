"""The first line of a report."""

from __future__ import annotations

import pytest

from atfault.model.findings import Finding
from atfault.model.report import SignalReport
from atfault.report.headline import headline
from support.crash_reports import out_of_bounds, out_of_memory
from support.report_parts import report, segv, thread

UNKNOWN = [Finding("unknown", "x", "possible")]


def of(signal, *, name="MainThread", tid=4711, kind="crash", sender=""):
    threads = [thread(name, tid, [], crashed=True)]
    return headline(report(UNKNOWN, threads, signal=signal, kind=kind), sender)


@pytest.mark.parametrize(
    ("signal", "line"),
    [
        (segv(0x18), 'Segmentation fault in thread "MainThread" (SIGSEGV at 0x18)'),
        (
            SignalReport(11, "SIGSEGV", 128, "SI_KERNEL", "0x0", None),
            'Segmentation fault in thread "MainThread" (SIGSEGV)',
        ),
        (
            SignalReport(11, "SIGSEGV", 0, "SI_USER", "0x47", 71),
            'Segmentation fault in thread "MainThread" (SIGSEGV sent by pid 71)',
        ),
        (
            SignalReport(6, "SIGABRT", -6, "SI_TKILL", None, 4711),
            'Aborted in thread "MainThread" (SIGABRT)',
        ),
        (
            SignalReport(7, "SIGBUS", 2, "BUS_ADRERR", "0x7f0000000000", None),
            'Bus error in thread "MainThread" (SIGBUS at 0x7f0000000000)',
        ),
        (
            SignalReport(35, "SIGRTMIN+1", 0, "SI_USER", None, None),
            'Signal SIGRTMIN+1 in thread "MainThread" (SIGRTMIN+1, sent by a process)',
        ),
    ],
)
def test_crashes(signal, line):
    assert of(signal) == line


def test_a_nameless_thread_has_its_number():
    line = "Segmentation fault in thread 4712 (SIGSEGV at 0x18)"
    assert of(segv(0x18), name="", tid=4712) == line


@pytest.mark.parametrize("name", ["", "python"])
def test_the_main_thread_is_called_so_when_only_the_system_named_it(name):
    assert of(segv(0x18), name=name) == "Segmentation fault in the main thread (SIGSEGV at 0x18)"


def test_who_killed_it_is_said_as_far_as_known():
    term = SignalReport(15, "SIGTERM", 0, "SI_USER", None, 71)
    assert of(term, kind="killed", sender="pid 71 (bash)") == "Killed by SIGTERM from pid 71 (bash)"
    assert of(term, kind="killed") == "Killed by SIGTERM from pid 71"
    assert of(term._replace(sender_pid=None), kind="killed") == "Killed by SIGTERM"


def test_out_of_memory():
    assert headline(out_of_memory()) == "Killed: out of memory"


def test_a_hostile_thread_name_is_escaped():
    assert "\x1b" not in of(segv(0x18), name="\x1b[2J")


def test_every_kind_has_a_headline():
    for kind in ("crash", "hang", "killed", "exception", "snapshot", "stress", "text"):
        assert headline(out_of_bounds()._replace(kind=kind, signal=None))


@pytest.mark.parametrize(
    ("signal", "sender", "line"),
    [
        (None, "", "Deadlock: x"),
        (
            SignalReport(15, "SIGTERM", 0, "SI_USER", None, 71),
            "pid 71 (timeout)",
            "Deadlock: x; ended by SIGTERM from pid 71 (timeout)",
        ),
        (
            SignalReport(6, "SIGABRT", 0, "SI_USER", None, 71),
            "",
            "Deadlock: x; ended by SIGABRT from pid 71",
        ),
        (
            SignalReport(6, "SIGABRT", 0, "SI_USER", None, None),
            "",
            "Deadlock: x; ended by SIGABRT",
        ),
    ],
)
def test_of_a_hang_it_says_who_ended_it(signal, sender, line):
    found = Finding("deadlock", "x", "certain", family="hang", title="Deadlock: x")
    shown = report([found], [thread("MainThread", 4711, [])], signal=signal, kind="hang")
    assert headline(shown, sender) == line
