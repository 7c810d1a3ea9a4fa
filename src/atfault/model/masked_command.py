"""Secrets in command lines.

("app", "--password", "hunter2")      →  ("app", "--password", "<masked>")
("app", "--api-key=abc", "-n", "3")   →  ("app", "--api-key=<masked>", "-n", "3")
("env", "TOKEN=abc", "app")           →  ("env", "TOKEN=<masked>", "app")
("sh", "-c", "app --password x")      →  ("sh", "-c", "app --password <masked>")
("python", "-c", "pw = 'abc'; …")     →  ("python", "-c", "pw = '<masked>'; …")
("app", "pg://ada:pw@db/x")           →  ("app", "pg://ada:<masked>@db/x")
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault.model.masked_source import mask_source
from atfault.model.secrets import MASK, hides, mask_text, option_of

_ASSIGNMENT = r"(?s)(-{0,2}([A-Za-z_][\w.-]{0,200}))=(.+)"
_INTERPRETERS = ("python", "pypy", "ipython")


def mask_arguments(argv: Iterable[str]) -> tuple[str, ...]:
    """The words of a command line with what looks like a secret replaced by <masked>."""
    shown: list[str] = []
    option = before = ""
    runs_python = False
    for word in argv:
        if option and hides(option, word) and word[:1] != "-":
            shown.append(MASK)
        elif before == "-c" and runs_python:
            shown.append("\n".join(map(mask_source, word.split("\n"))))
        else:
            shown.append(_masked_word(word))
        option, before = option_of(word), word
        runs_python = runs_python or word.rpartition("/")[2].startswith(_INTERPRETERS)
    return tuple(shown)


def _masked_word(word: str) -> str:
    assigned = re.fullmatch(_ASSIGNMENT, word) if "=" in word else None
    if assigned is not None and hides(assigned[2], assigned[3]):
        return f"{assigned[1]}={MASK}"
    return mask_text(word)
