"""Fares between stations, kept for a minute (beaker). A fare is the sum of its legs."""

import concurrent.futures
import itertools
import time

import beaker.cache
import beaker.util

LINES = {"coast": ["Kiel", "Plau", "Rerik", "Wismar"], "hills": ["Wismar", "Thale", "Ilsen"]}


class Fares:
    def __init__(self):
        options = beaker.util.parse_cache_config_options({"cache.type": "memory"})
        self.cache = beaker.cache.CacheManager(**options).get_cache("fares", expire=60)
        self.pool = concurrent.futures.ThreadPoolExecutor(3, "leg")
        self.made = 0

    def fare(self, start, end):
        return self.cache.get(f"{start}-{end}", createfunc=lambda: self.make(start, end))

    def leg(self, start, end):
        time.sleep(0.05)
        return self.fare(start, end) if start != end else 0

    def make(self, start, end):
        """Add up the legs, all at once."""
        self.made += 1
        stations = self.way(start, end)
        if len(stations) == 2 and "Ilsen" not in stations:
            return 2.5
        return sum(self.pool.map(self.leg, stations, stations[1:]))

    def way(self, start, end):
        for stations in LINES.values():
            if start in stations and end in stations:
                return stations[stations.index(start) : stations.index(end) + 1]
        raise KeyError((start, end))


def main():
    fares = Fares()
    for line, stations in LINES.items():
        for start, end in itertools.combinations(stations, 2):
            print(line, start, end, fares.fare(start, end), flush=True)


if __name__ == "__main__":
    main()
