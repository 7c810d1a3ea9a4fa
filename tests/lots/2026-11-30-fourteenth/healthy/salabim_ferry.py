"""Years of a ferry over a river, simulated: cars come, and wait for the next crossing."""

import salabim as sim


class Car(sim.Component):
    def process(self):
        self.enter(self.env.bank)
        self.passivate()
        self.env.crossed += 1


class Source(sim.Component):
    def process(self):
        while True:
            Car()
            self.hold(sim.Exponential(2).sample())


class Ferry(sim.Component):
    def process(self):
        while True:
            for _ in range(min(8, len(self.env.bank))):
                car = self.env.bank.pop()
                car.activate()
            self.hold(15)
            if self.env.now() > self.env.told:
                print(f"day {self.env.now() / 1440:.0f}: {self.env.crossed} cars", flush=True)
                self.env.told += 5 * 1440


def main():
    sim.yieldless(True)
    env = sim.Environment(random_seed=8)
    env.bank = sim.Queue("bank")
    env.crossed = 0
    env.told = 0
    Source()
    Ferry()
    env.run(till=20 * 365 * 1440)
    print(env.crossed)


if __name__ == "__main__":
    main()
