"""`atfault run` keeps the tail of standard error for the rules; the program prints as ever."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.run_command import ATFAULT, TIMEOUT, environment

PYTHON = sys.executable

# `atfault`, noting the tail that the rules are given, and that of the run's outcome.
NOTING = r"""
import json, os, sys
import atfault.analyze.process
from atfault.snapshot.tracing import front

def note(where, tail):
    text = tail.text.decode() if hasattr(tail, "text") else None
    found = {"where": where, "text": text, "reason": getattr(tail, "reason", "")}
    found["truncated"] = getattr(tail, "truncated", None)
    with open(os.environ["NOTES"], "a") as file:
        file.write(json.dumps(found) + "\n")

def diagnose(case, real=atfault.analyze.process.diagnose):
    note("rules", case.printed)
    return real(case)

def run_traced(*args, real=front.run_traced, **kwargs):
    outcome = real(*args, **kwargs)
    note("outcome", outcome.printed)
    return outcome

atfault.analyze.process.diagnose, front.run_traced = diagnose, run_traced
from atfault.__main__ import console_main
console_main()
"""


def noted(tmp_path: Path, script: str, stderr: Any) -> dict[str, dict[str, Any]]:
    """What was noted of `atfault run python -c script`, by where."""
    notes = tmp_path / "notes"
    env = environment(str(tmp_path), NOTES=str(notes), NO_COLOR="1")
    subprocess.run(
        [PYTHON, "-c", NOTING, "run", "--", PYTHON, "-c", script],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        timeout=TIMEOUT,
    )
    found = [json.loads(line) for line in notes.read_text().splitlines()]
    return {one["where"]: one for one in found}


LAST_WORDS = (
    "import ctypes, os, subprocess, sys\n"
    "print('warning: the sky', file=sys.stderr)\n"
    "subprocess.run([sys.executable, '-c', 'import os; os.write(2, b\"from a child\\\\n\")'])\n"
    "ctypes.string_at(0)\n"
)
TOLD = "warning: the sky\nfrom a child\n"


@pytest.mark.representative("what was printed")
def test_the_rules_get_what_was_printed_before_the_crash(tmp_path: Path) -> None:
    with open(tmp_path / "log", "w") as log:
        found = noted(tmp_path, LAST_WORDS, log)
    assert found["rules"]["text"] == TOLD
    assert found["outcome"]["text"] == TOLD, "without our report, which stands in the same file"
    assert "Segmentation fault" in (tmp_path / "log").read_text()


def test_a_traceback_is_in_the_outcome_of_a_program_that_fails(tmp_path: Path) -> None:
    with open(tmp_path / "log", "a") as log:
        log.write("RuntimeError: of an earlier run\n")
        log.flush()
        found = noted(tmp_path, "print('x' * 200_000, file=__import__('sys').stderr); 1 / 0", log)
    tail = found["outcome"]
    assert tail["text"].endswith("ZeroDivisionError: division by zero\n")
    assert tail["truncated"]
    assert len(tail["text"]) == 64 << 10
    assert "earlier run" not in tail["text"]


def test_a_child_that_crashes_while_the_program_goes_on_leaves_no_report_in_it(
    tmp_path: Path,
) -> None:
    script = (
        "import multiprocessing, os, sys, time\n"
        "def work():\n"
        "    __import__('ctypes').string_at(0)\n"
        "child = multiprocessing.get_context('fork').Process(target=work)\n"
        "child.start(); child.join()\n"
        "while not os.fstat(2).st_size: time.sleep(0.05)  # until it is reported\n"
        "time.sleep(0.5)\n"
        "print('the child has died', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    with open(tmp_path / "log", "a") as log:
        found = noted(tmp_path, script, log)
    assert "Segmentation fault" in (tmp_path / "log").read_text()
    assert found["outcome"]["text"] == "the child has died\n"


def test_of_a_pipe_there_is_a_reason_instead(tmp_path: Path) -> None:
    found = noted(tmp_path, LAST_WORDS, subprocess.PIPE)
    for where in ("rules", "outcome"):
        assert found[where]["text"] is None
        assert "standard error is a pipe" in found[where]["reason"]


ABOUT_ITSELF = r"""
import fcntl, os, stat, sys
mode = os.fstat(2).st_mode
print(os.isatty(2), stat.S_IFMT(mode), fcntl.fcntl(2, fcntl.F_GETFL), sys.stderr.line_buffering)
for line in open("/proc/self/status"):
    if line.startswith(("NoNewPrivs", "Seccomp", "SigBlk", "SigIgn", "SigCgt")):
        print(line, end="")
print(len(os.listdir("/proc/self/fd")), flush=True)
for number in range(200):
    os.write(1 + number % 2, b"%d\n" % number)
"""


@pytest.mark.representative("what was printed")
@pytest.mark.parametrize("where", ["file", "append", "pipe", "terminal"])
def test_standard_error_is_what_it_would_be_and_keeps_its_order(tmp_path: Path, where: str) -> None:
    bare, watched = [
        seen([*prefix, PYTHON, "-c", ABOUT_ITSELF], tmp_path, where)
        for prefix in ((), (*ATFAULT, "run", "--"))
    ]
    assert watched == bare
    assert watched.splitlines()[-1] == "199"


def seen(argv: list[str], tmp_path: Path, where: str) -> str:
    """What a command prints where output and errors are one."""
    env = environment(str(tmp_path))
    if where == "terminal":
        master, fd = pty.openpty()
    elif where == "pipe":
        master, fd = os.pipe()
    else:
        path = tmp_path / "both"
        append = os.O_APPEND if where == "append" else 0
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | append, 0o600)
    child = subprocess.Popen(argv, env=env, stdout=fd, stderr=fd, stdin=subprocess.DEVNULL)
    output = b""
    if where in ("terminal", "pipe"):
        while child.poll() is None or select.select([master], [], [], 0)[0]:
            if select.select([master], [], [], 0.05)[0]:
                output += os.read(master, 1 << 16)
        os.close(master)
    else:
        child.wait(TIMEOUT)
        output = path.read_bytes()
    os.close(fd)
    assert child.returncode == 0
    return output.decode()
