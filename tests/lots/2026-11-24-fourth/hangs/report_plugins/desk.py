"""Makes reports in threads: a preview, which is always a table, and what was asked for."""

import queue
import threading
import time

import format_csv
from registry import registry

ROWS = [("name", "hours"), ("ada", 31), ("ben", 28)]


class Preview(threading.Thread):
    def __init__(self):
        super().__init__(name="preview", daemon=True)
        self.wanted = queue.Queue()
        self.shown = []

    def run(self):
        import format_table

        while True:
            self.shown.append(format_table.table(self.wanted.get()))


class Desk:
    def __init__(self):
        self.preview = Preview()
        self.preview.start()

    def report(self, rows, kind):
        self.preview.wanted.put(rows)
        return registry.get(kind)(rows)


def main():
    desk = Desk()
    print(format_csv.as_csv(ROWS[:1]).strip(), registry.names(), flush=True)
    time.sleep(0.2)
    for kind in ("csv", "table"):
        print(desk.report(ROWS, kind))


if __name__ == "__main__":
    main()
