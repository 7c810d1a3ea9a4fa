"""What of a report is given to others."""

from __future__ import annotations

import pytest

from atfault.model.for_others import lengths_of_texts


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("'abc'", "<3 characters>"),
        ('"it\'s"', "<4 characters>"),
        ("b'\\x00a'", "<2 bytes>"),
        ("'a\\'b\\n'", "<4 characters>"),
        ("'xxx'… (3,024 characters)", "<3,024 characters>"),
        ("'cut off", "<a text>…"),
        ("{'host': 'db.example.org', 'port': 5432}", "{'host': <14 characters>, 'port': 5432}"),
        ("{'a1b2c3d4e5f6a7b8c9': 1}", "{<18 characters>: 1}"),
        ("ValueError('no')", "ValueError(<2 characters>)"),
        ("[1, 2.5, None, True]", "[1, 2.5, None, True]"),
        ("float64[3, 4] at 0x7f24c0a80010, mapped", "float64[3, 4] at 0x7f24c0a80010, mapped"),
        ("<locked _thread.lock at 0x7f>", "<locked _thread.lock at 0x7f>"),
        ("<masked>", "<masked>"),
    ],
)
def test_texts_are_told_by_their_lengths_and_all_else_stays(value: str, shown: str) -> None:
    assert lengths_of_texts(value) == shown
