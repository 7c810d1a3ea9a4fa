"""Loops whose turns are gone through in thought, with the values of this very process."""

from __future__ import annotations

import ast
import collections
import datetime
import inspect
import math
import pathlib
import random
import textwrap
import threading
import time

import pytest

from atfault.decode.watch import loops
from atfault.decode.watch.moving import NotKnown
from atfault.decode.watch.turns import Taker, Turns
from support.this_process import runtime_here

LOCK = threading.Lock()


class Sources:
    """Of this file alone."""

    tree = loops.parse(pathlib.Path(__file__).read_bytes())

    def callable(self, code):
        if code.filename != __file__:
            return None
        if code.name == "<lambda>":
            return loops.find_lambda(self.tree, code.first_line)
        return loops.find_function(self.tree, code.name, code.first_line)


class Curve:
    def __init__(self, **values):
        self.__dict__.update(values)
        self.rounds = 0

    def value(self, x):
        return self.a * x**3 + self.b * x + self.c

    def slope(self, x):
        return 3 * self.a * x**2 + self.b

    @property
    def is_open(self):
        return self.a > self.limit()

    def limit(self):
        with LOCK:
            return self.c

    def check(self):
        if self.is_open:
            raise LookupError(self.a)

    def next(self):
        return random.random()


class Node:
    def __init__(self, following=None):
        self.following = following


def sized(number, size):
    while number >> 7:
        number >>= 7
        size += 1
    return size


def filled(mask):
    while ~mask & 7:
        mask |= 1 << 3
    return mask


def halving(low, high, function, wanted, tolerance):
    while high - low > tolerance:
        middle = (low + high) / 2
        if function(middle) > wanted:
            low = middle
        else:
            high = middle


def newton(curve, x, step):
    while abs(step) > 1e-9:
        step = curve.value(x) / curve.slope(x)
        x -= step
        curve.rounds += 1


def along(node, count):
    while node is not None:
        count += 1
        node = node.following


def swallowed(curve, tries):
    while True:
        try:
            curve.check()
            return tries
        except (KeyError, LookupError):
            tries += 1


def by_chance(curve, taken):
    while taken < 10:
        if curve.next() < 1e-9:
            taken += 1


def by_the_clock(until):
    while time.monotonic() < until:
        pass


def told_at_times(left, turns):
    while left > 0:
        turns += 1
        if turns % 10 == 0:
            print("still waiting")


def next_date(year, month, day, today):
    while True:
        try:
            kept = datetime.date(year, month, day)
        except ValueError:
            year += 1
            continue
        if kept > today:
            return kept


def summing(term, n, total):
    while abs(term) > 1e-12:
        term = 1.0 / (n * n)
        total += math.sqrt(term)
        n += 1


def in_order(parts, needs, built):
    while parts:
        part = parts.popleft()
        if needs[part] <= built:
            built.add(part)
        else:
            parts.append(part)


def sweep(left, needs, built):
    while len(left) > 0:
        for part in list(left):
            if all(one in built for one in needs[part]):
                built.append(part)
                left.pop()


def spread(heap, seen):
    while heap:
        one = heap.pop(0)
        if one not in seen:
            heap.insert(0, one)


def those_ready(heap, seen):
    while heap:
        one = heap.popleft()
        if not one.following:
            heap.append(one)


def counted_down(heap, seen):
    while heap:
        heap.append(len(heap))
        heap.rotate(2)
        if not {one + 0 for one in heap} - seen:
            heap.popleft()
            heap.popleft()


def changed_below(heap, seen):
    while heap:
        for one in heap:
            heap.append(one)


def by_steps(at, end, step, *, turns=0):
    while at != end:
        at += step
        turns += 1


def growing(at, end, factor):
    while at > end:
        at = at * factor + 1


def wraps(at, step, cells):
    while cells[at % 4]:
        at += step


def cheapest(routes, fares, todo):
    while todo:
        island = todo.popleft()
        for other, fare in routes[island].items():
            if fares[island] + fare < fares[other]:
                fares[other] = fares[island] + fare
                if other not in todo:
                    todo.append(other)


def meeting(hunter, hare):
    while hunter < hare:
        hunter += 3
        hare += 2


def walked(node):
    while node is not None:
        yield node
        node = node.following


def taken(first, count, limit):
    for node in walked(first):
        count += 1
        if limit is not None and node is limit:
            break


def summed(first):
    return sum(1 for node in walked(first) if node.following)


