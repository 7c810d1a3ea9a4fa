"""How many parts are made in a week, with how many mechanics?"""

import argparse

import simpy
from machines import Machine


class Shop:
    def __init__(self, machines, mechanics):
        self.env = simpy.Environment()
        self.log = []
        people = simpy.Resource(self.env, mechanics)
        self.machines = [
            Machine(self.env, f"machine {number}", people, self.log) for number in range(machines)
        ]

    def week(self):
        self.env.run(until=7 * 24 * 60)
        return sum(machine.parts for machine in self.machines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, default=6)
    options = parser.parse_args()
    for mechanics in (1, 2, 3):
        shop = Shop(options.machines, mechanics)
        print(mechanics, "mechanics:", shop.week(), "parts,", len(shop.log), "repairs", flush=True)


if __name__ == "__main__":
    main()
