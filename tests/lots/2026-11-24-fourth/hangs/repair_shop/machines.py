"""Machines that break, and those who repair them."""

import random


class Machine:
    def __init__(self, env, name, mechanics, log):
        self.env, self.name, self.mechanics, self.log = env, name, mechanics, log
        self.broken = False
        self.parts = 0
        env.process(self.work())
        env.process(self.wear())

    def work(self):
        while True:
            while self.broken:
                yield self.env.timeout(0)
            yield self.env.timeout(2)
            self.parts += 1

    def wear(self):
        chance = random.Random(self.name)
        while True:
            yield self.env.timeout(chance.uniform(10, 60))
            self.broken = True
            with self.mechanics.request() as mechanic:
                yield mechanic
                yield self.env.timeout(15)
            self.broken = False
            self.log.append((self.env.now, self.name))
