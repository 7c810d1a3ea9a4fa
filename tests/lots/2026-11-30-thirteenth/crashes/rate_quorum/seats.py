"""Seats of the regions in the council, by turnout."""

import argparse
import logging

from _quorum import ffi, lib
from register import Register

log = logging.getLogger("seats")


class Council:
    current = None

    def __init__(self, register, seats):
        self.register = register
        self.seats = seats

    def __enter__(self):
        Council.current = self
        return self

    def __exit__(self, *error):
        Council.current = None

    def count(self, votes):
        result = ffi.new("int[]", len(votes))
        given = lib.seats_for(ffi.new("int[]", votes), len(votes), self.seats, result)
        log.info("%d seats given", given)
        return {self.register.name(i): result[i] for i in range(len(votes))}


@ffi.def_extern()
def voters_of(region):
    return Council.current.register.voters(region)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=40)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with Council(Register(), options.seats) as council:
        print(council.count([3000, 2000, 6100, 900, 400]))


if __name__ == "__main__":
    main()
