"""Which system a log was made on, where its paths and names tell."""

import re
from collections.abc import Sequence

from atfault.model.given import System
from atfault.text.lines import LogLine

MAX_LINES = 10_000
"""That are looked at, from the first on."""
_MARKS: tuple[tuple[System, re.Pattern[str]], ...] = (
    (
        "windows",
        re.compile(
            r"(?:\b|-[IL])[A-Z]:\\{1,2}(?:Users|Program Files|Windows|a\\|Python|tools)"
            r"|[.-]win-amd64|win32-cpython|\bcl\.exe|\blink\.exe|x64-windows"
        ),
    ),
    (
        "macos",
        re.compile(
            r"/opt/homebrew/|/Applications/Xcode|/Library/Developer/|macosx[-_]\d\d"
            r"|apple-darwin\d|/usr/local/Cellar/|MacOSX[\d.]*\.sdk|(?:^|[\s'\"(=])/Users/\w"
        ),
    ),
    (
        "alpine",
        re.compile(
            r"alpine-linux-musl|ld-musl-|\bapk add|cpython-3\d{1,2}-\w+-linux-musl|musllinux_1_\d"
        ),
    ),
    (
        "fedora",
        re.compile(
            r"\.(?:el[6-9]|el10|fc[34]\d|amzn20\d\d)\b|\b(?:dnf|yum) install|-redhat-linux/"
            r"|/usr/lib/rpm/redhat"
        ),
    ),
)


def system_of(lines: Sequence[LogLine]) -> System:
    """The one that most lines speak of; "" for none, and for Debian and its like."""
    counts: dict[System, int] = {}
    for line in lines[:MAX_LINES]:
        for system, mark in _MARKS:
            if mark.search(line.text):
                counts[system] = counts.get(system, 0) + 1
                break
    return max(counts, key=lambda one: counts[one], default="")
