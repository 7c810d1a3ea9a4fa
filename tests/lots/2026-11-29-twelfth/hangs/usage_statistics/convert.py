"""Convert measures: python convert.py 12 inch 3 pound"""

import argparse
import sys

from statistics_client import count

FACTORS = {
    "inch": (2.54, "cm"),
    "foot": (30.48, "cm"),
    "pound": (0.4536, "kg"),
    "mile": (1.609, "km"),
}


class ConvertError(Exception):
    pass


class Converter:
    def __init__(self, factors):
        self.factors = factors

    def convert(self, amount, unit):
        count(f"unit {unit}")
        try:
            factor, target = self.factors[unit]
        except KeyError:
            count("unknown unit")
            raise ConvertError(f"no such unit: {unit}") from None
        return round(amount * factor, 3), target


def pairs(words):
    if len(words) % 2:
        raise ConvertError("an amount and a unit, please")
    for amount, unit in zip(words[::2], words[1::2]):
        yield float(amount), unit


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", default=["12", "inch", "3", "pound", "26", "mile"])
    options = parser.parse_args()
    converter = Converter(FACTORS)
    try:
        for amount, unit in pairs(options.words):
            print(amount, unit, "=", *converter.convert(amount, unit), flush=True)
    except ConvertError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
