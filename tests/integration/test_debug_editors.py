"""`atfault debug` as editors have it: with the recipes of docs/debug.md, word by word.

The editors' own code is not here. These name folders of it: ATFAULT_NVIM_DAP, ATFAULT_DAPE (the
repositories, as they are) and ATFAULT_TESTSUPPORT (a node_modules, with
@vscode/debugadapter-testsupport in it).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support import needs
from support.compiled import compile_once
from support.run_command import SOURCE

pytestmark = [
    pytest.mark.slow,
    needs.program("gdb"),
]
HERE = Path(__file__).parent
PROGRAM, NATIVE = HERE / "debugged_program.py", HERE / "debugged_program.c"
DOCS = HERE.parent.parent / "docs" / "debug.md"
SECONDS = 120


class Client(NamedTuple):
    """An editor that is run without a screen."""

    program: str
    folder: str
    """The environment's variable that names the folder of its code."""
    recipe: str
    """The language of its recipe."""
    command: Callable[[str], list[str]]
    """By that folder."""


CLIENTS = {
    "nvim-dap": Client(
        "nvim",
        "ATFAULT_NVIM_DAP",
        "lua",
        lambda folder: [
            *("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n"),
            *("--cmd", f"set rtp^={folder}", "-c", f"luafile {HERE}/editors/nvim_dap.lua"),
        ],
    ),
    "dape": Client(
        "emacs",
        "ATFAULT_DAPE",
        "elisp",
        lambda folder: ["emacs", "-Q", "--batch", "-L", folder, "-l", f"{HERE}/editors/dape.el"],
    ),
    "testsupport": Client(
        "node", "ATFAULT_TESTSUPPORT", "", lambda folder: ["node", f"{HERE}/editors/testsupport.js"]
    ),
}


def line(text: str, file: Path = PROGRAM) -> int:
    """The number of the line that has `text` in it."""
    lines = file.read_text().splitlines()
    return next(number for number, one in enumerate(lines, 1) if text in one)


def at(function: str, text: str, file: Path = PROGRAM) -> str:
    return f"{function} {file.name}:{line(text, file)}"


def recipe(language: str) -> str:
    """The first of docs/debug.md in that language; for none, how the adapter is started."""
    found = re.search(f"```{language}\n(.*?)```", DOCS.read_text(), re.DOTALL) if language else None
    return found[1] if found else 'exec atfault debug --stdio "$@"\n'


def told_by(client: Client, plan: list[list[Any]], tmp_path: Path, mark: str) -> dict[int, Any]:
    """What an editor shows, by the step of the plan; all of it has been done."""
    folder = os.environ.get(client.folder) or pytest.skip(f"{client.folder} names no folder")
    needs.found(client.program)
    for name in ("bin", "tmp", "state"):
        (tmp_path / name).mkdir()
    command = tmp_path / "bin" / "atfault"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m atfault "$@"\n')
    command.chmod(0o755)
    (tmp_path / "recipe").write_text(recipe(client.recipe))
    done = subprocess.run(
        client.command(folder),
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{command.parent}:{os.environ['PATH']}",
            "PYTHONPATH": SOURCE,
            "TMPDIR": str(tmp_path / "tmp"),
            "XDG_RUNTIME_DIR": str(tmp_path / "tmp"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "NODE_PATH": folder,
            "RECIPE": str(tmp_path / "recipe"),
            "PLAN": json.dumps(plan),
            "TOLD": str(tmp_path / "told"),
            "ATFAULT_MARK": mark,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    told = [json.loads(one) for one in (tmp_path / "told").read_text().splitlines()]
    assert [one for one, _ in told] == [one[0] for one in plan], (told[-1:], done.stderr)
    return {at: answer for at, (_, answer) in enumerate(told) if answer is not None}


def left(mark: str) -> list[str]:
    """The processes that were started with this mark in their environment and are there yet."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            if f"ATFAULT_MARK={mark}".encode() in (one / "environ").read_bytes():
                found.append((one / "cmdline").read_text().replace("\0", " "))
        except OSError:
            pass  # it has ended, or is another user's
    return found


@pytest.mark.parametrize("name", CLIENTS)
def test_an_editor_shows_one_program_and_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    library = compile_once(
        str(NATIVE), str(tmp_path / "libdebugged.so"), "-g", "-O0", "-fPIC", "-shared"
    )
    program = {"args": [library, "main"], "python": sys.executable}
    total, main = at("total", "double found", NATIVE), at("main", "s = lib.total")
    outer = at("<module>", "main(3)")
    wanted: list[tuple[list[Any], Any]] = [
        (["open", str(PROGRAM)], None),
        (["break", str(NATIVE), line("sum += grid", NATIVE), "i == 2"], None),
        (["break", str(PROGRAM), line("s = lib.total"), None], None),
        (["begin", program], None),
        (["stopped"], [main, outer]),
        (["variables"], {"rows": "3", "table": "{'a': [1, 2], 'rows': 3}"}),
        (["evaluate", "rows + 1"], "4"),
        (["into"], None),
        (["stopped"], [at("total", "Grid grid =", NATIVE), main, outer]),
        (["over"], None),
        (["stopped"], [total, main, outer]),
        (["evaluate", "grid.rows"], "4"),
        (["on"], None),
        (["stopped"], [at("weigh", "sum += grid", NATIVE), total, main, outer]),
        (["evaluate", "i"], "2"),
        (["out"], None),
        (["stopped"], [total, main, outer]),
        (["out"], None),
        (["stopped"], [at("main", "t = lib.apply"), outer]),
        (["on"], None),
        (["ended"], None),
        (["clear"], None),
        (["open", str(PROGRAM)], None),
        (["begin", {**program, "args": [library, "crash"]}], None),
        (
            ["stopped"],
            [
                at("poke", "*place = 1", NATIVE),
                at("crash", "lib.poke"),
                at("<module>", "globals()[what]"),
            ],
        ),
        (["variables"], {"place": "0x10 <error: Cannot access memory at address 0x10>"}),
        (["failure"], ...),
        (["finish"], None),
        (["ended"], None),
    ]
    if name != "testsupport":  # it begins no sessions
        child = {**program, "args": [library, "fork"], "subProcess": True}
        wanted += [
            (["break", str(PROGRAM), line("twice = value"), None], None),
            (["open", str(PROGRAM)], None),
            (["begin", child], None),
            (
                ["stopped"],
                [
                    at("double", "twice = value"),
                    at("fork", "double(4)"),
                    at("<module>", "globals()[what]"),
                ],
            ),
            (["variables"], {"value": "4"}),
            (["finish"], None),
            (["ended"], None),
        ]
    wanted.append((["said"], []))
    told = told_by(CLIENTS[name], [step for step, _ in wanted], tmp_path, tmp_path.as_posix())
    failure = next(at for at, (step, _) in enumerate(wanted) if step == ["failure"])
    assert "wrote to address 0x10" in told[failure]
    answers = {at: answer for at, (_, answer) in enumerate(wanted) if answer not in (None, ...)}
    assert {at: told.get(at) for at in answers} == answers
    deadline = time.monotonic() + 10
    while left(tmp_path.as_posix()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left(tmp_path.as_posix()) == []
    assert [one.name for one in (tmp_path / "tmp").rglob("*") if "atfault" in one.name] == []
