"""Each program of docs/examples fails as its page says, and of its twin nothing is said."""

from __future__ import annotations

import pytest

import doc_examples
import gen_cause_docs

EXAMPLES = doc_examples.examples()
SHOWN = [cause for cause, example in EXAMPLES.items() if not example.none_yet]
SUCCESS = ("none", "no-race-found")
"""What is said of a text, or by a stress run, in which nothing failed."""

pytestmark = pytest.mark.slow


def ran(cause, kind):
    lacks = doc_examples.missing(EXAMPLES[cause])
    if lacks:
        pytest.skip(f"{cause}: {lacks}")
    return doc_examples.run(EXAMPLES[cause], kind)


@pytest.mark.representative("examples")
def test_each_cause_has_an_example_or_a_reason_why_it_has_none():
    assert set(EXAMPLES) == set(gen_cause_docs._by_cause())
    unexplained = [cause for cause, one in EXAMPLES.items() if not (one.command or one.none_yet)]
    assert unexplained == []


@pytest.mark.representative("examples")
def test_what_is_said_to_look_alike_has_a_page():
    named = {similar for example in EXAMPLES.values() for similar in example.similar}
    assert named <= set(EXAMPLES)


@pytest.mark.representative("examples", only=("self-deadlock", "null-dereference"))
@pytest.mark.parametrize("cause", SHOWN)
def test_the_program_fails_as_its_page_says(cause):
    example, done = EXAMPLES[cause], ran(cause, "bad")
    assert done.report is not None, done.err
    best = done.report["diagnosis"][0]
    assert best["cause"] == cause, done.answer
    if " explain " in example.command:
        assert ("bad.txt", best["quotes"][0]["line"]) == example.place, done.answer
    elif example.place is not None:
        blamed = best["blame"][0]
        assert (blamed["file"].rpartition("/")[2], blamed["line"]) == example.place, done.answer
    assert doc_examples.is_fresh(example, done.answer), (
        f"{done.answer}\nis not docs/examples/{cause}/report.txt: run tools/doc_examples.py {cause}"
    )


@pytest.mark.representative("examples", only=("self-deadlock",))
@pytest.mark.parametrize("cause", SHOWN)
def test_of_the_cured_twin_nothing_is_said(cause):
    done = ran(cause, "good")
    if done.report is not None:
        assert done.report["diagnosis"][0]["cause"] in SUCCESS, done.answer
        return
    if " explain " in EXAMPLES[cause].command:
        assert (done.code, "no words of a failure" in done.err) == (1, True)
    else:
        assert (done.code, done.err) == (0, "")
