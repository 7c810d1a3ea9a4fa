"""The frames of a stopped program, as the protocol shows them, and what is behind their numbers.

A frame's number is debugpy's where debugpy has it, and else one of ours (`values.FIRST_NUMBER`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from atfault.dap.connection import Message, RequestFailed
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import GdbFrame, NativeSide
from atfault.dap.python_side import PythonSide
from atfault.dap.sight import (
    Sight,
    function_of,
    is_debuggers,
    is_plumbing,
    locals_of,
    look_while_asleep,
    order_of,
    shown,
    without_debugpys,
    woven,
)
from atfault.dap.values import NativeValues, Numbers, PythonValues, Shown
from atfault.model.stacks import Location, ThreadFrame, ThreadState
from atfault.options import Options

NOT_HERE = (
    "the program stands still in native code: of Python, the variables of a frame and those parts "
    "of them that are shown can be read, and nothing be called"
)


class Ours(NamedTuple):
    """A frame that debugpy does not have."""

    frame: ThreadFrame
    thread: str
    """gdb's number of its thread; "" while the program runs for gdb."""
    level: int | None
    """gdb's number of a native frame; None where gdb does not have it."""


class Frames:
    """Of one session; empty while the program runs."""

    def __init__(self, native: NativeSide, python: PythonSide, options: Options) -> None:
        self._native = native
        self._options = options
        self._python = python
        self._numbers = Numbers()
        self._python_values = PythonValues(self._numbers)
        self._native_values = NativeValues(native, self._numbers)
        self._sight: Sight | None = None
        self._gdb_numbers: Mapping[int, str] = {}
        self._ours: dict[int, Ours] = {}
        self._listed: dict[int, list[Message]] = {}
        """tid → its frames, once they were asked for."""

    # Where the program stands

    def in_native(self, sight: Sight, numbers: Mapping[int, str]) -> None:
        """gdb has stopped it. numbers: gdb's, by tid."""
        self.forget()
        self._sight, self._gdb_numbers = sight, numbers

    def forget(self) -> None:
        """It goes on, or has stopped anew: what was shown holds no longer."""
        self._native_values.forget()
        self._sight = None
        self._ours.clear()
        self._listed.clear()
        self._numbers.clear()

    # Threads

    def threads(self) -> list[Message]:
        """At a native stop: all but debugpy's own."""
        sight = self._sight or Sight(())
        if not sight.threads:  # nothing could be seen of them
            return [{"id": tid, "name": str(tid)} for tid in self._gdb_numbers]
        return [
            {"id": one.thread.tid, "name": one.python_name or one.thread.name}
            for one in sight.threads
            if not is_debuggers(one)
        ]

    def gdb_number(self, tid: int) -> str:
        """gdb's number of a thread; "" where it has none."""
        return self._gdb_numbers.get(tid, "")

    async def level(self, thread: ThreadState, frame: ThreadFrame) -> int:
        """gdb's number of a native frame; the innermost where it has none. Raises GdbError."""
        return (
            _level_of(thread, frame, await self._native.frames(self.gdb_number(thread.thread.tid)))
            or 0
        )

    async def innermost_place(self, tid: int) -> tuple[int, str, int] | None:
        """(debugpy's number, path, line) of a thread's innermost frame, at a stop of debugpy's."""
        number = self._python.number(tid)
        if number is None:
            return None
        answer = await self._python.request("stackTrace", {"threadId": number, "levels": 1})
        for one in answer.get("stackFrames") or ():
            path = (one.get("source") or {}).get("path")
            return (int(one["id"]), str(path), int(one["line"])) if path else None
        return None

    # Frames

    async def of(self, tid: int) -> list[Message]:
        """The frames of a thread, innermost first. Raises RequestFailed, GdbError."""
        if tid not in self._listed:
            self._listed[tid] = await self._list(tid)
        return self._listed[tid]

    async def _list(self, tid: int) -> list[Message]:
        if self._sight is not None:
            thread = self._sight.thread(tid)
            if thread is None:
                raise RequestFailed("there is no such thread any more")
            return await self._of_native_stop(thread)
        number = self._python.number(tid) or tid
        told = (await self._python.request("stackTrace", {"threadId": number})).get("stackFrames")
        python = without_debugpys([dict(one) for one in told or ()])
        asleep = await asyncio.to_thread(look_while_asleep, self._native.pid, tid, self._options)
        if asleep is None:
            return python
        return [
            one if isinstance(one, dict) else self._told(Ours(one, "", None))
            for one in woven(python, asleep)
        ]

    async def _of_native_stop(self, thread: ThreadState) -> list[Message]:
        number = self._gdb_numbers.get(thread.thread.tid, "")
        try:
            levels = await self._native.frames(number) if number else []
        except GdbError:
            levels = []
        return [
            self._told(Ours(frame, number, _level_of(thread, frame, levels)))
            for frame in shown(thread)
        ]

    def _told(self, ours: Ours) -> Message:
        """DAP's StackFrame."""
        number = self._numbers.new()
        self._ours[number] = ours
        frame = ours.frame
        told: Message = {"id": number, "name": function_of(frame), "line": 0, "column": 0}
        location = _location(frame)
        if location is not None:
            told["line"] = location.line or 0
            told["column"] = location.column or (1 if location.line else 0)
            told["source"] = _source(location.file)
        native = frame.native
        if native is not None:
            told["instructionPointerReference"] = f"{native.pc:#x}"
            if location is None and native.module is not None:
                told["name"] += f" ({os.path.basename(native.module.path)})"
        if "path" not in told.get("source", {}) and not is_plumbing(frame):
            told["presentationHint"] = "subtle"
        return told

    # What is in them

    def scopes(self, number: int) -> Message | None:
        """Of a frame of ours; None for debugpy's."""
        ours = self._ours.get(number)
        if ours is None:
            return None
        variables = locals_of(ours.frame)
        if variables or ours.frame.python is not None:
            reference = self._numbers.add(lambda: _later(self._python_values.listed(variables)))
        elif ours.thread and ours.level is not None:
            thread, level = ours.thread, ours.level
            reference = self._numbers.add(lambda: self._native_values.locals(thread, level))
        else:
            return {"scopes": []}
        scope = {"name": "Locals", "variablesReference": reference, "expensive": False}
        return {"scopes": [{**scope, "presentationHint": "locals"}]}

    async def variables(self, number: int) -> list[Shown] | None:
        """What is behind a number of ours; None for debugpy's. Raises GdbError."""
        opener = self._numbers.get(number)
        if opener is None:
            if self._numbers.is_ours(number):
                raise RequestFailed("the program has gone on since that was shown")
            return None
        return await opener()

    async def evaluate(self, expression: str, number: int) -> Message | None:
        """In a frame of ours, without calling anything of Python; None for debugpy's. Raises
        RequestFailed, GdbError."""
        ours = self._ours.get(number)
        if ours is None:
            return None
        variables = locals_of(ours.frame)
        found = self._python_values.find(variables, expression.strip())
        if found is not None:
            pass
        elif ours.frame.python is not None:
            raise RequestFailed(NOT_HERE)
        elif ours.thread and ours.level is not None:
            found = await self._native_values.evaluate(expression, ours.thread, ours.level)
        else:
            raise RequestFailed("native variables can be read where gdb has stopped: pause there")
        return {
            "result": found["value"],
            "type": found["type"],
            "variablesReference": found["variablesReference"],
        }


def _level_of(thread: ThreadState, frame: ThreadFrame, levels: list[GdbFrame]) -> int | None:
    """Where gdb has a frame of ours. Both list inlined functions with the pc of what they stand in;
    where one side knows fewer of them, the outermost ones are the same."""
    if frame.native is None:
        return None
    pc, at, count = order_of(thread.stack.frames, frame)
    same = [one.level for one in levels if one.address == pc]
    if not same:
        return None
    return same[at] if len(same) == count else same[max(len(same) - (count - at), 0)]


def _location(frame: ThreadFrame) -> Location | None:
    if frame.python is not None:
        return frame.python.location
    assert frame.native is not None
    return frame.native.location


def _source(path: str) -> dict[str, Any]:
    """DAP's Source; without a path where there is no such file here, as it would be asked for."""
    named = {"name": os.path.basename(path)}
    return {**named, "path": path} if os.path.isabs(path) and os.path.isfile(path) else named


async def _later(shown: list[Shown]) -> list[Shown]:
    return shown
