"""`atfault debug` with real gdb, debugpy and programs, asked as an editor asks."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, Refused, places
from support.interpreters import Interpreter, all_interpreters
from support.run_command import SOURCE

pytestmark = [
    pytest.mark.slow,
    needs.program("gdb"),
]
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "debugged_program.py")
NATIVE = os.path.join(HERE, "debugged_program.c")
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE}


def line(text: str, file: str = PROGRAM) -> int:
    """The number of the line that has `text` in it."""
    with open(file, encoding="utf-8") as source:
        return next(number for number, one in enumerate(source, 1) if text in one)


def at(function: str, text: str, file: str = PROGRAM) -> str:
    """A frame as `places` shows it."""
    return f"{function} {os.path.basename(file)}:{line(text, file)}"


SLEEPS = ("35", "230")
"""nanosleep, clock_nanosleep."""
SUM, APPLY, PRINT = (line(text) for text in ("s = lib.total", "t = lib.apply", 'print("sum"'))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("debug") / "libdebugged.so"
    return compile_once(NATIVE, str(made), "-g", "-O0", "-fPIC", "-shared")


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    with Editor(folder=tmp_path, environment=ENVIRONMENT) as one:
        yield one


def begin(editor: Editor, library: str, *what: str, **more: Any) -> dict[Any, Any]:
    more.setdefault("python", sys.executable)
    return editor.begin(program=PROGRAM, args=[library, *what], **more)


def step(editor: Editor, stopped: dict[str, Any], how: str) -> tuple[dict[str, Any], list[str]]:
    """The next stop, and its frames."""
    editor.ask(how, threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    return stopped, places(editor.stack(stopped))


def until_it_sleeps(pid: int) -> None:
    """Its main thread is in a call that waits for a time."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        number = Path(f"/proc/{pid}/syscall").read_text().split()[0]
        if number in SLEEPS:
            return
        time.sleep(0.05)


def finish(editor: Editor, stopped: dict[str, Any] | None = None) -> int:
    """Let it end; its exit code."""
    if stopped is not None:
        editor.ask("continue", threadId=stopped["threadId"])
    return int(editor.event("exited")["exitCode"])


@pytest.mark.representative("debug")
def test_breakpoints_of_both_sides_stop_in_one_merged_stack(editor: Editor, library: str) -> None:
    found = line("double found = weigh", NATIVE)
    told = begin(editor, library, "main", breakpoints={NATIVE: [found], PROGRAM: [APPLY]})
    assert not told[NATIVE][0]["verified"] and told[PROGRAM][0]["verified"]
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == (
        "breakpoint",
        [told[NATIVE][0]["id"]],
    )
    frames = editor.stack(stopped)
    assert places(frames)[:2] == [at("total", "double found", NATIVE), at("main", "s = lib.total")]
    assert places(frames)[-1].startswith("<module> debugged_program.py")
    assert editor.locals(frames[0])["row"] == "3"
    assert editor.locals(frames[1]) == {"rows": "3", "table": "{'a': [1, 2], 'rows': 3}"}
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == (
        "breakpoint",
        [told[PROGRAM][0]["id"]],
    )
    frames = editor.stack(stopped)
    assert places(frames)[0] == at("main", "t = lib.apply")
    assert editor.locals(frames[0])["s"] == "30.0"
    assert finish(editor, stopped) == 0
    assert editor.output == "sum 30.0 6 2\n"
    changed = [one["body"]["breakpoint"] for one in editor.seen if one["event"] == "breakpoint"]
    assert any(one["id"] == told[NATIVE][0]["id"] and one["verified"] for one in changed)


def some_interpreters() -> list[object]:
    """The oldest, one with frames on a stack of the interpreter's own and one with sys.monitoring;
    all of them with ATFAULT_WHOLE_ZOO."""
    here = [one for one in all_interpreters() if one.sysroot is None]
    if "ATFAULT_WHOLE_ZOO" not in os.environ:
        some = {min(one.minor for one in here), 11, 13}
        here = [one for one in here if one.minor in some and not one.free_threaded]
        here = list({one.minor: one for one in here}.values())
    return [pytest.param(one, id=one.name) for one in here]


