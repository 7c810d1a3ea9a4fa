"""An editor for tests of `atfault debug`: it speaks the Debug Adapter Protocol."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

SECONDS = 60.0
GONE = {"success": False, "message": "the adapter has ended"}
"""In place of answers that will not come."""


class Refused(Exception):
    """The adapter has answered that a request failed."""


class Editor:
    """One session through the standard streams of `atfault debug --stdio`."""

    def __init__(self, *options: str, folder: Any = None, environment: Any = None) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "atfault", "debug", "--stdio", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=environment,
        )
        self._begin(process, process.stdout, process.stdin)

    @classmethod
    def over(cls, stream: Any, process: Any) -> Editor:
        """One that talks to `atfault debug` through a socket's file."""
        self = cls.__new__(cls)
        self._begin(process, stream, stream)
        return self

    @classmethod
    def of(cls, process: Any) -> Editor:
        """One that talks to `atfault debug --stdio` through its streams."""
        self = cls.__new__(cls)
        self._begin(process, process.stdout, process.stdin)
        return self

    def _begin(self, process: Any, reads: Any, writes: Any) -> None:
        self.process, self._reads, self._writes = process, reads, writes
        self.output = ""
        self.seen: list[dict[str, Any]] = []
        self.wanted: queue.Queue[dict[str, Any]] = queue.Queue()
        """What the adapter has asked sessions for: their configurations."""
        self.hello: dict[str, Any] = {}
        """Of its initialize request, besides the usual."""
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._last = 0
        self._has_ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self.process.poll() is None:
            try:
                self.ask("disconnect", terminateDebuggee=True)
                self.process.wait(10)
            except (OSError, ValueError, queue.Empty, Refused, subprocess.TimeoutExpired):
                self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        stream = self._reads
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                length = int(line.partition(b":")[2])
            if not length:
                self._has_ended.set()
                for answers in list(self._answers.values()):
                    answers.put(GONE)
                return
            message = json.loads(stream.read(length))
            if message["type"] == "response":
                self._answers[message["request_seq"]].put(message)
                continue
            if message["type"] == "request":
                self.wanted.put(message["arguments"]["configuration"])
                told = {"request_seq": message["seq"], "command": message["command"]}
                self._write({"type": "response", "success": True, "seq": 0, **told})
                continue
            self.seen.append(message)
            if message["event"] == "output":
                self.output += message["body"]["output"]
            else:
                self._events.put(message)

    def send(self, command: str, **arguments: Any) -> int:
        """Ask without waiting; the number of the request."""
        self._last += 1
        self._answers[self._last] = queue.Queue()
        told = {"command": command, "arguments": arguments}
        self._write({"seq": self._last, "type": "request", **told})
        if self._has_ended.is_set():
            self._answers[self._last].put(GONE)
        return self._last

    def _write(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        self._writes.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._writes.flush()

    def answer(self, number: int, seconds: float = SECONDS) -> dict[str, Any]:
        message = self._answers[number].get(timeout=seconds)
        if not message["success"]:
            raise Refused(message["message"])
        body: dict[str, Any] = message.get("body") or {}
        return body

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        return self.answer(self.send(command, **arguments))

    def event(self, name: str, seconds: float = SECONDS) -> dict[str, Any]:
        """The next event of that name; others before it are dropped."""
        deadline = time.monotonic() + seconds
        while True:
            message = self._events.get(timeout=max(deadline - time.monotonic(), 0.001))
            if message["event"] == name:
                body: dict[str, Any] = message.get("body") or {}
                return body

    def heard(self) -> list[dict[str, Any]]:
        """The events that have come and were not asked for yet."""
        found = []
        while not self._events.empty():
            found.append(self._events.get())
        return found

    def begin(
        self,
        breakpoints: Any = None,
        functions: Any = (),
        exceptions: Sequence[str] = (),
        **launch: Any,
    ) -> dict[str, Any]:
        """initialize, launch, breakpoints ({path: [line or a dict, …]}), configurationDone. →
        path → what became of its breakpoints, as far as that was known."""
        told = {"adapterID": "atfault", "linesStartAt1": True, "pathFormat": "path"}
        self.ask("initialize", **{**told, **self.hello})
        launched = self.send(launch.pop("request", "launch"), **launch)
        self.event("initialized")
        found = {}
        for path, lines in (breakpoints or {}).items():
            wanted = [one if isinstance(one, dict) else {"line": one} for one in lines]
            answer = self.ask(
                "setBreakpoints", source={"path": os.fspath(path)}, breakpoints=wanted
            )
            found[path] = answer["breakpoints"]
        if functions:
            wanted = [{"name": name} for name in functions]
            self.ask("setFunctionBreakpoints", breakpoints=wanted)
        self.ask("setExceptionBreakpoints", filters=list(exceptions))
        self.ask("configurationDone")
        self.answer(launched)
        return found

    def stack(self, stopped: dict[str, Any]) -> list[dict[str, Any]]:
        frames: list[dict[str, Any]] = self.ask("stackTrace", threadId=stopped["threadId"])[
            "stackFrames"
        ]
        return frames

    def locals(self, frame: dict[str, Any]) -> dict[str, str]:
        """Name → value, of a frame's first scope."""
        scopes = self.ask("scopes", frameId=frame["id"])["scopes"]
        return self.children(scopes[0]["variablesReference"]) if scopes else {}

    def children(self, reference: int) -> dict[str, str]:
        told = self.ask("variables", variablesReference=reference)["variables"]
        return {one["name"]: one["value"] for one in told}


def places(frames: list[dict[str, Any]]) -> list[str]:
    """["function file.c:12", …], innermost first."""
    found = []
    for one in frames:
        source = one.get("source") or {}
        name = source.get("name") or os.path.basename(source.get("path") or "?")
        found.append(f"{one['name']} {name}:{one['line']}")
    return found
