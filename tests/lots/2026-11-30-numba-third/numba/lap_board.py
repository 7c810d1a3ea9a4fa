"""The board beside the track: who leads, and by how much."""

import numpy as np
from numba import njit
from numba.typed import List


@njit
def finish_times(laps):
    return laps.sum(axis=1)


@njit
def order_of(times):
    return np.argsort(times)


@njit
def minutes(seconds):
    whole = int(seconds // 60)
    return str(whole) + ":" + f"{seconds - 60 * whole:05.2f}"


@njit
def board(laps, names):
    times = finish_times(laps)
    order = order_of(times)
    lines = List()
    best = times[order[0]]
    for place in range(order.size):
        at = order[place]
        text = str(place + 1) + " " + names[at] + " " + minutes(times[at])
        if times[at] > best:
            text += " +" + minutes(times[at] - best)
        lines.append(text)
    return lines


class Race:
    def __init__(self, names, laps, seed):
        rng = np.random.default_rng(seed)
        self.names = List(names)
        pace = rng.normal(61.0, 0.8, len(names))
        self.laps = pace[:, None] + rng.normal(0.0, 0.4, (len(names), laps))

    def show(self):
        for line in board(self.laps, self.names):
            print(line)

    def fastest_lap(self):
        rider, lap = np.unravel_index(self.laps.argmin(), self.laps.shape)
        return self.names[rider], lap + 1


def main():
    race = Race(["Ito", "Berg", "Okafor", "Lund", "Marsh"], 20, 8)
    print("fastest lap:", race.fastest_lap())
    race.show()


if __name__ == "__main__":
    main()
