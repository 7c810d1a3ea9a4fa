"""Breakpoints of both sides under one number.

A line of a .py file goes to both: debugpy stops where the interpreter runs it, gdb where it was
compiled (Numba, Cython). All other files are gdb's, as addresses and memory that is watched are.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atfault.dap.connection import Message, RequestFailed, number_of
from atfault.dap.gdb_mi import GdbError, Record
from atfault.dap.memory import WATCHES, Region, address_of, watch
from atfault.dap.native_side import NativeSide, NativeStop, several
from atfault.dap.python_side import PythonSide

ANSWER_SECONDS = 2.0
REFUSED = "N"
"""How gdb marks a place where a breakpoint's condition is none: it does not stop there."""
PYTHON_FILES = (".py", ".pyw", ".ipynb")
NOT_NATIVE = ("condition", "hitCondition", "logMessage")
"""Of a .py line: written in Python, so debugpy's alone."""
HITS = re.compile(r"\s*(?P<how>==?|<=?|>=?|%)?\s*(?P<count>\d{1,9})\s*")
"""A hitCondition: how often it was passed, compared with a number; the number alone means from that
time on, and "%" each so many times."""
BAD_HITS = "how often a native breakpoint is passed is a number, also behind ==, <, <=, >, >= or %"
CATCHES = {"cppThrown": "throw", "cppRethrown": "rethrow", "cppCaught": "catch"}
"""Filter of exceptions → what gdb calls it."""
ALL_TAKEN = f"the processor watches {WATCHES} times 8 bytes, and these are taken"


@dataclass
class Breakpoint:
    """One that the user has set."""

    number: int
    line: int | None = None
    python: int | None = None
    """debugpy's number of it."""
    native: str = ""
    """gdb's number of it."""
    is_in_python: bool = False
    """debugpy knows where it lies."""
    is_in_native: bool = False
    """gdb knows where it lies."""
    message: str = ""
    log: str = ""
    """What is to be told in place of a stop."""
    times: int = 0
    """How often gdb has passed it, its condition being true."""
    ignored: int = 0
    """How often of these it was to go on."""
    is_met: bool = False
    """It was passed since the last stop, and was to stop the program."""
    catches: str = ""
    """What it stops at of a C++ exception: "throw", "rethrow" or "catch"."""

    def told(self) -> Message:
        """As the protocol tells it."""
        told: Message = {"id": self.number, "verified": self.is_in_python or self.is_in_native}
        if self.line is not None:
            told["line"] = self.line
        if self.message and not told["verified"]:
            told["message"] = self.message
        return told


