"""Random requests to `atfault debug` on a program with threads, forks and callbacks: whatever comes
in whatever order, all is answered, no frame is wrong, and nothing is left.

ATFAULT_DEBUG_SEQUENCES: how many sequences are tried (4); ATFAULT_DEBUG_SEED: the first's number.
"""

from __future__ import annotations

import os
import queue
import random
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, Refused
from support.run_command import SOURCE

pytestmark = [pytest.mark.slow, pytest.mark.chance, needs.program("gdb")]
HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = os.path.join(HERE, "debugged_program.c")
ENVIRONMENT = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST_")}
ENVIRONMENT["PYTHONPATH"] = SOURCE
PROGRAM = """\
import ctypes, os, sys, threading, time
lib = ctypes.PyDLL(sys.argv[1])
lib.total.restype = ctypes.c_double
CALLABLE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
def double(value):
    twice = value * 2
    return twice
def turn(number):
    total = lib.total(number)
    called = lib.apply(CALLABLE(double), number)
    return total + called
def worker():
    for number in range(40):
        turn(3)
        time.sleep(0.01)
def forks():
    for number in range(4):
        child = os.fork()
        if not child:
            os._exit(double(number) + (lib.total(number) != 10 * number))
        assert os.waitpid(child, 0)[1] >> 8 == 2 * number
        time.sleep(0.05)
threads = [threading.Thread(target=worker) for _ in range(2)]
for one in threads:
    one.start()
forks()
for one in threads:
    one.join()
print("sum", turn(3), flush=True)
sys.exit(7)
"""
ENDING = ("disconnect", "let go", "kill", "terminate", "closed", "killed", "none")
PYTHON_LINES = [1 + PROGRAM.splitlines().index(f"    {one}") for one in (
    "twice = value * 2", "return twice", "total = lib.total(number)", "return total + called",
)]  # fmt: skip
STEP_SECONDS, ANSWER_SECONDS = 1.0, 40.0
FUNCTIONS = {"double", "turn", "worker", "forks", "<module>", "total", "weigh", "apply", "poke"}
FUNCTIONS |= {"wait_for"}


def source_lines(path: str, names: tuple[str, ...]) -> list[int]:
    with open(path, encoding="utf-8") as file:
        return [at for at, one in enumerate(file, 1) if any(name in one for name in names)]


NATIVE_LINES = source_lines(NATIVE, ("double found = weigh", "int found = callable", "sum += grid"))


PC = "instructionPointerReference"


