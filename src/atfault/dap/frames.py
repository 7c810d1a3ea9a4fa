"""The frames of a stopped program, as the protocol shows them, and what is behind their numbers.

A frame's number is debugpy's where debugpy has it, and else one of ours (`values.FIRST_NUMBER`).

Variables as the protocol shows them, of both sides: decoded Python values, and gdb's variable
objects.

What is listed is bounded; each thing that can be opened gets a number that holds until the program
goes on.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from atfault.dap.connection import Message, RequestFailed, number_of
from atfault.dap.gdb_mi import GdbError, Record, quoted
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
from atfault.model.absent import Absent
from atfault.model.stacks import Location, ThreadFrame, ThreadState
from atfault.model.values import Value, Variable, join_accessor
from atfault.options import Options

NOT_HERE = (
    "the program stands still in native code: of Python, the variables of a frame and those parts "
    "of them that are shown can be read, and nothing be called"
)
NOT_SET = (
    "here variables of native frames alone can be set, once gdb has stopped the program and they "
    "were listed"
)
Shown = dict[str, Any]
"""DAP's Variable."""
Objects = dict[str, str]
"""Name of a variable, as it is shown → gdb's variable object for it."""
Opener = Callable[[], Awaitable[list[Shown]]]
FIRST_NUMBER = 1 << 30
"""Our numbers of frames and variables begin here, debugpy's at 1: both go to the same editor."""
MAX_SHOWN = 500
ACCESS = ("public", "private", "protected")
"""What gdb groups the members of a C++ class by, as if they were members."""


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
        both = asleep if isinstance(asleep, Absent) else woven(python, asleep)
        if isinstance(both, Absent):
            return [*python, self._numbers.label(f"native frames are not shown: {both.reason}")]
        return [one if isinstance(one, dict) else self._told(Ours(one, "", None)) for one in both]

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
        number = self._numbers.new()
        self._ours[number] = ours
        return told_frame(ours.frame, number)

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


def told_frame(frame: ThreadFrame, number: int) -> Message:
    """DAP's StackFrame."""
    told: Message = {"id": number, "name": function_of(frame), "line": 0, "column": 0}
    location = location_of(frame)
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


def locals_scope(reference: int) -> Message:
    """DAP's Scope."""
    scope = {"name": "Locals", "variablesReference": reference, "expensive": False}
    return {**scope, "presentationHint": "locals"}


def as_result(shown: Shown) -> Message:
    """What evaluate answers, of a variable."""
    return {
        "result": shown["value"],
        "type": shown["type"],
        "variablesReference": shown["variablesReference"],
    }


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


class Numbers:
    """Numbers for what can be opened, until the next time that the program goes on."""

    def __init__(self) -> None:
        self._openers: dict[int, Opener] = {}
        self._next = FIRST_NUMBER

    def clear(self) -> None:
        """Old numbers are not given again: an editor may still ask for one."""
        self._openers.clear()

    def new(self) -> int:
        self._next += 1
        return self._next

    def add(self, opener: Opener) -> int:
        number = self.new()
        self._openers[number] = opener
        return number

    def label(self, text: str) -> Message:
        """A line among the frames that is none."""
        told = {"id": self.new(), "name": f"[{text}]", "presentationHint": "label"}
        return {**told, "line": 0, "column": 0}

    def get(self, number: int) -> Opener | None:
        return self._openers.get(number)

    def is_ours(self, number: int) -> bool:
        return number > FIRST_NUMBER


