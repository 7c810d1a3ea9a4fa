import tempfile

import numpy as np

from archive import Archive
import config


def fill(folder):
    chance = np.random.default_rng(5)
    with Archive(folder) as archive:
        for year in (2023, 2024):
            archive.save(str(year), chance.normal(10, 2, 200_000))


def load(folder, *years):
    with Archive(folder) as archive:
        return [archive.load(str(year)) for year in years]


def correlation(one, other):
    return float(np.dot(one - one.mean(), other - other.mean()) / len(one))


def main():
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        one, other = load(folder, 2023, 2024)
        print(len(one), correlation(one, other))


if __name__ == "__main__":
    settings = config.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
