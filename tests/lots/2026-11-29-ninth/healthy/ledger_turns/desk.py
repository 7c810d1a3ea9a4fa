"""Desks of a library of tools move deposits between accounts."""

import os
import tempfile
import threading
import time

import ledger

ACCOUNTS = ["saw", "drill", "ladder"]


class Desk(threading.Thread):
    def __init__(self, name, path, moves, opening):
        super().__init__(name=name)
        self.book = ledger.Ledger(path)
        self.moves = moves
        self.opening = opening

    def move(self, source, target, amount):
        first, second = sorted((source, target))
        with self.book.record(first) as low, self.book.record(second) as high:
            giver, taker = (low, high) if first == source else (high, low)
            giver.add(-amount)
            self.look_up(source)
            taker.add(amount)

    def look_up(self, number):
        time.sleep(4)
        return ACCOUNTS[number]

    def run(self):
        self.opening.wait()
        for source, target, amount in self.moves:
            self.move(source, target, amount)
        self.book.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ledger")
        opening = threading.Barrier(2)
        desks = [
            Desk("desk east", path, [(2, 1, 5), (0, 1, 20), (0, 2, 5)] * 4, opening),
            Desk("desk west", path, [(0, 2, 5), (1, 0, 15)] * 6, opening),
        ]
        for desk in desks:
            desk.start()
        for desk in desks:
            desk.join()
        print("all moved", flush=True)


if __name__ == "__main__":
    main()
