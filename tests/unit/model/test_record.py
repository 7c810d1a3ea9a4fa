"""Records behave as typing.NamedTuple does."""

from __future__ import annotations

import copy
import pickle
import typing

import pytest

from atfault.model.record import NamedTuple


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 2
    label: str = "p"

    @property
    def double(self) -> int:
        return 2 * self.x


class Reference(typing.NamedTuple):
    x: int
    y: int = 2
    label: str = "p"


class Other(NamedTuple):
    """As many fields as Point, under other names."""

    a: int
    b: int
    c: int = 7


class Empty(NamedTuple):
    pass


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [((1,), {}), ((1, 3), {}), ((1, 3, "q"), {}), ((), {"x": 1}), ((1,), {"label": "z"})],
)
@pytest.mark.parametrize("before", [0, 50])
def test_construction(arguments, keywords, before):
    for _ in range(before):  # many instances of a class are made another way than the first few
        Point(0)
    ours, reference = Point(*arguments, **keywords), Reference(*arguments, **keywords)
    assert tuple(ours) == tuple(reference)
    assert (ours.x, ours.y, ours.label) == (reference.x, reference.y, reference.label)
    assert repr(ours) == repr(reference).replace("Reference", "Point")
    assert ours._asdict() == reference._asdict()
    assert ours._replace(y=9) == reference._replace(y=9)


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"x": 1}), ((1,), {"nope": 1})],
)
def test_wrong_construction(arguments, keywords):
    for record in (Point, Reference):
        with pytest.raises(TypeError):
            record(*arguments, **keywords)


def test_records_of_the_same_size_are_kept_apart():
    assert Other(1, b=2) == (1, 2, 7)
    assert Other(a=1, b=2)._fields == ("a", "b", "c")
    with pytest.raises(TypeError):
        Other(x=1, b=2)


def test_a_default_given_by_name_counts_and_one_given_twice_does_not():
    class Fresh(NamedTuple):
        x: int
        y: int = 2

    assert Fresh(1, y=5) == (1, 5)
    assert Fresh(y=5, x=4) == (4, 5)
    with pytest.raises(TypeError, match="multiple values"):
        Fresh(1, x=1)


def test_missing_arguments_are_named():
    with pytest.raises(TypeError, match="'a' and 'b'"):
        Other()


def test_the_rest():
    point = Point(1)
    assert point.double == 2
    assert Empty() == ()
    assert copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(point)) == point
    with pytest.raises(AttributeError):
        point.x = 3
    with pytest.raises(AttributeError):
        point.new = 3
    with pytest.raises(ValueError):
        point._replace(nope=1)
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_a_field_without_default_after_one_with_is_refused_at_the_latest_on_use():
    with pytest.raises(TypeError):

        class Wrong(NamedTuple):
            x: int = 1
            y: int

        Wrong(1, 2)
