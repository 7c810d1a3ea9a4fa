"""On which days of two years was there fog?"""

import logging

import pyarrow.compute as pc
from diary import Pages

QUIET = ["rain", "Ada came for tea", "fog, then sun", "a letter from Bo"]
BUSY = ["storm", "the harvest " * 2_000_000, "fog " * 4_000_000, "visitors"]


def main():
    logging.basicConfig(level=logging.INFO)
    pages = Pages(days=4, letters=200)
    years = [pages.read(QUIET), pages.read(BUSY)]
    for year in years:
        logging.info("%d days", len(year))
        found = pc.match_substring(year, "fog").to_pylist()
        logging.info("fog: %s", found)


if __name__ == "__main__":
    main()
