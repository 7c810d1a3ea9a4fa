"""Secrets in command lines.

("app", "--password", "hunter2")      →  ("app", "--password", "<masked>")
("app", "--api-key=abc", "-n", "3")   →  ("app", "--api-key=<masked>", "-n", "3")
("env", "TOKEN=abc", "app")           →  ("env", "TOKEN=<masked>", "app")
("sh", "-c", "app --password x")      →  ("sh", "-c", "app --password <masked>")
("python", "-c", "pw = 'abc'; …")     →  ("python", "-c", "pw = '<masked>'; …")
("app", "pg://ada:pw@db/x")           →  ("app", "pg://ada:<masked>@db/x")
("curl", "-u", "ada:pw")              →  ("curl", "-u", "ada:<masked>")
("mysql", "-ppw")                     →  ("mysql", "-p<masked>")
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault.model.masked_source import mask_source
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import MASK, hides, option_of

_ASSIGNMENT = r"(?s)(-{0,2}([A-Za-z_][\w.-]{0,200}))=(.+)"
_LOGIN_OPTIONS = ("-u", "-U", "--user", "--proxy-user")
_LOGIN = r"([\w.@-]{1,80}):(?!\d{1,10}$).+"
"""user:password; user:group are two numbers."""
_SHORT_PASSWORDS = ("mysql", "mariadb", "sshpass")
"""Beginnings of programs to which -pX gives a password."""
_INTERPRETERS = ("python", "pypy", "ipython")


def mask_arguments(argv: Iterable[str]) -> tuple[str, ...]:
    """The words of a command line with what looks like a secret replaced by <masked>."""
    words = CommandWords()
    return tuple([words.mask(word) for word in argv])


class CommandWords:
    """The words of one command line, in their order."""

    def __init__(self) -> None:
        self._program = ""
        self._option = self._before = ""
        self._runs_python = False

    def mask(self, word: str) -> str:
        """The next word with what looks like a secret replaced by <masked>."""
        shown = self._masked(word)
        self._option, self._before = option_of(word), word
        name = word.rpartition("/")[2]
        self._runs_python = self._runs_python or name.startswith(_INTERPRETERS)
        if name.startswith(_SHORT_PASSWORDS) and "=" not in name:
            self._program = name
        return shown

    def _masked(self, word: str) -> str:
        if self._option and hides(self._option, word) and word[:1] != "-":
            return MASK
        if self._before == "-c" and self._runs_python:
            return "\n".join(map(mask_source, word.split("\n")))
        if self._program and word.startswith("-p") and len(word) > 2 and word[:5] != "-port":
            return f"-p{MASK}"
        if self._before == "-p" and self._program.startswith("sshpass"):
            return MASK
        login = re.fullmatch(_LOGIN, word) if self._before in _LOGIN_OPTIONS else None
        if login is not None:
            return f"{login[1]}:{MASK}"
        return _masked_word(word)


def _masked_word(word: str) -> str:
    assigned = re.fullmatch(_ASSIGNMENT, word) if "=" in word else None
    if assigned is not None and hides(assigned[2], assigned[3]):
        return f"{assigned[1]}={MASK}"
    return mask_text(word)
