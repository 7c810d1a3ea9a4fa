"""A long question to a small database: pairs of numbers whose sum is a square, by one statement."""

import sqlite3
import time


class Meter:
    def __init__(self, most):
        self.begun = time.monotonic()
        self.most = most
        self.told = 0

    def __call__(self):
        seconds = time.monotonic() - self.begun
        if seconds > self.told + 20:
            self.told = seconds
            print(f"{seconds:.0f} s", flush=True)
        return seconds > self.most


def main():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE numbers (n INTEGER)")
    connection.executemany("INSERT INTO numbers VALUES (?)", ((n,) for n in range(1, 40_001)))
    connection.set_progress_handler(Meter(most=900), 100_000)
    question = """
        SELECT count(*) FROM numbers a, numbers b
        WHERE a.n < b.n AND (a.n + b.n) = CAST(sqrt(a.n + b.n) AS INTEGER) * CAST(sqrt(a.n + b.n) AS INTEGER)
    """
    connection.create_function("sqrt", 1, lambda value: value**0.5, deterministic=True)
    print(connection.execute(question).fetchone())


if __name__ == "__main__":
    main()
