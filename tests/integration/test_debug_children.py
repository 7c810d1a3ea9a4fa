"""Children of a program that `atfault debug` runs: each a session of its own, in real processes."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, Refused, places
from support.interpreters import Interpreter, all_interpreters
from support.run_command import SOURCE

pytestmark = [pytest.mark.slow, needs.program("gdb")]
ENVIRONMENT = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST_")}
ENVIRONMENT["PYTHONPATH"] = SOURCE
NATIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "debugged_program.c")
PROGRAM = """\
import multiprocessing, os, subprocess, sys, time
if "NATIVE" in os.environ:
    import ctypes
    lib = ctypes.PyDLL(os.environ["NATIVE"])
    lib.total.restype = ctypes.c_double
def work(value, worker_id=0):
    if "NATIVE" in os.environ:
        total = lib.total(value)
        assert total == 10.0 * value
    twice = value * 2
    return twice
def begun(method):
    with multiprocessing.get_context(method).Pool(1) as workers:
        print("pool", workers.map(work, [1, 2]))
def process():
    one = multiprocessing.get_context("fork").Process(target=work, args=(4, 3), name="loader")
    one.start()
    one.join()
    print("process", one.exitcode)
def fork():
    child = os.fork()
    if not child:
        os._exit(work(11))
    print("child", os.WEXITSTATUS(os.waitpid(child, 0)[1]))
def run():
    command = [sys.executable, __file__, "work"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "RANK": "1",
        "WORLD_SIZE": "2"})
    print("run", done.returncode, repr(done.stdout), repr(done.stderr))
def grand():
    done = subprocess.run([sys.executable, __file__, "fork"], capture_output=True, text=True)
    print("grand", done.returncode, repr(done.stdout), repr(done.stderr))
def dies():
    print(subprocess.run(["sh", "-c", "exit 3"]).returncode)
    print(subprocess.run([sys.executable, "-c", "import os; os.abort()"]).returncode)
def waits():
    multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,)).start()
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print("waits", flush=True)
    work(5)
    time.sleep(600)
if __name__ == "__main__":
    for what in sys.argv[1:]:
        name, _, argument = what.partition(":")
        globals()[name](*[argument] if argument else [21] if name == "work" else [])
"""
SUM = 1 + Path(NATIVE).read_text().splitlines().index("    return sum;")
TWICE = 1 + PROGRAM.splitlines().index("    return twice")


def some_interpreters() -> list[object]:
    """One that is traced by sys.settrace, and one by sys.monitoring; all with ATFAULT_WHOLE_ZOO."""
    here = [one for one in all_interpreters() if one.sysroot is None and not one.free_threaded]
    if "ATFAULT_WHOLE_ZOO" not in os.environ:
        here = [one for one in here if one.minor in (8, 13)]
        here = list({one.minor: one for one in here}.values())
    return [pytest.param(one, id=one.name) for one in here]


class Debugged:
    """The program's session, and those of its children as they come."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.program = folder / "program.py"
        self.program.write_text(PROGRAM)
        self._folder, self._stack = folder, stack
        self.parent = self._session()

    def _session(self) -> Editor:
        one = Editor(folder=self._folder, environment=ENVIRONMENT)
        one.hello = {"supportsStartDebuggingRequest": True}
        return self._stack.enter_context(one)

    def begin(self, *what: str, **more: Any) -> None:
        more.setdefault("python", sys.executable)
        more.setdefault("subProcess", True)
        self.parent.begin(program=str(self.program), args=list(what), type="atfault", **more)

    def child(
        self, *lines: int, native: Sequence[int] = (), source: str = NATIVE
    ) -> tuple[Editor, dict[str, Any]]:
        """The next one's session, begun, and its configuration. native: lines of `source`."""
        told = self.parent.wanted.get(timeout=60)
        one = self._session()
        wanted = {self.program: lines, source: native}
        one.begin(breakpoints={path: wanted[path] for path in wanted if wanted[path]}, **told)
        return one, told

    def finish(self) -> str:
        self.parent.event("exited")
        return self.parent.output


@pytest.fixture
def debugged(tmp_path: Path) -> Iterator[Debugged]:
    with ExitStack() as stack:
        yield Debugged(tmp_path, stack)


def stops(child: Editor, value: int) -> dict[str, Any]:
    stopped = child.event("stopped")
    frames = child.stack(stopped)
    assert places(frames)[0] == f"work program.py:{TWICE}"
    assert child.locals(frames[0])["twice"] == str(2 * value)
    return stopped


