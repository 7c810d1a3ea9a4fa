"""Reads courses from the text in which the school keeps them."""

import dataclasses

TEXT = """
algebra:            2 evenings
geometry:           3 evenings, after algebra
surveying:          4 evenings, after geometry, drawing
drawing:            2 evenings, after perspective
perspective:        1 evening, after drawing
map reading:        2 evenings
orienteering:       3 evenings, after map reading
"""


@dataclasses.dataclass(frozen=True)
class Course:
    name: str
    evenings: int
    after: frozenset


def read(text=TEXT):
    for line in text.strip().splitlines():
        name, _, rest = line.partition(":")
        evenings, _, after = rest.strip().partition(", after ")
        yield Course(
            name,
            int(evenings.split()[0]),
            frozenset(word.strip() for word in after.split(",") if word),
        )
