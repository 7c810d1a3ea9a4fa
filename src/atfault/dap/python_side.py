"""The Python side: debugpy, which runs in the program (atfault_probe/atfault_debugged.py).

It answers only while the program runs: nothing here may be waited for while gdb has stopped it.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Mapping
from typing import Any

from atfault.dap.connection import MAX_LINE, Connection, Message, RequestFailed, failed
from atfault.dap.doors import credentials
from atfault.errors import AccessError, FormatError

CONNECT_SECONDS = 60.0
RETRY_SECONDS = 0.05
LEAVE_SECONDS = 5.0
READER = "pydevd.Reader"
"""The name of the thread in the program that takes debugpy's requests
(_pydevd_bundle/pydevd_comm.py)."""
_TIDS = (
    "(lambda os, threading: __import__('json').dumps([["
    "__import__('_pydevd_bundle._debug_adapter.pydevd_base_schema', "
    "fromlist=['x']).BaseSchema._obj_id_to_dap_id.get(getattr(t, '__pydevd_id__', None)), "
    "os.getpid() if t is threading.main_thread() and "
    "not os.path.exists('/proc/self/task/%s' % t.native_id) else t.native_id"
    "] for t in threading.enumerate()]))(__import__('os'), __import__('threading'))"
)
"""[[debugpy's number of a thread, its tid]]. The main thread of a fork still has its parent's tid
as native_id (Lib/threading.py, _after_fork, of CPython 3.8 to 3.13)."""
_CALLEE = """\
(lambda f, c=__import__('ctypes'), t=__import__('types'):
    ['address', c.cast(f, c.c_void_p).value] if isinstance(f, c._CFuncPtr)
    else ['descriptor', id(f)] if isinstance(f, t.MethodDescriptorType)
    else ['function', id(f)] if type(f).__name__ == 'cython_function_or_method'
    else None if not isinstance(f, t.BuiltinFunctionType)
    else ['function', id(f)] if isinstance(f.__self__, (type, t.ModuleType, type(None)))
    else ['descriptor', id(getattr(type(f.__self__), f.__name__))])(%s)"""
"""What leads to the C function behind a callable: its address, or that of an object which stays.
What `array.sum` makes is gone after this; the descriptor of its type is not. A function of
Cython's begins as a built-in one does."""


class PythonSide:
    """debugpy in one program."""

    def __init__(self, on_event: Callable[[str, Message], None]) -> None:
        self._on_event = on_event
        self.on_end: Callable[[], None] = lambda: None
        """Hears when the program ends the connection."""
        self._connection: Connection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._attached: asyncio.Future[Message] | None = None
        self._pid = 0
        self._has_begun_here = True
        self._refusal = ""
        """Why debugpy is not in the program, as that says."""
        self._tids: dict[int, int] = {}
        self._alive: set[int] = set()

    async def accept(
        self,
        listener: socket.socket,
        is_program: Callable[[int], bool],
        has_ended: Callable[[], bool],
        *,
        joined: bool = False,
    ) -> None:
        """Wait until the program has connected to `listener`, a Unix socket: once, and nobody but
        the process that `is_program`. joined: it has run before. Raises AccessError where it never
        does."""
        self._has_begun_here = not joined
        loop = asyncio.get_running_loop()
        deadline = loop.time() + CONNECT_SECONDS
        listener.setblocking(False)
        while not has_ended() and loop.time() < deadline:
            try:
                one, _ = listener.accept()
            except BlockingIOError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._pid, _ = credentials(one)
            if not is_program(self._pid):
                one.close()
                continue
            listener.close()
            reader, writer = await asyncio.open_unix_connection(sock=one, limit=MAX_LINE)
            self._connection = Connection(reader, writer)
            self._reading = loop.create_task(self._read(self._connection))
            return
        raise AccessError("the program has ended, or was too slow, before debugpy was in it")

    def adopt(self, connection: Connection, pid: int) -> None:
        """A process that has connected already, and waits for what it is asked."""
        self._has_begun_here, self._pid, self._connection = False, pid, connection
        self._reading = asyncio.get_running_loop().create_task(self._read(connection))

    async def attach(self, client: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        """client: what the editor said of itself. settings: debugpy's, of its attach request.
        Returns when it has asked for the breakpoints. Raises RequestFailed."""
        hello = {**client, "adapterID": "debugpy", "pathFormat": "path"}
        try:
            await self.request("initialize", hello)
        except RequestFailed:
            if self._refusal:
                raise RequestFailed(self._refusal) from None
            raise
        # pydevd stops on entry of what is launched alone, and makes no other difference.
        how = "launch" if self._has_begun_here else "attach"
        self._attached = self.request(how, settings)

    async def configured(self) -> None:
        """All breakpoints were set: the program may begin. Raises RequestFailed."""
        await self.request("configurationDone")
        if self._attached is not None:
            await self._attached

    def request(
        self, command: str, arguments: Mapping[str, Any] | None = None
    ) -> asyncio.Future[Message]:
        """Sent at once; see `Connection.request`."""
        if self._connection is None:
            return failed(RequestFailed("Python is not there yet"))
        return self._connection.request(command, arguments)

    @property
    def is_there(self) -> bool:
        """Whether it can be asked."""
        return self._connection is not None

    @property
    def is_waiting(self) -> bool:
        """Whether something that it was asked for may not have reached it yet."""
        return self._connection is not None and self._connection.is_waiting

    async def leave(self) -> None:
        """The program, which goes on: nothing stands still in it, and nothing is traced. It ends
        the connection when that is so."""
        if self._connection is None or self._reading is None:
            return
        self.request("disconnect", {"terminateDebuggee": False})
        await self._connection.half_close()
        await asyncio.wait({self._reading}, timeout=LEAVE_SECONDS)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self, connection: Connection) -> None:
        try:
            async for message in connection.messages():
                body = message.get("body")
                fields = body if isinstance(body, dict) else {}
                if message.get("event") == "atfault":  # atfault_probe/atfault_debugged.py
                    self._refusal = str(fields.get("why"))
                elif message.get("type") == "event":
                    self._on_event(str(message.get("event")), fields)
        except FormatError:
            pass  # the program wrote to that socket
        self.on_end()

    # What is asked of the program while gdb lets it run

    async def tid(self, thread: int) -> int | None:
        """The tid of a thread by debugpy's number; None where it cannot be told."""
        if thread not in self._tids:
            try:
                told = json.loads(await self._evaluated(_TIDS, None))
                self._tids.update({int(one): int(tid) for one, tid in told if one and tid})
            except (RequestFailed, ValueError, TypeError):
                return None
        return self._tids.get(thread)

    def begun(self, thread: int) -> None:
        """debugpy has told of a thread by its number, before anybody knows the tid. The first is
        the main thread, which is the only one that there is when the program begins."""
        if self._has_begun_here and not self._alive and not self._tids:
            self._tids[thread] = self._pid
        self._alive.add(thread)

    def ended(self, thread: int) -> int | None:
        """→ the tid that it had: soon another's, perhaps."""
        self._alive.discard(thread)
        return self._tids.pop(thread, None)

    def candidates(self, tid: int) -> list[int]:
        """debugpy's number of a thread; of one that has begun just now, all that it may be."""
        number = self.number(tid)
        return sorted(self._alive - self._tids.keys()) if number is None else [number]

    def number(self, tid: int) -> int | None:
        """debugpy's number of a thread that `tid` has met."""
        return next((number for number, known in self._tids.items() if known == tid), None)

    async def callee(self, expression: str, frame: int) -> tuple[str, int] | None:
        """("address", of a C function), or ("function" or "descriptor", where the Python object is
        that knows it), of what an expression without a call in it stands for; None for all else.
        Raises RequestFailed."""
        told = await self._evaluated(f"__import__('json').dumps({_CALLEE % expression})", frame)
        found = json.loads(told)
        return (str(found[0]), int(found[1])) if found else None

    async def _evaluated(self, expression: str, frame: int | None) -> str:
        """The text that an expression is in the program. Raises RequestFailed."""
        asked: Message = {"expression": expression, "context": "clipboard"}
        if frame is not None:
            asked["frameId"] = frame
        answer = await self.request("evaluate", asked)
        text = str(answer.get("result", ""))
        return text[1:-1].replace("\\'", "'") if text[:1] in "'\"" else text
