"""Marbles that roll down a slope, for the title screen of a game."""

import random

from vectorkit import Vector


class Marble:
    def __init__(self, chance):
        self.place = Vector(chance.random(), chance.random(), 1.0)
        self.speed = Vector(chance.gauss(0, 1), chance.gauss(0, 1), -0.5)

    def roll(self, seconds):
        step = self.speed.scaled(seconds)
        self.speed = self.speed.scaled(0.99)
        return step.length()


def main():
    chance = random.Random(11)
    marbles = [Marble(chance) for _ in range(300)]
    way = 0.0
    for frame in range(240):
        way += sum(marble.roll(1 / 60) for marble in marbles)
        if frame % 60 == 0:
            print(f"frame {frame}: {way:.2f}", flush=True)


if __name__ == "__main__":
    main()
