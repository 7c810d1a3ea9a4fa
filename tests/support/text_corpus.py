"""The texts of tests/corpus, with what is true of each. What they are is said in
tests/unit/text/test_corpus.py."""

from __future__ import annotations

import os
from typing import NamedTuple

ROOT = os.path.join(os.path.dirname(os.path.dirname(__file__)), "corpus")
TOLD = ("told.txt", "later.txt", "abroad.txt", "afterwards.txt", "posted.txt", "met.txt",
        "lately.txt")  # fmt: skip


class Text(NamedTuple):
    name: str
    data: bytes
    line: int
    """The one to read; 0 of a build that succeeded."""
    cause: str
    source: str
    """Of its file in tests/corpus: "built", "met"."""


def texts() -> list[Text]:
    found = []
    with open(os.path.join(ROOT, "built.tsv"), encoding="utf-8") as table:
        for row in table:
            name, line, cause = row.rstrip("\n").split("\t")
            with open(os.path.join(ROOT, "built", f"{name}.log"), "rb") as file:
                found.append(Text(name, file.read(), int(line), cause, "built"))
    return [*found, *(one for name in TOLD for one in told(name))]


def told(name: str) -> list[Text]:
    """The texts of one file: "=== name | text of the true line | cause", then the text."""
    with open(os.path.join(ROOT, name), encoding="utf-8", newline="\n") as file:
        parts = file.read().split("\n=== ")
    found = []
    for part in parts:
        head, _, body = part.removeprefix("=== ").partition("\n")
        title, mark, cause = (word.strip() for word in head.split(" | "))
        lines = body.split("\n")
        line = next((at for at, one in enumerate(lines, 1) if mark in one), 0) if mark != "-" else 0
        data = body.replace("\\e", "\x1b").replace("\\r", "\r")
        assert line or mark == "-", title
        found.append(Text(title, data.encode(), line, cause, name.removesuffix(".txt")))
    return found


TEXTS = texts()
