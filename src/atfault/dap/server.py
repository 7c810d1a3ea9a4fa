"""Where an editor reaches a session: at a socket, or through our standard streams.

Who may come in: the first connection that is of this user, speaks the protocol and, on a port,
knows the token. All others are ended one by one, and the command goes on listening.

    accepted ──► whose is it? ──► initialize ──► (a port) start, with the token ──► Entered
                     │               │                    │
                     └── unanswered ─┴──── ended ─────────┘

A browser on this machine has the user's rights, but cannot begin with a header of the protocol; a
service that can be made to send anything does not know the token.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import signal
import stat
import sys
from collections.abc import Callable
from typing import NamedTuple

from atfault.contained import contained
from atfault.dap.connection import MAX_LINE, Connection, Message, arguments_of, read_message
from atfault.dap.doors import Door, stranger
from atfault.dap.launch import Launch
from atfault.dap.session import CAPABILITIES, Session
from atfault.errors import FormatError, UsageError

STREAMS = (stat.S_ISFIFO, stat.S_ISSOCK, stat.S_ISCHR)
"""What asyncio can wait for."""
ENTRANCE_SECONDS = 10.0
"""In which a connection has to have introduced itself."""
MAX_PENDING = 8
"""Connections that may be about to; beyond, the oldest one is ended."""
MAX_FIRST_BODY = 1 << 16
ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
"""By which an editor ends what it has started: nvim-dap sends SIGINT behind each session."""
STARTS = ("launch", "attach")


async def serve_door(door: Door, token: str, launch: Launch, say: Callable[[str], None]) -> None:
    """Wait for one editor, and serve it. token: see `Entrance`. Raises FormatError."""
    entrance = Entrance(token, say)
    try:
        entered = await entrance.first(door)
        if not entrance.is_open:
            door.close()
        session = Session(entered.connection, launch, entered.hello, entered.start)
        entrance.on_more = session.children.adopt
        await session.serve()
    finally:
        entrance.close()
        door.close()


async def serve_streams(launch: Launch) -> None:
    """Serve the editor that has started us. Raises FormatError, UsageError."""
    for name, descriptor in (("input", 0), ("output", 1)):
        mode, is_null = os.fstat(descriptor).st_mode, os.path.samefile(descriptor, os.devnull)
        if is_null or not any(of_kind(mode) for of_kind in STREAMS):
            raise UsageError(
                f"debug: --stdio: standard {name} is no pipe, socket or terminal; an editor starts "
                "it so"
            )
    loop = asyncio.get_running_loop()
    # Whatever else writes to standard output would garble the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    reader = asyncio.StreamReader(limit=MAX_LINE)
    coming, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    _as_its_end(coming, loop)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, output)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    await Session(Connection(reader, writer), launch).serve()
    with contextlib.suppress(OSError):
        transport.close()


def _as_its_end(coming: asyncio.BaseTransport, loop: asyncio.AbstractEventLoop) -> None:
    """A signal ends what the editor says, so that nothing is left behind; the next one ends us."""

    def end() -> None:
        for number in ENDING:
            loop.remove_signal_handler(number)
        coming.close()

    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, end)


class Entered(NamedTuple):
    """An editor that may have the session."""

    connection: Connection
    hello: Message
    """The arguments of its initialize request, which has been answered."""
    start: Message | None
    """Its launch or attach request, unanswered, where the token was in it."""


class Entrance:
    """At one door."""

    def __init__(self, token: str, say: Callable[[str], None]) -> None:
        """token: "" where none is asked for. say: hears why somebody was turned away, each reason
        once."""
        self._token = token
        self._say = say
        self._said: set[str] = set()
        self.on_more: Callable[[Connection, Message, Message], None] | None = None
        """Takes those who come after the first, for a child's session."""
        self._server: asyncio.AbstractServer | None = None
        self._pending: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    @property
    def is_open(self) -> bool:
        return self._server is not None

    def close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for task in self._pending:
            task.cancel()

    async def first(self, door: Door) -> Entered:
        """The one who comes in; nobody else is listened to from then on, but where he begins
        sessions for children, too."""
        found: asyncio.Future[Entered] = asyncio.get_running_loop().create_future()

        def arrive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            why = stranger(writer.get_extra_info("socket"))
            if why or (found.done() and self.on_more is None):
                self._turn_away(writer, why)
                return
            if len(self._pending) >= MAX_PENDING:
                self._end(next(iter(self._pending)))
            task = asyncio.ensure_future(self._meet(reader, writer, found))
            self._pending[task] = writer
            task.add_done_callback(self._forget)

        # What is refused is read no further than this: a line, and what asyncio reads ahead.
        self._server = await asyncio.start_server(arrive, sock=door.listener)
        entered = await found
        if entered.hello.get("supportsStartDebuggingRequest") is True:
            for task in self._pending:
                task.cancel()
        else:
            self.close()
        return entered

    def _end(self, task: asyncio.Task[None]) -> None:
        """At once, so that of a burst each ends another one."""
        writer = self._pending.pop(task)
        task.cancel()
        writer.transport.abort()

    def _forget(self, task: asyncio.Task[None]) -> None:
        writer = self._pending.pop(task, None)
        if writer is not None and task.cancelled():
            writer.transport.abort()

    def _turn_away(self, writer: asyncio.StreamWriter, why: str) -> None:
        writer.transport.abort()
        if why and why not in self._said:
            self._said.add(why)
            self._say(f"a connection was refused: {why}")

    async def _meet(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        found: asyncio.Future[Entered],
    ) -> None:
        losses = list[str]()
        with contained("meeting an editor", losses):
            try:
                entered = await asyncio.wait_for(self._introduced(reader, writer), ENTRANCE_SECONDS)
                if not found.done():
                    found.set_result(entered)
                    return
                if self.on_more is not None:
                    start = entered.start
                    if start is None:
                        start = await asyncio.wait_for(_request(reader), ENTRANCE_SECONDS)
                    self.on_more(entered.connection, entered.hello, start)
                    return
            except FormatError as error:
                losses.append(str(error))
            except asyncio.TimeoutError:
                losses.append(f"it has not introduced itself in {ENTRANCE_SECONDS:g} s")
            except (ConnectionError, asyncio.IncompleteReadError):
                pass  # it has gone away
        self._turn_away(writer, losses[0] if losses else "")

    async def _introduced(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Entered:
        """Raises FormatError where it is not let in."""
        connection = Connection(reader, writer)
        message = await _request(reader)
        if message["command"] != "initialize":
            raise FormatError("it does not begin with initialize")
        connection.respond(message, CAPABILITIES)
        hello = arguments_of(message)
        if not self._token:
            return Entered(connection, hello, None)
        while (message := await _request(reader))["command"] not in STARTS:
            connection.refuse(message, "launch or attach comes first, with the token")
        told = arguments_of(message).get("token")
        if not isinstance(told, str) or not hmac.compare_digest(
            told.encode(errors="replace"), self._token.encode()
        ):
            why = "its token is wrong" if told else "it has no token"
            connection.refuse(message, f"{why}: atfault debug has printed the right one")
            await connection.close()
            raise FormatError(why)
        return Entered(connection, hello, message)


async def _request(reader: asyncio.StreamReader) -> Message:
    """Raises FormatError, ConnectionError and asyncio.IncompleteReadError."""
    message = await read_message(reader, MAX_FIRST_BODY)
    if message is None:
        raise ConnectionResetError
    if message.get("type") != "request":
        raise FormatError("it sends what is no request")
    return message
