"""What is told of a stop of gdb's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atfault.dap.breakpoints import Breakpoint
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import NativeStop
from atfault.dap.sight import Sight
from atfault.dap.stops import described, exception_met, logged

ONE = Breakpoint(4)


def told(reason: str, fields: Any, *met: Breakpoint, why: str = "", caught: Any = None) -> Any:
    return described(NativeStop(reason, "1", fields), why, met, Sight(()), caught)


def test_a_breakpoint_is_told_by_its_number_and_a_step_by_none() -> None:
    assert told("breakpoint-hit", {}, ONE) == {"reason": "breakpoint", "hitBreakpointIds": [4]}
    assert told("end-stepping-range", {}) == {"reason": "step"}
    assert told("breakpoint-hit", {}, ONE, why="pause") == {"reason": "pause"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"old": "1", "new": "2"}, "1 → 2"),
        ({"value": "7"}, "7"),
        ([{"new": "3"}, {"value": "9"}], "3"),
    ],
)
def test_a_watched_region_is_told_with_its_change(value: Any, text: str) -> None:
    found = told("watchpoint-trigger", {"value": value}, ONE)
    assert (found["reason"], found["text"]) == ("data breakpoint", text)


class Native:
    """gdb of a program without probes, that knows one variable."""

    pid = 1

    async def exception(self, thread: str) -> tuple[int, int]:
        raise GdbError("No probe at PC")

    async def evaluate(self, expression: str, thread: str) -> str:
        if expression != "i":
            raise GdbError(f'No symbol "{expression}" in current context.')
        return "3"


def test_an_exception_that_cannot_be_read_is_one_nevertheless() -> None:
    caught = asyncio.run(exception_met(Native(), "throw", "1"))  # type: ignore[arg-type]
    assert caught["description"] == "C++ exception is thrown"
    found = told("breakpoint-hit", {}, ONE, caught=caught)
    assert (found["reason"], found["text"]) == ("exception", "C++ exception")


def test_a_logpoint_has_values_or_why_there_are_none() -> None:
    text = asyncio.run(logged(Native(), "row {i} of {n}{}", "1"))  # type: ignore[arg-type]
    assert text == 'row 3 of <No symbol "n" in current context.>{}'
