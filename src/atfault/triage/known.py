"""What was read once is not read again.

    $XDG_CACHE_HOME/atfault/failures.jsonl       default ~/.cache; folder 0700, file 0600
        {"atfault": "0.2.0"}
        {"key": "…", "answer": {…}}              the latest last

Kept are failures, and that a core has none in it; what could not be read is tried again. The key
changes with the file (inputs.Input.key) and with what changes the answer; another version of
atfault begins anew. Of two that write at the same time the later one wins: the other's are read
once more.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from atfault.folders import open_own, own_folder
from atfault.model.codec import encode, read_record
from atfault.model.triage import Member, Unread
from atfault.triage.reading import NOTHING_IN_IT, Answer
from atfault.version import __version__
from atfault.whole_file import Draft

NAME = "failures.jsonl"
MAX_BYTES = 64 << 20
"""Of the file; a failure takes about 700."""


class Known:
    """What is kept; a read costs a look-up."""

    def __init__(self, folder: str = "") -> None:
        """folder: "" for ours."""
        self._folder = folder or cache_folder()
        self._answers: dict[str, Any] = {}
        self._changed = False
        with suppress(OSError, ValueError, RecursionError):
            self._answers = dict(self._read())

    def get(self, key: str) -> Answer | None:
        plain = self._answers.get(key)
        return None if plain is None else from_plain(plain)

    def add(self, key: str, answer: Answer) -> None:
        if isinstance(answer, Unread) and not answer.why.startswith(NOTHING_IN_IT):
            return
        self._answers.pop(key, None)
        self._answers[key] = to_plain(answer)
        self._changed = True

    def save(self) -> str:
        """Why it could not be kept, or ""."""
        if not self._changed:
            return ""
        try:
            top, name = os.path.split(self._folder)
            with own_folder(top, name, make=True) as opened, Draft(opened) as draft:
                draft.file.writelines(self._lines())
                draft.replace(NAME)
        except OSError as error:
            return f"what was read is not kept in {self._folder}: {error.strerror or error}"
        self._changed = False
        return ""

    def _lines(self) -> Iterator[bytes]:
        lines = [
            json.dumps({"key": key, "answer": plain}).encode() + b"\n"
            for key, plain in self._answers.items()
        ]
        first, size = len(lines), 0
        while first and size + len(lines[first - 1]) <= MAX_BYTES:
            first -= 1
            size += len(lines[first])
        yield json.dumps({"atfault": __version__}).encode() + b"\n"
        yield from lines[first:]

    def _read(self) -> Iterator[tuple[str, Any]]:
        top, name = os.path.split(self._folder)
        with own_folder(top, name) as opened, open(open_own(opened, NAME), "rb") as file:
            content = file.read(2 * MAX_BYTES).splitlines()
        if not content or json.loads(content[0]) != {"atfault": __version__}:
            return
        for line in content[1:]:
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                plain = json.loads(line)
                if isinstance(plain["answer"], dict):
                    yield str(plain["key"]), plain["answer"]


def cache_folder() -> str:
    """Whether or not it exists."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are to be ignored
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "atfault")


def to_plain(answer: Answer) -> dict[str, Any]:
    plain: dict[str, Any] = encode(answer)
    return plain


def from_plain(plain: dict[str, Any]) -> Answer:
    kind: Callable[..., Answer] = Unread if "why" in plain else Member
    return read_record(kind, plain)
