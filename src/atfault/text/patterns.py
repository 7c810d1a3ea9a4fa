"""Patterns that are searched for, made so that a text costs time linear in its length.

A search begins at each character again. `error: .*failed` reads on from each of its n beginnings to
the end: n² steps. So what may stand between two parts of a pattern is no longer than GAP. What
ends a pattern may be of any length: it is read once.

`(?P<subject>\\w+): unbound` tries each character of a run as its beginning, too. But what begins
within a run begins at the run's own beginning as well, which is where the search finds it first.
"""

import re

GAP = 300
"""Characters."""
_RUN = re.compile(
    r"(?P<head>\(\?P<\w+>|\()?(?P<body>(?P<one>\\[wS]|\[(?:\\.|[^\]\\]){1,200}\])\+)(?!\?)"
)
_ONE = r"\\.|\[(?:\\.|[^\]\\]){1,200}\]|[^()|\\]"
_PART = re.compile(rf"(?P<one>{_ONE})(?P<sign>[*+]?)", re.DOTALL)
_ENDS = re.compile(r"\??[)?$]*$")


def searched(text: str, flags: int = 0) -> re.Pattern[str]:
    """Compiled; what it repeats without end it repeats GAP times at most, unless it begins at the
    beginning of a line alone. Where it begins with a run of characters of one class, it is tried
    where a run begins, and nowhere else: it finds the same."""
    if "|" not in _outside(text):
        if text.startswith("^"):
            return re.compile(text, flags)
        if (run := _RUN.match(text)) is not None:
            text = f"(?<!{run['one']}){text}"
    return re.compile(_PART.sub(_bounded, text), flags)


def until(words: str) -> str:
    """The part of a pattern that takes what stands before the first of such words."""
    return f"(?:(?!{words}).)*"


def _bounded(part: re.Match[str]) -> str:
    if not part["sign"] or _ENDS.match(part.string, part.end()):
        return part[0]
    return f"{part['one']}{{{int(part['sign'] == '+')},{GAP}}}"


def _outside(text: str) -> str:
    """What of a pattern stands in no group and no class."""
    text = re.sub(r"\\.", "", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    before = ""
    while before != text:
        before, text = text, re.sub(r"\([^()]*\)", "", text)
    return text
