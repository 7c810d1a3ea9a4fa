import threading
import time

import duckdb

PAIRS = """
select count(*) from (
    select a.range as x, b.range as y from range({number}) a, range({number}) b
    where (a.range * 7919 + b.range * 104729) % 1000003 = 17 and sqrt(a.range * b.range + 1) % 1 < 0.001
)
"""


class Atlas:
    """Questions to the database are asked one after the other."""

    def __init__(self):
        self.database = duckdb.connect(config={"threads": 1})
        self.answered = threading.Condition()
        self.answers = {}

    def ask(self, name, number):
        threading.Thread(target=self._work, args=(name, number), name=f"query-{name}", daemon=True).start()

    def _work(self, name, number):
        started = time.monotonic()
        rows = self.database.cursor().execute(PAIRS.format(number=number)).fetchone()
        with self.answered:
            self.answers[name] = rows[0], time.monotonic() - started
            self.answered.notify_all()

    def wait(self, names):
        with self.answered:
            self.answered.wait_for(lambda: names <= self.answers.keys())
            return dict(self.answers)
