"""The income of a year of a ferry."""

import argparse

import numpy as np
from numba import njit
from tariff import price_of
from year import Year


@njit
def income(kinds, lengths, days):
    total = 0.0
    for car in range(len(kinds)):
        summer = 120 <= days[car] < 270
        total += price_of(kinds[car], lengths[car], summer)
    return total


def table(year):
    quarters = [income(*year.in_months(first, first + 3)) for first in (0, 3, 6, 9)]
    assert np.isclose(sum(quarters), income(*year.all()))
    return quarters


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("years", nargs="*", type=int, default=[2024, 2025])
    for number in parser.parse_args().years:
        print(number, [round(quarter) for quarter in table(Year(number))])


if __name__ == "__main__":
    main()