class Breakpoints:
    """All breakpoints of a session."""

    def __init__(
        self, python: PythonSide, native: NativeSide, on_change: Callable[[Message], None]
    ) -> None:
        """on_change hears what became of one later, as the protocol tells it."""
        self._python = python
        self._native = native
        self._on_change = on_change
        self._last = 0
        self._of: dict[str, list[Breakpoint]] = {}
        """Path of a source, or "functions" → its breakpoints."""
        self._turn = asyncio.Lock()
        """Who changes what gdb has set has it: an editor asks anew before we have answered."""
        self._later: list[tuple[Breakpoint, str, Mapping[str, Any]]] = []
        """What is inserted once gdb comes into the program, each with its place and description."""
        native.on_breakpoint = self._native_changed
        native.on_arrival = self._insert_later

    async def set_lines(self, arguments: Mapping[str, Any]) -> list[Message]:
        """setBreakpoints: these are all of one file from now on. Raises RequestFailed."""
        source, wanted = arguments.get("source"), _wanted(arguments)
        path = source.get("path") if isinstance(source, dict) else None
        if not path or not isinstance(path, str):
            raise RequestFailed("a breakpoint needs the path of its file")
        if not all(isinstance(one.get("line"), int) for one in wanted):
            raise RequestFailed("a breakpoint needs the number of its line")
        is_python = path.endswith(PYTHON_FILES)
        asked = self._python.request("setBreakpoints", arguments) if is_python else None
        new = [self._new(one["line"]) for one in wanted]
        refused = await self._refused_by_gdb() if wanted and not is_python else ""
        async with self._turn:
            await self._replace(path, new)
            for one, described in zip(new, wanted):
                if refused:
                    one.message = refused
                elif not is_python or not any(described.get(name) for name in NOT_NATIVE):
                    await self._insert(one, f"{path}:{one.line}", described)
        if asked is not None:
            await self._heed(asked, new)
        return [one.told() for one in new]

    async def set_functions(self, arguments: Mapping[str, Any]) -> list[Message]:
        """setFunctionBreakpoints: a name of C or C++, or of Python. Raises RequestFailed."""
        wanted = _wanted(arguments)
        if not all(one.get("name") and isinstance(one["name"], str) for one in wanted):
            raise RequestFailed("a breakpoint needs the name of its function")
        asked = self._python.request("setFunctionBreakpoints", arguments)
        new = [self._new(None) for _ in wanted]
        refused = await self._refused_by_gdb() if wanted else ""
        async with self._turn:
            await self._replace("functions", new)
            if wanted and not refused:
                await self._native.read_all_libraries()
                for one, described in zip(new, wanted):
                    await self._insert(one, described["name"], described)
        await self._heed(asked, new)
        return [one.told() for one in new]

    async def set_instructions(self, arguments: Mapping[str, Any]) -> list[Message]:
        """setInstructionBreakpoints: an address each. Raises RequestFailed."""
        wanted = _wanted(arguments)
        places = [
            f"*{address_of(one.get('instructionReference')) + number_of(one, 'offset'):#x}"
            for one in wanted
        ]
        new = [self._new(None) for _ in wanted]
        if wanted:
            await self._native.arrive()
        async with self._turn:
            await self._replace("instructions", new)
            for one, place, described in zip(new, places, wanted):
                await self._insert(one, place, described)
        return [one.told() for one in new]

    async def set_data(self, arguments: Mapping[str, Any]) -> list[Message]:
        """setDataBreakpoints: the regions that are watched from now on; gdb is in the program.
        Raises RequestFailed."""
        wanted = _wanted(arguments)
        regions = [Region.parse(one.get("dataId")) for one in wanted]
        new = [self._new(None) for _ in wanted]
        async with self._turn:
            await self._replace("data", new)
            free = WATCHES
            for one, region, described in zip(new, regions, wanted):
                free -= region.registers
                if free < 0:
                    one.message = ALL_TAKEN
                    continue
                await self._watch(one, region, described)
        return [one.told() for one in new]

    async def set_catches(self, filters: Sequence[str]) -> None:
        """setExceptionBreakpoints, as far as they are of C++. Raises GdbError."""
        wanted = [one for one in CATCHES if one in filters]
        new = [self._new(None) for _ in wanted]
        if wanted:
            await self._native.arrive()
        async with self._turn:
            await self._replace("exceptions", new)
            for one, what in zip(new, wanted):
                one.native = await self._native.catch(CATCHES[what])
                one.catches = CATCHES[what]

    async def _watch(self, one: Breakpoint, region: Region, described: Mapping[str, Any]) -> None:
        """Where gdb refuses it, it is not verified, and says why."""
        try:
            condition, ignored = await self._conditions(one, described)
            if ignored is None:
                return
            one.ignored = ignored
            access = str(described.get("accessType") or "write")
            one.native = await watch(self._native, region, access)
            await self._native.restrict(one.native, condition=condition, ignored=ignored)
        except GdbError as error:
            one.message = str(error)
            return
        one.is_in_native = True

    def take_hits(self, stop: NativeStop) -> list[Breakpoint]:
        """Those that gdb has stopped at since it was last asked: of several at a place it names
        one, and counts for all."""
        named = stop.breakpoints
        met = [one for one in self._all() if one.native in named or one.is_met] if named else []
        for one in self._all():
            one.is_met = False
        return [one for one in met if one.native]

    def hit_in_python(self, numbers: Sequence[int]) -> list[int]:
        return [one.number for one in self._all() if one.python in numbers]

    def python_changed(self, body: Mapping[str, Any]) -> None:
        """debugpy's breakpoint event."""
        told = body.get("breakpoint") or {}
        for one in self._all():
            if one.python == told.get("id"):
                _take_answer([one], [told])
                self._tell(one)

    def _native_changed(self, fields: Record) -> None:
        record: Record = next(iter(several(fields.get("bkpt"))), {})
        for one in self._all():
            if one.native and one.native == str(record.get("number")):
                before = one.told()
                times, one.times = one.times, int(record.get("times", 0))
                one.is_met = one.is_met or one.times > max(times, one.ignored)
                _take_record(one, record)
                if one.told() != before:
                    self._tell(one)

    async def _heed(self, asked: asyncio.Future[Message], new: list[Breakpoint]) -> None:
        """Take debugpy's answer, which may come when gdb lets the program go on: then it is told as
        a change. Raises RequestFailed."""
        await asyncio.wait({asked}, timeout=ANSWER_SECONDS if self._native.is_running else 0)
        if asked.done():
            _take_answer(new, (await asked).get("breakpoints") or ())
        else:
            asked.add_done_callback(lambda done: self._heed_later(done, new))

    def _heed_later(self, asked: asyncio.Future[Message], new: list[Breakpoint]) -> None:
        if asked.cancelled() or asked.exception() is not None:
            return
        _take_answer(new, asked.result().get("breakpoints") or ())
        known = self._all()  # others were set meanwhile, perhaps
        for one in new:
            if one in known:
                self._tell(one)

    def _tell(self, one: Breakpoint) -> None:
        self._on_change({"reason": "changed", "breakpoint": one.told()})

    def _all(self) -> list[Breakpoint]:
        return [one for several in self._of.values() for one in several]

    def _new(self, line: int | None) -> Breakpoint:
        self._last += 1
        return Breakpoint(self._last, line)

    async def _replace(self, key: str, new: list[Breakpoint]) -> None:
        old, self._of[key] = self._of.get(key, []), new
        await self._native.delete([one.native for one in old if one.native])

    async def _refused_by_gdb(self) -> str:
        """Have gdb come into the program; "", or why it does not."""
        try:
            await self._native.arrive()
        except GdbError as error:
            return str(error)
        return ""

    async def _insert_later(self) -> None:
        """gdb has come into the program."""
        async with self._turn:
            known = self._all()
            later, self._later = self._later, []
            for one, place, described in later:
                if one in known:
                    await self._insert(one, place, described)

    async def _insert(self, one: Breakpoint, place: str, described: Mapping[str, Any]) -> None:
        """Where gdb refuses it, it is not verified, and says why."""
        if self._native.is_expected:
            self._later.append((one, place, described))
            return
        one.log = str(described.get("logMessage") or "")
        try:
            condition, ignored = await self._conditions(one, described)
            if ignored is None:
                return
            one.ignored = ignored
            record = await self._native.insert(place, condition=condition, ignored=ignored)
        except GdbError as error:
            one.message = str(error)
            return
        one.native = str(record.get("number", ""))
        _take_record(one, record)

    async def _conditions(
        self, one: Breakpoint, described: Mapping[str, Any]
    ) -> tuple[str, int | None]:
        """(What gdb is to evaluate, how many times it is passed before that); None where the count
        is none, which the breakpoint says then. Raises GdbError."""
        condition = str(described.get("condition") or "")
        hits = str(described.get("hitCondition") or "")
        if not hits:
            return condition, 0
        told = HITS.fullmatch(hits)
        if told is None:
            one.message = BAD_HITS
            return "", None
        how, count = told["how"], int(told["count"])
        if how in (None, ">=") and not condition:
            return "", max(count - 1, 0)
        # gdb counts by a variable of its own, so that nothing stops, and no step ends, in between.
        name = f"$atfault_hits_{one.number}"
        await self._native.gdb.command(f"-gdb-set var {name} = 0")
        passed = f"({name} = {name} + 1)"
        if how == "%":
            counted = f"{passed} % {max(count, 1)} == 0"
        else:
            counted = f"{passed} {'==' if how == '=' else how or '>='} {count}"
        return (f"({condition}) && {counted}" if condition else counted), 0


