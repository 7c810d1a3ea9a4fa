import numpy as np
from search import cheapest


def hills(size, seed=5):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, :size] / size
    heights = np.zeros((size, size))
    for _ in range(9):
        cy, cx, width = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.2)
        heights += rng.uniform(20, 90) * np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / width**2)
    return heights


if __name__ == "__main__":
    costs, rounds = cheapest(hills(40), (0, 0), 0.3)
    print("to the far corner:", round(costs[-1, -1], 1), "after", rounds, "rounds")
