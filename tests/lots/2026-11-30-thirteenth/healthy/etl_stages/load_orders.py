"""Orders of a shop, taken over into a warehouse that is often busy."""

import itertools
import time

from retry import retry
from stages import pipeline

attempts = itertools.count(1)


class Busy(Exception):
    pass


def parse(line):
    number, _, goods = line.partition(":")
    return int(number), goods.split(",")


def price(order):
    number, goods = order
    return number, sum(len(each) * 1.5 for each in goods)


@retry(1.5, 12, Busy)
def load(order):
    if next(attempts) % 4:
        raise Busy("the warehouse is busy,")
    time.sleep(3)
    return order


def main():
    lines = (f"{number}:tea,cups,spoon" for number in range(400))
    for number, total in pipeline(lines, parse, price, load):
        print(number, total, flush=True)


if __name__ == "__main__":
    main()
