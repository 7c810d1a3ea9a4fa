"""gdb as a process that is spoken to by its machine interface (GDB manual, "The GDB/MI Interface").

pygdbmi reads what gdb prints; commands are numbered, so that an answer finds its question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from atfault import lazy
from atfault.dap.connection import Answer, Pending, failed

Record = Answer
OnRecord = Callable[[str, Record], None]
"""("stopped", its fields): what gdb tells without having been asked."""
MAX_LINE = 64 << 20
END_SECONDS = 3.0
ENDED = "gdb has ended"


class GdbError(Exception):
    """gdb has refused a command; str() is what it said."""


class Gdb:
    """One gdb. `on_record` hears of stops, threads, libraries and breakpoints."""

    def __init__(self, process: asyncio.subprocess.Process, on_record: OnRecord) -> None:
        self._process = process
        self._on_record = on_record
        self._last = 0
        self._waiting = Pending()
        self._printed: list[str] | None = None
        self._reading = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        on_record: OnRecord,
        *,
        environment: Mapping[str, str],
        folder: str | None = None,
        descriptors: Sequence[int] = (),
        apart: bool = False,
    ) -> Gdb:
        """descriptors: of ours, that gdb and so the program inherit. apart: a signal for all of our
        process group, as of `timeout` or of a terminal, does not reach it: it ends as we do, and
        lets a program that it has attached to go first. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=MAX_LINE,
            env=dict(environment),
            cwd=folder,
            pass_fds=tuple(descriptors),
            start_new_session=apart,
        )
        return cls(process, on_record)

    def command(self, text: str) -> asyncio.Future[Record]:
        """Ask for `text`, an MI command without its number; the future is what gdb answered, or
        GdbError. It is sent at once."""
        self._last += 1
        stdin = self._process.stdin
        if self._reading.done() or stdin is None or stdin.is_closing():
            return failed(GdbError(ENDED))
        stdin.write(f"{self._last}{text}\n".encode("utf-8", "surrogateescape"))
        return self._waiting.ask(self._last)

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
        parse: Callable[[str], Record] = lazy.load("pygdbmi.gdbmiparser:parse_response")
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                continue  # longer than MAX_LINE
            if not line:
                break
            text = line.decode("utf-8", "replace").strip()
            if text and text != "(gdb)":
                self._take(parse(text))
        self._waiting.fail(GdbError(ENDED))
        self._on_record("gdb-ended", {})

    def _take(self, response: Record) -> None:
        kind, payload = response.get("type"), response.get("payload")
        fields: Record = payload if isinstance(payload, dict) else {}
        if kind == "result":
            error = GdbError(str(fields.get("msg") or "gdb refused"))
            has_failed = response.get("message") == "error"
            self._waiting.answer(response.get("token"), error if has_failed else fields)
        elif kind == "notify":
            self._on_record(str(response.get("message")), fields)
        elif kind == "console" and isinstance(payload, str) and self._printed is not None:
            self._printed.append(payload)


def quoted(text: str) -> str:
    """A text as a C string, which is what MI takes where there may be spaces in it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
