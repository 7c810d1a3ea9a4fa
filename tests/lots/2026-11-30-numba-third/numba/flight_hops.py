"""In how many ways can one fly from A to B with at most so many hops?"""

import numpy as np
from numba import njit

FLIGHTS = """
OSL CPH AMS
CPH OSL AMS FRA
AMS OSL CPH LIS
FRA CPH LIS
LIS AMS FRA
"""


@njit
def identity(size):
    out = np.zeros((size, size), np.int64)
    for at in range(size):
        out[at, at] = 1
    return out


@njit
def power(ways, times):
    result = identity(ways.shape[0])
    base = ways.copy()
    while times:
        if times & 1:
            result = result @ base
        base = base @ base
        times >>= 1
    return result


@njit
def up_to(ways, hops):
    total = identity(ways.shape[0])
    for times in range(1, hops + 1):
        total += power(ways, times)
    return total


class Network:
    def __init__(self, text):
        lines = [line.split() for line in text.strip().splitlines()]
        self.names = [line[0] for line in lines]
        self.ways = np.zeros((len(lines), len(lines)), np.int64)
        for start, *ends in lines:
            for end in ends:
                self.ways[self.names.index(start), self.names.index(end)] = 1

    def routes(self, start, end, hops):
        table = up_to(self.ways, hops)
        return table[self.names.index(start), self.names.index(end)]

    def busiest(self):
        return self.names[self.ways.sum(axis=0).argmax()]


if __name__ == "__main__":
    network = Network(FLIGHTS)
    print("most flights to", network.busiest())
    for hops in (1, 2, 4):
        print(hops, network.routes("OSL", "LIS", hops))
