"""How many families stand in the registers of the parishes?"""

import numpy as np
from table import Table


class Parish:
    def __init__(self, name, families, seed):
        self.name = name
        self.entries = np.random.default_rng(seed).integers(0, families, 200_000) * 7 + 3

    def families(self):
        return len(np.unique(self.entries))


def main():
    for parish in (Parish("st. mary", 500, 1), Parish("all saints", 4000, 2)):
        table = Table(14).add(parish.entries)
        assert table.total() == len(parish.entries) and len(table) == parish.families()
        print(parish.name, len(table))


if __name__ == "__main__":
    main()
