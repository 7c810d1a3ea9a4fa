"""How many sheep of each herd go to the market?"""

from herd import Herd


class Farm:
    def __init__(self, name, sizes):
        self.name = name
        self.herds = [Herd(size, at) for at, size in enumerate(sizes)]

    def market(self, shares):
        for share in shares:
            yield share, [herd.for_market(share) for herd in self.herds]


def main():
    farm = Farm("high hill", [120, 80, 240])
    for share, counts in farm.market((1.0, 1.1)):
        print(farm.name, share, counts)


if __name__ == "__main__":
    main()
