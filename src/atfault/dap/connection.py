"""A connection of the Debug Adapter Protocol: numbered JSON messages behind a header, both ways.

The protocol: https://microsoft.github.io/debug-adapter-protocol/specification (base protocol).

Questions by their numbers, until their answers come: requests to debugpy, commands to gdb.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any

from atfault.errors import FormatError

Message = dict[str, Any]
MAX_BODY = 64 << 20
"""Bytes of one message."""
MAX_LINE = 1 << 16
"""Of its header: the limit of a StreamReader, which bodies are not held to."""
MAX_HEADER_LINES = 32
MAX_DIGITS = 18
LENGTH = b"content-length"
Answer = dict[str, Any]
Handler = Callable[[Message], Awaitable[Message | None]]
"""What answers a request: its arguments → the body."""


class RequestFailed(Exception):
    """The other side has answered a request with an error; str() is its text."""


class ConnectionLost(RequestFailed):
    """The other side went away before it had answered."""


class Tasks:
    """What goes on meanwhile; it is kept here as long as it does (asyncio holds it weakly)."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def end(self) -> None:
        """As `cancel`, and wait until they have ended."""
        self.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)


class Connection:
    """Messages to and from one other side. Requests of ours are matched with their answers here;
    all else that arrives is given out by `messages`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._last = 0
        self._waiting = Pending()
        self._is_lost = False

    @property
    def is_waiting(self) -> bool:
        """Whether a request of ours has no answer yet."""
        return bool(self._waiting)

    async def messages(self) -> AsyncIterator[Message]:
        """Events and requests of the other side, until it goes away. Raises FormatError for what is
        no message: nothing that follows can be made out then."""
        try:
            while (message := await read_message(self._reader)) is not None:
                if message.get("type") == "response":
                    self._settle(message)
                else:
                    yield message
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self._is_lost = True
            self._waiting.fail(ConnectionLost("the other side went away"))

    def _settle(self, message: Message) -> None:
        body, number = message.get("body"), message.get("request_seq")
        if message.get("success"):
            self._waiting.answer(number, body if isinstance(body, dict) else {})
        else:
            why = str(message.get("message") or "it failed")[:4000]
            self._waiting.answer(number, RequestFailed(why))

    def request(
        self, command: str, arguments: Mapping[str, Any] | None = None
    ) -> asyncio.Future[Message]:
        """Ask; the future is the body of the answer, or RequestFailed. It is sent at once."""
        if self._is_lost:
            return failed(ConnectionLost("the other side has gone away"))
        number = self._send(
            {"type": "request", "command": command, "arguments": dict(arguments or {})}
        )
        return self._waiting.ask(number)

    def event(self, name: str, body: Mapping[str, Any] | None = None) -> None:
        self._send({"type": "event", "event": name, "body": dict(body or {})})

    def respond(self, request: Message, body: Mapping[str, Any] | None = None) -> None:
        self._send(
            {
                "type": "response",
                "request_seq": request["seq"],
                "command": request["command"],
                "success": True,
                "body": dict(body or {}),
            }
        )

    def refuse(self, request: Message, why: str) -> None:
        """Answer that it failed; why: one sentence for the user."""
        self._send(
            {
                "type": "response",
                "request_seq": request["seq"],
                "command": request["command"],
                "success": False,
                "message": why,
                "body": {"error": {"id": 1, "format": why.replace("{", "(").replace("}", ")")}},
            }
        )

    def pass_on(self, message: Message) -> None:
        """A message that somebody else has numbered."""
        if not self._is_lost:
            self._writer.write(framed(message))

    async def half_close(self) -> None:
        """The other side hears that nothing more comes; what it sends is still read."""
        try:
            await self._writer.drain()
            self._writer.write_eof()
        except (OSError, RuntimeError):
            pass

    async def close(self) -> None:
        """What was sent is on its way when this returns."""
        self._is_lost = True
        try:
            await self._writer.drain()
            self._writer.close()
        except (ConnectionError, RuntimeError):
            pass

    def _send(self, message: Message) -> int:
        self._last += 1
        if not self._is_lost:
            self._writer.write(framed({"seq": self._last, **message}))
        return self._last


def framed(message: Mapping[str, Any]) -> bytes:
    """A message as it goes over the line."""
    body = json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


async def read_message(reader: asyncio.StreamReader, max_body: int = MAX_BODY) -> Message | None:
    """The next message; None at the end. Content-Length comes first in its header, so that what
    browsers send is none. Raises FormatError, ConnectionError and asyncio.IncompleteReadError."""
    length = None
    for at in range(MAX_HEADER_LINES):
        try:
            line = await reader.readline()
        except ValueError:
            raise FormatError("a line of a message's header does not end") from None
        if not line:
            return None
        name, colon, value = line.strip().partition(b":")
        if not name:
            break
        if not colon:
            raise FormatError(f"a message has {line[:60]!r} in its header")
        if (name.lower() == LENGTH) != (at == 0):
            raise FormatError("a message has no Content-Length that comes first, and once")
        if at == 0:
            length = _length(value, max_body)
    else:
        raise FormatError("a message's header does not end")
    if length is None:
        raise FormatError("a message has no Content-Length")
    body = await reader.readexactly(length)
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise FormatError("a message is no JSON") from None
    if not isinstance(message, dict) or not _is_of_protocol(message):
        raise FormatError("a message is none of the Debug Adapter Protocol")
    return message


def _is_of_protocol(message: Message) -> bool:
    is_named = message.get("type") != "request" or isinstance(message.get("command"), str)
    return type(message.get("seq")) is int and is_named


def _length(value: bytes, max_body: int) -> int:
    digits = value.strip()
    if not digits.isdigit() or len(digits) > MAX_DIGITS:
        raise FormatError(f"a message is {value[:40]!r} bytes long")
    length = int(digits)
    if length > max_body:
        raise FormatError(f"a message is {length} bytes long; {max_body} are read at most")
    return length


def arguments_of(request: Message) -> Message:
    arguments = request.get("arguments")
    return arguments if isinstance(arguments, dict) else {}


def number_of(arguments: Message, name: str) -> int:
    """0 where it is left out. Raises RequestFailed for what is no number."""
    value = arguments.get(name) or 0
    if not isinstance(value, int):
        raise RequestFailed(f"{name} is no number")
    return value


class Pending:
    """Those that have no answer yet."""

    def __init__(self) -> None:
        self._futures: dict[int, asyncio.Future[Answer]] = {}

    def __bool__(self) -> bool:
        return bool(self._futures)

    def ask(self, number: int) -> asyncio.Future[Answer]:
        """The answer that will come."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._futures[number] = future
        return future

    def answer(self, number: object, answer: Answer | Exception) -> None:
        """An answer to nothing is dropped, and so is one that nobody waits for any more."""
        future = self._futures.pop(number, None) if isinstance(number, int) else None
        if future is not None:
            _settle(future, answer)

    def fail(self, error: Exception) -> None:
        """No more answers will come."""
        for future in self._futures.values():
            _settle(future, error)
        self._futures.clear()


def failed(error: Exception) -> asyncio.Future[Answer]:
    """The answer to a question that cannot be asked."""
    future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    _settle(future, error)
    return future


def _settle(future: asyncio.Future[Answer], answer: Answer | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
        future.exception()  # whoever asked may be gone
    else:
        future.set_result(answer)
