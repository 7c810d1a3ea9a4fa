"""Features of processors that a text names where it tells of an illegal instruction."""

import re
from collections.abc import Sequence

from atfault.text.lines import LogLine

MAX_BEFORE = 40
_FEATURE = re.compile(
    r"(?i)\b(avx(?:512\w{0,6}|2)?|fma|bmi[12]|movbe|ssse3|sse4[._][12a]|popcnt|f16c)\b"
)
_LACKING = re.compile(r"compiled to use .{2,60} instructions, but these aren't available")
_INSTEAD = re.compile(
    r"[Ii]nstall (?:the )?[`'\"](?P<name>[\w.-]{2,60})[`'\"] (?:package )?instead"
)


def features_lacking(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Features that a program missed, as it says itself: "… was compiled to use AVX instructions,
    but these aren't available on your machine"."""
    for line in reversed(lines[-MAX_BEFORE:]):
        if _LACKING.search(line.text):
            return tuple(dict.fromkeys(one[1].lower() for one in _FEATURE.finditer(line.text)))
    return ()


def features_named(lines: Sequence[LogLine]) -> tuple[tuple[str, ...], str]:
    """(features of processors, the package to install instead) that the last lines name."""
    text = "\n".join(line.text for line in lines[-MAX_BEFORE:])
    features = dict.fromkeys(match[1].lower() for match in _FEATURE.finditer(text))
    instead = _INSTEAD.search(text)
    return tuple(features), "" if instead is None else instead["name"]
