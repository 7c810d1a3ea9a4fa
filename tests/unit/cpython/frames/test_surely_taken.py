"""Which locks a function has taken for sure, of the code of each interpreter that is there."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

from atfault.cpython.frames import exception_table
from atfault.cpython.frames.surely_taken import Body, SurelyTaken
from support.interpreters import Interpreter, all_interpreters

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "surely_taken_program.py")


def spelled(what: Any, constants: list[Any]) -> str:
    """An expression as it stands in the source."""
    kind, *parts = what
    if kind in ("local", "cell", "global", "name"):
        return str(parts[0])
    if kind in ("const", "int"):
        return repr(constants[parts[0]] if kind == "const" else parts[0])
    if kind == "attr":
        return f"{spelled(parts[0], constants)}.{parts[1]}"
    if kind == "item":
        return f"{spelled(parts[0], constants)}[{spelled(parts[1], constants)}]"
    if kind == "tuple":
        return f"({', '.join(spelled(part, constants) for part in parts)})"
    if kind == "called":
        return (
            f"{spelled(parts[0], constants)}({', '.join(spelled(p, constants) for p in parts[1:])})"
        )
    if kind == "len":
        return f"len({spelled(parts[0], constants)})"
    sign, left, right = parts
    return f"({spelled(left, constants)} {sign} {spelled(right, constants)})"


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
        raw, flags, names, variables, cells, table, offset, wanted, constants = parts
        entries = exception_table.parse(bytes.fromhex(table))
        handlers = [
            (2 * one.start, 2 * one.end, 2 * one.target, one.depth + one.pushes_lasti + 1)
            for one in entries
        ]
        body = Body(bytes.fromhex(raw), flags, names, variables, cells, handlers)
        ways = SurelyTaken(interpreter.minor)
        taken, rounds = ways.at(body, offset) or ([], [])
        found = [spelled(one.lock, constants) for one in taken if one.lock[0] != "called"]
        found += ["each " + spelled(one.taken.lock, constants) for one in rounds]
        if name.startswith("leaves_"):
            left = [one for one in ways.left(body) or () if one.lock[0] != "called"]
            found = [spelled(one.lock, constants) for one in left]
        if name.startswith("calls_"):
            found = [spelled(one.lock, constants) for one in taken]
        if " ".join(found) != wanted:
            wrong.append(f"{name}: {found} instead of {wanted!r}")
    assert not wrong, "\n".join(wrong)
