"""Values taken apart, and compared as different processes see them."""

from __future__ import annotations

import array
import collections
import configparser
import dataclasses
import datetime
import decimal
import enum
import functools
import io
import threading

import pytest

from atfault_probe.stressing.reference import (
    CONSTANT,
    NOTHING,
    PARTLY,
    SEQUENCE,
    Recorder,
    Reference,
    known_arguments,
    state_of,
)
from atfault_probe.stressing.values import DIFFERENT, ROUNDED, SAME, compare, digest, flatten


@dataclasses.dataclass
class Point:
    x: int
    y: float
    tags: list = dataclasses.field(default_factory=list)


class Slotted:
    __slots__ = ("__hidden", "shown")

    def __init__(self, shown, hidden):
        self.shown, self.__hidden = shown, hidden


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


Pair = collections.namedtuple("Pair", "left right")


def verdict(wanted, got, close=None):
    return compare(flatten(wanted), flatten(got), close)[0]


ALIKE = [
    lambda: None,
    lambda: {"a": [1, 2.5, "x"], 3: (b"y", {1, 2})},
    lambda: Point(1, 2.0, ["a"]),
    lambda: Slotted(1, [2]),
    lambda: Pair(1, (2,)),
    lambda: Colour.RED,
    lambda: collections.deque([1, 2]),
    lambda: collections.OrderedDict(a=1),
    lambda: array.array("d", [1.0, 2.0]),
    lambda: bytearray(b"abc"),
    lambda: memoryview(b"abc"),
    lambda: decimal.Decimal("1.10"),
    lambda: datetime.date(2026, 11, 21),
    lambda: float("nan"),
    lambda: [float("nan"), 1.0] * 200,
    lambda: complex(1, float("inf")),
    lambda: 1 << 200,
    lambda: "long " * 5000,
    lambda: list(range(100_000)),
    lambda: threading.Lock(),
    lambda: (n for n in range(3)),
    lambda: len,
    lambda: Point,
    lambda: range(5),
    lambda: {frozenset({1}), frozenset({2})},
    lambda: functools.partial(Point, "".join(["one", " ", "text"]), [1, 2]),
    lambda: io.StringIO("text"),
    lambda: configparser.ConfigParser(defaults={"a": "1"}),
    lambda: iter([1, 2, 3]),
]


@pytest.mark.parametrize("number", range(len(ALIKE)))
def test_what_was_made_in_the_same_way_is_the_same(number):
    one, other = ALIKE[number](), ALIKE[number]()
    assert verdict(one, other) == SAME
    assert digest(flatten(one)) == digest(flatten(other)) or number in (13, 14, 15)


DIFFERENT_PAIRS = [
    (1, 2),
    (1, True),
    (1, 1.0),
    ("1", b"1"),
    (None, 0),
    ([1], (1,)),
    ([1, 2], [1]),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({1, 2}, {1, 3}),
    (Point(1, 2.0), Point(1, 2.5)),
    (Point(1, 2.0, ["a"]), Point(1, 2.0, [])),
    (Slotted(1, [2]), Slotted(1, [3])),
    (Pair(1, 2), (1, 2)),
    (Colour.RED, Colour.BLUE),
    (1.0, float("nan")),
    (1.0, float("inf")),
    (list(range(1000)), [*range(999), 7]),
    ([1.0] * 500, [*[1.0] * 499, 1.5]),
    (array.array("d", [1.0]), array.array("f", [1.0])),
    ("x" * 9000, "x" * 8999 + "y"),
    (decimal.Decimal("1.10"), decimal.Decimal("1.1")),
    (len, print),
    (functools.partial(Point, 1), functools.partial(Point, 2)),
    (io.StringIO("text"), io.StringIO("other")),
    (iter([1, 2]), iter([1, 3])),
]


@pytest.mark.parametrize("number", range(len(DIFFERENT_PAIRS)))
def test_what_differs_is_seen_and_said(number):
    one, other = DIFFERENT_PAIRS[number]
    found, text = compare(flatten(one), flatten(other))
    assert found == DIFFERENT
    assert text
    assert len(text) < 400


def test_the_last_digits_are_rounding():
    assert verdict(0.1 + 0.2, 0.3) == ROUNDED
    assert verdict([0.1 + 0.2] * 300, [0.3] * 300) == ROUNDED
    assert verdict(0.3, 0.3001) == DIFFERENT


def test_close_allows_what_it_says_and_no_more():
    assert verdict(100.0, 100.05, (1e-3, 0.0)) == SAME
    assert verdict(100.0, 100.5, (1e-3, 0.0)) == DIFFERENT
    assert verdict([0.0] * 300, [1e-9] * 300, (0.0, 1e-8)) == SAME
    assert verdict(1, 2, (10.0, 10.0)) == DIFFERENT  # whole numbers are exact


def test_cycles_depth_and_size_are_bounded():
    cycle = [1]
    cycle.append(cycle)
    assert verdict(cycle, cycle) == SAME
    deep = []
    for _ in range(5000):
        deep = [deep]
    assert len(flatten(deep)) < 50
    assert len(flatten([[n] for n in range(100_000)])) <= 20_001


