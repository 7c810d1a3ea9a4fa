"""Pages through the rows of a table that others change, under its lock."""

import contextlib
import itertools
import threading
import time


class Table:
    def __init__(self, rows):
        self._lock = threading.Lock()
        self._rows = list(rows)

    @contextlib.contextmanager
    def changing(self):
        self._lock.acquire()  # <-- here
        try:
            yield self._rows
        finally:
            self._lock.release()

    def rows(self):
        """All rows; nobody changes them meanwhile."""
        with self.changing() as rows:
            yield from rows

    def add(self, row):
        with self.changing() as rows:  # <-- here
            rows.append(row)


class Browser:
    def __init__(self, table, page):
        self.table = table
        self.page = page
        self._iterator = table.rows()

    def next_page(self):
        return list(itertools.islice(self._iterator, self.page))


def measure(counts):
    while True:
        time.sleep(0.5)
        counts.append(threading.active_count())


counts = []
threading.Thread(target=measure, args=(counts,), name="measure", daemon=True).start()
table = Table(range(25))
browser = Browser(table, page=10)
print(browser.next_page())
table.add(99)  # <-- here
print(browser.next_page())
