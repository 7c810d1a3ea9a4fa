"""The processes that the program starts, each a session of its own in the editor.

    child ──hello──► door ──► startDebugging, asked of the parent's editor
    editor ──attach, with the child's pid──► where the parent's session came in, or another
        `atfault debug --stdio` (`Relay`) ──► Session ◄──DAP──► debugpy in the child
                                                 └─────MI─────► a gdb of its own

debugpy's own mechanism brings a child here (atfault_probe/atfault_debugged.py); gdb comes into it
once there is something to do for it. A child stands still until its session has told the
breakpoints; one that nobody wants, or whose connection ends, goes on as without a debugger.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from atfault.contained import contained
from atfault.dap.connection import (
    MAX_LINE,
    Connection,
    Message,
    RequestFailed,
    Tasks,
    arguments_of,
    framed,
    number_of,
    read_message,
)
from atfault.dap.doors import Door, credentials, private_door, stranger
from atfault.errors import AccessError, FormatError
from atfault.model.process import RANK_VARIABLES, rank_of
from atfault.report.escape import clean
from atfault.snapshot import procfs

HELLO_SECONDS = 10.0
EDITOR_SECONDS = 30.0
"""In which an editor that was asked to has begun a session for a child."""
MAX_HELLO = 1 << 16
MAX_NAME = 120
ENDS = ("terminate", "disconnect")
"""Requests that are granted where there is nothing left to end."""
NOT_OF_CHILDREN = (
    *("program", "module", "code", "args", "python", "env", "cwd", "core", "sysroot", "processId"),
    *("stopOnEntry", "subProcess", "preLaunchTask", "postDebugTask", "restart"),
)
"""Settings of the parent's session that its children's do not have."""


class Child:
    """One process, which waits for its session."""

    def __init__(self, pid: int, name: str, connection: Connection) -> None:
        self.pid = pid
        self.name = name
        self.connection = connection
        self.is_taken = asyncio.Event()
        self._handle = os.pidfd_open(pid)

    def kill(self) -> None:
        if self._handle >= 0:
            with contained("ending a child", []):
                try:
                    signal.pidfd_send_signal(self._handle, signal.SIGKILL)
                except OSError:
                    pass  # it has ended

    async def close(self) -> None:
        """It goes on by itself, if it is there."""
        await self.connection.close()
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1


class Children:
    """Of one program. client: the editor's session for the program itself."""

    def __init__(
        self, client: Connection, say: Callable[[str], None], serve: Callable[..., Awaitable[None]]
    ) -> None:
        """serve: an editor's session for one of them, until that ends; it is given the connection,
        the child, debugpy's settings, the arguments of the initialize request, and the attach
        request, which is unanswered. Raises FormatError."""
        self._client = client
        self._serve_one = serve
        self._say = say
        self._door: Door | None = None
        self._server: asyncio.AbstractServer | None = None
        self._children: dict[int, Child] = {}
        self._tasks = Tasks()
        self._start: Message = {}
        self._settings: Mapping[str, Any] = {}
        self._parent = ""

    async def listen(self) -> str:
        """The path of the socket to which they connect. Raises AccessError."""
        self._door = private_door("children")
        self._server = await asyncio.start_unix_server(self._arrive, sock=self._door.listener)
        return self._door.path

    def begin(self, parent: str, start: Message, settings: Mapping[str, Any]) -> None:
        """parent: what the program is called. start: the arguments of its launch request. settings:
        debugpy's, for each child."""
        self._parent, self._start, self._settings = os.path.basename(parent), start, settings

    async def close(self, *, is_over: bool) -> None:
        """is_over: the children end with the session; else they go on by themselves."""
        if self._server is not None:
            self._server.close()
        if self._door is not None:
            self._door.close()
        for child in list(self._children.values()):
            if is_over:
                child.kill()
            await self._forget(child)
        await self._tasks.end()

    def _arrive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.begin(self._meet(reader, writer))

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A child, or an editor that `Relay` brings."""
        with contained("meeting a child", []):
            try:
                if stranger(writer.get_extra_info("socket")):
                    raise FormatError("it is another user's")
                pid, _ = credentials(writer.get_extra_info("socket"))
                told = await asyncio.wait_for(read_message(reader, MAX_HELLO), HELLO_SECONDS)
                connection = Connection(reader, writer)
                if told is not None and told.get("event") == "atfault":
                    await self._take(pid, connection, told.get("body"))
                elif told is not None and told.get("command") == "attach":
                    self.adopt(connection, {}, told)
                else:
                    raise FormatError("it is neither a child nor an editor")
            except (FormatError, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                writer.transport.abort()

    async def _take(self, pid: int, connection: Connection, told: Any) -> None:
        """A child has connected: the editor is asked for a session."""
        fields = told if isinstance(told, dict) else {}
        child = Child(pid, self._named(pid, fields), connection)
        before = self._children.pop(pid, None)  # replaced by exec
        if before is not None:
            await before.close()
        self._children[pid] = child
        kept = {name: self._start[name] for name in self._start if name not in NOT_OF_CHILDREN}
        door = self._door.path if self._door is not None else ""
        asked = self._client.request(
            "startDebugging",
            {
                "request": "attach",
                "configuration": {
                    **kept,
                    "request": "attach",
                    "name": child.name,
                    "subProcessId": pid,
                    "door": door,
                },
            },
        )
        try:
            await asyncio.wait_for(asked, EDITOR_SECONDS)
            await asyncio.wait_for(child.is_taken.wait(), EDITOR_SECONDS)
        except (RequestFailed, asyncio.TimeoutError) as error:
            why = str(error) or "no session has come"
            self._say(f"{child.name} is not followed: {clean(why)}")
            await self._forget(child)

    def _named(self, pid: int, told: Mapping[str, Any]) -> str:
        """By rank, worker or test, and by what the parent calls it."""
        rank = rank_of(procfs.variables(pid, RANK_VARIABLES))
        test = str(told.get("PYTEST_CURRENT_TEST") or "").rpartition(" ")[0]
        worker = str(told.get("PYTEST_XDIST_WORKER") or "")
        parts = [f"rank {rank.rank}"] if rank is not None else []
        parts += [clean(one) for one in (worker, test, str(told.get("child") or "")) if one]
        name = ", ".join(dict.fromkeys(parts)) or "process"
        return f"{clean(self._parent)}: {name}"[:MAX_NAME] + f" ({pid})"

    def adopt(self, connection: Connection, hello: Message, start: Message) -> None:
        """An editor's session for one of them. hello: the arguments of its initialize request.
        start: its attach request, which is unanswered."""
        self._tasks.begin(self._serve(connection, hello, start))

    async def _serve(self, connection: Connection, hello: Message, start: Message) -> None:
        arguments = arguments_of(start)
        told = arguments.get("hello")
        try:
            child = self._children.get(number_of(arguments, "subProcessId"))
        except RequestFailed:
            child = None
        if child is None or child.is_taken.is_set():
            connection.refuse(start, "there is no such child, or it has a session already")
            connection.event("terminated")
            await connection.close()
            return
        child.is_taken.set()
        hello = told if isinstance(told, dict) else hello
        with contained("serving a child's session", []):
            try:
                await self._serve_one(connection, child, self._settings, hello, start)
            except (FormatError, RequestFailed):
                pass  # the editor is gone
        await connection.close()
        await self._forget(child)

    async def _forget(self, child: Child) -> None:
        if self._children.get(child.pid) is child:
            del self._children[child.pid]
        await child.close()


class Relay:
    """An editor has started us (`--stdio`) for a child of another session's, which has it."""

    def __init__(
        self, client: Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._client = client
        self._writer = writer
        self._asked: dict[int, Message] = {}
        """What the editor has asked for and the other session has not answered."""
        self._reading = asyncio.ensure_future(self._pass_on(reader))

    @classmethod
    async def begin(cls, path: str, client: Connection, hello: Message, request: Message) -> Relay:
        """path: of the other session's socket. request: attach, unanswered. Raises AccessError."""
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=MAX_LINE)
        except OSError as error:
            raise AccessError(f"the session of the parent is over: {error.strerror}") from None
        if stranger(writer.get_extra_info("socket")):
            writer.transport.abort()
            raise AccessError("the socket of the parent's session is another user's")
        relay = cls(client, reader, writer)
        relay._ask({**request, "arguments": {**arguments_of(request), "hello": hello}})
        return relay

    async def take(self, message: Message) -> bool:
        """One of the editor's. → whether the session goes on."""
        if self._reading.done():
            self._settle(message)
        else:
            self._ask(message)
        if message.get("command") != "disconnect":
            return True
        await asyncio.wait({self._reading}, timeout=HELLO_SECONDS)
        return False

    def close(self) -> None:
        self._writer.transport.abort()
        self._reading.cancel()

    def _ask(self, message: Message) -> None:
        if message.get("type") == "request":
            self._asked[message["seq"]] = message
        self._writer.write(framed(message))

    def _settle(self, request: Message) -> None:
        """Answer what the other session, which is over, does not."""
        if request.get("command") in ENDS:
            self._client.respond(request)
        elif request.get("type") == "request":
            self._client.refuse(request, "the session of the program that has started it is over")

    async def _pass_on(self, reader: asyncio.StreamReader) -> None:
        told: Any = None
        try:
            while (message := await read_message(reader)) is not None:
                self._client.pass_on(message)
                if message.get("type") == "response":
                    self._asked.pop(int(message.get("request_seq") or 0), None)
                told = message.get("event") or message.get("command")
        except (FormatError, ConnectionError, asyncio.IncompleteReadError):
            pass
        for request in self._asked.values():
            self._settle(request)
        if told not in ("terminated", "disconnect"):
            self._client.event("terminated")
