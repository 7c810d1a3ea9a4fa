"""The diary of two years in capital letters."""

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
        capital = pc.utf8_upper(year)
        logging.info("the last one: %s", capital[-1])


if __name__ == "__main__":
    main()
