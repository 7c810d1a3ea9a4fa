"""The words of a help text, set as wide as the terminal; guesses at what was meant."""

from __future__ import annotations

import difflib
import shutil
import textwrap
from collections.abc import Iterable

from atfault.cli.command import MAX_WIDTH
from atfault.snapshot.core_form import HEAD, TITLES, elf_kind, what_to_do


def width() -> int:
    """Columns of a help text."""
    return max(40, min(MAX_WIDTH, shutil.get_terminal_size((MAX_WIDTH, 50)).columns - 2))


def paragraphs(text: str) -> str:
    """Paragraphs, parted by an empty line, each filled anew."""
    return "\n\n".join(textwrap.fill(part, width()) for part in text.split("\n\n"))


def table(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Lines of two columns; a text that does not fit goes below its name."""
    rows = list(rows)
    left = max(len(name) for name, _ in rows)
    indent = left + 4 if left <= 48 else 6
    lines = []
    for name, text in rows:
        wrapped = textwrap.wrap(text, max(20, width() - indent)) or [""]
        if len(name) + 4 <= indent:
            lines.append(f"  {name:<{left}}  {wrapped.pop(0)}".rstrip())
        else:
            lines.append(f"  {name}")
        lines += [" " * indent + line for line in wrapped]
    return lines


def closest(word: str, known: Iterable[str]) -> str | None:
    """What was meant by a mistyped word, if that can be guessed."""
    near = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def for_file(name: str) -> str:
    """What may be done with a file that stands where a command should."""
    try:
        with open(name, "rb") as file:
            kind = elf_kind(file.read(HEAD))
    except OSError:
        kind = None
    if kind in (None, "core"):
        return f"to explain a core file: atfault core {name}"
    return f"it is {TITLES[kind]}; {what_to_do(kind, name)}"