def goes_on(child: Editor, stopped: dict[str, Any]) -> None:
    child.ask("continue", threadId=stopped["threadId"])


@pytest.mark.parametrize("interpreter", some_interpreters())
@pytest.mark.parametrize(
    ("what", "name", "value", "said"),
    [
        ("fork", "process", 11, "child 22\n"),
        ("process", "loader, worker_id 3", 4, "process 0\n"),
        ("run", "rank 1", 21, "run 0 '' ''\n"),
    ],
)
def test_a_child_is_a_session_of_its_own_with_its_name(
    what: str, name: str, value: int, said: str, interpreter: Interpreter, debugged: Debugged
) -> None:
    debugged.begin(what, python=interpreter.argv_prefix[0])
    child, told = debugged.child(TWICE)
    assert told["request"] == "attach" and told["type"] == "atfault"
    assert told["name"] == f"program.py: {name} ({told['subProcessId']})"
    goes_on(child, stops(child, value))
    child.event("terminated")
    assert debugged.finish() == said


@pytest.mark.parametrize("interpreter", some_interpreters())
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_of_a_pool_stop_however_they_are_begun(
    method: str, interpreter: Interpreter, debugged: Debugged
) -> None:
    debugged.begin(f"begun:{method}", python=interpreter.argv_prefix[0])
    stopped: list[int] = []
    while len(stopped) < 2:
        child, told = debugged.child(TWICE)
        if "fork server" in told["name"]:
            continue
        for value in (1, 2):
            goes_on(child, stops(child, value))
            stopped.append(value)
    assert debugged.finish() == "pool [2, 4]\n"


def test_a_worker_of_pytest_stops_in_a_test_and_what_a_test_starts_has_its_name(
    debugged: Debugged,
) -> None:
    test = debugged.program.with_name("test_it.py")
    test.write_text("import program\ndef test_it():\n    program.fork()\n")
    args = ["-q", "-n", "1", "-p", "no:cacheprovider", str(test)]
    told = {"request": "launch", "type": "atfault", "cwd": str(test.parent), "subProcess": True}
    debugged.parent.begin(module="pytest", args=args, python=sys.executable, **told)
    worker, told = debugged.child()
    assert told["name"].startswith("pytest: gw0 (")
    child, told = debugged.child(TWICE)
    assert told["name"].startswith("pytest: gw0, test_it.py::test_it (")
    goes_on(child, stops(child, 11))
    assert "1 passed" in debugged.finish()
    worker.event("terminated")


def test_a_grandchild_is_followed(debugged: Debugged) -> None:
    debugged.begin("grand")
    child, _ = debugged.child()
    grandchild, _ = debugged.child(TWICE)
    goes_on(grandchild, stops(grandchild, 11))
    assert debugged.finish() == "grand 0 'child 22\\n' ''\n"
    child.event("terminated")


def test_steps_and_expressions_are_the_childs(debugged: Debugged) -> None:
    debugged.begin("fork")
    child, _ = debugged.child(TWICE - 1)
    stopped = child.event("stopped")
    child.ask("next", threadId=stopped["threadId"])
    stopped = stops(child, 11)
    number = child.stack(stopped)[0]["id"]
    assert child.ask("evaluate", expression="twice + 1", frameId=number)["result"] == "23"
    child.ask("setVariable", variablesReference=reference(child, number), name="twice", value="7")
    goes_on(child, stopped)
    assert debugged.finish() == "child 7\n"


def reference(child: Editor, frame: int) -> int:
    return int(child.ask("scopes", frameId=frame)["scopes"][0]["variablesReference"])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("children") / "libdebugged.so"
    return compile_once(NATIVE, str(made), "-g", "-O0", "-fPIC", "-shared")


