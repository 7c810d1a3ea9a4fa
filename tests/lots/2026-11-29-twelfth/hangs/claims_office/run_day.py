"""Decide on the claims of a day.

    python run_day.py --clerks 2 --lawyers 2
"""

import argparse
import collections
import logging

from office.claims import Claim, Claims
from office.legal import Legal
from office.pools import Department

NAMES = ["Mills", "Baker", "Cooper"]


def claims_of_day(number):
    for n in range(number):
        large = n in (5, 6, 7, 8)
        yield Claim(n, 1200 * n if large else 90 + n, NAMES[n % len(NAMES)])


class Day:
    def __init__(self, clerks, lawyers):
        self.clerks = Department("clerks", clerks)
        self.lawyers = Department("lawyers", lawyers)
        self.claims = Claims(self.clerks)
        self.claims.legal = Legal(self.lawyers, self.claims)
        self.answers = collections.Counter()

    def run(self, claims):
        futures = [self.clerks.submit(self.claims.decide, claim) for claim in claims]
        for future in futures:
            number, answer = future.result()
            logging.info("claim %d: %s", number, answer)
            self.answers[answer] += 1
        return self.answers


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clerks", type=int, default=2)
    parser.add_argument("--lawyers", type=int, default=2)
    parser.add_argument("--claims", type=int, default=12)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    print(dict(Day(options.clerks, options.lawyers).run(claims_of_day(options.claims))))


if __name__ == "__main__":
    main()