@pytest.mark.parametrize("interpreter", some_interpreters())
def test_a_forked_child_runs_as_without_us_and_never_stands_still(
    interpreter: Interpreter, editor: Editor, library: str
) -> None:
    begin(
        editor, library, "fork", "pool", "fails", python=interpreter.argv_prefix[0],
        breakpoints={PROGRAM: [line("twice = value"), line('print("failed"')]},
        exceptions=["uncaught"],
    )  # fmt: skip
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0] == at("fails", 'print("failed"')
    assert finish(editor, stopped) == 0
    said = [
        one for one in editor.output.splitlines() if one.startswith(("child", "pool", "failed"))
    ]
    assert said == ["child 23", "pool [2, 4, 6]", "failed 1"]
    assert "KeyError: 'no such key'" in editor.output


@pytest.mark.parametrize("interpreter", some_interpreters())
def test_steps_lead_from_one_side_to_the_other_and_back(
    interpreter: Interpreter, editor: Editor, library: str
) -> None:
    python = interpreter.argv_prefix[0]
    begin(editor, library, "main", "main", breakpoints={PROGRAM: [SUM]}, python=python)
    stopped = editor.event("stopped")
    # into C, and deeper
    stopped, frames = step(editor, stopped, "stepIn")
    assert frames[:2] == [at("total", "Grid grid =", NATIVE), at("main", "s = lib.total")]
    stopped, frames = step(editor, stopped, "next")
    stopped, frames = step(editor, stopped, "stepIn")
    assert frames[:2] == [at("weigh", "double sum", NATIVE), at("total", "= weigh", NATIVE)]
    # out of it, to the very next line
    stopped, frames = step(editor, stopped, "stepOut")
    assert frames[0] == at("total", "= weigh", NATIVE)
    stopped, frames = step(editor, stopped, "stepOut")
    assert (stopped["reason"], frames[0]) == ("step", at("main", "t = lib.apply"))
    # a callback is stepped over …
    call = line("int found = callable", NATIVE)
    stopped, frames = step(editor, stopped, "stepIn")
    assert frames[0] == f"apply debugged_program.c:{call}"
    stopped, frames = step(editor, stopped, "next")
    assert frames[0] == f"apply debugged_program.c:{call + 1}"
    for _ in range(2):
        stopped, frames = step(editor, stopped, "next")
    assert (stopped["reason"], frames[0]) == ("step", at("main", 'print("sum"'))
    editor.ask("setBreakpoints", source={"path": PROGRAM}, breakpoints=[])
    if interpreter.free_threaded:
        assert finish(editor, stopped) == 0
        return  # without a GIL, nothing keeps the thread from running on while debugpy is asked
    # … or into
    editor.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=[{"line": call}])
    editor.ask("continue", threadId=stopped["threadId"])
    stopped, frames = step(editor, editor.event("stopped"), "stepIn")
    assert frames[0] in (at("double", "def double"), at("double", "twice = value"))
    assert f"apply debugged_program.c:{call}" in frames
    stopped, frames = step(editor, stopped, "next")
    assert frames[0] in (at("double", "twice = value"), at("double", "return twice"))
    assert finish(editor, stopped) == 0


@pytest.mark.representative("debug")
def test_a_crash_stops_where_it_happens_with_its_cause(editor: Editor, library: str) -> None:
    begin(editor, library, "crash")
    stopped = editor.event("stopped")
    assert stopped["reason"] == "exception"
    assert "SIGSEGV at 0x10" in stopped["description"]
    assert "null-dereference (certain)" in stopped["text"]
    frames = places(editor.stack(stopped))
    assert frames[:2] == [at("poke", "*place = 1", NATIVE), at("crash", "lib.poke")]
    told = editor.ask("exceptionInfo", threadId=stopped["threadId"])
    assert told["exceptionId"] == "null-dereference"
    assert finish(editor, stopped) == 139
    assert "ended by SIGSEGV" in editor.output


