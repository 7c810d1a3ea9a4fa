"""Plans the budgets of a town's offices."""

import ctypes
import dataclasses
import functools
import sys


@functools.cache
def library():
    loaded = ctypes.CDLL(sys.argv[1])
    loaded.budget_year.argtypes = [ctypes.c_int, ctypes.c_int]
    return loaded


@dataclasses.dataclass
class Office:
    name: str
    people: int
    month: int  # cents for each of them

    @property
    def year(self):
        return library().budget_year(self.month, self.people)


OFFICES = [
    Office("archive", 3, 310_000),
    Office("gardens", 41, 280_000),
    Office("schools", 870, 345_000),
]


def main():
    total = 0
    for office in sorted(OFFICES, key=lambda office: office.people):
        total += office.year
        print(f"{office.name:10} {office.year / 100:15,.2f}", flush=True)
    print(f"{'':10} {total / 100:15,.2f}")


if __name__ == "__main__":
    main()
