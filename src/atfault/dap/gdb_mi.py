"""gdb as a process that is spoken to by its machine interface (GDB manual, "The GDB/MI Interface").

pygdbmi reads what gdb prints; commands are numbered, so that an answer finds its question.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pygdbmi import gdbmiparser

Record = dict[str, Any]
OnRecord = Callable[[str, Record], None]
"""("stopped", its fields): what gdb tells without having been asked."""
MAX_LINE = 64 << 20
END_SECONDS = 3.0


class GdbError(Exception):
    """gdb has refused a command; str() is what it said."""


class Gdb:
    """One gdb. `on_record` hears of stops, threads, libraries and breakpoints; `on_text` what gdb
    prints for people."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        on_record: OnRecord,
        on_text: Callable[[str], None],
    ) -> None:
        self._process = process
        self._on_record = on_record
        self._on_text = on_text
        self._last = 0
        self._waiting: dict[int, asyncio.Future[Record]] = {}
        self._printed: list[str] | None = None
        self._reading = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        on_record: OnRecord,
        on_text: Callable[[str], None],
        *,
        environment: Mapping[str, str],
        folder: str | None = None,
        descriptors: Sequence[int] = (),
    ) -> Gdb:
        """descriptors: of ours, that gdb and so the program inherit. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=MAX_LINE,
            env=dict(environment),
            cwd=folder,
            pass_fds=tuple(descriptors),
        )
        return cls(process, on_record, on_text)

    def command(self, text: str) -> asyncio.Future[Record]:
        """Ask for `text`, an MI command without its number; the future is what gdb answered, or
        GdbError. It is sent at once."""
        self._last += 1
        future: asyncio.Future[Record] = asyncio.get_running_loop().create_future()
        stdin = self._process.stdin
        if self._reading.done() or stdin is None or stdin.is_closing():
            future.set_exception(GdbError("gdb has ended"))
            future.exception()
            return future
        self._waiting[self._last] = future
        stdin.write(f"{self._last}{text}\n".encode("utf-8", "surrogateescape"))
        return future

    async def console(self, text: str) -> str:
        """What a command of gdb's own language prints. Raises GdbError."""
        self._printed = []
        try:
            await self.command(f"-interpreter-exec console {quoted(text)}")
            return "".join(self._printed)
        finally:
            self._printed = None

    async def evaluate(self, expression: str) -> str:
        """The value of an expression of the program's language. Raises GdbError."""
        answer = await self.command(f"-data-evaluate-expression {quoted(expression)}")
        return str(answer.get("value", ""))

    async def close(self) -> None:
        """End gdb, and with it the program it has started."""
        self.command("-gdb-exit")
        try:
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reading

    # What gdb prints

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                continue  # longer than MAX_LINE
            if not line:
                break
            text = line.decode("utf-8", "replace").strip()
            if text and text != "(gdb)":
                self._take(gdbmiparser.parse_response(text))
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(GdbError("gdb has ended"))
                future.exception()
        self._waiting.clear()
        self._on_record("gdb-ended", {})

    def _take(self, response: Record) -> None:
        kind, payload = response.get("type"), response.get("payload")
        fields: Record = payload if isinstance(payload, dict) else {}
        if kind == "result":
            self._settle(response.get("token"), str(response.get("message")), fields)
        elif kind == "notify":
            self._on_record(str(response.get("message")), fields)
        elif kind == "console" and isinstance(payload, str):
            if self._printed is not None:
                self._printed.append(payload)
            self._on_text(payload)

    def _settle(self, token: object, outcome: str, fields: Record) -> None:
        future = self._waiting.pop(token, None) if isinstance(token, int) else None
        if future is None or future.done():
            return
        if outcome == "error":
            future.set_exception(GdbError(str(fields.get("msg") or "gdb refused")))
            future.exception()
        else:
            future.set_result(fields)


def quoted(text: str) -> str:
    """A text as a C string, which is what MI takes where there may be spaces in it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def shell_quoted(path: str) -> str:
    """A path that is part of a command of gdb's own language."""
    return os.fspath(path).replace("\\", "\\\\").replace(" ", "\\ ")
