"""Where fog is likely tomorrow morning, from the stations' readings of the evening."""

import concurrent.futures
import logging

import numpy as np

import dewpoint

log = logging.getLogger("forecast")


class Stations:
    def __init__(self, number, seed):
        rng = np.random.default_rng(seed)
        self.names = [f"S{n:03d}" for n in range(number)]
        self.warm = rng.normal(4, 5, number)
        self.moist = rng.uniform(45, 99, number)

    def dew(self):
        wet = dewpoint.over_water(self.warm, self.moist)
        return np.where(self.warm < 0, dewpoint.over_ice(self.warm, self.moist), wet)


def foggy(stations, margin=1.5):
    spread = stations.warm - stations.dew()
    return [name for name, gap in zip(stations.names, spread) if gap < margin]


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="region") as pool:
        regions = [Stations(300, seed) for seed in range(4)]
        for number, names in enumerate(pool.map(foggy, regions)):
            log.info("region %d: %d stations", number, len(names))


if __name__ == "__main__":
    main()
