"""Integers of arrays that lead from another array to the failed access."""

from __future__ import annotations

import struct

from atfault.decode.array_indices import array_indices
from atfault.model.state import NamedBuffer
from support.byte_memory import ByteMemory
from support.states import PID, array

VALUES, INDEX = 0x10_0000, 0x20_0000
NUMBERS = array(VALUES, (1000,))


def found(numbers, address, *, dtype="int32", code="i", shape=None, values=NUMBERS):
    raw = struct.pack(f"<{len(numbers)}{code}", *numbers)
    index = array(INDEX, shape or (len(numbers),), dtype, struct.calcsize(code))
    named = [NamedBuffer("values", values, PID, 1), NamedBuffer("index", index, PID, 1)]
    return [
        (one.value, one.name) for one in array_indices(ByteMemory({INDEX: raw}), named, address)
    ]


def test_the_element_that_leads_there_is_named():
    assert found([5, 900_000_000, 3], VALUES + 8 * 900_000_000) == [(900_000_000, "index[1]")]


def test_an_access_in_the_middle_of_the_element_counts():
    assert found([5, 900_000_000], VALUES + 8 * 900_000_000 + 4) == [(900_000_000, "index[1]")]


def test_an_index_of_rows_and_one_in_two_dimensions():
    rows = array(VALUES, (100, 16), "float32", 4)
    numbers = [0, 1, 2, 3, 70_000, 5]
    address = VALUES + 64 * 70_000 + 12
    assert (70_000, "index[1, 1]") in found(numbers, address, shape=(2, 3), values=rows)


def test_negative_ones_and_wide_ones():
    numbers = [7, -1_000_000]
    assert found(numbers, VALUES - 8_000_000, dtype="int64", code="q") == [(-1_000_000, "index[1]")]


def test_bytes_of_two_neighbours_are_no_element():
    odd = struct.unpack("<2i", b"\0" + struct.pack("<i", 900_000_000) + b"\0\0\0")
    assert found(odd, VALUES + 8 * 900_000_000) == []


def test_small_numbers_and_other_types_are_left_out():
    assert found([100, 200], VALUES - 8 * 100) == []
    assert found([1e9, 2e9], VALUES + 8 * 10**9, dtype="float64", code="d") == []


def test_without_the_number_there_is_nothing():
    assert found([5, 6, 7], VALUES + 8 * 900_000_000) == []