class Sequence:
    """One session, by chance. Raises AssertionError for what must not be."""

    def __init__(self, seed: int, folder: Path, library: str, stack: ExitStack) -> None:
        self._chance = random.Random(seed)
        self._program = folder / f"program{seed}.py"
        self._program.write_text(PROGRAM)
        self._library = library
        self._stack = stack
        self._stopped: dict[str, Any] | None = None
        self._has_ended = False
        self.done: list[str] = []
        self.editor = self._session(folder)
        self._folder = folder
        self._children: list[Editor] = []

    def _session(self, folder: Path) -> Editor:
        one = Editor(folder=folder, environment=ENVIRONMENT)
        one.hello = {"supportsStartDebuggingRequest": True}
        return self._stack.enter_context(one)

    def run(self) -> None:
        self.done.append("begin")
        self.editor.begin(
            breakpoints={self._program: [], NATIVE: []},
            program=str(self._program),
            args=[self._library],
            python=sys.executable,
            subProcess=self._chance.random() < 0.5,
        )
        told = next(one["body"] for one in self.editor.seen if one["event"] == "process")
        self.pid = int(told["systemProcessId"])
        actions = [self.breakpoints, self.go_on, self.step, self.step, self.pause, self.look]
        actions += [self.evaluate, self.wait, self.children, self.several, self.memory]
        for _ in range(self._chance.randrange(3, 14)):
            self.hear()
            if self._has_ended:
                break
            self._chance.choice(actions)()
        self.end(self._chance.choice(ENDING))

    def hear(self) -> None:
        """What has come meanwhile."""
        for one in self.editor.heard():
            if one["event"] == "stopped":
                self._stopped = one["body"]
            elif one["event"] == "continued":
                self._stopped = None
            elif one["event"] in ("terminated", "exited"):
                self._has_ended = True

    def ask(self, command: str, **arguments: Any) -> dict[str, Any] | None:
        """None where it is refused, which is an answer as well."""
        self.done.append(f"{command} {arguments}")
        try:
            number = self.editor.send(command, **arguments)
            return self.editor.answer(number, ANSWER_SECONDS)
        except Refused as error:
            self.done.append(f"  refused: {error}")
            return None

    def thread(self) -> int:
        return int((self._stopped or {}).get("threadId") or self.pid)

    def breakpoints(self) -> None:
        path, lines = self._chance.choice(
            [(str(self._program), PYTHON_LINES), (NATIVE, NATIVE_LINES)]
        )
        wanted = [{"line": one} for one in lines if self._chance.random() < 0.4]
        if wanted and self._chance.random() < 0.3:
            wanted[0]["condition"] = self._chance.choice(["1 == 1", "0 == 1", "nowhere > 2", "(("])
            wanted[-1]["hitCondition"] = self._chance.choice(["2", "% 3", "<= 2", "often"])
        elif wanted and path == NATIVE and self._chance.random() < 0.3:
            wanted[0]["logMessage"] = "here: {nowhere} {1 + 1}"
        self.ask("setBreakpoints", source={"path": path}, breakpoints=wanted)

    def memory(self) -> None:
        """What lies where a frame stands and on its stack is looked at, and watched."""
        answer = self.ask("stackTrace", threadId=self.thread())
        frames = (answer or {}).get("stackFrames", [])
        pc = next((one["instructionPointerReference"] for one in frames if PC in one), "0x1000")
        before = self._chance.randrange(-20, 5)
        self.ask("readMemory", memoryReference=pc, count=64, offset=self._chance.randrange(-99, 99))
        told = self.ask(
            "disassemble", memoryReference=pc, instructionOffset=before, instructionCount=30
        )
        assert told is None or len(told["instructions"]) == 30
        for one in frames[:1]:
            self.ask("dataBreakpointInfo", name="found", frameId=one["id"])
        told = self.ask("dataBreakpointInfo", name=pc, asAddress=True, bytes=8)
        if told is not None and self._chance.random() < 0.5:
            kind = self._chance.choice(["read", "write", "readWrite"])
            wanted = [{"dataId": told["dataId"], "accessType": kind}]
            self.ask("setDataBreakpoints", breakpoints=wanted)

    def go_on(self) -> None:
        answer = self.ask("continue", threadId=self.thread())
        self._stopped = None if answer is not None else self._stopped

    def step(self) -> None:
        how = self._chance.choice(["next", "stepIn", "stepOut"])
        answer = self.ask(how, threadId=self.thread())
        self._stopped = None if answer is not None else self._stopped
        self.wait()

    def pause(self) -> None:
        self.ask("pause", threadId=self.thread())
        self.wait()

    def wait(self) -> None:
        deadline = time.monotonic() + STEP_SECONDS
        while self._stopped is None and not self._has_ended and time.monotonic() < deadline:
            time.sleep(0.05)
            self.hear()

    def look(self) -> None:
        """The frames at a stop are of the program, and at lines that it has."""
        answer = self.ask("stackTrace", threadId=self.thread())
        frames = (answer or {}).get("stackFrames", [])
        self.ask("threads")
        self.check(frames)
        if frames:
            found = self.ask("scopes", frameId=self._chance.choice(frames)["id"])
            for scope in (found or {}).get("scopes", [])[:1]:
                self.ask("variables", variablesReference=scope["variablesReference"])

    def check(self, frames: list[dict[str, Any]]) -> None:
        for one in frames:
            path = (one.get("source") or {}).get("path")
            if path in (str(self._program), NATIVE):
                assert one["name"].rpartition(".")[2] in FUNCTIONS, one
                text = Path(path).read_text().splitlines()
                assert 1 <= one["line"] <= len(text) and text[one["line"] - 1].strip(), one

    def evaluate(self) -> None:
        answer = self.ask("stackTrace", threadId=self.thread())
        frames = (answer or {}).get("stackFrames", [])[:3]
        number = self._chance.choice(frames)["id"] if frames else 0
        what = self._chance.choice(["1 + 1", "double(2)", "lib.total(3)", "nowhere", "-exec p 1"])
        sent = self.editor.send("evaluate", expression=what, frameId=number, context="repl")
        self.done.append(f"evaluate {what}")
        with suppress(queue.Empty, Refused):  # its own breakpoints may stop it
            self.editor.answer(sent, 2)

    def several(self) -> None:
        """Requests that do not wait for each other's answers."""
        names = ["threads", "pause", "continue", "next", "stackTrace"]
        asked = self._chance.sample(names, 3)
        self.done.append(f"at once {asked}")
        sent = [self.editor.send(name, threadId=self.thread()) for name in asked]
        for one in sent:
            with suppress(Refused):
                self.editor.answer(one, ANSWER_SECONDS)
        self._stopped = None
        self.wait()

    def children(self) -> None:
        """Sessions of children that have been asked for come, or their editors go away."""
        while not self.editor.wanted.empty():
            told = self.editor.wanted.get()
            if self._chance.random() < 0.3:
                continue
            self.done.append(f"child {told['name']}")
            one = self._session(self._folder)
            lines = {self._program: self._chance.sample(PYTHON_LINES, 1)}
            if self._chance.random() < 0.6:
                lines[NATIVE] = self._chance.sample(NATIVE_LINES, 2)
            with suppress(Refused, queue.Empty):
                one.begin(breakpoints=lines, **told)
                for _ in range(self._chance.randrange(4)):
                    stopped = one.event("stopped", 1)
                    self.check(one.stack(stopped))
                    how = self._chance.choice(["continue", "stepIn", "stepOut", "next", "-exec p"])
                    self.done.append(f"  child: {how}")
                    if how == "-exec p":
                        one.ask("evaluate", expression="-exec p 1", context="repl", frameId=0)
                        how = "continue"
                    one.ask(how, threadId=stopped["threadId"])
            if self._chance.random() < 0.5:
                one.process.kill()
                one.process.wait()
            else:
                self._children.append(one)

    def let_children_go(self) -> None:
        """Those that stand at a breakpoint would hold up who waits for them."""
        while self._children:
            with suppress(Refused, queue.Empty, OSError):
                self._children.pop().ask("disconnect", terminateDebuggee=False)

    def end(self, how: str) -> None:
        self.done.append(f"end: {how}")
        editor, bare = self.editor, False
        if how == "none" and not self._has_ended:
            self.ask("setBreakpoints", source={"path": str(self._program)}, breakpoints=[])
            self.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=[])
            self.ask("setDataBreakpoints", breakpoints=[])
            deadline = time.monotonic() + 100
            while not self._has_ended and time.monotonic() < deadline:
                self.children()
                self.let_children_go()
                if self._stopped is not None:
                    self.go_on()
                time.sleep(0.1)
                self.hear()
            assert self._has_ended, "it does not come to its end"
            assert any(
                one["event"] == "exited" and one["body"]["exitCode"] == 7 for one in editor.seen
            )
        elif how == "kill" and not self._has_ended:
            self.ask("evaluate", expression="-exec kill", context="repl", frameId=0)
        elif how == "terminate":
            self.ask("terminate")
        if how == "closed":
            editor.process.stdin.close()
        elif how == "killed":
            editor.process.kill()
        else:
            bare = how == "let go" and not self._has_ended
            self.ask("disconnect", **({"terminateDebuggee": False} if how == "let go" else {}))
        editor.process.wait(40)
        self.is_gone(bare)

    def is_gone(self, goes_on: bool) -> None:
        """Nothing of the program is left; one that was let go ends by itself."""
        deadline = time.monotonic() + (120 if goes_on else 60)
        while (left := self.left()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left, left

    def left(self) -> list[str]:
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
                if os.fsencode(self._program) in command:
                    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
                    found += [f"{pid} {state}"] if state != "Z" else []
        return found


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("debug") / "libdebugged.so"
    return compile_once(NATIVE, str(made), "-g", "-O0", "-fPIC", "-shared")


FIRST = int(os.environ.get("ATFAULT_DEBUG_SEED", "1"))
NUMBER = int(os.environ.get("ATFAULT_DEBUG_SEQUENCES", "4"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + NUMBER))
def test_all_is_answered_and_nothing_is_left_whatever_is_asked(
    seed: int, library: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        sequence = Sequence(seed, tmp_path, library, stack)
        try:
            sequence.run()
        except BaseException:
            print("\n".join(sequence.done))
            raise
