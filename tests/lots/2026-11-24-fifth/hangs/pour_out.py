"""How long does it take to empty a tank, jug by jug? With units of pint."""

import pint

units = pint.UnitRegistry()
EMPTY = 0 * units.litre


class Tank:
    def __init__(self, content):
        self.content = content
        self.poured = 0

    def pour(self, jug):
        self.content -= jug
        self.poured += 1


def pours(content, jug):
    tank = Tank(content)
    while tank.content != EMPTY:
        tank.pour(jug)
    return tank.poured


def main():
    for content, jug in ((8, 2), (3, 0.5), (2, 0.2)):
        number = pours(content * units.litre, jug * units.litre)
        print(content, "litres by", jug, ":", number, "jugs", flush=True)


if __name__ == "__main__":
    main()
