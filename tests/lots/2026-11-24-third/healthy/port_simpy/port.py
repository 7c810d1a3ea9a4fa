"""Ships, cranes and tides, minute by minute (simpy)."""

import random

import simpy


class Port:
    def __init__(self, cranes, seed=11):
        self.env = simpy.Environment()
        self.cranes = simpy.PriorityResource(self.env, capacity=cranes)
        self.chance = random.Random(seed)
        self.waited = 0
        self.served = 0
        self.env.process(self.arrivals())

    def arrivals(self):
        while True:
            yield self.env.timeout(self.chance.expovariate(1 / 20))
            self.env.process(self.ship())

    def ship(self):
        came = self.env.now
        with self.cranes.request(priority=self.chance.randrange(3)) as crane:
            yield crane
            self.waited += self.env.now - came
            for _ in range(self.chance.randrange(20, 60)):
                yield self.env.timeout(1)
        self.served += 1
