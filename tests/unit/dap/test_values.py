"""Variables as the protocol shows them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atfault.dap.connection import RequestFailed
from atfault.dap.gdb_mi import GdbError
from atfault.dap.values import FIRST_NUMBER, NativeValues, Numbers, PythonValues
from atfault.model.absent import Absent
from atfault.model.values import Value, Variable

ONE = Value("int", "1", 8, number=1)
TABLE = Value(
    "dict", "{'a': [1]}", children=(('["a"]', Value("list", "[1]", children=(("[0]", ONE),))),)
)
VARIABLES = (
    Variable("table", TABLE),
    Variable("gone", Absent("not readable")),
    Variable("argument 1 of f", ONE, kind="operand"),
    Variable("tab", ONE),
)


def test_what_has_parts_can_be_opened_and_the_rest_not() -> None:
    values = PythonValues(Numbers())
    shown = {one["name"]: one for one in values.listed(VARIABLES)}
    assert list(shown) == ["table", "gone", "tab"]
    assert shown["table"]["variablesReference"] > FIRST_NUMBER
    assert (shown["tab"]["variablesReference"], shown["tab"]["type"]) == (0, "int")
    assert shown["gone"]["value"] == "<not readable>"


def test_parts_have_the_names_that_the_user_would_write() -> None:
    numbers = Numbers()
    [table, *_] = PythonValues(numbers).listed(VARIABLES)
    opener = numbers.get(table["variablesReference"])
    assert opener is not None
    [part] = asyncio.run(_opened(opener))
    assert (part["name"], part["evaluateName"]) == ('["a"]', 'table["a"]')


async def _opened(opener: Any) -> Any:
    return await opener()


def test_a_part_is_found_by_how_it_is_written() -> None:
    values = PythonValues(Numbers())
    for path, text in (("table['a'][0]", "1"), ('table["a"]', "[1]"), ("tab", "1")):
        found = values.find(VARIABLES, path)
        assert found is not None and found["value"] == text
    for path in ("table['b']", "len(table)", "gone", "table['a'", ""):
        assert values.find(VARIABLES, path) is None


def test_numbers_of_before_are_not_given_again() -> None:
    numbers = Numbers()
    first = numbers.add(lambda: _opened(None))
    numbers.clear()
    assert numbers.get(first) is None and numbers.is_ours(first) and not numbers.is_ours(7)
    assert numbers.add(lambda: _opened(None)) != first


class Gdb:
    """Stands in for gdb, with answers by the beginning of a command."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def command(self, text: str) -> asyncio.Future[Any]:
        self.asked.append(text)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        answer = next(
            (value for begin, value in self.answers.items() if text.startswith(begin)), {}
        )
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
        return future


class Side:
    def __init__(self, answers: dict[str, Any]) -> None:
        self.gdb = Gdb(answers)


def test_native_variables_are_gdbs_and_are_deleted_afterwards() -> None:
    side = Side(
        {
            "-stack-list-variables": {"variables": [{"name": "x"}, {"name": "x"}, {"name": "y"}]},
            '-var-create --thread 1 --frame 0 - * "x"': {
                "name": "var1",
                "numchild": "2",
                "value": "{...}",
                "type": "Grid",
            },
            "-var-create": GdbError("no debug information"),
        }
    )
    values = NativeValues(side, Numbers())  # type: ignore[arg-type]

    async def go() -> Any:
        shown = await values.locals("1", 0, {})
        values.forget()
        return shown

    x, y = asyncio.run(go())
    assert x["variablesReference"] and x["type"] == "Grid"
    assert y["value"] == "<no debug information>"
    assert side.gdb.asked[-1] == "-var-delete var1"


def test_a_native_variable_is_set_by_the_object_that_it_was_shown_by() -> None:
    numbers = Numbers()
    side = Side(
        {
            "-stack-list-variables": {"variables": [{"name": "x"}]},
            "-var-create": {"name": "var1", "numchild": "0", "value": "1", "type": "int"},
            '-var-assign var1 "6 * 7"': {"value": "42"},
        }
    )
    values = NativeValues(side, numbers)  # type: ignore[arg-type]
    number = values.opener(lambda objects: values.locals("1", 0, objects))

    async def go() -> Any:
        with pytest.raises(RequestFailed, match="listed"):
            await values.assign(values.objects(number).get("x"), "1")
        opener = numbers.get(number)
        assert opener is not None
        await opener()
        return await values.assign(values.objects(number).get("x"), "6 * 7")

    assert asyncio.run(go()) == {"value": "42"}


def test_groups_of_members_by_their_access_are_opened_with_them() -> None:
    numbers = Numbers()
    side = Side(
        {
            "-var-create": {"name": "v", "numchild": "1", "value": "{...}", "type": "C"},
            '-var-list-children --all-values "v" ': {
                "children": [{"name": "v.private", "exp": "private", "numchild": "1"}]
            },
            '-var-list-children --all-values "v.private"': {
                "children": [{"name": "v.private.a", "exp": "a", "value": "3", "type": "int"}]
            },
        }
    )

    async def go() -> Any:
        shown = await NativeValues(side, numbers).evaluate("it", "1", 0)  # type: ignore[arg-type]
        opener = numbers.get(shown["variablesReference"])
        assert opener is not None
        return await opener()

    [member] = asyncio.run(go())
    assert (member["name"], member["value"]) == ("a", "3")
