"""Secrets in command lines, and in lines of source code.

("app", "--password", "hunter2")      →  ("app", "--password", "<masked>")
("app", "--api-key=abc", "-n", "3")   →  ("app", "--api-key=<masked>", "-n", "3")
("env", "TOKEN=abc", "app")           →  ("env", "TOKEN=<masked>", "app")
("sh", "-c", "app --password x")      →  ("sh", "-c", "app --password <masked>")
("python", "-c", "pw = 'abc'; …")     →  ("python", "-c", "pw = '<masked>'; …")
("app", "pg://ada:pw@db/x")           →  ("app", "pg://ada:<masked>@db/x")
("curl", "-u", "ada:pw")              →  ("curl", "-u", "ada:<masked>")
("mysql", "-ppw")                     →  ("mysql", "-p<masked>")

Of source code, texts that are given to a name which says that they are one.

    API_KEY = "sekrit"              →  API_KEY = "<masked>"
    connect(host, password='x')     →  connect(host, password='<masked>')
    {"token": "abc", "id": 7}       →  {"token": "<masked>", "id": 7}
    os.environ["API_KEY"] = "abc"   →  os.environ["API_KEY"] = "<masked>"
    url = "pg://ada:pw@db/x"        →  url = "pg://ada:<masked>@db/x"

One line at a time, as reports show them. Outside of string literals, which may have begun on an
earlier line, only what is a secret by its form is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault.model.secret_texts import mask_forms, mask_text
from atfault.model.secrets import MASK, SHOWN, hides, hides_text, level_of, option_of

QUOTES = "\"'"
SIGNS = ("==", "!=", ":=", "=", ":")
"""Between a name and a text that belongs to it."""
MAX_LITERALS = 200
"""In one line; what follows is left out."""
_ASSIGNMENT = r"(?s)(-{0,2}([A-Za-z_][\w.-]{0,200}))=(.+)"
_LOGIN_OPTIONS = ("-u", "-U", "--user", "--proxy-user")
_LOGIN = r"([\w.@-]{1,80}):(?!\d{1,10}$).+"
"""user:password; user:group are two numbers."""
_SHORT_PASSWORDS = ("mysql", "mariadb", "sshpass")
"""Beginnings of programs to which -pX gives a password."""
_INTERPRETERS = ("python", "pypy", "ipython")


def mask_source(line: str) -> str:
    """The line with secrets in its string literals replaced by <masked>."""
    if '"' not in line and "'" not in line:
        return mask_forms(line)
    out = ""
    at = 0
    for _ in range(MAX_LITERALS):
        begin = _first_quote(line, at)
        if begin < 0:
            return out + line[at:]
        quote = line[begin] * (3 if line.startswith(line[begin] * 3, begin) else 1)
        inside = begin + len(quote)
        end = _end_of(line, inside, quote)
        text = line[inside:end]
        out += line[at:inside] + _masked(text, line[:begin], cut=end == len(line))
        out += line[end : end + len(quote)]
        at = end + len(quote)
    return out


def _masked(text: str, before: str, *, cut: bool) -> str:
    """cut: the literal goes on in the next line."""
    if text and hides_text(_level_before(before), text):
        return MASK
    return mask_text(text, cut)


def _first_quote(line: str, at: int) -> int:
    found = [index for index in (line.find(quote, at) for quote in QUOTES) if index >= 0]
    return min(found, default=-1)


def _end_of(line: str, at: int, quote: str) -> int:
    """Index of the closing quote; the line's length when it is not in this line."""
    while at < len(line):
        if line[at] == "\\":
            at += 2
        elif line.startswith(quote, at):
            return at
        else:
            at += 1
    return len(line)


def _level_before(before: str) -> int:
    """What the name says of a literal to which the code before that gives it.

    `name: str = "…"` names it behind an annotation.
    """
    code = before.rstrip(" \t").rstrip("rbfuRBFU(").rstrip(" \t(")
    for _ in range(2):
        sign = next((sign for sign in SIGNS if code.endswith(sign)), "")
        if not sign:
            return SHOWN
        code = code[: -len(sign)].rstrip(" \t")
        name = _last_name(code)
        level = level_of(name)
        if level != SHOWN:
            return level
        code = code[: len(code) - len(name)].rstrip(" \t")
    return SHOWN


def _last_name(code: str) -> str:
    """The name or key at the end of the code: `x.token` → "token", `d["key"]` → "key"."""
    code = code.removesuffix("]")
    if code[-1:] in ("'", '"'):
        return code[:-1].rpartition(code[-1])[2]
    end = len(code)
    while end > 0 and (code[end - 1].isalnum() or code[end - 1] == "_"):
        end -= 1
    return code[end:]


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
