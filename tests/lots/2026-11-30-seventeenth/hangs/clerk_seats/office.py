"""The box office: clerks sell seats, and each sale is written down."""

import random
import tempfile
import threading
import time

from seats import Hall


class Ledger:
    """A line for each sale, on the paper roll, which takes its time."""

    def __init__(self):
        self.file = tempfile.TemporaryFile("w+")
        self.sales = 0

    def write(self, guest, first, number):
        self.file.write(f"{guest}: {first}-{first + number - 1}\n")
        self.file.flush()
        time.sleep(0.01)
        self.sales += 1


class Clerk(threading.Thread):
    def __init__(self, name, hall, guests):
        super().__init__(name=name)
        self.hall = hall
        self.guests = guests
        self.rng = random.Random(name)
        self.refused = 0

    def run(self):
        for number in range(self.guests):
            first = self.hall.take(self.rng.randrange(1, 6), f"{self.name} {number}")
            if first < 0:
                self.refused += 1
            time.sleep(0.005)


def main():
    ledger = Ledger()
    hall = Hall(900, ledger.write)
    print("trial:", hall.take(2, "the manager"), flush=True)
    clerks = [Clerk(name, hall, 200) for name in ("Eve", "Fay", "Gus")]
    for clerk in clerks:
        clerk.start()
    for clerk in clerks:
        clerk.join()
        print(clerk.name, "refused", clerk.refused, flush=True)
    print(ledger.sales, "sales,", hall.free(), "seats left")


if __name__ == "__main__":
    main()
