"""Who comes in at `atfault debug`, and what the others are told."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from atfault.contained import DEBUG
from atfault.dap.doors import unix_door
from atfault.dap.server import Entrance

TOKEN = "a-token-of-16-or-more"


def request(number: int, command: str, **arguments: Any) -> bytes:
    message = {"seq": number, "type": "request", "command": command, "arguments": arguments}
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def knock(folder: Path, token: bytes) -> list[str]:
    """Somebody comes with a token (as it stands in the JSON), and then one with the right one; what
    the user was told."""
    said = list[str]()
    door = unix_door(str(folder / "door.sock"))
    entered = asyncio.ensure_future(Entrance(TOKEN, said.append).first(door))
    try:
        for one in (token, TOKEN.encode()):
            start = request(2, "attach", token=json.loads(b'"%b"' % one))
            reader, writer = await asyncio.open_unix_connection(door.path)
            writer.write(request(1, "initialize") + start)
            if one == token:
                await reader.read()
            else:
                assert (await entered).start is not None
            writer.close()
    finally:
        entered.cancel()
        door.close()
    return said


@pytest.mark.parametrize("token", [b"wrong", rb"\ud800", "\xe4".encode()])
def test_a_token_that_is_another_is_wrong_whatever_it_is_made_of(
    tmp_path: Path, token: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DEBUG, raising=False)  # as users have it: an error of ours is told
    assert asyncio.run(knock(tmp_path, token)) == ["a connection was refused: its token is wrong"]