@pytest.mark.parametrize("interpreter", some_interpreters())
@pytest.mark.parametrize("what", ["fork", "process", "run"])
def test_native_code_of_a_child_is_stopped_at_with_the_merged_stack(
    what: str, interpreter: Interpreter, library: str, debugged: Debugged
) -> None:
    value = {"fork": 11, "process": 4, "run": 21}[what]
    debugged.begin(what, env={"NATIVE": library}, python=interpreter.argv_prefix[0])
    child, told = debugged.child(TWICE, native=[SUM])
    stopped = child.event("stopped")
    assert stopped["reason"] == "breakpoint"
    frames = child.stack(stopped)
    shown = places(frames)
    assert shown[0] == f"weigh debugged_program.c:{SUM}" and shown[1].startswith("total debugged")
    assert shown[2] == f"work program.py:{TWICE - 3}"
    assert child.locals(frames[0])["sum"] == str(10 * value)
    assert child.locals(frames[2])["value"] == str(value)
    child.ask("stepOut", threadId=stopped["threadId"])
    stopped = child.event("stopped")
    assert places(child.stack(stopped))[0].startswith("total debugged_program.c")
    child.ask("stepOut", threadId=stopped["threadId"])
    stopped = child.event("stopped")
    assert places(child.stack(stopped))[0].startswith("work program.py")
    goes_on(child, stopped)
    goes_on(child, stops(child, value))
    child.event("terminated")
    assert tracer(told["subProcessId"]) == 0
    assert "Error" not in debugged.finish()


def at_python(debugged: Debugged, library: str, what: str = "fork") -> tuple[Editor, Any, int]:
    """A child's session without gdb, where a line of Python calls `total`; its stop and pid."""
    debugged.begin(what, env={"NATIVE": library})
    child, told = debugged.child(TWICE - 3)
    stopped = child.event("stopped")
    assert places(child.stack(stopped))[0] == f"work program.py:{TWICE - 3}"
    assert tracer(told["subProcessId"]) == 0
    return child, stopped, told["subProcessId"]


def test_gdb_comes_into_a_child_once_there_is_something_to_do_for_it(
    library: str, debugged: Debugged
) -> None:
    child, stopped, pid = at_python(debugged, library)
    child.ask("stepIn", threadId=stopped["threadId"])
    stopped = child.event("stopped")
    frames = child.stack(stopped)
    assert places(frames)[0].startswith("total debugged_program.c")
    assert tracer(pid)
    told = child.ask("evaluate", expression="-exec print row", context="repl", frameId=0)
    assert told["result"].split()[-1] == "11"
    pc = frames[0]["instructionPointerReference"]
    told = child.ask("disassemble", memoryReference=pc, instructionCount=2)["instructions"]
    assert told[0]["symbol"] == "total"
    told = child.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=[{"line": SUM}])
    assert told["breakpoints"][0]["verified"]
    goes_on(child, stopped)
    stopped = child.event("stopped")
    assert places(child.stack(stopped))[0] == f"weigh debugged_program.c:{SUM}"
    child.ask("disconnect")  # in the middle of native code
    assert debugged.finish() == "child 22\n"


def test_a_child_that_crashes_where_gdb_is_in_it_stops_with_the_cause(
    library: str, debugged: Debugged
) -> None:
    debugged.program.write_text(PROGRAM.replace("total = lib.total(value)", "lib.poke(None)"))
    child, stopped, pid = at_python(debugged, library)
    child.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=[{"line": SUM}])
    assert tracer(pid)
    goes_on(child, stopped)
    stopped = child.event("stopped")
    assert stopped["reason"] == "exception"
    assert stopped["text"].startswith("null-dereference (certain)")
    assert any(one.startswith("work program.py") for one in places(child.stack(stopped)))
    goes_on(child, stopped)
    assert child.event("exited")["exitCode"] == 128 + signal.SIGSEGV


def test_what_gdb_watches_in_a_child_is_told(library: str, debugged: Debugged) -> None:
    debugged.begin("fork", env={"NATIVE": library})
    child, _ = debugged.child(native=[SUM - 2])
    stopped = child.event("stopped")
    scope = reference(child, child.stack(stopped)[0]["id"])
    child.children(scope)
    told = child.ask("dataBreakpointInfo", variablesReference=scope, name="sum")
    wanted = [{"dataId": told["dataId"], "accessType": "write"}]
    assert child.ask("setDataBreakpoints", breakpoints=wanted)["breakpoints"][0]["verified"]
    child.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=[])
    goes_on(child, stopped)
    assert child.event("stopped")["reason"] == "data breakpoint"
    child.ask("setDataBreakpoints", breakpoints=[])
    child.ask("disconnect")
    assert debugged.finish() == "child 22\n"


def test_native_code_of_workers_that_were_forked_and_spawned_is_stopped_at(
    library: str, debugged: Debugged
) -> None:
    debugged.begin("begun:fork", "begun:spawn", env={"NATIVE": library})
    for _ in range(2):
        child, _ = debugged.child(native=[SUM])
        for value in (1, 2):
            stopped = child.event("stopped")
            frames = child.stack(stopped)
            assert places(frames)[0] == f"weigh debugged_program.c:{SUM}"
            assert child.locals(frames[0])["row"] == str(value)
            goes_on(child, stopped)
    assert debugged.finish() == "pool [2, 4]\n" * 2


