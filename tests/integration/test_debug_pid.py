"""`atfault debug --pid` and attach by processId, with programs that run already: what they do while
they are debugged, and that they are afterwards as before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, Refused, places
from support.interpreters import Interpreter, all_interpreters
from support.run_command import SOURCE

pytestmark = [pytest.mark.slow, needs.program("gdb")]
HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = os.path.join(HERE, "debugged_program.c")
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE}
PROGRAM = """\
import ctypes, os, signal, sys, threading, time
lib = ctypes.PyDLL(sys.argv[1])
lib.total.restype = ctypes.c_double
stop = sys.argv[2]
told = []
signal.signal(signal.SIGUSR1, lambda *args: told.append("told"))
def turn(number):
    twice = number * 2
    return twice + 1
def count():
    number = 0
    while not os.path.exists(stop):
        number = turn(number) % 1000
def pauses():
    while not os.path.exists(stop):
        turn(3)
        lib.total(3)
        time.sleep(0.02)
def joins():
    thread = threading.Thread(target=count)
    thread.start()
    thread.join()
    time.sleep(0.5)  # the system's thread ends after Python's
def keeps():
    lib.wait_for(12000)
def crashes():
    pauses()
    lib.poke(ctypes.c_void_p(16))
print("begun", flush=True)
globals()[sys.argv[3]]()
print("traced", sys.gettrace(), threading._trace_hook, len(os.listdir("/proc/self/task")), *told)
sys.exit(7)
"""


@pytest.fixture(autouse=True)
def registers_are_written() -> None:
    needs.gdb_that_writes_registers()


AS_BEFORE = "traced None None 1\n"


def line(text: str) -> int:
    return next(at for at, one in enumerate(PROGRAM.splitlines(), 1) if text in one)


TWICE = line("return twice")


class Running:
    """A program that runs, and its files."""

    def __init__(self, folder: Path, library: str, what: str, python: str) -> None:
        self.own = 2 if what == "joins" else 1
        self.path, self.stop = folder / "program.py", folder / "stop"
        self.path.write_text(PROGRAM)
        self.process = subprocess.Popen(
            [python, str(self.path), library, str(self.stop), what],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "begun\n"

    @property
    def pid(self) -> int:
        return self.process.pid

    def threads(self) -> list[str]:
        """The states of its threads, as /proc has them."""
        found = []
        for tid in os.listdir(f"/proc/{self.pid}/task"):
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                text = Path(f"/proc/{self.pid}/task/{tid}/status").read_text()
                state, tracer = (text.partition(one)[2][0] for one in ("State:\t", "TracerPid:\t"))
                found.append(state + tracer)
        return found

    def is_alone(self) -> None:
        """Within some time it is: no threads but its own, none stopped, none traced."""
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            found = self.threads()
            if len(found) == self.own and all(one in ("S0", "R0", "D0") for one in found):
                return
            time.sleep(0.1)
        raise AssertionError(found)

    def goes_on(self) -> None:
        """Within some time no thread of it is stopped or traced."""
        deadline = time.monotonic() + 60
        while (found := set(self.threads())) - {"S0", "R0", "D0"}:
            assert time.monotonic() < deadline, found
            time.sleep(0.1)

    def end(self) -> str:
        """Tell it to end as it would; what it has printed."""
        self.stop.write_text("")
        out: str = self.process.communicate(timeout=60)[0]
        return out


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("debug") / "libdebugged.so"
    return compile_once(NATIVE, str(made), "-g", "-O0", "-fPIC", "-shared")


@pytest.fixture
def run(tmp_path: Path, library: str) -> Iterator[Callable[..., Running]]:
    begun: list[Running] = []

    def run(what: str, python: str = sys.executable) -> Running:
        begun.append(Running(tmp_path, library, what, python))
        return begun[-1]

    yield run
    for one in begun:
        one.process.kill()
        one.process.wait()


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    with Editor(folder=tmp_path, environment=ENVIRONMENT) as one:
        yield one


def join(editor: Editor, program: Running, breakpoints: dict[Any, int]) -> None:
    editor.ask("initialize", adapterID="atfault", linesStartAt1=True, pathFormat="path")
    attached = editor.send("attach", processId=program.pid)
    try:
        editor.event("initialized", 90)
    except Exception:
        editor.answer(attached, 1)
        raise
    for path, number in breakpoints.items():
        wanted = [{"line": number}]
        editor.ask("setBreakpoints", source={"path": os.fspath(path)}, breakpoints=wanted)
    editor.ask("setExceptionBreakpoints", filters=["uncaught"])
    editor.ask("configurationDone")
    editor.answer(attached)


def native_line(text: str) -> int:
    with open(NATIVE, encoding="utf-8") as file:
        return next(at for at, one in enumerate(file, 1) if text in one)


def leave(editor: Editor) -> None:
    editor.ask("disconnect")
    assert editor.process.wait(20) == 0


def some_interpreters() -> list[object]:
    """One that is traced by sys.settrace, and one by sys.monitoring; all with ATFAULT_WHOLE_ZOO."""
    here = [one for one in all_interpreters() if one.sysroot is None and not one.free_threaded]
    if "ATFAULT_WHOLE_ZOO" not in os.environ:
        here = [one for one in here if one.minor in (8, 13)]
        here = list({one.minor: one for one in here}.values())
    return [pytest.param(one, id=one.name) for one in here]


@pytest.mark.parametrize("interpreter", some_interpreters())
@pytest.mark.parametrize("what", ["pauses", "count", "joins"])
def test_a_program_that_runs_is_debugged_on_both_sides_and_let_go_as_it_was(
    what: str, interpreter: Interpreter, run: Callable[..., Running], editor: Editor
) -> None:
    program = run(what, interpreter.argv_prefix[0])
    join(editor, program, {program.path: TWICE})
    for _ in range(2):
        stopped = editor.event("stopped")
        frames = editor.stack(stopped)
        assert places(frames)[0] == f"turn program.py:{TWICE}"
        values = editor.locals(frames[0])
        assert int(values["twice"]) == 2 * int(values["number"])
        editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    if what == "pauses":
        editor.ask("setBreakpoints", source={"path": str(program.path)}, breakpoints=[])
        wanted = [{"line": native_line("double found = weigh")}]
        editor.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=wanted)
        editor.ask("continue", threadId=stopped["threadId"])
        frames = editor.stack(editor.event("stopped"))
        assert [one.split()[0] for one in places(frames)] == ["total", "pauses", "<module>"]
        assert editor.locals(frames[0])["row"] == "3"
        assert "stop" not in editor.locals(frames[1])
    leave(editor)
    program.is_alone()
    os.kill(program.pid, signal.SIGUSR1)
    time.sleep(0.2)
    assert program.end() == AS_BEFORE.replace("\n", " told\n")
    assert program.process.returncode == 7


@pytest.mark.parametrize("side", ["python", "native", "running"])
def test_a_program_goes_on_as_it_was_where_the_adapter_is_killed(
    side: str, run: Callable[..., Running], editor: Editor
) -> None:
    program = run("pauses")
    wanted: dict[str, dict[Any, int]] = {
        "python": {program.path: TWICE},
        "native": {NATIVE: native_line("double found =")},
        "running": {},
    }
    join(editor, program, wanted[side])
    if side == "running":
        unreached = [{"line": native_line("int found = callable")}]
        editor.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=unreached)
    else:
        editor.event("stopped")
    editor.process.kill()
    editor.process.wait()
    program.is_alone()
    assert program.end() == AS_BEFORE
    assert program.process.returncode == 7


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_in_a_program_where_all_of_our_group_is_ended_while_it_is_joined(
    number: int, run: Callable[..., Running], tmp_path: Path
) -> None:
    program = run("pauses")
    command = [sys.executable, "-m", "atfault", "debug", "--stdio"]
    for moment in range(1, 8):
        adapter = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=tmp_path,
            env=ENVIRONMENT,
            start_new_session=True,
        )
        editor = Editor.of(adapter)
        editor.ask("initialize", adapterID="atfault")
        editor.send("attach", processId=program.pid)
        time.sleep(moment * 0.2)
        os.killpg(adapter.pid, number)
        adapter.wait(30)
        program.goes_on()
    program.is_alone()
    assert program.end() == AS_BEFORE
    assert program.process.returncode == 7


def test_a_program_goes_on_where_the_client_goes_away_and_can_be_joined_again(
    run: Callable[..., Running], tmp_path: Path
) -> None:
    program = run("pauses")
    for _ in range(2):
        with Editor(folder=tmp_path, environment=ENVIRONMENT) as editor:
            join(editor, program, {program.path: TWICE})
            editor.event("stopped")
            assert editor.process.stdin is not None
            editor.process.stdin.close()
            assert editor.process.wait(30) == 0
        program.is_alone()
    assert program.end() == AS_BEFORE
    assert program.process.returncode == 7


def test_a_crash_of_a_program_that_was_joined_stops_with_its_cause(
    run: Callable[..., Running], editor: Editor
) -> None:
    program = run("crashes")
    join(editor, program, {})
    program.stop.write_text("")
    stopped = editor.event("stopped")
    assert "null-dereference (certain)" in stopped["text"]
    editor.ask("continue", threadId=stopped["threadId"])
    assert editor.event("exited")["exitCode"] == 139
    assert program.process.wait(20) == -signal.SIGSEGV


@pytest.mark.parametrize("how", ["terminate", "disconnect"])
def test_a_program_that_was_joined_ends_where_the_client_wants_it(
    how: str, run: Callable[..., Running], editor: Editor
) -> None:
    program = run("pauses")
    join(editor, program, {})
    if how == "terminate":
        editor.ask("terminate")
        editor.event("terminated")
    else:
        editor.ask("disconnect", terminateDebuggee=True)
    assert program.process.wait(20) == -signal.SIGKILL


def test_native_code_that_keeps_the_gil_is_told_and_left_alone(
    run: Callable[..., Running], editor: Editor
) -> None:
    program = run("keeps")
    editor.ask("initialize", adapterID="atfault")
    with pytest.raises(Refused, match=f"keeps:{line('lib.wait_for')} keeps the GIL"):
        editor.ask("attach", processId=program.pid)
    editor.event("terminated")
    leave(editor)
    program.is_alone()
    assert program.end() == AS_BEFORE


@pytest.mark.parametrize(
    ("pid", "why"),
    [
        (0, "names nothing to run"),
        ("x", "number of a process"),
        (4194303, "no process 4194303"),
        (-1, "number of a process"),
    ],
)
def test_what_is_no_process_is_refused(pid: Any, why: str, editor: Editor) -> None:
    editor.ask("initialize", adapterID="atfault")
    with pytest.raises(Refused, match=why):
        editor.ask("attach", processId=pid)


def test_other_programs_and_other_users_are_refused_before_an_editor_is_waited_for() -> None:
    users = [None] if os.geteuid() else [None, 65534]
    for user in users:
        with subprocess.Popen(["sleep", "60"], user=user) as process:
            done = subprocess.run(
                [sys.executable, "-m", "atfault", "debug", "--pid", str(process.pid)],
                capture_output=True,
                text=True,
                env=ENVIRONMENT,
                timeout=30,
            )
            process.kill()
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1 and "waiting" not in done.stderr
        assert ("user" if user else "no Python") in done.stderr
