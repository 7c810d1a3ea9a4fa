"""In which order an editor is told of an end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atfault.dap.launch import Launch
from atfault.dap.session import Session


class Client:
    """An editor's connection."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def respond(self, request: dict[str, Any], body: Any = None) -> None:
        self.told.append(f"answer to {request['command']}")

    def event(self, name: str, body: Any = None) -> None:
        self.told.append(name)


def test_terminate_is_answered_before_its_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()

    async def go() -> None:
        session = Session(client, Launch())  # type: ignore[arg-type]

        async def end() -> None:
            session._tell("exited", {"exitCode": 137})
            session._tell("terminated", {})

        monkeypatch.setattr(session._control, "end", end)
        await session._answer_first({"seq": 1, "type": "request", "command": "terminate"})
        session._tell("output", {"output": "later"})

    asyncio.run(go())
    assert client.told == ["answer to terminate", "exited", "terminated", "output"]
