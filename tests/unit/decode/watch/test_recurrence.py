"""Whether what is read time and again comes back to what it was."""

from __future__ import annotations

from collections.abc import Iterable

from atfault.decode.watch.recurrence import MAX_TEXTS, Recurrence, comes_back

TIMES = 40


def held(*variables: Iterable[object]) -> Recurrence:
    found = Recurrence()
    for name, texts in enumerate(variables):
        for reading, text in enumerate(texts, 1):
            found.note(reading, str(name), str(text))
    return found


def test_what_stays_and_what_turns_comes_back():
    turning = [("a", "b", "c")[at % 3] for at in range(TIMES)]
    assert comes_back([held(["x"] * TIMES, turning)], TIMES)


def test_what_is_new_in_each_reading_does_not():
    assert not comes_back([held(range(TIMES))], TIMES)


def test_more_texts_than_are_remembered_do_not():
    many = [at % (2 * MAX_TEXTS) for at in range(TIMES)]
    assert not comes_back([held(many)], TIMES)


def test_what_changes_seldom_and_stays_does_not():
    slow = ["chapter 1"] * (TIMES - 5) + ["chapter 2"] * 5
    assert not comes_back([held(slow)], TIMES)


def test_a_counter_that_is_read_several_times_at_each_look_does_not():
    assert not comes_back([held([at // 6 for at in range(TIMES)])], TIMES)


def test_a_single_reading_of_what_was_not_is_passed_over():
    one = ["x"] * TIMES
    one[30] = "of memory that was given back"
    assert comes_back([held(one)], TIMES)
    for at in range(25, TIMES):
        one[at] = f"new {at}"
    assert not comes_back([held(one)], TIMES)


def test_addresses_and_items_that_are_just_replaced_are_nothing_that_is_held():
    objects = [f"<re.Match at {at:#x}>" for at in range(TIMES)]
    torn = [f"[<not a Python object: its reference count is {at}>]" for at in range(TIMES)]
    assert comes_back([held(objects, torn)], TIMES)
