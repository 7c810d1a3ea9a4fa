"""Arrays that a cached function was compiled with (atfault_probe.numba.cached)."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from atfault_probe.numba.cached import is_another  # noqa: E402

CURVE = np.array([0.1, 1.0, 2.4, 1 / 3, np.nan, -np.inf, 6.02e23, 1e-12])
LONG = np.arange(5000) / 7


@pytest.mark.parametrize("array", [CURVE, CURVE[:3], LONG, np.arange(12).reshape(3, 4), LONG[:1]])
@pytest.mark.parametrize("precision", [8, 3])
def test_an_array_is_what_numpy_writes_of_it_however_many_digits(array, precision):
    with np.printoptions(precision=precision, suppress=precision == 3):
        assert not is_another(array, str(array))


@pytest.mark.parametrize(
    "other",
    [CURVE[:-1], np.append(CURVE, 1.0), np.where(CURVE == 2.4, 2.5, CURVE), np.abs(CURVE)],
)
def test_another_number_of_elements_or_another_element_is_another_array(other):
    assert is_another(other, str(CURVE))


def test_of_a_long_array_its_ends_are_held_against_those_written():
    assert is_another(LONG + 1, str(LONG)) and is_another(LONG[:-1], str(LONG))


def test_what_is_no_number_is_not_compared():
    assert not is_another(np.array(["a", "b"]), "['c' 'd']")
