"""Cores of programs whose handler raises the signal again, or calls abort(): the first fault is
what is explained."""

from __future__ import annotations

import subprocess

import pytest

from atfault.analyze.process import analyze_core
from atfault.model.report import Report
from atfault.options import Options
from support import needs
from support.cores import Core, interpreter, labels, make_core

CRASH = """
import ctypes, faulthandler
faulthandler.enable()

def crash(where):
    {how}

crash({where:#x})
"""
LABELS = labels("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15", "debian")

# What a handler may do before the process dies of the signal.
HANDLERS = {
    "faulthandler's way": ("SA_NODEFER | SA_ONSTACK", "signal(n, SIG_DFL); raise(n);"),
    "blocked until it returns": ("0", "signal(n, SIG_DFL); raise(n);"),
    "with siginfo": ("SA_SIGINFO | SA_NODEFER", "signal(n, SIG_DFL); raise(n);"),
    "abort": ("0", "abort();"),
    "abort with siginfo": ("SA_SIGINFO", "abort();"),
    "kill": ("SA_NODEFER", "signal(n, SIG_DFL); kill(getpid(), n); for (;;) pause();"),
}
PROGRAM = """
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void handler(int n) {{ {body} }}
static char altstack[65536];
int main(int argc, char **argv) {{
    struct sigaction action;
    stack_t stack = {{ .ss_sp = altstack, .ss_size = sizeof altstack }};
    sigaltstack(&stack, 0);
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = {flags};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGFPE, &action, 0);
    if (argc == 1) *(volatile int *)0x1230 = 1;
    volatile int zero = argc - 2;
    if (*argv[1] == 'd') return 100 / zero;
    if (*argv[1] == 'r') raise(SIGSEGV);
    return 0;
}}
"""


def explain(core: Core) -> Report:
    return analyze_core(core.path, options=Options(sysroot=core.sysroot))


@pytest.mark.representative("handlers of faults")
@pytest.mark.parametrize("label", LABELS)
def test_with_faulthandler_on_the_first_fault_is_explained(label: str) -> None:
    source = CRASH.format(how="ctypes.memset(where, 0, 1)", where=0x1008)
    report = explain(make_core(interpreter(label), source))
    assert report.signal is not None
    assert (report.signal.code_name, report.signal.address) == ("SEGV_MAPERR", "0x1008")
    assert report.signal.sender_pid is None
    finding = report.diagnosis[0]
    assert finding.cause == "null-dereference"
    assert (finding.blame[0].line, finding.blame[0].function) == (6, "crash")
    names = [frame.function for frame in report.threads[0].frames]
    assert "raise" not in names
    assert [name for name in names if name in ("crash", "<module>")] == ["crash", "<module>"]


@pytest.mark.parametrize("label", ("3.8", "3.11", "3.13", "3.15"))
def test_with_faulthandler_on_a_read_far_away_is_a_wild_pointer(label: str) -> None:
    source = CRASH.format(how="ctypes.string_at(where)", where=0x1234_5678_9000)
    report = explain(make_core(interpreter(label), source))
    assert report.signal is not None
    assert report.signal.address == "0x123456789000"
    assert report.diagnosis[0].cause == "wild-pointer"


def test_with_faulthandler_on_a_signal_that_was_only_sent_stays_one() -> None:
    source = CRASH.format(how="import os; os.kill(os.getpid(), 11)", where=0)
    report = explain(make_core(interpreter("self"), source))
    assert report.signal is not None
    assert report.signal.address is None
    assert report.diagnosis[0].cause != "null-dereference"


@pytest.fixture(scope="module", params=HANDLERS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    needs.found("gcc")
    flags, body = HANDLERS[request.param]
    folder = tmp_path_factory.mktemp("handler")
    (folder / "program.c").write_text(PROGRAM.format(flags=flags, body=body))
    command = ["gcc", "-g", "-O0", "-o", f"{folder}/program", f"{folder}/program.c"]
    subprocess.run(command, check=True)
    return f"{folder}/program"


def core_of(program: str, *args: str) -> Report:
    source = f"import os; os.execv({program!r}, [{program!r}, *{args!r}])"
    return explain(make_core(interpreter("self"), source))


@pytest.mark.representative("handlers of faults")
def test_a_fault_whose_handler_raises_it_again_is_explained(program: str) -> None:
    report = core_of(program)
    assert report.signal is not None
    assert (report.signal.code_name, report.signal.address) == ("SEGV_MAPERR", "0x1230")
    assert report.diagnosis[0].cause == "null-dereference"
    assert report.threads[0].frames[0].function == "main"


def test_a_division_whose_handler_raises_it_again_is_explained(program: str) -> None:
    report = core_of(program, "d")
    assert report.diagnosis[0].cause == "integer-division-by-zero"


def test_a_handler_called_by_raise_is_no_fault(program: str) -> None:
    report = core_of(program, "r")
    assert report.signal is not None
    assert report.signal.code_name in ("SI_TKILL", "SI_USER")
    assert report.signal.address is None
