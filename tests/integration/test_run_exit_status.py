"""`atfault run` ends as the program alone would, and runs it where it cannot watch it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from support import needs
from support.interpreters import Interpreter, every_interpreter
from support.run_command import ATFAULT, environment

PYTHON = sys.executable
NO_MORE_PROCESSES = (
    *"setpriv --reuid=65534 --regid=65534 --clear-groups".split(),
    *"--inh-caps=-all,+dac_override --ambient-caps=+dac_override".split(),
    *"prlimit --nproc=0:0 --".split(),
)
"""As a user for whom the limit counts; who may read the interpreter's files all the same."""
OPTIONS = {
    "plain": (),
    "guard": ("--guard",),
    "hang-after": ("--hang-after", "60"),
    "again": ("--again=auto",),
}
RAISED = "import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(9)"
ENDS = {
    "falls-off": "pass",
    "none": "raise SystemExit",
    "three": "raise SystemExit(3)",
    "large": "raise SystemExit(256 + 7)",
    "negative": "raise SystemExit(-1)",
    "text": "raise SystemExit('no')",
    "true": "raise SystemExit(True)",
    "at-once": "import os; os._exit(5)",
    "exception": "raise ValueError(1)",
    "broken-excepthook": "import sys; sys.excepthook = 1; raise ValueError(1)",
    "ctrl-c": RAISED,
    "ctrl-c-in-child-class": "class E(KeyboardInterrupt): pass\nraise E",
    "ctrl-c-own-hook": "import sys; sys.excepthook = lambda *a: exec('1')\nraise KeyboardInterrupt",
    "ctrl-c-at-exit": f"import atexit; atexit.register(lambda: print('bye'))\n{RAISED}",
    "ctrl-c-default": f"import signal; signal.signal(2, signal.SIG_DFL)\n{RAISED}",
    "in-a-thread": "import sys, threading; threading.Thread(target=sys.exit, args=(4,)).start()",
    "thread-raises": "import threading; threading.Thread(target=lambda: 1 / 0).start()",
    "at-exit-raises": "import atexit; atexit.register(lambda: 1 / 0)",
    "stdout-closed-late": "import sys; print('x'); sys.stdout.flush(); sys.stdout.close()",
    "abort": "import os; os.abort()",
    "faulthandler": "import faulthandler; faulthandler.enable(); faulthandler._sigsegv()",
    "segv": "import ctypes; ctypes.string_at(0)",
    "term": "import os; os.kill(os.getpid(), 15)",
    "kill": "import os; os.kill(os.getpid(), 9)",
    "pipe": "import os, signal; signal.signal(13, signal.SIG_DFL); os.kill(os.getpid(), 13)",
    "real-time": "import os; os.kill(os.getpid(), 40)",
    "exec-false": "import os; os.execvp('false', ['false'])",
    "fork-ends-first": "import os\nif os.fork() == 0: os._exit(9)\nos.wait(); raise SystemExit(2)",
}
FAST_ENOUGH = ("ctrl-c", "three", "exception", "kill", "in-a-thread")
"""Tried under all options; the others without any."""


class Ended(NamedTuple):
    code: int
    """As a shell shows it."""
    out: str


