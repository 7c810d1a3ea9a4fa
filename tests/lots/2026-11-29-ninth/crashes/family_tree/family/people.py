"""People and their children."""

import dataclasses
import functools


@dataclasses.dataclass(eq=False)
class Person:
    name: str
    born: int
    children: list = dataclasses.field(default_factory=list)

    def add(self, child):
        self.children.append(child)
        return child

    def descendants(self):
        """How many there are."""
        return sum(1 + child.descendants() for child in self.children)

    def generations(self):
        return 1 + max((child.generations() for child in self.children), default=0)


@functools.total_ordering
class ByAge:
    def __init__(self, person):
        self.person = person

    def __eq__(self, other):
        return self.person.born == other.person.born

    def __lt__(self, other):
        return self.person.born < other.person.born
