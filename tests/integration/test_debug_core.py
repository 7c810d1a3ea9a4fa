"""`atfault debug --core` with real cores, asked as an editor asks."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.cores import Core, interpreter, labels, make_core, shared_library
from support.dap_client import Editor, Refused, places
from support.run_command import SOURCE

pytestmark = pytest.mark.slow
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE}
NATIVE = """
struct row { int *cells; int count; };
void fill(struct row *row) { *row->cells = 1; }
void begin(int count) { struct row row = { 0, count }; fill(&row); }
"""
PROGRAM = """
import ctypes, sys, threading
class Table:
    def __init__(self):
        self.rows, self.names = [1, 2, 3], {"a": (4, 5)}
def paint(table, count):
    label = "wall"
    ctypes.CDLL(sys.argv[1]).begin(count)
threading.Thread(target=threading.Event().wait, daemon=True, name="waits").start()
paint(Table(), 7)
"""


def crashed(label: str = "self") -> Core:
    library = shared_library(NATIVE, flags="-g -O0")
    return make_core(interpreter(label), PROGRAM, library)


def opened(editor: Editor, **attach: Any) -> dict[str, Any]:
    """Where it stands."""
    editor.ask("initialize", adapterID="atfault", pathFormat="path")
    editor.ask("attach", **attach)
    editor.event("initialized")
    editor.ask("configurationDone")
    return editor.event("stopped")


@pytest.mark.representative("debug")
@pytest.mark.parametrize("label", labels("self", "3.8", "3.13"))
def test_a_core_is_looked_at_with_its_cause_stack_and_values(label: str) -> None:
    core = crashed(label)
    with Editor(environment=ENVIRONMENT) as editor:
        stopped = opened(editor, core=core.path)
        assert stopped["reason"] == "exception"
        assert "null-dereference (certain)" in stopped["text"]
        assert "SIGSEGV at 0x0" in stopped["description"]
        frames = editor.stack(stopped)
        assert [one.split()[0] for one in places(frames)] == ["fill", "begin", "paint", "<module>"]
        assert [one["line"] for one in frames] == [3, 4, 8, 10]
        assert frames[2]["source"]["path"] == os.path.join(core.folder, "program.py")
        values = editor.locals(frames[2])
        assert (values["count"], values["label"]) == ("7", "'wall'")
        number = frames[2]["id"]
        for path, value in (("table.rows[1]", "2"), ("table.names['a'][1]", "5"), ("count", "7")):
            assert editor.ask("evaluate", expression=path, frameId=number)["result"] == value
        for path in ("len(table.rows)", "table.columns", "count + 1", ""):
            with pytest.raises(Refused, match="nothing be called"):
                editor.ask("evaluate", expression=path, frameId=number)
        assert_of_memory(editor, core, frames[0]["instructionPointerReference"])
        told = editor.ask("exceptionInfo", threadId=stopped["threadId"])
        assert told["exceptionId"] == "null-dereference"
        assert "Why" in told["details"]["stackTrace"]
        names = [one["name"] for one in editor.ask("threads")["threads"]]
        assert len(names) == 2 and names[0] == "MainThread"


def assert_of_memory(editor: Editor, core: Core, pc: str) -> None:
    """The instruction that failed stands among those of its function, with its bytes, as they are
    in the core."""
    told = editor.ask("disassemble", memoryReference=pc, instructionOffset=-3, instructionCount=8)
    found = told["instructions"]
    assert len(found) == 8 and found[3]["address"] == pc
    assert found[3]["instruction"] == "mov dword ptr [rax], 1"
    assert [one["symbol"] for one in found[:4]] == ["fill"] * 4
    assert (found[3]["line"], found[3]["location"]["name"]) == (3, "<stdin>")
    ends = [int(one["address"], 0) + len(bytes.fromhex(one["instructionBytes"])) for one in found]
    assert ends[:-1] == [int(one["address"], 0) for one in found[1:]]
    read = editor.ask("readMemory", memoryReference=pc, offset=0, count=6)
    assert base64.b64decode(read["data"]) == bytes.fromhex(found[3]["instructionBytes"])
    nothing = editor.ask("readMemory", memoryReference="0x10", count=8)
    assert (nothing["data"], nothing["unreadableBytes"]) == ("", 8)
    none = editor.ask("disassemble", memoryReference="0x10", instructionCount=2)["instructions"]
    assert [one["presentationHint"] for one in none] == ["invalid"] * 2


def test_what_a_core_cannot_do_is_refused_by_a_sentence() -> None:
    with Editor("--core", crashed().path, environment=ENVIRONMENT) as editor:
        stopped = opened(editor)
        asked = [{"line": 1}, {"line": 2}]
        told = editor.ask("setBreakpoints", source={"path": "/a.py"}, breakpoints=asked)
        assert [one["verified"] for one in told["breakpoints"]] == [False, False]
        for command in ("continue", "next", "stepIn", "pause", "writeMemory", "launch"):
            with pytest.raises(Refused, match="nothing in it runs"):
                editor.ask(command, threadId=stopped["threadId"])
        for command, number in (("stackTrace", "threadId"), ("scopes", "frameId")):
            with pytest.raises(Refused, match="no such"):
                editor.ask(command, **{number: 3})
        with pytest.raises(Refused, match="no text of that"):
            editor.ask("source", source={"path": "/etc/passwd"}, sourceReference=0)
        modules = editor.ask("modules", startModule=0, moduleCount=2)
        assert len(modules["modules"]) == 2 < modules["totalModules"]
        editor.ask("terminate")
        editor.event("terminated")
        editor.ask("terminate")  # as dape does, whenever it hears of the end
        editor.ask("disconnect")
        assert editor.heard() == []
        assert editor.process.wait(20) == 0


def source_of_f(editor: Editor, core: Core, **attach: Any) -> dict[str, Any]:
    frames = editor.stack(opened(editor, core=core.path, **attach))
    found: dict[str, Any] = next(one["source"] for one in frames if one["name"] == "f")
    return found


def test_the_source_is_given_where_the_editor_cannot_open_it_and_not_where_it_has_changed() -> None:
    core = make_core(interpreter("self"), "def f():\n    import os\n    os.abort()\nf()\n", "x")
    with Editor(environment=ENVIRONMENT) as editor:
        source = source_of_f(editor, core, sysroot="/")
        assert source["sourceReference"]
        text = editor.ask("source", source=source, sourceReference=source["sourceReference"])
        assert text["content"].startswith("def f():\n    import os\n")
    Path(core.folder, "program.py").write_text("def g():\n    pass\n")
    with Editor(environment=ENVIRONMENT) as editor:
        source = source_of_f(editor, core)
        assert "path" not in source and "not what ran" in source["origin"]
        assert "program.py" in editor.output


def test_threads_that_wait_for_each_other_are_shown_from_the_core_of_a_living_process(
    tmp_path: Path,
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import threading\n"
        "first, second, both = threading.Lock(), threading.Lock(), threading.Barrier(2)\n"
        "def take(one, other):\n"
        "    with one:\n"
        "        both.wait()\n"
        "        with other:\n"
        "            pass\n"
        "threading.Thread(target=take, args=(first, second)).start()\n"
        "take(second, first)\n"
    )
    core = tmp_path / "hang.core"
    with subprocess.Popen([sys.executable, str(program)]) as process:
        try:
            command = [sys.executable, "-m", "atfault", "attach", "--save", str(core)]
            subprocess.run(
                [*command, str(process.pid)], env=ENVIRONMENT, check=True, capture_output=True
            )
        finally:
            process.kill()
    with Editor(environment=ENVIRONMENT) as editor:
        stopped = opened(editor, core=str(core))
        assert stopped["reason"] == "exception" and stopped["text"].startswith("deadlock")
        for thread in editor.ask("threads")["threads"]:
            found = places(editor.stack({"threadId": thread["id"]}))
            assert "take program.py:6" in found


def test_what_is_no_core_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "no.core"
    wrong.write_text("nothing")
    for core in (str(wrong), str(tmp_path / "missing")):
        with Editor(environment=ENVIRONMENT) as editor:
            editor.ask("initialize", adapterID="atfault")
            with pytest.raises(Refused, match=os.path.basename(core)):
                editor.ask("attach", core=core)
            editor.event("terminated")
        done = subprocess.run(
            [sys.executable, "-m", "atfault", "debug", "--core", core],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            timeout=30,
        )
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1 and "waiting" not in done.stderr


@pytest.mark.parametrize(
    "options",
    [["--sysroot", "/", "x.py"], ["--core", "a", "b", "c"], ["--stdio", "--core", "-"]],
)
def test_options_that_do_not_go_together_are_refused(options: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug", *options],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
