"""`atfault run` in an interactive shell: Ctrl-C, Ctrl-Z, fg, bg, Ctrl-\\, reading the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from support.run_command import ATFAULT, environment, saved
from support.terminal import PROMPT, Terminal

TICKS = """
import os, time
print("started", flush=True)
for i in range(200):
    if os.path.exists("enough"): break
    time.sleep(0.05)
    if i == 30: print("thirty", flush=True)
"""
CTRL_C, CTRL_Z, CTRL_BACKSLASH = "\x03", "\x1a", "\x1c"


@pytest.fixture
def terminal(tmp_path: object) -> Iterator[Terminal]:
    with open(f"{tmp_path}/ticks.py", "w") as file:
        file.write(TICKS)
    with Terminal(environment(str(tmp_path))) as terminal:
        terminal.command(f"cd {tmp_path}; alias watch='{' '.join(ATFAULT)} run {sys.executable}'")
        yield terminal


@pytest.mark.representative("terminals")
def test_ctrl_z_stops_the_job_and_fg_goes_on(terminal: Terminal) -> None:
    terminal.type("watch ticks.py\n")
    terminal.wait_for("started")
    terminal.type(CTRL_Z)
    terminal.wait_for("Stopped")
    terminal.wait_for(PROMPT)
    assert "Stopped" in terminal.command("jobs")
    terminal.type("fg\n")
    terminal.wait_for("thirty")
    terminal.type(CTRL_C)
    assert "KeyboardInterrupt" in terminal.wait_for(PROMPT)
    assert terminal.command("echo code=$?") == "code=130\n"


def test_a_stopped_job_can_go_on_in_the_background(terminal: Terminal) -> None:
    terminal.type("watch ticks.py\n")
    terminal.wait_for("started")
    for _ in range(3):
        terminal.type(CTRL_Z)
        terminal.wait_for("Stopped")
        terminal.wait_for(PROMPT)
        terminal.type("fg\n")
        terminal.wait_for("\n")
        terminal.wait_for("\n")
        time.sleep(0.2)  # bash prints the line before it sends SIGCONT, which takes back a Ctrl-Z
    terminal.type(CTRL_Z)
    terminal.wait_for("Stopped")
    terminal.type("bg\n")
    terminal.wait_for("thirty")
    assert "Running" in terminal.command("jobs")
    terminal.type("kill %1; wait; jobs\n")
    terminal.wait_for("143")


def test_ctrl_backslash_ends_a_job_of_a_shell_that_is_watched(terminal: Terminal) -> None:
    """The question is for the program in the foreground; a job of its own is not asked."""
    terminal.type(f"{' '.join(ATFAULT)} run -- bash --norc -i\n")
    terminal.type(f"PS1='inner> '; {sys.executable} ticks.py\n")
    terminal.wait_for("started")
    terminal.type(CTRL_BACKSLASH)
    terminal.wait_for("Quit")
    terminal.type("echo code=$?\n")
    terminal.wait_for("code=131")
    terminal.type("exit\n")
    terminal.wait_for(PROMPT)


def test_a_background_job_that_reads_is_stopped(terminal: Terminal) -> None:
    terminal.type("watch -c 'print(input()[::-1])' &\n")
    for _ in range(100):
        if "Stopped" in terminal.command("sleep 0.1; jobs"):
            break
    else:
        raise AssertionError("never stopped")
    terminal.type("fg\n")
    terminal.wait_for("\n")
    terminal.type("edcba\n")
    terminal.wait_for("abcde")


@pytest.mark.representative("terminals")
def test_ctrl_c_ends_a_program_without_a_report(terminal: Terminal, tmp_path: object) -> None:
    terminal.type('watch -c \'import os; print("up"); os.execlp("sleep", "sleep", "30")\'\n')
    terminal.wait_for("up\n")
    time.sleep(0.3)  # until sleep has taken over
    terminal.type(CTRL_C)
    terminal.wait_for(PROMPT)
    assert terminal.command("echo code=$?") == "code=130\n"
    assert saved(str(tmp_path)) == ()


@pytest.mark.representative("terminals")
def test_ctrl_backslash_shows_where_the_program_is(terminal: Terminal, tmp_path: object) -> None:
    terminal.type("watch ticks.py\n")
    terminal.wait_for("started")
    terminal.type(CTRL_BACKSLASH)
    terminal.wait_for("> python  ticks.py:")
    open(f"{tmp_path}/enough", "x").close()
    terminal.wait_for(PROMPT)
    assert terminal.command("echo code=$?") == "code=0\n"
    assert len(saved(str(tmp_path))) == 1


def test_a_program_may_handle_ctrl_z_itself(terminal: Terminal, tmp_path: object) -> None:
    script = (
        "import signal, time\n"
        "signal.signal(signal.SIGTSTP, lambda *_: print('not now', flush=True))\n"
        "print('started', flush=True)\n"
        "time.sleep(1)\n"
        "print('end')\n"
    )
    with open(f"{tmp_path}/own.py", "w") as file:
        file.write(script)
    terminal.type("watch own.py\n")
    terminal.wait_for("started")
    terminal.type(CTRL_Z)
    terminal.wait_for("not now")
    assert "Stopped" not in terminal.wait_for("end")


POOL = """
import multiprocessing, time
def job(n):
    time.sleep(0.05)
    return n
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("started", flush=True)
        print(sum(pool.imap(job, range(120))))
"""


def test_a_pool_is_one_job_that_stops_goes_on_and_is_interrupted(
    terminal: Terminal, tmp_path: object
) -> None:
    with open(f"{tmp_path}/pool.py", "w") as file:
        file.write(POOL)
    terminal.type("watch pool.py\n")
    terminal.wait_for("started")
    terminal.type(CTRL_Z)
    terminal.wait_for("Stopped")
    terminal.wait_for(PROMPT)
    terminal.type("fg\n")
    terminal.wait_for("7140")
    terminal.wait_for(PROMPT)
    assert terminal.command("echo code=$?") == "code=0\n"
    terminal.type("watch pool.py\n")
    terminal.wait_for("started")
    time.sleep(0.3)
    terminal.type(CTRL_C)
    assert "KeyboardInterrupt" in terminal.wait_for(PROMPT)
    assert terminal.command("echo code=$?") == "code=130\n"
    assert saved(str(tmp_path)) == ()