def test_a_crash_stops_once_where_faulthandler_raises_it_again(
    editor: Editor, library: str
) -> None:
    begin(editor, library, "crash", env={"PYTHONFAULTHANDLER": "1"})
    stopped = editor.event("stopped")
    assert "null-dereference (certain)" in stopped["text"]
    assert finish(editor, stopped) == 139
    assert "Fatal Python error: Segmentation fault" in editor.output


def test_a_pause_in_native_code_that_keeps_the_gil_shows_where(
    editor: Editor, library: str
) -> None:
    begin(editor, library, "wait")
    pid = next(one["body"]["systemProcessId"] for one in editor.seen if one["event"] == "process")
    until_it_sleeps(pid)
    editor.ask("pause", threadId=0)
    stopped = editor.event("stopped")
    assert stopped["reason"] == "pause"
    frames = editor.stack(stopped)
    shown = places(frames)
    waiting = next(index for index, one in enumerate(shown) if one.startswith("wait_for "))
    assert shown[waiting + 1] == at("wait", "lib.wait_for")
    assert editor.locals(frames[waiting])["milliseconds"] == "60000"
    number = frames[waiting]["id"]
    assert (
        editor.ask("evaluate", expression="milliseconds / 2", frameId=number)["result"] == "30000"
    )
    command = "-exec print 6 * 7"
    told = editor.ask("evaluate", expression=command, frameId=number, context="repl")
    assert told["result"].strip().endswith("= 42")
    with pytest.raises(Refused, match="nothing be called"):
        editor.ask("evaluate", expression="len([1])", frameId=frames[waiting + 1]["id"])


def test_a_pause_in_python_lets_the_editor_show_where(editor: Editor, tmp_path: Path) -> None:
    program = tmp_path / "loop.py"
    program.write_text("import time\nwhile True:\n    time.sleep(0.01)\n")
    editor.begin(program=str(program), python=sys.executable)
    editor.ask("pause", threadId=editor.event("thread")["threadId"])
    stopped = editor.event("stopped")
    assert stopped["reason"] == "pause" and not stopped.get("preserveFocusHint")


def test_values_can_be_opened_on_both_sides(editor: Editor, library: str) -> None:
    begin(editor, library, "main", breakpoints={NATIVE: [line("double found", NATIVE)]})
    frames = editor.stack(editor.event("stopped"))
    for frame, name, part in ((frames[0], "grid", "rows"), (frames[1], "table", '["a"]')):
        scopes = editor.ask("scopes", frameId=frame["id"])["scopes"]
        listed = editor.ask("variables", variablesReference=scopes[0]["variablesReference"])
        one = next(one for one in listed["variables"] if one["name"] == name)
        assert part in editor.children(one["variablesReference"])
    number = frames[0]["id"]
    assert editor.ask("evaluate", expression="grid.cells[2]", frameId=number)["result"] == "3"
    found = editor.ask("evaluate", expression="table['a'][1]", frameId=frames[1]["id"])
    assert found["result"] == "2"


def test_a_step_goes_into_the_call_that_was_chosen_and_a_chosen_exception_stops(
    editor: Editor, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "def first(value):\n    return value\n"
        "def second(value):\n    return {}[value]\n"
        "try:\n    print(first(1), second(2))\n"
        "except LookupError:\n    print('caught')\n"
    )
    editor.begin(breakpoints={program: [6]}, program=str(program), python=sys.executable)
    stopped = editor.event("stopped")
    number = editor.stack(stopped)[0]["id"]
    targets = editor.ask("stepInTargets", frameId=number)["targets"]
    chosen = next(one["id"] for one in targets if one["label"].startswith("second"))
    editor.ask("stepIn", threadId=stopped["threadId"], targetId=chosen)
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0].startswith("second program.py:")
    options = [
        {"path": [{"names": ["Python Exceptions"]}, {"names": ["KeyError"]}], "breakMode": "always"}
    ]
    editor.ask("setExceptionBreakpoints", filters=[], exceptionOptions=options)
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["text"]) == ("exception", "KeyError")
    editor.ask("setExceptionBreakpoints", filters=[])
    assert finish(editor, stopped) == 0
    assert editor.output.endswith("caught\n")


