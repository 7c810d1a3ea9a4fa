"""A swarm of bees for some steps; its centre of mass should not move."""

import numpy as np
from forces import crowding, pair_forces


class Swarm:
    def __init__(self, bees, seed=13):
        rng = np.random.default_rng(seed)
        self.places = rng.normal(0.0, 1.0, (bees, 2))
        self.speeds = np.zeros((bees, 2))

    def step(self, seconds, reach=4.0):
        forces = pair_forces(self.places, reach)
        self.speeds = 0.9 * self.speeds + seconds * forces
        self.places += seconds * self.speeds
        return np.abs(forces.sum(axis=0)).max()

    def crowd(self):
        return crowding(self.places, 0.2).mean()


def main():
    swarm = Swarm(9000)
    for step in range(4):
        left = swarm.step(1e-4)
        print(f"step {step}: sum of forces {left:.6f}, neighbours {swarm.crowd():.2f}")


if __name__ == "__main__":
    main()
