"""Every signal that can end a program under `atfault run`: which one is told, and how certainly.

    who sends it    the program by kill, the program by raise, its parent (us), the kernel, a timer
    it is           unhandled, or handled by a handler that lets another signal end the program

The exit status is that of the program alone, the signal that is told is the one that ended it, and
nothing is certain about a sender that nobody saw.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from support import needs
from support.run_command import Ran, environment, run, saved, start

PYTHON = sys.executable
HARMLESS = {17, 18, 19, 20, 21, 22, 23, 28}
ENDING = [n for n in (*range(1, 32), 34, 40, 64) if n not in HARMLESS]
EVERYDAY = {1, 2, 13}
"""Sent by the program to itself, they are part of normal life: no report."""
DEFAULT = "import os, signal\nn = {}\nif n != 9: signal.signal(n, signal.SIG_DFL)\n"
SENT = {"kill": "os.kill(os.getpid(), n)\n", "raise": "signal.raise_signal(n)\n"}


def together(scripts: dict[Any, str], folder: Path) -> dict[Any, Ran]:
    def one(item: tuple[Any, str]) -> tuple[Any, Ran]:
        state = folder / str(item[0]).replace(" ", "")
        return item[0], run(PYTHON, "-c", item[1], state=str(state))

    with ThreadPoolExecutor(2) as pool:
        return dict(pool.map(one, scripts.items()))


@pytest.mark.slow
@pytest.mark.parametrize("how", SENT)
def test_a_signal_of_its_own_is_told_as_its_own(tmp_path: Path, how: str) -> None:
    for n, ran in together({n: DEFAULT.format(n) + SENT[how] for n in ENDING}, tmp_path).items():
        assert ran.code == 128 + n, n
        if n in EVERYDAY:
            assert ran.reports == (), n
            continue
        (report,) = ran.reports
        assert report["signal"]["number"] == n
        finding = report["diagnosis"][0]
        if finding["cause"] == "killed":
            assert finding["summary"].endswith("to itself"), finding
        assert "outside" not in finding["summary"], finding


@pytest.mark.slow
def test_a_signal_in_a_handler_of_another_is_the_one_that_is_told(tmp_path: Path) -> None:
    """The first is handled, and its handler ends the program otherwise."""
    ends = "import os, signal\nsignal.signal({}, lambda *a: {})\nos.kill(os.getpid(), {})\n"
    script = {
        (first, last): ends.format(
            first, "os.abort()" if last == 6 else f"os.kill(os.getpid(), {last})", first
        )
        + "import time\ntime.sleep(5)\n"
        for first in (8, 10, 15, 31)
        for last in (6, 9, 12)
    }
    for (first, last), ran in together(script, tmp_path).items():
        assert ran.code == 128 + last, (first, last)
        (report,) = ran.reports
        assert report["signal"] is None or report["signal"]["number"] == last, (first, last)
        assert signal.Signals(first).name not in report["diagnosis"][0]["summary"]


C_HANDLER = r"""
#include <signal.h>
#include <stdlib.h>
static void end(int n) { abort(); }
int main(int count, char **words) {
    int n = atoi(words[1]);
    signal(n, end);
    raise(n);
    return 0;
}
"""


@needs.program("cc")
@pytest.mark.parametrize("number", [4, 5, 7, 8, 11, 31])
def test_a_sent_fault_whose_handler_aborts_is_told_as_abort(tmp_path: Path, number: int) -> None:
    source, program = tmp_path / "ends.c", tmp_path / "ends"
    source.write_text(C_HANDLER)
    subprocess.run(["cc", "-g", "-o", program, source], check=True)
    ran = run(str(program), str(number), state=str(tmp_path))
    assert ran.code == 128 + signal.SIGABRT
    (report,) = ran.reports
    assert report["signal"]["name"] == "SIGABRT"
    name = signal.Signals(number).name
    assert not any(name in finding["summary"] for finding in report["diagnosis"])
    assert any(name in warning for warning in report["warnings"]), "what led there is told as well"


@pytest.mark.slow
def test_a_signal_of_another_process_names_it_and_is_certain(tmp_path: Path) -> None:
    for n in (3, 8, 10, 12, 14, 15, 16, 24, 27, 31, 40):
        state = tmp_path / str(n)
        wait = DEFAULT.format(n) + "import time\nprint(os.getpid(), flush=True)\ntime.sleep(60)\n"
        process = start(PYTHON, "-c", wait, state=str(state))
        assert process.stdout is not None
        os.kill(int(process.stdout.readline()), n)
        if n == signal.SIGQUIT:  # the question what it does
            process.terminate()
            assert process.wait(60) == 128 + signal.SIGTERM
            continue
        assert process.wait(60) == 128 + n
        (report,) = saved(str(state))
        assert report["signal"]["number"] == n
        assert report["signal"]["sender_pid"] == os.getpid()
        assert report["diagnosis"][0]["confidence"] == "certain"


BY_KERNEL = {
    "alarm": ("signal.alarm(1); time.sleep(9)", "SIGALRM", "certain"),
    "cpu-timer": (
        "signal.setitimer(signal.ITIMER_VIRTUAL, .1)\nwhile 1: pass", "SIGVTALRM", "certain",
    ),
    "profiler": ("signal.setitimer(signal.ITIMER_PROF, .1)\nwhile 1: pass", "SIGPROF", "certain"),
    "cpu-limit": (
        "resource.setrlimit(resource.RLIMIT_CPU, (1, 9))\nwhile 1: pass", "SIGXCPU", "certain",
    ),
    "file-size": (
        "signal.signal(25, signal.SIG_DFL); resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))\n"
        "fd = os.memfd_create('x'); os.write(fd, b'x' * 99); os.write(fd, b'x' * 99)",
        "SIGXFSZ", "likely",
    ),
    "pipe": (
        "signal.signal(13, signal.SIG_DFL); r, w = os.pipe(); os.close(r); os.write(w, b'x')",
        "SIGPIPE", "certain",
    ),
}  # fmt: skip


@pytest.mark.representative("signals of the kernel", only=("alarm",))
@pytest.mark.slow
@pytest.mark.parametrize("how", BY_KERNEL)
def test_a_signal_of_the_kernel_is_told_with_its_reason(tmp_path: Path, how: str) -> None:
    code, name, confidence = BY_KERNEL[how]
    ran = run(PYTHON, "-c", "import os, resource, signal, time\n" + code, state=str(tmp_path))
    assert ran.code == 128 + getattr(signal, name)
    (report,) = ran.reports
    finding = report["diagnosis"][0]
    assert (report["signal"]["name"], finding["cause"]) == (name, "killed")
    assert finding["confidence"] == confidence
    assert "to itself" not in finding["summary"] and "outside" not in finding["summary"]


@pytest.mark.representative("signals of the kernel")
def test_a_kill_nobody_saw_is_not_certain(tmp_path: Path) -> None:
    process = start(
        PYTHON, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(60)",
        state=str(tmp_path),
    )  # fmt: skip
    assert process.stdout is not None
    os.kill(int(process.stdout.readline()), signal.SIGKILL)
    assert process.wait(60) == 137
    (report,) = saved(str(tmp_path))
    assert report["diagnosis"][0]["confidence"] == "likely"


SECCOMP = r"""
#include <stddef.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words) {
    unsigned action = count > 1 ? SECCOMP_RET_TRAP : SECCOMP_RET_KILL_PROCESS;
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {4, steps};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    getppid();
    return 0;
}
"""


@needs.program("cc")
@pytest.mark.parametrize(("action", "confidence"), [("trap", "certain"), ("", "likely")])
def test_a_system_call_that_a_filter_refused_is_named(
    tmp_path: Path, action: str, confidence: str
) -> None:
    source, program = tmp_path / "refused.c", tmp_path / "refused"
    source.write_text(SECCOMP)
    subprocess.run(["cc", "-g", "-o", program, source], check=True)
    ran = run(str(program), *([action] if action else []), state=str(tmp_path))
    assert ran.code == 128 + signal.SIGSYS
    finding = ran.reports[0]["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("killed", confidence)
    assert "seccomp filter refused its system call getppid" in finding["summary"]


def test_the_end_of_a_pipeline_is_one_line(tmp_path: Path) -> None:
    shell = f"{PYTHON} -m atfault run yes; echo $? >&2"
    done = subprocess.run(
        ["sh", "-c", f"({shell}) | head -1"],
        env=environment(str(tmp_path)),
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout == "y\n"
    assert done.stderr.splitlines() == [
        "atfault: the program was ended by SIGPIPE: nobody reads its standard output any more",
        "141",
    ]
    assert saved(str(tmp_path)) == ()
