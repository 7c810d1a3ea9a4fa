"""What parcels cost, by the tariffs of a table in C."""

import bisect
import ctypes
import dataclasses
import sys


class Tariff(ctypes.Structure):
    _fields_ = [("grams", ctypes.c_long), ("name", ctypes.c_char_p)]


@dataclasses.dataclass
class Parcel:
    to: str
    grams: int


class Tariffs:
    STEPS = [(20, b"letter"), (500, b"large letter"), (2000, b"small parcel"), (10000, b"parcel")]

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.tariff_find.restype = ctypes.POINTER(Tariff)
        self.library.tariff_find.argtypes = [ctypes.POINTER(Tariff), ctypes.c_long, ctypes.c_long]
        self.table = (Tariff * len(self.STEPS))(*(Tariff(*step) for step in self.STEPS))

    def step(self, parcel):
        return self.STEPS[bisect.bisect_left([grams for grams, _ in self.STEPS], parcel.grams)][0]

    def name(self, parcel):
        found = self.library.tariff_find(self.table, len(self.table), self.step(parcel))
        return found[0].name.decode() if found else "none"


def main():
    tariffs = Tariffs(sys.argv[1])
    for parcel in [Parcel("Ulm", 12), Parcel("Jena", 1800), Parcel("Trier", 7000)]:
        print(parcel.to, tariffs.name(parcel), flush=True)


if __name__ == "__main__":
    main()
