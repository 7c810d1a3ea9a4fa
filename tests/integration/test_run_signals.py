"""Signals under `atfault run`: which end the program, which it handles, who sent them."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from support import needs
from support.run_command import ATFAULT, environment, run, saved, start

PYTHON = sys.executable

# Tells of each that arrives, since signals of one number merge; ends by itself when no more come.
COUNTER = """
import os, signal, time
got = []
last = time.monotonic()
def note(number, frame):
    global last
    got.append(number)
    last = time.monotonic()
    os.write(1, b"%d\\n" % number)
for number in (1, 2, 10, 12, 15, 18, 20, 28):
    signal.signal(number, note)
print("ready", flush=True)
while time.monotonic() < last + (1.5 if len(got) > 17 else 30):
    time.sleep(0.02)
print(got)
"""

# Handlers of Python merge what arrives before they run; of each that arrives a byte is written.
WOKEN = """
import os, select, signal, time
ours, theirs = os.pipe()
os.set_blocking(theirs, False)
signal.set_wakeup_fd(theirs)
signal.signal(signal.SIGWINCH, lambda number, frame: None)
print("ready", flush=True)
select.select([ours], [], [], 30)
time.sleep(0.5)
print(*os.read(ours, 100))
"""


def counted(
    process: subprocess.Popen[str], numbers: tuple[int, ...], send: Callable[[int], None]
) -> str:
    """What the counter wrote at its end, after each of six numbers was sent three times."""
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    for number in three_of_each(numbers):
        send(number)
        assert process.stdout.readline() == f"{number}\n"
        time.sleep(0.15)  # of those less than 0.1 s apart, one may have gone to the whole group
    return process.communicate(timeout=30)[0]


def children_of(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(one) for one in file.read().split()]


def three_of_each(numbers: tuple[int, ...]) -> list[int]:
    return [number for number in numbers for _ in range(3)]


def by_itself(number: int) -> tuple[str, ...]:
    return (PYTHON, "-c", f"import os; os.kill(os.getpid(), {number})")


@pytest.mark.representative("signals", only=("9", "11"))
@pytest.mark.parametrize(
    "number",
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34, 64],
)
def test_a_signal_that_ends_the_program_gives_128_plus_n(tmp_path: object, number: int) -> None:
    script = (
        "import os, signal\n"
        f"number = {number}\n"
        "if number not in (9,): signal.signal(number, signal.SIG_DFL)\n"
        "os.kill(os.getpid(), number)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 128 + number
    if number in (1, 2):
        assert (ran.err, ran.reports) == ("", ())
    elif number == 13:
        assert ran.err == "atfault: the program ended itself with SIGPIPE\n"
        assert ran.reports == ()
    else:
        assert len(ran.reports) == 1
        assert ran.reports[0]["signal"]["number"] == number
        kind = "crash" if number in (4, 5, 6, 7, 8, 11, 31) else "killed"
        assert ran.reports[0]["kind"] == kind


def test_an_ignored_or_harmless_signal_ends_nothing(tmp_path: object) -> None:
    numbers = (1, 2, 10, 12, 15, 17, 18, 20, 21, 22, 23, 28)
    script = (
        "import os, signal\n"
        f"for number in {numbers}:\n"
        "    if number not in (17, 18, 23, 28): signal.signal(number, signal.SIG_IGN)\n"
        "    os.kill(os.getpid(), number)\n"
        "    print(number)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.code, ran.out.split(), ran.reports) == (0, [*map(str, numbers)], ())


def test_a_signal_to_us_is_handed_on_once(tmp_path: object) -> None:
    process = start(PYTHON, "-c", COUNTER, state=str(tmp_path))
    numbers = (1, 2, 10, 12, 15, 28)
    assert counted(process, numbers, process.send_signal) == f"{three_of_each(numbers)}\n"


def test_a_signal_to_the_process_group_arrives_once(tmp_path: object) -> None:
    process = start(PYTHON, "-c", COUNTER, state=str(tmp_path), start_new_session=True)
    numbers = (1, 2, 10, 15, 18, 28)
    out = counted(process, numbers, lambda number: os.killpg(process.pid, number))
    assert out == f"{three_of_each(numbers)}\n"


def test_it_arrives_once_though_the_tracer_waits_for_a_processor(tmp_path: object) -> None:
    process = start(PYTHON, "-c", WOKEN, state=str(tmp_path), start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    (tracer,) = [pid for pid in children_of(process.pid) if os.getsid(pid) != process.pid]
    os.kill(tracer, signal.SIGSTOP)
    os.killpg(process.pid, signal.SIGWINCH)
    time.sleep(0.3)  # longer than the front looks whether it has arrived
    os.kill(tracer, signal.SIGCONT)
    assert process.communicate(timeout=30)[0] == "28\n"


@pytest.mark.representative("signals")
def test_the_sender_of_a_signal_is_named(tmp_path: object) -> None:
    process = start("sh", "-c", "echo ready; exec sleep 60", state=str(tmp_path))
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.terminate()
    assert process.wait(30) == 143
    report = saved(str(tmp_path))[0]
    assert report["kind"] == "killed"
    assert report["diagnosis"][0]["cause"] == "killed"
    assert report["signal"]["sender_pid"] == os.getpid()
    assert f"pid {os.getpid()}" in report["diagnosis"][0]["summary"]


def test_nohup_keeps_the_program_alive(tmp_path: object) -> None:
    script = "import time; print('ready', flush=True); time.sleep(0.5); print('alive')"
    process = subprocess.Popen(
        ["nohup", *ATFAULT, "run", PYTHON, "-c", script],
        env=environment(str(tmp_path)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGHUP)
    assert process.communicate(timeout=30)[0] == "alive\n"
    assert process.returncode == 0


def test_timeout_ends_the_program(tmp_path: object) -> None:
    for seconds in ("1", "5", "25"):  # a loaded machine may not have started it in the first
        done = subprocess.run(
            ["timeout", seconds, *ATFAULT, "run", "sleep", "30"],
            env=environment(str(tmp_path)),
            timeout=60,
        )
        assert done.returncode == 124
        if saved(str(tmp_path)):
            break
    assert len(saved(str(tmp_path))) == 1


@pytest.mark.representative("signals")
def test_sigstop_and_sigcont_are_seen_by_the_parent(tmp_path: object) -> None:
    script = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP); print('on again')"
    process = start(PYTHON, "-c", script, state=str(tmp_path))
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status) and os.WSTOPSIG(status) == signal.SIGSTOP
    process.send_signal(signal.SIGCONT)
    assert process.communicate(timeout=30)[0] == "on again\n"
    assert process.returncode == 0


RECOVERS = r"""
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf back;
static void on_fault(int number) { siglongjmp(back, number); }
int main(int argc, char **argv) {
    static char stack[65536];
    stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK };
    sigaltstack(&alternate, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    volatile int *volatile nowhere = 0;
    int count = 0;
    for (int i = 0; i < 2000; i++)
        if (sigsetjmp(back, 1) == 0) *nowhere = 1; else count++;
    printf("%d faults\n", count);
    fflush(stdout);
    if (argc > 1) {
        signal(SIGSEGV, SIG_DFL);
        nowhere = (int *)0x1230;
        *nowhere = 1;
    }
    return 0;
}
"""


# A handler that calls the one before it, which ends the program: each raises the signal again.
CHAINED = r"""
#include <signal.h>
static void last(int number) { signal(number, SIG_DFL); raise(number); }
static void first(int number) {
    struct sigaction action = { .sa_handler = last, .sa_flags = SA_NODEFER };
    sigaction(number, &action, 0);
    raise(number);
}
int main(void) {
    struct sigaction action = { .sa_handler = first, .sa_flags = SA_NODEFER };
    sigaction(SIGSEGV, &action, 0);
    volatile int *volatile nowhere = (int *)0x1230;
    return *nowhere;
}
"""


def compiled(source: str, folder: pathlib.Path) -> str:
    compiler = needs.found("gcc", "cc")
    (folder / "program.c").write_text(source)
    binary = str(folder / "program")
    subprocess.run([compiler, "-g", "-O0", "-o", binary, f"{folder}/program.c"], check=True)
    return binary


@pytest.fixture(scope="module")
def recovers(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled(RECOVERS, tmp_path_factory.mktemp("recovers"))


def test_handlers_in_a_chain_do_not_hide_the_first_fault(tmp_path: pathlib.Path) -> None:
    ran = run(compiled(CHAINED, tmp_path), state=str(tmp_path))
    assert ran.code == 139
    assert ran.reports[0]["signal"]["address"] == "0x1230"
    assert ran.reports[0]["threads"][0]["frames"][0]["function"] == "main"


@pytest.mark.representative("handlers of faults")
def test_faults_that_the_program_recovers_from_are_no_crash(
    tmp_path: object, recovers: str
) -> None:
    ran = run(recovers, state=str(tmp_path))
    assert (ran.code, ran.out, ran.err) == (0, "2000 faults\n", "")


def test_a_crash_after_recovered_faults_is_told_from_them(tmp_path: object, recovers: str) -> None:
    ran = run(recovers, "die", state=str(tmp_path))
    assert (ran.code, ran.out) == (139, "2000 faults\n")
    assert ran.reports[0]["signal"]["address"] == "0x1230"
    crashed = ran.reports[0]["threads"][0]
    assert crashed["crashed"]
    assert crashed["frames"][0]["function"] == "main"


def test_with_faulthandler_on_the_first_fault_is_explained(tmp_path: object) -> None:
    crash = "import ctypes; ctypes.memset(0x1008, 0, 1)"
    ran = run(PYTHON, "-Xfaulthandler", "-c", crash, state=str(tmp_path))
    assert ran.code == 139
    report = ran.reports[0]
    assert report["signal"]["code_name"] == "SEGV_MAPERR"
    assert report["signal"]["address"] == "0x1008"
    assert report["signal"]["sender_pid"] is None
    names = [frame["function"] for frame in report["threads"][0]["frames"]]
    assert "raise" not in names
    assert "Current thread" in ran.err


def test_abort_with_faulthandler_on_is_explained(tmp_path: object) -> None:
    ran = run(PYTHON, "-Xfaulthandler", "-c", "import os; os.abort()", state=str(tmp_path))
    assert ran.code == 134
    frames = ran.reports[0]["threads"][0]["frames"]
    assert [f["function"] for f in frames].count("abort") <= 2
    assert any(f["function"] == "<module>" for f in frames)


def test_a_handler_that_crashes_itself_is_explained_by_the_first_fault(tmp_path: object) -> None:
    script = (
        "import ctypes\n"
        "libc = ctypes.CDLL(None)\n"
        "libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]\n"
        "libc.signal(11, 0x10)\n"
        "ctypes.string_at(0x1008)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 139
    assert ran.reports[0]["signal"]["address"] in ("0x1008", "0x10")


def test_a_worker_that_its_parent_ends_is_no_news(tmp_path: object) -> None:
    script = (
        "import subprocess, time\n"
        "for how in ('terminate', 'kill'):\n"
        "    p = subprocess.Popen(['sleep', '30']); time.sleep(0.2); getattr(p, how)()\n"
        "    print(p.wait())\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.out, ran.err, ran.reports) == ("-15\n-9\n", "", ())


WAITS = """
import os, subprocess, time
def wait(): time.sleep(20)
subprocess.Popen(["sh", "-c", f"sleep 0.4; kill -9 {os.getpid()}"])
wait()
"""


def test_a_program_that_is_killed_tells_where_it_was(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(WAITS)
    (report,) = run(PYTHON, str(script), state=str(tmp_path)).reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["blame"]) == ("killed", [])
    assert "its main thread was at waits.py:3, in wait" in [e["text"] for e in best["evidence"]]


def test_a_program_that_kills_itself_tells_the_line(tmp_path: pathlib.Path) -> None:
    (report,) = run(*by_itself(9), state=str(tmp_path)).reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["summary"]) == ("killed", "the program sent SIGKILL to itself")
    assert best["blame"][0]["line"] == 1
