"""Where functions change objects, in the code of each interpreter that is there."""

from __future__ import annotations

import json
import subprocess
import textwrap

import pytest

from atfault.cpython.frames import bytecode
from atfault.cpython.frames.bytecode import Body, Disassembler
from atfault.cpython.frames.calls import spelled
from atfault.cpython.frames.changes import changes
from support.interpreters import Interpreter, all_interpreters

DUMP = textwrap.dedent("""
    import json, sys
    minor = sys.version_info[1]
    space = {}
    exec(compile(sys.stdin.read(), "made.py", "exec"), space)
    code = space["made"].__code__
    if minor >= 11:
        names, first = list(code.co_varnames + code.co_cellvars + code.co_freevars), 0
        table = code.co_exceptiontable.hex()
    else:
        names, first, table = list(code.co_varnames), len(code.co_varnames), ""
        names += code.co_cellvars + code.co_freevars
    print(json.dumps([code.co_code.hex(), code.co_flags, list(code.co_names), names, first, table]))
""")


def changes_in(interpreter: Interpreter, body: str) -> list[tuple[str, str]]:
    source = "def made(self, other):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    command = [*interpreter.argv_prefix, "-c", DUMP]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
    raw, flags, names, variables, first, table = json.loads(done.stdout)
    handlers = [
        (2 * one.start, 2 * one.end, 2 * one.target)
        for one in bytecode.parse_exception_table(bytes.fromhex(table))
    ]
    instructions = Disassembler(interpreter.minor).instructions(bytes.fromhex(raw))
    found = Body(instructions, names, variables, first, handlers, flags, interpreter.minor)
    return [(one.operation, spelled(one.of)) for one in changes(found)]


@pytest.mark.parametrize("interpreter", all_interpreters(), ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("queue.clear()", [("clear", "queue")]),
        ("self.rows.pop(0)", [("pop", "self.rows")]),
        ("del queue[128:]", [("del", "queue")]),
        ("del self.rows[0]", [("del", "self.rows")]),
        ("queue[:] = [1]", [("set", "queue")]),
        ("other[0] = 1", [("set", "other")]),
        ("next(groups)", [("next", "groups")]),
        ("module._clear()", [("clear", "module")]),
        ("self.loop.remove_reader(other)", [("remove", "self.loop")]),
        ("other.removed(1) or other.releases", []),
        ("self.tables[other].append(1)", [("append", "self.tables[…]")]),
        ("return len(queue) + other.count(1)", []),
    ],
)
def test_a_change_is_found_with_what_it_changes(interpreter, body, expected):
    assert changes_in(interpreter, body) == expected


@pytest.mark.parametrize("interpreter", all_interpreters(), ids=lambda one: one.name)
def test_what_has_no_name_is_told_without_one(interpreter):
    assert changes_in(interpreter, "find(other).close()") == [("close", "")]
