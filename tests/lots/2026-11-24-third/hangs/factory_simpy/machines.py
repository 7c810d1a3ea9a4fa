"""Machines of a factory, as processes of simpy."""

import simpy


class Machine:
    def __init__(self, env, name, minutes):
        self.env = env
        self.name = name
        self.minutes = minutes
        self.ready = False
        self.made = 0
        env.process(self.run())

    def run(self):
        yield self.env.timeout(30)
        self.ready = True
        while True:
            yield self.env.timeout(self.minutes)
            self.made += 1


class Packer:
    def __init__(self, env, machines, belt):
        self.env = env
        self.machines = machines
        self.belt = belt
        self.process = env.process(self.run())

    def run(self):
        for machine in self.machines:
            while not machine.ready:
                yield self.env.timeout(0)
            yield self.belt.put(machine.name)


class Factory:
    def __init__(self):
        self.env = simpy.Environment()
        self.belt = simpy.Store(self.env, capacity=100)
        self.machines = [Machine(self.env, "press", 4), Machine(self.env, "lathe", 7)]
        self.packer = Packer(self.env, self.machines, self.belt)
