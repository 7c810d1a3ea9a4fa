"""Who has stopped the program, without one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atfault.dap import control as module
from atfault.dap.connection import RequestFailed
from atfault.dap.control import Control, State
from atfault.dap.native_side import NativeStop
from atfault.errors import AtfaultError
from atfault.options import Options


class Native:
    """Stands in for gdb."""

    pid = 7
    is_joined = False
    is_running = False

    def __init__(self, told: str = "") -> None:
        self.gdb = self
        self.told = told

    async def threads(self) -> dict[str, int]:
        return {"1": 7, "2": 8}

    async def registers(self, threads: Any) -> list[Any]:
        return []

    async def delete(self, numbers: Any) -> None:
        pass

    async def console(self, command: str) -> str:
        self.is_running = command == "continue"
        return self.told

    def tell_end(self) -> None:
        """It goes on."""

    async def arrive(self) -> None:
        """It is there."""


def control_of(native: Native, told: list[Any]) -> Control:
    control = Control(lambda event, body: told.append((event, body)), Options())
    control.native = native  # type: ignore[assignment]
    return control


def test_a_stop_is_told_where_nothing_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    def fail(*of: Any) -> None:
        raise AtfaultError("not to be read")

    async def go() -> Control:
        monkeypatch.setattr(module, "look", fail)
        control = control_of(Native(), told)
        await control._take_native_stop(NativeStop("breakpoint-hit", "2", {}))
        return control

    control = asyncio.run(go())
    assert control.state is State.IN_NATIVE
    assert "not to be read" in told[0][1]["output"]
    assert told[1][0] == "stopped" and told[1][1]["threadId"] == 8
    assert [one["id"] for one in control.frames.threads()] == [7, 8]


@pytest.mark.parametrize(("command", "events"), [("continue", ["continued"]), ("bt", [])])
def test_a_command_of_gdbs_that_lets_the_program_run_is_told(
    command: str, events: list[str]
) -> None:
    told: list[Any] = []

    async def go() -> Control:
        control = control_of(Native("x"), told)
        control.state = State.IN_NATIVE
        assert await control.console(command) == "x"
        return control

    control = asyncio.run(go())
    assert [event for event, _ in told] == events
    assert (control.state is State.RUNNING) == bool(events)


def test_a_program_that_has_not_begun_is_not_let_go() -> None:
    async def go() -> None:
        with pytest.raises(RequestFailed, match="for ever"):
            await control_of(Native(), []).let_go()

    asyncio.run(go())
