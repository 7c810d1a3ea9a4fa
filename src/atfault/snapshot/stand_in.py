"""What a saved core says in place of the texts that were left out of it.

The strings of the command line and of the environment lie above the main thread's stack, and are
left out with all others. Of them a report needs the program, the rank of a process in a job, and
the folder that relative names of files count from.

Python source text without the contents of its strings and comments, each line as long as before:

connect("db", password='x')  # ask Ada   →  connect("..", password='.')  #........
"""

from __future__ import annotations

import io
import json
import re
import tokenize
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

LEFT_OUT = (
    "texts were left out as this file was saved: the contents of str, bytes and bytearray, most of "
    "the command line, the environment, freed memory; numbers, names and stacks are in it "
    "(attach --save --with-text keeps them)"
)
WORD = "<left out>"
_INTERPRETERS = ("python", "pypy")
_WITH_VALUE = ("-X", "-W", "--check-hash-based-pycs")
_MAX_WORDS = 4096
_STRING = re.compile(r"""(?s)([A-Za-z]*)('''|\"""|'|")(.*)\2""")
_INSIDE = frozenset(
    number for number, name in tokenize.tok_name.items() if name.endswith("STRING_MIDDLE")
)
"""Of f-strings and t-strings, from 3.12 on."""


class StandIn(NamedTuple):
    arguments: tuple[str, ...]
    variables: Mapping[str, str]
    """RANK and the like."""
    folder: str
    """That it was started in; "" when unknown."""

    def encode(self) -> bytes:
        return json.dumps(self._asdict()).encode()


def decode_stand_in(data: bytes) -> StandIn:
    """The other way round; what is damaged is left out."""
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        return StandIn((), {}, "")
    words, variables, folder = (found.get(name) for name in StandIn._fields)
    return StandIn(
        tuple(map(str, words[:_MAX_WORDS])) if isinstance(words, list) else (),
        {str(k): str(v) for k, v in variables.items()} if isinstance(variables, dict) else {},
        folder if isinstance(folder, str) else "",
    )


def without_values(argv: Iterable[str]) -> tuple[str, ...]:
    """A command line with the program, what a Python runs (script, module, or the code of `-c`
    without its texts) and the names of options; all other words may be anything.

    ("python", "-X", "dev", "app.py", "--key=abc", "x")
      →  ("python", "-X", "<left out>", "app.py", "--key=<left out>", "<left out>")
    """
    words = list(argv)
    shown = words[:1]
    is_python = bool(words) and words[0].rpartition("/")[2].startswith(_INTERPRETERS)
    before = ""
    for word in words[1:]:
        name, sign, _ = word.partition("=")
        if is_python and _is_program(word, before):
            shown.append(word if before != "-c" else blank_texts(word) or WORD)
            is_python = False
        elif _is_option(name):
            shown.append(name + (sign and sign + WORD))
        else:
            shown.append(WORD)
        before = word
    return tuple(shown)


def _is_program(word: str, before: str) -> bool:
    """Whether a word of an interpreter's command line says what it runs."""
    return before in ("-c", "-m") or (before not in _WITH_VALUE and not word.startswith("-"))


def _is_option(name: str) -> bool:
    """-X, --long-name; what follows a short option in the same word may be its value (-pX)."""
    if name.startswith("--"):
        return name[2:].replace("-", "").replace("_", "").isalpha()
    return len(name) == 2 and name[0] == "-" and name[1].isalpha()


def blank_texts(source: str) -> str | None:
    """The text with dots in place of what strings and comments say; None where it cannot be taken
    apart."""
    lines = source.split("\n")
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.STRING or token.type in _INSIDE:
                found = _STRING.fullmatch(token.string) if token.type == tokenize.STRING else None
                around = (len(found[1] + found[2]), len(found[2])) if found else (0, 0)
                _blank(lines, token, *around)
            elif token.type == tokenize.COMMENT:
                _blank(lines, token, 1, 0)
            elif token.type == tokenize.ERRORTOKEN and token.string.strip():
                return None
    except (tokenize.TokenError, SyntaxError, ValueError, IndexError):
        return None
    return "\n".join(lines)


def _blank(lines: list[str], token: tokenize.TokenInfo, before: int, behind: int) -> None:
    """Dots for a token but for its first `before` and last `behind` characters."""
    (first, begin), (last, end) = token.start, token.end
    begin, end = begin + before, end - behind
    for number in range(first, last + 1):
        line = lines[number - 1]
        low = begin if number == first else 0
        high = end if number == last else len(line)
        lines[number - 1] = line[:low] + "." * max(high - low, 0) + line[high:]
