"""Guests of the bars, and what they drink in an evening."""

import contextlib
import dataclasses


@dataclasses.dataclass
class Guest:
    name: str
    litres: int = 1


class Table:
    def __init__(self, *guests):
        self.guests = list(guests)

    @property
    def litres(self):
        return sum(guest.litres for guest in self.guests)


@contextlib.contextmanager
def evening(name, *tables):
    print(name, "is open for", sum(len(table.guests) for table in tables), "guests", flush=True)
    yield sum(table.litres for table in tables)
    print(name, "is over", flush=True)


LONG = [Table(*(Guest(f"guest {n}", 3) for n in range(20)))]
