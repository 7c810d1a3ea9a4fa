"""Variables as the protocol shows them, of both sides: decoded Python values, and gdb's variable
objects.

What is listed is bounded; each thing that can be opened gets a number that holds until the program
goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from atfault.dap.gdb_mi import GdbError, Record, quoted
from atfault.dap.native_side import NativeSide
from atfault.model.absent import Absent
from atfault.model.values import Value, Variable, join_accessor

Shown = dict[str, Any]
"""DAP's Variable."""
Opener = Callable[[], Awaitable[list[Shown]]]
FIRST_NUMBER = 1 << 30
"""Our numbers of frames and variables begin here, debugpy's at 1: both go to the same editor."""
MAX_SHOWN = 500
ACCESS = ("public", "private", "protected")
"""What gdb groups the members of a C++ class by, as if they were members."""


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

    def get(self, number: int) -> Opener | None:
        return self._openers.get(number)

    def is_ours(self, number: int) -> bool:
        return number > FIRST_NUMBER


class PythonValues:
    """Variables of Python frames, read from memory."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

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

    async def locals(self, thread: str, level: int) -> list[Shown]:
        """Arguments and local variables of a frame; innermost blocks first, as gdb has them."""
        where = f"--thread {thread} --frame {level}"
        answer = await self._side.gdb.command(f"-stack-list-variables {where} --no-values")
        names = dict.fromkeys(str(one.get("name", "")) for one in answer.get("variables", ()))
        return [await self._variable(name, where) for name in list(names)[:MAX_SHOWN]]

    async def evaluate(self, expression: str, thread: str, level: int) -> Shown:
        """Raises GdbError."""
        made = await self._make(expression, f"--thread {thread} --frame {level}")
        return self._shown(expression, made)

    def forget(self) -> None:
        """Delete the variable objects. Nobody waits for that: gdb does one thing after another."""
        for name in self._made:
            self._side.gdb.command(f"-var-delete {name}")
        self._made.clear()

    async def _variable(self, name: str, where: str) -> Shown:
        try:
            return self._shown(name, await self._make(name, where))
        except GdbError as error:
            return _shown(name, f"<{error}>", "", 0)

    async def _make(self, expression: str, where: str) -> Record:
        made = await self._side.gdb.command(f"-var-create {where} - * {quoted(expression)}")
        self._made.append(str(made["name"]))
        return made

    def _shown(self, name: str, made: Record) -> Shown:
        number = 0
        is_text = made.get("displayhint") == "string"  # has no children, though it is dynamic
        if int(made.get("numchild", 0) or 0) or (made.get("dynamic") and not is_text):
            variable = str(made["name"])
            number = self._numbers.add(lambda: self._open(variable))
        return _shown(name, str(made.get("value", "")), str(made.get("type", "")), number, name)

    async def _open(self, variable: str) -> list[Shown]:
        answer = await self._side.gdb.command(
            f"-var-list-children --all-values {quoted(variable)} 0 {MAX_SHOWN}"
        )
        out: list[Shown] = []
        for child in answer.get("children", ()):
            record = child.get("child", child) if isinstance(child, dict) else {}
            if record.get("exp") in ACCESS and not record.get("type"):
                out += await self._open(str(record["name"]))
            else:
                out.append(self._shown(str(record.get("exp", "?")), record))
        return out


def _shown(name: str, value: str, kind: str, number: int, path: str = "") -> Shown:
    shown: Shown = {"name": name, "value": value, "type": kind, "variablesReference": number}
    if path:
        shown["evaluateName"] = path
    return shown
