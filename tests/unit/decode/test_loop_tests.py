"""The truth of tests in loops, from values that were read."""

from __future__ import annotations

import ast

import pytest

from atfault.decode.loop_tests import Sized, Unclear, truth

VALUES = {
    "limit": None, "tries": 12, "ratio": 0.5, "state": "queued", "done": False,
    "items": Sized(3), "empty": Sized(0),
}  # fmt: skip


def lookup(path):
    if path.text not in VALUES:
        raise Unclear
    return VALUES[path.text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("limit is not None", False),
        ("limit is None", True),
        ("limit is not None and other > limit", False),
        ("other and limit is not None", False),
        ("other or tries > 3", True),
        ("tries > 3 and other", None),
        ("not done", True),
        ("0 < tries <= 12", True),
        ("tries == 13", False),
        ("ratio < -1", False),
        ("state == 'done'", False),
        ("items", True),
        ("empty", False),
        ("len(items) > 5", False),
        ("items is None", False),
        ("items == empty", None),
        ("tries is ratio", None),
        ("state > tries", None),
        ("tries in items", None),
        ("work(tries)", None),
        ("other", None),
    ],
)
def test_only_what_the_values_decide_is_answered(text, expected):
    test = ast.parse(text, mode="eval").body
    assert truth(test, lookup) is expected
