"""A crossing in real time: cars wait for the green light, which comes every nine seconds."""

import random

import simpy.rt


class Crossing:
    def __init__(self, env):
        self.env = env
        self.lanes = {way: simpy.Container(env, 100, init=0) for way in ("north", "east")}
        self.passed = 0
        env.process(self.cars())
        env.process(self.lights())

    def cars(self):
        chance = random.Random(4)
        while True:
            yield self.env.timeout(chance.expovariate(0.5))
            yield self.lanes[chance.choice(("north", "east"))].put(1)

    def lights(self):
        while True:
            for way, lane in self.lanes.items():
                yield self.env.timeout(9)
                self.passed += lane.level
                print(f"{self.env.now:.0f} s, {way}: {lane.level} cars", flush=True)
                if lane.level:
                    yield lane.get(lane.level)


def main():
    env = simpy.rt.RealtimeEnvironment(strict=False)
    Crossing(env)
    env.run(until=3600)


if __name__ == "__main__":
    main()
