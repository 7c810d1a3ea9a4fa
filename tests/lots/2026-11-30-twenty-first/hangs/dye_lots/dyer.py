"""Books the deliveries of a year and answers what the vats ask for, one after the other."""

import argparse
import queue
import threading
import time

from stock import Stock, Unknown


def deliveries(year, count):
    for day in range(count):
        yield year * 1000 + day, 10 + day % 7


class Vat(threading.Thread):
    """Asks for lots; what is not there is ordered."""

    def __init__(self, stock, wishes):
        super().__init__(name="vat")
        self.stock = stock
        self.wishes = wishes
        self.answers = queue.Queue()

    def run(self):
        for wish in self.wishes:
            self.answers.put((wish, self.look(wish)))
        self.answers.put(None)

    def look(self, wish):
        try:
            return f"{self.stock[wish]} litres"
        except Unknown:
            return "to be ordered"


def heart():
    while True:
        time.sleep(0.4)


def season(year, count, wishes):
    stock = Stock()
    for number, litres in deliveries(year, count):
        stock.add(number, litres)
    print(year, len(stock), "lots", flush=True)
    vat = Vat(stock, wishes)
    vat.start()
    while (answer := vat.answers.get()) is not None:
        print(*answer, flush=True)
    vat.join()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=256)
    options = parser.parse_args()
    threading.Thread(target=heart, daemon=True).start()
    season(2023, 200, [2023004, 2023199, 2023250])
    season(2024, options.days, [2024004, 2024255, 2024300])


if __name__ == "__main__":
    main()