def _wanted(arguments: Mapping[str, Any]) -> list[Message]:
    """Raises RequestFailed."""
    wanted = arguments.get("breakpoints") or []
    if not isinstance(wanted, list) or not all(isinstance(one, dict) for one in wanted):
        raise RequestFailed("breakpoints is no list of breakpoints")
    return wanted


def _take_record(one: Breakpoint, record: Record) -> None:
    places = record.get("locations") or ()
    is_refused = bool(places) and all(place.get("enabled") == REFUSED for place in places)
    is_loaded = "pending" not in record and record.get("addr") != "<PENDING>"
    one.is_in_native = is_loaded and not is_refused
    if is_refused:
        one.message = f"gdb cannot evaluate its condition there: {record.get('cond', '')}"
    elif not is_loaded:
        one.message = "no native code of this place is loaded yet"
    elif "line" in record and not one.is_in_python:
        one.line = int(record["line"])


def _take_answer(new: Sequence[Breakpoint], told: Sequence[Any]) -> None:
    for one, answer in zip(new, told):
        one.python = answer.get("id")
        one.is_in_python = bool(answer.get("verified"))
        if one.is_in_python and answer.get("line") is not None:
            one.line = int(answer["line"])
        if answer.get("message"):
            one.message = str(answer["message"])
