"""A letter and its way."""

import dataclasses
import itertools

NUMBERS = itertools.count(1)


@dataclasses.dataclass
class Letter:
    to: str
    village: str
    number: int = dataclasses.field(default_factory=NUMBERS.__next__)
    tries: int = 0


@dataclasses.dataclass
class Tally:
    sent: int = 0
    again: int = 0
    given_up: int = 0
