"""`atfault run` killed by SIGKILL, as `kill -9` and subprocess.run(timeout=…) do it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from atfault.snapshot import procfs
from support import needs
from support.run_command import ATFAULT, environment

NOBODY = 65534
UP_THEN = "import os, signal, sys, time; print('up', os.getpid(), flush=True); "
WRITES_A_FILE = UP_THEN + "time.sleep(1); open(sys.argv[1], 'w').write('done')"
SLEEPS = UP_THEN + "time.sleep(30)"


class Run:
    """A run that has begun: the front, the program, and what else belongs to it."""

    def __init__(self, *command: str, state: Path, options: tuple[str, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [*ATFAULT, "run", *options, "--", *command],
            env=environment(str(state)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline().split()
        assert said[:1] == ["up"], said
        self.program = int(said[1])
        (self.tracer,) = children(self.process.pid) - {self.program}

    def helpers(self) -> set[int]:
        return {self.tracer, *children(self.tracer)}

    def kill(self) -> int:
        """Kill the front; its exit status."""
        self.process.kill()
        return self.process.wait(10)


def children(pid: int) -> set[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return {int(word) for word in file.read().split()}


def state_of(pid: int) -> str:
    found = procfs.stat(pid)
    return "" if found is None else found.state


def is_over(pid: int) -> bool:
    return state_of(pid) in ("", "Z", "X")


def becomes(true: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def begin(*command: str, options: tuple[str, ...] = ()) -> Run:
        runs.append(Run(*command, state=tmp_path, options=options))
        return runs[-1]

    yield begin
    for one in runs:
        for pid in (one.process.pid, one.program):
            if not is_over(pid):
                os.kill(pid, signal.SIGKILL)
        one.process.communicate()


@pytest.mark.representative("run that is killed")
@pytest.mark.parametrize("options", [(), ("--hang-after", "60")])
def test_the_program_and_all_helpers_end_with_us(
    begin: Callable[..., Run], options: tuple[str, ...]
) -> None:
    run = begin(sys.executable, "-c", SLEEPS, options=options)
    time.sleep(0.3)
    pids = {run.program, *run.helpers()}
    assert run.kill() == -signal.SIGKILL
    assert becomes(lambda: all(map(is_over, pids)), 5), [pid for pid in pids if not is_over(pid)]


def test_a_time_limit_of_subprocess_ends_the_program(tmp_path: Path) -> None:
    script = SLEEPS.replace("print('up', os.getpid(), flush=True)", "print('up', flush=True)")
    began = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run(
            [*ATFAULT, "run", "--", sys.executable, "-c", script],
            env=environment(str(tmp_path)),
            capture_output=True,
            timeout=2,
        )
    assert time.monotonic() - began < 15, "its output was closed only when it had slept enough"


@needs.root
def test_a_program_that_has_become_another_user_ends_with_us(begin: Callable[..., Run]) -> None:
    drop = "import os, signal, sys, time; os.setgroups([]); "
    drop += f"os.setgid({NOBODY}); os.setuid({NOBODY}); "
    run = begin(sys.executable, "-c", drop + SLEEPS)
    time.sleep(0.3)
    run.kill()
    assert becomes(lambda: is_over(run.program), 5)


@pytest.mark.parametrize("victim", ["front", "tracer"])
def test_a_program_may_outlive_us(begin: Callable[..., Run], tmp_path: Path, victim: str) -> None:
    options = ("--detach-on-death",) if victim == "front" else ()
    result = tmp_path / "result"
    run = begin(sys.executable, "-c", WRITES_A_FILE, str(result), options=options)
    pids = run.helpers()
    if victim == "front":
        assert run.kill() == -signal.SIGKILL
    else:
        os.kill(run.tracer, signal.SIGKILL)
    assert becomes(lambda: all(map(is_over, pids)), 5)
    assert becomes(result.exists)
    assert victim == "front" or run.process.wait(30) == 0


@pytest.mark.representative("run that is killed")
def test_a_program_that_outlives_us_at_its_crash_dies_of_it(
    begin: Callable[..., Run], tmp_path: Path
) -> None:
    """It is held for the analysis, whose stop would swallow a signal that comes from outside."""
    script = (
        "import os, signal, sys, threading, time\n"
        "for _ in range(300):\n"
        "    threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "print('up', os.getpid(), flush=True)\n"
        "time.sleep(0.3)\n"
        "os.kill(os.getpid(), signal.SIGXCPU)\n"
        "open(sys.argv[1], 'w').write('it goes on')\n"
        "time.sleep(30)\n"
    )
    result = tmp_path / "result"
    run = begin(sys.executable, "-c", script, str(result), options=("--detach-on-death",))
    before = run.helpers()
    assert becomes(lambda: state_of(run.program) == "t" and run.helpers() > before)
    pids = run.helpers()
    run.kill()
    assert becomes(lambda: all(map(is_over, pids)), 5)
    assert becomes(lambda: is_over(run.program))
    assert not result.exists()


def test_a_program_stopped_by_the_user_stays_stopped_but_is_not_held(
    begin: Callable[..., Run],
) -> None:
    run = begin(sys.executable, "-c", SLEEPS, options=("--detach-on-death",))
    pids = run.helpers()
    os.kill(run.program, signal.SIGSTOP)
    assert becomes(lambda: state_of(run.program) in "tT")
    run.kill()
    assert becomes(lambda: all(map(is_over, pids)), 5)
    os.kill(run.program, signal.SIGCONT)
    assert becomes(lambda: state_of(run.program) == "S")
    assert procfs.tracer_of(run.program) == 0


@needs.program("timeout")
def test_timeout_with_sigkill_leaves_nothing(begin: Callable[..., Run], tmp_path: Path) -> None:
    done = subprocess.run(
        ["timeout", "-s", "KILL", "2", *ATFAULT, "run", "--", sys.executable, "-c", SLEEPS],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=20,
    )
    program = int(done.stdout.split()[1])
    assert becomes(lambda: is_over(program), 5)
