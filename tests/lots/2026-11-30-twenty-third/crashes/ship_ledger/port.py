import concurrent.futures
import random
import sys

from ledger import Ledger

GOODS = ["barley", "tin plate", "window glass", "salt", "stockfish", "tar"]
PORTS = ["Bergen", "Riga", "Lisboa", "Hull"]


class Office:
    def __init__(self, path, clerks):
        self.path = path
        self.clerks = clerks

    def day(self, day, cargoes):
        numbers = random.Random(day)
        ledger = Ledger(self.path, day)
        for cargo in range(cargoes):
            ledger.enter(numbers.choice(GOODS), numbers.choice(PORTS), numbers.randrange(400_000, 3_900_000), self.clerks[cargo % len(self.clerks)])
        return ledger.text()


def main():
    office = Office(sys.argv[1], ["Aune", "Lykke", "Moe"])
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="office") as pool:
        for day, cargoes in ((1, 2), (2, 3), (3, 9)):
            text = pool.submit(office.day, day, cargoes).result()
            print(f"day {day}: {len(text.splitlines())} cargoes", flush=True)


if __name__ == "__main__":
    main()
