"""Yield of an orchard, tree by tree, from the table of the pickers."""

import numpy as np
from numba import njit

TREE = np.dtype([("row", np.int32), ("place", np.int32), ("crates", np.float64), ("picked", np.int16)])


@njit
def row_total(trees, row):
    total = 0.0
    for tree in trees:
        if tree.row == row:
            total += tree.crates
    return total


@njit
def best_place(trees, row):
    best = -1
    most = 0.0
    for tree in trees:
        if tree.row == row and tree.crates > most:
            most = tree.crates
            best = tree.place
    return best


@njit
def mean_weight(trees, kilograms):
    weight = 0.0
    count = 0
    for at in range(trees.size):
        tree = trees[at]
        if tree["pickers"] > 0:
            weight += tree["crates"] * kilograms / tree["pickers"]
            count += 1
    return weight / max(count, 1)


class Orchard:
    def __init__(self, rows, places, seed):
        rng = np.random.default_rng(seed)
        self.rows = rows
        self.trees = np.zeros(rows * places, TREE)
        self.trees["row"] = np.repeat(np.arange(rows), places)
        self.trees["place"] = np.tile(np.arange(places), rows)
        self.trees["crates"] = rng.gamma(3.0, 1.1, rows * places)
        self.trees["picked"] = rng.integers(0, 4, rows * places)

    def table(self):
        for row in range(self.rows):
            yield row, row_total(self.trees, row), best_place(self.trees, row)


def main():
    orchard = Orchard(6, 25, 2)
    for row, crates, best in orchard.table():
        print(f"row {row}: {crates:6.1f} crates, the best tree is {best}")
    print(f"{mean_weight(orchard.trees, 18.0):.1f} kg for each visit")


if __name__ == "__main__":
    main()
