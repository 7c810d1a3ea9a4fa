"""Where processes are started: what the frames of the starting thread tell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from atfault.decode import plain_programs
from atfault.decode.scout import LateStarts
from atfault.decode.starts import Starts, kind_of_start
from atfault.model.absent import Absent
from atfault.model.start import Start
from atfault.model.waits import Place
from atfault.snapshot import ptrace

LIB = "/usr/lib/python3.12/"


def place(file: str, function: str = "f", line: int = 1, *, mine: bool = False) -> Place:
    return Place(file, line, function, mine=mine)


OWN = place("/home/ada/train.py", "main", 31, mine=True)


@pytest.mark.parametrize(
    ("files", "how"),
    [
        (["multiprocessing/process.py"], "multiprocessing.Process"),
        (["multiprocessing/process.py", "multiprocessing/pool.py"], "multiprocessing.Pool worker"),
        (
            ["multiprocessing/process.py", "concurrent/futures/process.py"],
            "ProcessPoolExecutor worker",
        ),
        (
            ["multiprocessing/process.py", "site-packages/torch/utils/data/dataloader.py"],
            "torch DataLoader worker",
        ),
        (["subprocess.py"], "subprocess"),
        (["subprocess.py", "asyncio/base_events.py"], "asyncio subprocess"),
        (["multiprocessing/util.py", "multiprocessing/resource_tracker.py"], "resource tracker of "
         "multiprocessing"),
        (["ptyprocess/ptyprocess.py"], ""),
        ([], "os.fork"),
    ],
)  # fmt: skip
def test_the_files_tell_what_it_is_started_as(files: list[str], how: str) -> None:
    places = tuple(place(LIB + file) for file in files)
    assert kind_of_start((*places, OWN)).name == how


def test_what_called_the_users_code_started_nothing() -> None:
    inside_a_pool = (place(LIB + "subprocess.py"), OWN, place(LIB + "multiprocessing/pool.py"))
    assert kind_of_start(inside_a_pool).name == "subprocess"
    assert kind_of_start((OWN, place(LIB + "multiprocessing/process.py"))).name == "os.fork"


def test_what_a_pool_runs_as_a_command_is_none_of_its_workers() -> None:
    asks = (place(LIB + "subprocess.py"), place(LIB + "site-packages/loky/process_executor.py"))
    assert kind_of_start((*asks, OWN)).name == "subprocess"
    worker = (place(LIB + "subprocess.py"), place(LIB + "site-packages/xdist/workermanage.py"))
    assert kind_of_start((*worker, OWN)).name == "pytest-xdist worker"


def test_what_started_the_starting_process_started_nothing_else() -> None:
    born = (
        place(LIB + "os.py", "popen"),
        place(LIB + "multiprocessing/process.py", "_bootstrap"),
        place(LIB + "concurrent/futures/process.py"),
    )
    assert kind_of_start((*born, OWN)).name == ""


def test_a_file_of_ones_own_with_such_a_name_tells_nothing() -> None:
    own = place("/home/ada/subprocess.py", mine=True)
    assert kind_of_start((own,)).name == "os.fork"


def test_a_fork_server_is_no_worker() -> None:
    server = place(LIB + "multiprocessing/forkserver.py", "ensure_running")
    worker = place(LIB + "multiprocessing/process.py", "start")
    assert kind_of_start((server, worker, OWN)).name == "fork server of multiprocessing"


class Told(Starts):
    """Whose threads are where a test says."""

    def __init__(self, places: dict[int, tuple[Place, ...]]) -> None:
        super().__init__()
        self.places = places

    def _places_of(self, pid: int, tid: int, registers: bytes) -> tuple[Place, ...]:
        return self.places.get(pid, ())

    def forked_by(self, pid: int, child: int) -> Start | None:
        start = self.start(pid, pid, b"") or self._known.get(pid)
        if start is None:
            self._waiting.setdefault(pid, []).append(child)
        else:
            self._learn(child, start)
        return self.start_of(child)


POOL = (place(LIB + "multiprocessing/process.py"), place(LIB + "multiprocessing/pool.py"))


def test_a_replaced_worker_is_of_the_line_that_made_the_pool() -> None:
    starts = Told({7: (*POOL, OWN)})
    assert starts.forked_by(7, 100).own == OWN
    starts.places[7] = POOL
    start = starts.forked_by(7, 101)
    assert start.own == OWN and start.first == OWN


def test_with_two_pools_nobody_knows_which_it_was() -> None:
    other = place("/home/ada/train.py", "test", 80, mine=True)
    starts = Told({7: (*POOL, OWN)})
    starts.forked_by(7, 100)
    starts.places[7] = (*POOL, other)
    starts.forked_by(7, 101)
    starts.places[7] = POOL
    assert starts.forked_by(7, 102).own is None


def test_what_a_shell_starts_was_started_where_the_shell_was() -> None:
    starts = Told({7: (OWN,)})
    starts.forked_by(7, 50)
    assert starts.forked_by(50, 51).own == OWN


def test_what_a_library_starts_comes_of_the_line_that_started_its_process() -> None:
    launcher = (place(LIB + "subprocess.py"), place(LIB + "site-packages/launcher.py"))
    starts = Told({7: (OWN,), 50: launcher, 51: launcher})
    starts.forked_by(7, 50)
    starts.forked_by(50, 51)
    start = starts.forked_by(51, 52)
    assert start.pid == 51 and start.own is None
    assert start.above.pid == 7 and start.above.own == OWN


def test_what_comes_of_no_line_of_the_users_has_none() -> None:
    launcher = (place(LIB + "subprocess.py"),)
    starts = Told({50: launcher, 51: launcher})
    assert starts.forked_by(50, 51).above is None
    starts.forked_by(51, 50)  # a pid that was given again: a circle
    assert starts.forked_by(50, 51).above is None


def test_births_are_heard_of_in_any_order() -> None:
    starts = Told({7: (OWN,)})
    assert starts.forked_by(51, 52) is None
    assert starts.forked_by(50, 51) is None
    assert starts.forked_by(7, 50).own == OWN
    assert starts.start_of(51).own == starts.start_of(52).own == OWN
    starts.gone(51)
    assert starts.start_of(51) is None and starts.start_of(52) is not None


SLEEPER = """
import os, sys
def inner():
    os.write(1, b"up")
    os.read(0, 1)
