# An iterator of tee() is freed when the interpreter ends, after the module that knows its type.
# https://github.com/python/cpython/issues/115874
from dataclasses import dataclass
from itertools import tee
from typing import Optional


@dataclass
class Token:
    text: str


class Reader:
    last: Optional[Token]

    def __init__(self, source):
        self.source = source

    def look_ahead(self):
        ahead, _ = tee(self.source)
        self.source = ahead


reader = Reader(iter("testing"))
reader.look_ahead()
