"""Which families stand how often in the registers of the parishes?"""

import numpy as np
from table import Table


class Parish:
    def __init__(self, name, families, seed):
        self.name = name
        rng = np.random.default_rng(seed)
        self.entries = rng.integers(0, families, 3_000_000) * 7 + 3

    def busiest(self):
        values, counts = np.unique(self.entries, return_counts=True)
        best = counts.argmax()
        return int(values[best]), int(counts[best])


def main():
    parishes = [Parish("st. mary", 500, 1), Parish("all saints", 4000, 2), Parish("holy cross", 60, 3)]
    for parish in parishes:
        table = Table(14).add(parish.entries)
        family, count = parish.busiest()
        print(f"{parish.name:12} families {len(table):5} busiest {family} with {table[family]} of {count}")


if __name__ == "__main__":
    main()
