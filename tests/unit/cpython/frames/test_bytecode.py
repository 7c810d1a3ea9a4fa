"""Heights of the value stack, of the code of the interpreter that runs the tests, and of 3.8's."""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import types

import pytest

from atfault.cpython.frames import bytecode
from atfault.cpython.frames.bytecode import StackHeights
from atfault.cpython.opcodes import load

MINOR = sys.version_info[1]


def heights_in(code: types.CodeType) -> dict[int, int]:
    numbers, units = load(MINOR)
    caches = {number: count for count, found in units.items() for number in found}
    handlers = []
    if MINOR >= 11:
        for entry in bytecode.parse_exception_table(code.co_exceptiontable):
            height = entry.depth + entry.pushes_lasti + 1
            handlers.append((2 * entry.start, 2 * entry.end, 2 * entry.target, height))
    heights = StackHeights(MINOR, caches, numbers["EXTENDED_ARG"])
    return heights.heights(code.co_code, code.co_flags, handlers)


def all_codes(code: types.CodeType) -> list[types.CodeType]:
    inner = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return [code, *(deeper for one in inner for deeper in all_codes(one))]


@pytest.mark.parametrize("module", [ast, dis, inspect, sys.modules["enum"], sys.modules["typing"]])
def test_heights_stay_within_the_stack_and_one_word_is_returned(module: types.ModuleType) -> None:
    for code in all_codes(compile(inspect.getsource(module), "x", "exec")):
        heights = heights_in(code)
        assert heights[0] in (0, 1)
        assert min(heights.values()) >= 0 and max(heights.values()) <= code.co_stacksize
        for instruction in dis.get_instructions(code):
            if instruction.opname == "RETURN_VALUE" and instruction.offset in heights:
                assert heights[instruction.offset] == 1, (code.co_name, instruction)


def test_the_height_in_a_call_counts_the_callable_and_the_arguments() -> None:
    code = compile("f(1, g(a, b))", "x", "eval")
    heights = heights_in(code)
    calls = [one.offset for one in dis.get_instructions(code) if one.opname.startswith("CALL")]
    inner, outer = heights[calls[0]], heights[calls[-1]]
    padding = 1 if MINOR >= 11 else 0  # a NULL, or `self`, beside each callable
    assert inner == 2 + 3 + 2 * padding
    assert outer == 3 + padding


# 3.8: try: f() finally: g()
FINALLY = [
    *(122, 8),  # SETUP_FINALLY to 10
    *(101, 0),  # LOAD_NAME f
    *(131, 0),  # CALL_FUNCTION
    *(87, 0),  # POP_BLOCK
    *(53, 0),  # BEGIN_FINALLY
    *(101, 1),  # 10: LOAD_NAME g
    *(131, 0),  # CALL_FUNCTION
    *(1, 0),  # POP_TOP
    *(88, 0),  # END_FINALLY
    *(101, 2),  # 18: LOAD_NAME h
    *(83, 0),  # RETURN_VALUE
]


def test_nothing_is_told_inside_of_a_finally_of_3_8() -> None:
    heights = StackHeights(8, {}, (144,))
    code = bytes(FINALLY)
    assert heights.heights(code, 0).get(4) == 1
    assert heights.heights(code, 0).get(12) is None
    # CALL_FUNCTION's result was left on the stack by this made-up code
    assert heights.heights(code, 0).get(18) == 1


@pytest.mark.parametrize("minor", range(8, 16))
def test_damaged_code_has_an_end(minor: int) -> None:
    heights = StackHeights(minor, {}, ())
    for code in (b"", b"\x00", bytes(range(256)) * 20, b"\xff" * 999, bytes([113, 0]) * 9):
        assert heights.heights(code, 0x20).get(10_000) is None


def test_an_offset_between_instructions_has_no_height() -> None:
    code = compile("f(x)", "x", "eval")
    assert 1 not in heights_in(code)


def test_an_exception_table_is_cut_where_it_is_damaged() -> None:
    assert bytecode.parse_exception_table(bytes([0x8A, 0x0A, 0x28, 0x02])) == [
        (10, 20, 40, 1, False)
    ]
    assert bytecode.parse_exception_table(bytes([0x8A, 0x0A, 0x28, 0x03, 0x80])) == [
        (10, 20, 40, 1, True)
    ]
    assert bytecode.parse_exception_table(b"\xff" * 40) == []


def body_of(source: str) -> bytecode.Body:
    """Of the function in it."""
    code = next(one for one in all_codes(compile(source, "x", "exec")) if one.co_name == "f")
    handlers = []
    if MINOR >= 11:
        entries = bytecode.parse_exception_table(code.co_exceptiontable)
        handlers = [(2 * one.start, 2 * one.end, 2 * one.target) for one in entries]
    instructions = bytecode.Disassembler(MINOR).instructions(code.co_code)
    names, variables = list(code.co_names), list(code.co_varnames)
    return bytecode.Body(
        instructions, names, variables, len(variables), handlers, code.co_flags, MINOR
    )


@pytest.mark.parametrize(
    ("source", "is_used"),
    [
        ("while go:\n  item = take()\n  do(item)", False),
        ("item = 0\n while go:\n  take()\n  do(item)", True),
        ("while go:\n  item = take() or item\n  do(item)", True),
        ("while go:\n  try:\n   item = take()\n  except E:\n   do(item)", True),
        ("item = 0\n take()\n return go.item", False),
        ("item = 0\n take()\n del item", True),
    ],
)
def test_what_a_variable_holds_is_spent_where_it_is_assigned_to_before_it_is_used(
    source: str, is_used: bool
) -> None:
    body = body_of(f"def f(go, do, E):\n {source}\n")
    loads = [one.offset for one in body.instructions if "take" in body.named(one)]
    calls = [one for one in body.instructions if one.name.startswith("CALL")]
    lasti = next(one.offset for one in calls if one.offset > loads[-1])
    assert bytecode.may_use(body, lasti, "item") is is_used
