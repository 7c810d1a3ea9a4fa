"""Which locks every way to a line has taken, in the code of each interpreter that is there."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import pytest

from atfault.cpython.frames import bytecode
from atfault.cpython.frames.bytecode import Body, Disassembler, silent_way
from atfault.cpython.frames.calls import Scan, scan
from atfault.cpython.frames.ways import Effect, Ways
from support.interpreters import Interpreter, all_interpreters

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ways_program.py")


def spelled(what: Any, constants: list[Any]) -> str:
    """An expression as it stands in the source."""
    kind, *parts = what
    if kind in ("variable", "global"):
        return str(parts[0])
    if kind in ("const", "int"):
        return repr(constants[parts[0]] if kind == "const" else parts[0])
    if kind == "attribute":
        return f"{spelled(parts[0], constants)}.{parts[1]}"
    return f"{spelled(parts[0], constants)}[{spelled(parts[1], constants)}]"


def read(minor: int, parts: list[Any]) -> Body:
    raw, flags, names, variables, first_cell, table = parts
    entries = bytecode.parse_exception_table(bytes.fromhex(table))
    handlers = [(2 * one.start, 2 * one.end, 2 * one.target) for one in entries]
    instructions = Disassembler(minor).instructions(bytes.fromhex(raw))
    return Body(instructions, names, variables, first_cell, handlers, flags, minor)


def effects_of(found: Scan) -> dict[int, Effect]:
    """Each expression stands for a lock of its own, whose number is that of its first call."""
    numbers: dict[object, int] = {}
    effects = {}
    for call in found.calls:
        lock = frozenset((numbers.setdefault(call.of, call.offset),))
        if call.of is None:
            continue
        if call.method == "release":
            effects[call.offset] = Effect(given_back=lock)
        elif call.method == "acquire" and call.given == ():
            effects[call.offset] = Effect(taken=lock)
        elif call.method == "acquire":
            effects[call.offset] = Effect(if_true=lock)
    return effects


@pytest.mark.parametrize("interpreter", all_interpreters(), ids=lambda one: one.name)
def test_what_every_way_to_a_line_has_taken(interpreter: Interpreter) -> None:
    with open(PROGRAM) as source:
        done = subprocess.run(
            [*interpreter.argv_prefix, "-"],
            stdin=source,
            capture_output=True,
            text=True,
            check=True,
        )
    wrong = []
    for name, parts in json.loads(done.stdout).items():
        *code, offset, wanted, constants = parts
        body = read(interpreter.minor, code)
        found = scan(body)
        ways_here = Ways(body, found, effects_of(found))
        tokens = ways_here.before.get(offset, frozenset())
        if name.startswith("leaves_"):
            tokens = ways_here.returned()
        calls = {call.offset: call for call in found.calls}
        first = {one.lock: one.call for one in sorted(tokens, key=lambda t: -t.call)}
        told = [spelled(calls[at].of, constants) for at in sorted(first.values())]
        for _, token in ways_here.earlier_rounds(offset):
            told.append("each " + spelled(calls[token.call].of, constants))
        if " ".join(told) != wanted:
            wrong.append(f"{name}: {told} instead of {wanted!r}")
    assert not wrong, "\n".join(wrong)


def test_damaged_code_ends() -> None:
    """Jumps that lead anywhere, stacks that are empty: no exception, no endless loop."""
    chance = random.Random(4711)
    for minor in range(8, 16):
        disassembler = Disassembler(minor)
        for _ in range(60):
            raw = chance.randbytes(400)
            handlers = [tuple(chance.randrange(0, 400, 2) for _ in range(3)) for _ in range(3)]
            names = ["acquire", "release", "lock"]
            body = Body(disassembler.instructions(raw), names, names, 0, handlers, 0, minor)  # type: ignore[arg-type]
            found = scan(body)
            list(Ways(body, found, effects_of(found)).earlier_rounds(200))


def test_a_way_without_a_call_is_told_from_one_with() -> None:
    def of(source: str) -> tuple[Body, int]:
        code = compile(source, "x", "exec").co_consts[0]
        minor = sys.version_info[1]
        instructions = Disassembler(minor).instructions(code.co_code)
        body = Body(instructions, list(code.co_names), list(code.co_varnames), 0, [], 0, minor)
        last = [one.offset for one in instructions if one.name == "LOAD_ATTR"][-1]
        return body, last

    assert silent_way(*of("def f(a, b):\n if a.x:\n  g()\n  return 1\n return b.y"))
    assert not silent_way(*of("def f(a, b):\n g()\n return b.y"))