class PythonValues:
    """Variables of Python frames, read from memory."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def opener(self, variables: Sequence[Variable]) -> int:
        """The number behind which the variables of a frame are."""

        async def listed() -> list[Shown]:
            return self.listed(variables)

        return self._numbers.add(listed)

    def listed(self, variables: Sequence[Variable]) -> list[Shown]:
        return [
            self.shown(one.name, one.value, one.name)
            for one in variables[:MAX_SHOWN]
            if one.kind != "operand"
        ]

    def shown(self, name: str, value: Value | Absent, path: str) -> Shown:
        """path: how the user would write it."""
        if isinstance(value, Absent):
            return _shown(name, f"<{value.reason}>", "", 0)
        number = 0
        if value.children:
            number = self._numbers.add(lambda: self._open(value, path))
        return _shown(name, value.text, value.type, number, path)

    async def _open(self, value: Value, path: str) -> list[Shown]:
        return [
            self.shown(accessor.lstrip("."), child, join_accessor(path, accessor))
            for accessor, child in value.children[:MAX_SHOWN]
        ]

    def find(self, variables: Sequence[Variable], path: str) -> Shown | None:
        """The value of a variable, or of a part of one that was decoded: "a", "self.table[2]"."""
        path = path.replace("'", '"')  # as the keys of dicts are written
        for one in variables:
            if not isinstance(one.value, Absent) and path.startswith(one.name):
                found = _part(one.value, path[len(one.name) :])
                if found is not None:
                    return self.shown(path, found, path)
        return None


def _part(value: Value, accessors: str) -> Value | None:
    if not accessors:
        return value
    for accessor, child in value.children:
        if accessors.startswith(accessor):
            found = _part(child, accessors[len(accessor) :])
            if found is not None:
                return found
    return None


class NativeValues:
    """Variables of native frames, from gdb. Each that is shown is a variable object of gdb's, which
    are deleted as the program goes on."""

    def __init__(self, side: NativeSide, numbers: Numbers) -> None:
        self._side = side
        self._numbers = numbers
        self._made: list[str] = []
        self._objects: dict[int, Objects] = {}

    def opener(self, listed: Callable[[Objects], Awaitable[list[Shown]]]) -> int:
        """A number behind which variables are; their objects are known once they were listed."""
        objects: Objects = {}
        number = self._numbers.add(lambda: listed(objects))
        self._objects[number] = objects
        return number

    def objects(self, number: int) -> Objects:
        return self._objects.get(number, {})

    async def assign(self, variable: str | None, value: str) -> Message:
        """value: an expression of the frame's language. → what the variable is then. Raises
        RequestFailed, GdbError."""
        if variable is None:
            raise RequestFailed(NOT_SET)
        told = await self._side.gdb.command(f"-var-assign {variable} {quoted(value)}")
        return {"value": str(told.get("value", ""))}

    async def object_of(self, expression: str, thread: str, level: int) -> str:
        """Raises GdbError."""
        made = await self._make(expression, f"--thread {thread} --frame {level}")
        return str(made["name"])

    async def locals(self, thread: str, level: int, objects: Objects) -> list[Shown]:
        """Arguments and local variables of a frame; innermost blocks first, as gdb has them."""
        where = f"--thread {thread} --frame {level}"
        answer = await self._side.gdb.command(f"-stack-list-variables {where} --no-values")
        names = dict.fromkeys(str(one.get("name", "")) for one in answer.get("variables", ()))
        return [await self._variable(name, where, objects) for name in list(names)[:MAX_SHOWN]]

    async def evaluate(self, expression: str, thread: str, level: int) -> Shown:
        """Raises GdbError."""
        made = await self._make(expression, f"--thread {thread} --frame {level}")
        return self._shown(expression, made, {})

    def forget(self) -> None:
        """Delete the variable objects. Nobody waits for that: gdb does one thing after another."""
        for name in self._made:
            self._side.gdb.command(f"-var-delete {name}")
        self._made.clear()
        self._objects.clear()

    async def _variable(self, name: str, where: str, objects: Objects) -> Shown:
        try:
            return self._shown(name, await self._make(name, where), objects)
        except GdbError as error:
            return _shown(name, f"<{error}>", "", 0)

    async def _make(self, expression: str, where: str) -> Record:
        made = await self._side.gdb.command(f"-var-create {where} - * {quoted(expression)}")
        self._made.append(str(made["name"]))
        return made

    def _shown(self, name: str, made: Record, objects: Objects) -> Shown:
        number = 0
        objects.setdefault(name, str(made["name"]))  # of several, the innermost block's
        is_text = made.get("displayhint") == "string"  # has no children, though it is dynamic
        if int(made.get("numchild", 0) or 0) or (made.get("dynamic") and not is_text):
            variable = str(made["name"])
            number = self.opener(lambda objects: self._open(variable, objects))
        return _shown(name, str(made.get("value", "")), str(made.get("type", "")), number, name)

    async def _open(self, variable: str, objects: Objects) -> list[Shown]:
        answer = await self._side.gdb.command(
            f"-var-list-children --all-values {quoted(variable)} 0 {MAX_SHOWN}"
        )
        out: list[Shown] = []
        for child in answer.get("children", ()):
            record = child.get("child", child) if isinstance(child, dict) else {}
            if record.get("exp") in ACCESS and not record.get("type"):
                out += await self._open(str(record["name"]), objects)
            else:
                out.append(self._shown(str(record.get("exp", "?")), record, objects))
        return out


def _shown(name: str, value: str, kind: str, number: int, path: str = "") -> Shown:
    shown: Shown = {"name": name, "value": value, "type": kind, "variablesReference": number}
    if path:
        shown["evaluateName"] = path
    return shown
