import numpy as np


def likelihood(parameters):
    """How well an orbit explains what was seen; steps of a planet, one by one."""
    speed, pull = parameters
    place, velocity, worst = 1.0, speed, 0.0
    for _ in range(4000):
        velocity -= pull * place * 0.001
        place += velocity * 0.001
        worst += (place - 1.0) ** 2
    return -worst if np.isfinite(worst) else -np.inf
