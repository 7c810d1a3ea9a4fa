"""Whether what is read time and again comes back to what it was."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from atfault.decode.watch.recurrence import SELDOM, Recurrence

TIMES = 20


def comes_back(*variables: Iterable[object]) -> bool:
    found = Recurrence()
    for name, texts in enumerate(variables):
        for text in texts:
            found.note(str(name), str(text))
    return found.comes_back()


def test_what_stays_and_what_turns_comes_back():
    turning = [("a", "b", "c")[at % 3] for at in range(TIMES)]
    assert comes_back(["x"] * TIMES, turning)


@pytest.mark.parametrize("at", range(1, TIMES))
def test_what_leaves_all_that_it_was_for_good_does_not(at):
    turning = [("a", "b", "c")[at % 3] for at in range(TIMES)]
    assert not comes_back(["x"] * at + ["y"] * (TIMES - at))
    if at > 1:
        assert not comes_back([f"{text} {n < at}" for n, text in enumerate(turning)])


def test_what_is_new_in_each_reading_or_in_every_few_does_not():
    assert not comes_back(range(TIMES))
    assert not comes_back([at // 6 for at in range(TIMES)])


def test_what_is_seldom_read_needs_one_repetition():
    assert comes_back("aabbb")
    assert not comes_back("abcde")
    assert comes_back("ab")
    assert not comes_back("a" * SELDOM + "b")


def test_a_single_reading_of_what_was_not_is_passed_over():
    one = ["x"] * TIMES
    one[15] = "of memory that was given back"
    assert comes_back(one)


def test_addresses_are_nothing_that_is_held():
    assert comes_back([f"<re.Match at {at:#x}>" for at in range(TIMES)])


def test_a_counter_does_not_keep_what_holds_it_from_coming_back():
    found = Recurrence()
    for at in range(TIMES):
        found.note("self", f"Loader(refused={at}, last='{'ab'[at % 2]}')")
        found.note("tries", str(at))
    assert not found.comes_back()
    assert not found.comes_back(["tries"])
    assert found.comes_back(["tries", "refused"])


def counts_alone(texts: Iterable[str], counters: Iterable[str] = ()) -> bool:
    found = Recurrence()
    for text in texts:
        found.note("log", text)
    return found.counts_alone(set(counters))


def test_what_is_only_counted_or_collected_is_no_change():
    growing = [f"Log(lines=['a', 'a', … {at:,} more], size={at})" for at in range(990, 1010)]
    assert counts_alone(growing, ["size", "lines"])
    assert not counts_alone(growing, ["size"])
    assert not counts_alone(growing[::-1], ["size", "lines"])
    assert counts_alone(["['a', … 5 more]", "['a', … 6 more]"] * 1 + ["['a', … 7 more]"], ["log"])


def test_what_differs_in_more_than_its_numbers_is_a_change():
    texts = [f"Log(last='{chr(97 + at)}', size={at})" for at in range(TIMES)]
    assert not counts_alone(texts, ["last", "size"])


def test_what_turns_beside_what_is_counted_is_no_change():
    texts = [f"Map(spoken={'AB'[at % 2]}, rounds={at})" for at in range(TIMES)]
    assert counts_alone(texts, ["rounds"])
    assert not counts_alone(texts)


def test_new_in_each_of_few_readings_is_seldom():
    found = Recurrence()
    for text in "ab":
        found.note("c", text)
    assert found.is_seldom
    found.note("c", "a")
    assert not found.is_seldom


def test_one_reading_of_what_was_given_back_meanwhile_tells_nothing():
    torn = "['a', <not a Python object: its reference count is 0>]"
    for texts, expected in (
        ([torn, *"abababab"], True),
        (["a", "b", torn, *"babab"], True),
        ([torn, *"abcdefgh"], False),
        (["a", torn, *"bbbbbb"], False),
        ([torn, torn + ",", *"ababab"], False),
    ):
        found = Recurrence()
        for text in texts:
            found.note("found", text)
        assert found.comes_back() is expected
