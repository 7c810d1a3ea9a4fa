"""Cores of small programs that damage an object of their own, and what is decoded of each."""

from __future__ import annotations

import sys

import pytest

from atfault.decode.state import decode
from atfault.model.absent import Absent
from atfault.options import Options
from atfault.snapshot.core import open_core
from support.real_cores import dump

ROW = """
import ctypes, os
class Row:
    def __init__(self): self.cells = [1, 2]
"""
NO_TYPE = """
def spoil(rows):
    ctypes.memset(id(rows[1]) + 8, 0, 8)
def show(rows):
    for row in rows:
        print(row.cells)
rows = [Row() for _ in range(3)]
spoil(rows)
show(rows)
"""
COUNTED = """
def lower(table):
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(table["b"]))
def show(table):
    return [table[key].cells for key in table for _ in range(100)]
table = {"a": Row(), "b": Row()}
lower(table)
junk = [bytearray(40) for _ in range(100)]
show(table)
"""
WRITTEN = """
def fill(rows):
    libc = ctypes.CDLL(None)
    libc.memset(ctypes.c_void_p(id(rows[1])), 0x41, 24)
    return [row.cells for row in rows]
fill([Row() for _ in range(3)])
"""
LIST = """
def look(row, at):
    ctypes.memset(id(row.cells) + 24, 0x10, 8)
    return row.cells[at]
look(Row(), 0)
"""
LEFT = """
def leave(code):
    os.abort()
leave(3)
"""


@pytest.fixture(scope="module")
def died(tmp_path_factory):
    """died(program) is what is decoded of its core; with all parts that were asked for in it."""
    known = {}

    def state_of(program):
        if program not in known:
            core = dump(sys.executable, tmp_path_factory.mktemp("dead"), ROW + program)
            if isinstance(core, str):
                pytest.skip(core)
            with open_core(str(core)) as snapshot:
                state = decode(snapshot, Options(lines=False))
                state.objects, state.fault, state.pointer, state.abort, state.heap  # noqa: B018
            known[program] = state
        return known[program]

    return state_of


def reached(damaged):
    return [(one.kind, one.expression) for one in damaged.reached if one.kind != "temporary"]


def test_an_object_without_a_type_and_all_that_leads_to_it(died):
    objects = died(NO_TYPE).objects
    (damaged,) = objects.damage
    assert damaged.problem == "its type pointer 0x0 is not a type"
    assert reached(damaged) == [("variable", "row"), ("item", "rows[1]")]
    assert not (damaged.freed or damaged.reused or damaged.overwritten or damaged.in_collector)
    assert damaged.words[1:2] == (0,) and damaged.words[0] > 0
    assert (objects.foreign, objects.made, objects.suspects) == (None, None, ())
    assert isinstance(objects.exit_callee, Absent) and objects.counted_link is None
    assert objects.changed == () and objects.hollow == ()


def test_an_object_whose_count_was_lowered_is_freed_and_who_lowered_it_is_named(died):
    objects = died(COUNTED).objects
    damaged = objects.damage[0]
    assert not damaged.overwritten  # whether its block is used again is the allocator's business
    assert ("item", "table['b']") in reached(damaged)
    assert [(one.function, one.name, one.kind) for one in objects.suspects] == [
        ("lower", "Py_DecRef", "count")
    ]


def test_an_object_that_was_written_over_is_put_down_to_the_call_before(died):
    objects = died(WRITTEN).objects
    (damaged,) = objects.damage
    assert damaged.problem.startswith("its reference count 0x41414141")
    assert damaged.pattern == "bytes 0x41, over and over"
    assert not damaged.freed and damaged.operated
    assert reached(damaged) == [("variable", "row"), ("item", "rows[1]")]
    foreign = objects.foreign
    assert (foreign.function, foreign.name, foreign.kind) == ("fill", "libc.memset", "foreign")
    assert died(WRITTEN).ending.signal.fault_address is None


def test_the_list_that_a_wild_pointer_was_read_from_is_named(died):
    state = died(LIST)
    holder = state.pointer.holders[0]
    assert (holder.kind, holder.type, holder.name, holder.byte) == (
        "object",
        "list",
        "row.cells",
        24,
    )
    assert holder.load.value == 0x1010_1010_1010_1010
    assert (state.fault.access.kind, state.objects.damage) == ("read", ())


def test_who_left_by_abort_is_known_and_nothing_is_damaged(died):
    state = died(LEFT)
    assert state.abort.called_builtin == "abort" and state.abort.unhandled is None
    assert isinstance(state.fault.access, Absent) and state.pointer.holders == ()
    assert (state.ending.number, state.objects.damage) == (6, ())
    assert state.abort.said == "" and state.abort.fatal == ""


@pytest.mark.parametrize("program", [NO_TYPE, COUNTED, WRITTEN, LIST, LEFT])
def test_the_thread_that_died_is_the_first_and_stands_in_the_users_lines(died, program):
    state = died(program)
    first = state.threads[0]
    own = [one.python.location.line for one in first.stack.frames if one.python and one.mine]
    last = len((ROW + program).rstrip("\n").split("\n"))
    assert first.crashed and own[-1] == last and state.crashed is first
    assert not state.is_finalizing and state.warnings == ()
