"""Patterns that are searched for, made so that a text costs time linear in its length.

A search begins at each character again. `(?P<subject>\\w+): unbound` tries each of the n characters
of a run as its beginning and reads to the run's end each time: n² / 2 steps. But what begins within
a run begins at the run's own beginning as well, which is where the search finds it first.
"""

import re

_RUN = re.compile(r"(?P<head>\(\?P<\w+>|\()?(?P<body>(?P<one>\\[wS]|\[(?:\\.|[^\]\\])+\])\+)(?!\?)")


def searched(text: str, flags: int = 0) -> re.Pattern[str]:
    """Compiled; where it begins with a run of characters of one class, it is tried where a run
    begins, and nowhere else. It finds the same."""
    if (run := _RUN.match(text)) is not None and "|" not in _outside(text):
        text = f"(?<!{run['one']}){text}"
    return re.compile(text, flags)


def _outside(text: str) -> str:
    """What of a pattern stands in no group and no class."""
    text = re.sub(r"\\.", "", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    before = ""
    while before != text:
        before, text = text, re.sub(r"\([^()]*\)", "", text)
    return text
