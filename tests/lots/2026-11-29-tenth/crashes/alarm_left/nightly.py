"""The nightly work of a library: each step may take some seconds."""

import logging
import time

from limits import within


@within(2)
def count(shelves):
    return sum(len(shelf) for shelf in shelves)


def bind(books):
    for number in range(books):
        time.sleep(0.1)
        logging.info("book %d", number)


def main():
    logging.basicConfig(level=logging.INFO)
    shelves = [["a"] * 20, ["b"] * 31]
    logging.info("%d books", count(shelves))
    bind(60)


if __name__ == "__main__":
    main()
