"""Breakpoints of both sides under one number."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atfault.dap.breakpoints import ALL_TAKEN, BAD_HITS, Breakpoints
from atfault.dap.connection import Message, RequestFailed
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import NativeStop


class Python:
    """Stands in for debugpy: answers at once, later or never."""

    def __init__(self, answers: list[Any] | None = None) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.answers = answers
        self.futures: list[asyncio.Future[Message]] = []

    def request(self, command: str, arguments: Any) -> asyncio.Future[Message]:
        self.asked.append((command, arguments))
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        if self.answers is not None:
            future.set_result({"breakpoints": self.answers})
        self.futures.append(future)
        return future


class Native:
    """Stands in for gdb."""

    def __init__(self, *records: Any) -> None:
        self.records = list(records)
        self.inserted: list[tuple[str, dict[str, Any]]] = []
        self.deleted: list[str] = []
        self.commands: list[str] = []
        self.restricted: list[tuple[str, int]] = []
        self.is_running = True
        self.is_expected = False
        self.refusal = ""
        self.on_breakpoint: Any = None
        self.on_arrival: Any = None

    async def arrive(self) -> None:
        if self.refusal:
            raise GdbError(self.refusal)
        if self.is_expected:
            self.is_expected = False
            await self.on_arrival()

    async def insert(self, place: str, **more: Any) -> Any:
        self.inserted.append((place, more))
        await asyncio.sleep(0)
        record = self.records.pop(0)
        if isinstance(record, Exception):
            raise record
        return record

    async def restrict(self, number: str, *, condition: str, ignored: int) -> None:
        self.restricted.append((condition, ignored))

    async def read_all_libraries(self) -> None:
        self.commands.append("all libraries")

    @property
    def gdb(self) -> Native:
        return self

    async def command(self, text: str) -> Any:
        self.commands.append(text)
        return {"wpt": {"number": str(len(self.commands))}}

    async def delete(self, numbers: list[str]) -> None:
        self.deleted += numbers


PENDING = {"number": "1", "addr": "<PENDING>", "pending": "x"}
FOUND = {"number": "1", "addr": "0x1000", "line": "12"}


def met(several: Breakpoints, fields: Any) -> list[int]:
    """The numbers of those that a stop is of."""
    return [one.number for one in several.take_hits(NativeStop("", "1", fields))]


def lines(path: str, *wanted: Any) -> dict[str, Any]:
    return {"source": {"path": path}, "breakpoints": list(wanted)}


def set_lines(python: Python, native: Native, arguments: Any) -> tuple[list[Message], list[Any]]:
    changes: list[Any] = []

    async def go() -> list[Message]:
        return await Breakpoints(python, native, changes.append).set_lines(arguments)  # type: ignore[arg-type]

    return asyncio.run(go()), changes


def test_a_line_of_c_is_gdbs_alone() -> None:
    python, native = Python([]), Native(FOUND)
    told, _ = set_lines(python, native, lines("/a/b.c", {"line": 11}))
    assert told == [{"id": 1, "verified": True, "line": 12}]
    assert native.inserted == [("/a/b.c:11", {"condition": "", "ignored": 0})]
    assert python.asked == []


def test_a_line_of_python_goes_to_both_as_it_may_be_compiled() -> None:
    python, native = Python([{"id": 40, "verified": True, "line": 3}]), Native(PENDING)
    told, _ = set_lines(python, native, lines("/a/b.py", {"line": 3}))
    assert told == [{"id": 1, "verified": True, "line": 3}]
    assert python.asked[0][0] == "setBreakpoints" and native.inserted[0][0] == "/a/b.py:3"


def test_gdb_comes_for_a_line_of_c_and_then_has_those_of_python_as_well() -> None:
    python, native = Python([{"id": 40, "verified": True, "line": 3}]), Native(PENDING, FOUND)
    native.is_expected = True

    async def go() -> None:
        several = Breakpoints(python, native, [].append)  # type: ignore[arg-type]
        for line in (7, 3):  # those of the first time are gone
            await several.set_lines(lines("/a/b.py", {"line": line}))
        await several.set_lines(lines("/a/b.c"))
        assert native.is_expected and not native.inserted
        await several.set_lines(lines("/a/b.c", {"line": 11}))

    asyncio.run(go())
    assert [place for place, _ in native.inserted] == ["/a/b.py:3", "/a/b.c:11"]


def test_where_gdb_cannot_come_that_is_the_message_and_debugpys_lines_hold() -> None:
    python, native = Python([{"id": 40, "verified": True, "line": 3}]), Native()
    native.is_expected, native.refusal = True, "not permitted"
    told, _ = set_lines(python, native, lines("/a/b.c", {"line": 11}))
    assert told == [{"id": 1, "verified": False, "line": 11, "message": "not permitted"}]
    told, _ = set_lines(python, native, lines("/a/b.py", {"line": 3}))
    assert told[0]["verified"]


def test_what_is_written_in_python_is_debugpys_alone() -> None:
    python, native = Python([{"id": 40, "verified": True, "line": 3}]), Native()
    set_lines(python, native, lines("/a/b.py", {"line": 3, "condition": "len(x) > 2"}))
    assert native.inserted == []


def test_a_place_that_is_not_loaded_yet_says_so() -> None:
    told, _ = set_lines(Python(), Native(PENDING), lines("/a/b.cpp", {"line": 3}))
    assert told == [
        {
            "id": 1,
            "verified": False,
            "line": 3,
            "message": "no native code of this place is loaded yet",
        }
    ]


def test_a_refusal_of_gdbs_is_the_message_of_that_one_alone() -> None:
    native = Native(GdbError("No symbol x"), FOUND)
    wanted = ({"line": 3, "condition": "x > 1"}, {"line": 12})
    told, _ = set_lines(Python(), native, lines("/a/b.c", *wanted))
    assert [one["verified"] for one in told] == [False, True]
    assert told[0]["message"] == "No symbol x"


def test_hits_are_counted_by_gdb_and_what_is_no_count_is_told() -> None:
    native = Native(*({**FOUND, "number": str(number)} for number in range(1, 6)))
    wanted = [
        {"line": 12, "hitCondition": "3"},
        {"line": 12, "hitCondition": "% 2"},
        {"line": 12, "hitCondition": "== 4", "condition": "i > 1"},
        {"line": 12, "hitCondition": "now and then"},
        {"line": 12, "logMessage": "here: {i}"},
    ]
    told, _ = set_lines(Python(), native, lines("/a/b.c", *wanted))
    assert native.inserted == [
        ("/a/b.c:12", {"condition": "", "ignored": 2}),
        (
            "/a/b.c:12",
            {
                "condition": "($atfault_hits_2 = $atfault_hits_2 + 1) % 2 == 0",
                "ignored": 0,
            },
        ),
        (
            "/a/b.c:12",
            {
                "condition": "(i > 1) && ($atfault_hits_3 = $atfault_hits_3 + 1) == 4",
                "ignored": 0,
            },
        ),
        ("/a/b.c:12", {"condition": "", "ignored": 0}),
    ]
    assert native.commands == [f"-gdb-set var $atfault_hits_{one} = 0" for one in (2, 3)]
    assert [one["verified"] for one in told] == [True, True, True, False, True]
    assert told[3]["message"] == BAD_HITS


def test_regions_are_watched_until_the_processor_has_no_register_left() -> None:
    native = Native()
    wanted = [
        {"dataId": "0x1000:8", "accessType": "read", "condition": "i > 1"},
        {"dataId": "0x2004:16"},
        {"dataId": "0x3000:1", "accessType": "write", "hitCondition": "2"},
    ]

    async def go() -> list[Message]:
        several = Breakpoints(Python(), native, lambda body: None)  # type: ignore[arg-type]
        return await several.set_data({"breakpoints": wanted})

    told = asyncio.run(go())
    assert [one["verified"] for one in told] == [True, True, False]
    assert told[2]["message"] == ALL_TAKEN
    assert [one for one in native.commands if one.startswith("-break-watch")] == [
        '-break-watch -r "*(unsigned long *) 0x1000"',
        '-break-watch "*(unsigned char (*)[16]) 0x2004"',
    ]
    assert native.restricted == [("i > 1", 0), ("", 0)]


@pytest.mark.parametrize("data", ["", "0x10", "0x10:x", "x:8", 3])
def test_a_data_id_that_is_none_is_refused(data: Any) -> None:
    async def go() -> list[Message]:
        several = Breakpoints(Python(), Native(), lambda body: None)  # type: ignore[arg-type]
        return await several.set_data({"breakpoints": [{"dataId": data}]})

    with pytest.raises(RequestFailed):
        asyncio.run(go())


def test_those_of_a_file_are_replaced_and_others_stay() -> None:
    native = Native(FOUND, {**FOUND, "number": "2"}, {**FOUND, "number": "3"})

    async def go() -> None:
        several = Breakpoints(Python(), native, lambda body: None)  # type: ignore[arg-type]
        await several.set_lines(lines("/a/b.c", {"line": 12}))
        await several.set_lines(lines("/a/c.c", {"line": 12}))
        await several.set_lines(lines("/a/b.c", {"line": 12}))
        assert native.deleted == ["1"]
        assert met(several, {"bkptno": "2"}) == [2]
        assert met(several, {"wpt": {"number": "3"}}) == [3]
        assert met(several, {"bkptno": ["2", "3"]}) == [3, 2]
        assert met(several, {"bkptno": "1"}) == []

    asyncio.run(go())


def test_while_gdb_has_stopped_the_program_debugpys_answer_is_told_later() -> None:
    python, native = Python(), Native(PENDING)
    native.is_running = False
    changes: list[Any] = []

    async def go() -> None:
        several = Breakpoints(python, native, changes.append)  # type: ignore[arg-type]
        told = await several.set_lines(lines("/a/b.py", {"line": 3}))
        assert not told[0]["verified"]
        python.futures[0].set_result({"breakpoints": [{"id": 9, "verified": True, "line": 4}]})
        await asyncio.sleep(0)
        assert several.hit_in_python([9]) == [1]

    asyncio.run(go())
    assert changes == [{"reason": "changed", "breakpoint": {"id": 1, "verified": True, "line": 4}}]


def test_a_library_that_is_loaded_later_changes_them_once() -> None:
    native = Native(PENDING)
    changes: list[Any] = []

    async def go() -> None:
        several = Breakpoints(Python(), native, changes.append)  # type: ignore[arg-type]
        await several.set_lines(lines("/a/b.c", {"line": 11}))
        native.on_breakpoint({"bkpt": FOUND})
        native.on_breakpoint({"bkpt": [{**FOUND, "times": "1"}]})
        native.on_breakpoint({"bkpt": {"number": "99"}})

    asyncio.run(go())
    assert [one["breakpoint"]["verified"] for one in changes] == [True]


def test_functions_are_asked_of_both() -> None:
    python, native = Python([{"id": 5, "verified": False}]), Native(FOUND)

    async def go() -> list[Message]:
        several = Breakpoints(python, native, lambda body: None)  # type: ignore[arg-type]
        return await several.set_functions({"breakpoints": [{"name": "total"}]})

    [told] = asyncio.run(go())
    assert told["verified"] and native.inserted[0][0] == "total"
    assert python.asked[0][0] == "setFunctionBreakpoints"


def test_breakpoints_that_are_set_anew_before_the_answer_leave_none_behind() -> None:
    native = Native(FOUND)

    async def go() -> None:
        of = Breakpoints(Python([]), native, lambda body: None)  # type: ignore[arg-type]
        first = lines("/a/b.c", {"line": 11})
        await asyncio.gather(of.set_lines(first), of.set_lines(lines("/a/b.c")))

    asyncio.run(go())
    assert native.deleted == ["1"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"source": 5},
        {"source": {"path": 5}, "breakpoints": []},
        lines("/a/b.c", {"line": "x"}),
        lines("/a/b.c", 5),
        {"source": {"path": "/a/b.c"}, "breakpoints": 5},
    ],
)
def test_what_is_no_breakpoint_is_refused(arguments: Any) -> None:
    with pytest.raises(RequestFailed):
        set_lines(Python([]), Native(), arguments)
