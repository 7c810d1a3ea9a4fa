"""Survey the soil of some sites: how wet it is, and from which depth on.

    python survey.py --wet 0.3
"""

import argparse
import logging

import numpy as np

from profiles import SITES
from registry import Registry

log = logging.getLogger("survey")


class Survey:
    """Profiles are kept by the registry of the institute, under their numbers."""

    def __init__(self):
        self.registry = Registry()
        self.numbers = {}

    def take(self, site):
        self.numbers[site.name] = self.registry.add(site.profile())
        log.info("%s is number %d", site.name, self.numbers[site.name])

    def profile(self, name):
        return self.registry.find(self.numbers[name])

    def wetness(self, name):
        return float(self.profile(name).mean())

    def wet_from(self, name, limit):
        """Share of the depth that is above the first wet millimetre."""
        profile = self.profile(name)
        wet = np.flatnonzero(profile > limit)
        return wet[0] / len(profile) if len(wet) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wet", type=float, default=0.3)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    survey = Survey()
    for site in SITES:
        survey.take(site)
    for site in SITES:
        print(site.name, "mean", round(survey.wetness(site.name), 3), flush=True)
    for site in SITES:
        print(site.name, "wet from", survey.wet_from(site.name, options.wet), flush=True)


if __name__ == "__main__":
    main()
