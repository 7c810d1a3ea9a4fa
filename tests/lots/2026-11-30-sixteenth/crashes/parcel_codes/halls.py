"""Parcels by district, for each hall: python halls.py [--parcels N]"""

import argparse
import concurrent.futures
import logging

import pandas as pd

from codes import book, scanned, typed

log = logging.getLogger("halls")


class Hall:
    def __init__(self, name, source, seed):
        self.name = name
        self.source = source
        self.seed = seed

    def places(self, codes, number):
        if self.source == "scanner":
            return scanned(codes, number, self.seed)
        return typed(number, self.seed)

    def districts(self, codes, number):
        frame = pd.DataFrame({"code": codes.column(self.places(codes, number))})
        frame["district"] = frame["code"].astype(object).str[:3]
        return frame.groupby("district").size().sort_values(ascending=False)


HALLS = [Hall("north", "scanner", 1), Hall("south", "scanner", 2), Hall("depot", "keyboard", 3)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--parcels", type=int, default=100_000)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    codes = book()
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="hall") as pool:
        for hall in HALLS:
            counts = pool.submit(hall.districts, codes, options.parcels).result()
            log.info("%s: %d districts, most in %s", hall.name, len(counts), counts.index[0])


if __name__ == "__main__":
    main()
