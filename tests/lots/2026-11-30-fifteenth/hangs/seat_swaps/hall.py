import threading
import time
from contextlib import ExitStack, contextmanager


class Row:
    def __init__(self, name, rank, seats):
        self.name = name
        self.rank = rank
        self.lock = threading.Lock()
        self.guests = [None] * seats

    def __repr__(self):
        return f"<Row {self.name}>"

    def look(self):
        """Asks the usher who really sits there."""
        time.sleep(0.4)
        return [guest for guest in self.guests if guest is not None]


@contextmanager
def all_of(*rows):
    """Has the locks of several rows, always taken in the order of their ranks."""
    with ExitStack() as stack:
        for row in sorted(rows, key=lambda row: row.rank):
            stack.enter_context(row.lock)
            row.look()
        yield


class Hall:
    def __init__(self, plan):
        self.rows = {name: Row(name, rank, seats) for name, rank, seats in plan}

    def seat(self, guest, row, number):
        row = self.rows[row]
        with row.lock:
            row.guests[number] = guest

    def swap(self, first, second, pause):
        (row, number), (other, place) = first, second
        row, other = self.rows[row], self.rows[other]
        rows = {row.name: row, other.name: other}.values()
        with all_of(*rows):
            pause()
            row.guests[number], other.guests[place] = other.guests[place], row.guests[number]

    def empty(self):
        return sum(row.guests.count(None) for row in self.rows.values())
