"""`atfault debug`: memory, instructions, what watches them, logpoints, and exceptions of C++."""

from __future__ import annotations

import base64
import ctypes
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from integration.test_debug import ENVIRONMENT, NATIVE, begin, finish, line
from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, places

pytestmark = [
    pytest.mark.slow,
    needs.program("gdb"),
]
CELLS = [1.0, 2.0, 3.0, 4.0]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("debug") / "libdebugged.so"
    return compile_once(NATIVE, str(made), "-g", "-O0", "-fPIC", "-shared")


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    with Editor(folder=tmp_path, environment=ENVIRONMENT) as one:
        yield one


def in_total(editor: Editor, library: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A stop behind the filling of `grid`, and its frame."""
    begin(editor, library, "main", breakpoints={NATIVE: [line("double found = weigh", NATIVE)]})
    stopped = editor.event("stopped")
    return stopped, editor.stack(stopped)[0]


def test_memory_is_read_and_written_by_where_a_value_lies(editor: Editor, library: str) -> None:
    stopped, frame = in_total(editor, library)
    told = editor.ask("evaluate", expression="&grid.cells[0]", frameId=frame["id"])
    where = told["memoryReference"]
    read = editor.ask("readMemory", memoryReference=where, count=32)
    assert struct.unpack("4d", base64.b64decode(read["data"])) == tuple(CELLS)
    data = base64.b64encode(struct.pack("d", 9.0)).decode()
    editor.ask("writeMemory", memoryReference=where, offset=8, data=data)
    told = editor.ask("evaluate", expression="grid.cells[1]", frameId=frame["id"])
    assert told["result"] == "9"
    assert finish(editor, stopped) == 0


def test_instructions_are_listed_around_a_frame_and_stopped_at(
    editor: Editor, library: str
) -> None:
    stopped, frame = in_total(editor, library)
    pc = frame["instructionPointerReference"]
    told = editor.ask("disassemble", memoryReference=pc, instructionOffset=-4, instructionCount=12)[
        "instructions"
    ]
    assert len(told) == 12 and told[4]["address"] == pc
    assert told[4]["line"] == line("double found = weigh", NATIVE)
    assert all(one["symbol"] == "total" for one in told[:5])
    ends = [int(one["address"], 0) + len(bytes.fromhex(one["instructionBytes"])) for one in told]
    assert ends[:-1] == [int(one["address"], 0) for one in told[1:]]
    call = next(one for one in told if one["instruction"].startswith("call"))
    found = editor.ask(
        "setInstructionBreakpoints", breakpoints=[{"instructionReference": call["address"]}]
    )["breakpoints"]
    assert found[0]["verified"]
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("breakpoint", [found[0]["id"]])
    assert editor.stack(stopped)[0]["instructionPointerReference"] == call["address"]
    assert finish(editor, stopped) == 0


def test_a_variable_is_watched_and_who_changes_it_is_shown(editor: Editor, library: str) -> None:
    begin(editor, library, "main", breakpoints={NATIVE: [line("double sum = 0", NATIVE)]})
    stopped = editor.event("stopped")
    frame = editor.stack(stopped)[0]
    scope = editor.ask("scopes", frameId=frame["id"])["scopes"][0]["variablesReference"]
    editor.children(scope)
    told = editor.ask("dataBreakpointInfo", variablesReference=scope, name="sum")
    assert told["description"].startswith("sum: 8 bytes at 0x")
    wanted = {"dataId": told["dataId"], "accessType": "write", "hitCondition": "2"}
    found = editor.ask("setDataBreakpoints", breakpoints=[wanted])["breakpoints"]
    assert found[0]["verified"]
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == (
        "data breakpoint",
        [found[0]["id"]],
    )
    frames = editor.stack(stopped)
    assert places(frames)[0].startswith("weigh debugged_program.c")
    assert editor.ask("evaluate", expression="sum", frameId=frames[0]["id"])["result"] == "9"
    told = editor.ask("dataBreakpointInfo", frameId=frames[0]["id"], name="*grid")
    assert told["dataId"] is None and "the processor watches" in told["description"]
    editor.ask("setDataBreakpoints", breakpoints=[])
    assert finish(editor, stopped) == 0


def test_memory_is_looked_at_and_watched_where_debugpy_has_stopped_the_program(
    editor: Editor, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import array\nvalues = array.array('l', [1, 2, 3])\n"
        "at = values.buffer_info()[0]\nprint(at)\n"
        "def change(n):\n    values[1] = n\n    return n\nchange(7)\nprint(values)\n"
    )
    editor.begin(breakpoints={program: [8]}, program=str(program), python=sys.executable)
    stopped = editor.event("stopped")
    address = int(editor.output.split()[0]) + ctypes.sizeof(ctypes.c_long)
    read = editor.ask("readMemory", memoryReference=hex(address), count=8)
    assert struct.unpack("l", base64.b64decode(read["data"])) == (2,)
    told = editor.ask("dataBreakpointInfo", name=hex(address), asAddress=True, bytes=8)
    wanted = {"dataId": told["dataId"], "accessType": "write"}
    found = editor.ask("setDataBreakpoints", breakpoints=[wanted])["breakpoints"]
    assert found[0]["verified"], found
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert (stopped["reason"], stopped["text"]) == ("data breakpoint", "2 → 7")
    assert any(one == "change program.py:6" for one in places(editor.stack(stopped)))
    editor.ask("setDataBreakpoints", breakpoints=[])
    assert finish(editor, stopped) == 0


def test_a_native_line_tells_a_text_and_counts_without_stopping(
    editor: Editor, library: str
) -> None:
    summed = line("sum += grid", NATIVE)
    wanted = [
        {"line": summed, "logMessage": "row {i}: {grid->cells[i]}, {nothing}"},
        {"line": line("return sum", NATIVE), "hitCondition": "== 1"},
        {"line": summed, "hitCondition": "% 3"},
    ]
    begin(editor, library, "main", breakpoints={NATIVE: wanted})
    stopped = editor.event("stopped")
    assert editor.locals(editor.stack(stopped)[0])["i"] == "2"
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0] == f"weigh debugged_program.c:{wanted[1]['line']}"
    assert finish(editor, stopped) == 0
    told = [one for one in editor.output.splitlines() if one.startswith("row ")]
    assert [one.partition(",")[0] for one in told] == [
        f"row {at}: {int(cell)}" for at, cell in enumerate(CELLS)
    ]
    assert all('No symbol "nothing"' in one for one in told)


def test_an_exception_of_cpp_stops_where_it_is_thrown_and_caught(
    editor: Editor, tmp_path: Path
) -> None:
    source = tmp_path / "throwing.cpp"
    source.write_text(
        "#include <stdexcept>\n"
        'extern "C" int guarded(int n)\n{\n    try {\n        if (n > 2)\n'
        '            throw std::out_of_range("no such row");\n'
        "    } catch (const std::exception &) {\n        return -1;\n    }\n    return n;\n}\n"
    )
    made = compile_once(str(source), str(tmp_path / "throwing.so"), "-g", "-fPIC", "-shared")
    program = tmp_path / "program.py"
    program.write_text(
        f"import ctypes\nlib = ctypes.CDLL({made!r})\nprint(lib.guarded(1))\n"
        "print(lib.guarded(3))\n"
    )
    editor.begin(exceptions=["cppThrown", "cppCaught"], program=str(program), python=sys.executable)
    for how in ("thrown", "caught"):
        stopped = editor.event("stopped")
        assert (stopped["reason"], stopped["description"]) == (
            "exception",
            f"std::out_of_range is {how}",
        )
        shown = places(editor.stack(stopped))
        assert any(one.startswith("guarded throwing.cpp:") for one in shown)
        assert "<module> program.py:4" in shown
        told = editor.ask("exceptionInfo", threadId=stopped["threadId"])
        assert told["exceptionId"] == "std::out_of_range"
        assert "no such row" in told["details"]["message"]
        editor.ask("continue", threadId=stopped["threadId"])
    assert editor.event("exited")["exitCode"] == 0
    assert editor.output.split() == ["1", "-1"]
