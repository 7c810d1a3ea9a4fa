# hang: cause=self-deadlock confidence=possible python=3.8-3.15 text=orders.db core=no
import os
import sqlite3
import tempfile
import threading
import time


class Notes:
    def __init__(self, path):
        self.database = sqlite3.connect(path, timeout=7200, check_same_thread=False)
        self.database.execute("create table if not exists notes(text)")
        self.database.commit()

    def add(self, text):
        with self.database:
            self.database.execute("insert into notes values(?)", (text,))  # <-- here


def order(database, notes, article):
    with database:
        database.execute("insert into orders values(?)", (article,))
        notes.add(f"ordered {article}")


def tick():
    while True:
        time.sleep(0.5)


def main():
    path = os.path.join(tempfile.mkdtemp(), "orders.db")
    database = sqlite3.connect(path)
    database.execute("create table orders(article)")
    database.commit()
    notes = Notes(path)
    threading.Thread(target=tick, daemon=True).start()
    print("READY", flush=True)
    order(database, notes, "paper")


main()
