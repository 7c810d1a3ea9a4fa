"""Python source text without the contents of its strings and comments, each line as long as before:

connect("db", password='x')  # ask Ada   →  connect("..", password='.')  #........
"""

from __future__ import annotations

import io
import re
import tokenize

_STRING = re.compile(r"""(?s)([A-Za-z]*)('''|\"""|'|")(.*)\2""")
_INSIDE = frozenset(
    number for number, name in tokenize.tok_name.items() if name.endswith("STRING_MIDDLE")
)
"""Of f-strings and t-strings, from 3.12 on."""


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