def test_native_variables_are_set(editor: Editor, library: str) -> None:
    begin(editor, library, "main", breakpoints={NATIVE: [line("double found = weigh", NATIVE)]})
    frames = editor.stack(editor.event("stopped"))
    scope = editor.ask("scopes", frameId=frames[0]["id"])["scopes"][0]["variablesReference"]
    assert editor.children(scope)["row"] == "3"
    told = editor.ask("setVariable", variablesReference=scope, name="row", value="1 + 1")
    assert told["value"] == "2"
    number = frames[0]["id"]
    told = editor.ask("setExpression", frameId=number, expression="grid.cells[0]", value="5")
    assert told["value"] == "5"
    told = editor.ask("evaluate", expression="grid.cells[0] + row", frameId=number)
    assert told["result"] == "7"
    with pytest.raises(Refused, match='No symbol "nothing" in current context'):
        editor.ask("evaluate", expression="nothing", frameId=number)
    assert editor.ask("completions", text="ro", column=3, frameId=number)["targets"] == []
    for frame, name, value in ((number, "row", "nowhere"), (frames[1]["id"], "rows", "1")):
        with pytest.raises(Refused, match=r"nowhere|native frames"):
            editor.ask("setExpression", frameId=frame, expression=name, value=value)


def test_native_breakpoints_have_conditions_counts_and_names(editor: Editor, library: str) -> None:
    first = line("int found = callable", NATIVE)
    summed = line("sum += grid", NATIVE)
    begin(
        editor,
        library,
        "main",
        breakpoints={NATIVE: [{"line": summed, "hitCondition": "3"}, first]},
        functions=["total"],
    )
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0] == at("total", "Grid grid =", NATIVE)
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert editor.locals(editor.stack(stopped)[0])["i"] == "2"
    wanted = [{"line": summed, "condition": "i == 3"}]
    editor.ask("setBreakpoints", source={"path": NATIVE}, breakpoints=wanted)
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert editor.locals(editor.stack(stopped)[0])["i"] == "3"
    assert finish(editor, stopped) == 0


def test_a_condition_that_gdb_refuses_is_told_and_does_not_count(
    editor: Editor, library: str
) -> None:
    wanted = {"line": line("double found", NATIVE), "condition": "nothing == 3"}
    begin(editor, library, "main", breakpoints={NATIVE: [wanted]})
    assert finish(editor) == 0
    told = [one["body"]["breakpoint"] for one in editor.seen if one["event"] == "breakpoint"]
    assert told and not any(one["verified"] for one in told)
    assert "nothing == 3" in told[-1]["message"]


@pytest.mark.parametrize("interpreter", some_interpreters())
def test_a_program_stops_on_entry_where_that_is_asked_for(
    interpreter: Interpreter, editor: Editor, library: str
) -> None:
    begin(editor, library, "main", python=interpreter.argv_prefix[0], stopOnEntry=True)
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped)) == ["<module> debugged_program.py:1"]
    assert finish(editor, stopped) == 0


def test_the_session_ends_where_gdb_is_told_to_end_the_program(
    editor: Editor, library: str
) -> None:
    begin(editor, library, "main", breakpoints={NATIVE: [line("double found", NATIVE)]}, zzz=1)
    number = editor.stack(editor.event("stopped"))[0]["id"]
    editor.ask("evaluate", expression="-exec kill", context="repl", frameId=number)
    assert editor.event("exited")["exitCode"] == 137
    editor.event("terminated")
    assert "left out: zzz" in editor.output


