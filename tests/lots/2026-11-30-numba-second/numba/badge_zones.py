"""Who was where? The badges of a building site, in batches as the gates send them."""

import numpy as np
from numba import njit


@njit
def in_zone(codes, zone):
    count = 0
    for at in range(len(codes)):
        if codes[at][0] == zone:
            count += 1
    return count


@njit
def turns(times, pause):
    found = 0
    for at in range(1, times.size):
        if times[at] - times[at - 1] > pause:
            found += 1
    return found


class Gate:
    def __init__(self, name):
        self.name = name
        self.zones = {}
        self.turns = 0

    def receive(self, batch, times):
        codes = np.array(batch)
        for zone in "ABC":
            self.zones[zone] = self.zones.get(zone, 0) + in_zone(codes, zone)
        self.turns += turns(times, 40.0)

    def __str__(self):
        zones = ", ".join(f"{zone}: {count}" for zone, count in sorted(self.zones.items()))
        return f"{self.name}: {zones}; {self.turns} pauses"


FIRMS = ["Oy", "Berg", "Kranbau", "Steinmetz", "Ziegelwerke", "Gerüstbau-Nord", "Torwerk", "Fugenkellen-AG"]


def batches(seed):
    rng = np.random.default_rng(seed)
    for number, firm in enumerate(FIRMS):
        people = rng.integers(20, 60)
        batch = [f"{'ABC'[rng.integers(3)]}-{firm}-{10**number + p}" for p in range(people)]
        yield batch, np.sort(rng.uniform(0, 3600, people))


def main():
    gate = Gate("east gate")
    for batch, times in batches(4):
        gate.receive(batch, times)
    print(gate)


if __name__ == "__main__":
    main()