def outer():
    inner()
outer()
"""


@pytest.fixture
def sleeper():
    process = subprocess.Popen(
        [sys.executable, "-c", SLEEPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None and process.stdout.read(2) == b"up"
    yield process.pid
    process.kill()
    process.communicate()


def test_a_process_that_nobody_stopped_is_read_when_it_stands_still(sleeper: int) -> None:
    frames = Starts().main_thread(sleeper)
    assert not isinstance(frames, Absent), frames.reason
    assert [(frame.function, frame.line) for frame in frames] == [
        ("inner", 5),
        ("outer", 7),
        ("<module>", 8),
    ]


def test_a_stopped_thread_is_read_and_marked(sleeper: int) -> None:
    try:
        ptrace.seize(sleeper)
    except Exception as error:
        pytest.skip(f"no ptrace here: {error}")
    ptrace.interrupt(sleeper)
    os.waitpid(sleeper, ptrace.WALL)
    starts = Starts()
    registers = ptrace.general_registers(sleeper)
    start = starts.start(sleeper, sleeper, registers)
    assert start is not None and start.own is not None
    assert (start.own.function, start.own.line) in (("inner", 4), ("inner", 5))
    mark = starts.mark(sleeper, sleeper, registers)
    assert mark == starts.mark(sleeper, sleeper, registers) != ()
    assert len(mark[2]) == 2  # down to the second of the user's own


def test_a_process_that_is_gone_or_no_python_is_nothing() -> None:
    starts = Starts()
    assert isinstance(starts.main_thread(1 << 22), Absent)
    starts.forked(5, 1 << 22, 1 << 22, ptrace.general_registers, is_known=True)
    assert starts.start_of(5) is None
    assert starts.mark(1 << 22, 1 << 22, b"") == ()


@pytest.fixture
def plain_process() -> Iterator[int]:
    """A program without Python."""
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process.pid
        process.kill()


def never(tid: int) -> bytes:
    raise AssertionError("the registers of a thread without Python are of no use")


FIRST = 1 << 23
"""Beyond what a process is numbered (PID_MAX_LIMIT)."""


def test_a_program_without_python_is_asked_once_however_often_it_forks(
    plain_process: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    look = plain_programs.may_hold_python
    monkeypatch.setattr(
        plain_programs, "may_hold_python", lambda pid: looks.append(pid) or look(pid)
    )
    starts = Starts()
    for child in range(FIRST, FIRST + 1000):
        starts.forked(child, plain_process, plain_process, never, is_known=True)
        starts.gone(child)
    assert looks == [plain_process]
    starts.executed(plain_process)
    starts.forked(FIRST, plain_process, plain_process, never, is_known=True)
    assert looks == [plain_process] * 2


def test_nothing_is_kept_of_processes_that_have_gone(plain_process: int) -> None:
    starts = Starts()
    for child in range(FIRST, FIRST + 1000):
        starts.forked(child, plain_process, plain_process, never, is_known=True)
        starts.gone(child)
    starts.gone(plain_process)
    kept = [starts._known, starts._last, starts._waiting, starts._plain._pids]
    assert not any(kept)


def test_the_decoders_of_python_are_loaded_when_a_python_forks(
    plain_process: int, sleeper: int
) -> None:
    scout = LateStarts()
    scout.forked(5, plain_process, plain_process, never, is_known=True)
    scout.leaving(5, 0, b"")
    assert (scout.start_of(5), scout.last_of(5), scout.is_to_be_seen_off(5)) == (None, None, False)
    scout.gone(5)
    assert scout._starts is None
    scout.forked(6, sleeper, sleeper, lambda tid: b"", is_known=True)
    assert scout._starts is not None


def test_a_process_whose_own_birth_is_yet_to_be_told_gets_its_start_later(
    plain_process: int,
) -> None:
    scout = LateStarts()
    scout.forked(6, plain_process, plain_process, never, is_known=False)
    start = Start(7, 7, kind_of_start((OWN,)), (OWN,))
    scout.loaded()._learn(plain_process, start)
    assert scout.start_of(6) == start
