"""Takes a template apart: text, {name}, {name|filter}, and comments in {# #}."""

from __future__ import annotations

import dataclasses
import re

RULES = [
    ("comment", re.compile(r"\{#.*?#\}", re.S)),
    ("slot", re.compile(r"\{\s*(\w+)\s*(?:\|\s*(\w+)\s*)?\}")),
    ("text", re.compile(r"[^{]*")),
]


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int
    groups: tuple[str | None, ...] = ()


class TemplateError(Exception):
    def __init__(self, message: str, at: int) -> None:
        super().__init__(f"{message} at {at}")
        self.at = at


class Lexer:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def next(self) -> Token:
        for kind, rule in RULES:
            match = rule.match(self.source, self.at)
            if match:
                token = Token(kind, match.group(), self.at, match.groups())
                self.at = match.end()
                return token
        raise TemplateError("what is this?", self.at)

    def __iter__(self):
        while self.at < len(self.source):
            yield self.next()
