"""gdb's machine interface, spoken by a stand-in."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from atfault.dap.gdb_mi import Gdb, GdbError, quoted

STAND_IN = """\
import sys
print('=thread-group-added,id="i1"', flush=True)
for line in sys.stdin:
    number = line[:len(line) - len(line.lstrip("0123456789"))]
    command = line[len(number):].strip()
    if command == "-gdb-exit":
        print(number + "^exit"); break
    if command == "-bad":
        print(number + '^error,msg="No \\\\"such\\\\" command"')
    elif command.startswith("-interpreter-exec"):
        print('~"one\\\\n"'); print('~"two\\\\n"'); print(number + "^done")
    elif command == "-run":
        print(number + "^running"); print('*stopped,reason="exited",exit-code="07"')
    elif command == "-die":
        sys.exit(3)
    else:
        print("what is this"); print(number + '^done,value="42"')
    print("(gdb)", flush=True)
"""


def with_gdb(tmp_path: Path, use: Any) -> tuple[Any, list[Any]]:
    """What `use` gives, and all that gdb told."""
    program = tmp_path / "gdb.py"
    program.write_text(STAND_IN)
    told: list[Any] = []

    async def go() -> Any:
        gdb = await Gdb.start(
            [sys.executable, str(program)],
            lambda what, fields: told.append((what, fields)),
            environment=os.environ,
        )
        try:
            return await use(gdb)
        finally:
            await gdb.close()

    return asyncio.run(go()), told


def test_answers_find_their_commands(tmp_path: Path) -> None:
    async def use(gdb: Gdb) -> Any:
        later = gdb.command("-run")
        assert await gdb.evaluate("6 * 7") == "42"
        assert await gdb.console("bt") == "one\ntwo\n"
        return await later

    _, told = with_gdb(tmp_path, use)
    assert ("stopped", {"reason": "exited", "exit-code": "07"}) in told
    assert told[-1] == ("gdb-ended", {})


def test_a_refusal_is_what_gdb_said(tmp_path: Path) -> None:
    async def use(gdb: Gdb) -> None:
        with pytest.raises(GdbError, match='No "such" command'):
            await gdb.command("-bad")

    with_gdb(tmp_path, use)


def test_who_waits_hears_that_gdb_has_ended(tmp_path: Path) -> None:
    async def use(gdb: Gdb) -> None:
        with pytest.raises(GdbError, match="ended"):
            await gdb.command("-die")
        with pytest.raises(GdbError, match="ended"):
            await gdb.command("-anything")

    with_gdb(tmp_path, use)


def test_no_text_ends_its_quotes() -> None:
    assert quoted('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'
