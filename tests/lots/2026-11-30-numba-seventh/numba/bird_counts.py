"""Birds at a feeder, by species and hour, as counts or as shares."""

import numpy as np
from numba import njit

SPECIES = ("great tit", "blue tit", "robin", "sparrow")


@njit
def hours(visits, species, shares):
    table = np.zeros((species, 24), dtype=np.int64)
    for visit in range(len(visits)):
        table[visits[visit, 0], visits[visit, 1] // 60] += 1
    if shares:
        for bird in range(species):
            if table[bird].sum() == 0:
                table[bird] += 1
        table = table / table.sum()
    return table


class Feeder:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.visits = []

    def watch(self, days):
        for _ in range(days):
            count = self.rng.poisson(80)
            birds = self.rng.choice(len(SPECIES), count, p=[0.3, 0.2, 0.1, 0.4])
            minutes = self.rng.normal(9 * 60, 120, count).clip(0, 1439).astype(np.int64)
            self.visits.append(np.column_stack((birds, minutes)))

    def table(self, shares=False):
        return hours(np.concatenate(self.visits), len(SPECIES), shares)


    def shy(self):
        """Species that came on fewer than three hours of the day."""
        seen = (self.table() > 0).sum(axis=1)
        return [name for name, hours_seen in zip(SPECIES, seen, strict=True) if hours_seen < 3]


def bars(row, width=30):
    top = row.max() or 1
    return "".join(" .:-=+*#"[int(value / top * 7)] for value in row)[:width]


def main():
    feeder = Feeder(6)
    feeder.watch(12)
    for name, row in zip(SPECIES, feeder.table(), strict=True):
        print(f"{name:10} {int(row.sum()):4} {bars(row)}")
    print("shy:", ", ".join(feeder.shy()) or "none")
    busiest = feeder.table(shares=True).sum(axis=0).argmax()
    print("busiest hour", int(busiest))


if __name__ == "__main__":
    main()
