"""Arrays that a typed list holds (atfault_probe.numba.typed_lists), and shared memory."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from atfault_probe.numba.arrays import arrays_in, do_overlap, overlaps_itself
from atfault_probe.numba.typed_lists import arrays_of

VALUES = np.arange(24.0)


@pytest.mark.parametrize(
    ("array", "overlaps"),
    [
        (VALUES.reshape(4, 6), False),
        (VALUES.reshape(4, 6).T, False),
        (VALUES[::-2], False),
        (as_strided(VALUES, (4, 6), (48, 8)), False),
        (as_strided(VALUES, (4, 6), (16, 8)), True),
        (np.broadcast_to(VALUES, (3, 24)), True),
        (np.broadcast_to(VALUES, (1, 24)), False),
        (np.zeros(0), False),
    ],
)
def test_whether_elements_of_an_array_may_be_at_one_address(array, overlaps):
    assert overlaps_itself(array) is overlaps


def test_a_tuple_of_one_array_is_of_one_memory_and_one_of_several_is_not():
    assert do_overlap([(VALUES, VALUES)])
    assert not do_overlap([(VALUES, VALUES.copy()), 3])


def test_what_is_no_container_of_arrays_has_none():
    assert arrays_in([VALUES]) == arrays_in(3) == arrays_of([VALUES]) == []


def test_a_typed_list_is_read_without_its_methods():
    typed = pytest.importorskip("numba.typed")
    one, other = np.arange(6.0).reshape(2, 3), np.ones((1, 4))
    read = arrays_of(typed.List([one, other, one]))
    assert [each.tolist() for each in read] == [one.tolist(), other.tolist(), one.tolist()]
    assert read[0].__array_interface__["data"] == read[2].__array_interface__["data"]
    assert arrays_of(typed.List([1, 2])) == []