def test_a_python_breakpoint_that_is_set_at_a_native_stop_holds(
    editor: Editor, library: str
) -> None:
    begin(editor, library, "main", breakpoints={NATIVE: [line("double found", NATIVE)]})
    stopped = editor.event("stopped")
    answer = editor.ask("setBreakpoints", source={"path": PROGRAM}, breakpoints=[{"line": PRINT}])
    assert not answer["breakpoints"][0]["verified"]
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0] == at("main", 'print("sum"')
    assert finish(editor, stopped) == 0


def test_a_step_out_of_native_code_ends_in_a_thread_and_in_an_expression(
    editor: Editor, library: str, tmp_path: Path
) -> None:
    program = tmp_path / "threads.py"
    program.write_text(
        "import ctypes, sys, threading\n"
        "lib = ctypes.CDLL(sys.argv[1])\n"
        "lib.total.restype = ctypes.c_double\n"
        "def work():\n"
        "    lib.total(1)\n"
        "    print('worked')\n"
        "thread = threading.Thread(target=work)\n"
        "thread.start()\n"
        "thread.join()\n"
    )
    editor.begin(
        program=str(program),
        args=[library],
        python=sys.executable,
        breakpoints={NATIVE: [line("double found = weigh", NATIVE)]},
    )
    stopped, frames = step(editor, editor.event("stopped"), "stepOut")
    assert (stopped["reason"], frames) == ("step", ["work threads.py:6"])
    number = editor.stack(stopped)[0]["id"]
    for how in ("continue", "stepOut"):
        asked = editor.send("evaluate", expression="lib.total(2)", frameId=number)
        stopped, frames = step(editor, editor.event("stopped"), how)
        assert (stopped["reason"], frames) == ("step", ["work threads.py:6"])
        assert editor.answer(asked)["result"] == "20.0"
    assert finish(editor, stopped) == 0


@pytest.mark.parametrize("how", ["next", "stepOut"])
def test_a_step_that_a_breakpoint_in_a_callback_has_ended_stops_no_more(
    how: str, editor: Editor, library: str
) -> None:
    begin(editor, library, "main", breakpoints={PROGRAM: [APPLY, line("twice = value")]})
    stopped, frames = step(editor, editor.event("stopped"), "stepIn")
    assert frames[0] == at("apply", "int found = callable", NATIVE)
    stopped, frames = step(editor, stopped, how)
    assert (stopped["reason"], frames[0]) == ("breakpoint", at("double", "twice = value"))
    assert finish(editor, stopped) == 0
    assert [one["event"] for one in editor.seen].count("stopped") == 3


def test_a_script_that_is_named_relative_to_its_folder_has_its_source_at_native_stops(
    editor: Editor, library: str
) -> None:
    folder, name = os.path.split(PROGRAM)
    told = {"program": name, "cwd": folder, "python": sys.executable, "args": [library, "main"]}
    editor.begin(breakpoints={NATIVE: [line("double found = weigh", NATIVE)]}, **told)
    frames = editor.stack(editor.event("stopped"))
    assert [one["source"]["path"] for one in frames] == [NATIVE, PROGRAM, PROGRAM]


def test_signals_reach_the_program_and_its_exit_code_the_editor(
    editor: Editor, library: str
) -> None:
    begin(editor, library, "interrupted", "exit")
    assert finish(editor) == 7
    assert editor.output == "told by a signal\ninterrupted\n"


def test_what_cannot_be_started_is_refused(editor: Editor) -> None:
    editor.ask("initialize", adapterID="atfault")
    with pytest.raises(Refused, match="names nothing to run"):
        editor.ask("launch")
    editor.event("terminated")


def test_a_request_that_nobody_knows_or_that_comes_too_early_is_refused(editor: Editor) -> None:
    editor.ask("initialize", adapterID="atfault")
    with pytest.raises(Refused, match="runs"):
        editor.ask("stackTrace", threadId=1)
    with pytest.raises(Refused, match="not known"):
        editor.ask("dance")
    with pytest.raises(Refused, match="no number"):
        editor.ask("pause", threadId="x")


