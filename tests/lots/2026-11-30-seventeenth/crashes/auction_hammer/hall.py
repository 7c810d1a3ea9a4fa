import sys
import threading
import time

import lots

NAMES = ["Ada", "Bruno", "Clara"]


class Hall:
    def __init__(self, path):
        self.library = lots.load(path)
        self.sold = {}

    def bidder(self, lot, number, ceiling, barrier):
        barrier.wait()
        amount = 50
        while amount <= ceiling:
            lot.bid(number, amount)
            amount += 100 + 10 * number
            time.sleep(0.0005)

    def auction(self, title, limit, ceilings):
        barrier = threading.Barrier(len(ceilings))
        with lots.Lot(self.library, title, limit) as lot:
            people = [
                threading.Thread(target=self.bidder, args=(lot, number, ceiling, barrier), name=NAMES[number])
                for number, ceiling in enumerate(ceilings)
            ]
            for person in people:
                person.start()
            bidder, amount = lot.result()
            for person in people:
                person.join()
        self.sold[title] = NAMES[bidder], amount
        print(f"{title}: {NAMES[bidder]} for {amount}", flush=True)


def main():
    hall = Hall(sys.argv[1])
    hall.auction("clock", 400, [460, 390, 300])
    hall.auction("cello", 400, [9000, 9000, 300])


if __name__ == "__main__":
    main()
