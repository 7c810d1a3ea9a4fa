"""Where a caver has to crawl: python survey.py [--caves N]"""

import argparse
import concurrent.futures
import logging

import numpy as np

from caveprofile import Profile

log = logging.getLogger("survey")


class Laser:
    """Measures the ceiling, unless the cave is too wet for it."""

    def __init__(self, wet):
        self.wet = wet

    def __call__(self, profile, rng):
        if profile.name in self.wet:
            log.warning("%s: too wet", profile.name)
            return
        profile.measure(1 + rng.gamma(3, 0.8, len(profile)))


def survey(name, seed, laser):
    rng = np.random.default_rng(seed)
    profile = Profile(name, rng.uniform(0, 1, 400))
    laser(profile, rng)
    return profile


def crawl(profile):
    at = profile.narrowest()
    return at, profile.height(at)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--caves", type=int, default=6)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    laser = Laser(wet={"Cave 4"})
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        names = [f"Cave {number}" for number in range(1, options.caves + 1)]
        profiles = list(pool.map(survey, names, range(options.caves), [laser] * options.caves))
        for profile, (at, height) in zip(profiles, pool.map(crawl, profiles)):
            log.info("%s: %.2f m at %d", profile.name, height, at)


if __name__ == "__main__":
    main()
