"""What a process on its way out has done, and whether its program was ending it."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.decode import last_moments
from atfault.decode.last_moments import is_sending, killer_or_leader, last_moment
from atfault.errors import MemoryFault
from atfault.model.process import Registers
from atfault.model.start import LastMoment
from atfault.model.state import PythonInfo
from atfault.model.waits import Place

PID, TID = 4711, 4712
KILL, TKILL, EXIT_GROUP, TGKILL, READ = 62, 200, 231, 234, 0
KILLED, EXITED, CRASHED = 9, 3 << 8, 11


@pytest.fixture(autouse=True)
def no_such_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_moments.procfs, "innermost_pid", lambda pid: pid)
    monkeypatch.setattr(last_moments.procfs, "read", lambda path, limit=0: b"")


def act(tid: int, code: int, call: int | None, *arguments: int) -> str | None:
    registers = Registers((0,) * 17, 0, call, (*arguments, 0, 0, 0, 0, 0, 0)[:6])
    return killer_or_leader(PID, tid, code, X86_64, registers)


def test_the_thread_that_called_exit_did_it() -> None:
    assert act(PID, EXITED, EXIT_GROUP, 3) == "exit"
    assert act(TID, EXITED, EXIT_GROUP, 3) == "exit"
    assert act(PID, EXITED, READ) is None, "it was ended by another thread's exit"


@pytest.mark.parametrize(
    "call", [(KILL, PID, 9), (TGKILL, PID, TID, 9), (TKILL, TID, 9), (KILL, PID | 7 << 32, 9)]
)
def test_a_process_that_killed_itself_did_it(call: tuple[int, ...]) -> None:
    assert act(TID, KILLED, *call) == "kill"


@pytest.mark.parametrize("call", [(KILL, 99, 9), (KILL, PID, 15), (TGKILL, PID, TID, 10), (READ,)])
def test_other_calls_are_none_of_it(call: tuple[int, ...]) -> None:
    assert act(TID, KILLED, *call) is None
    assert act(PID, KILLED, *call) == "", "of the others, the main thread is of interest"


def test_its_pid_may_be_another_in_its_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_moments.procfs, "innermost_pid", lambda pid: 7)
    assert act(PID, KILLED, KILL, 7, 9) == "kill"
    assert act(PID, KILLED, KILL, PID, 9) == ""


@pytest.mark.parametrize(
    ("mode", "call", "expected"),
    [(1, 9, "refused"), (3, 9, "refused"), (0, 9, ""), (2, 9, ""), (1, READ, ""), (1, None, "")],
)
def test_strict_seccomp_answers_most_calls_by_sigkill(
    monkeypatch: pytest.MonkeyPatch, mode: int, call: int | None, expected: str
) -> None:
    monkeypatch.setattr(last_moments.procfs, "seccomp_mode", lambda pid: mode)
    assert act(PID, KILLED, call) == expected


def test_a_crash_has_been_looked_at_before() -> None:
    assert act(PID, CRASHED, None) is None


@pytest.mark.parametrize(
    ("hard", "ticks", "expected"),
    [
        ("5", 500, "cpu-limit"),
        ("5", 460, "cpu-limit"),
        ("5", 400, ""),
        ("unlimited", 9999, ""),
    ],
)
def test_the_hard_limit_of_cpu_time_is_seen(
    monkeypatch: pytest.MonkeyPatch, hard: str, ticks: int, expected: str
) -> None:
    files = {
        "limits": f"Limit  Soft Limit\nMax cpu time              2         {hard}     seconds\n",
        "stat": f"4711 (a (b) S 1) R {' 1' * 10} {ticks - 5} 5 0 0",
    }
    monkeypatch.setattr(last_moments.os, "sysconf", lambda name: 100)
    monkeypatch.setattr(
        last_moments.procfs, "read", lambda path, limit=0: files[path.rpartition("/")[2]].encode()
    )
    assert act(PID, KILLED, None) == expected


OWN = Place("job.py", 3, "work", mine=True)


def test_memory_that_goes_away_meanwhile_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([9000, 9000, 9000, 12, 0, 0, 9000])

    def resident(pid: int) -> int | None:
        return next(sizes)

    def fails() -> tuple[Place, ...]:
        raise MemoryFault(1, 8)

    monkeypatch.setattr(last_moments, "_resident", resident)
    assert last_moment(PID, PID, "", lambda: (OWN,)).places == (OWN,)
    assert last_moment(PID, PID, "", lambda: (OWN,)).places == ()
    assert last_moment(PID, PID, "", lambda: (OWN,)).places == ()
    assert last_moment(PID, PID, "", fails).places == ()


def test_lines_from_before_the_fork_are_not_the_childs() -> None:
    inner = Place("/usr/lib/python3.12/subprocess.py", 9, "run", mine=False)
    born = Place("/usr/lib/python3.12/multiprocessing/process.py", 314, "_bootstrap", mine=False)
    parents = Place("main.py", 40, "main", mine=True)
    assert LastMoment(PID, "", (inner, OWN, born, parents)).own == (OWN,)
    assert LastMoment(PID, "", (born, parents)).own == ()


LIB = "/usr/lib/python3.12/subprocess.py"


class Codes(dict[int, Any]):
    def names_used(self, code: Any) -> list[str]:
        names: list[str] = code.names
        return names


def program(*stacks: list[tuple[str, str, list[str]]]) -> Any:
    """A runtime whose threads have these (file, function, names) on their stacks."""
    codes, chains, at = Codes(), [], 0
    for stack in stacks:
        frames = []
        for file, name, names in stack:
            at += 1
            codes[at] = SimpleNamespace(info=SimpleNamespace(name=name, filename=file), names=names)
            frames.append(SimpleNamespace(code=at))
        chains.append(SimpleNamespace(frames=frames))
    walker = SimpleNamespace(chain=lambda tstate, is_stopped: chains[tstate])
    return SimpleNamespace(codes=codes, walker=walker)


RUN = (LIB, "run", ["Popen", "communicate", "kill", "wait"])
CALL = (LIB, "call", ["Popen", "wait", "kill"])
WAIT = (LIB, "wait", ["_wait"])
MAIN = ("main.py", "main", ["subprocess", "run"])


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        ([(LIB, "_communicate", []), (LIB, "communicate", []), RUN, MAIN], False),
        ([(LIB, "send_signal", []), (LIB, "kill", []), RUN, MAIN], True),
        ([WAIT, RUN, MAIN], True),
        ([WAIT, (LIB, "__exit__", []), RUN, MAIN], True),
        ([WAIT, CALL, MAIN], False),
        ([WAIT, (LIB, "__exit__", []), CALL, MAIN], True),
        ([("main.py", "stop", ["process", "kill"]), MAIN], True),
        ([("main.py", "stop", ["process", "wait"]), MAIN], False),
    ],
)
def test_a_program_that_ends_a_process_has_a_sender_on_its_stack(
    stack: list[tuple[str, str, list[str]]], expected: bool
) -> None:
    assert is_sending(program(stack), [0]) is expected
    assert is_sending(program([MAIN], stack), [0, 1]) is expected


INFO = PythonInfo((3, 12, 1), "3.12.1", prefix="/usr", stdlib="/usr/lib/python3.12")
POOL = "/usr/lib/python3.12/site-packages/pool.py"


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        ((POOL, "kill_workers", ["join"]), True),
        ((POOL, "_kill_process_tree", []), True),
        ((POOL, "stop", ["kill"]), True),
        ((POOL, "watch_skills", ["wait", "killed"]), False),
        (("/home/ada/main.py", "main", ["kill", "pool"]), False),
        (("/home/ada/main.py", "kill_all", []), False),
    ],
)
def test_workers_of_a_pool_are_ended_by_the_library_that_made_them(
    frame: tuple[str, str, list[str]], expected: bool
) -> None:
    assert is_sending(program([MAIN, frame]), [0], INFO) is expected


def test_code_that_cannot_be_read_sends_nothing() -> None:
    broken = program([MAIN])
    broken.codes[1] = None
    assert not is_sending(broken, [0])


WAIT4, WAITID, ANY, OF_PID = 61, 247, 0xFFFFFFFF, os.P_PID


@pytest.mark.parametrize(
    ("call", "arguments", "is_one"),
    [
        (WAIT4, (PID, 0), True),
        (WAIT4, (ANY, 0), True),
        (WAIT4, (0xFFFFFFFF_FFFFFFFF, 0), True),
        (WAIT4, (TID, 0), False),
        (WAITID, (os.P_ALL, 5), True),
        (WAITID, (OF_PID, PID), True),
        (WAITID, (OF_PID, TID), False),
        (WAITID, (PID, OF_PID), False),
        (READ, (PID, 0), False),
        (READ, (os.P_ALL, PID), False),
        (READ, (ANY, 0), False),
    ],
)
def test_who_waits_for_a_child_is_in_a_call_that_returns_at_its_end(
    monkeypatch: pytest.MonkeyPatch, call: int, arguments: tuple[int, int], is_one: bool
) -> None:
    """Of three threads: the others are at work, and in another call."""
    words = [str(call), *map(hex, arguments), "0x0", "0x7ffc0000", "0x7f0000"]
    calls = {"21": "running", "22": "0 0x1267 0x1267", "23": " ".join(words)}
    monkeypatch.setattr(last_moments.procfs, "threads", lambda pid: [21, 22, 23])
    monkeypatch.setattr(
        last_moments.procfs, "read", lambda path, limit=0: calls[path.split("/")[4]].encode()
    )
    assert last_moments.is_awaited(PID, 20) is is_one
    monkeypatch.setattr(last_moments.procfs, "innermost_pid", lambda pid: 7)
    assert not last_moments.is_awaited(PID, 20) or arguments[1] != PID != arguments[0]
