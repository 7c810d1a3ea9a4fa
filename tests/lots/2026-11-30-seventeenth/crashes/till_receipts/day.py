import sys
import threading

import offers
from paper import Paper

BASKETS = [
    [("bread", 320), ("milk", 149), ("eggs", 289)],
    [("nails", 450), ("hammer", 2190)],
    [("gold bar, 1 kg", 6_480_000), ("bag", 10)],
    [("harbour crane", 7_412_900_000_000_55), ("delivery", 980_000)],
    [("bread", 320)],
]


class Till(threading.Thread):
    def __init__(self, path):
        super().__init__(name="till 1")
        self.paper = Paper(path)
        self.sum = 0

    def run(self):
        for number, basket in enumerate(BASKETS, 1):
            print(f"-- {number} --", flush=True)
            for article, cents in basket:
                self.sum += offers.total(article, 1, cents)
                print(self.paper.line(article, cents), flush=True)


def main():
    till = Till(sys.argv[1])
    till.start()
    till.join()
    print("sum", till.sum / 100)


if __name__ == "__main__":
    main()
