"""The frames of a stopped program, as the protocol shows them, and what is behind their numbers.

A frame's number is debugpy's where debugpy has it, and else one of ours (`values.FIRST_NUMBER`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from atfault.dap.connection import Message, RequestFailed, number_of
from atfault.dap.gdb_mi import GdbError
from atfault.dap.memory import WATCHED, WATCHES, Region, address_of
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
from atfault.dap.values import NOT_SET, NativeValues, Numbers, PythonValues, Shown, as_result
from atfault.model.absent import Absent
from atfault.model.stacks import Location, ThreadFrame, ThreadState
from atfault.options import Options

NOT_HERE = (
    "the program stands still in native code: of Python, the variables of a frame and those parts "
    "of them that are shown can be read, and nothing be called"
)
NOT_WATCHED = "what is watched is a place in memory, or a variable of a native frame"


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
        self._python_values.regions.clear()
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
        python = without_debugpys([_with_line(one) for one in told or ()])
        asleep = await asyncio.to_thread(look_while_asleep, self._native.pid, tid, self._options)
        both = asleep if isinstance(asleep, Absent) else woven(python, asleep)
        if isinstance(both, Absent):
            return [*python, self._numbers.label(f"native frames are not shown: {both.reason}")]
        return [one if isinstance(one, dict) else self._told(Ours(one, "", None)) for one in both]

    async def _of_native_stop(self, thread: ThreadState) -> list[Message]:
        number = self._gdb_numbers.get(thread.thread.tid, "")
        try:
            await self._native.read_libraries(libraries_of(thread))
            levels = await self._native.frames(number) if number else []
        except GdbError:
            levels = []
        return [
            self._told(Ours(frame, number, _level_of(thread, frame, levels)))
            for frame in shown(thread)
        ]

    def _told(self, ours: Ours) -> Message:
        number = self._numbers.new()
        self._ours[number] = ours
        return told_frame(ours.frame, number, self._native.folder)

    # What is in them

    def scopes(self, number: int) -> Message | None:
        """Of a frame of ours; None for debugpy's."""
        ours = self._ours.get(number)
        if ours is None:
            return {"scopes": []} if self._numbers.is_ours(number) else None
        variables = locals_of(ours.frame)
        if variables or ours.frame.python is not None:
            reference = self._python_values.opener(variables)
        elif ours.thread and ours.level is not None:
            thread, level = ours.thread, ours.level
            reference = self._native_values.opener(
                lambda objects: self._native_values.locals(thread, level, objects)
            )
        else:
            return {"scopes": []}
        return {"scopes": [locals_scope(reference)]}

    async def variables(self, number: int) -> list[Shown] | None:
        """What is behind a number of ours; None for debugpy's. Raises GdbError."""
        opener = self._numbers.get(number)
        if opener is None:
            if self._numbers.is_ours(number):
                raise RequestFailed("the program has gone on since that was shown")
            return None
        return await opener()

    async def set_variable(self, number: int, name: str, value: str) -> Message | None:
        """One of those behind a number of ours; None for debugpy's. Raises RequestFailed,
        GdbError."""
        if not self._numbers.is_ours(number):
            return None
        variable = self._native_values.objects(number).get(name)
        return await self._native_values.assign(variable, value)

    async def set_expression(self, expression: str, value: str, number: int) -> Message | None:
        """In a frame of ours, by its number; None for debugpy's. Raises RequestFailed, GdbError."""
        ours = self._ours.get(number)
        if ours is None:
            return None
        if ours.frame.python is not None or not ours.thread or ours.level is None:
            raise RequestFailed(NOT_SET)
        made = await self._native_values.object_of(expression, ours.thread, ours.level)
        return await self._native_values.assign(made, value)

    async def watchable(self, arguments: Message) -> Message:
        """dataBreakpointInfo: a variable behind a number, an expression in a frame, or an address.
        Raises RequestFailed, GdbError."""
        name, size = str(arguments.get("name") or ""), number_of(arguments, "bytes")
        ours = self._ours.get(number_of(arguments, "frameId"))
        behind = number_of(arguments, "variablesReference")
        region: Region | None = None
        if arguments.get("asAddress"):
            region = Region(address_of(name), size or WATCHED)
        elif behind in self._python_values.regions:
            region = self._python_values.regions[behind].get(name)
        elif behind:
            region = await self._native_values.region(self._native_values.objects(behind).get(name))
        elif ours is not None and ours.frame.python is None and ours.level is not None:
            made = await self._native_values.object_of(name, ours.thread, ours.level)
            region = await self._native_values.region(made)
        if region is None:
            return {"dataId": None, "description": NOT_WATCHED}
        where = f"{name}: {region.size} bytes at {region.address:#x}"
        if not 0 < region.registers <= WATCHES:
            most = f"the processor watches {WATCHES} times {WATCHED} bytes: choose a part of them"
            return {"dataId": None, "description": f"{where}; {most}"}
        kinds = {"accessTypes": ["write", "read", "readWrite"], "canPersist": False}
        return {"dataId": str(region), "description": where, **kinds}

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
        return as_result(found)


def _with_line(told: Mapping[str, Any]) -> Message:
    """debugpy's frame; from CPython 3.11 on the first instruction of a module has line 0."""
    return {**told, "line": max(int(told.get("line") or 0), 1)} if "source" in told else dict(told)


def libraries_of(thread: ThreadState) -> list[str]:
    """The paths of what is on its stack."""
    frames = (frame.native for frame in thread.stack.frames)
    return [one.module.path for one in frames if one is not None and one.module is not None]


def told_frame(frame: ThreadFrame, number: int, folder: str = "") -> Message:
    """DAP's StackFrame. folder: the program's own, for a script that was named relative to it."""
    told: Message = {"id": number, "name": function_of(frame), "line": 0, "column": 0}
    location = location_of(frame)
    if location is not None:
        told["line"] = location.line or 0
        told["column"] = location.column or (1 if location.line else 0)
        is_python = frame.python is not None
        told["source"] = _source(os.path.join(folder if is_python else "", location.file))
    native = frame.native
    if native is not None:
        told["instructionPointerReference"] = f"{native.pc:#x}"
        if location is None and native.module is not None:
            told["name"] += f" ({os.path.basename(native.module.path)})"
    if "path" not in told.get("source", {}) and not is_plumbing(frame):
        told["presentationHint"] = "subtle"
    return told


def locals_scope(reference: int) -> Message:
    """DAP's Scope."""
    scope = {"name": "Locals", "variablesReference": reference, "expensive": False}
    return {**scope, "presentationHint": "locals"}


def page_of(found: list[Message], arguments: Message, first: str, count: str) -> list[Message]:
    """The part that was asked for: arguments[count] of them, from arguments[first] on. Raises
    RequestFailed."""
    at = number_of(arguments, first)
    if at < 0:
        raise RequestFailed(f"{first} is negative")
    return found[at : at + (max(number_of(arguments, count), 0) or len(found))]


def page_of_frames(frames: list[Message], arguments: Message) -> Message:
    """What stackTrace answers. Raises RequestFailed."""
    page = page_of(frames, arguments, "startFrame", "levels")
    return {"stackFrames": page, "totalFrames": len(frames)}


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


def location_of(frame: ThreadFrame) -> Location | None:
    if frame.python is not None:
        return frame.python.location
    assert frame.native is not None
    return frame.native.location


def _source(path: str) -> dict[str, Any]:
    """DAP's Source; without a path where there is no such file here, as it would be asked for."""
    named = {"name": os.path.basename(path)}
    return {**named, "path": path} if os.path.isabs(path) and os.path.isfile(path) else named
