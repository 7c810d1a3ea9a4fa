"""What is advised after a stress run: only what the runs have shown."""

from __future__ import annotations

import pytest

from atfault.stress.compose import _advice
from atfault.stress.plan import Plan
from unit.stress.test_verdict import findings, tally

LOCK, INSTANCE = "hold one lock", "instance of its own"


def advised(free, locked, own):
    from atfault.stress.compose import Judged
    from atfault.stress.verdict import judge

    found = findings(free, locked, own)
    plan = Plan("m.py:call", budget=60.0)
    return [(a.text, a.command or "") for a in _advice(plan, [Judged(found, judge(found))])]


@pytest.mark.parametrize(
    ("locked", "own", "expected"),
    [
        (tally("locked", 3), tally("own", 3), [LOCK, INSTANCE]),
        (tally("locked", 3), tally("own", failed=3), [LOCK]),
        (tally("locked", failed=3), tally("own", 3), [INSTANCE]),
    ],
)
def test_what_has_cured_it_is_advised(locked, own, expected):
    texts = [text for text, _ in advised(tally("free", failed=3), locked, own)][:-1]
    assert len(texts) == len(expected)
    assert all(words in text for words, text in zip(expected, texts))
    assert not texts[0].startswith("or ")


def test_too_few_clean_runs_are_no_cure_and_a_longer_look_is_advised():
    rare = tally("free", clean=4, failed=1, rounds=50)
    (text, command), _ = advised(rare, tally("locked", 1), tally("own", 1))
    assert "whether a lock helps" in text and "--budget 300" in command
