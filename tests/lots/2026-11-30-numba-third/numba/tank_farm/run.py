"""A morning at the tank farm."""

import random

from vessels import HeatedVessel, Vessel


class Farm:
    def __init__(self, plain, heated):
        self.plain = [Vessel(12.5, 9.0) for _ in range(plain)]
        self.heated = [HeatedVessel(8.0, 6.0, 60.0) for _ in range(heated)]
        self.spilled = 0.0

    def deliver(self, litres):
        for vessel in self.plain + self.heated:
            litres = vessel.fill(litres)
            if litres == 0.0:
                return
        self.spilled += litres

    def hour(self):
        for vessel in self.heated:
            vessel.stir()


def main():
    random.seed(5)
    farm = Farm(4, 2)
    for _ in range(12):
        farm.deliver(random.uniform(10.0, 60.0))
        farm.hour()
    print([round(vessel.volume(), 1) for vessel in farm.plain + farm.heated], farm.spilled)


if __name__ == "__main__":
    main()