def ended(command: list[str], **kwargs: object) -> tuple[Ended, str]:
    """How it ended, and what it said on standard error."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, **kwargs)  # type: ignore[call-overload]
    code = done.returncode
    return Ended(128 - code if code < 0 else code, done.stdout), done.stderr


def watched(command: list[str], *options: str) -> list[str]:
    return [*ATFAULT, "run", *options, "--", *command]


@pytest.mark.representative(
    "exit status", only=("three", "ctrl-c-plain", "exception-plain", "kill-plain")
)
@pytest.mark.parametrize(
    ("end", "options"),
    [(end, "plain") for end in ENDS]
    + [(end, name) for end in FAST_ENOUGH for name in OPTIONS if name != "plain"],
)
def test_the_exit_status_is_that_of_the_program_alone(
    tmp_path: Path, end: str, options: str
) -> None:
    script = tmp_path / "ends.py"
    script.write_text(ENDS[end])
    env = environment(str(tmp_path))
    command = [PYTHON, str(script)]
    alone, _ = ended(command, env=env)
    assert ended(watched(command, *OPTIONS[options]), env=env)[0] == alone


@pytest.mark.parametrize("python", every_interpreter())
def test_ctrl_c_under_the_guard_ends_every_python_by_sigint(
    tmp_path: Path, python: Interpreter
) -> None:
    """CPython dies of SIGINT when nothing has been executed from a text since the exception."""
    if python.sysroot is not None:
        pytest.skip("not an interpreter of this machine's own files")
    command = [*python.argv_prefix, "-c", RAISED]
    env = environment(str(tmp_path))
    assert ended(command, env=env)[0].code == 128 + signal.SIGINT
    assert ended(watched(command, "--guard"), env=env)[0].code == 128 + signal.SIGINT


def few_files(count: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


SHOWS = "import os; print(sorted(map(int, os.listdir('/proc/self/fd')))); raise SystemExit(7)"


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("count", [6, 8, 11, 14, 20])  # 4 are too few for what .pth files import
def test_with_few_descriptors_the_program_runs_all_the_same(
    tmp_path: Path, options: str, count: int
) -> None:
    command = [PYTHON, "-c", SHOWS]
    given = {"env": environment(str(tmp_path)), "preexec_fn": few_files(count)}
    alone, _ = ended(command, **given)
    assert alone.code == 7
    run, said = ended(watched(command, *OPTIONS[options]), **given)
    assert run == alone
    if count <= 11:
        assert said == (
            f"atfault: {PYTHON} runs unwatched, as it cannot be watched here: Too many open files\n"
        )


@needs.root
def test_where_no_process_can_be_made_the_program_runs_all_the_same(tmp_path: Path) -> None:
    command = ["sh", "-c", "echo here; exit 7"]
    run, said = ended([*NO_MORE_PROCESSES, *watched(command)], env=environment(str(tmp_path)))
    assert run == Ended(7, "here\n"), said
    assert said.count("\n") == 1
    assert "runs unwatched" in said


def test_a_command_that_is_not_there_is_said_as_ever(tmp_path: Path) -> None:
    given = {"env": environment(str(tmp_path)), "preexec_fn": few_files(8)}
    run, said = ended(watched(["no-such-command"]), **given)
    assert run.code == 127
    assert said.splitlines()[-1] == "atfault: no-such-command: command not found"


@pytest.mark.parametrize("options", ["plain", "guard", "again"])
@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1), (0, 2), (0, 1, 2)])
def test_the_program_has_the_descriptors_that_it_would_have_alone(
    tmp_path: Path, options: str, closed: tuple[int, ...]
) -> None:
    """Its own files get the same numbers, closed ones stay closed, and nothing of ours is there."""
    result = tmp_path / "result"
    script = (
        "import os\n"
        "def target(n):\n"
        "    try: return os.readlink('/proc/self/fd/%d' % n)[:9]\n"
        "    except OSError: return ''\n"
        "found = [target(n) for n in range(40)]\n"
        f"new = os.open({str(result)!r}, os.O_WRONLY | os.O_CREAT)\n"
        "os.write(new, repr((new, found)).encode())\n"
    )
    program = tmp_path / "shows.py"
    program.write_text(script)

    def close() -> None:
        for fd in closed:
            os.close(fd)

    def shown(command: list[str]) -> str:
        done = subprocess.run(
            command, env=environment(str(tmp_path)), preexec_fn=close, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100,
        )  # fmt: skip
        assert done.returncode == 0
        return result.read_text()

    command = [PYTHON, str(program)]
    alone = shown(command)
    result.unlink()
    assert shown(watched(command, *OPTIONS[options])) == alone


@pytest.mark.representative("limits", only=("segv-1-0",))
@pytest.mark.parametrize(
    ("limit", "size"),
    [(resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_AS, 256 << 20), (resource.RLIMIT_AS, 96 << 20)],
)
@pytest.mark.parametrize("end", ["three", "segv", "exception"])
def test_tight_limits_change_nothing_for_the_program(
    tmp_path: Path, limit: int, size: int, end: str
) -> None:
    command = [PYTHON, "-c", "print('here', flush=True)\n" + ENDS[end]]
    given = {
        "env": environment(str(tmp_path)),
        "preexec_fn": lambda: resource.setrlimit(limit, (size, size)),
    }
    alone, _ = ended(command, **given)
    assert alone.out == "here\n"
    assert ended(watched(command), **given)[0] == alone


@pytest.mark.parametrize("end", ["three", "segv", "exception", "ctrl-c"])
def test_without_a_home_or_a_folder_for_temporary_files_the_program_runs(
    tmp_path: Path, end: str
) -> None:
    command = [PYTHON, "-c", ENDS[end]]
    nowhere = {"HOME": "/nonexistent", "TMPDIR": "/nonexistent", "XDG_STATE_HOME": "/proc/none"}
    env = {**environment(str(tmp_path)), **nowhere}
    alone, _ = ended(command, env=env)
    assert ended(watched(command, "--guard"), env=env)[0] == alone
