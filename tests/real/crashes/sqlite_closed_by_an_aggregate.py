# A function of SQL, written in Python, closes the connection that runs it.
# https://github.com/python/cpython/issues/145040
import sqlite3


class Total:
    def __init__(self):
        self.total = 0

    def step(self, value):
        self.total += value
        connection.close()  # <-- here

    def finalize(self):
        return self.total


def total():
    return connection.execute("SELECT total_of(x) FROM t").fetchone()  # <-- here


connection = sqlite3.connect(":memory:", isolation_level=None)
connection.execute("CREATE TABLE t(x INTEGER)")
for number in range(50):
    connection.execute("INSERT INTO t VALUES (?)", (number,))
connection.create_aggregate("total_of", 1, Total)
print(total())
