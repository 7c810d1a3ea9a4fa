"""Moves the routes of depots that are full to others, with a thread for what is slow."""

import argparse
import queue
import random
import threading
import time

from table import Routes

TOWNS = [f"town {number}" for number in range(30)]


class Mover:
    """Looks for the nearest depot that has room, and moves a route there."""

    def __init__(self, routes, depots):
        self.routes, self.depots = routes, depots
        self.towns = queue.Queue()
        self.thread = threading.Thread(target=self.run, name="mover", daemon=True)
        self.thread.start()

    def run(self):
        while True:
            town, moved = self.towns.get()
            time.sleep(0.01)  # the way there
            self.routes.add(town, random.choice(self.depots))
            moved.set()

    def move(self, town):
        moved = threading.Event()
        self.towns.put((town, moved))
        moved.wait()


class Balance:
    def __init__(self, routes, mover, full):
        self.routes, self.mover, self.full = routes, mover, full
        self.moved = []

    def look(self, town, depot):
        if depot in self.full:
            self.mover.move(town)
            self.moved.append(town)

    def run(self):
        self.routes.each(self.look)
        return self.moved


def drive(routes):
    """Vans ask for their depots all the time."""
    while True:
        routes.depot(random.choice(TOWNS))
        time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", default="north")
    options = parser.parse_args()
    routes = Routes()
    for number, town in enumerate(TOWNS):
        routes.add(town, ("south", "west", "east", "north")[number % 4])
    threading.Thread(target=drive, args=(routes,), name="van", daemon=True).start()
    time.sleep(0.3)
    balance = Balance(routes, Mover(routes, ["south", "west"]), {options.full})
    print("moved", balance.run())


if __name__ == "__main__":
    main()
