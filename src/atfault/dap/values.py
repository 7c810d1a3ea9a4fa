"""Variables as the protocol shows them, of both sides: decoded Python values, and gdb's variable
objects.

What is listed is bounded; each thing that can be opened gets a number that holds until the program
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from atfault.dap.connection import Message, RequestFailed
from atfault.dap.gdb_mi import GdbError, Record, quoted
from atfault.dap.memory import Region
from atfault.dap.native_side import NativeSide
from atfault.model.absent import Absent
from atfault.model.values import Value, Variable, join_accessor

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
POINTER = re.compile(r"(?:\(.*\) )?@?(0x[0-9a-f]+)\b")
"""As gdb shows one: "0x55…", "(int *) 0x55… <name>", "@0x55…: 3"."""


def as_result(shown: Shown) -> Message:
    """What evaluate answers, of a variable."""
    kept = ("type", "variablesReference", "memoryReference")
    return {"result": shown["value"], **{name: shown[name] for name in kept if name in shown}}


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
        self.regions: dict[int, dict[str, Region]] = {}
        """Number of an opener → name of an array → where its elements are."""

    def opener(self, variables: Sequence[Variable]) -> int:
        """The number behind which the variables of a frame are."""

        async def listed() -> list[Shown]:
            return self.listed(variables)

        number = self._numbers.add(listed)
        self.regions[number] = {
            one.name: Region(buffer.low, buffer.high - buffer.low)
            for one in variables
            if not isinstance(one.value, Absent) and (buffer := one.value.buffer) is not None
        }
        return number

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
        at = value.buffer.low if value.buffer is not None else 0
        return _shown(name, value.text, value.type, number, path, at)

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
        self._where: dict[str, str] = {}
        """Variable object → the thread and frame that its expression is of."""
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

    async def region(self, variable: str | None) -> Region | None:
        """Where a variable object lies; None for what lies nowhere (a register, a value that was
        computed). Raises GdbError."""
        if variable is None:
            return None
        told = await self._side.gdb.command(f"-var-info-path-expression {variable}")
        path, where = str(told.get("path_expr", "")), self._where[variable.partition(".")[0]]
        try:
            address = POINTER.match(str((await self._make(f"&({path})", where)).get("value", "")))
            size = str((await self._make(f"sizeof({path})", where)).get("value", ""))
        except GdbError:
            return None
        return Region(int(address[1], 0), int(size)) if address and size.isdecimal() else None

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
        where = f"--thread {thread} --frame {level}"
        try:
            made = await self._make(expression, where)
        except GdbError:  # which says no more than that it could not
            await self._side.gdb.command(f"-data-evaluate-expression {where} {quoted(expression)}")
            raise
        return self._shown(expression, made, {})

    def forget(self) -> None:
        """Delete the variable objects. Nobody waits for that: gdb does one thing after another."""
        for name in self._made:
            self._side.gdb.command(f"-var-delete {name}")
        self._made.clear()
        self._where.clear()
        self._objects.clear()

    async def _variable(self, name: str, where: str, objects: Objects) -> Shown:
        try:
            return self._shown(name, await self._make(name, where), objects)
        except GdbError as error:
            return _shown(name, f"<{error}>", "", 0)

    async def _make(self, expression: str, where: str) -> Record:
        made = await self._side.gdb.command(f"-var-create {where} - * {quoted(expression)}")
        self._made.append(str(made["name"]))
        self._where[str(made["name"])] = where
        return made

    def _shown(self, name: str, made: Record, objects: Objects) -> Shown:
        number = 0
        objects.setdefault(name, str(made["name"]))  # of several, the innermost block's
        is_text = made.get("displayhint") == "string"  # has no children, though it is dynamic
        if int(made.get("numchild", 0) or 0) or (made.get("dynamic") and not is_text):
            variable = str(made["name"])
            number = self.opener(lambda objects: self._open(variable, objects))
        value, kind = str(made.get("value", "")), str(made.get("type", ""))
        pointer = POINTER.match(value) if kind.endswith(("*", "&", ")")) else None
        return _shown(name, value, kind, number, name, int(pointer[1], 0) if pointer else 0)

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


def _shown(
    name: str, value: str, kind: str, number: int, path: str = "", address: int = 0
) -> Shown:
    """address: of the memory that it is, or leads to; 0 for none."""
    shown: Shown = {"name": name, "value": value, "type": kind, "variablesReference": number}
    if path:
        shown["evaluateName"] = path
    if address:
        shown["memoryReference"] = f"{address:#x}"
    return shown
