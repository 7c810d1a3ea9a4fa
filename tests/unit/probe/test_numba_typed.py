"""Functions interpreted with the types of Numba's operations (atfault_probe.numba.typed)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from atfault_probe.numba import typed  # noqa: E402

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="code has no columns")


def product(a, b):
    return a * b % 1000


def later(previous, stamp, window):
    return stamp >= previous + window


def counted(n):
    total = 1
    total *= n
    total <<= 1
    return -total


def kept(values):
    values += 1
    return values


class Dispatcher:
    def __init__(self, function):
        self.py_func = function


def made(monkeypatch, function, **kinds):
    """(the function as Numba would have typed it, what was noted). kinds: by their operators."""
    found = {}
    first = function.__code__.co_firstlineno
    lines = Path(function.__code__.co_filename).read_text(encoding="utf-8").splitlines()

    def types(dispatcher):
        for text, types in kinds.items():
            for number in range(first, first + 6):
                at = lines[number - 1].find(text)
                if at >= 0:
                    width = len(text.encode())
                    found[number, number, at, at + width] = types
        return found

    monkeypatch.setattr(typed, "_types", types)
    monkeypatch.setattr(typed, "get", lambda thing, name: getattr(thing, name, None))
    all_of = typed.Typed([Dispatcher(function)])
    assert all_of.of(function) is not function
    return all_of.of(function), all_of.events


INT = ("int64", "int64", "int64")


def test_a_product_keeps_the_bits_that_its_type_holds(monkeypatch):
    function, events = made(monkeypatch, product, **{"a * b": INT})
    assert function(3, 4) == 12 and not events
    assert function(1 << 40, 1 << 40) == 0
    (event,) = events
    assert (event["what"], event["name"], event["value"]) == ("wrap", "a * b", repr(1 << 80))
    assert event["kind"] == "int64" and event["line"] == product.__code__.co_firstlineno + 1


def test_what_is_computed_as_floating_point_numbers_is(monkeypatch):
    text = "stamp >= previous + window"
    function, events = made(monkeypatch, later, **{text: ("float64", "float64", "bool")})
    large = 1 << 60
    assert function(np.uint64(large), np.uint64(large), 1) is True
    (event,) = events
    assert (event["what"], event["python"], event["numba"]) == ("width", "uint64", "float64")


def test_augmented_assignments_and_signs_are_computed_too(monkeypatch):
    kinds = {"total *= n": INT, "total <<= 1": INT, "-total": ("int64", "int64")}
    function, events = made(monkeypatch, counted, **kinds)
    assert function(1 << 62) == -(1 << 63)
    assert [one["name"] for one in events] == ["total", "-total"]


def test_what_is_no_number_is_left_to_python(monkeypatch):
    function, events = made(monkeypatch, kept, **{"values += 1": INT})
    array = np.ones(2)
    assert function(array) is array and array[0] == 2 and not events


def test_a_function_without_source_stays_as_it_is(monkeypatch):
    space = {}
    exec("def unknown(a):\n    return a * a", space)
    all_of = typed.Typed([Dispatcher(space["unknown"])])
    assert all_of.of(space["unknown"]) is space["unknown"]
