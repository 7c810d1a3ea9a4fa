"""No rule reads a sentence: `support.nonces` shows it for every state that these tests diagnose;
here it is tested that it would notice."""

from __future__ import annotations

import pytest

from atfault.diagnose import words
from atfault.diagnose.crash import bounds_words, damage
from atfault.diagnose.facts import describe_frame, native_frames
from atfault.diagnose.hang import titles
from atfault.diagnose.hang import words as hang_words
from atfault.diagnose.rule import rule
from atfault.model.findings import Finding
from support.diagnosed import claims, diagnose
from support.hang_states import hang, hold, lock, wait, worker
from support.nonces import NONCE, checked, nameless, without_words, worded
from support.states import PID, case_of, crash, native, python, segv

RING = hang(
    [worker("MainThread"), worker("one", 11)],
    [wait(PID, lock("b")), wait(11, lock("a"))],
    [hold(PID, lock("a")), hold(11, lock("b"))],
)
CRASH = crash(signal=segv(0x1234_0000), frames=[native("f", "extension"), python()])


@rule("reads-a-sentence")
def reads_a_sentence(case):
    actor = describe_frame(native_frames(case.process.crashed)[0])
    yield Finding("x", "", "certain" if actor.startswith("f ") else "possible")


@rule("reads-a-name")
def reads_a_name(case):
    for one in case.process.waiting.waits:
        yield Finding("x" if one.resource.name == "a" else "y", "", "possible")


@rule("fails-on-a-name")
def fails_on_a_name(case):
    for one in case.process.waiting.waits:
        {"a": 1, "b": 2}[one.resource.name]
        yield Finding("x", "", "possible")


@pytest.mark.usefixtures("containing")
@pytest.mark.parametrize(
    ("state", "reader"),
    [(CRASH, reads_a_sentence), (RING, reads_a_name), (RING, fails_on_a_name)],
)
def test_a_rule_that_reads_words_is_noticed(state, reader):
    with pytest.raises(AssertionError, match="a rule reads words"):
        diagnose(state, (reader,))


def test_every_sentence_is_senseless_and_the_verdict_is_the_same():
    case = nameless(case_of(RING))
    with without_words():
        found = checked(case).findings[0]
        assert (found.cause, found.confidence) == ("deadlock", "certain")
        assert found.summary == found.title == NONCE
    assert {one.resource.name for one in case.process.waiting.waits} == {NONCE}
    assert claims(checked(case_of(RING)).findings[0]) == (
        "deadlock",
        "certain",
        ["bank.py:10:work", "bank.py:10:work", "bank.py:5:work", "bank.py:5:work"],
        {"read": 2},
    )


@pytest.mark.parametrize("module", [bounds_words, damage, hang_words, titles, words])
def test_all_modules_of_words_are_silenced(module):
    own = [one for one in worded() if one.__module__ == module.__name__]
    assert own
    with without_words():
        assert all(one() == NONCE for one in own)
