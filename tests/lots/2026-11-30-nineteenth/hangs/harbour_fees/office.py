import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from fees import FeeBook


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Quay:
    def __init__(self, name, book):
        self.name = name
        self.book = book
        self.landed = 0

    def land(self, boats):
        for boat, metres in boats:
            fee = self.book.charge(boat, metres, sync=True)
            self.landed += 1
            print(f"{self.name}: {boat} pays {fee}", flush=True)
        return self.landed


class Cashier(threading.Thread):
    """Takes in what is paid at the counter."""

    def __init__(self, book, payments):
        super().__init__(name="cashier")
        self.book = book
        self.payments = payments

    def run(self):
        for boat, amount in self.payments:
            rest = self.book.pay(boat, amount, sync=True)
            print(f"{boat} has paid {amount}, owes {rest}", flush=True)


def tell(book):
    while True:
        time.sleep(3)
        print("owed in all:", sum(book.owed().values()), flush=True)


def main():
    book = FeeBook(f"127.0.0.1:{free_port()}", [])
    while not book.isReady():
        time.sleep(0.05)
    threading.Thread(target=tell, args=(book,), daemon=True).start()
    north, south = Quay("north", book), Quay("south", book)
    first = [("Anna", 7), ("Berta", 12), ("Clara", 9)]
    second = [("Dora", 6), ("Emil", 31), ("Frida", 40), ("Gustav", 8)]
    cashier = Cashier(book, [("Anna", 20), ("Berta", 36)])
    cashier.start()
    cashier.join()
    with ThreadPoolExecutor(2, thread_name_prefix="quay") as pool:
        landings = [pool.submit(north.land, first), pool.submit(south.land, second)]
        total = sum(landing.result() for landing in landings)
    print("boats landed:", total, "turnover:", book.turnover())
    for note in book.notes():
        print("note:", note)
    book.destroy()


if __name__ == "__main__":
    main()
