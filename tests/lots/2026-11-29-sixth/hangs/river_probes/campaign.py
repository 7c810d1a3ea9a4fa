"""A campaign: probes are read for as long as the boat is out."""

import concurrent.futures
import statistics
import time

from probes import Probe, timed, until_end


class Boat:
    def __init__(self, stations):
        self.stations = stations

    def sail(self):
        for station in self.stations:
            time.sleep(0.3)
            yield station


class Campaign:
    def __init__(self, names, boat):
        self.names = names
        self.boat = boat
        self.probes = []

    def run(self):
        with until_end() as stop, concurrent.futures.ThreadPoolExecutor(8, "probe") as pool:
            self.probes = [Probe(name, stop) for name in self.names]
            counts = [pool.submit(probe.read) for probe in self.probes]
            for station in self.boat.sail():
                print("at", station, flush=True)
        return sum(count.result() for count in counts)

    def mean(self):
        return statistics.fmean(value for probe in self.probes for value in probe.values)


def main():
    campaign = Campaign(["upper", "mill", "mouth"], Boat(["bridge", "ferry", "weir"]))
    with timed("campaign"):
        print(campaign.run(), "values")
    print(round(campaign.mean(), 2))


if __name__ == "__main__":
    main()
