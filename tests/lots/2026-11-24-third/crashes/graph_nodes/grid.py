"""A network of stations, and the load of the first ones while it grows."""

from building import extension
import telemetry

graph = extension("graph")


class Grid:
    def __init__(self):
        self.network = graph.Network()
        self.watched = {}

    @telemetry.counted
    def grow(self, number):
        for _ in range(number):
            station = self.network.add()
            if station.number % 100 == 0:
                self.watched[station.number] = station

    @telemetry.counted
    def loads(self):
        return {number: station.mean() for number, station in self.watched.items()}


def main():
    grid = Grid()
    for number in (1, 50, 400):
        grid.grow(number)
        print(len(grid.network), "stations", flush=True)
    print(grid.loads())


if __name__ == "__main__":
    with telemetry.running():
        main()
