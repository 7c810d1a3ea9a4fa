"""Integers of arrays that lead from another array to the failed access."""

from __future__ import annotations

import struct

from atfault.decode.crash.array_indices import array_indices, far_numbers
from atfault.model.state import NamedBuffer
from support.byte_memory import ByteMemory
from support.states import PID, array, crash, native, python, segv

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


def test_among_its_neighbours_a_number_is_crowded_unless_a_call_was_given_the_array():
    numbers = [*range(300, 900), 5000]

    def crowded(value, is_operand=False):
        index = NamedBuffer("index", array(INDEX, (601,), "int32", 4), PID, 1, is_operand)
        named = [NamedBuffer("values", NUMBERS, PID, 1), index]
        memory = ByteMemory({INDEX: struct.pack("<601i", *numbers)})
        (one,) = array_indices(memory, named, VALUES + 8 * value)
        return one.is_crowded

    assert crowded(700) and not crowded(5000)
    assert not crowded(700, is_operand=True)


def far(numbers, *, dtype="int64", code="q", **variables):
    raw = struct.pack(f"<{len(numbers)}{code}", *numbers)
    index = array(INDEX, (len(numbers),), dtype, struct.calcsize(code))
    state = crash(
        signal=segv(0), frames=[native("f", "extension"), python(values=NUMBERS, **variables)]
    )
    named = [NamedBuffer("values", NUMBERS, PID, 1), NamedBuffer("index", index, PID, 1)]
    found = far_numbers(ByteMemory({INDEX: raw}), state.threads, named)
    return [(one.value, one.name, one.most) for one in found]


def test_a_number_that_is_more_than_any_array_has_elements_is_far():
    assert far([0, 4, 300_000_000, 9]) == [(300_000_000, "index[2]", 1000)]
    assert far([0, 4, -300_000_000, 9]) == [(-300_000_000, "index[2]", 1000)]


def test_numbers_within_all_arrays_and_sentinels_are_not():
    assert far([0, 4, 999, 9]) == []
    assert far([0, -1, -1, 9]) == []


def test_what_another_number_of_the_frame_allows_is_not_far():
    """A sparse matrix may have more columns than elements: its shape is at hand."""
    assert far([0, 4, 300_000, 9], columns=1_000_000) == []


def test_an_array_that_counts_something_else_has_no_far_numbers():
    assert far([10**9 + second for second in range(20)]) == []
    assert far([300_000_000]) == []
    assert far([0, 4, 3e8, 9], dtype="float64", code="d") == []
