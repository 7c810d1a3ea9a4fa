"""What counts as the same result (atfault_probe.numba.outcome)."""

from __future__ import annotations

import marshal

import pytest

np = pytest.importorskip("numpy")

from atfault_probe.numba.outcome import Comparison, TooMuch, raised, scale_of, taken  # noqa: E402


def difference(one, other):
    """Of two values, as they would come through a pipe."""
    first, second = (marshal.loads(marshal.dumps(taken(value), 2)) for value in (one, other))
    return Comparison(scale_of(first, second)).first_difference(first, second)


SAME = [
    (3, np.int64(3)),
    (3, 3.0),
    (True, np.bool_(True)),
    (0.1 + 0.2, 0.3),
    (float("nan"), np.float64("nan")),
    (float("inf"), float("inf")),
    (np.float32(0.1), 0.1),
    ((1, "a", None, b"x"), (np.int32(1), "a", None, b"x")),
    (np.arange(4), np.arange(4, dtype=np.int32)),
    (np.array([1.0, np.nan]), np.array([1.0 + 1e-12, np.nan])),
    (np.array([1e9, 1e-6]), np.array([1e9, 1.5e-6])),
    (np.array(1j), np.array(1j + 1e-14)),
    ({1, 2}, {2, 1}),
    (np.zeros(2, "M8[s]"), np.zeros(2, "M8[s]")),
    (np.zeros(2, [("a", "i4"), ("b", "f8")]), np.zeros(2, [("a", "i4"), ("b", "f8")])),
    (2**70, 2**70),
    (np.arange(6)[::2], np.array([0, 2, 4])),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_value_in_another_type_or_rounding_is_the_same(one, other):
    assert difference(one, other) is None


DIFFERENT = [
    (3, 4, "", None),
    (2**63 - 1, 2.0**63 * 1.1, "", None),
    (1.0, 1.0 + 1e-6, "", None),
    (float("nan"), 1.0, "", None),
    (float("inf"), -float("inf"), "", None),
    (2**70, 2**70 + 1, "", None),
    (None, 0, "", None),
    ((1, 2), (1, 3), "[1]", None),
    ("a", "b", "", None),
    (np.arange(6).reshape(2, 3), np.array([[0, 1, 2], [3, 9, 5]]), "", [1, 1]),
    (np.array([1.0, np.nan]), np.array([1.0, 2.0]), "", [1]),
    (np.zeros(2, [("a", "i4")]), np.ones(2, [("a", "i4")]), ".a", [0]),
    ([1, 2], [1], "", None),
    (np.zeros(2), np.zeros(3), "", None),
]


@pytest.mark.parametrize(("one", "other", "path", "index"), DIFFERENT)
def test_the_first_difference_is_told_with_its_place(one, other, path, index):
    found = difference(one, other)
    assert (found["path"], found["index"]) == (path, index)
    assert found["one"] != found["other"]


def test_nothing_of_the_users_is_called():
    class Hostile:
        def __eq__(self, other):
            raise AssertionError

        __repr__ = __hash__ = __len__ = __iter__ = __eq__  # type: ignore[assignment]

    assert taken([Hostile()])[1][1] == "other"
    assert taken(np.array([Hostile()], dtype=object))[0][1] == "other"


def test_what_is_too_deep_or_too_long_is_refused():
    deep: list = []
    for _ in range(50):
        deep = [deep]
    for value in (deep, list(range(30_000))):
        with pytest.raises(TooMuch):
            taken(value)


def test_an_exception_has_its_line_in_the_programs_own_code():
    def fail():
        raise IndexError("index 5")

    try:
        fail()
    except IndexError as error:
        told = raised(error, lambda code: code.co_name == "fail")
    assert (told["type"], told["text"], told["function"]) == ("IndexError", "index 5", "fail")
    assert told["within"] and told["line"] == fail.__code__.co_firstlineno + 1
    assert "LookupError" in told["bases"]
