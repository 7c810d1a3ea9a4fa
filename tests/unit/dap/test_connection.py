"""Messages of the Debug Adapter Protocol, also broken ones."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from atfault.dap.connection import (
    MAX_BODY,
    Connection,
    ConnectionLost,
    RequestFailed,
    framed,
    read_message,
)
from atfault.errors import FormatError


def reader_of(data: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    return reader


def read(data: bytes) -> Any:
    async def go() -> Any:
        return await read_message(reader_of(data))

    return asyncio.run(go())


class Writer:
    """Stands in for a StreamWriter."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    def sent(self) -> list[dict[str, Any]]:
        async def go() -> list[dict[str, Any]]:
            reader, found = reader_of(self.data), []
            while (message := await read_message(reader)) is not None:
                found.append(message)
            return found

        return asyncio.run(go())


def test_a_message_comes_back_as_it_was_sent() -> None:
    message = {"seq": 1, "type": "event", "event": "output", "body": {"output": "é\n\x00\ud800"}}
    assert read(framed({**message, "body": {"output": "é\n\x00"}}))["body"]["output"] == "é\n\x00"
    assert read(framed(message))["type"] == "event"  # half a surrogate pair is no reason to fail


def test_other_headers_are_passed_over() -> None:
    body = b'{"seq": 1}'
    assert read(b"content-length: %d\r\nX-A: b\r\n\r\n%s" % (len(body), body)) == {"seq": 1}


def test_the_end_is_none() -> None:
    assert read(b"") is None


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "in its header"),
        (b"Content-Length: x\r\n\r\n", "bytes long"),
        (b"Content-Length: -1\r\n\r\n", "bytes long"),
        (b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1), "are read at most"),
        (b"A: b\r\n\r\n", "no Content-Length"),
        (b"A: b\r\nContent-Length: 2\r\n\r\n{}", "comes first"),
        (b"POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "comes first"),
        (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "and once"),
        (b"Content-Length: 1_0\r\n\r\n", "bytes long"),
        (b"Content-Length: %d\r\n\r\n" % (10**40), "bytes long"),
        (b"Content-Length: 2\r\n" + b"A: b\r\n" * 100, "does not end"),
        (b"Content-Length: 2\r\n\r\n{]", "no JSON"),
        (b"Content-Length: 2\r\n\r\n[]", "none of the Debug Adapter Protocol"),
        (b"Content-Length: 2\r\n\r\n{}", "none of the Debug Adapter Protocol"),
        (b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000, "no JSON"),
        (b"A" * 100_000, "does not end"),
    ],
)
def test_what_is_no_message_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read(data)


def test_half_a_message_ends_the_connection() -> None:
    async def go() -> list[Any]:
        connection = Connection(reader_of(b"Content-Length: 90\r\n\r\n{"), Writer())  # type: ignore[arg-type]
        return [message async for message in connection.messages()]

    assert asyncio.run(go()) == []


def answer(number: int, **fields: Any) -> bytes:
    return framed({"seq": 9, "type": "response", "request_seq": number, "command": "x", **fields})


def asked(data: bytes, times: int = 1) -> list[Any]:
    """What becomes of requests when `data` arrives."""

    async def go() -> list[Any]:
        connection = Connection(reader_of(data), Writer())  # type: ignore[arg-type]
        futures = [connection.request("x") for _ in range(times)]
        assert connection.is_waiting
        assert [message async for message in connection.messages()] == []
        assert not connection.is_waiting
        return [one.exception() or one.result() for one in futures]

    return asyncio.run(go())


def test_an_answer_finds_its_request_in_any_order() -> None:
    second = answer(2, success=True, body={"a": 2})
    first = answer(1, success=True, body={"a": 1})
    assert asked(second + first, times=2) == [{"a": 1}, {"a": 2}]


def test_a_refusal_is_its_message() -> None:
    [error] = asked(answer(1, success=False, message="not now"))
    assert isinstance(error, RequestFailed) and str(error) == "not now"


def test_answers_to_nothing_are_dropped() -> None:
    strange = answer(77, success=True) + framed({"seq": 1, "type": "response", "request_seq": "x"})
    [body] = asked(strange + answer(1, success=True, body="text"))
    assert body == {}


def test_who_waits_hears_that_the_other_side_has_gone() -> None:
    [error] = asked(b"")
    assert isinstance(error, ConnectionLost)


def test_a_request_after_the_end_fails_at_once() -> None:
    async def go() -> Any:
        connection = Connection(reader_of(b""), Writer())  # type: ignore[arg-type]
        assert [message async for message in connection.messages()] == []
        return connection.request("x").exception()

    assert isinstance(asyncio.run(go()), ConnectionLost)


def test_answers_and_events_are_numbered() -> None:
    writer = Writer()

    async def go() -> None:
        connection = Connection(reader_of(b""), writer)  # type: ignore[arg-type]
        connection.event("initialized")
        connection.respond({"seq": 4, "command": "threads"}, {"threads": []})
        connection.refuse({"seq": 5, "command": "next"}, "no {such} thread")

    asyncio.run(go())
    event, good, bad = writer.sent()
    assert [one["seq"] for one in (event, good, bad)] == [1, 2, 3]
    assert (good["request_seq"], good["success"], good["body"]) == (4, True, {"threads": []})
    assert (bad["success"], bad["message"]) == (False, "no {such} thread")
    assert "{" not in bad["body"]["error"]["format"]  # there, braces name variables
    assert json.dumps(bad)


@pytest.mark.parametrize(
    "message", [{"seq": 1, "type": "request"}, {"seq": True, "type": "request", "command": "next"}]
)
def test_a_request_has_a_number_and_a_name(message: Any) -> None:
    with pytest.raises(FormatError, match="none of the Debug Adapter Protocol"):
        read(framed(message))
