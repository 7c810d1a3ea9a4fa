"""Which integer leads from an array to an address."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from atfault.diagnose.crash.bounds import match_index, position, step_before
from atfault.diagnose.crash.integers import KnownInteger
from atfault.diagnose.facts import short_name
from atfault.diagnose.words import command_line, listed, size
from support.states import HEAP, array


def known(*values):
    return {value: KnownInteger(value, f"v{n}", "f", 0) for n, value in enumerate(values)}


shapes = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple)


@given(shapes, st.integers(0, 3), st.integers(10, 10**9), st.data())
def test_an_illegal_index_is_found_whatever_the_shape_and_strides(shape, axis, beyond, data):
    axis %= len(shape)
    base = np.lib.stride_tricks.as_strided(np.zeros(1), shape=shape, strides=None)
    steps = np.zeros(shape).strides
    flips = data.draw(st.tuples(*[st.sampled_from((1, -1)) for _ in shape]))
    strides = tuple(int(s) * f for s, f in zip(steps, flips))
    index = [data.draw(st.integers(0, n - 1)) for n in shape]
    index[axis] = shape[axis] + beyond
    assert base is not None
    buffer = array(HEAP, shape, strides=strides)
    address = buffer.address + sum(i * s for i, s in zip(index, strides))
    match = match_index(buffer, address, known(index[axis]))
    assert match is not None


@given(shapes, st.integers(-(10**9), 10**9), st.data())
def test_legal_indices_never_match(shape, offset, data):
    buffer = array(HEAP, shape)
    address = buffer.address + offset * 8
    assume(not buffer.low <= address < buffer.high)
    legal = [data.draw(st.integers(0, min(shape) - 1)) for _ in shape]
    assert match_index(buffer, address, known(*legal)) is None


def test_one_step_in_front_of_an_array_is_where_an_index_of_minus_one_leads():
    buffer = array(HEAP, (4, 1000))
    assert step_before(buffer, HEAP - 8000) == 8000
    assert [step_before(buffer, HEAP - back) for back in (8, 7992, 16000, -8000)] == [None] * 4
    assert step_before(array(HEAP, (4, 10)), HEAP - 80) is None, "that near it is by chance"


def test_a_byte_inside_an_element_belongs_to_it():
    buffer = array(HEAP, (100,))
    assert match_index(buffer, HEAP + 8 * 5000 + 3, known(5000)) is not None
    assert match_index(buffer, HEAP + 8 * 5001, known(5000)) is None


def test_an_offset_in_bytes_is_recognised():
    match = match_index(array(HEAP, (100,)), HEAP + 123_456, known(123_456))
    assert match is not None and match.axis == -2


def test_the_elements_of_whole_rows_in_a_register_are_no_column():
    buffer = array(HEAP, (40, 3000))
    address = HEAP + 67 * 3000 * 8
    (register,) = known(32 * 3000).values()
    assert match_index(buffer, address, {32 * 3000: register._replace(is_register=True)}) is None
    assert match_index(buffer, address, {32 * 3000: register}) is not None
    (column,) = known(32 * 3000 + 5).values()
    match = match_index(buffer, address + 40, {column.value: column._replace(is_register=True)})
    assert match is not None and match.indices == (35, column.value)


def test_an_axis_without_stride_is_left_out():
    buffer = array(HEAP, (5, 100), strides=(0, 8))
    assert match_index(buffer, HEAP + 8 * 5000, known(5000)) is not None


def test_an_empty_array_has_no_legal_index():
    assert match_index(array(HEAP, (0,)), HEAP + 8 * 7, known(7)) is not None


def test_rows_and_elements_are_counted():
    assert position(array(HEAP, (64, 64)), HEAP + 512 * 70 + 9) == ("row", 70, 64)
    columns = array(HEAP, (90, 64), strides=(8, 720))
    assert position(columns, HEAP + 720 * 70 + 9) == ("column", 70, 64)
    assert position(array(HEAP, (64,)), HEAP + 8 * 70) == ("element", 70, 64)
    assert position(array(HEAP, (64,)), HEAP - 8) == ("element", -1, 64)


def test_sizes_are_worded_for_people():
    assert [size(n) for n in (1, 4096, 10_000, 25_600_000_000, 2**63)] == [
        "1 byte",
        "4096 bytes",
        "10 kB",
        "25.6 GB",
        "9.2 EB",
    ]


def test_lists_are_worded_for_people():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(list("abcdefgh"), 3) == "a, b, c and 5 more"


def test_commands_are_quoted_for_the_shell():
    assert command_line(["python", "my file.py", "it's"]) == "python 'my file.py' 'it'\"'\"'s'"
    assert (
        command_line(["python", "-c", "a = '\\t'\nb\0"]) == "python -c $'a = \\'\\\\t\\'\\nb\\x00'"
    )
    assert command_line(["x" * 500]) == ""


def test_long_cpp_names_lose_their_arguments():
    name = "void at::native::(anonymous namespace)::loop<float, at::Op<int>::{lambda()#1}>"
    name += "(char**, long const*) const"
    assert short_name(name) == "at::native::loop"
    assert short_name("paint(Array<double, 2, C>, long)") == "paint(Array<double, 2, C>, long)"
    assert len(short_name("f" * 500)) <= 80
    rust = "<a::Array<a::Int64, fn(u8) -> bool> as a::deep::path::of::modules::Reduce>::sum_reduce"
    assert short_name(rust) == "Array::sum_reduce"
    copy = "a::Sum<b::Int64, (c::Level)4, b::Int64>::consume(d::Context*, d::e::Span const&) const"
    copy += " [clone .lto_priv.0]"
    assert short_name(copy) == "a::Sum::consume"
