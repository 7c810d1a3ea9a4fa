"""A pendulum under several laws of friction: how far does it still swing after a minute?"""

from contextlib import contextmanager

import forces
from laws import LAWS
from numba import njit


@contextmanager
def friction_law(law):
    before = forces.friction
    forces.friction = law
    try:
        yield
    finally:
        forces.friction = before


@njit
def swing(angle, length, seconds, dt):
    """The largest angle within the last four seconds."""
    speed = 0.0
    largest = 0.0
    steps = int(seconds / dt)
    for step in range(steps):
        speed += forces.acceleration(angle, speed, length) * dt
        angle += speed * dt
        if (steps - step) * dt < 4.0:
            largest = max(largest, abs(angle))
    return largest


class Experiment:
    def __init__(self, length, start):
        self.length = length
        self.start = start
        self.results = {}

    def run(self, name):
        self.results[name] = swing(self.start, self.length, 60.0, 0.001)

    def table(self):
        return "\n".join(f"{name:10} {angle:.4f}" for name, angle in self.results.items())


def main():
    experiment = Experiment(1.0, 0.4)
    experiment.run("linear")
    for name, law in LAWS.items():
        with friction_law(law):
            experiment.run(name)
    print(experiment.table())


if __name__ == "__main__":
    main()
