"""The letters of a Sunday."""

import logging
import random

from letters import gates, model, workers

VILLAGES = ["Alby", "Broby", "Hult", "Torp"]


def letters(count, seed=8):
    chance = random.Random(seed)
    for number in range(count):
        yield model.Letter(f"household {number}", chance.choice(VILLAGES))


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    office = workers.Office(gates.Gates(busy=["Hult", "Torp"]))
    tally = office.send(letters(40))
    print(tally, flush=True)


if __name__ == "__main__":
    main()