def tracer(pid: int) -> int:
    """The process that traces one; 0 for none."""
    with suppress(OSError):
        text = Path(f"/proc/{pid}/status").read_text()
        return int(text.partition("TracerPid:")[2].split()[0])
    return 0


@pytest.mark.parametrize("how", ["unasked", "unable", "refused", "left"])
def test_a_child_that_nobody_has_goes_on_as_without_us(how: str, debugged: Debugged) -> None:
    if how == "unable":
        debugged.parent.hello = {}
    lines = {debugged.program: [TWICE]}
    debugged.begin("fork", "run", subProcess=how != "unasked", breakpoints=lines)
    for _ in range(2 if how in ("refused", "left") else 0):
        if how == "left":
            child, _ = debugged.child(TWICE)
            child.event("stopped")
            child.ask("disconnect")
        else:
            told = debugged.parent.wanted.get(timeout=60)
            with Editor(folder=debugged.program.parent, environment=ENVIRONMENT) as one:
                one.ask("initialize", adapterID="atfault")
                one.send("attach", **told)
                one.event("initialized")
                one.process.kill()
                one.process.wait()
    output = debugged.finish()
    assert output.endswith("child 22\nrun 0 '' ''\n")
    assert ("not followed" in output) == (how == "unable")


def test_a_child_that_ends_by_itself_ends_its_session(debugged: Debugged) -> None:
    debugged.begin("dies")
    child, _ = debugged.child()
    child.event("terminated")
    assert debugged.finish() == "3\n-6\n"


@pytest.mark.parametrize("how", ["disconnect", "terminate", "kill", "let go"])
def test_no_child_is_left_stopped_and_none_at_all_where_the_program_is_ended(
    how: str, debugged: Debugged
) -> None:
    debugged.begin("waits", breakpoints={debugged.program: [TWICE]})
    pids = [debugged.child()[1]["subProcessId"] for _ in range(2)]
    debugged.parent.event("stopped")
    told = next(one["body"] for one in debugged.parent.seen if one["event"] == "process")
    if how in ("kill", "terminate"):
        if how == "terminate":
            debugged.parent.ask("terminate")
        debugged.parent.process.kill()  # dape does so behind that answer
    else:
        debugged.parent.ask("disconnect", terminateDebuggee=how == "disconnect")
    try:
        deadline = time.monotonic() + 30
        is_ended = how in ("disconnect", "terminate")
        while is_ended and any(map(is_there, pids)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert [is_there(pid) for pid in pids] == [not is_ended] * 2
    finally:
        for pid in (*pids, *([told["systemProcessId"]] if how == "let go" else [])):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def is_there(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize("where", ["socket", "port"])
def test_children_come_in_where_their_parent_did(where: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    door = str(tmp_path / "a.sock") if where == "socket" else "0"
    token = "" if where == "socket" else "a-token-of-16-or-more"
    options = ["--python", sys.executable, "--listen", door, "--follow", str(program), "fork"]
    with subprocess.Popen(
        [sys.executable, "-m", "atfault", "debug", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "ATFAULT_DEBUG_TOKEN": token} if token else ENVIRONMENT,
    ) as process:
        assert process.stderr is not None and process.stdout is not None
        waiting = process.stderr.readline()

        def session() -> Editor:
            if where == "socket":
                one = socket.socket(socket.AF_UNIX)
                one.connect(door)
            else:
                found = re.search(r"127.0.0.1:(\d+)", waiting)
                assert found is not None, waiting
                one = socket.create_connection(("127.0.0.1", int(found[1])))
            editor = Editor.over(one.makefile("rwb"), process)
            editor.hello = {"supportsStartDebuggingRequest": True}
            return editor

        editor = session()
        editor.begin(request="attach", type="atfault", **({"token": token} if token else {}))
        told = editor.wanted.get(timeout=60)
        stranger = session()
        stranger.ask("initialize", adapterID="atfault")
        with pytest.raises(Refused, match="no such child"):
            stranger.ask("attach", **{**told, "subProcessId": 1})
        child = session()
        child.begin(breakpoints={program: [TWICE]}, **told)
        goes_on(child, stops(child, 11))
        child.event("terminated")
        editor.event("exited")
        editor.ask("disconnect")
        assert process.stdout.read() == "child 22\n"
        assert process.wait(30) == 0
