import random
import sqlite3


class Source:
    """Customers of the old shop, as its interface gives them: page by page."""

    def __init__(self, rows, seed=11):
        self.db = sqlite3.connect(":memory:", check_same_thread=False)
        self.db.execute("CREATE TABLE customers (id INTEGER, name TEXT, changed INTEGER)")
        rng = random.Random(seed)
        changed = 1_700_000_000
        for number in range(rows):
            changed += rng.randrange(1, 4) if not 400 <= number < 720 else 0
            self.db.execute(
                "INSERT INTO customers VALUES (?, ?, ?)", (number, f"customer {number}", changed)
            )
        self.db.execute("CREATE INDEX by_change ON customers (changed, id)")
        self.calls = 0

    def page(self, since, size):
        self.calls += 1
        return self.db.execute(
            "SELECT id, name, changed FROM customers WHERE changed >= ?"
            " ORDER BY changed, id LIMIT ?",
            (since, size),
        ).fetchall()
