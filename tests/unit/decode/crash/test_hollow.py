"""Objects written in C that are not set up, or closed: real ones, of this process."""

from __future__ import annotations

import io
import mmap
import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.hollow import given_up, hollow_objects
from atfault.model.suspects import HollowObject
from atfault.model.values import Value, Variable
from support.this_process import runtime_here


def closed(thing: Any) -> Any:
    thing.close()
    return thing


def released(thing: memoryview) -> memoryview:
    thing.release()
    return thing


@pytest.mark.parametrize(
    ("make", "is_one"),
    [
        (lambda: memoryview(b"abc"), False),
        (lambda: released(memoryview(b"abc")), True),
        (lambda: closed(io.BytesIO(b"abc")), True),
        (lambda: sqlite3.connect(":memory:"), False),
        (lambda: closed(sqlite3.connect(":memory:")), True),
        (lambda: mmap.mmap(-1, 4096), False),
        (lambda: closed(mmap.mmap(-1, 4096)), True),
        (object, False),
        (lambda: 0, False),
        (lambda: b"", False),
    ],
)
def test_an_object_that_was_closed_has_lost_its_handle(make, is_one):
    thing = make()
    assert given_up(ObjectReader(runtime_here()), id(thing)) is is_one


def test_nothing_is_told_of_memory_that_cannot_be_read():
    assert not given_up(ObjectReader(runtime_here()), 0x1000)


def held(name: str, thing: Any, **more: Any) -> tuple[Variable, Value]:
    kind = type(thing)
    qualified = f"{kind.__module__}.{kind.__qualname__}"
    number = thing if isinstance(thing, int) else None
    value = Value(qualified, "…", address=id(thing), number=number)
    return Variable(name, value, **more), value


def hollow(*frames: Any, is_null: bool = True, free_threaded: bool = False) -> Any:
    """Of a thread with these frames, the innermost first, each with what it holds."""
    runtime = runtime_here()
    runtime.free_threaded = free_threaded
    pythons = [
        SimpleNamespace(values=values, operands=[variable for variable, _ in values])
        for values in frames
    ]
    crashed: Any = SimpleNamespace(pythons=pythons)
    return hollow_objects(runtime, crashed, is_null)


UNMADE = sqlite3.Cursor.__new__(sqlite3.Cursor)
CLOSED, OPEN = closed(sqlite3.connect(":memory:")), sqlite3.connect(":memory:")


def test_an_object_whose_fields_are_all_zero_was_never_made():
    found = HollowObject("cursor", "sqlite3.Cursor", "sqlite3.Cursor", True, False)
    assert hollow([held("cursor", UNMADE)]) == (found,)
    assert hollow([], [], [held("cursor", UNMADE)]) == (found,)
    assert hollow([], [], [], [held("cursor", UNMADE)]) == (), "that frame is too far out"
    assert hollow([held("cursor", UNMADE)], [held("one", UNMADE)]) == (found,)


def test_of_the_object_whose_method_failed_the_first_field_is_enough():
    receiver = held("connection", CLOSED, called="execute")
    kind = "sqlite3.Connection"
    assert hollow([receiver]) == (HollowObject("connection", kind, kind, False, True),)
    assert hollow([held("connection", CLOSED)]) == ()
    assert hollow([held("connection", CLOSED, called="execute", is_passed=True)]) == ()
    assert hollow([], [receiver]) == (), "another frame's call did not fail"
    assert hollow([held("connection", OPEN, called="execute")]) == ()


def test_zeros_tell_nothing_where_no_null_was_followed():
    assert hollow([held("cursor", UNMADE)], is_null=False) == ()
    assert hollow([held("cursor", UNMADE)], free_threaded=True) == ()


def test_what_python_itself_or_numbers_are_made_of_is_no_handle():
    things = [0, "", b"", [], {}, object(), None, ValueError(), lambda: 0, type]
    assert hollow([held(f"a{at}", one) for at, one in enumerate(things)]) == ()
    nothing = Value("sqlite3.Cursor", "…", address=0)
    assert hollow([(Variable("x", nothing), nothing)]) == ()
    damaged = Value("sqlite3.Cursor", "…", address=0x1000)
    assert hollow([(Variable("x", damaged), damaged)]) == ()


def test_the_fields_of_a_class_of_the_programs_are_those_of_its_base():
    class Own(sqlite3.Cursor):
        pass

    own = Own.__new__(Own)
    (found,) = hollow([held("own", own)])
    assert (found.native, found.is_whole) == ("sqlite3.Cursor", True)
    assert found.type.endswith("Own")
