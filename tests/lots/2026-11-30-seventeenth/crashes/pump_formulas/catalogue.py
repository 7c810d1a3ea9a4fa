"""Pumps as their makers describe them."""

import csv
import io

from terms import Pump

SHEET = """name,lift,droop,maker
well,3,2,Orme & Sons
tower,5,1,Orme & Sons
main,4,3,Kestrel
booster,2,1,Kestrel
garden,1,1,Pell
"""


class Catalogue(dict):
    def __init__(self):
        for row in csv.DictReader(io.StringIO(SHEET)):
            self[row["name"]] = Pump(row["name"], int(row["lift"]), int(row["droop"]))

    def line(self, *names):
        missing = [name for name in names if name not in self]
        if missing:
            raise LookupError(f"no such pump: {', '.join(missing)}")
        return [self[name] for name in names]
