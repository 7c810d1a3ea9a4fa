"""Random values of this process, decoded from its own memory, are what repr says they are."""

from __future__ import annotations

import collections

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.parts import times
from support.this_process import EVERYTHING, text_of

numbers = st.integers(-(10**58), 10**58) | st.floats() | st.complex_numbers()
scalars = st.none() | st.booleans() | numbers | st.text() | st.binary()
hashable = scalars | st.tuples(scalars, scalars) | st.frozensets(scalars, max_size=5)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(scalars, inner)
        | st.dictionaries(st.text(), inner)
        | st.sets(scalars)
    ),
    max_leaves=40,
)


@pytest.mark.chance
@given(values)
@settings(max_examples=times("ATFAULT_FUZZ_CASES", few=60, many=300))
def test_the_text_is_the_repr(value: object) -> None:
    assert text_of(value, mask_secrets=False, limits=EVERYTHING) == repr(value)


@given(st.binary(max_size=400), st.integers(0, 20))
@settings(max_examples=50)
def test_a_bytearray_whose_start_was_cut_off(data: bytes, cut: int) -> None:
    array = bytearray(data)
    del array[:cut]
    assert text_of(array, limits=EVERYTHING) == f"bytearray({data[cut:]!r})"


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40), st.integers()), max_size=120))
@settings(max_examples=100)
def test_a_dict_after_any_insertions_and_deletions(steps: list[tuple[bool, int, int]]) -> None:
    table: dict[object, int] = {}
    texts: dict[str, int] = {}
    ordered: collections.OrderedDict[str, int] = collections.OrderedDict()
    for add, key, value in steps:
        if add:
            table[key] = value
            texts[str(key)] = value
            ordered[str(key)] = value
        else:
            table.pop(key, None)
            texts.pop(str(key), None)
            if str(key) in ordered:
                ordered.move_to_end(str(key))
    options = {"mask_secrets": False, "limits": EVERYTHING}
    assert text_of(table, **options) == repr(table)
    assert text_of(texts, **options) == repr(texts)
    assert text_of(ordered, **options) == (
        f"OrderedDict({dict(ordered)!r})" if ordered else "OrderedDict()"
    )


class Thing:
    """Instances share their keys until the attributes get out of step."""


class Slotted(Thing):
    __slots__ = ("s0", "s1")


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 45)), max_size=80), st.booleans())
@settings(max_examples=200)
def test_attributes_after_any_settings_and_deletions(
    steps: list[tuple[bool, int]], with_dict: bool
) -> None:
    thing = Thing()
    for number, (add, which) in enumerate(steps):
        name = f"a{which}"
        if add:
            setattr(thing, name, number)
        elif hasattr(thing, name):
            delattr(thing, name)
        if with_dict and number == 10:
            assert isinstance(thing.__dict__, dict)
    text = text_of(thing, limits=EVERYTHING)
    inside = ", ".join(f"{name}={value}" for name, value in vars(thing).items())
    assert text == (f"Thing({inside})" if inside else f"<Thing at {id(thing):#x}>")


@given(st.integers(0, 3), st.integers(), st.integers())
@settings(max_examples=30)
def test_slots_beside_a_dict(which: int, first: int, second: int) -> None:
    thing = Slotted()
    expected = []
    if which & 1:
        thing.s0 = first  # type: ignore[misc]
        expected.append(f"s0={first}")
    if which & 2:
        thing.s1 = second  # type: ignore[misc]
        expected.append(f"s1={second}")
    thing.free = 1  # type: ignore[attr-defined]
    expected.append("free=1")
    assert text_of(thing, limits=EVERYTHING) == f"Slotted({', '.join(expected)})"


@given(st.lists(st.integers(0, 5), max_size=400))
@settings(max_examples=60)
def test_a_deque_after_any_turns(steps: list[int]) -> None:
    queue: collections.deque[int] = collections.deque()
    for number, step in enumerate(steps):
        if step == 0 and queue:
            queue.popleft()
        elif step == 1 and queue:
            queue.pop()
        elif step == 2:
            queue.rotate(3)
        elif step == 3:
            queue.appendleft(number)
        else:
            queue.append(number)
    assert text_of(queue, limits=EVERYTHING) == repr(queue)
