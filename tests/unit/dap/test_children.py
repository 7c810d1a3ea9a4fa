"""Children of a program: what they are called, and what becomes of those that nobody takes."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.dap.children import Children, Relay
from atfault.dap.connection import Connection, RequestFailed, read_message
from atfault_probe import atfault_debugged

HELLO = {"seq": 1, "type": "event", "event": "atfault"}


class Client:
    """An editor's session, and its answer to being asked for another one."""

    def __init__(self, answer: Exception | None) -> None:
        self.asked: list[dict[str, Any]] = []
        self._answer = answer

    def request(self, command: str, arguments: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        assert command == "startDebugging"
        self.asked.append(arguments["configuration"])
        found: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if self._answer is None:
            found.set_result({})
        else:
            found.set_exception(self._answer)
        return found


async def serve_nobody(*of: Any) -> None: ...


async def asked_for(told: dict[str, Any], answer: Exception | None = None) -> tuple[str, list[str]]:
    """Somebody connects as a child; what a session was asked for, and what the user was told. The
    connection has ended when this returns."""
    client, said = Client(answer), list[str]()
    children = Children(client, said.append, serve_nobody)  # type: ignore[arg-type]
    path = await children.listen()
    children.begin("/x/train.py", {"type": "atfault", "program": "x", "token": "t"}, {})
    reader, writer = await asyncio.open_unix_connection(path)
    body = json.dumps({**HELLO, "body": told}).encode()
    writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    while not client.asked:
        await asyncio.sleep(0.01)
    if answer is None:
        await children.close(is_over=False)
    assert await reader.read() == b""
    await children.close(is_over=False)
    writer.close()
    assert not os.path.exists(path)
    one = client.asked[0]
    assert (one["type"], one["token"], one["subProcessId"]) == ("atfault", "t", os.getpid())
    assert one["door"] == path and "program" not in one
    return one["name"].removesuffix(f" ({os.getpid()})"), said


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"child": "Process-1, worker_id 2"}, "train.py: Process-1, worker_id 2"),
        ({"child": "gw1", "PYTEST_XDIST_WORKER": "gw1"}, "train.py: gw1"),
        ({"PYTEST_CURRENT_TEST": "a.py::b[x y] (call)"}, "train.py: a.py::b[x y]"),
        ({"child": "\x1b[31m"}, "train.py: \\x1b[31m"),
        ({}, "train.py: process"),
        (["no", "names"], "train.py: process"),
    ],
)
def test_a_child_is_named_by_what_is_known_of_it(told: Any, name: str) -> None:
    assert asyncio.run(asked_for(told)) == (name, [])


def test_a_child_goes_on_where_the_editor_refuses() -> None:
    _, said = asyncio.run(asked_for({"child": "a"}, RequestFailed("no more\x1b sessions")))
    assert said == [f"train.py: a ({os.getpid()}) is not followed: no more\\x1b sessions"]


def test_what_is_neither_a_child_nor_an_editor_is_ended() -> None:
    async def go() -> bytes:
        children = Children(Client(None), [].append, serve_nobody)  # type: ignore[arg-type]
        reader, writer = await asyncio.open_unix_connection(await children.listen())
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            await children.close(is_over=False)

    assert asyncio.run(go()) == b""


def test_an_editor_that_asks_for_no_child_is_refused() -> None:
    async def go() -> Any:
        children = Children(Client(None), [].append, serve_nobody)  # type: ignore[arg-type]
        reader, writer = await asyncio.open_unix_connection(await children.listen())
        Connection(reader, writer).request("attach", {"subProcessId": "x"})
        told = await read_message(reader)
        await children.close(is_over=False)
        return told

    told = asyncio.run(go())
    assert not told["success"] and "no such child" in told["message"]


def work(value: str, rank: int, worker_id: object = 0) -> None: ...


def test_the_probe_names_a_process_by_its_number_and_nothing_that_is_no_number() -> None:
    process = multiprocessing.Process(
        target=work, args=("a", 3), kwargs={"worker_id": "x"}, name="a|b"
    )
    assert atfault_debugged._name_of_process(process) == "a b, rank 3"
    assert atfault_debugged._name_of_process(None) == ""
    assert atfault_debugged._name_of_child() == ""


def test_the_probe_knows_a_connection_whose_other_end_has_gone() -> None:
    ours, other = socket.socketpair()
    assert not atfault_debugged._is_over(ours)
    other.send(b"x")
    assert not atfault_debugged._is_over(ours)
    assert ours.recv(1) == b"x"
    other.close()
    assert atfault_debugged._is_over(ours)
    ours.close()
    assert atfault_debugged._is_over(ours)


def test_a_session_for_a_child_is_answered_when_that_of_the_program_is_over(tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []
    editor = SimpleNamespace(
        respond=lambda request: told.append((request["command"], "granted")),
        refuse=lambda request, why: told.append((request["command"], why)),
        event=lambda name: told.append((name, "told")),
    )

    async def go() -> None:
        path = str(tmp_path / "children.sock")
        server = await asyncio.start_unix_server(lambda reader, writer: writer.close(), path)
        attach = {"seq": 2, "type": "request", "command": "attach"}
        relay = await Relay.begin(path, editor, {}, attach)  # type: ignore[arg-type]
        while not told or told[-1][0] != "terminated":
            await asyncio.sleep(0.01)
        assert await relay.take({"seq": 3, "type": "request", "command": "threads"})
        assert await relay.take({"seq": 4, "type": "request", "command": "terminate"})
        assert not await relay.take({"seq": 5, "type": "request", "command": "disconnect"})
        server.close()

    asyncio.run(go())
    over = "the session of the program that has started it is over"
    assert told == [
        *(("attach", over), ("terminated", "told")),
        *(("threads", over), ("terminate", "granted"), ("disconnect", "granted")),
    ]
