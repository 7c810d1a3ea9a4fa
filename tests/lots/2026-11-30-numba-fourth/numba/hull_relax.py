"""The potential of a flow past a hull, relaxed until nothing changes any more."""

import numpy as np
from numba import njit


@njit(parallel=True)
def relax(phi, hull, limit):
    rows, columns = phi.shape
    change = 1.0
    sweeps = 0
    while change > limit and sweeps < 2000:
        change = 0.0
        row = 1
        while row < rows - 1:
            column = 1
            while column < columns - 1:
                if not hull[row, column]:
                    new = 0.25 * (
                        phi[row - 1, column]
                        + phi[row + 1, column]
                        + phi[row, column - 1]
                        + phi[row, column + 1]
                    )
                    change = max(change, abs(new - phi[row, column]))
                    phi[row, column] = new
                column += 1
            row += 1
        sweeps += 1
    return sweeps


@njit
def drag(phi, row):
    return phi[row, -1] - phi[row, 0]


class Flow:
    def __init__(self, rows, columns):
        self.phi = np.zeros((rows, columns))
        self.phi[:, 0] = 1.0
        self.hull = np.zeros((rows, columns), dtype=np.bool_)
        self.hull[rows // 3 : rows // 2, columns // 3 : columns // 2] = True

    def settle(self, limit):
        return relax(self.phi, self.hull, limit)


class Probe:
    def __init__(self, row, column):
        self.row = row
        self.column = column

    def read(self, phi):
        return phi[self.row, self.column]


def main():
    flow = Flow(80, 120)
    print("ahead:", Probe(10, 5).read(flow.phi))
    for limit in (1e-3, 1e-4):
        print(f"limit {limit}: {flow.settle(limit)} sweeps, drag {drag(flow.phi, 40):.4f}")


if __name__ == "__main__":
    main()
