"""The score of the zoo: how often each level of confidence was right."""

from __future__ import annotations

from support.levels import Levels
from support.score import PROPERTY, Score


def test_each_level_is_counted_and_who_was_certain_and_wrong_is_named() -> None:
    levels = Levels()
    for level, right in (("certain", True), ("certain", False), ("likely", True), ("", False)):
        levels.add(level, right, "leak.py")
    first, wrong = levels.lines()
    assert first == "by confidence: certain 1 of 2 right (50 %), likely 1 of 1 right (100 %)"
    assert levels.surely_wrong == ["leak.py"] and "leak.py" in wrong


def test_a_report_is_right_in_what_it_claims_and_its_last_notes_count() -> None:
    score = Score()
    words = {"cause": True, "line": True, "words": False}
    score.add([(PROPERTY, ["hangs", "a", {"a report": False}, ""])])
    score.add([(PROPERTY, ["hangs", "a", words, "certain"])])
    score.add([(PROPERTY, ["hangs", "b", {"cause": False}, "likely"])])
    assert score.right == 0 and score.levels.surely_wrong == []
    score.add([(PROPERTY, ["hangs", "b", {"cause": False}, "certain"])])
    assert score.levels.surely_wrong == ["hangs: b"]
    assert any("certain 1 of 2 right" in line for line in score.lines())
