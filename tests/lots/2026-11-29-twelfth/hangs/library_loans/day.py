"""A day at the library: three desks lend, and an audit goes on beside them."""

import argparse
import logging
import os
import tempfile
import threading
import time

from desk import Audit, Desk, Readers
from store import Store

TITLES = ["Emma", "Ulysses", "Momo", "Faust", "Dracula"]


def serve(desk, number, days):
    for day in range(days):
        reader = f"reader {(number + day) % 4}"
        desk.lend(1 + (number + day) % len(TITLES), reader, day)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=40)
    parser.add_argument("--desks", type=int, default=3)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(threadName)-8s %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(os.path.join(folder, "library.sqlite"))
        store.add_books(TITLES)
        readers = Readers()
        desks = [
            threading.Thread(
                target=serve, args=(Desk(store, readers), n, options.days), name=f"desk-{n}"
            )
            for n in range(options.desks)
        ]
        for desk in desks:
            desk.start()
        audit = Audit(store, readers)
        for day in range(options.days):
            time.sleep(0.3)
            audit.go(day + 30)
        for desk in desks:
            desk.join()


if __name__ == "__main__":
    main()
