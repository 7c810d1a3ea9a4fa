"""Classifies stars by the colour of their light."""

import collections
import logging
import multiprocessing

import spectra

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("classify")
BANDS = ((450, "blue"), (570, "yellow"), (750, "orange"), (2000, "red"))


class Observatory:
    def __init__(self, workers):
        self.workers = workers

    def peaks(self, stars):
        """Pairs of number and wavelength, as soon as each is known."""
        with multiprocessing.get_context("spawn").Pool(self.workers) as pool:
            log.info("%d workers", self.workers)
            return pool.imap(spectra.peak, stars, chunksize=10)


def band(wavelength):
    return next(name for limit, name in BANDS if wavelength < limit)


def main():
    counts = collections.Counter()
    for number, wavelength in Observatory(2).peaks(spectra.stars(3000)):
        counts[band(wavelength)] += 1
        if number % 500 == 0:
            log.info("%d stars", number)
    print(dict(counts))


if __name__ == "__main__":
    main()
