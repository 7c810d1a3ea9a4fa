"""How many, in words."""

from __future__ import annotations

from atfault.model.counts import counted


def test_one_is_one_and_many_are_many():
    assert counted(1, "other") == "1 other"
    assert counted(0, "other") == "0 others"
    assert counted(2000, "process", "processes") == "2,000 processes"
