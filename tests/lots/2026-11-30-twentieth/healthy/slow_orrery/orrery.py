"""Planets by a symplectic step in exact fractions of decimal, a job each in a scheduler of the standard library."""
import decimal
import sched
import time

D = decimal.Decimal
decimal.getcontext().prec = 60


class Planet:
    def __init__(self, name, x, speed):
        self.name, self.x, self.y, self.u, self.v = name, D(x), D(0), D(0), D(speed)

    def move(self, step, count):
        for _ in range(count):
            r3 = (self.x * self.x + self.y * self.y).sqrt() ** 3
            self.u -= self.x / r3 * step
            self.v -= self.y / r3 * step
            self.x += self.u * step
            self.y += self.v * step


def main():
    agenda = sched.scheduler(time.monotonic, time.sleep)

    def job(planet, pause):
        planet.move(D("0.0001"), 60_000)
        print(planet.name, planet.x.quantize(D("0.0001")), flush=True)
        agenda.enter(pause, 1, job, (planet, pause))

    agenda.enter(0, 1, job, (Planet("earth", 1, 1), 3))
    agenda.enter(1, 1, job, (Planet("mars", "1.52", "0.81"), 8))
    agenda.run()


if __name__ == "__main__":
    main()