def kept_by_takers(takers, **variables):
    """What keeps `walked` going, for those who take what it yields, with these variables each."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(takers[0][0])))
    found = []
    for generator, (_, values) in zip(("walked", "<genexpr>"), takers):
        node = loops.taker_at(tree.body[0], 2, generator, ())
        addresses = {name: id(value) for name, value in values.items()}
        found.append(Taker(node, addresses, id(globals())))
    node = ast.parse(inspect.getsource(walked)).body[0].body[0]
    addresses = {name: id(value) for name, value in variables.items()}
    turns = Turns(runtime_here(), Sources(), addresses, id(globals())).with_takers(found)
    return turns.kept_by(node)


def kept(loop, **variables):
    """(name, text) of what keeps the loop of a function going, with these variables; None where it
    ends."""
    parameters = inspect.signature(loop).parameters
    variables = {**dict.fromkeys(parameters), **(loop.__kwdefaults__ or {}), **variables}
    tree = ast.parse(textwrap.dedent(inspect.getsource(loop)))
    node = next(one for one in ast.walk(tree) if isinstance(one, ast.While))
    addresses = {name: id(value) for name, value in variables.items()}
    turns = Turns(runtime_here(), Sources(), addresses, id(globals()))
    found = turns.kept_by(node)
    return None if found is None else {one.name: one.text for one in found if one.is_plain}


@pytest.mark.parametrize("year", [2026, 10_000])
def test_what_is_no_date_in_any_year_that_is_to_come_is_none_for_ever(year):
    found = kept(next_date, year=year, month=6, day=31, today=None)
    assert found["year"].endswith(", and goes up")
    assert kept(next_date, year=10_000, month=6, day=30, today=None) is not None


@pytest.mark.parametrize("day", [28, 29])
def test_of_a_day_that_some_years_have_nothing_is_known(day):
    with pytest.raises(NotKnown):
        kept(next_date, year=2026, month=2, day=day, today=None)


def test_an_interval_of_neighbours_is_halved_for_ever():
    share = 0.5
    low = 1e13
    values = {"function": lambda face: -share * face, "wanted": -6e12, "tolerance": 1e-9}
    found = kept(halving, low=low, high=math.nextafter(low, math.inf), **values)
    assert {"low", "high", "tolerance", "wanted", "share"} == found.keys()
    assert kept(halving, low=0.5, high=0.5 + 1e-8, **values) is None


def test_bits_are_shifted_and_turned_as_python_does_it():
    assert kept(sized, number=-1, size=1) == {"number": "-1"}
    assert kept(sized, number=1 << 30, size=1) is None
    assert kept(filled, mask=1) == {"mask": "1"}
    assert kept(filled, mask=7) is None


def test_a_state_that_comes_back_after_some_turns_is_endless():
    found = kept(newton, curve=Curve(a=1.0, b=-2.0, c=2.0), x=0.0, step=1.0)
    assert found["x"] == "0.0"
    assert "curve.rounds" not in found
    assert kept(newton, curve=Curve(a=1.0, b=-2.0, c=2.0), x=-3.0, step=1.0) is None


def test_a_number_that_moves_away_from_where_it_would_end_is_endless():
    assert kept(by_steps, at=1.1, end=1.0, step=0.1)["at"] == "1.1, and goes up"
    assert kept(by_steps, at=-1, end=0, step=-2)["at"] == "-1, and goes down"
    assert kept(by_steps, at=1e17, end=1.0, step=0.1)["at"] == "1e+17"
    assert kept(by_steps, at=9, end=1, step=-2) is None
    assert kept(growing, at=3, end=0, factor=2)["at"] == "3, and goes up"
    assert kept(growing, at=3, end=0, factor=-2) is None
    assert kept(wraps, at=0, step=2, cells=[1, 0, 1, 0])["at"] == "0, and goes up"
    assert kept(wraps, at=0, step=1, cells=[1, 1, 1, 0]) is None


@pytest.mark.parametrize(
    ("function", "variables"),
    [
        (by_steps, {"at": 9_000, "end": 1, "step": -2}),  # it passes where it would end
        (by_steps, {"at": -9_001, "end": 0, "step": 2}),
        (by_steps, {"at": 0.0, "end": 100.0, "step": 0.1}),
        (meeting, {"hunter": 0, "hare": 5_000}),
    ],
)
def test_a_number_that_may_yet_come_where_the_loop_ends_says_nothing(function, variables):
    with pytest.raises(NotKnown):
        kept(function, **variables, turns=0)


def test_numbers_that_move_side_by_side_keep_their_distance():
    routes = {"Brae": {"Coll": 3}, "Coll": {"Dun": 4}, "Dun": {"Brae": -9, "Eigg": 7}, "Eigg": {}}
    fares = {"Brae": -11, "Coll": -6, "Dun": -2, "Eigg": 5}
    found = kept(cheapest, routes=routes, fares=fares, todo=collections.deque(["Brae"]))
    assert found["fares['Coll']"] == "-6, and goes down"
    routes["Dun"]["Brae"] = -7
    assert kept(cheapest, routes=routes, fares=fares, todo=collections.deque(["Brae"])) is None


def test_a_ring_of_objects_is_gone_round():
    ring = Node(Node(Node()))
    assert kept(along, node=ring, count=7) is None
    ring.following.following.following = ring
    assert kept(along, node=ring, count=7) == {}


def test_a_generator_goes_on_where_those_who_take_its_items_never_leave():
    ring = Node(Node(Node()))
    ring.following.following.following = ring
    assert kept_by_takers([(taken, {"count": 1, "limit": None})], node=ring)
    assert kept_by_takers([(taken, {"count": 1, "limit": ring.following})], node=ring) is None
    assert kept_by_takers([(taken, {"count": 1, "limit": None})], node=Node()) is None
    assert kept_by_takers([(summed, {}), (summed, {})], node=ring)
    with pytest.raises(NotKnown):
        kept_by_takers([(summed, {})], node=ring)


def test_who_takes_what_a_generator_yields_is_told_by_the_line_where_it_is_asked():
    def taker(text, generator, line=2, named=()):
        body = "\n  ".join(text.split("\n"))
        function = ast.parse(f"def f(gate):\n  {body}").body[0]
        return type(loops.taker_at(function, line, generator, named)).__name__

    assert taker("for one in walk(gate):\n  pass", "walk") == "For"
    assert taker("for one in gate:\n  pass", "walk", named=("gate",)) == "For"
    assert taker("for one in self.chain:\n  pass", "__iter__") == "For"
    assert taker("return [one for one in walk(gate)]", "walk") == "ListComp"
    assert taker("for one in walk(gate):\n  pass", "walk", line=3) == "NoneType"
    assert taker("for one in islice(walk(gate), 3):\n  pass", "walk") == "NoneType"
    assert taker("return any(one for one in walk(gate))", "<genexpr>") == "NoneType"
    assert taker("sum(walk(gate)), max(walk(gate))", "walk") == "NoneType"


NEEDS = {"hull": {"keel"}, "mast": {"hull"}, "keel": {"mast"}, "sail": set()}


def test_a_queue_that_goes_round_without_an_end_is_endless():
    parts = collections.deque(("sail", "hull", "mast", "keel"))
    found = kept(in_order, parts=parts, needs=NEEDS, built=set())
    assert found["parts"] == "4 items"
    needs = NEEDS | {"keel": {"sail"}}
    assert kept(in_order, parts=parts, needs=needs, built=set()) is None
    assert parts[0] == "sail"
    assert kept(sweep, left=[0, 1], needs=[[1], [0]], built=[])["built"] == "0 items"
    assert kept(sweep, left=[0, 1], needs=[[], [0]], built=[]) is None


def test_what_lists_and_sets_hold_from_turn_to_turn_is_computed():
    assert kept(spread, heap=[3, 4], seen={4}) == {"heap": "2 items", "seen": "1 item"}
    assert kept(spread, heap=[3, 4], seen={4, 3}) is None
    ready, others = Node(1), [Node() for _ in range(5)]
    assert kept(those_ready, heap=collections.deque(others))["heap"] == "5 items"
    assert kept(those_ready, heap=collections.deque([ready])) is None
    heap = collections.deque([*others, ready])
    assert kept(those_ready, heap=heap)["heap"] == "6 items"
    for one in others:
        one.following = 1
    assert kept(those_ready, heap=heap) is None
    assert kept(counted_down, heap=collections.deque([1, 2]), seen={1, 2}) is None


@pytest.mark.parametrize(
    ("function", "heap"),
    [
        (changed_below, [1]),
        (spread, [Node(), Node()]),
        (counted_down, collections.deque([1, 2], maxlen=3)),
        (counted_down, collections.deque(range(1000))),
    ],
)
def test_containers_that_are_not_known_to_the_last_say_nothing(function, heap):
    with pytest.raises(NotKnown):
        kept(function, heap=heap, seen={1, 2})


def test_an_exception_that_is_raised_each_time_is_followed():
    assert kept(swallowed, curve=Curve(a=3, c=1), tries=1) == {"curve.a": "3", "curve.c": "1"}
    assert kept(swallowed, curve=Curve(a=1, c=3), tries=1) is None


def test_how_often_it_says_so_is_no_matter():
    assert kept(told_at_times, left=3, turns=5) == {"left": "3"}


@pytest.mark.parametrize(
    ("function", "variables"),
    [
        (by_chance, {"curve": Curve(), "taken": 3}),
        (by_the_clock, {"until": 1e18}),
        (summing, {"term": 1.0, "n": 1, "total": 0.0}),
        (along, {"node": 3.5, "count": 0}),
        (newton, {"curve": Curve(a=0.0, b=0.0, c=1.0), "x": 1.0, "step": 1.0}),
    ],
)
def test_what_depends_on_more_or_goes_on_for_long_is_not_known(function, variables):
    with pytest.raises(NotKnown):
        kept(function, **variables)


def test_a_loop_that_has_no_way_out_is_meant_to_go_on():
    def beat(curve):
        while True:
            curve.rounds += 1

    with pytest.raises(NotKnown):
        kept(beat, curve=Curve())