def test_a_program_that_is_let_go_runs_on(tmp_path: Path, library: str) -> None:
    mark = tmp_path / "mark"
    program = tmp_path / "later.py"
    program.write_text(f"import time\ntime.sleep(2)\nopen({str(mark)!r}, 'w').write('done')\n")
    with Editor(folder=tmp_path, environment=ENVIRONMENT) as editor:
        editor.begin(program=str(program), python=sys.executable)
        editor.ask("disconnect", terminateDebuggee=False)
        editor.process.wait(20)
    deadline = time.monotonic() + 20
    while not mark.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert mark.exists()


@pytest.mark.parametrize("how", ["it closes", "SIGHUP", "SIGINT", "SIGTERM", "terminate"])
def test_a_program_that_is_not_let_go_ends_with_the_session_and_nothing_is_left(
    how: str, tmp_path: Path, library: str
) -> None:
    kept = {name: ENVIRONMENT[name] for name in ENVIRONMENT if name != "XDG_RUNTIME_DIR"}
    with Editor(folder=tmp_path, environment={**kept, "TMPDIR": str(tmp_path)}) as editor:
        begin(editor, library, "wait")
        process = next(one["body"] for one in editor.seen if one["event"] == "process")
        if how == "it closes":
            editor.process.stdin.close()  # type: ignore[union-attr]
        elif how == "terminate":
            editor.ask("terminate")
            editor.process.kill()  # as dape does
        else:
            editor.process.send_signal(getattr(signal, how))
        assert editor.process.wait(20) == (-signal.SIGKILL if how == "terminate" else 0)
    deadline = time.monotonic() + 10
    pid = process["systemProcessId"]
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{pid}")
    assert list(tmp_path.glob("atfault-*")) == []


def test_it_waits_on_a_port_and_the_program_has_its_own_streams(
    tmp_path: Path, library: str
) -> None:
    command = [
        sys.executable,
        "-m",
        "atfault",
        "debug",
        "--listen",
        "0",
        "--python",
        sys.executable,
    ]
    with subprocess.Popen(
        [*command, PROGRAM, library, "main", "exit"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        cwd=tmp_path,
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()
        told = json.loads(process.stderr.readline())
        where = told["connect"]
        with socket.create_connection((where["host"], where["port"])) as connection:
            stream = connection.makefile("rwb")
            editor = Editor.over(stream, process)
            editor.begin(token=told["token"])
            assert editor.event("exited")["exitCode"] == 7
            editor.ask("disconnect")
        out, _ = process.communicate(timeout=20)
    assert out == "sum 30.0 6 2\n"
    assert editor.output == ""


def test_what_is_no_message_ends_it_with_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug", "--stdio"],
        input=b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        capture_output=True,
        env=ENVIRONMENT,
        timeout=30,
    )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1 and b"Traceback" not in done.stderr


def test_a_script_is_wanted(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug"], capture_output=True, text=True, env=ENVIRONMENT
    )
    assert done.returncode == 2 and "SCRIPT" in done.stderr


@pytest.mark.parametrize("script", [["missing.py"], ["-m", "no_such_module"], ["."]])
def test_what_cannot_be_run_is_refused_before_an_editor_is_waited_for(
    script: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug", *script],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=tmp_path,
        timeout=30,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "waiting" not in done.stderr


def test_a_program_that_an_editor_names_and_that_is_not_there_is_refused(editor: Editor) -> None:
    editor.ask("initialize", adapterID="atfault")
    with pytest.raises(Refused, match="there is no such script"):
        editor.ask("launch", program="missing.py")
    editor.event("terminated")


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_streams_that_no_editor_can_have_opened_are_refused(stream: str) -> None:
    streams: dict[str, int] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(
        [sys.executable, "-m", "atfault", "debug", "--stdio"],
        **{**streams, stream: subprocess.DEVNULL},
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as started:
        _, errors = started.communicate(timeout=30)
    assert started.returncode == 2 and errors.count("\n") == 1 and "--stdio" in errors
