"""Copies tables between two schemas of a warehouse, with connections of one pool."""

import eventlet
import eventlet.pools

TABLES = {"orders": 900, "items": 2500, "people": 300, "visits": 4000}


class Connection:
    numbers = iter(range(100))

    def __init__(self):
        self.number = next(self.numbers)

    def read(self, table):
        eventlet.sleep(0.1)
        yield from range(0, TABLES[table], 100)

    def write(self, table, rows):
        eventlet.sleep(0.02)


class Connections(eventlet.pools.Pool):
    def create(self):
        eventlet.sleep(0.05)
        return Connection()


class Copier:
    def __init__(self, size):
        self.connections = Connections(max_size=size)
        self.copied = {}

    def write(self, table, rows):
        with self.connections.item() as target:  # <-- here
            target.write(table, rows)

    def copy(self, table):
        with self.connections.item() as source:
            for first in source.read(table):
                self.write(table, range(first, first + 100))  # <-- here
                self.copied[table] = first
        return table


def beat(copier):
    while True:
        eventlet.sleep(1)
        print("copied", sum(copier.copied.values()), flush=True)


copier = Copier(size=3)
eventlet.spawn(beat, copier)
copies = [eventlet.spawn(copier.copy, table) for table in TABLES]
for copy in copies:
    print(copy.wait(), "is done")  # <-- here
