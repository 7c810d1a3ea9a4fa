"""Three threads write into one base, in turns: each keeps it for six seconds, the others wait in sqlite."""

import contextlib
import pathlib
import sqlite3
import tempfile
import threading
import time


class Ledger:
    def __init__(self, path):
        self.path = path

    @contextlib.contextmanager
    def write(self):
        connection = sqlite3.connect(self.path, timeout=600, isolation_level=None)
        try:
            connection.execute("begin immediate")
            yield connection
            connection.execute("commit")
        finally:
            connection.close()


def clerk(ledger, name, rounds):
    for number in range(rounds):
        with ledger.write() as base:
            base.execute("insert into entries values (?, ?)", (name, number))
            time.sleep(6)
        print(name, number, flush=True)
        time.sleep(0.2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(str(pathlib.Path(folder) / "ledger.db"))
        with ledger.write() as base:
            base.execute("create table entries (name text, number integer)")
        clerks = [threading.Thread(target=clerk, args=(ledger, name, 6)) for name in ("ann", "ben", "cat")]
        for thread in clerks:
            thread.start()
        for thread in clerks:
            thread.join()


if __name__ == "__main__":
    main()
