"""A family in a table: who is whose child."""

import time


class Family:
    def __init__(self, connections):
        self.connections = connections

    def add(self, number, parent, name):
        with self.connections.one() as connection, connection:
            connection.execute("INSERT INTO people VALUES (?, ?, ?)", (number, parent, name))

    def children(self, number):
        """The rows, one after the other; the connection is in use until the last one."""
        with self.connections.one() as connection:
            query = "SELECT number, name FROM people WHERE parent = ? ORDER BY number"
            yield from connection.execute(query, (number,))

    def depth(self, number):
        time.sleep(4)  # looks it up in the parish register
        return 1 + max((self.depth(child["number"]) for child in self.children(number)), default=0)

    def names(self, number):
        return [child["name"] for child in self.children(number)]
