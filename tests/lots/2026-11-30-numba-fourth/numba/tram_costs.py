"""The cheapest way through a net of trams, with fares that depend on the time of day."""

import heapq

import numpy as np
from numba import njit


@njit
def cheapest(starts, ends, fares, source, count):
    best = np.full(count, np.inf)
    best[source] = 0.0
    heap = [(0, source)]
    while len(heap) > 0:
        cost, stop = heapq.heappop(heap)
        if cost > best[stop]:
            continue
        for edge in range(starts.size):
            if starts[edge] == stop:
                along = cost + fares[edge]
                if along < best[ends[edge]]:
                    best[ends[edge]] = along
                    heapq.heappush(heap, (along, ends[edge]))
    return best


@njit
def degree(starts, stop):
    return (starts == stop).sum()


class Net:
    def __init__(self, stops, edges, seed=21):
        rng = np.random.default_rng(seed)
        self.stops = stops
        self.starts = rng.integers(0, stops, edges)
        self.ends = rng.integers(0, stops, edges)
        self.base = rng.uniform(0.8, 2.6, edges)

    def fares(self, hour):
        rush = 1.25 if hour in (7, 8, 16, 17) else 1.0
        return self.base * rush

    def busiest(self):
        return max(range(self.stops), key=lambda stop: degree(self.starts, stop))

    def costs(self, source, hour):
        return cheapest(self.starts, self.ends, self.fares(hour), source, self.stops)


def report(net, hours):
    source = net.busiest()
    print("from stop", source)
    for hour in hours:
        costs = net.costs(source, hour)
        reached = np.isfinite(costs)
        print(f"{hour:2}:00  {reached.sum()} stops, {costs[reached].mean():.2f} on average")


def main():
    report(Net(60, 240), (6, 8, 12))


if __name__ == "__main__":
    main()
