"""Groups the members of a club by town, for each of its years."""

import random

from frame import Frame

TOWNS = [f"{first}{second}" for first in ("North", "Old", "Upper ") for second in ("ham", "ton", "by")]


def members(year, count):
    chance = random.Random(year)
    towns = [" ".join((chance.choice(TOWNS), str(chance.randrange(4)))) for _ in range(count)]
    names = [f"member {chance.randrange(10**6)}" for _ in range(count)]
    return Frame(town=towns, name=names)


def main():
    sizes = {}
    for year in range(1990, 2020):
        frame = members(year, 400)
        groups = frame.group("town")
        sizes[year] = {town: len(numbers) for town, numbers in groups.items()}
        print(year, frame.columns["town"].longest(), len(groups), flush=True)
    print(max(sizes[2019].values()))


if __name__ == "__main__":
    main()
