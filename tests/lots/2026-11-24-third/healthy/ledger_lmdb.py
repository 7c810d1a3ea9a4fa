"""Three threads write into one LMDB, one after the other; each transaction takes seconds."""

import struct
import tempfile
import threading
import time

import lmdb


class Ledger:
    def __init__(self, folder):
        self.environment = lmdb.open(folder, map_size=1 << 26)

    def book(self, name, amount):
        with self.environment.begin(write=True) as transaction:
            old = struct.unpack(">q", transaction.get(name, bytes(8)))[0]
            time.sleep(3)
            transaction.put(name, struct.pack(">q", old + amount))
        return old + amount


def work(ledger, name):
    while True:
        print(name.decode(), ledger.book(name, 5), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(folder)
        names = (b"rent", b"food", b"coal")
        threads = [
            threading.Thread(target=work, args=(ledger, name), name=name.decode(), daemon=True)
            for name in names
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