def test_a_value_that_cannot_be_looked_into_is_said_to_be_so():
    class Broken:
        @property
        def __dict__(self):
            raise RuntimeError("no")

        def __repr__(self):
            raise RuntimeError("no")

        def __reduce__(self):
            raise RuntimeError("no")

    assert next(iter(flatten(Broken()).values()))[0] in ("unreadable", "opaque")


def test_arrays_are_compared_by_shape_type_and_data():
    numpy = pytest.importorskip("numpy")
    one = numpy.arange(12.0).reshape(3, 4)
    assert verdict(one, one.copy()) == SAME
    assert verdict(one, one.reshape(4, 3)) == DIFFERENT
    assert verdict(one, one.astype("f4")) == DIFFERENT
    other = one.copy()
    other[1, 2] = 7.5
    found, text = compare(flatten(one), flatten(other))
    assert (found, text) == (
        DIFFERENT,
        "1 of 12 elements differ, the first [1, 2]: 7.5 instead of 6.0",
    )
    assert verdict(one, one + 1e-15) == ROUNDED
    nan = numpy.full(3, numpy.nan)
    assert verdict(nan, nan.copy()) == SAME
    assert verdict(numpy.float32(1.5), numpy.float32(1.5)) == SAME
    assert compare(flatten(numpy.float64(1)), flatten(numpy.float64(2)))[1] == "2.0 instead of 1.0"
    assert verdict(numpy.array(["a", None]), numpy.array(["a", 1])) == DIFFERENT
    records = numpy.zeros(2, [("a", "u1"), ("b", "f8")])
    assert verdict(records, records.copy()) == SAME


def test_tensors_are_compared_by_shape_type_and_data():
    torch = pytest.importorskip("torch")
    one = torch.arange(6.0).reshape(2, 3)
    assert verdict(one, one.clone()) == SAME
    assert verdict(one, one.T) == DIFFERENT
    assert verdict(one, one.double()) == DIFFERENT
    assert verdict(one.bfloat16(), one.bfloat16()) == SAME
    assert verdict(one, one + torch.eye(2, 3)) == DIFFERENT
    assert verdict(torch.tensor(3), torch.tensor(3)) == SAME


# What may be relied on


def recorder(values, state=None):
    made = Recorder(None)
    for value in values:
        made.add(flatten(value))
    if state is not None:
        made.states[len(values)] = state_of((state,), {})
    return made


def test_a_constant_result_is_compared_one_by_one():
    reference = Reference(recorder([4, 4]), recorder([4, 4]))
    assert reference.kind == CONSTANT
    assert reference.judge(flatten(4))[0] == SAME
    assert reference.judge(flatten(5)) == (DIFFERENT, "5 instead of 4")


def test_a_sequence_must_come_out_in_any_order():
    reference = Reference(recorder([1, 2, 3, 4]), recorder([1, 2, 3, 4]))
    assert reference.kind == SEQUENCE
    good = [digest(flatten(n)) for n in (4, 2, 1, 3)]
    assert reference.judge_all(good) == (0, "")
    wrong, text = reference.judge_all([digest(flatten(n)) for n in (1, 2, 2, 9)])
    assert wrong == 2
    assert text == (
        "of 4 results, 1 came more often than one thread gets them and 1 never came when one "
        "thread made the calls"
    )


def test_what_differs_between_two_runs_is_left_out():
    first = recorder([{"t": 1, "unit": "s"}, {"t": 2, "unit": "s"}])
    second = recorder([{"t": 8, "unit": "s"}, {"t": 9, "unit": "s"}])
    reference = Reference(first, second)
    assert reference.kind == PARTLY
    assert reference.judge(flatten({"t": 77, "unit": "s"}))[0] == SAME
    assert reference.judge(flatten({"t": 77, "unit": "m"}))[0] == DIFFERENT


def test_nothing_may_be_left_to_compare():
    assert Reference(recorder([1, 2]), recorder([8, 9])).kind == NOTHING


def test_the_arguments_are_compared_after_as_many_calls():
    reference = Reference(recorder([None] * 3, Point(3, 0.0)), recorder([None] * 3, Point(3, 0.0)))
    assert reference.judge_state(3, state_of((Point(3, 0.0),), {}))[0] == SAME
    found, text = reference.judge_state(3, state_of((Point(2, 0.0),), {}))
    assert (found, text) == (DIFFERENT, "argument 1.x: 2 instead of 3")
    assert reference.judge_state(2, state_of((Point(9, 9.0),), {}))[0] == SAME  # not known


def test_no_code_of_an_argument_runs_to_see_whether_it_is_an_array():
    class Dataset:
        """As netCDF4's: another error than AttributeError for what it does not have."""

        def __getattr__(self, name):
            raise KeyError(name)

    dataset = Dataset()
    assert known_arguments((dataset,), {}) == {id(dataset): "0"}


def test_an_argument_that_is_returned_is_not_looked_into():
    counter = Point(1, 0.0)
    known = known_arguments((counter, 5), {})
    assert flatten(counter, known) == {"": ("argument", "0")}
    assert flatten(5, known) == flatten(5)
